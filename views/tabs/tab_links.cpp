// What tabs are called, what is marked on them, and which of them are linked.
#include "views/main_window/main_window.h"
#include "views/parts/numbers.h"
#include "views/tabs/matrix_link.h"
#include "views/tabs/tab_row.h"
#include "views/tabs/tabbed_window.h"
#include "views/workspace/workspace.h"

#include <algorithm>

namespace sparsescope {

namespace {
constexpr double busyFrom = 0.3; // seconds; what is shorter would only flicker
}

QString TabbedWindow::titleOf(const MainWindow& tab) const
{
    const auto plain = [this](const MainWindow& of) {
        const MatrixPtr matrix = of.workspace().document().matrix();
        const QString file = of.openTitle();
        return matrix            ? QString::fromStdString(matrix->source().name)
               : !file.isEmpty() ? file
                                 : m_opening.value(&of, tr("New tab"));
    };
    const QString title = plain(tab);
    int same = 0;
    for (const MainWindow* other : m_tabs) {
        if (other == &tab)
            break;
        same += plain(*other) == title ? 1 : 0;
    }
    return same == 0 ? title : tr("%1 (%2)").arg(title).arg(same + 1);
}

void TabbedWindow::refreshTitles()
{
    for (MainWindow* tab : m_tabs) {
        m_row->setText(tab, tab->unsaved() ? titleOf(*tab) + QLatin1Char('*') : titleOf(*tab));
        QStringList tip;
        if (const MatrixPtr matrix = tab->workspace().document().matrix()) {
            tip << QString::fromStdString(matrix->source().name)
                << tr("%1, %2, %3")
                       .arg(countOf(matrix->rows(), tr("row"), tr("rows")),
                            countOf(matrix->cols(), tr("column"), tr("columns")),
                            countOf(matrix->nnz(), tr("non-zero"), tr("non-zeros")));
            if (!matrix->source().path.empty())
                tip << QString::fromStdString(matrix->source().path);
        }
        if (const MainWindow* linked = linkedWith(*tab))
            tip << tr("linked with %1").arg(titleOf(*linked));
        m_row->setTip(tab, tip.join(QLatin1Char('\n')));
        tab->refreshLinks();
    }
    for (const auto& link : m_links)
        link->refresh();
}

void TabbedWindow::refreshBusy(MainWindow& tab)
{
    const QList<JobStatus> running = tab.workspace().jobs().running();
    m_row->setBusy(
        &tab, std::any_of(running.begin(), running.end(), [](const JobStatus& job) { return job.seconds > busyFrom; }));
}

QList<MainWindow*> TabbedWindow::others(const MainWindow& than) const
{
    QList<MainWindow*> found;
    for (MainWindow* tab : m_visited + m_tabs)
        if (tab != &than && tab->workspace().document().matrix() && !found.contains(tab))
            found.push_back(tab);
    return found;
}

MatrixLink* TabbedWindow::linkOf(const MainWindow& tab) const
{
    for (const auto& link : m_links)
        if (link->holds(tab))
            return link.get();
    return nullptr;
}

MainWindow* TabbedWindow::linkedWith(const MainWindow& tab) const
{
    const MatrixLink* link = linkOf(tab);
    return link ? &link->partnerOf(tab) : nullptr;
}

void TabbedWindow::link(MainWindow& tab, MainWindow& with)
{
    unlink(tab);
    unlink(with);
    m_links.push_back(std::make_unique<MatrixLink>(tab, with, [this](const MainWindow& of) { return titleOf(of); }));
    refreshTitles();
}

void TabbedWindow::unlink(const MainWindow& tab)
{
    if (std::erase_if(m_links, [&](const auto& link) { return link->holds(tab); }) > 0)
        refreshTitles();
}

} // namespace sparsescope
