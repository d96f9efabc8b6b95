// The table of pages.
#include "app/window/pages.h"

#include "engine/core/error.h"
#include "views/main_window/main_window.h"
#include "views/pages/compare/compare_page.h"
#include "views/pages/compare/sweeps_view.h"
#include "views/pages/explore/explore_page.h"
#include "views/pages/kernel/kernel_page.h"
#include "views/pages/measure/measure_page.h"
#include "views/pages/search/search_page.h"

#include <vector>

namespace sparsescope {

namespace {

template <MeasureView view>
void showMeasure(MainWindow& window)
{
    window.measure().setView(view);
}

template <KernelPage::Shown listing>
void showListing(MainWindow& window)
{
    window.kernel().showListing(listing);
}

void showSweeps(MainWindow& window)
{
    window.compare().showSweeps();
}

const std::vector<NamedPage>& pages()
{
    static const std::vector<NamedPage> all = {
        {.name = QStringLiteral("explore"), .page = Page::Explore, .needsPlan = false},
        {.name = QStringLiteral("heatmap"), .page = Page::Explore, .needsPlan = false},
        {.name = QStringLiteral("search"), .page = Page::Search},
        {.name = QStringLiteral("tiles"),
         .page = Page::Explore,
         .show = [](MainWindow& w) { w.explore().showTiles(); }},
        {.name = QStringLiteral("kernel"), .page = Page::Kernel},
        {.name = QStringLiteral("ptx"), .page = Page::Kernel, .show = showListing<KernelPage::Shown::Ptx>},
        {.name = QStringLiteral("sass"), .page = Page::Kernel, .show = showListing<KernelPage::Shown::Sass>},
        {.name = QStringLiteral("measure"), .page = Page::Measure},
        {.name = QStringLiteral("compare"), .page = Page::Compare},
        {.name = QStringLiteral("sweeps"),
         .page = Page::Compare,
         .show = showSweeps,
         .start = [](MainWindow& w) { w.compare().sweeps().start(); }},
        {.name = QStringLiteral("planners"),
         .page = Page::Compare,
         .show = showSweeps,
         .start = [](MainWindow& w) { w.compare().sweeps().startPlanners(); }},
        {.name = QStringLiteral("rules"),
         .page = Page::Search,
         .show = [](MainWindow& w) { w.searchPage().showTab(SearchPage::Tab::Rules); }},
        {.name = QStringLiteral("learn"), .page = Page::Learn, .needsPlan = false},
        {.name = QStringLiteral("schedule"), .page = Page::Measure, .show = showMeasure<MeasureView::Schedule>},
        {.name = QStringLiteral("model"), .page = Page::Measure, .show = showMeasure<MeasureView::Model>},
        {.name = QStringLiteral("roofline"), .page = Page::Measure, .show = showMeasure<MeasureView::Roofline>},
        {.name = QStringLiteral("sub-tasks"), .page = Page::Measure, .show = showMeasure<MeasureView::Subtasks>},
        {.name = QStringLiteral("kinds"), .page = Page::Measure, .show = showMeasure<MeasureView::Kinds>},
        {.name = QStringLiteral("counters"), .page = Page::Measure, .show = showMeasure<MeasureView::Counters>},
        {.name = QStringLiteral("baselines"), .page = Page::Measure, .show = showMeasure<MeasureView::Baselines>}};
    return all;
}

} // namespace

QStringList pageNames()
{
    QStringList names;
    for (const NamedPage& page : pages())
        names << page.name;
    return names;
}

const NamedPage& pageNamed(const QString& name)
{
    for (const NamedPage& page : pages())
        if (page.name == name)
            return page;
    failUsage("there is no page '" + name.toStdString() + "': " + pageNames().join(QStringLiteral(", ")).toStdString());
}

void show(MainWindow& window, const NamedPage& page)
{
    window.showPage(page.page);
    if (page.show)
        page.show(window);
}

} // namespace sparsescope
