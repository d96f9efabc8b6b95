// The search among graphs (AlphaSparse, section VI): seeds, structures by annealing, parameters on a grid, finer ones
// by a fit, and the best measured once more.
#pragma once

#include "engine/cost/calibration.h"
#include "engine/search/alphasparse/graph_model.h"
#include "engine/search/evaluator.h"

#include <array>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace sparsescope::alphasparse {

inline constexpr const char* graphEvent = "graph"; // of a trace, and the member that holds the graph itself

enum class Phase { Seeds, Structures, Grid, Fine, Final };
inline constexpr std::size_t phaseCount = 5;
const char* name(Phase phase);

struct SearchLimits {
    double seconds = 0;           // 0: none
    std::int64_t evaluations = 0; // graphs measured, or predicted where nothing is measured; 0: none
    // Of a log: graphs evaluated when each phase ended. They take the place of the others.
    std::optional<std::array<std::int64_t, phaseCount>> ends = {};
};

struct SearchSettings {
    SearchLimits limits;
    double padding = 4;
    bool pruning = true;
    std::uint64_t seed = 1;
};

// The best graph, applied; what it is predicted to take, and took.
struct FoundGraph {
    graph::Graph graph;
    graph::Applied applied;
    GraphFeatures features = {};
    double predictedNs = 0;
    double measuredNs = 0; // 0: it was not measured
    std::int64_t evaluated = 0;
    std::string stopped = {}; // the phase that was under way when it was enough
};

// Tells of each event by name and data: "graph", "prune", "model", "stop" (samples/trace-schema.md). A function of
// matrix, operator, settings and the timer's answers where no seconds limit it. Without a timer graphs are predicted
// alone. `progress` is a part of `whole`: cancelled alone, the search ends with the best graph so far. Throws
// Error(Input) where none of the seeds can hold the matrix, what the timer throws, Error(Cancelled).
using Tell = std::function<void(const char* name, const nlohmann::json& data)>;
FoundGraph searchGraphs(const Matrix& matrix, const Operator& op, const Calibration& calibration, GraphTimer* timer,
                        const SearchSettings& settings, const Tell& tell, const Progress& whole, Progress& progress);

} // namespace sparsescope::alphasparse
