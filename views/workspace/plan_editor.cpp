// Changes of a plan by hand, with undo and redo.
#include "views/workspace/plan_editor.h"

#include "engine/cost/own_costs.h"
#include "engine/plan/launch_order.h"
#include "views/parts/format_name.h"
#include "views/parts/numbers.h"

#include <QUndoCommand>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sparsescope {

namespace {
constexpr int mostUndone = 50;
constexpr std::int64_t mostUndoBytes = std::int64_t{4} << 30; // bytes of the plans that can be gone back to
} // namespace

Calibration changedCalibration(const std::string& nameOrFile, const QStringList& changes, const QString& costModel)
{
    std::vector<std::string> all;
    for (const QString& change : changes)
        all.push_back(change.toStdString());
    return calibrationWith(nameOrFile, all, costModel.toStdString());
}

bool sameTime(double beforeNs, double afterNs)
{
    return !(beforeNs > 0) || std::abs(afterNs / beforeNs - 1) < 0.00005;
}

QString changeText(double beforeNs, double afterNs)
{
    const double ratio = beforeNs > 0 ? afterNs / beforeNs - 1 : 0;
    QString share = PlanEditor::tr("no change");
    if (!sameTime(beforeNs, afterNs))
        share = (ratio > 0 ? QStringLiteral("+") : QStringLiteral("−")) + percentText(std::abs(ratio));
    return PlanEditor::tr("%1 to %2, %3").arg(durationText(beforeNs), durationText(afterNs), share);
}

class EditCommand : public QUndoCommand {
public:
    EditCommand(PlanEditor& editor, std::shared_ptr<const PlanEditor::Step> step)
        : QUndoCommand(step->change.text), m_editor(editor), m_step(std::move(step))
    {
    }
    void redo() override { m_editor.apply(*m_step, std::exchange(m_again, true)); }
    void undo() override { m_editor.revert(*m_step); }

private:
    PlanEditor& m_editor;
    std::shared_ptr<const PlanEditor::Step> m_step;
    bool m_again = false;
};

PlanEditor::PlanEditor(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace)
{
    m_stack.setUndoLimit(mostUndone);
    connect(&m_stack, &QUndoStack::indexChanged, this, &PlanEditor::changed);
    listen(m_workspace.document(), Document::MatrixChanged, this, [this] {
        m_workspace.jobs().cancel(Lane::Edit);
        m_merging = -1;
        m_steps.clear();
        m_stack.clear();
        // A plan and its owners are four bytes a non-zero each.
        if (const MatrixPtr matrix = m_workspace.document().matrix())
            m_stack.setUndoLimit(
                static_cast<int>(std::clamp<std::int64_t>(mostUndoBytes / (8 * matrix->nnz() + 1), 3, mostUndone)));
        Q_EMIT changed();
    });
    listen(m_workspace.attention(), Attention::PlanChanged, this, [this] {
        m_merging = -1;
        Q_EMIT changed();
    });
    listen(m_workspace.attention(), Attention::SelectionChanged, this, &PlanEditor::selectionMoved);
    connect(&m_workspace.jobs(), &Jobs::changed, this, &PlanEditor::changed);
}

// The stack clears itself on its way out, and nobody needs to hear of it.
PlanEditor::~PlanEditor()
{
    m_stack.disconnect(this);
}

bool PlanEditor::busy() const
{
    return m_workspace.jobs().busy(Lane::Edit);
}

QString PlanEditor::whyNotNow() const
{
    if (!m_workspace.attention().plan())
        return tr("Search or open a plan first.");
    if (busy())
        return tr("A change is being made.");
    return {};
}

QString PlanEditor::whyNot() const
{
    const QString why = whyNotNow();
    if (why.isEmpty() && m_workspace.attention().selection().tile < 0)
        return tr("Select a tile: click one in the matrix, or go to it with the arrows and press Enter.");
    return why;
}

void PlanEditor::split()
{
    const std::int64_t tile = m_workspace.attention().selection().tile;
    changeTiles(tr("Tile %1 split").arg(countText(tile)),
                [tile](const Plan& p, const Matrix& m, const CostModel& model, Progress& progress) {
                    return splitTile(p, m, model, tile, progress);
                });
}

