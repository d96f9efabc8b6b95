// Never worse than plain CSR: what was searched is measured, plain CSR too, and the faster one is the answer.
#pragma once

#include "engine/search/request.h"
#include "engine/work/worker.h"

#include <optional>

namespace sparsescope {

// The search of what a plan has to beat once it is measured: plain CSR, or where that was predicted to be the best,
// what the search itself found. None where plain CSR did not compete for the plan (another planner, a calibration
// without numbers for it, a plan from a file), where other formats were asked for or no competitors, and where the
// search was ended early. `request` is the one that found the plan.
std::optional<SearchRequest> rivalOf(const Plan& plan, const SearchRequest& request);

struct PlainCsrRace {
    session::Session run; // of the job's plan, measured as the job says
    // Where there was a rival:
    std::optional<SearchResult> rival;
    bool rivalIsPlainCsr = false;
    double rivalNs = 0;                       // measured briefly: verified and timed
    std::optional<session::Session> rivalRun; // measured as the job says; only where the rival was the faster one
};

// Runs the job, which has one plan, and its rival where there is one. Throws as Worker::run and searchPlan() do.
PlainCsrRace raceAgainstPlainCsr(const GpuJob& job, const std::optional<SearchRequest>& rival, Worker& worker,
                                 Progress& progress, const Worker::Listener& listener = {});

} // namespace sparsescope
