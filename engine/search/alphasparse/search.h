// The search among graphs (AlphaSparse, section VI): seeds, structures by annealing, parameters on a grid, finer ones
// by a fit, and the best measured once more.
#pragma once

#include "engine/cost/calibration.h"
#include "engine/search/alphasparse/fit.h"
#include "engine/search/alphasparse/graph_model.h"
#include "engine/search/evaluator.h"

#include <array>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace sparsescope::alphasparse {

// In a trace: a search begins; a graph, whose own member has the same name.
inline constexpr const char* searchEvent = "search";
inline constexpr const char* graphEvent = "graph";

enum class Phase { Seeds, Structures, Grid, Fine, Whole, Final };
inline constexpr std::size_t phaseCount = 6;
const char* name(Phase phase);

// Why a search ended before its time.
struct EarlyEnd {
    Phase phase = Phase::Seeds; // that was under way
    std::string lost = {};      // what the GPU was lost by; empty: it was enough
};

// What a log says, in place of clocks.
struct LoggedSearch {
    std::array<std::int64_t, phaseCount> ends{};             // graphs evaluated when each phase ended
    std::array<std::vector<std::size_t>, phaseCount> points; // of grids, how many were predicted, in order
    bool finals = false;                                     // the best were measured again
    std::optional<EarlyEnd> early;
};

struct SearchLimits {
    double seconds = 0;                      // 0: none
    std::int64_t evaluations = 0;            // graphs measured, or predicted where nothing is measured; 0: none
    std::optional<LoggedSearch> logged = {}; // in place of both
};

struct SearchSettings {
    SearchLimits limits;
    double padding = 4;
    graph::Compression compression = graph::Compression::On;
    bool pruning = true;
    FitKind fit = FitKind::Ridge; // of the fine grid
    std::uint64_t seed = 1;
    std::optional<graph::Graph> start = {}; // tried before all others, whatever the rules say
};

// The best graph, applied; what it is predicted to take, and took.
struct FoundGraph {
    graph::Graph graph;
    graph::Applied applied;
    GraphFeatures features = {};
    double predictedNs = 0;
    double measuredNs = 0; // 0: it was not measured
    std::int64_t evaluated = 0;
    std::optional<EarlyEnd> early = {};
};

// What graphs are evaluated on.
struct SearchedRows {
    const Matrix& matrix;
    GraphTimer* timer = nullptr; // none: graphs are predicted alone
    double share = 1;            // of the whole matrix's non-zeros
};

// The rows of a large matrix that a search takes for all of them until its last phases, in which the best graphs are
// evaluated on the whole one; nothing of others.
struct SomeRows {
    Matrix matrix;
    double share;
};
std::optional<SomeRows> rowsToSearch(const Matrix& matrix);

// Tells of each event by name and data: "search", "graph", "prune", "points", "model", "final", "stop"
// (samples/trace-schema.md). A function of matrix, operator, settings and the timers' answers where no seconds limit
// it. `some` are those of rowsToSearch(). `progress` is a part of `all`: cancelled alone, the search ends with the best
// graph so far; so it does where the GPU is lost on the way. Throws Error(Input) where none of the seeds can hold the
// matrix, what the timers throw, Error(Cancelled).
using Tell = std::function<void(const char* name, const nlohmann::json& data)>;
FoundGraph searchGraphs(const SearchedRows& whole, const std::optional<SearchedRows>& some, const Operator& op,
                        const Calibration& calibration, const SearchSettings& settings, const Tell& tell,
                        const Progress& all, Progress& progress);

} // namespace sparsescope::alphasparse
