// Graphs that a search begins with: formats and kernels that people have designed.
#pragma once

#include "engine/plan/data_type.h"
#include "engine/plan/graph/graph.h"

#include <string>
#include <vector>

namespace sparsescope::alphasparse {

struct Seed {
    std::string name;
    graph::Graph graph;
};

// CSR by threads, warps, warps with pieces of rows, staged, and blocks with pieces of long rows; COO; CSR5; ELL; SELL
// with and without sorted windows, and with places read four at once; row-grouped CSR; rows binned by length; HYB;
// diagonals; figure 14a; x in shared memory, twice. For x in shared memory the type says how many columns fit.
std::vector<Seed> seeds(DataType dtype);

} // namespace sparsescope::alphasparse
