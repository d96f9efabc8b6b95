// What if, by hand: the selected tile, what can be done with it, and what the model says of it.
#pragma once

#include <QList>
#include <QWidget>

class QAction;
class QLabel;
class QMenu;
class QToolButton;

namespace sparsescope {

class PlanEditor;
class Workspace;

// The actions on the selected tile with undo and redo, in `menu`, each with its keys.
QList<QAction*> addEditActions(QMenu& menu, PlanEditor& editor);

class EditPanel : public QWidget {
    Q_OBJECT
public:
    EditPanel(Workspace& workspace, PlanEditor& editor, QWidget* parent = nullptr);

private:
    void refresh();

    Workspace& m_workspace;
    PlanEditor& m_editor;
    QLabel *m_tile, *m_hint, *m_change, *m_effect, *m_sums, *m_all;
    QList<QToolButton*> m_buttons;
    QToolButton *m_merge, *m_undo, *m_redo;
};

} // namespace sparsescope
