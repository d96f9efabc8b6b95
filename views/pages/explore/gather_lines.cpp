#include "views/pages/explore/gather_lines.h"

#include "engine/core/at.h"
#include "views/heatmap/heatmap_view.h"
#include "views/pages/explore/packed_view.h"
#include "views/parts/theme.h"
#include "views/workspace/shown_order.h"
#include "views/workspace/workspace.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace sparsescope {

namespace {

constexpr double leastMark = 3; // pixels of a micro-tile in the matrix

QPointF within(QPointF point, const QRectF& room)
{
    return {std::clamp(point.x(), room.left(), std::max(room.left(), room.right())),
            std::clamp(point.y(), room.top(), std::max(room.top(), room.bottom()))};
}

QRectF between(const QRectF& a, const QRectF& b, double part)
{
    const auto mix = [part](double x, double y) { return x + (y - x) * part; };
    return {mix(a.left(), b.left()), mix(a.top(), b.top()), mix(a.width(), b.width()), mix(a.height(), b.height())};
}

} // namespace

GatherLines::GatherLines(Workspace& workspace, PackedView& view, HeatMapView& canvas, QWidget& over)
    : QWidget(&over), m_workspace(workspace), m_view(&view), m_canvas(&canvas)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
    for (QObject* object : {static_cast<QObject*>(&over), static_cast<QObject*>(&view), static_cast<QObject*>(&canvas)})
        object->installEventFilter(this);
    connect(&view, &PackedView::chosenChanged, this, &GatherLines::follow);
    connect(&view, &PackedView::moved, this, qOverload<>(&QWidget::update));
    connect(&canvas, &HeatMapView::viewChanged, this, qOverload<>(&QWidget::update));
    connect(&m_workspace.attention().order(), &ShownOrder::changed, this, &GatherLines::follow);
}

bool GatherLines::eventFilter(QObject* object, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::Resize:
    case QEvent::Move:
        follow();
        break;
    default:
        break;
    }
    return QWidget::eventFilter(object, event);
}

void GatherLines::follow()
{
    if (!m_view || !m_canvas)
        return;
    const bool shown = m_view->isVisible() && m_canvas->isVisible() && m_view->chosen() >= 0 && whyNot().isEmpty();
    setGeometry(parentWidget()->rect());
    if (shown)
        raise(); // above panels that came since
    setVisible(shown);
    update();
}

QString GatherLines::whyNot() const
{
    return m_workspace.attention().order().shown().lines
               ? tr("Micro-tiles lie together in the file's order of rows and columns alone: no lines in this one.")
               : QString();
}

bool GatherLines::together() const
{
    return m_view->window() == m_canvas->window();
}

QRectF GatherLines::from(QWidget& widget, const QRectF& place) const
{
    return place.translated(mapFromGlobal(widget.mapToGlobal(QPointF(0, 0))));
}

// In a small window the packed view is a drawer, which lies over the canvas.
QRectF GatherLines::canvasInSight() const
{
    QRectF canvas = from(*m_canvas, m_canvas->canvas());
    const QWidget* panel = m_view;
    while (panel && panel->parentWidget() != parentWidget())
        panel = panel->parentWidget();
    if (!panel || !canvas.intersects(panel->geometry()))
        return canvas;
    const QRectF over(panel->geometry());
    over.top() > canvas.top() ? canvas.setBottom(over.top()) : canvas.setRight(std::max(canvas.left(), over.left()));
    return canvas;
}

QRectF GatherLines::placeInMatrix(const MatrixArea& area) const
{
    const raster::ViewBox& view = m_canvas->view();
    const QPointF corner(view.xOf(static_cast<double>(area.colBegin)), view.yOf(static_cast<double>(area.rowBegin)));
    const QPointF other(view.xOf(static_cast<double>(area.colEnd)), view.yOf(static_cast<double>(area.rowEnd)));
    const QRectF place = from(*m_canvas, QRectF(corner, other).translated(m_canvas->canvas().topLeft()));
    const double width = std::max(leastMark, place.width()), height = std::max(leastMark, place.height());
    return {place.center().x() - width / 2, place.center().y() - height / 2, width, height};
}

QRectF GatherLines::inMatrix(std::int64_t micro) const
{
    return placeInMatrix(m_view->microTiles()[at(micro)].from);
}

QLineF GatherLines::line(std::int64_t micro) const
{
    if (!together())
        return {};
    const QRectF to = from(*m_view->viewport(), m_view->placeOf(m_view->chosen(), m_view->microTiles()[at(micro)].to));
    return {within(inMatrix(micro).center(), canvasInSight()),
            within({to.center().x(), to.top()}, from(*m_view->viewport(), m_view->tilesRect()))};
}

void GatherLines::paintEvent(QPaintEvent*)
{
    if (!m_view || !m_canvas || m_view->chosen() < 0)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor accent = colorsOf(*this).accent;
    const std::int64_t count = std::ssize(m_view->microTiles());
    QColor thin = accent;
    thin.setAlphaF(count <= 16 ? 0.6f : count <= 64 ? 0.4f : 0.25f);
    painter.setPen(QPen(thin, 1));
    if (together())
        for (std::int64_t i = 0; i < count; ++i)
            painter.drawLine(line(i));

    const QRectF canvas = canvasInSight();
    painter.save();
    painter.setClipRect(canvas);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(accent, 1.5));
    for (std::int64_t i = 0; i < count; ++i)
        painter.drawRect(inMatrix(i));
    painter.restore();
    if (!together())
        return;

    const QImage* picture = m_view->pictureOf(m_view->chosen());
    painter.setClipRect(canvas.united(from(*m_view->viewport(), m_view->tilesRect())));
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::int64_t i = 0; i < count; ++i) {
        const double way = m_view->wayOf(i);
        if (way <= 0 || way >= 1)
            continue;
        const MatrixArea& to = m_view->microTiles()[at(i)].to;
        const QRectF place = between(inMatrix(i), from(*m_view->viewport(), m_view->placeOf(m_view->chosen(), to)),
                                     way * way * (3 - 2 * way));
        painter.fillRect(place, colorsOf(*this).background);
        if (picture)
            painter.drawImage(place, *picture,
                              QRectF(static_cast<double>(to.colBegin), static_cast<double>(to.rowBegin),
                                     static_cast<double>(to.colEnd - to.colBegin),
                                     static_cast<double>(to.rowEnd - to.rowBegin)));
        else
            painter.fillRect(place, zeroColor());
        painter.setPen(QPen(accent, 1));
        painter.drawRect(place);
    }
}

} // namespace sparsescope
