// Where the arrays of a branch mention a non-zero: its place, its row, its BMT, BMW and BMTB.
#pragma once

#include "engine/plan/graph/metadata.h"

#include <vector>

namespace sparsescope::graph {

// An element of an array; of offsets the one where the row or block begins.
struct Mention {
    Array array;
    std::int64_t i = 0;
};

// What is of the non-zero at this CSR position, an element an array; none where the branch does not have it. Linear in
// places.
std::vector<Mention> mentionsOf(const Metadata& m, std::int64_t position);

} // namespace sparsescope::graph
