#include "views/heatmap/range_histogram.h"

#include "engine/core/at.h"
#include "views/parts/within.h"

#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace sparsescope {

RangeHistogram::RangeHistogram(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Range of the colours"));
    setAccessibleDescription(tr("Left and Right move the upper end, with Shift the lower end."));
    setToolTip(
        tr("Non-zeros a pixel: drag the ends of the colours. Arrows move the upper end, with Shift the lower one."));
}

void RangeHistogram::setHistogram(const raster::CountHistogram& histogram)
{
    m_histogram = histogram;
    update();
}

void RangeHistogram::setStyle(const raster::DensityStyle& style)
{
    m_style = style;
    update();
}

void RangeHistogram::setColours(const HeatMapColours& colours)
{
    m_colours = colours;
    update();
}

double RangeHistogram::low() const
{
    return m_style.low.value_or(m_histogram.range.percentile1);
}

double RangeHistogram::high() const
{
    return std::max(low(), m_style.high.value_or(m_histogram.range.percentile99));
}

QRectF RangeHistogram::plot() const
{
    // Room for the handles at both ends and for the numbers below.
    return QRectF(rect()).adjusted(8, 4, -8, -(fontMetrics().height() + 6));
}

double RangeHistogram::xOf(double count) const
{
    return plot().left() + plot().width() * m_histogram.positionOf(count);
}

void RangeHistogram::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRectF area = plot();
    const QLocale locale(QLocale::English);
    if (m_histogram.most <= 1) {
        painter.setPen(m_colours.secondary);
        painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap,
                         m_histogram.most == 0 ? tr("No non-zeros in view") : tr("At most one non-zero a pixel"));
        return;
    }
    const auto most = static_cast<double>(*std::max_element(m_histogram.bins.begin(), m_histogram.bins.end()));
    const raster::Ramp& ramp = raster::sequentialRamp(m_style.map, m_colours.dark);
    raster::DensityRange range = m_histogram.range;
    range.low = low();
    range.high = high();
    const auto bins = static_cast<double>(m_histogram.bins.size());
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < m_histogram.bins.size(); ++i) {
        if (m_histogram.bins[i] == 0)
            continue;
        // The square root keeps rare counts in sight; each bar has the colour that its pixels have.
        const double h =
            std::max(2.0, (area.height() - 4) * std::sqrt(static_cast<double>(m_histogram.bins[i]) / most));
        const double count = m_histogram.countAt((static_cast<double>(i) + 0.5) / bins);
        const double t = i == 0 ? densityPosition(1, range, m_style.logarithmic)
                                : densityPosition(count, range, m_style.logarithmic);
        painter.setBrush(QColor::fromRgb(ramp[at(std::lround(255 * t))]));
        const double w = area.width() / bins;
        painter.drawRect(QRectF(area.left() + static_cast<double>(i) * w, area.bottom() - h, std::max(1.0, w - 1), h));
    }
    painter.setPen(QPen(m_colours.hairline, 1));
    painter.drawLine(area.bottomLeft() + QPointF(0, 0.5), area.bottomRight() + QPointF(0, 0.5));

    painter.setRenderHint(QPainter::Antialiasing);
    const auto handle = [&](double count) {
        const double x = xOf(count);
        painter.setPen(QPen(m_colours.accent, 1.5));
        painter.drawLine(QPointF(x, area.top() + 2), QPointF(x, area.bottom()));
        QPainterPath grip;
        grip.addRoundedRect(QRectF(x - 4, area.top() - 2, 8, 11), 3, 3);
        painter.fillPath(grip, m_colours.accent);
    };
    handle(low());
    handle(high());
    painter.setPen(hasFocus() ? m_colours.accent : m_colours.secondary);
    const QRectF text(area.left(), area.bottom() + 3, area.width(), fontMetrics().height());
    const QString lowText = locale.toString(static_cast<qlonglong>(std::llround(low())));
    const QString highText = locale.toString(static_cast<qlonglong>(std::llround(high())));
    const double lowWidth = fontMetrics().horizontalAdvance(lowText);
    const double highWidth = fontMetrics().horizontalAdvance(highText);
    const double x0 = within(xOf(low()) - lowWidth / 2, text.left(), text.right() - lowWidth - highWidth - 8);
    const double x1 = within(xOf(high()) - highWidth / 2, x0 + lowWidth + 8, text.right() - highWidth);
    painter.drawText(QRectF(x0, text.top(), lowWidth + 2, text.height()), Qt::AlignLeft, lowText);
    painter.drawText(QRectF(x1, text.top(), highWidth + 2, text.height()), Qt::AlignLeft, highText);
}

void RangeHistogram::moveHandle(Handle handle, double count)
{
    count = std::round(count);
    double lowEnd = low();
    double highEnd = high();
    if (handle == Handle::Low)
        lowEnd = std::clamp(count, 1.0, highEnd);
    else
        highEnd = std::clamp(count, lowEnd, std::max(lowEnd, static_cast<double>(m_histogram.most)));
    Q_EMIT limitsChanged(lowEnd, highEnd);
}

void RangeHistogram::mousePressEvent(QMouseEvent* event)
{
    const double x = event->position().x();
    const double toLow = std::abs(x - xOf(low()));
    const double toHigh = std::abs(x - xOf(high()));
    // Where both lie on each other, the side of the press decides.
    m_drag = toLow < toHigh || (toLow == toHigh && x < xOf(low())) ? Handle::Low : Handle::High;
    mouseMoveEvent(event);
}

void RangeHistogram::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag == Handle::None || m_histogram.most <= 1)
        return;
    const QRectF area = plot();
    moveHandle(m_drag, m_histogram.countAt(std::clamp((event->position().x() - area.left()) / area.width(), 0.0, 1.0)));
}

void RangeHistogram::mouseReleaseEvent(QMouseEvent*)
{
    m_drag = Handle::None;
}

void RangeHistogram::keyPressEvent(QKeyEvent* event)
{
    const int by = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (by == 0 || m_histogram.most <= 1) {
        QWidget::keyPressEvent(event);
        return;
    }
    const Handle handle = event->modifiers() & Qt::ShiftModifier ? Handle::Low : Handle::High;
    const double from = handle == Handle::Low ? low() : high();
    // A fiftieth of the width, or one count where that is less.
    const double to = m_histogram.countAt(std::clamp(m_histogram.positionOf(from) + by * 0.02, 0.0, 1.0));
    moveHandle(handle, std::abs(to - from) < 1 ? from + by : to);
}

} // namespace sparsescope