void PlanEditor::retype(const std::string& format)
{
    const std::int64_t tile = m_workspace.attention().selection().tile;
    changeTiles(tr("Tile %1 stored as %2").arg(countText(tile), formatName(format)),
                [tile, format](const Plan& p, const Matrix& m, const CostModel& model, Progress& progress) {
                    return retypeTile(p, m, model, tile, format, progress);
                });
}

void PlanEditor::remove()
{
    const std::int64_t tile = m_workspace.attention().selection().tile;
    changeTiles(tr("Tile %1 deleted").arg(countText(tile)),
                [tile](const Plan& p, const Matrix& m, const CostModel& model, Progress& progress) {
                    return deleteTile(p, m, model, tile, progress);
                });
}

void PlanEditor::startMerge()
{
    if (m_merging >= 0)
        return stopMerge();
    if (!whyNot().isEmpty())
        return;
    m_merging = m_workspace.attention().selection().tile;
    Q_EMIT m_workspace.operations().message(tr("Select the tile to merge tile %1 with.").arg(countText(m_merging)));
    Q_EMIT changed();
}

void PlanEditor::stopMerge()
{
    m_merging = -1;
    Q_EMIT changed();
}

void PlanEditor::selectionMoved()
{
    const std::int64_t other = m_workspace.attention().selection().tile;
    if (m_merging >= 0 && other != m_merging) {
        const std::int64_t tile = m_merging;
        m_merging = -1;
        if (other >= 0)
            changeTiles(tr("Tiles %1 and %2 merged").arg(countText(tile), countText(other)),
                        [tile, other](const Plan& p, const Matrix& m, const CostModel& model, Progress& progress) {
                            return mergeTiles(p, m, model, tile, other, progress);
                        });
    }
    Q_EMIT changed();
}

std::shared_ptr<const PlanEditor::Step> PlanEditor::stepTo(const PlanPtr& plan) const
{
    for (const auto& weak : m_steps)
        if (auto step = weak.lock(); step && step->after.plan == plan)
            return step;
    return nullptr;
}

std::optional<PlanEditor::Change> PlanEditor::last() const
{
    const auto step = stepTo(m_workspace.attention().plan());
    return step ? std::optional(step->change) : std::nullopt;
}

std::optional<PlanEditor::Change> PlanEditor::all() const
{
    const auto step = stepTo(m_workspace.attention().plan());
    if (!step || step->count < 2)
        return {};
    return Change{tr("All %1 changes").arg(step->count), step->original, step->change.after};
}

void PlanEditor::changeTiles(const QString& text, TileEdit edit)
{
    if (!whyNot().isEmpty())
        return;
    QString title = m_workspace.document().plans()[m_workspace.attention().currentPlan()].title;
    if (const QString mark = tr(", edited"); !title.endsWith(mark))
        title += mark;
    start(text, title, false,
          [calibration = m_workspace.setup().calibrationName().toStdString(),
           changes = m_workspace.setup().costChanges(), costs = m_workspace.setup().costModel(),
           edit = std::move(edit)](const Plan& plan, const Matrix& matrix, Progress& progress) {
              const auto model =
                  makeCostModel(changedCalibration(calibration, changes, costs), plan.op, plan.densePart);
              return edit(plan, matrix, *model, progress);
          });
}

void PlanEditor::relaunch(LaunchOrder order, SplitSums sums)
{
    if (!whyNotNow().isEmpty())
        return;
    const OpenPlan& shown = m_workspace.document().plans()[m_workspace.attention().currentPlan()];
    const bool split = shown.facts && shown.facts->summary.atomicTiles > 0 && !shown.plan->op.sampled();
    const auto mark = [split](LaunchOrder of, SplitSums with) -> QString {
        return QStringLiteral(", ") + QString::fromStdString(launchText(of, with, split));
    };
    QString title = shown.title;
    if (const QString was = mark(shown.plan->tiling().launchOrder, shown.plan->tiling().splitSums); title.endsWith(was))
        title.chop(was.size());
    title += mark(order, sums);
    start(tr("Launched otherwise"), title, true,
          [order, sums](const Plan& plan, const Matrix& matrix, Progress& progress) {
              return relaunched(plan, matrix, order, sums, progress);
          });
}

