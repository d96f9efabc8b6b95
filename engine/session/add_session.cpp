// Plans and runs put behind those of a session.
#include "engine/core/error.h"
#include "engine/session/session.h"

#include <fmt/format.h>

namespace sparsescope::session {

Session addedTo(const std::string& path, Session more, Progress& progress)
{
    Session all = readSession(path, progress);
    if (all.matrix->fingerprint() != more.matrix->fingerprint())
        failInput(fmt::format("is a session of {}, not of {}: nothing is added to it", all.matrix->source().name,
                              more.matrix->source().name),
                  {.file = path});
    const auto before = static_cast<int>(all.plans.size());
    for (SessionPlan& plan : more.plans)
        all.plans.push_back(std::move(plan));
    for (SessionRun& run : more.runs) {
        run.plan += before;
        all.runs.push_back(std::move(run));
    }
    all.published.insert(all.published.end(), more.published.begin(), more.published.end());
    return all;
}

} // namespace sparsescope::session
