// The planner "graph": the format that a graph of nodes, given as JSON, makes of a matrix (AlphaSparse, sections IV and
// V). Each BMTB is a tile, each branch a round.
#pragma once

#include "engine/plan/graph/apply.h"
#include "engine/search/planner.h"

#include <vector>

namespace sparsescope::alphasparse {

// A plan with the tiles of a graph that was applied to the matrix, costed; branch i is level and round i + 1, and the
// parts of its cuts are partitions: the smallest ranges of rows and columns that hold them. `figures.graph` is the
// graph with every parameter. Throws Error(Usage) where the calibration has no numbers for it, Error(Cancelled).
Plan planOf(const graph::Graph& graph, const graph::Applied& applied, const Matrix& matrix, const CostModel& model,
            Plan header, std::vector<TraceRound>& rounds, Progress& progress);

} // namespace sparsescope::alphasparse

namespace sparsescope {

// Its option "graph" holds the text. Errors in it name the JSON pointer of the wrong node.
const Planner& graphPlanner();

} // namespace sparsescope
