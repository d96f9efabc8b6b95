// What changes by hand do to the list of plans, and what a cancelled search leaves.
#include "views/numbers.h"
#include "views/workspace/workspace.h"

#include <algorithm>

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
    return m_jobs->busy(QStringLiteral("gpu")) ||
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

// A search that is stopped has not covered everything, and a plan has to: what there was of it is said, not kept.
QString Workspace::searchCancelled()
{
    if (m_liveRounds.empty() || !m_matrix)
        return tr("Cancelled the search before its first round was done; there is no plan to keep.");
    const TraceRound last = m_liveRounds.back();
    m_liveRounds.clear();
    Q_EMIT liveRoundsChanged();
    if (last.covered >= m_matrix->nnz())
        return tr("Cancelled while the search compared its plan of %1 with simpler ones; none was kept.")
            .arg(countOf(last.tileEnd, tr("tile"), tr("tiles")));
    return tr("Cancelled in round %1 with %2 of %3 non-zeros covered. A plan owns all of them, so there is none to "
              "keep.")
        .arg(countText(last.round), countText(last.covered), countText(m_matrix->nnz()));
}

void Workspace::setCostChanges(const QStringList& changes)
{
    if (changes == m_costChanges)
        return;
    m_costChanges = changes;
    Q_EMIT conditionsChanged();
}

} // namespace sparsescope
