// What the tour shows of the real window.
#include "views/canvas/layer_bar.h"
#include "views/heatmap/heatmap_view.h"
#include "views/inspector/inspector.h"
#include "views/main_window/condition_line.h"
#include "views/main_window/main_window.h"
#include "views/main_window/panels.h"
#include "views/main_window/samples.h"
#include "views/masks/masks_view.h"
#include "views/tour/tour.h"
#include "views/workspace/workspace.h"

namespace sparsescope {

void MainWindow::startTour()
{
    if (!m_workspace->document().matrix()) {
        // With something to look at.
        // The first that changes is the matrix.
        connect(
            &m_workspace->document(), &Document::changed, m_tour, [this] { startTour(); },
            static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
        // In which a search has something to cut, and what was measured of it stands beside what was predicted.
        const QString tiles = resource(tilesSession), graphs = resource(graphsSession);
        if (tiles.isEmpty() || graphs.isEmpty() || !mayReplace())
            return;
        MainWindow& room = roomForMatrix();
        room.openHere({tiles});
        room.workspace().operations().add({graphs});
        return;
    }
    const auto first = [this] { showPage(*m_pages.front()); };
    const auto open = [this](Panels::Panel panel) {
        if (m_panels->drawer(panel))
            m_panels->openDrawer(panel);
    };
    std::vector<TourStop> stops;
    stops.push_back(
        {tr("The matrix is the place"),
         tr("Every pixel is a part of the matrix, and its colour says how many non-zeros are in it. The wheel "
            "zooms at the cursor, a drag moves, a click picks, Shift and a drag select. What stands out "
            "during this tour can be used: try it."),
         [this]() -> QWidget* { return m_canvas; }, first});
    stops.push_back(
        {tr("What the colours mean"),
         tr("One layer is shown at a time: the values of the matrix, or its tiles by format, level, padding, "
            "cost, measured time. V and T walk through them; the legend has the numbers."),
         [this]() -> QWidget* { return m_layers; }, first});
    stops.push_back({tr("The inspector"),
                     tr("It answers for what is selected, whichever page selected it: an element, a rectangle, a tile "
                        "with its arrays and costs; else the matrix and its plan."),
                     [this]() -> QWidget* { return m_inspector; },
                     [first, open] {
                         first();
                         open(Panels::Panel::Inspector);
                     }});
    const bool masks = m_workspace->document().masks() != nullptr;
    if (masks)
        stops.push_back({tr("Masks that change"),
                         tr("Each mask of the sequence, and what the dynamic plan makes of it: places that are owned, "
                            "zeros that are covered, padding. The one that is chosen is the matrix of every page; a "
                            "click chooses another, and they can be played one after the other."),
                         [this]() -> QWidget* { return m_masks; },
                         [first, open] {
                             first();
                             open(Panels::Panel::Masks);
                         }});
    for (Page* page : m_pages)
        for (TourStop& stop : page->tour())
            stops.push_back(std::move(stop));
    if (!masks)
        stops.push_back({tr("Where the mask is another one with every input"),
                         tr("Tokens that go to experts, activations, attention: there a dynamic plan gathers what each "
                            "mask holds (SparDA). Choose masks of experts among the samples in the menu of the matrix, "
                            "and take the tour with them."),
                         [this]() -> QWidget* { return m_conditions; }, first});
    stops.push_back(
        {tr("Under which conditions"),
         tr("What is looked at, in one line; a click on a word changes it. The pages are Alt+1 to Alt+%1, and "
            "the matrix keeps its place on all of them; Learn shows what each format stores. Of a graph with typed "
            "edges, whose relations are slices, the operator is RGMS. ? shows the keys of a "
            "page, Ctrl+K finds every "
            "action by its name.")
             .arg(m_pages.size()),
         [this]() -> QWidget* { return m_conditions; }, first});
    // A panel that is a drawer is open at its stop alone.
    for (TourStop& stop : stops)
        stop.before = [this, before = std::move(stop.before)] {
            m_panels->closeDrawers();
            if (before)
                before();
        };
    m_tour->start(std::move(stops));
}

} // namespace sparsescope
