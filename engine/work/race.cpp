// Searches the rival of a plan, measures both, and the faster one in full.
#include "engine/work/race.h"

#include "engine/search/planner.h"
#include "engine/search/stile/plain_csr.h"

#include <algorithm>

namespace sparsescope {

std::optional<SearchRequest> rivalOf(const Plan& plan, const SearchRequest& request)
{
    const std::vector<PlannerOption> options = planner(request.planner).options();
    const bool asked = std::any_of(options.begin(), options.end(), [&](const PlannerOption& o) {
        return (o.name == "formats" || o.name == "compete") && request.options.value(o.name, o.initial) != o.initial;
    });
    if (asked || cancelledSearch(plan) ||
        std::none_of(plan.competitors.begin(), plan.competitors.end(), [](const Competitor& c) { return c.plainCsr; }))
        return std::nullopt;
    SearchRequest rival = request;
    if (stile::isPlainCsr(plan))
        rival.options["compete"] = false;
    else
        rival.options["formats"] = "csr";
    return rival;
}

PlainCsrRace raceAgainstPlainCsr(const GpuJob& job, const std::optional<SearchRequest>& rival, Worker& worker,
                                 Progress& progress, const Worker::Listener& listener)
{
    PlainCsrRace result;
    result.run = worker.run(job, progress, listener);
    if (!rival || result.run.runs.empty())
        return result;
    const auto timeOf = [](const session::Session& session) { return session.runs.at(0).profile.kernel.medianNs; };
    result.rival = searchPlan(*job.matrix, *rival, progress);
    result.rivalIsPlainCsr = stile::isPlainCsr(result.rival->plan);
    GpuJob other = job;
    other.plans = {std::make_shared<const Plan>(result.rival->plan)};
    GpuJob brief = other;
    brief.run.brief = true;
    brief.run.baselines.clear();
    result.rivalNs = timeOf(worker.run(brief, progress, listener));
    if (result.rivalNs < timeOf(result.run))
        result.rivalRun = worker.run(other, progress, listener);
    return result;
}

} // namespace sparsescope
