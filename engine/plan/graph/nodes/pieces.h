// Consecutive places cut into pieces: how blocks of every level are made.
#pragma once

#include "engine/plan/graph/node.h"

namespace sparsescope::graph {

// Piece i is places [begins[i], begins[i + 1]) in stored order, the first of them in row rows[i]; parent j has the
// pieces [first[j], first[j + 1]).
struct Pieces {
    Numbers begins, rows, first;
};

enum class Way : std::uint8_t {
    Rows,      // so many whole rows
    FullRows,  // whole rows of so many places at most, a longer one alone
    Columns,   // so many places of a row, the last what is left
    NonZeros,  // so many places
    Everything // each parent is one
};

// The parts of a branch without empty rows.
Pieces partsOf(const Metadata& m);
// The pieces of one level, cut in pieces of the next. Parents of Rows and FullRows have whole rows. Linear.
Pieces cut(const Metadata& m, const Pieces& parents, Way way, std::int64_t size, const Context& context);
// The pieces of each parent in groups of `size`: where a group begins among the pieces, as offsets; `first` as in
// Pieces.
struct Groups {
    Numbers offsets, first;
};
Groups grouped(std::span<const std::int32_t> first, std::int64_t size);

} // namespace sparsescope::graph
