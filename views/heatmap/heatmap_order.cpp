// The heat map in another order of rows and columns: which element stands where, and the lines on their way.
#include "views/heatmap/heatmap_renderer.h"
#include "views/heatmap/heatmap_view.h"
#include "views/heatmap/line_motion.h"

#include <QPainter>

namespace sparsescope {

raster::Element HeatMapView::placeOf(raster::Element element) const
{
    return m_lines ? raster::Element{m_lines->rowPlace(element.row), m_lines->colPlace(element.col)} : element;
}

raster::Element HeatMapView::elementOf(raster::Element place) const
{
    return m_lines ? raster::Element{m_lines->row(place.row), m_lines->col(place.col)} : place;
}

bool HeatMapView::waiting() const
{
    return m_picture && m_picture->matrix != m_matrix;
}

bool HeatMapView::sliding() const
{
    return m_motion != nullptr;
}

void HeatMapView::endSlide()
{
    m_slide.stop();
    if (!m_motion)
        return;
    m_motion.reset();
    update();
}

void HeatMapView::setOrdered(const Ordered& ordered)
{
    if (!m_matrix || ordered.matrix == m_matrix)
        return;
    endSlide();
    m_fade.stop();
    m_fadeFrom = QImage();
    const auto centre = [&] {
        const raster::Element place = placeOf(*m_pick);
        return QPointF(m_view.xOf(static_cast<double>(place.col) + 0.5),
                       m_view.yOf(static_cast<double>(place.row) + 0.5));
    };
    const QPointF before = m_pick ? centre() : QPointF();
    m_renderer->cancel();
    m_matrix = ordered.matrix;
    m_lines = ordered.lines;
    m_pyramid = ordered.pyramid;
    m_orderTitle = ordered.title;
    m_plan = ordered.plan;
    m_owner = ordered.owner;
    m_selection.reset(); // its rows and columns lie elsewhere now, each in its own place
    m_drag = Drag::None;
    unsetCursor();
    raster::ViewBox view = m_view;
    const bool inSight =
        m_pick && before.x() >= 0 && before.y() >= 0 && before.x() < view.width && before.y() < view.height;
    if (inSight && !m_fitted) {
        const QPointF moved = before - centre();
        view = space().panned(view, moved.x(), moved.y());
    }
    changeView(view, m_fitted);
    m_slidePick = QPointF();
    if (m_pick)
        m_slidePick = before - centre();
}

void HeatMapView::startSlide(const HeatMapPicture& from, const HeatMapPicture& to)
{
    if (m_reducedMotion || !isVisible() || from.image.size() != to.image.size() || from.pixelRatio != to.pixelRatio ||
        from.matrix->rows() != to.matrix->rows() || from.matrix->cols() != to.matrix->cols() ||
        !from.problem.isEmpty() || !to.problem.isEmpty() || !(to.view == m_view))
        return;
    auto motion = std::make_shared<const LineMotion>(
        LineMotion::Side{from.image, scaledToDevice(from.view, from.pixelRatio), from.lines},
        LineMotion::Side{to.image, scaledToDevice(to.view, to.pixelRatio), to.lines}, to.matrix->rows(),
        to.matrix->cols());
    if (motion->phases() == 0)
        return;
    m_motion = std::move(motion);
    m_slide.setDuration(slideMilliseconds * m_motion->phases());
    m_slide.start();
}

void HeatMapView::paintSlide(QPainter& painter) const
{
    const double part = m_slide.currentValue().toDouble();
    const QPointF corner = canvas().topLeft();
    if (const double opacity = m_motion->fromOpacity(part); opacity > 0) {
        painter.setOpacity(opacity);
        painter.drawImage(corner, m_motion->from());
        painter.setOpacity(1);
    }
    painter.drawImage(corner, m_motion->lines(part));
}

} // namespace sparsescope
