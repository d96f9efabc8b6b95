// BMTBs as tiles of a plan: what each stores, and its metadata made from that alone, as a plan's file has no graph.
#pragma once

#include "engine/plan/format.h"
#include "engine/plan/graph/apply.h"

#include <cstdint>
#include <vector>

namespace sparsescope::graph {

// What a BMTB stores before ROW_PAD: its rows of the matrix in stored order, which may be pieces of rows, and its CSR
// positions by stored row, then column.
struct StoredBmtb {
    std::vector<std::int32_t> rowIds;
    std::vector<std::uint32_t> entries;
};
StoredBmtb storedBmtb(const Metadata& branch, std::int64_t bmtb);

// The nodes that make a BMTB's metadata from what it stores: those of a branch's leaf from ROW_PAD on. What DIAG_SPLIT
// and BMT_PAD take from the whole branch is written as diagonals before them, and as a size.
Chain tileNodes(const Chain& leaf, const Metadata& branch);

// The most places for each non-zero of a branch that plans have: a planner may accept fewer, no file has more.
inline constexpr std::int64_t mostPadding = 64;

// The metadata of a tile as of a branch with one BMTB: what the branch has for this BMTB, with rows counted from its
// first one. Of the columns only those are its part that it reads. Throws Error(Input) where the tile does not meet a
// node's needs, Error(Cancelled).
Metadata tileMetadata(const Chain& nodes, const TileView& tile, const Matrix& matrix, Progress& progress);

// How many places that has, found without laying them out: it takes memory for the non-zeros and BMTs, whatever the
// nodes pad them to. Throws what tileMetadata() throws.
std::int64_t tilePlaces(const Chain& nodes, const TileView& tile, const Matrix& matrix, Progress& progress);

} // namespace sparsescope::graph
