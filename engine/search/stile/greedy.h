// STile algorithm 2: greedy selection with local search and withdrawal, level by level.
#pragma once

#include "engine/core/progress.h"
#include "engine/search/stile/space.h"
#include "engine/search/trace.h"

#include <functional>
#include <optional>

namespace sparsescope::stile {

struct GreedyOptions {
    double ratio = 1.2;      // r of the local search
    bool localSearch = true; // off: a round takes its best candidate alone
    bool withdraw = true;
    std::int64_t depth = 0; // levels; 0: no limit. Candidates of the last level serve until everything is covered
};

struct GreedyResult {
    std::vector<TraceRound> rounds;
    std::optional<std::int64_t> coveredWhenCancelled; // non-zeros; nothing when it came to its end
};

// Fills formats, tiles, ids and entries of the plan, with costs and atomic flags. The sink hears of rounds and tiles as
// they come. When `progress` is cancelled and `whole` is not, what was chosen until then is kept and the rest is taken
// as it comes: by ELL candidates alone, else 1D ones, else blocks. Throws Error(Usage) when the space has no
// candidates, Error(Cancelled) when `whole` is cancelled or nothing was chosen yet.
GreedyResult selectGreedily(const Matrix& matrix, const Space& space, const GreedyOptions& options, Plan& plan,
                            TraceSink& sink, Progress& progress, Progress& whole);

} // namespace sparsescope::stile
