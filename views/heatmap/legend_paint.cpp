// Painting legends: in the canvas' corner, in a strip below it, as a block of a figure.
#include "views/heatmap/heatmap_view.h"
#include "views/heatmap/legend.h"
#include "views/parts/tikz.h"
#include "views/parts/within.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

constexpr double inside = 8;
constexpr double barHeight = 10;
constexpr double besideBar = barHeight + 6; // the numbers of one that stands upright
constexpr double leastWidth = 208;          // of the canvas' legend
constexpr QSize swatch(20, 12);
constexpr double beside = swatch.width() + 4; // an entry's words

QImage imageOf(const Legend::Entry& entry, bool dark, double ratio)
{
    const raster::Image pixels =
        raster::hatchedSwatch(entry.hatching, entry.colour, static_cast<int>(std::lround(swatch.width() * ratio)),
                              static_cast<int>(std::lround(swatch.height() * ratio)), ratio, dark);
    QImage image(reinterpret_cast<const uchar*>(pixels.pixels.data()), pixels.width, pixels.height,
                 pixels.width * static_cast<int>(sizeof(std::uint32_t)), QImage::Format_ARGB32);
    return image.copy(); // the pixels go
}

void paintSwatch(QPainter& painter, QPointF at, const Legend::Entry& entry, const HeatMapColours& colours, double ratio)
{
    const QImage image = imageOf(entry, colours.dark, ratio);
    painter.drawImage(QRectF(at, QSizeF(swatch)), image, QRectF(image.rect()));
}

QImage barOf(const raster::Ramp& ramp, bool upright)
{
    const auto last = static_cast<int>(ramp.size()) - 1;
    QImage bar(upright ? 1 : last + 1, upright ? last + 1 : 1, QImage::Format_RGB32);
    for (int i = 0; i <= last; ++i) {
        const QRgb colour = ramp[static_cast<std::size_t>(i)];
        upright ? bar.setPixel(0, last - i, colour) : bar.setPixel(i, 0, colour);
    }
    return bar;
}

