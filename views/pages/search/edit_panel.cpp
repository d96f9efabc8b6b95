// What if, by hand.
#include "views/pages/search/edit_panel.h"

#include "engine/core/at.h"
#include "engine/plan/format.h"
#include "views/parts/flow_layout.h"
#include "views/parts/format_name.h"
#include "views/parts/numbers.h"
#include "views/parts/theme.h"
#include "views/workspace/plan_editor.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <string>
#include <vector>

namespace sparsescope {

namespace {

struct HandFormat {
    std::string name;
    std::string keys; // "Ctrl+Shift+1"
};

// Formats that a tile can be stored in by hand.
std::vector<HandFormat> formatsByHand()
{
    std::vector<HandFormat> formats;
    for (const FormatKind& kind : formatKinds())
        if (kind.traits.repacking != Repacking::Cover)
            formats.push_back({kind.name, "Ctrl+Shift+" + std::to_string(formats.size() + 1)});
    return formats;
}

} // namespace

QList<QAction*> addEditActions(QMenu& menu, PlanEditor& editor)
{
    QList<QAction*> actions;
    const auto add = [&](const QString& text, const char* keys, auto what) {
        QAction* action = menu.addAction(text);
        action->setShortcut(QKeySequence(QString::fromLatin1(keys)));
        QObject::connect(action, &QAction::triggered, &editor, what);
        actions.push_back(action);
        return action;
    };
    QAction* undo = editor.stack().createUndoAction(&menu, PlanEditor::tr("&Undo"));
    undo->setShortcut(QKeySequence(QStringLiteral("Ctrl+Z")));
    QAction* redo = editor.stack().createRedoAction(&menu, PlanEditor::tr("&Redo"));
    redo->setShortcut(QKeySequence(QStringLiteral("Ctrl+Shift+Z")));
    menu.addActions({undo, redo});
    menu.addSeparator();
    const QList<QAction*> ofTile = {
        add(PlanEditor::tr("&Split the tile by rows"), "Ctrl+D", [&editor] { editor.split(); }),
        add(PlanEditor::tr("&Merge the tile with…"), "Ctrl+M", [&editor] { editor.startMerge(); }),
        add(PlanEditor::tr("&Delete the tile"), "Ctrl+Backspace", [&editor] { editor.remove(); }),
    };
    QList<QAction*> all = ofTile;
    for (const HandFormat& format : formatsByHand())
        all.push_back(add(PlanEditor::tr("Store the tile as %1").arg(formatName(format.name)), format.keys.c_str(),
                          [&editor, name = format.name] { editor.retype(name); }));
    const auto refresh = [all, &editor] {
        for (QAction* action : all)
            action->setEnabled(editor.whyNot().isEmpty());
    };
    QObject::connect(&editor, &PlanEditor::changed, &menu, refresh);
    refresh();
    actions.prepend(redo);
    actions.prepend(undo);
    return actions;
}

EditPanel::EditPanel(Workspace& workspace, PlanEditor& editor, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_editor(editor)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space::inside);
    const auto label = [&](const char* role) {
        auto* l = new QLabel(this);
        l->setWordWrap(true);
        l->setProperty("role", QString::fromLatin1(role));
        column->addWidget(l);
        return l;
    };
    const auto flow = [&] {
        auto* row = new FlowLayout(4);
        column->addLayout(row);
        return row;
    };
    const auto button = [&](QLayout* row, const QString& text, const QString& tip, auto what) {
        auto* b = new QToolButton(this);
        b->setText(text);
        b->setToolTip(tip);
        b->setProperty("framed", true);
        connect(b, &QToolButton::clicked, this, what);
        row->addWidget(b);
        return b;
    };
    auto* top = new QHBoxLayout;
    top->setSpacing(4);
    column->addLayout(top);
    m_tile = new QLabel(this);
    m_tile->setProperty("role", QStringLiteral("title"));
    top->addWidget(m_tile);
    top->addStretch();
    m_undo = button(top, tr("Undo"), tr("Ctrl+Z"), [this] { m_editor.stack().undo(); });
    m_redo = button(top, tr("Redo"), tr("Ctrl+Shift+Z"), [this] { m_editor.stack().redo(); });
    m_hint = label("secondary");
    FlowLayout* first = flow();
    m_buttons.push_back(button(first, tr("Split"),
                               tr("The first half of its rows and the second, each in a tile (Ctrl+D)"),
                               [this] { m_editor.split(); }));
    m_merge = button(first, tr("Merge with…"), tr("With the tile of the same format that is selected next (Ctrl+M)"),
                     [this] { m_editor.startMerge(); });
    m_buttons.push_back(m_merge);
    m_buttons.push_back(button(first, tr("Delete"),
                               tr("Its non-zeros go to 1D or CSR tiles, whichever is cheaper (Ctrl+Backspace)"),
                               [this] { m_editor.remove(); }));
    FlowLayout* second = flow();
    second->addWidget(new QLabel(tr("Store as"), this));
    for (const HandFormat& format : formatsByHand())
        m_buttons.push_back(button(second, formatName(format.name),
                                   tr("Store what it owns as %1, with the cheapest parameters (%2)")
                                       .arg(formatName(format.name), QString::fromStdString(format.keys)),
                                   [this, name = format.name] { m_editor.retype(name); }));
    m_change = label("secondary");
    m_effect = label("figure");
    m_effect->setAccessibleName(tr("Predicted time before and after the change"));
    m_sums = label("secondary");
    m_all = label("secondary");
    column->addStretch();
    connect(&m_editor, &PlanEditor::changed, this, &EditPanel::refresh);
    refresh();
}

