// What the colours of the heat map stand for, in words.
#include "views/heatmap/legend.h"

#include "views/parts/numbers.h"
#include "views/parts/words.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sparsescope {

namespace {

constexpr int mostLevels = 16; // that a tile layer tells apart

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

} // namespace

QString Legend::text() const
{
    QStringList words{title};
    words += ticks;
    for (const Entry& entry : entries)
        words << entry.text();
    words << pixel;
    if (stretched)
        words << stretchedText();
    if (!order.isEmpty())
        words << order;
    return words.join(QStringLiteral("; "));
}

QString Legend::stretchedText()
{
    return sparsescope::tr("stretched: rows and columns differ in scale");
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
        // All that there are going to be, so that it stays where it is; numbers of what is drawn.
        const std::vector<std::int64_t> all = layer.tilesOfFamilies(std::numeric_limits<std::int64_t>::max());
        const std::vector<std::int64_t> tiles = layer.tilesOfFamilies(style.step);
        for (std::size_t f = 0; f < tiles.size(); ++f) {
            if (all[f] == 0)
                continue;
            const auto family = static_cast<FormatFamily>(f);
            legend.entries.push_back({raster::familyColour(family), family,
                                      QString::fromStdString(formatNames(layer.plan(), family, true)),
                                      tiles[f] > 0 ? countOf(tiles[f], tr("tile"), tr("tiles")) : tr("none yet")});
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
        legend.title = tr("rows of the output");
        legend.entries = {{raster::atomicColour(false), FormatFamily::Block, tr("whole"), {}},
                          {raster::atomicColour(true), FormatFamily::Diagonal, tr("split"), {}}};
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

} // namespace sparsescope
