// Ways through the matrix: fits, zooms, going to an element, letting go of a selection.
#include "engine/core/at.h"
#include "views/heatmap/go_to.h"
#include "views/heatmap/heatmap_renderer.h"
#include "views/heatmap/heatmap_view.h"

#include <algorithm>

namespace sparsescope {

void HeatMapView::fitAll()
{
    changeView(space().fit(), true);
}

void HeatMapView::fitSelection()
{
    std::optional<raster::ElementRect> target = m_selection;
    if (!target && m_plan && m_matrix && m_tileStyle.highlight >= 0 &&
        m_tileStyle.highlight < static_cast<qint64>(m_plan->tiling().tiles.size())) {
        raster::ElementRect r{m_matrix->rows(), 0, m_matrix->cols(), 0};
        for (const std::uint32_t entry :
             m_plan->tiling().view(m_plan->tiling().tiles[at(m_tileStyle.highlight)]).entries) {
            const std::int64_t p = Entry::position(entry);
            const std::int64_t row = m_matrix->rowOf(p);
            const std::int64_t col = m_matrix->colIdx()[at(p)];
            r = {std::min(r.rowBegin, row), std::max(r.rowEnd, row + 1), std::min(r.colBegin, col),
                 std::max(r.colEnd, col + 1)};
        }
        if (!r.empty())
            target = r;
    }
    if (target)
        changeView(space().onRectangle(*target));
    else
        fitAll();
}

void HeatMapView::oneToOne()
{
    changeView(space().oneToOne(m_view));
}

void HeatMapView::zoomAboutCentre(double factor)
{
    changeView(space().zoomedAt(m_view, m_view.width / 2.0, m_view.height / 2.0, factor));
}

void HeatMapView::zoomIn()
{
    zoomAboutCentre(1.5);
}

void HeatMapView::zoomOut()
{
    zoomAboutCentre(1 / 1.5);
}

void HeatMapView::goTo(qint64 row, qint64 col)
{
    if (!m_matrix || row < 0 || col < 0 || row >= m_matrix->rows() || col >= m_matrix->cols())
        return;
    m_pick = raster::Element{row, col};
    changeView(space().onElement(m_view, placeOf(*m_pick)));
    Q_EMIT picked(row, col);
}

void HeatMapView::startGoTo()
{
    if (!m_matrix)
        return;
    m_goTo->move((canvas().topLeft() + QPointF(12, 12)).toPoint());
    m_goTo->open(m_matrix->rows(), m_matrix->cols());
}

// An element is picked, a rectangle selected.
void HeatMapView::goTo(const raster::ElementRect& place)
{
    setFocus();
    if (place.rowEnd - place.rowBegin == 1 && place.colEnd - place.colBegin == 1)
        return goTo(place.rowBegin, place.colBegin);
    setSelectedRectangle(place);
    changeView(space().onRectangle(place));
    Q_EMIT rectangleSelected(place.rowBegin, place.rowEnd, place.colBegin, place.colEnd);
}

void HeatMapView::setGhost(std::optional<raster::Element> ghost)
{
    if (ghost == m_ghost)
        return;
    m_ghost = ghost;
    update();
}

void HeatMapView::clearSelection()
{
    m_goTo->hide();
    const bool tile = m_tileStyle.highlight >= 0;
    const bool rectangle = m_selection.has_value();
    const bool pick = m_pick.has_value();
    m_tileStyle.highlight = -1;
    m_selection.reset();
    m_pick.reset();
    m_drag = Drag::None;
    unsetCursor();
    requestRender();
    if (tile)
        Q_EMIT tileSelected(-1);
    if (rectangle)
        Q_EMIT rectangleSelected(0, 0, 0, 0);
    if (pick)
        Q_EMIT picked(-1, -1);
}

} // namespace sparsescope
