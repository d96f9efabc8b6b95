// Rows in buckets of powers of two, column partition by column partition: what hyb (SparseTIR 4.2.1) and CELL
// (LiteForm) store, as ELL tiles.
#pragma once

#include "engine/search/estimate.h"
#include "engine/search/scratch.h"
#include "engine/search/trace.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

// The non-zeros of one row in one column partition; there are some.
struct RowPart {
    std::int32_t row = 0;
    std::uint32_t begin = 0; // CSR position
    std::int32_t length = 0;
    bool alone = true; // the row has none in other partitions
};

// Columns divided evenly: partition p has the columns [p * width, (p + 1) * width).
struct ColumnDivision {
    std::int64_t width = 0;
    std::vector<std::vector<RowPart>> parts; // by row in each
};
// Rows in partitions of ceil(cols / parts) columns: as many, or fewer where these are enough.
ColumnDivision divideColumns(const Matrix& matrix, std::int64_t parts, const RowSample& rows, Progress& progress);

// The widest bucket that plans may ask for is 2^mostBuckets: 8 rows of so many places are the most that a tile holds.
inline constexpr std::int64_t mostBuckets = 13;
// The bucket of rows of such a length, above 0: the i with 2^(i-1) < length <= 2^i.
int bucketOf(std::int64_t length);

// How a row of such a length is stored where the widest bucket has `widest` places, a power of two: in that bucket, as
// so many stored rows; longer rows are folded into pieces of the widest.
struct BucketPlace {
    int bucket = 0; // of width 2^bucket
    std::int64_t pieces = 1;
};
BucketPlace bucketPlace(std::int64_t length, std::int64_t widest);

// Tiles of one bucket of one partition, those whose stored rows are parts of rows apart from the others.
struct BucketGroup {
    std::int64_t part = 0;
    std::int64_t width = 0;
    bool parts = false;
    std::int64_t rows = 0; // stored
    std::int64_t tileEnd = 0;
};

// A plan without costs and entries yet, and what these are made from.
struct BucketPlan {
    Plan plan;
    std::vector<std::uint32_t> begins;      // CSR position at which each stored row begins
    std::vector<std::int32_t> lengths;      // of each stored row
    std::vector<std::int64_t> distinctCols; // of each tile
    std::vector<BucketGroup> groups;        // in the order of the tiles
    RowWrites writes;
};

// Buckets 1, 2, 4 ... up to the widest of each partition, a power of two; longer rows are folded into pieces of the
// widest, the last of which is padded to it. Every tile has `places` places, a power of two, so that thread blocks have
// like work: places / width rows, fewer where the next row's pieces would not stay together. Partition after partition,
// narrow buckets first, rows ascending.
BucketPlan fillBuckets(const Matrix& matrix, const ColumnDivision& division, std::span<const std::int64_t> widest,
                       std::int64_t places, Plan header, ScratchPool& pool, Progress& progress);

// Sets costs, schedule and prediction for the model's part of the dense loop.
void costBuckets(BucketPlan& filled, const CostModel& model, Progress& progress);

// What it would be predicted to take with all rows, of which these are a sample. Sets costs.
double estimateBuckets(BucketPlan& filled, const RowSample& sample, const CostModel& model, Progress& progress);

// The plan with its entries; adds a round for each group.
Plan finishBuckets(BucketPlan&& filled, std::vector<TraceRound>& rounds, Progress& progress);

} // namespace sparsescope
