// What reductions leave, and who writes which row (AlphaSparse, section IV-A: implementing).
#pragma once

#include "engine/plan/graph/metadata.h"

#include <span>
#include <vector>

namespace sparsescope::graph {

inline constexpr std::int64_t mostPartialBytes = 48 << 10;
inline constexpr std::int64_t mostSharedBytes = 227 << 10; // of a block, sm_90

// Places of partials in a block's shared memory: a part of x behind them begins at a multiple of 16 bytes.
constexpr std::int64_t partialPlaces(std::int64_t partials, bool xShared)
{
    return xShared ? (partials + 3) / 4 * 4 : partials;
}

// Shared memory that a block takes: its partials, and the widest stripe of x where it copies that.
std::int64_t sharedBytes(const Metadata& m);

// Stored rows from the first to the last; -1, -1: none.
struct RowRange {
    std::int32_t first = -1, last = -1;
    std::int32_t count() const { return first < 0 ? 0 : last - first + 1; }
};
// Those of each group of BMTs, given as offsets.
std::vector<RowRange> rowsOfGroups(const Metadata& m, std::span<const std::int32_t> offsets);

// What leaves partials: BMTs, or BMWs where a warp reduces.
struct Units {
    std::span<const std::int32_t> ofBmtb; // offsets
    std::vector<RowRange> rows;
    bool single = true; // one partial each, else one a row

    std::int32_t partials(std::size_t unit) const { return single ? 1 : rows[unit].count(); }
};
Units unitsOf(const Metadata& m);

// Adds the final results of each row of the matrix, which GMEM_ATOM_RED writes.
void countWriters(const Metadata& m, std::span<std::int32_t> writers);

} // namespace sparsescope::graph
