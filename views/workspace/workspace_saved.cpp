// What is in a file already, and what would be lost.
#include "views/parts/numbers.h"
#include "views/workspace/workspace.h"

#include <algorithm>

namespace sparsescope {

namespace {

constexpr double worthSeconds = 3; // of a search: found again sooner than a question is read

} // namespace

Workspace::Work Workspace::workNow() const
{
    Work work{{}, {}, m_sweeps, m_bookmarks, m_note};
    for (const OpenPlan& entry : m_plans)
        work.plans.push_back(entry.plan);
    for (const OpenRun& entry : m_runs)
        work.runs.push_back(entry.profile);
    return work;
}

QString Workspace::unsaved() const
{
    const auto plans = std::count_if(m_plans.begin(), m_plans.end(), [&](const OpenPlan& entry) {
        return !m_saved.plans.contains(entry.plan) && (!entry.trace || entry.trace->searchSeconds >= worthSeconds);
    });
    const auto runs = std::count_if(m_runs.begin(), m_runs.end(),
                                    [&](const OpenRun& entry) { return !m_saved.runs.contains(entry.profile); });
    const auto sweeps = std::count_if(m_sweeps.begin(), m_sweeps.end(),
                                      [&](const SweepPtr& sweep) { return !m_saved.sweeps.contains(sweep); });
    QStringList parts;
    if (plans > 0)
        parts << countOf(plans, tr("plan"), tr("plans"));
    if (runs > 0)
        parts << countOf(runs, tr("run"), tr("runs"));
    if (sweeps > 0)
        parts << countOf(sweeps, tr("sweep"), tr("sweeps"));
    if (m_bookmarks != m_saved.bookmarks)
        parts << (m_bookmarks.empty() ? tr("deleted bookmarks") : tr("bookmarks"));
    if (m_note != m_saved.note)
        parts << tr("the note");
    if (parts.size() < 2)
        return parts.join(QString());
    const QString last = parts.takeLast();
    return tr("%1 and %2").arg(parts.join(QStringLiteral(", ")), last);
}

} // namespace sparsescope
