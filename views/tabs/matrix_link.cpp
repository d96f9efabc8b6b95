// Two tabs that show the same place.
#include "views/tabs/matrix_link.h"

#include "views/canvas/canvas_link.h"
#include "views/canvas/place_between.h"
#include "views/canvas/twin_canvas.h"
#include "views/heatmap/heatmap_view.h"
#include "views/main_window/main_window.h"
#include "views/workspace/shown_order.h"
#include "views/workspace/workspace.h"

namespace sparsescope {

MatrixLink::MatrixLink(MainWindow& leader, MainWindow& other, TitleOf titleOf, QObject* parent)
    : QObject(parent), m_tabs{&leader, &other}, m_leader(&leader), m_titleOf(std::move(titleOf))
{
    for (MainWindow* tab : m_tabs) {
        Workspace& w = partnerOf(*tab).workspace();
        const auto fed = [this, tab] { feed(*tab); };
        listen(w.document(), Document::MatrixChanged | Document::PlanFactsChanged, this, fed);
        listen(w.attention(),
               Attention::PlanChanged | Attention::SelectionChanged | Attention::LiveChanged | Attention::StepChanged,
               this, fed);
        for (const auto signal : {&ShownOrder::changed, &ShownOrder::planReady, &ShownOrder::liveReady})
            connect(&w.attention().order(), signal, this, fed);
        connect(&tab->twin(), &TwinCanvas::linkedTileSelected, this, [&w](qint64 tile) {
            Selection selection = w.attention().selection();
            (w.attention().live() ? selection.liveTile : selection.tile) = tile;
            w.attention().select(selection);
        });
    }
    refresh();
}

MatrixLink::~MatrixLink()
{
    for (MainWindow* tab : m_tabs)
        tab->twin().setLinked({});
}

void MatrixLink::refresh()
{
    for (MainWindow* tab : m_tabs)
        feed(*tab);
}

void MatrixLink::feed(MainWindow& tab)
{
    // Its canvas heard of it first, and is up to date though it is not on screen.
    MainWindow& partner = partnerOf(tab);
    const HeatMapView& canvas = partner.canvas();
    const raster::DensityStyle& range = canvas.densityStyle();
    tab.twin().setLinked({partner.workspace().document().matrix(), canvas.ordered(), canvas.step(),
                          canvas.selectedTile(), range.low, range.high, m_titleOf(tab), m_titleOf(partner)});
}

void MatrixLink::bring(MainWindow& tab)
{
    if (&tab == m_leader)
        return;
    MainWindow& from = *m_leader;
    m_leader = &tab;
    feed(tab); // the range of the other's colours says nothing when it changes
    const MatrixPtr there = from.workspace().document().matrix();
    const MatrixPtr here = tab.workspace().document().matrix();
    if (!there || !here)
        return;
    tab.showPage(from.page().key());
    // A layer of tiles where there are tiles; without a plan nobody has chosen between tiles and values.
    if (from.canvasLink().tilesShown()) {
        tab.canvasLink().setMeasured(from.canvasLink().measured());
        tab.canvasLink().setColouring(from.canvasLink().colouring());
    } else if (from.workspace().attention().planFacts() || !tab.canvasLink().tilesShown())
        tab.canvasLink().setValueLayer(from.canvasLink().valueLayer());
    const PlaceBetween place(*there, *here);
    Selection selection = tab.workspace().attention().selection();
    selection.cells.reset();
    if (const auto& cells = from.workspace().attention().selection().cells) {
        const raster::ElementRect r = place.rectangle({cells->row0, cells->row1, cells->col0, cells->col1});
        selection = {-1, CellRange{r.rowBegin, r.rowEnd, r.colBegin, r.colEnd}};
    }
    tab.workspace().attention().select(selection);
    HeatMapView::State state = place.state(from.canvas().state());
    state.tile = selection.tile;
    tab.canvas().restore(state);
}

} // namespace sparsescope
