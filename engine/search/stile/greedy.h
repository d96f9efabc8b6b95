// STile algorithm 2: greedy selection with local search and withdrawal, level by level.
#pragma once

#include "engine/core/progress.h"
#include "engine/search/stile/space.h"
#include "engine/search/trace.h"

#include <functional>

namespace sparsescope::stile {

struct GreedyOptions {
    double ratio = 1.2;        // r of the local search
    bool localSearch = true;   // off: a round takes its best candidate alone
    bool withdraw = true;
    std::int64_t depth = 0;    // levels; 0: no limit. Candidates of the last level serve until everything is covered
};

// Fills formats, tiles, ids and entries of the plan, with costs and atomic flags; returns the rounds. onRound hears of
// each as it ends. Throws Error(Usage) when the space has no candidates, Error(Cancelled).
std::vector<TraceRound> selectGreedily(const Matrix& matrix, const Space& space, const GreedyOptions& options, Plan& plan,
                                       const std::function<void(const TraceRound&)>& onRound, Progress& progress);

}  // namespace sparsescope::stile