void PlanEditor::start(const QString& text, const QString& title, bool sameTiles, Edit edit)
{
    const OpenPlan before = m_workspace.document().plans()[m_workspace.attention().currentPlan()];
    struct Made {
        OpenPlan after;
        PlanEdit::Times timesBefore, timesAfter;
        std::int64_t first = -1;
    };
    m_workspace.jobs().start(
        Lane::Edit, tr("Changing the plan"),
        [plan = before.plan, matrix = m_workspace.document().matrix(), edit = std::move(edit)](Progress& progress) {
            PlanEdit made = edit(*plan, *matrix, progress);
            progress.check();
            Made result;
            result.timesBefore = made.before;
            result.timesAfter = made.after;
            result.first = made.made.empty() ? -1 : made.made.front();
            result.after.plan = std::make_shared<const Plan>(std::move(made.plan));
            result.after.facts = std::make_shared<const PlanFacts>(planFacts(*result.after.plan, *matrix, progress));
            return result;
        },
        [this, before, text, title, sameTiles, selected = m_workspace.attention().selection().tile](const Made& made) {
            if (m_workspace.attention().plan() != before.plan)
                return; // another plan is shown by now
            auto step = std::make_shared<Step>();
            step->before = before;
            step->after = made.after;
            step->change = {text, made.timesBefore, made.timesAfter};
            step->selectBefore = selected;
            step->selectAfter = sameTiles ? selected : made.first;
            const auto former = stepTo(before.plan);
            // What was measured stays beside the plan that it was measured of.
            step->added = !former || m_workspace.operations().measured(before.plan);
            step->count = former ? former->count + 1 : 1;
            step->original = former ? former->original : made.timesBefore;
            step->after.title = title;
            if (sameTiles) {
                step->after.trace = before.trace;
                step->after.request = before.request;
            }
            m_steps.removeIf([](const auto& weak) { return weak.expired(); });
            m_steps.push_back(step);
            m_stack.push(new EditCommand(*this, step)); // the stack owns it
            const auto& [what, was, is] = step->change;
            if (sameTime(was.plan, is.plan) && sameTime(was.all, is.all))
                return (void)Q_EMIT m_workspace.operations().message(
                    tr("%1: the plan is predicted to take %2 as before").arg(what, durationText(is.plan)));
            Q_EMIT m_workspace.operations().message(
                sameTime(was.plan, is.plan) ? tr("%1: the plan takes %2 as before, its sub-tasks together %3")
                                                  .arg(what, durationText(is.plan), changeText(was.all, is.all))
                                            : tr("%1: %2").arg(what, changeText(was.plan, is.plan)));
        },
        [this](const Failure&) { Q_EMIT changed(); });
    Q_EMIT changed();
}

void PlanEditor::apply(const Step& step, bool again)
{
    const Changing now = m_workspace.changing();
    go(step.before, step.after, step.added);
    m_workspace.attention().selectTile(step.selectAfter);
    if (again)
        Q_EMIT m_workspace.operations().message(tr("Done again: %1").arg(step.change.text));
}

void PlanEditor::revert(const Step& step)
{
    const Changing now = m_workspace.changing();
    go(step.after, step.before, false);
    m_workspace.attention().selectTile(step.selectBefore);
    Q_EMIT m_workspace.operations().message(tr("Taken back: %1").arg(step.change.text));
}

void PlanEditor::go(const OpenPlan& from, const OpenPlan& to, bool keepsFrom)
{
    Document& document = m_workspace.document();
    const bool there = document.indexOf(to.plan) >= 0;
    if (!keepsFrom && !m_workspace.operations().measured(from.plan))
        there ? document.removePlan(from.plan) : document.replacePlan(from.plan, to);
    m_workspace.attention().show(to);
}

} // namespace sparsescope