void paintPanel(QPainter& painter, const QRectF& box, const HeatMapColours& colours)
{
    QColor panel = colours.panel;
    panel.setAlphaF(0.94F);
    painter.fillRect(box, panel);
    painter.setPen(QPen(colours.hairline, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
}

} // namespace

void putText(QPainter& painter, const QRectF& place, int flags, const QString& text, const QColor& colour)
{
    painter.setPen(colour);
    const TikzText aligned(painter, flags);
    painter.drawText(place, flags | Qt::TextWordWrap | Qt::TextDontClip, text);
}

LegendBlock::LegendBlock(const Legend& legend, const QFont& font, const QFontMetricsF& metrics,
                         const LegendFrame& frame)
    : m_legend(legend), m_font(font), m_metrics(metrics), m_line(std::ceil(metrics.height())), m_ticks(legend.ticks)
{
    if (!legend.order.isEmpty())
        m_notes.emplace_back(legend.order, true);
    if (legend.stretched)
        m_notes.emplace_back(Legend::stretchedText(), true);
    if (frame.pixel)
        m_notes.emplace_back(legend.pixel, false);
    double width = std::max(frame.least, m_metrics.horizontalAdvance(legend.title));
    for (const auto& [text, remark] : m_notes)
        width = std::max(width, m_metrics.horizontalAdvance(text));
    // Numbers under the bar must not touch: those at its ends, and the one in its middle.
    double end = 0;
    for (const QString& text : {m_ticks.value(0), m_ticks.value(m_ticks.size() - 1)})
        end = std::max(end, m_metrics.horizontalAdvance(text) + inside);
    const double three = m_ticks.size() > 2 ? 2 * end + m_metrics.horizontalAdvance(m_ticks[1]) + inside : 2 * end;
    width = std::max(width, m_ticks.size() > 1 ? three : end);
    m_width = std::min(width + 1, frame.most);
    // A word in the middle says what the colours are about.
    const bool middleMatters = m_ticks.size() > 2 && !m_ticks[1].isEmpty() && !m_ticks[1].front().isDigit();
    m_upright = m_ticks.size() > 1 && (middleMatters ? three : 2 * end) > m_width;
    if (!m_upright && m_ticks.size() > 2 && three > m_width)
        m_ticks = {m_ticks.first(), m_ticks.last()};
    m_title = legend.title.isEmpty() ? 0 : heightOf(legend.title, m_width) + 4;
    m_ramp = !legend.ramp ? 0 : barHeight + 4 + m_line;
    if (legend.ramp && m_upright) {
        m_ramp = 4;
        for (const QString& text : m_ticks)
            m_ramp += 1.3 * heightOf(text, m_width - besideBar);
    }
    layEntries();
    double height = m_title + m_ramp;
    for (const Row& row : m_rows)
        height += row.height + 2;
    for (std::size_t i = 0; i < m_notes.size(); ++i)
        height += heightOf(m_notes[i].first, m_width) + (i == 0 ? 4 : 0);
    m_size = QSizeF(m_width, height);
}

double LegendBlock::heightOf(const QString& text, double width) const
{
    return std::max(m_line,
                    std::ceil(m_metrics.boundingRect(QRectF(0, 0, width, 1e4), Qt::TextWordWrap, text).height()));
}

// As many in a line as there is room for.
void LegendBlock::layEntries()
{
    double x = 0;
    for (std::size_t i = 0; i < m_legend.entries.size(); ++i) {
        const QString text = m_legend.entries[i].text();
        const double own = beside + m_metrics.horizontalAdvance(text);
        if (m_rows.empty() || x + own > m_width) {
            m_rows.push_back({i, i, heightOf(text, m_width - beside)});
            x = 0;
        }
        m_rows.back().end = i + 1;
        x += own + 2 * inside;
    }
}

void LegendBlock::paintRamp(QPainter& painter, QPointF at, const HeatMapColours& colours) const
{
    const QRectF bar(at, m_upright ? QSizeF(barHeight, m_ramp - 4) : QSizeF(m_width, barHeight));
    painter.drawImage(bar, barOf(*m_legend.ramp, m_upright));
    const auto last = static_cast<double>(std::max<qsizetype>(1, m_ticks.size() - 1));
    for (qsizetype i = 0; i < m_ticks.size(); ++i) {
        const double part = static_cast<double>(i) / last;
        painter.setPen(QPen(colours.secondary, 1));
        if (m_upright) {
            const double y = bar.bottom() - bar.height() * part;
            const double inner = within(y, bar.top() + 0.5, bar.bottom() - 0.5);
            painter.drawLine(QPointF(bar.right(), inner), QPointF(bar.right() + 2, inner));
            const double height = heightOf(m_ticks[i], m_width - besideBar);
            const double top = within(y - height / 2, bar.top(), bar.bottom() - height);
            putText(painter, QRectF(bar.left() + besideBar, top, m_width - besideBar, height),
                    Qt::AlignLeft | Qt::AlignTop, m_ticks[i], colours.text);
            continue;
        }
        const double x = bar.left() + bar.width() * part;
        const double inner = within(x, bar.left() + 0.5, bar.right() - 0.5);
        painter.drawLine(QPointF(inner, bar.bottom()), QPointF(inner, bar.bottom() + 2));
        const bool first = i == 0;
        const bool end = i > 0 && i + 1 == m_ticks.size();
        const QRectF words(first ? x : end ? x - m_width : x - m_width / 2, bar.bottom() + 3, m_width, m_line);
        putText(painter, words,
                Qt::AlignVCenter | (first ? Qt::AlignLeft
                                    : end ? Qt::AlignRight
                                          : Qt::AlignHCenter),
                m_ticks[i], colours.text);
    }
}

void LegendBlock::paint(QPainter& painter, QPointF at, const HeatMapColours& colours, double ratio) const
{
    painter.save();
    painter.setFont(m_font);
    double y = at.y();
    const auto text = [&](const QString& words, const QColor& colour) {
        const double height = heightOf(words, m_width);
        putText(painter, QRectF(at.x(), y, m_width, height), Qt::AlignLeft | Qt::AlignTop, words, colour);
        y += height;
    };
    if (m_title > 0) {
        text(m_legend.title, colours.text);
        y += 4;
    }
    if (m_legend.ramp)
        paintRamp(painter, QPointF(at.x(), y), colours);
    y += m_ramp;
    for (const Row& row : m_rows) {
        double x = at.x();
        for (std::size_t i = row.begin; i < row.end; ++i) {
            const Legend::Entry& entry = m_legend.entries[i];
            paintSwatch(painter, QPointF(x, std::round(y + (m_line - swatch.height()) / 2)), entry, colours, ratio);
            const double words = m_metrics.horizontalAdvance(entry.text());
            putText(painter, QRectF(x + beside, y, std::min(words + 1, m_width - beside), row.height),
                    Qt::AlignLeft | Qt::AlignTop, entry.text(), colours.text);
            x += beside + words + 2 * inside;
        }
        y += row.height + 2;
    }
    y += 4;
    for (const auto& [words, remark] : m_notes)
        text(words, remark ? colours.accent : colours.secondary);
    painter.restore();
}

void paintLegend(QPainter& painter, const QRectF& canvas, const Legend& legend, const HeatMapColours& colours,
                 const QFont& font)
{
    const LegendBlock block(legend, font, QFontMetricsF(font), {leastWidth, canvas.width() - 48, true});
    const QSizeF size = block.size() + QSizeF(2 * inside, 2 * inside);
    const QRectF box(QPointF(canvas.left() + 16, canvas.bottom() - 16 - size.height()), size);
    paintPanel(painter, box, colours);
    block.paint(painter, box.topLeft() + QPointF(inside, inside), colours, painter.device()->devicePixelRatioF());
}

double legendStripHeight(const QFont& font)
{
    return 2 * std::ceil(QFontMetricsF(font).height()) + 2 + inside;
}

void paintLegendStrip(QPainter& painter, const QRectF& strip, const Legend& legend, const HeatMapColours& colours,
                      const QFont& font)
{
    painter.save();
    painter.setFont(font);
    painter.fillRect(strip, colours.panel);
    painter.setPen(QPen(colours.hairline, 1));
    painter.drawLine(strip.topLeft() + QPointF(0, 0.5), strip.topRight() + QPointF(0, 0.5));
    const QFontMetricsF metrics(font);
    const double line = std::ceil(metrics.height());
    const double right = strip.right() - inside;
    double x = strip.left() + inside;
    double y = strip.top() + inside / 2;
    const auto text = [&](const QString& words, const QColor& colour) {
        painter.setPen(colour);
        const double room = std::max(0.0, right - x);
        painter.drawText(QRectF(x, y, room, line), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         metrics.elidedText(words, Qt::ElideRight, room));
        x += metrics.horizontalAdvance(words) + inside;
    };
    text(legend.title, colours.secondary);
    if (!legend.order.isEmpty())
        text(legend.order, colours.accent);
    if (legend.stretched)
        text(Legend::stretchedText(), colours.accent);
    x = strip.left() + inside;
    y += line + 2;
    if (legend.ramp && !legend.ticks.isEmpty()) {
        text(legend.ticks.first(), colours.text);
        const double ticks = legend.ticks.size() > 1 ? metrics.horizontalAdvance(legend.ticks.last()) + inside : 0;
        const double bar = std::clamp(right - x - ticks, 0.0, leastWidth / 2);
        painter.drawImage(QRectF(x, y + (line - barHeight) / 2, bar, barHeight), barOf(*legend.ramp, false));
        x += bar + inside;
        if (legend.ticks.size() > 1)
            text(legend.ticks.last(), colours.text);
        x += inside;
    }
    for (const Legend::Entry& entry : legend.entries) {
        if (x + swatch.width() > right)
            break;
        paintSwatch(painter, QPointF(x, std::round(y + (line - swatch.height()) / 2)), entry, colours,
                    painter.device()->devicePixelRatioF());
        x += beside;
        text(entry.name, colours.text);
        x += inside;
    }
    painter.restore();
}

} // namespace sparsescope
