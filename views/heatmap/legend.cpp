#include "views/heatmap/legend.h"

#include "views/heatmap/heatmap_view.h"
#include "views/parts/numbers.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <cmath>

namespace sparsescope {

namespace {

constexpr double leastWidth = 208; // of the contents
constexpr double inside = 8;
constexpr double smallWidth = 480; // of a canvas
constexpr double barHeight = 10;
constexpr QSize swatch(20, 12);
constexpr int mostLevels = 16; // that a tile layer tells apart

QString tr(const char* text)
{
    return QCoreApplication::translate("legend", text);
}

QString numberText(double v, LegendUnit unit)
{
    switch (unit) {
    case LegendUnit::Share:
        return percentText(v);
    case LegendUnit::Nanoseconds:
        return durationText(v);
    case LegendUnit::Factor:
        return v == 0 ? tr("as predicted")
                      : tr("%1 times %2").arg(figureText(std::exp2(std::abs(v))), v < 0 ? tr("faster") : tr("slower"));
    case LegendUnit::Count:
        break;
    }
    return figureText(v);
}

QStringList ends(double low, double high, bool logarithmic, LegendUnit unit)
{
    if (!(high > low))
        return {numberText(high, unit)};
    const double middle = logarithmic ? std::sqrt(low * high) : (low + high) / 2;
    return {numberText(low, unit), numberText(middle, unit), numberText(high, unit)};
}

struct Row {
    std::size_t begin = 0, end = 0; // entries
};

// Entries as many in a line as there is room for.
std::vector<Row> rowsOf(const Legend& legend, const QFontMetricsF& metrics, double width)
{
    std::vector<Row> rows;
    double x = 0;
    for (std::size_t i = 0; i < legend.entries.size(); ++i) {
        const double own = swatch.width() + 4 + metrics.horizontalAdvance(legend.entries[i].text());
        if (rows.empty() || x + own > width) {
            rows.push_back({i, i});
            x = 0;
        }
        rows.back().end = i + 1;
        x += own + 2 * inside;
    }
    return rows;
}

QImage imageOf(const Legend::Entry& entry, bool dark, double ratio)
{
    const raster::Image pixels =
        raster::hatchedSwatch(entry.hatching, entry.colour, static_cast<int>(swatch.width() * ratio),
                              static_cast<int>(swatch.height() * ratio), ratio, dark);
    QImage image(reinterpret_cast<const uchar*>(pixels.pixels.data()), pixels.width, pixels.height,
                 pixels.width * static_cast<int>(sizeof(std::uint32_t)), QImage::Format_ARGB32);
    image = image.copy(); // the pixels go
    image.setDevicePixelRatio(ratio);
    return image;
}

} // namespace

QString Legend::text() const
{
    QStringList words{title};
    words += ticks;
    for (const Entry& entry : entries)
        words << entry.text();
    words << pixel;
    if (!order.isEmpty())
        words << order;
    return words.join(QStringLiteral("; "));
}

QString pixelText(const raster::ViewBox& device)
{
    const double rows = device.rowsPerPixel;
    const double cols = device.colsPerPixel;
    if (rows > 1 || cols > 1)
        return tr("1 pixel = %1 × %2 places").arg(figureText(std::max(rows, 1.0)), figureText(std::max(cols, 1.0)));
    return tr("1 place = %1 × %2 pixels").arg(figureText(1 / rows), figureText(1 / cols));
}

Legend valueLegend(raster::ValueLayer layer, const raster::CountHistogram& counts, const raster::ValueScale& scale,
                   const raster::DensityStyle& style)
{
    Legend legend;
    const auto beyond = [](const QString& text) -> QString { return QStringLiteral("≥ ") + text; };
    switch (layer) {
    case raster::ValueLayer::Count: {
        legend.title = tr("non-zeros in a pixel");
        if (counts.most <= 1) { // one colour says it
            legend.entries.push_back(
                {raster::sequentialRamp(style.map, style.dark).front(), FormatFamily::Block, tr("1"), {}});
            break;
        }
        legend.ramp = &raster::sequentialRamp(style.map, style.dark);
        const raster::DensityRange& range = counts.range;
        legend.ticks = {figureText(range.low), figureText(range.high)};
        const double middle =
            std::round(style.logarithmic ? std::sqrt(range.low * range.high) : (range.low + range.high) / 2);
        // Whole numbers only where the middle of the bar is one, nearly.
        if (range.high >= 20)
            legend.ticks.insert(1, figureText(middle));
        if (static_cast<double>(counts.most) > range.high)
            legend.ticks.last() = beyond(legend.ticks.last());
        if (range.low > 1)
            legend.ticks.first().prepend(QStringLiteral("≤ "));
        break;
    }
    case raster::ValueLayer::Any:
        legend.title = tr("any non-zero in a pixel");
        legend.entries.push_back(
            {raster::sequentialRamp(style.map, style.dark).back(), FormatFamily::Block, tr("one or more"), {}});
        break;
    case raster::ValueLayer::Magnitude:
        legend.title =
            scale.logarithmic ? tr("largest |value| of a pixel, logarithmic") : tr("largest |value| of a pixel");
        legend.ramp = &raster::sequentialRamp(style.map, style.dark);
        legend.ticks = ends(scale.low, scale.high, scale.logarithmic, LegendUnit::Count);
        if (scale.clippedLow)
            legend.ticks.first().prepend(QStringLiteral("≤ "));
        if (scale.clippedHigh)
            legend.ticks.last() = beyond(legend.ticks.last());
        break;
    case raster::ValueLayer::Sign:
        legend.title = tr("signs of a pixel's values");
        legend.ramp = &raster::signRamp(style.dark);
        legend.ticks = {tr("negative"), tr("as many"), tr("positive")};
        break;
    }
    return legend;
}

Legend tileLegend(const raster::TileLayer& layer, const raster::TileStyle& style, const raster::TileScale& scale,
                  const ValueMeaning& meaning)
{
    Legend legend;
    const auto ramp = [&](const QString& title, LegendUnit unit) {
        legend.title = title;
        legend.ramp =
            scale.diverging ? &raster::divergingRamp(style.dark) : &raster::sequentialRamp(style.map, style.dark);
        legend.ticks = ends(scale.low, scale.high, scale.logarithmic, unit);
    };
    switch (style.colouring) {
    case raster::TileColouring::Format: {
        legend.title = tr("format of the tile");
        const std::vector<std::int64_t> tiles = layer.tilesOfFamilies();
        for (std::size_t f = 0; f < tiles.size(); ++f) {
            if (tiles[f] == 0)
                continue;
            const auto family = static_cast<FormatFamily>(f);
            legend.entries.push_back({raster::familyColour(family), family,
                                      QString::fromStdString(formatNames(layer.plan(), family, true)),
                                      countOf(tiles[f], tr("tile"), tr("tiles"))});
        }
        break;
    }
    case raster::TileColouring::Level:
        legend.title = tr("level of the tile");
        for (int level = 1; level <= layer.levels(); ++level)
            legend.entries.push_back({raster::levelColour(level, layer.levels(), style.dark),
                                      FormatFamily::Block,
                                      level < mostLevels ? QString::number(level) : tr("16 or more"),
                                      {}});
        break;
    case raster::TileColouring::Atomic:
        legend.title = tr("rows of the result");
        legend.entries = {{raster::atomicColour(false), FormatFamily::Block, tr("its own"), {}},
                          {raster::atomicColour(true), FormatFamily::Diagonal, tr("shared: atomic"), {}}};
        break;
    case raster::TileColouring::Round:
        ramp(tr("round that chose the tile"), LegendUnit::Count);
        if (legend.ticks.size() > 2)
            legend.ticks = {legend.ticks.first(), legend.ticks.last()}; // between them may be no whole number
        break;
    case raster::TileColouring::Padding:
        ramp(tr("padding: share of the tile's places that hold no non-zero"), LegendUnit::Share);
        break;
    case raster::TileColouring::Redundant:
        ramp(tr("share of the tile's places that another tile owns"), LegendUnit::Share);
        break;
    case raster::TileColouring::Cost:
        ramp(tr("predicted cost of a sub-task"), LegendUnit::Nanoseconds);
        break;
    case raster::TileColouring::Value:
        ramp(meaning.title, meaning.unit);
        if (style.values &&
            std::any_of(style.values->begin(), style.values->end(), [](double v) { return std::isnan(v); }))
            legend.entries.push_back(
                {raster::TileLayer::noValue(style.dark), FormatFamily::Block, tr("not measured"), {}});
        break;
    }
    if (style.step < static_cast<std::int64_t>(layer.plan().tiling().tiles.size()))
        legend.entries.push_back({raster::sequentialRamp(raster::ColourMap::Grey, style.dark)[128],
                                  FormatFamily::Block,
                                  tr("not covered yet"),
                                  {}});
    return legend;
}

namespace {

// On a panel in the corner; formats and levels need no title.
void paintSmall(QPainter& painter, const QRectF& canvas, Legend legend, const HeatMapColours& colours,
                const QFont& font)
{
    for (Legend::Entry& entry : legend.entries)
        entry.note.clear();
    if (!legend.ramp)
        legend.title.clear();
    const QFontMetricsF metrics(font);
    const double height = std::ceil(metrics.height()) + inside;
    QRectF line(canvas.left() + inside + 4, canvas.bottom() - inside - height, canvas.width() - 2 * (inside + 4),
                height);
    QPixmap nowhere(1, 1);
    QPainter measuring(&nowhere);
    const double end = paintLegendLine(measuring, line, legend, colours, font);
    line.setRight(std::min(line.right(), end - (legend.order.isEmpty() ? 2 : 1) * inside)); // the last gap
    QColor panel = colours.panel;
    panel.setAlphaF(0.94F);
    const QRectF box = line.adjusted(-inside, 0, inside, 0);
    painter.fillRect(box, panel);
    painter.setPen(QPen(colours.hairline, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    paintLegendLine(painter, line, legend, colours, font);
}

} // namespace

void paintLegend(QPainter& painter, const QRectF& canvas, const Legend& legend, const HeatMapColours& colours,
                 const QFont& font)
{
    if (canvas.width() < smallWidth)
        return paintSmall(painter, canvas, legend, colours, font);
    painter.save();
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    const double line = std::ceil(metrics.height());
    double width = std::max({leastWidth, metrics.horizontalAdvance(legend.title),
                             metrics.horizontalAdvance(legend.pixel), metrics.horizontalAdvance(legend.order)});
    // Numbers under the bar must not touch.
    double ticks = 0;
    for (const QString& tick : legend.ticks)
        ticks = std::max(ticks, metrics.horizontalAdvance(tick) + inside);
    width = std::min(std::max(width, ticks * static_cast<double>(legend.ticks.size())), canvas.width() - 48);
    const std::vector<Row> rows = rowsOf(legend, metrics, width);
    const double ramp = legend.ramp ? barHeight + 4 + line : 0;
    const double body = ramp + static_cast<double>(rows.size()) * (line + 2);
    const double height = line + 4 + body + 4 + line + (legend.order.isEmpty() ? 0 : line);
    const QRectF box(canvas.left() + 16, canvas.bottom() - 16 - height - 2 * inside, width + 2 * inside,
                     height + 2 * inside);
    QColor panel = colours.panel;
    panel.setAlphaF(0.94F);
    painter.fillRect(box, panel);
    painter.setPen(QPen(colours.hairline, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));

    QRectF at = box.adjusted(inside, inside, -inside, -inside);
    const auto text = [&](const QRectF& place, int flags, const QString& words, const QColor& colour) {
        painter.setPen(colour);
        painter.drawText(place, flags | Qt::AlignVCenter | Qt::TextSingleLine,
                         metrics.elidedText(words, Qt::ElideRight, place.width()));
    };
    text(QRectF(at.left(), at.top(), width, line), Qt::AlignLeft, legend.title, colours.text);
    at.setTop(at.top() + line + 4);
    if (legend.ramp) {
        QImage bar(256, 1, QImage::Format_RGB32);
        for (int x = 0; x < 256; ++x)
            bar.setPixel(x, 0, (*legend.ramp)[static_cast<std::size_t>(x)]);
        const QRectF place(at.left(), at.top(), width, barHeight);
        painter.drawImage(place, bar);
        const auto last = static_cast<double>(std::max<qsizetype>(1, legend.ticks.size() - 1));
        for (qsizetype i = 0; i < legend.ticks.size(); ++i) {
            const double x = place.left() + place.width() * static_cast<double>(i) / last;
            painter.setPen(QPen(colours.secondary, 1));
            const double inner = std::clamp(x, place.left() + 0.5, place.right() - 0.5);
            painter.drawLine(QPointF(inner, place.bottom()), QPointF(inner, place.bottom() + 2));
            const bool first = i == 0;
            const bool end = i > 0 && i + 1 == legend.ticks.size();
            const QRectF words(first ? x : end ? x - width : x - width / 2, place.bottom() + 3, width, line);
            text(words, first ? Qt::AlignLeft : end ? Qt::AlignRight : Qt::AlignHCenter, legend.ticks[i], colours.text);
        }
    }
    double y = at.top() + ramp;
    const double ratio = painter.device()->devicePixelRatioF();
    for (const Row& row : rows) {
        double x = at.left();
        for (std::size_t i = row.begin; i < row.end; ++i) {
            const Legend::Entry& entry = legend.entries[i];
            painter.drawImage(QPointF(x, std::round(y + (line - swatch.height()) / 2)),
                              imageOf(entry, colours.dark, ratio));
            const double words = metrics.horizontalAdvance(entry.text());
            text(QRectF(x + swatch.width() + 4, y, words + 1, line), Qt::AlignLeft, entry.text(), colours.text);
            x += swatch.width() + 4 + words + 2 * inside;
        }
        y += line + 2;
    }
    const QRectF last(at.left(), box.bottom() - inside - line, width, line);
    text(last, Qt::AlignLeft, legend.pixel, colours.secondary);
    if (!legend.order.isEmpty())
        text(last.translated(0, -line), Qt::AlignLeft, legend.order, colours.accent);
    painter.restore();
}

double paintLegendLine(QPainter& painter, const QRectF& line, const Legend& legend, const HeatMapColours& colours,
                       const QFont& font)
{
    painter.save();
    painter.setFont(font);
    const QFontMetricsF metrics(font);
    double x = line.left();
    const auto text = [&](const QString& words, const QColor& colour) {
        painter.setPen(colour);
        painter.drawText(QRectF(x, line.top(), std::max(0.0, line.right() - x), line.height()),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         metrics.elidedText(words, Qt::ElideRight, std::max(0.0, line.right() - x)));
        x += metrics.horizontalAdvance(words) + inside;
    };
    if (!legend.title.isEmpty()) {
        text(legend.title, colours.secondary);
        x += inside;
    }
    if (legend.ramp && !legend.ticks.isEmpty()) {
        text(legend.ticks.first(), colours.text);
        QImage bar(256, 1, QImage::Format_RGB32);
        for (int i = 0; i < 256; ++i)
            bar.setPixel(i, 0, (*legend.ramp)[static_cast<std::size_t>(i)]);
        painter.drawImage(QRectF(x, line.center().y() - barHeight / 2.0, leastWidth / 2, barHeight), bar);
        x += leastWidth / 2 + inside;
        text(legend.ticks.last(), colours.text);
        x += inside;
    }
    for (const Legend::Entry& entry : legend.entries) {
        painter.drawImage(QPointF(x, std::round(line.center().y() - swatch.height() / 2.0)),
                          imageOf(entry, colours.dark, painter.device()->devicePixelRatioF()));
        x += swatch.width() + 4;
        text(entry.text(), colours.text);
        x += inside;
    }
    if (!legend.order.isEmpty())
        text(legend.order, colours.accent);
    painter.restore();
    return x;
}

} // namespace sparsescope
