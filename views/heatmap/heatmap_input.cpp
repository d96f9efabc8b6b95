// Hands on the heat map: wheel, mouse, keys, and what is under the cursor.
#include "views/heatmap/heatmap_renderer.h"
#include "views/heatmap/heatmap_view.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

// Counting at most this many entries one after the other, or searching in this many rows, takes about a millisecond.
constexpr std::int64_t mostEntries = 2'000'000;
constexpr std::int64_t mostRows = 8'000;
constexpr double dragBeyond = 4; // pixels; less is a click

QString grouped(qint64 n)
{
    return QLocale(QLocale::English).toString(n);
}

} // namespace

std::int64_t HeatMapView::exactCount(const raster::ElementRect& r) const
{
    if (r.empty())
        return 0;
    if (r.rowEnd - r.rowBegin <= mostRows || (r.colBegin == 0 && r.colEnd == m_matrix->cols()))
        return m_matrix->countIn(r.rowBegin, r.rowEnd, r.colBegin, r.colEnd);
    const std::int64_t b = m_matrix->rowPtr()[static_cast<std::size_t>(r.rowBegin)];
    const std::int64_t e = m_matrix->rowPtr()[static_cast<std::size_t>(r.rowEnd)];
    if (e - b > mostEntries)
        return -1;
    const auto columns = m_matrix->colIdx().subspan(static_cast<std::size_t>(b), static_cast<std::size_t>(e - b));
    return std::count_if(columns.begin(), columns.end(),
                         [&](std::int32_t c) { return c >= r.colBegin && c < r.colEnd; });
}

// The owner of the element, or else of the first non-zero in the rectangle, if that tile is drawn; -1: none.
std::int64_t HeatMapView::tileIn(const raster::ElementRect& r, raster::Element element) const
{
    if (!m_plan || !m_owner || !m_tilesShown)
        return -1;
    const auto ownerAt = [&](std::int64_t row, std::int64_t from, std::int64_t to) -> std::int64_t {
        const auto columns = m_matrix->row(row);
        const auto at = std::lower_bound(columns.begin(), columns.end(), from);
        if (at == columns.end() || *at >= to)
            return -1;
        const std::int64_t tile = (*m_owner)[static_cast<std::size_t>(
            m_matrix->rowPtr()[static_cast<std::size_t>(row)] + (at - columns.begin()))];
        return m_step < 0 || tile < m_step ? tile : -1;
    };
    std::int64_t tile = ownerAt(element.row, element.col, element.col + 1);
    for (std::int64_t row = r.rowBegin; tile < 0 && row < std::min(r.rowEnd, r.rowBegin + mostRows); ++row)
        tile = ownerAt(row, r.colBegin, r.colEnd);
    return tile;
}

// Different tiles that own a non-zero in it and are drawn; -1 where counting would be felt.
std::int64_t HeatMapView::tilesIn(const raster::ElementRect& r) const
{
    if (!m_plan || !m_owner || !m_tilesShown)
        return 0;
    constexpr std::int64_t mostToCount = 20'000;
    if (r.rowEnd - r.rowBegin > mostRows / 4)
        return -1;
    std::vector<std::uint32_t> found;
    for (std::int64_t row = r.rowBegin; row < r.rowEnd; ++row) {
        const auto columns = m_matrix->row(row);
        const auto first = m_matrix->rowPtr()[static_cast<std::size_t>(row)];
        for (auto at = std::lower_bound(columns.begin(), columns.end(), r.colBegin);
             at != columns.end() && *at < r.colEnd; ++at) {
            const std::uint32_t tile = (*m_owner)[static_cast<std::size_t>(first + (at - columns.begin()))];
            if (m_step < 0 || tile < m_step)
                found.push_back(tile);
        }
        if (static_cast<std::int64_t>(found.size()) > mostToCount)
            return -1;
    }
    std::sort(found.begin(), found.end());
    return std::unique(found.begin(), found.end()) - found.begin();
}

std::optional<raster::Element> HeatMapView::elementAt(QPointF position) const
{
    const std::optional<raster::Element> place = shownAt(position);
    return place ? std::optional(elementOf(*place)) : std::nullopt;
}

std::optional<raster::Element> HeatMapView::shownAt(QPointF position) const
{
    if (!m_matrix || !canvas().contains(position))
        return std::nullopt;
    const QPointF p = toCanvas(position);
    const std::optional<raster::Element> element = space().elementAt(m_view, p.x(), p.y());
    if (!element || element->row >= m_matrix->rows() || element->col >= m_matrix->cols())
        return std::nullopt;
    return element;
}

