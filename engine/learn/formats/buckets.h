// Compositions of ELL tiles, small: SparseTIR's hyb(c, k) and LiteForm's CELL, cut by the rules of their planners
// (engine/search/buckets.h).
#pragma once

#include "engine/learn/formats/elements.h"
#include "engine/learn/formats/taught_format.h"

namespace sparsescope::learn {

// Stored rows of one width of one partition of the columns.
struct Bucket {
    std::int64_t partition = 0;
    std::int64_t width = 1;
    std::vector<StoredRow> rows;
};

// Those that hold something: partition after partition, narrow ones first. `most` is a power of two.
std::vector<Bucket> buckets(const Matrix& matrix, std::int64_t partitions, std::int64_t most);

// Fills arrays, places, frames, rowOfLine and a launch for each bucket; blocks hold `block` places.
void placeBuckets(Encoded& encoded, const std::vector<Bucket>& buckets, std::int64_t block);

// A thread a row of a bucket, and lanes over columns of B.
std::vector<TaughtKernel> bucketKernels();

} // namespace sparsescope::learn
