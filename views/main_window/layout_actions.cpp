// The part of the menu View that places the panels: torn off, in layouts by name, and back.
#include "views/main_window/layouts.h"
#include "views/main_window/main_window.h"
#include "views/main_window/panels.h"
#include "views/parts/action_palette.h"
#include "views/parts/label_text.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QMenu>
#include <QSettings>

namespace sparsescope {

void MainWindow::buildPanelsMenu(QMenu* view)
{
    m_panelsMenu = view->addMenu(tr("&Panels"));
    const auto panel = [&](const QString& text, Panels::Panel which) {
        QAction* action =
            addAction(m_panelsMenu, text, {}, [this, which] { m_panels->tearOff(which, !m_panels->tornOff(which)); });
        action->setCheckable(true);
        return action;
    };
    m_tearInspector = panel(tr("Tear off the &inspector"), Panels::Panel::Inspector);
    m_tearStrip = panel(tr("Tear off the page &strip"), Panels::Panel::Strip);
    m_tearMasks = panel(tr("Tear off the &masks"), Panels::Panel::Masks);
    m_panelsMenu->addSeparator();
    addAction(m_panelsMenu, tr("Sa&ve this layout…"), {}, [this] {
        showLayouts();
        m_layoutsDialog->add();
    });
    addAction(m_panelsMenu, tr("&Layouts…"), QKeySequence(QStringLiteral("Ctrl+Shift+L")), [this] { showLayouts(); });
    addAction(m_panelsMenu, tr("&Default layout"), {}, [this] { m_panels->restoreDefaults(); });
    connect(m_panelsMenu, &QMenu::aboutToShow, this, &MainWindow::fillLayouts);
}

// Those that were saved, below the ways to them.
QList<QAction*> MainWindow::fillLayouts()
{
    qDeleteAll(m_layoutActions);
    m_layoutActions.clear();
    for (const QString& name : m_layouts->names()) {
        QAction* action = m_panelsMenu->addAction(asLabel(name));
        nameKind({action}, tr("Layout"));
        connect(action, &QAction::triggered, this, [this, name] { useLayout(name); });
        m_layoutActions.push_back(action);
    }
    return m_layoutActions;
}

void MainWindow::useLayout(const QString& name)
{
    if (!m_panels->restore(m_layouts->layout(name)))
        return Q_EMIT m_workspace->operations().message(tr("The layout %1 cannot be read.").arg(name));
    applyPageLayout();
    updateActions();
}

void MainWindow::showLayouts()
{
    if (!m_layoutsDialog) {
        m_layoutsDialog = new LayoutsDialog(
            *m_layouts, [this] { return m_panels->save(); }, this);
        connect(m_layoutsDialog, &LayoutsDialog::wanted, this, &MainWindow::useLayout);
        connect(m_layoutsDialog, &LayoutsDialog::defaultWanted, m_panels, &Panels::restoreDefaults);
    }
    m_layoutsDialog->show();
    m_layoutsDialog->raise();
    m_layoutsDialog->activateWindow();
}

} // namespace sparsescope
