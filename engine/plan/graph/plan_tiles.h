// The tiles of a plan that a graph makes: a tile a BMTB.
#pragma once

#include "engine/plan/graph/apply.h"
#include "engine/plan/plan.h"

namespace sparsescope::graph {

// Adds them to a plan without tiles, uncosted. Branch i is level and round i + 1; where there are several, parts of
// cuts are partitions: the smallest ranges of rows and columns that hold them. `figures.graph` becomes the graph with
// every parameter. Throws Error(Cancelled).
void addBranches(Plan& plan, const Graph& graph, const Applied& applied, Progress& progress);

} // namespace sparsescope::graph
