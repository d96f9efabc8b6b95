// The planner "graph": the format that a graph of nodes, given as JSON, makes of a matrix (AlphaSparse, sections IV and
// V). Each BMTB is a tile, each branch a round.
#pragma once

#include "engine/plan/graph/apply.h"
#include "engine/plan/graph/functions.h"
#include "engine/search/planner.h"

#include <string>
#include <string_view>
#include <vector>

namespace sparsescope::alphasparse {

// Option "compression" of both planners, and what it says.
PlannerOption compressionOption();
graph::Compression compressionAsked(const nlohmann::json& options);

// A graph, or that of a plan (its figure "graph"), as JSON. Throws Error(Input) with the file.
graph::Graph graphIn(std::string_view text, const std::string& file);

// A plan with the tiles of a graph that was applied to the matrix (graph::addBranches), costed, and a round a branch.
// Throws Error(Usage) where the calibration has no numbers for it, Error(Cancelled).
Plan planOf(const graph::Graph& graph, const graph::Applied& applied, const Matrix& matrix, const CostModel& model,
            Plan header, std::vector<TraceRound>& rounds, Progress& progress);

} // namespace sparsescope::alphasparse

namespace sparsescope {

// Its option "graph" holds the text. Errors in it name the JSON pointer of the wrong node.
const Planner& graphPlanner();

} // namespace sparsescope
