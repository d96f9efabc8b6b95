// Ways through the matrix: fits, zooms, going to an element, letting go of a selection.
#include "engine/core/at.h"
#include "views/heatmap/heatmap_renderer.h"
#include "views/heatmap/heatmap_view.h"

#include <QLineEdit>
#include <QLocale>
#include <QRegularExpression>

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
    m_goTo->clear();
    m_goTo->move((canvas().topLeft() + QPointF(12, 12)).toPoint());
    m_goTo->show();
    m_goTo->setFocus();
}

// "17,4095" goes to an element; "16-31,0-63" selects a rectangle, its ends included.
void HeatMapView::acceptGoTo()
{
    static const QRegularExpression form(
        QStringLiteral(R"(^\s*(\d+)\s*(?:-\s*(\d+))?\s*,\s*(\d+)\s*(?:-\s*(\d+))?\s*$)"));
    const QRegularExpressionMatch match = form.match(m_goTo->text());
    const auto part = [&](int group, qint64 otherwise) {
        return match.hasCaptured(group) && !match.captured(group).isEmpty() ? match.captured(group).toLongLong()
                                                                            : otherwise;
    };
    const qint64 row = part(1, -1);
    const qint64 col = part(3, -1);
    const qint64 lastRow = part(2, row);
    const qint64 lastCol = part(4, col);
    const QLocale locale(QLocale::English);
    if (!match.hasMatch() || lastRow < row || lastCol < col || lastRow >= m_matrix->rows() ||
        lastCol >= m_matrix->cols()) {
        Q_EMIT statusText(tr("Type a row from 0 to %1, a comma and a column from 0 to %2; or a rectangle as 0-15,0-31.")
                              .arg(locale.toString(static_cast<qlonglong>(m_matrix->rows() - 1)),
                                   locale.toString(static_cast<qlonglong>(m_matrix->cols() - 1))));
        m_goTo->selectAll();
        return;
    }
    m_goTo->hide();
    setFocus();
    if (lastRow == row && lastCol == col)
        return goTo(row, col);
    setSelectedRectangle(raster::ElementRect{row, lastRow + 1, col, lastCol + 1});
    changeView(space().onRectangle(*m_selection));
    Q_EMIT rectangleSelected(row, lastRow + 1, col, lastCol + 1);
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
