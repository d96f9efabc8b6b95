// Which nodes are not worth trying for a matrix.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/plan/data_type.h"
#include "engine/plan/graph/node.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace sparsescope::alphasparse {

// What rules ask about a matrix; lengths of rows that are not empty.
struct RowFacts {
    std::int64_t shortest = 0, longest = 0;
    double mean = 0;
    std::int64_t percentile99 = 0; // of the lengths
    std::int64_t nnz = 0, cols = 0;
    int bytesOfX = 4;                   // of an element
    std::array<double, 4> classes = {}; // shares of the non-zeros in rows up to 32, 512, 8192, and longer ones
    double diagonals = 0;               // share of the non-zeros on the 20 fullest diagonals
};
// Throws Error(Cancelled).
RowFacts rowFacts(const Matrix& matrix, DataType dtype, const Progress& progress);

// What the nodes before one have done with the rows: a cut has left others than these facts say of.
struct RowsBefore {
    bool cut = false;
    bool ordered = false;
};

struct PruningRule {
    const char* name;   // "warp a row"
    const char* source; // "public code of AlphaSparse", or "ours"
    const char* says;   // a sentence
    // Whether it keeps a node out.
    bool (*prunes)(const graph::Node& node, const RowFacts& facts, const RowsBefore& rows);
    bool seedsToo = false; // else what people have designed is tried all the same
};
std::span<const PruningRule> pruningRules();

// The first rule, in the list's order, that keeps out a node of this graph; null: none.
const PruningRule* prunedBy(const graph::Chain& nodes, const RowFacts& facts);

} // namespace sparsescope::alphasparse