std::optional<HeatMapView::Hover> HeatMapView::hoverAt(QPointF position) const
{
    const std::optional<raster::Element> place = shownAt(position);
    if (!place)
        return std::nullopt;
    // The device pixel under the cursor is what the eye sees.
    const double ratio = devicePixelRatioF();
    const raster::ViewBox device = scaledToDevice(m_view, ratio);
    const QPointF p = toCanvas(position) * ratio;
    const auto x = std::clamp(static_cast<int>(std::floor(p.x())), 0, std::max(0, device.width - 1));
    const auto y = std::clamp(static_cast<int>(std::floor(p.y())), 0, std::max(0, device.height - 1));
    const auto rows =
        raster::PixelAxis(device.row0, device.rowsPerPixel, m_matrix->rows(), device.height).elementsOf(y);
    const auto cols = raster::PixelAxis(device.col0, device.colsPerPixel, m_matrix->cols(), device.width).elementsOf(x);
    Hover hover;
    hover.element = elementOf(*place);
    hover.place = *place;
    hover.pixel = {rows.begin, rows.end, cols.begin, cols.end};
    // Magnified, the cursor is on one element, even where a pixel lies on a border.
    if (device.rowsPerPixel < 1)
        hover.pixel.rowBegin = place->row, hover.pixel.rowEnd = place->row + 1;
    if (device.colsPerPixel < 1)
        hover.pixel.colBegin = place->col, hover.pixel.colEnd = place->col + 1;
    hover.count = exactCount(hover.pixel);
    hover.tile = hover.count == 0 ? -1 : tileIn(hover.pixel, *place);
    hover.tiles = tilesIn(hover.pixel);
    return hover;
}

void HeatMapView::updateHover(QPointF position)
{
    m_hover = position;
    const std::optional<Hover> hover = hoverAt(position);
    if (!hover) {
        Q_EMIT hovered(-1, -1, -1, -1);
        Q_EMIT statusText(QString());
        return;
    }
    QString text = tr("row %1  col %2").arg(grouped(hover->element.row), grouped(hover->element.col));
    if (!(hover->place == hover->element))
        text += tr("  shown at %1, %2").arg(grouped(hover->place.row), grouped(hover->place.col));
    if (hover->pixel.rowEnd - hover->pixel.rowBegin == 1 && hover->pixel.colEnd - hover->pixel.colBegin == 1)
        text += QLatin1String("  ") + (hover->count > 0 ? tr("non-zero") : tr("zero"));
    else if (hover->count >= 0)
        text += QLatin1String("  ") + (hover->count == 1 ? tr("1 non-zero in this pixel")
                                                         : tr("%1 non-zeros in this pixel").arg(grouped(hover->count)));
    if (hover->tile >= 0)
        text +=
            QLatin1String("  ") +
            (hover->tiles > 1
                 ? tr("tile %1 and %2 more that this pixel hides").arg(grouped(hover->tile), grouped(hover->tiles - 1))
                 : tr("tile %1").arg(grouped(hover->tile)));
    Q_EMIT hovered(hover->element.row, hover->element.col, hover->count, hover->tile);
    Q_EMIT statusText(text);
}

void HeatMapView::wheelEvent(QWheelEvent* event)
{
    if (!m_matrix || !canvas().contains(event->position())) {
        event->ignore();
        return;
    }
    const QPoint delta = event->angleDelta();
    const double steps = (delta.y() != 0 ? delta.y() : delta.x()) / 120.0;
    const QPointF p = toCanvas(event->position());
    if (steps != 0)
        changeView(space().zoomedAt(m_view, p.x(), p.y(), std::pow(1.25, std::clamp(steps, -8.0, 8.0))));
    event->accept();
}

void HeatMapView::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    m_pressed = m_last = event->position();
    if (!m_matrix || !canvas().contains(event->position()))
        return;
    if (event->button() == Qt::MiddleButton) {
        m_drag = Drag::Pan;
        setCursor(Qt::ClosedHandCursor);
        return;
    }
    if (event->button() != Qt::LeftButton)
        return;
    if (minimapVisible() && minimapRect().contains(event->position())) {
        m_drag = Drag::Minimap;
        centreOnMinimap(event->position());
    } else if (event->modifiers() & Qt::ShiftModifier) {
        m_drag = Drag::Select;
    } else if (event->modifiers() & Qt::ControlModifier) {
        m_drag = Drag::Zoom;
    } else {
        m_drag = Drag::Press;
    }
}

void HeatMapView::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF position = event->position();
    if (m_drag == Drag::Press && (position - m_pressed).manhattanLength() > dragBeyond) {
        m_drag = Drag::Pan;
        setCursor(Qt::ClosedHandCursor);
    }
    if (m_drag == Drag::Pan) {
        m_hover.reset();
        const QPointF by = position - m_last;
        changeView(space().panned(m_view, by.x(), by.y()));
    } else if (m_drag == Drag::Minimap) {
        centreOnMinimap(position);
    } else if (m_drag == Drag::Select || m_drag == Drag::Zoom) {
        update();
    }
    m_last = position;
    if (m_drag == Drag::None || m_drag == Drag::Press)
        updateHover(position);
}

