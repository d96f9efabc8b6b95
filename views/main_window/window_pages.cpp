// The pages in the window: made from their list, one of them shown with what it wants of the room.
#include "engine/core/at.h"
#include "views/canvas/twin_canvas.h"
#include "views/heatmap/heatmap_view.h"
#include "views/inspector/inspector.h"
#include "views/main_window/condition_line.h"
#include "views/main_window/keys_help.h"
#include "views/main_window/main_window.h"
#include "views/main_window/panels.h"
#include "views/main_window/rail.h"
#include "views/main_window/start_view.h"
#include "views/main_window/status_line.h"
#include "views/pages/pages.h"
#include "views/parts/numbers.h"
#include "views/parts/offer_bar.h"
#include "views/parts/yielding.h"
#include "views/replay/replay.h"
#include "views/workspace/workspace.h"

#include <QStackedWidget>

#include <algorithm>

namespace sparsescope {

namespace {
constexpr int leastCanvas = 330; // with its layers' buttons
}

void MainWindow::makePages()
{
    const PageParts parts{
        *m_workspace, *m_canvas,
        *m_link,      *m_replay,
        *m_editor,    *m_twin,
        *m_panels,    *m_offers,
        m_settings,   [this](const QString& question, const QString& unsaved) { return ask(question, unsaved); }};
    for (const PageDefinition* definition : allPages()) {
        QStackedWidget* stack = definition->place == PagePlace::Whole ? m_middle : m_strip;
        // A page scrolls where a small window has less room than it needs.
        m_pages.push_back(definition->make(parts, stack));
        m_pageRooms.push_back(new Scroller(m_pages.back(), stack));
        stack->addWidget(m_pageRooms.back());
    }
    m_page = m_pages.front();
}

void MainWindow::connectPages()
{
    for (Page* page : m_pages) {
        connect(page, &Page::wanted, this, [this, page] { showPage(*page); });
        connect(page, &Page::matrixWanted, this, &MainWindow::openOfBatch);
        connect(page, &Page::filesWanted, this, &MainWindow::openOnPage);
        connect(page, &Page::sliceWanted, this, &MainWindow::openSlice);
        connect(page, &Page::stripWanted, this, [this] { m_panels->openDrawer(Panels::Panel::Strip); });
        connect(page, &Page::extentChanged, this, &MainWindow::applyPageLayout, Qt::QueuedConnection);
        connect(page, &Page::statusText, m_status, &StatusLine::setHover);
        connect(page, &Page::pointedAt, this, [this](Sides sides) {
            m_canvas->setProfilesLit(sides.testFlag(Side::Rows), sides.testFlag(Side::Columns));
            m_conditions->light(sides & (Side::Rows | Side::Columns), sides.testFlag(Side::Dense));
        });
        connect(page, &Page::helpWanted, this, &MainWindow::showKeys);
        connect(page, &Page::presentingChanged, this, &MainWindow::present);
        connect(this, &MainWindow::motionReduced, page, &Page::setReducedMotion);
        page->setReducedMotion(m_canvas->reducedMotion());
    }
}

Page& MainWindow::page(std::string_view key) const
{
    return **std::find_if(m_pages.begin(), m_pages.end(), [&](const Page* page) { return key == page->key(); });
}

void MainWindow::showPage(std::string_view key)
{
    if (pageOf(key))
        showPage(page(key));
}

void MainWindow::showPage(Page& page)
{
    m_page = &page;
    m_rail->setPage(page.key());
    if (page.whole())
        m_replay->pause();
    else
        m_strip->setCurrentWidget(roomOf(page));
    showMiddle();
    updateActions();
    for (Page* other : m_pages)
        other->setOnScreen(other == &page);
    applyPageLayout();
    // Where the strip is a drawer: the first page is about the matrix itself, all others are what was asked for.
    if (&page == m_pages.front())
        m_panels->closeDrawers();
    else if (!page.whole())
        m_panels->openDrawer(Panels::Panel::Strip);
}

QWidget* MainWindow::roomOf(const Page& page) const
{
    return m_pageRooms[at(std::find(m_pages.begin(), m_pages.end(), &page) - m_pages.begin())];
}

void MainWindow::applyPageLayout()
{
    if (m_page->whole())
        return; // the panels wait as they are
    // The canvas and the strip share what the inspector leaves.
    const int inspector = m_panels->docked(Panels::Panel::Inspector) ? m_inspector->width() : 0;
    const bool beside = m_page->beside(m_panels->width() - inspector);
    const int room = std::max(400, beside ? m_panels->width() - inspector : m_panels->height());
    const auto index = std::find(m_pages.begin(), m_pages.end(), m_page) - m_pages.begin();
    int extent = m_page->extent(room);
    if (beside) // what it cannot do without, where that leaves enough of the canvas
        extent = std::max(extent, std::min(m_page->minimumSizeHint().width(), room - leastCanvas));
    m_panels->arrange(static_cast<int>(index), m_page->definition().plainTitle(), beside, extent);
}

// A whole page needs no matrix; all others need the one that is open.
void MainWindow::showMiddle()
{
    QWidget* shown = m_page->whole()                    ? roomOf(*m_page)
                     : m_workspace->document().matrix() ? static_cast<QWidget*>(m_panels)
                                                        : m_startRoom;
    if (shown == m_startRoom)
        m_start->setRecent(recentFiles());
    const bool other = m_middle->currentWidget() != shown;
    m_middle->setCurrentWidget(shown);
    m_conditions->setVisible(!m_page->whole());
    if (shown == m_panels)
        m_canvas->setFocus();
    else if (m_page->whole() && other)
        m_page->setFocus();
    showZoom();
}

void MainWindow::showZoom()
{
    if (!m_workspace->document().matrix() || m_page->whole())
        return m_status->setZoom({});
    const raster::ViewBox& view = m_canvas->view();
    const double pixels = 1 / std::max(view.rowsPerPixel, view.colsPerPixel);
    m_status->setZoom(percentText(pixels));
}

void MainWindow::showKeys()
{
    m_keys->showFor(*m_page);
}

// A presentation is the page and nothing else.
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
