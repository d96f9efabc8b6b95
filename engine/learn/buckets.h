// Compositions of ELL tiles, small: SparseTIR's hyb(c, k) and LiteForm's CELL. Columns are cut into partitions, the rows of
// each go by their length into buckets of widths 1, 2, 4 ... most; longer rows are folded into several stored rows of
// the largest width, the last piece padded to it.
#pragma once

#include "engine/learn/encoded.h"

namespace sparsescope::learn {

struct BucketRow {
    std::int32_t row = 0;
    std::vector<std::int64_t> positions; // CSR, filled front to back
};

struct Bucket {
    int partition = 0;
    std::int64_t width = 1;
    std::vector<BucketRow> rows; // stored rows, I1 of LiteForm's cost model
    std::int64_t outputRows = 0; // different rows of C, I2
    std::int64_t columns = 0;    // different columns, |set(Ind)|
    // 2 I1 W + |set(Ind)| J + Atomic I2 J with Atomic = I1 / I2 where the largest bucket or several partitions make the
    // output atomic, otherwise 1 (the slide "Cost Model").
    bool atomic = false;
    std::int64_t costA() const { return 2 * static_cast<std::int64_t>(rows.size()) * width; }
    std::int64_t costB(std::int64_t J) const { return columns * J; }
    std::int64_t costC(std::int64_t J) const { return (atomic ? static_cast<std::int64_t>(rows.size()) : outputRows) * J; }
    std::int64_t cost(std::int64_t J) const { return costA() + costB(J) + costC(J); }
};

std::vector<Bucket> buckets(const Matrix& matrix, std::int64_t partitions, std::int64_t most);

// Fills arrays, places, frames and rowOfLine from buckets whose blocks hold `block` places.
void placeBuckets(Encoded& encoded, const std::vector<Bucket>& buckets, std::int64_t block);

} // namespace sparsescope::learn
