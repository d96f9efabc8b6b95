// The window as one tab of several: new ones, the way between them, links.
#include "views/main_window/condition_line.h"
#include "views/main_window/main_window.h"
#include "views/main_window/window_frame.h"
#include "views/parts/label_text.h"
#include "views/workspace/workspace.h"

#include <QAction>
#include <QMenu>

namespace sparsescope {

// Where a new matrix goes: here, or into a new tab.
MainWindow& MainWindow::roomForMatrix()
{
    MainWindow& room = m_frame ? m_frame->roomFor(*this) : *this;
    room.forgetFailures();
    return room;
}

void MainWindow::buildTabActions(QMenu* file)
{
    file->addSeparator();
    addAction(file, tr("New &tab"), QKeySequence(QStringLiteral("Ctrl+T")), [this] { m_frame->newTab(); });
    addAction(file, tr("Close ta&b"), QKeySequence(QStringLiteral("Ctrl+W")), [this] { m_frame->closeTab(*this); });
    m_reopenTab = addAction(file, tr("&Reopen the closed tab"), QKeySequence(QStringLiteral("Ctrl+Shift+T")),
                            [this] { m_frame->reopenTab(); });
}

void MainWindow::buildTabWalk(QMenu* view)
{
    view->addSeparator();
    addAction(view, tr("Ne&xt tab"), QKeySequence(QStringLiteral("Ctrl+Tab")), [this] { m_frame->walk(1); });
    addAction(view, tr("&Previous tab"), QKeySequence(QStringLiteral("Ctrl+Shift+Tab")), [this] { m_frame->walk(-1); });
    addAction(view, tr("Move the tab to the left"), QKeySequence(QStringLiteral("Ctrl+Shift+PgUp")),
              [this] { m_frame->moveTab(-1); });
    addAction(view, tr("Move the tab to the right"), QKeySequence(QStringLiteral("Ctrl+Shift+PgDown")),
              [this] { m_frame->moveTab(1); });
    m_links = view->addMenu(tr("L&ink"));
    m_linkToggle = addAction(m_links, {}, QKeySequence(QStringLiteral("Ctrl+L")), [this] {
        if (m_frame->linkedWith(*this))
            m_frame->unlink(*this);
        else if (const QList<MainWindow*> others = m_frame->others(*this); !others.isEmpty())
            m_frame->link(*this, *others.front());
    });
    connect(m_links, &QMenu::aboutToShow, this, &MainWindow::fillLinks);
    connect(m_conditions, &ConditionLine::unlinkWanted, this, [this] { m_frame->unlink(*this); });
    m_linkToggle->setText(tr("Link with another tab"));
    m_linkToggle->setEnabled(false);
}

// One action for the link that there is, or for that with the tab that was seen last; below it all others.
void MainWindow::fillLinks()
{
    for (QAction* action : m_links->actions())
        if (action != m_linkToggle)
            delete action;
    const MainWindow* linked = m_frame->linkedWith(*this);
    const QList<MainWindow*> others = m_workspace->document().matrix() ? m_frame->others(*this) : QList<MainWindow*>();
    for (MainWindow* other : others) {
        if (other == linked || (!linked && other == others.front()))
            continue;
        const QPointer<MainWindow> with(other);
        connect(m_links->addAction(tr("Link with %1").arg(asLabel(m_frame->titleOf(*other)))), &QAction::triggered,
                this, [this, with] {
                    if (with)
                        m_frame->link(*this, *with);
                });
    }
}

void MainWindow::refreshLinks()
{
    const MainWindow* linked = m_frame->linkedWith(*this);
    const QList<MainWindow*> others = m_frame->others(*this);
    m_reopenTab->setEnabled(m_frame->canReopen());
    const bool can = m_workspace->document().matrix() && !others.isEmpty();
    m_linkToggle->setText(linked ? tr("Unlink from %1").arg(asLabel(m_frame->titleOf(*linked)))
                          : can  ? tr("Link with %1").arg(asLabel(m_frame->titleOf(*others.front())))
                                 : tr("Link with another tab"));
    m_linkToggle->setEnabled(linked || can);
    m_conditions->setLinkedWith(linked ? m_frame->titleOf(*linked) : QString());
}

} // namespace sparsescope
