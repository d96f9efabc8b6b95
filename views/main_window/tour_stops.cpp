// What the tour shows of the real window.
#include "views/canvas/layer_bar.h"
#include "views/heatmap/heatmap_view.h"
#include "views/inspector/inspector.h"
#include "views/main_window/condition_line.h"
#include "views/main_window/main_window.h"
#include "views/main_window/panels.h"
#include "views/main_window/samples.h"
#include "views/tour/tour.h"
#include "views/workspace/workspace.h"

#include <QStackedWidget>

#include <algorithm>

namespace sparsescope {

void MainWindow::startTour()
{
    if (!m_workspace->matrix()) {
        // With something to look at.
        connect(
            m_workspace.get(), &Workspace::matrixChanged, m_tour, [this] { startTour(); },
            static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
        // In which a search has something to cut.
        const auto& all = samples();
        const auto found =
            std::find_if(all.begin(), all.end(), [](const Sample& s) { return s.name == QLatin1String("crossing"); });
        openSample(static_cast<int>(found - all.begin()));
        return;
    }
    const auto on = [this](Page page) { return [this, page] { showPage(page); }; };
    const auto strip = [this]() -> QWidget* { return m_strip; };
    std::vector<TourStop> stops;
    stops.push_back(
        {tr("The matrix is the place"),
         tr("Every pixel is a part of the matrix, and its colour says how many non-zeros are in it. The wheel "
            "zooms at the cursor, a drag moves, a click picks, Shift and a drag select. What stands out "
            "during this tour can be used: try it."),
         [this]() -> QWidget* { return m_canvas; }, on(Page::Explore)});
    stops.push_back(
        {tr("What the colours mean"),
         tr("One layer is shown at a time: the values of the matrix, or its tiles by format, level, padding, "
            "cost, measured time. V and T walk through them; the legend has the numbers."),
         [this]() -> QWidget* { return m_layers; }, on(Page::Explore)});
    stops.push_back({tr("The inspector"),
                     tr("It answers for what is selected, whichever page selected it: an element, a rectangle, a tile "
                        "with its arrays and costs; else the matrix and its plan."),
                     [this]() -> QWidget* { return m_inspector; }, on(Page::Explore)});
    stops.push_back({tr("A search cuts the matrix into tiles"),
                     tr("Space plays it, a comma and a full stop step back and on. Beside the curves stands why this "
                        "tile: the arithmetic of its round, and what lost. By hand changes tiles, Costs changes the "
                        "model, and both say at once what it would cost."),
                     [this]() -> QWidget* { return m_panels; },
                     [this] {
                         showPage(Page::Search);
                         if (!m_workspace->plan() && !m_workspace->busy())
                             m_workspace->search();
                     }});
    stops.push_back(
        {tr("One kernel runs all tiles"),
         tr("The CUDA source that is generated from the plan. A kind of tile leads to the lines that run it, "
            "and those to their PTX. Save writes a project that builds, runs and checks it without this program."),
         strip, on(Page::Kernel)});
    stops.push_back(
        {tr("Measured, and predicted"),
         tr("Where there is a GPU, run the plan here; where there is none, open a session that was recorded "
            "on one. The schedule, the cost model and the roofline set what was measured against what was "
            "predicted; a click on a point selects its tile in the matrix."),
         strip, on(Page::Measure)});
    stops.push_back(
        {tr("Under which conditions"),
         tr("What is looked at, in one line; a click on a word changes it. The pages are Alt+1 to Alt+6, and "
            "the matrix keeps its place on all of them; Learn shows what each format stores. ? shows the keys of a "
            "page, Ctrl+K finds every "
            "action by its name."),
         [this]() -> QWidget* { return m_conditions; }, on(Page::Explore)});
    m_tour->start(std::move(stops));
}

} // namespace sparsescope
