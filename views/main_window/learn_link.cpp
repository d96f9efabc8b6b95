// The Learn page in the window: when it takes the place of the matrix, its menu, presentations, and its pictures.
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/condition_line.h"
#include "views/main_window/keys_help.h"
#include "views/main_window/main_window.h"
#include "views/main_window/panels.h"
#include "views/main_window/rail.h"
#include "views/main_window/start_view.h"
#include "views/main_window/status_line.h"
#include "views/pages/learn/learn_page.h"
#include "views/workspace/workspace.h"

#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>

namespace sparsescope {

void MainWindow::connectLearn()
{
    connect(m_learn, &LearnPage::wanted, this, [this] { showPage(Page::Learn); });
    connect(m_learn, &LearnPage::statusText, m_status, &StatusLine::setHover);
    connect(m_learn, &LearnPage::helpWanted, this, [this] { m_keys->showFor(m_page); });
    connect(m_learn, &LearnPage::presentingChanged, this, &MainWindow::present);
    connect(this, &MainWindow::motionReduced, m_learn, &LearnPage::setReducedMotion);
    m_learn->setReducedMotion(m_canvas->reducedMotion());
    m_learn->setAsk([this](const QString& work) {
        switch (ask(tr("Save %1 before it goes?").arg(work), work)) {
        case Answer::Save:
            return LearnPage::Leave::Save;
        case Answer::Discard:
            return LearnPage::Leave::Discard;
        case Answer::Cancel:
            break;
        }
        return LearnPage::Leave::Cancel;
    });
}

void MainWindow::buildLearnMenu()
{
    m_allActions += m_learn->fillMenu(*menuBar()->addMenu(tr("&Learn")));
}

// The Learn page has a matrix of its own; all others need the one that is open.
void MainWindow::showMiddle()
{
    const bool learn = m_page == Page::Learn;
    QWidget* shown = learn                   ? static_cast<QWidget*>(m_learn)
                     : m_workspace->matrix() ? static_cast<QWidget*>(m_panels)
                                             : static_cast<QWidget*>(m_start);
    if (shown == m_start)
        m_start->setRecent(recentFiles());
    const bool other = m_middle->currentWidget() != shown;
    m_middle->setCurrentWidget(shown);
    m_conditions->setVisible(!learn);
    if (shown == m_panels)
        m_canvas->setFocus();
    else if (learn && other)
        m_learn->setFocus();
    showZoom();
}

// A presentation is the Learn page and nothing else.
void MainWindow::present(bool on)
{
    for (QWidget* chrome :
         {static_cast<QWidget*>(m_rail), static_cast<QWidget*>(m_line), static_cast<QWidget*>(m_status)})
        chrome->setVisible(!on);
    if (!m_frame)
        m_menus->setVisible(!on);
    Q_EMIT presenting(on);
}

} // namespace sparsescope
