// The document: state, selection and step. The jobs that change it are in workspace_jobs.cpp.
#include "views/workspace/workspace.h"

#include "engine/cost/calibration.h"
#include "engine/search/planner.h"
#include "views/workspace/shown_order.h"

#include <algorithm>

namespace sparsescope {

Workspace::Workspace(Hooks hooks, QObject* parent)
    : QObject(parent), m_hooks(std::move(hooks)), m_calibration(QString::fromUtf8(defaultCalibration)),
      m_jobs(std::make_unique<Jobs>())
{
    if (!planners().empty())
        m_planner = QString::fromStdString(planners().front()->name());
    connect(m_jobs.get(), &Jobs::failed, this, &Workspace::failed);
    connect(m_jobs.get(), &Jobs::cancelled, this, [this](const JobStatus& job) {
        Q_EMIT message(job.lane == Lane::Search ? searchCancelled() : tr("Cancelled: %1").arg(job.title));
    });
    m_order = std::make_unique<ShownOrder>(*this);
    askForGpu();
}

Workspace::~Workspace()
{
    m_jobs->disconnect(this);
}

const OpenRun* Workspace::run() const
{
    const PlanPtr shown = plan();
    for (auto it = m_runs.crbegin(); it != m_runs.crend(); ++it)
        if (shown && it->plan == shown)
            return &*it;
    return nullptr;
}

void Workspace::setMatrix(MatrixPtr matrix)
{
    for (const Lane lane : {Lane::Search, Lane::Generate, Lane::Project, Lane::Gpu, Lane::Check, Lane::PlanFacts,
                            Lane::RunFacts, Lane::Statistics})
        m_jobs->drop(lane);
    m_matrix = std::move(matrix);
    m_plans.clear();
    m_currentPlan = -1;
    m_runs.clear();
    m_check.reset();
    m_selection = {};
    m_pick.reset();
    m_step = 0;
    m_live = {};
    m_sweeps.clear();
    m_statistics.reset();
    m_features.reset();
    m_bookmarks.clear();
    m_note.clear();
    m_saved = {};
    m_sessionPath.clear();
    forgetSource();
    Q_EMIT matrixChanged();
    Q_EMIT liveChanged();
    Q_EMIT sweepsChanged();
    Q_EMIT bookmarksChanged();
    Q_EMIT noteChanged();
    Q_EMIT statisticsChanged();
    Q_EMIT plansChanged();
    Q_EMIT planChanged();
    Q_EMIT runChanged();
    Q_EMIT sourceChanged();
    Q_EMIT selectionChanged();
    Q_EMIT pickChanged();
    Q_EMIT stepChanged();
    if (m_matrix)
        startStatistics();
}

void Workspace::addPlan(PlanPtr plan, TracePtr trace, const QString& title)
{
    m_plans.push_back({std::move(plan), std::move(trace), title, {}});
    Q_EMIT plansChanged();
    setCurrentPlan(static_cast<int>(m_plans.size()) - 1);
}

void Workspace::addRun(PlanPtr plan, ProfilePtr profile, bool recorded)
{
    m_runs.push_back({plan, profile, {}, recorded});
    Q_EMIT runChanged();
    startRunFacts(std::move(plan), std::move(profile));
}

void Workspace::setCurrentPlan(int index)
{
    if (index < 0 || index >= m_plans.size() || index == m_currentPlan)
        return;
    m_currentPlan = index;
    endLive(); // another plan is looked at now
    ++m_searchGeneration;
    m_operator = plan()->op;
    planShown(false);
}

// Everything that belonged to the plan before is gone before anybody hears of the new one.
void Workspace::planShown(bool listToo)
{
    m_check.reset();
    m_selection.tile = -1;
    m_step = steps();
    forgetSource();
    if (listToo)
        Q_EMIT plansChanged();
    Q_EMIT conditionsChanged();
    Q_EMIT planChanged();
    Q_EMIT sourceChanged();
    Q_EMIT runChanged();
    Q_EMIT checkChanged();
    Q_EMIT selectionChanged();
    Q_EMIT stepChanged();
    if (!planFacts())
        startFacts(plan());
    else
        Q_EMIT planFactsChanged();
    if (const OpenRun* shown = run(); shown && !shown->facts)
        startRunFacts(shown->plan, shown->profile);
    if (m_hooks.generateSource)
        generate();
}

void Workspace::setBookmarks(std::vector<SavedView> bookmarks)
{
    m_bookmarks = std::move(bookmarks);
    Q_EMIT bookmarksChanged();
}

void Workspace::setNote(const QString& note)
{
    if (note == m_note)
        return;
    m_note = note;
    Q_EMIT noteChanged();
}

void Workspace::setOperator(const Operator& op)
{
    if (op == m_operator)
        return;
    m_operator = op;
    Q_EMIT conditionsChanged();
}

void Workspace::setPlanner(const QString& name)
{
    if (name == m_planner)
        return;
    m_planner = name;
    m_options = nlohmann::json::object();
    Q_EMIT conditionsChanged();
}

void Workspace::setPlannerOptions(const nlohmann::json& options)
{
    if (options == m_options)
        return;
    m_options = options;
    Q_EMIT conditionsChanged();
}

void Workspace::setCalibration(const QString& nameOrFile)
{
    if (nameOrFile == m_calibration)
        return;
    m_calibration = nameOrFile;
    Q_EMIT conditionsChanged();
}

QString Workspace::whyNoSearch() const
{
    if (!m_matrix)
        return tr("Open a matrix first.");
    if (m_planner.isEmpty())
        return tr("There is no planner in this program.");
    return {};
}

QString Workspace::whyNoGpuRun() const
{
    if (!m_gpuProblem.isEmpty())
        return m_gpuProblem;
    if (!m_matrix)
        return tr("Open a matrix first.");
    if (!plan())
        return tr("Search a plan first.");
    return {};
}

void Workspace::select(const Selection& selection)
{
    Selection wanted = selection;
    if (wanted.tile >= steps())
        wanted.tile = -1;
    if (wanted.liveTile >= m_live.chosen())
        wanted.liveTile = -1;
    if (wanted == m_selection)
        return;
    m_selection = wanted;
    Q_EMIT selectionChanged();
}

void Workspace::setPick(const std::optional<Element>& pick)
{
    if (pick == m_pick)
        return;
    m_pick = pick;
    Q_EMIT pickChanged();
}

void Workspace::setStep(std::int64_t step)
{
    const std::int64_t wanted = std::clamp<std::int64_t>(step, 0, steps());
    if (wanted == m_step)
        return;
    m_step = wanted;
    Q_EMIT stepChanged();
}

} // namespace sparsescope