void EditPanel::refresh()
{
    const QString why = m_editor.whyNot();
    const PlanPtr plan = m_workspace.attention().plan();
    const std::int64_t tile = m_workspace.attention().selection().tile;
    const bool merging = m_editor.merging() >= 0;
    for (QToolButton* button : m_buttons)
        button->setEnabled(why.isEmpty() || (button == m_merge && merging));
    m_merge->setText(merging ? tr("Do not merge") : tr("Merge with…"));
    m_undo->setEnabled(m_editor.stack().canUndo());
    m_redo->setEnabled(m_editor.stack().canRedo());
    if (plan && tile >= 0) {
        const Tile& t = plan->tiling().tiles[at(tile)];
        m_tile->setText(
            tr("Tile %1, %2").arg(countText(tile), QString::fromStdString(plan->tiling().formatOf(t).label())));
        m_hint->setText(merging
                            ? tr("Select the tile to merge it with: a click in the matrix, or the arrows and Enter.")
                            : tr("%1 in %2, %3 a sub-task")
                                  .arg(countOf(countPlaces(*plan, t).owned, tr("non-zero"), tr("non-zeros")),
                                       countOf(t.rows.size(), tr("row"), tr("rows")), durationText(t.cost)));
    } else {
        m_tile->setText(tr("No tile selected"));
        m_hint->setText(why);
    }
    const auto last = m_editor.last();
    const auto all = m_editor.all();
    for (QLabel* label : {m_change, m_effect, m_sums})
        label->setVisible(last.has_value());
    m_all->setVisible(all.has_value());
    if (last) {
        const auto& [text, before, after] = *last;
        m_change->setText(tr("%1; the plan, predicted, not measured:").arg(text));
        m_effect->setText(changeText(before.plan, after.plan));
        QStringList sums = {tr("What was changed, alone: %1").arg(changeText(before.own, after.own)),
                            tr("All sub-tasks together: %1").arg(changeText(before.all, after.all))};
        if (sameTime(before.plan, after.plan) && !sameTime(before.all, after.all))
            sums << tr("The plan takes as long as its busiest SM, which is as busy as it was.");
        m_sums->setText(sums.join(QLatin1Char('\n')));
    }
    if (all)
        m_all->setText(tr("%1: the plan %2, all sub-tasks together %3")
                           .arg(all->text, changeText(all->before.plan, all->after.plan),
                                changeText(all->before.all, all->after.all)));
}

} // namespace sparsescope
