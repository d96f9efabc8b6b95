// Searches the rival of a plan, measures both, and the faster one in full.
#include "engine/work/race.h"

#include "engine/core/error.h"
#include "engine/search/planner.h"
#include "engine/search/stile/plain_csr.h"

#include <algorithm>

namespace sparsescope {

namespace {

// The plans that come back have as many tiles as those that were sent, whatever the worker is: what is known of a tile
// is found by its number.
session::Session answerTo(const GpuJob& job, Worker& worker, Progress& progress, const Worker::Listener& listener)
{
    session::Session answer = worker.run(job, progress, listener);
    const auto fits = [](const session::SessionPlan& came, const std::shared_ptr<const Plan>& sent) {
        return came.plan.tiling().tiles.size() == sent->tiling().tiles.size();
    };
    if (answer.plans.size() > job.plans.size() ||
        !std::equal(answer.plans.begin(), answer.plans.end(), job.plans.begin(), fits))
        throw Error(ErrorKind::Device,
                    "the GPU worker answers with another plan than it was sent: is it of this version?");
    return answer;
}

} // namespace

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
    result.run = answerTo(job, worker, progress, listener);
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
        result.rivalRun = answerTo(other, worker, progress, listener);
    return result;
}

} // namespace sparsescope
