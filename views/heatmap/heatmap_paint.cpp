// Painting the heat map: the last picture, moved to the present view, and marks over it.
#include "views/heatmap/heatmap_renderer.h"
#include "views/heatmap/heatmap_view.h"
#include "views/heatmap/line_motion.h"

#include <QLocale>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

constexpr double gridFrom = 8; // logical pixels an element from which lines between elements are drawn

QColor faded(QColor colour, double alpha)
{
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

} // namespace

void HeatMapView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_colours.panel);
    if (!m_matrix) {
        painter.setPen(m_colours.secondary);
        painter.drawText(rect(), Qt::AlignCenter, tr("No matrix is open."));
        return;
    }
    // The window has moved to a screen with other pixels.
    if (m_picture && m_picture->generation == m_generation && m_picture->pixelRatio != devicePixelRatioF())
        requestRender();
    painter.save();
    painter.setClipRect(canvas());
    paintMatrix(painter);
    if (!sliding() && !waiting()) {
        paintGrid(painter);
        paintLabels(painter);
    }
    if (!waiting())
        paintMarks(painter);
    painter.restore();
    const QRectF strip = legendStrip();
    if (const Legend* shown = legend(); shown && strip.isEmpty())
        paintLegend(painter, canvas(), *shown, m_colours, smallFont());
    else if (shown)
        paintLegendStrip(painter, strip, *shown, m_colours, smallFont());
    if (m_profilesShown)
        paintProfiles(painter);
    if (minimapVisible())
        paintMinimap(painter);
    if (hasFocus()) {
        painter.setPen(QPen(faded(m_colours.accent, 0.7), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(canvas().adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void HeatMapView::paintMatrix(QPainter& painter) const
{
    const QRectF area = canvas();
    const QRectF whole = onScreen({0, m_matrix->rows(), 0, m_matrix->cols()});
    painter.fillRect(whole.intersected(area), m_colours.background);
    if (m_picture && m_picture->problem.isEmpty()) {
        const raster::ViewBox& made = m_picture->view;
        if (sliding()) {
            paintSlide(painter);
        } else if (waiting()) {
            painter.drawImage(area.topLeft(), m_picture->image);
        } else if (made == m_view && m_picture->pixelRatio == devicePixelRatioF()) {
            painter.drawImage(area.topLeft(), shownImage());
        } else {
            const QRectF target(area.left() + m_view.xOf(made.col0), area.top() + m_view.yOf(made.row0),
                                made.width * made.colsPerPixel / m_view.colsPerPixel,
                                made.height * made.rowsPerPixel / m_view.rowsPerPixel);
            painter.drawImage(target, m_picture->image, QRectF(m_picture->image.rect()));
        }
    } else if (m_picture) {
        painter.setPen(m_colours.text);
        painter.drawText(area.adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, m_picture->problem);
    }
    painter.setPen(QPen(m_colours.hairline, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(whole.adjusted(-0.5, -0.5, 0.5, 0.5));
}

void HeatMapView::paintGrid(QPainter& painter) const
{
    const raster::ElementRect seen = space().visible(m_view);
    const QRectF box = onScreen(seen);
    // Lines grow out of nothing while zooming in.
    const auto pen = [&](double pixels) {
        return QPen(faded(m_colours.hairline, std::clamp((pixels - gridFrom) / gridFrom + 0.25, 0.0, 0.9)),
                    1 / devicePixelRatioF());
    };
    const double width = 1 / m_view.colsPerPixel;
    const double height = 1 / m_view.rowsPerPixel;
    QList<QLineF> lines;
    if (width >= gridFrom) {
        for (std::int64_t c = seen.colBegin; c <= seen.colEnd; ++c) {
            const double x = box.left() + width * static_cast<double>(c - seen.colBegin);
            lines.append(QLineF(x, box.top(), x, box.bottom()));
        }
        painter.setPen(pen(width));
        painter.drawLines(lines);
    }
    lines.clear();
    // Rulers between slices, unless they would lie on each other.
    const std::int64_t slice = m_matrix->sliceCols();
    if (constexpr double apart = 4; m_matrix->slices() > 1 && width * static_cast<double>(slice) >= apart) {
        for (std::int64_t c = std::max<std::int64_t>(1, seen.colBegin / slice) * slice; c <= seen.colEnd; c += slice) {
            const double x = box.left() + width * static_cast<double>(c - seen.colBegin);
            lines.append(QLineF(x, box.top(), x, box.bottom()));
        }
        painter.setPen(QPen(faded(m_colours.secondary, 0.6), 1));
        painter.drawLines(lines);
        lines.clear();
    }
    if (height >= gridFrom) {
        for (std::int64_t r = seen.rowBegin; r <= seen.rowEnd; ++r) {
            const double y = box.top() + height * static_cast<double>(r - seen.rowBegin);
            lines.append(QLineF(box.left(), y, box.right(), y));
        }
        painter.setPen(pen(height));
        painter.drawLines(lines);
    }
}

void HeatMapView::paintLabels(QPainter& painter) const
{
    if (!m_picture || m_picture->labels.empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(smallFont());
    const QFontMetricsF metrics(painter.font());
    for (const HeatMapPicture::Label& label : m_picture->labels) {
        // In the corner, where it hides least.
        const QRectF place = onScreen(label.place);
        const QSizeF size(std::max(metrics.horizontalAdvance(label.text), metrics.height() * 0.6) + 6,
                          metrics.height() + 1);
        const QRectF badge(place.topLeft() + QPointF(2, 2), size);
        if (!badge.intersects(canvas()))
            continue;
        painter.setPen(Qt::NoPen);
        painter.setBrush(faded(m_colours.background, 0.88));
        painter.drawRoundedRect(badge, 3, 3);
        painter.setPen(m_colours.text);
        painter.drawText(badge, Qt::AlignCenter, label.text);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void HeatMapView::paintMarks(QPainter& painter) const
{
    const auto frame = [&](const QRectF& r, Qt::PenStyle style) {
        painter.fillRect(r, faded(m_colours.accent, 0.10));
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_colours.background, 3));
        painter.drawRect(r);
        painter.setPen(QPen(m_colours.accent, 1.5, style));
        painter.drawRect(r);
    };
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_selection)
        frame(onScreen(*m_selection), Qt::SolidLine);
    if (m_drag == Drag::Select || m_drag == Drag::Zoom)
        frame(QRectF(m_pressed, m_last).normalized(), m_drag == Drag::Zoom ? Qt::DashLine : Qt::SolidLine);
    if (m_pick) {
        const raster::Element place = placeOf(*m_pick);
        QRectF element = onScreen({place.row, place.row + 1, place.col, place.col + 1});
        if (sliding())
            element.translate(m_slidePick.x() * (1 - m_motion->colPart(m_slide.currentValue().toDouble())),
                              m_slidePick.y() * (1 - m_motion->rowPart(m_slide.currentValue().toDouble())));
        painter.setBrush(Qt::NoBrush);
        const bool large = element.width() >= 7 && element.height() >= 7;
        for (const QPen& pen : {QPen(m_colours.background, 4), QPen(m_colours.accent, 2)}) {
            painter.setPen(pen);
            if (large)
                painter.drawRect(element);
            else
                painter.drawEllipse(element.center(), 7, 7);
        }
    }
    if (m_ghost) {
        const QRectF area = canvas();
        const raster::Element place = placeOf(*m_ghost);
        const QPointF at = onScreen({place.row, place.row + 1, place.col, place.col + 1}).center();
        for (const QPen& pen : {QPen(faded(m_colours.background, 0.7), 3), QPen(m_colours.accent, 1)}) {
            painter.setPen(pen);
            painter.drawLine(QPointF(area.left(), at.y()), QPointF(area.right(), at.y()));
            painter.drawLine(QPointF(at.x(), area.top()), QPointF(at.x(), area.bottom()));
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void HeatMapView::paintProfiles(QPainter& painter) const
{
    const QRectF area = canvas();
    const QRectF top(area.left(), 0, area.width(), area.top());
    const QRectF side(area.right(), area.top(), width() - area.right(), area.height());
    if (m_columnsLit)
        painter.fillRect(top, faded(m_colours.accent, 0.22));
    if (m_rowsLit)
        painter.fillRect(side, faded(m_colours.accent, 0.22));
    painter.setPen(QPen(m_colours.hairline, 1));
    painter.drawLine(QPointF(0, area.top() - 0.5), QPointF(width(), area.top() - 0.5));
    painter.drawLine(QPointF(area.right() + 0.5, 0), QPointF(area.right() + 0.5, area.bottom()));
    if (!m_picture || !m_picture->problem.isEmpty())
        return;

    const bool logarithmic = m_densityStyle.logarithmic;
    const double ratio = m_picture->pixelRatio;
    const auto bars = [&](const std::vector<double>& profile, int pixels, const auto& pictureAt, const auto& barAt) {
        const double most = profile.empty() ? 0 : *std::max_element(profile.begin(), profile.end());
        QList<QRectF> out;
        if (most <= 0)
            return out;
        for (int i = 0; i < static_cast<int>(pixels * ratio); ++i) {
            // The profile belongs to the picture; where the view has moved on, it moves with it.
            const double at = pictureAt((i + 0.5) / ratio) * ratio;
            if (at < 0 || at >= static_cast<double>(profile.size()))
                continue;
            const double value = profile[static_cast<std::size_t>(at)];
            if (value > 0)
                out.append(
                    barAt(i / ratio, 1 / ratio, logarithmic ? std::log1p(value) / std::log1p(most) : value / most));
        }
        return out;
    };
    const double labelHeight = QFontMetricsF(smallFont()).height();
    painter.setPen(Qt::NoPen);
    painter.setBrush(faded(m_colours.secondary, 0.5));
    painter.drawRects(bars(
        *m_picture->columnProfile, m_view.width, [&](double x) { return m_picture->view.xOf(m_view.colAt(x)); },
        [&](double x, double w, double v) {
            const double h = std::max(1.0, v * (top.height() - labelHeight - 6));
            return QRectF(top.left() + x, top.bottom() - 2 - h, w, h);
        }));
    painter.drawRects(bars(
        *m_picture->rowProfile, m_view.height, [&](double y) { return m_picture->view.yOf(m_view.rowAt(y)); },
        [&](double y, double h, double v) {
            return QRectF(side.left() + 2, side.top() + y, std::max(1.0, v * (side.width() - labelHeight - 8)), h);
        }));

    // Which rows and columns are in view.
    const raster::ElementRect seen = space().visible(m_view);
    if (seen.empty())
        return;
    const QLocale locale(QLocale::English);
    painter.setFont(smallFont());
    painter.setPen(m_colours.secondary);
    const QRectF columns = onScreen(seen);
    const QRectF line(std::max(4.0, columns.left()), 3,
                      std::min(columns.right(), area.right() - 4) - std::max(4.0, columns.left()), labelHeight);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                     (m_lines && !m_lines->cols.empty() ? tr("place %1") : tr("col %1"))
                         .arg(locale.toString(static_cast<qlonglong>(seen.colBegin))));
    if (line.width() > 120)
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter,
                         locale.toString(static_cast<qlonglong>(seen.colEnd - 1)));
    painter.save();
    painter.translate(width() - labelHeight / 2 - 2, 0);
    painter.rotate(90);
    const double first = std::max(area.top() + 4, columns.top());
    const QRectF along(first, -labelHeight / 2, std::min(columns.bottom(), area.bottom() - 4) - first, labelHeight);
    painter.drawText(along, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                     (m_lines && !m_lines->rows.empty() ? tr("place %1") : tr("row %1"))
                         .arg(locale.toString(static_cast<qlonglong>(seen.rowBegin))));
    if (along.width() > 120)
        painter.drawText(along, Qt::AlignRight | Qt::AlignVCenter,
                         locale.toString(static_cast<qlonglong>(seen.rowEnd - 1)));
    painter.restore();
}

void HeatMapView::paintMinimap(QPainter& painter) const
{
    const QRectF map = minimapRect();
    painter.fillRect(map.adjusted(-4, -4, 4, 4), faded(m_colours.panel, 0.94));
    painter.fillRect(map, m_colours.background);
    painter.drawImage(map, m_minimap);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_colours.hairline, 1));
    painter.drawRect(map.adjusted(-4.5, -4.5, 4.5, 4.5));

    const double rows = static_cast<double>(std::max<std::int64_t>(1, m_matrix->rows()));
    const double cols = static_cast<double>(std::max<std::int64_t>(1, m_matrix->cols()));
    QRectF seen(QPointF(map.left() + m_view.col0 / cols * map.width(), map.top() + m_view.row0 / rows * map.height()),
                QSizeF(m_view.width * m_view.colsPerPixel / cols * map.width(),
                       m_view.height * m_view.rowsPerPixel / rows * map.height()));
    seen = seen.intersected(map);
    // A spot of a few pixels at least, filled, so that it can be found.
    const double least = 7;
    if (seen.width() < least && seen.height() < least)
        painter.setBrush(m_colours.accent);
    if (seen.width() < least)
        seen.adjust((seen.width() - least) / 2, 0, (least - seen.width()) / 2, 0);
    if (seen.height() < least)
        seen.adjust(0, (seen.height() - least) / 2, 0, (least - seen.height()) / 2);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_colours.background, 5));
    painter.drawRect(seen);
    painter.setPen(QPen(m_colours.accent, 2));
    painter.drawRect(seen);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace sparsescope
