// The transformation primitives of STile table 2. The candidate generators, and the classic formats of section 3.1, are
// compositions of them: ELL is 3 -> 5, BSR 2 -> 2, condensed 2 -> 1 -> 2, hyb 2 -> 1 -> 3 -> 4 -> 5 -> 2, 1D 3 -> 6
// -> 4.
#pragma once

#include "engine/core/progress.h"
#include "engine/search/scratch.h"
#include "engine/search/stile/remaining.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace sparsescope::stile {

// Rows in some order.
using Rows = std::vector<std::int32_t>;

// Consecutive remaining non-zeros of one row, stored without the zeros between them.
struct Segment {
    std::int32_t row = 0;
    std::int32_t begin = 0; // within Remaining::row(row)
    std::int32_t length = 0;
    bool operator==(const Segment&) const = default;
};

// Columns of a window of rows in the order in which they are stored, with the remaining non-zeros of each there.
struct WindowColumns {
    std::vector<std::int32_t> cols;
    std::vector<std::uint8_t> counts;
};

// Rows that have something left, in their own order: what every generator begins with.
Rows occupiedRows(const Remaining& remaining);

// 1. Reorder rows: by descending number of remaining non-zeros; equal ones keep their order.
Rows reorderRows(const Remaining& remaining, const Rows& rows);
// 1. Reorder columns of a window of at most 255 rows: by descending number of remaining non-zeros there, ties by
// column. Columns with fewer than `least`, which is from 1 to 127, are left out, and those with as many after the first
// few.
WindowColumns reorderColumns(const Remaining& remaining, std::span<const std::int32_t> window, Scratch& scratch,
                             std::uint8_t least = 1, std::int64_t few = std::numeric_limits<std::int64_t>::max());
// Sets the counters of all columns that the window's rows have to 0.
void forgetCounts(const Remaining& remaining, std::span<const std::int32_t> window, Scratch& scratch);

// 2. Divide rows or columns: part(begin, end) for consecutive parts of `size`.
template <class Part>
void divide(std::int64_t count, std::int64_t size, const Part& part)
{
    for (std::int64_t begin = 0; begin < count; begin += size)
        part(begin, std::min(count, begin + size));
}
// 2. Divide columns of squeezed rows: what of each segment lies in columns [colBegin, colEnd); empty ones vanish.
std::vector<Segment> divideColumns(const Remaining& remaining, std::span<const Segment> segments, std::int32_t colBegin,
                                   std::int32_t colEnd);

// 3. Squeeze: only the non-zeros of each row; rows without any vanish.
std::vector<Segment> squeeze(const Remaining& remaining, std::span<const std::int32_t> rows);

// 4. Split rows into pieces of `size` non-zeros.
std::vector<Segment> splitRows(std::span<const Segment> segments, std::int32_t size);

// 5. Zero padding of squeezed rows to a power of two of places: its exponent.
inline int paddedExponent(std::int32_t length)
{
    return static_cast<int>(std::bit_width(static_cast<std::uint32_t>(length - 1)));
}

// 6. Flatten squeezed rows into one array of CSR positions.
std::vector<std::uint32_t> flatten(const Remaining& remaining, std::span<const Segment> segments,
                                   Progress& progress = noProgress());

} // namespace sparsescope::stile