void HeatMapView::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::None);
    unsetCursor();
    update();
    const bool far = (event->position() - m_pressed).manhattanLength() > dragBeyond;
    if (drag == Drag::Select || drag == Drag::Zoom) {
        const raster::ElementRect r = rectBetween(m_pressed, event->position());
        if (!far || r.empty())
            return;
        if (drag == Drag::Zoom) {
            changeView(space().onRectangle(r));
            return;
        }
        m_selection = r;
        Q_EMIT rectangleSelected(r.rowBegin, r.rowEnd, r.colBegin, r.colEnd);
    } else if (drag == Drag::Press) {
        const std::optional<Hover> hover = hoverAt(event->position());
        if (!hover)
            return;
        m_pick = hover->element;
        Q_EMIT picked(m_pick->row, m_pick->col);
        if (m_plan) {
            setSelectedTile(hover->tile);
            Q_EMIT tileSelected(hover->tile);
        }
    }
}

void HeatMapView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && canvas().contains(event->position()) &&
        !(minimapVisible() && minimapRect().contains(event->position())))
        fitAll();
}

void HeatMapView::leaveEvent(QEvent*)
{
    m_hover.reset();
    Q_EMIT hovered(-1, -1, -1, -1);
    Q_EMIT statusText(QString());
}

void HeatMapView::centreOnMinimap(QPointF position)
{
    const QRectF map = minimapRect();
    raster::ViewBox view = m_view;
    const double row = (position.y() - map.top()) / map.height() * static_cast<double>(m_matrix->rows());
    const double col = (position.x() - map.left()) / map.width() * static_cast<double>(m_matrix->cols());
    view.row0 = row - view.rowsPerPixel * view.height / 2;
    view.col0 = col - view.colsPerPixel * view.width / 2;
    changeView(space().clamped(view, 48));
}

void HeatMapView::movePick(qint64 rows, qint64 cols)
{
    if (!m_matrix || m_matrix->rows() == 0 || m_matrix->cols() == 0)
        return;
    const auto within = [](double at, std::int64_t size) {
        return static_cast<std::int64_t>(std::clamp(std::floor(at), 0.0, static_cast<double>(size - 1)));
    };
    raster::Element place;
    if (!m_pick) {
        place = {within(m_view.rowAt(m_view.height / 2.0), m_matrix->rows()),
                 within(m_view.colAt(m_view.width / 2.0), m_matrix->cols())};
    } else {
        place = placeOf(*m_pick);
        place.row = std::clamp<std::int64_t>(place.row + rows, 0, m_matrix->rows() - 1);
        place.col = std::clamp<std::int64_t>(place.col + cols, 0, m_matrix->cols() - 1);
    }
    m_pick = elementOf(place);
    // The view follows by as little as keeps the pick in sight.
    const double x = m_view.xOf(static_cast<double>(place.col) + 0.5);
    const double y = m_view.yOf(static_cast<double>(place.row) + 0.5);
    const double dx = std::clamp(x, 0.0, static_cast<double>(m_view.width)) - x;
    const double dy = std::clamp(y, 0.0, static_cast<double>(m_view.height)) - y;
    if (dx != 0 || dy != 0)
        changeView(
            space().panned(m_view, dx == 0 ? 0 : dx + std::copysign(24, dx), dy == 0 ? 0 : dy + std::copysign(24, dy)));
    update();
    Q_EMIT picked(m_pick->row, m_pick->col);
}

void HeatMapView::keyPressEvent(QKeyEvent* event)
{
    // Far out, a step of the pick is a pixel, so that it can be seen to move; with Shift ten of them.
    const qint64 times = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
    const qint64 rows = times * std::max<qint64>(1, static_cast<qint64>(m_view.rowsPerPixel));
    const qint64 cols = times * std::max<qint64>(1, static_cast<qint64>(m_view.colsPerPixel));
    if (m_goTo->isVisible() && event->key() != Qt::Key_Escape) {
        QWidget::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left:
        movePick(0, -cols);
        break;
    case Qt::Key_Right:
        movePick(0, cols);
        break;
    case Qt::Key_Up:
        movePick(-rows, 0);
        break;
    case Qt::Key_Down:
        movePick(rows, 0);
        break;
    case Qt::Key_G:
        startGoTo();
        break;
    case Qt::Key_F:
        fitSelection();
        break;
    case Qt::Key_S:
        setStretched(!m_stretched);
        break;
    case Qt::Key_1:
        oneToOne();
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomIn();
        break;
    case Qt::Key_Minus:
        zoomOut();
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        // What a click on the pick does.
        if (m_pick && m_plan) {
            const raster::Element place = placeOf(*m_pick);
            setSelectedTile(tileIn({place.row, place.row + 1, place.col, place.col + 1}, place));
            Q_EMIT tileSelected(selectedTile());
        }
        break;
    case Qt::Key_Escape:
        if (m_goTo->isVisible()) {
            m_goTo->hide();
            setFocus();
        } else if (sliding()) {
            endSlide();
        } else {
            clearSelection();
        }
        break;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    event->accept();
}

bool HeatMapView::event(QEvent* event)
{
    // Plain letters and digits here are commands of the canvas, also where the window has shortcuts for them.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool own = key->key() == Qt::Key_G || key->key() == Qt::Key_F || key->key() == Qt::Key_S ||
                         key->key() == Qt::Key_1 || key->key() == Qt::Key_Plus || key->key() == Qt::Key_Minus;
        if (own && !(key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier))) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void HeatMapView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    keepView();
}

} // namespace sparsescope
