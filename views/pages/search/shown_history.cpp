// The history of a search among graphs that is looked at.
#include "views/pages/search/shown_history.h"

#include "engine/core/at.h"
#include "engine/plan/graph/graph.h"
#include "engine/search/alphasparse/graph_planner.h"
#include "views/parts/numbers.h"
#include "views/workspace/plan_editor.h"

#include <QPointer>
#include <QRegularExpression>
#include <QUndoCommand>

#include <algorithm>
#include <utility>

namespace sparsescope {

using alphasparse::Evaluation;
using alphasparse::History;
using alphasparse::Verdict;

namespace {

// Both plans stay in the list.
class ShowPlan : public QUndoCommand {
public:
    ShowPlan(Workspace& workspace, OpenPlan before, OpenPlan after)
        : QUndoCommand(ShownHistory::tr("Show %1").arg(after.title)), m_workspace(workspace),
          m_before(std::move(before)), m_after(std::move(after))
    {
    }
    void redo() override { m_workspace.attention().show(m_after); }
    void undo() override { m_workspace.attention().show(m_before); }

private:
    Workspace& m_workspace;
    OpenPlan m_before, m_after;
};

// A graph that the plan says it has; 0: none.
std::uint64_t identityOf(const Plan& plan)
{
    const auto graph = plan.figures.find(alphasparse::graphEvent);
    if (graph == plan.figures.end())
        return 0;
    try {
        return graph::readGraph(*graph, {}).identity();
    } catch (const Error&) {
        return 0;
    }
}

bool isOf(const Plan& plan, const std::string& graph)
{
    const auto option = plan.options.find(alphasparse::graphEvent);
    return option != plan.options.end() && option->is_string() && option->get<std::string>() == graph;
}

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

} // namespace

QString timeText(double ns)
{
    return ns > 0 ? durationText(ns) : QString();
}

ShownHistory::ShownHistory(Workspace& workspace, PlanEditor& editor, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_editor(editor)
{
    listen(m_workspace.attention(), Attention::PlanChanged, this, [this] {
        rememberShown();
        follow();
    });
    listen(m_workspace.attention(), Attention::ToldChanged, this, &ShownHistory::follow);
    listen(m_workspace.attention(), Attention::NodeChanged, this, &ShownHistory::nodeChanged);
    follow();
}

void ShownHistory::follow()
{
    if (!m_workspace.attention().told().empty())
        return grow();
    const PlanPtr plan = m_workspace.attention().plan();
    const TracePtr trace = m_workspace.attention().trace();
    // Its own history, or that of any other plan which has its graph, the one that is looked at first.
    QList<OpenPlan> candidates;
    if (plan && trace && alphasparse::tellsHistory(*trace)) {
        candidates.push_back({plan, trace, {}});
    } else if (plan && plan->figures.contains(alphasparse::graphEvent)) {
        for (const OpenPlan& other : m_workspace.document().plans())
            if (other.trace && alphasparse::tellsHistory(*other.trace))
                candidates.push_back(other);
        std::stable_partition(candidates.begin(), candidates.end(),
                              [this](const OpenPlan& other) { return other.plan == m_origin; });
    }
    if (candidates.isEmpty()) {
        m_reading = false;
        m_workspace.jobs().forget(Lane::History);
        return adopt(nullptr, std::make_shared<History>(), -1);
    }
    struct Found {
        PlanPtr origin;
        std::shared_ptr<History> history = std::make_shared<History>();
        int taken = -1;
    };
    m_reading = true;
    Q_EMIT expectedChanged();
    m_workspace.jobs().start(
        Lane::History, tr("Reading the history of the search"),
        [plan, candidates, known = m_live ? nullptr : m_history, origin = m_origin](Progress& progress) {
            const std::uint64_t identity = identityOf(*plan);
            for (const OpenPlan& candidate : candidates) {
                const auto history =
                    known && origin && candidate.plan == origin
                        ? known
                        : std::make_shared<History>(alphasparse::readHistory(*candidate.trace, progress));
                const int taken = history->find(identity);
                if (taken >= 0 || candidate.plan == plan)
                    return Found{candidate.plan, history, taken};
            }
            return Found{};
        },
        [view = QPointer(this)](const Found& found) {
            if (!view)
                return;
            view->m_reading = false;
            view->adopt(found.origin, found.history, found.taken);
        },
        [view = QPointer(this)](const Failure&) {
            if (!view)
                return;
            view->m_reading = false;
            view->adopt(nullptr, std::make_shared<History>(), -1);
        });
}

// There is more of the search that runs.
void ShownHistory::grow()
{
    const std::vector<TraceEvent>& told = m_workspace.attention().told();
    const bool had = m_live && any();
    if (!m_live || told.size() < m_told) {
        m_workspace.jobs().forget(Lane::History);
        m_reading = false;
        m_history = std::make_shared<History>();
        m_origin.reset();
        m_live = true;
        m_told = 0;
        m_current = m_taken = -1;
    }
    for (; m_told < told.size(); ++m_told)
        m_history->add(told[m_told]);
    m_step = std::ssize(evaluations());
    if (m_current >= m_step)
        m_current = -1;
    if (!had)
        Q_EMIT expectedChanged();
    Q_EMIT changed();
}

void ShownHistory::adopt(const PlanPtr& origin, std::shared_ptr<History> history, int taken)
{
    const bool other = m_live || history != m_history;
    m_live = false;
    m_origin = origin;
    m_taken = taken;
    if (!other) {
        Q_EMIT expectedChanged();
        if (m_taken >= 0)
            m_current = m_taken;
        return (void)Q_EMIT currentChanged();
    }
    m_history = std::move(history);
    m_current = m_taken;
    m_step = std::ssize(evaluations());
    Q_EMIT expectedChanged();
    Q_EMIT changed();
}

void ShownHistory::setCurrent(int index)
{
    if (index == m_current || index >= static_cast<int>(evaluations().size()))
        return;
    m_current = index;
    Q_EMIT currentChanged();
}

void ShownHistory::setStep(std::int64_t step)
{
    const std::int64_t wanted = std::clamp<std::int64_t>(step, 0, std::ssize(evaluations()));
    if (wanted == m_step)
        return;
    m_step = wanted;
    m_current = static_cast<int>(wanted) - 1;
    Q_EMIT currentChanged();
    Q_EMIT stepChanged();
}

void ShownHistory::plan(int index)
{
    if (index < 0 || index >= static_cast<int>(evaluations().size()))
        return;
    const Evaluation& one = evaluations()[at(index)];
    Operations& operations = m_workspace.operations();
    setCurrent(index);
    // Another that was asked for here may be superseded.
    if (m_live || !m_origin || (m_asked.empty() && operations.searching()))
        return (void)Q_EMIT operations.message(
            tr("While the search runs its graphs cannot be planned: wait for its end, or "
               "cancel it and keep what it found (Ctrl+.)"));
    if (one.verdict == Verdict::Refused)
        return (void)Q_EMIT operations.message(tr("This graph cannot hold the matrix: %1").arg(text(one.reason)));
    const Attention& attention = m_workspace.attention();
    if (attention.currentPlan() < 0 || (m_taken >= 0 && evaluations()[at(m_taken)].identity == one.identity))
        return; // it is shown
    m_asked = one.graph;
    m_before = m_workspace.document().plans()[attention.currentPlan()];
    for (const OpenPlan& open : m_workspace.document().plans())
        if (isOf(*open.plan, one.graph) || (open.plan == m_origin && identityOf(*m_origin) == one.identity)) {
            m_workspace.attention().show(open);
            return;
        }
    SearchRequest request;
    request.op = m_origin->op;
    request.planner = graphPlanner().name();
    request.options = {{alphasparse::graphEvent, one.graph}};
    if (const auto padding = m_origin->options.find("padding"); padding != m_origin->options.end())
        request.options["padding"] = *padding;
    request.calibration = m_workspace.setup().calibrationName().toStdString();
    for (const QString& change : m_workspace.setup().costChanges())
        request.whatIf.push_back(change.toStdString());
    request.costModel = m_workspace.setup().costModel().toStdString();
    const QString what = one.phase == alphasparse::Phase::Seeds ? text(one.move) : tr("evaluation %1").arg(one.id);
    operations.plan(request, tr("%1, %2").arg(text(m_origin->planner), what));
}

// What was asked for here is shown now: it can be taken back.
void ShownHistory::rememberShown()
{
    const Attention& attention = m_workspace.attention();
    const PlanPtr plan = attention.plan();
    if (m_asked.empty() || !plan || plan == m_before.plan)
        return;
    const bool asked = isOf(*plan, m_asked) || plan == m_origin;
    m_asked.clear();
    OpenPlan before = std::exchange(m_before, {});
    if (asked)
        m_editor.stack().push(
            new ShowPlan(m_workspace, std::move(before), m_workspace.document().plans()[attention.currentPlan()]));
}

QStringList ShownHistory::linesOf(int index) const
{
    if (index < 0 || index >= static_cast<int>(evaluations().size()))
        return {};
    const Evaluation& one = evaluations()[at(index)];
    QString what = tr("Evaluation %1, %2").arg(countText(one.id), text(name(one.phase)));
    if (one.phase != alphasparse::Phase::Final)
        what += one.parent >= 0 ? tr(": %1, from %2").arg(text(one.move), countText(evaluations()[at(one.parent)].id))
                                : tr(": %1").arg(text(one.move));
    QStringList times;
    if (one.ns > 0)
        times << tr("%1 %2 (%3 to %4)")
                     .arg(one.kept ? tr("measured earlier") : tr("measured"), durationText(one.ns),
                          durationText(one.low), durationText(one.high));
    if (one.predictedNs > 0)
        times << tr("predicted %1").arg(durationText(one.predictedNs));
    times << (one.reason.empty() ? text(name(one.verdict))
                                 : tr("%1: %2").arg(text(name(one.verdict)), text(one.reason)));
    if (one.temperature > 0)
        times << tr("temperature %1").arg(figureText(one.temperature));
    if (index == m_taken)
        times << tr("shown on the canvas");
    return {what, times.join(QStringLiteral(", ")), text(one.nodes)};
}

QString ShownHistory::nodesLine() const
{
    const QString all = linesOf(m_current).value(2);
    const auto& node = m_workspace.attention().node();
    if (!node)
        return all;
    const QRegularExpression name(QStringLiteral("\\b%1\\b").arg(text(node->kind)));
    const qsizetype begin = all.indexOf(name);
    return begin <= 0 ? all : QStringLiteral("… ") + all.mid(begin);
}

QString ShownHistory::summary() const
{
    QStringList parts{countOf(std::ssize(evaluations()), tr("evaluation"), tr("evaluations"))};
    if (m_history->before() > 0)
        parts << tr("%1 before them, of a search that lost its GPU").arg(countText(m_history->before()));
    if (m_history->share() < 1)
        parts << tr("times before the phase whole are those of rows with %1 of the non-zeros, longer by as much as the "
                    "model predicts")
                     .arg(percentText(m_history->share()));
    if (!m_history->lost().empty())
        parts << tr("the GPU was lost: %1").arg(text(m_history->lost()));
    if (m_history->leftOut() > 0)
        parts << tr("%1 of the trace that no search tells so: left out")
                     .arg(countOf(m_history->leftOut(), tr("event"), tr("events")));
    return parts.join(QStringLiteral("; "));
}

} // namespace sparsescope
