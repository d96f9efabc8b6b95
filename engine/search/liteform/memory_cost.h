// LiteForm's memory-centric cost of bucket widths, in elements read and written, and its search for the widest bucket.
#pragma once

#include "engine/search/buckets.h"

#include <cstdint>
#include <vector>

namespace sparsescope::liteform {

inline constexpr std::int64_t mostWidth = 1024; // of a bucket to begin with

// One bucket (slides, "Cost Model").
struct Bucket {
    std::int64_t rows = 0;    // I1: stored rows
    std::int64_t outputs = 0; // I2: rows of C that they belong to; fewer where rows are folded
    std::int64_t width = 0;   // W
    std::int64_t cols = 0;    // |set(Ind)|
};

struct MemoryCost {
    double a = 0; // 2 I1 W: a column and a value for each place of A
    double b = 0; // |set(Ind)| J: rows of B
    double c = 0; // Atomic I2 J: rows of C; Atomic = I1 / I2, which is 1 where no row is folded
    double total() const { return a + b + c; }
    MemoryCost& operator+=(const MemoryCost& other);
};
MemoryCost costOf(const Bucket& bucket, std::int64_t J);

// A width of the widest bucket that was tried, and the cost of the partition's buckets with it.
struct TriedWidth {
    std::int64_t widest = 0;
    MemoryCost cost;
    std::vector<Bucket> buckets; // narrow ones first, those that hold rows
};

// For every partition, from 2^ceil(log2 of its longest row), at most 1024, halved down to 1; nothing for one without
// non-zeros.
std::vector<std::vector<TriedWidth>> tryWidths(const Matrix& matrix, const ColumnDivision& division, std::int64_t J,
                                               Progress& progress);

// The one of least cost, the widest of equals.
const TriedWidth& cheapest(const std::vector<TriedWidth>& tried);

} // namespace sparsescope::liteform
