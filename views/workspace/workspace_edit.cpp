// What changes by hand do to the list of plans, what a search leaves that is over, and sweeps.
#include "views/workspace/workspace.h"

#include <QThreadPool>

#include <algorithm>
#include <utility>

namespace sparsescope {

namespace {

int placeOf(const QList<OpenPlan>& plans, const PlanPtr& plan)
{
    const auto found =
        std::find_if(plans.begin(), plans.end(), [&](const OpenPlan& entry) { return entry.plan == plan; });
    return found == plans.end() ? -1 : static_cast<int>(found - plans.begin());
}

} // namespace

void Workspace::putPlan(const OpenPlan& plan)
{
    if (const int place = placeOf(m_plans, plan.plan); place >= 0)
        return setCurrentPlan(place);
    m_plans.push_back(plan);
    Q_EMIT plansChanged();
    setCurrentPlan(static_cast<int>(m_plans.size()) - 1);
}

void Workspace::replacePlan(const PlanPtr& old, const OpenPlan& plan)
{
    const int place = placeOf(m_plans, old);
    if (place < 0)
        return;
    m_plans[place] = plan;
    m_currentPlan = place;
    planShown(true);
}

bool Workspace::measured(const PlanPtr& plan) const
{
    return m_jobs->busy(Lane::Gpu) ||
           std::any_of(m_runs.begin(), m_runs.end(), [&](const OpenRun& run) { return run.plan == plan; });
}

void Workspace::removePlan(const PlanPtr& plan, const PlanPtr& shown)
{
    const int place = placeOf(m_plans, plan);
    if (place < 0)
        return;
    if (measured(plan))
        return setCurrentPlan(placeOf(m_plans, shown));
    m_plans.removeAt(place);
    m_currentPlan = std::min(std::max(0, placeOf(m_plans, shown)), static_cast<int>(m_plans.size()) - 1);
    // Bookmarks name plans by their place.
    const std::vector<SavedView> bookmarks = m_bookmarks;
    for (SavedView& view : m_bookmarks)
        view.plan = view.plan == place ? -1 : view.plan - (view.plan > place ? 1 : 0);
    planShown(true);
    if (bookmarks != m_bookmarks)
        Q_EMIT bookmarksChanged();
}

void Workspace::endLive()
{
    const bool seen = live() != nullptr;
    // Its copies of the tiles may be large; giving them back takes its time elsewhere.
    if (LiveSearch over = std::exchange(m_live, {}); seen)
        QThreadPool::globalInstance()->start([over = std::move(over)]() mutable { over = {}; });
    if (m_selection.liveTile >= 0) {
        m_selection.liveTile = -1;
        Q_EMIT selectionChanged();
    }
    if (seen)
        Q_EMIT liveChanged();
}

// Where it had found something it ends with a plan, and nobody comes here.
QString Workspace::searchCancelled()
{
    const bool seen = live() != nullptr;
    endLive();
    return seen ? tr("Cancelled the search and dropped what it had found.")
                : tr("Cancelled the search before it had chosen a tile; there is no plan to keep.");
}

void Workspace::addSweep(SweepPtr sweep)
{
    m_sweeps.push_back(std::move(sweep));
    Q_EMIT sweepsChanged();
}

void Workspace::setCostChanges(const QStringList& changes)
{
    if (changes == m_costChanges)
        return;
    m_costChanges = changes;
    Q_EMIT conditionsChanged();
}

} // namespace sparsescope
