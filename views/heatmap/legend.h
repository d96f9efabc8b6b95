// What the colours of the heat map stand for, in words and numbers, and how much a pixel hides.
#pragma once

#include "engine/raster/density.h"
#include "engine/raster/tile_layer.h"
#include "engine/raster/value_layer.h"

#include <QRectF>
#include <QString>
#include <QStringList>

#include <vector>

class QFont;
class QPainter;

namespace sparsescope {

struct HeatMapColours;

enum class LegendUnit { Count, Share, Nanoseconds, Factor }; // Factor: the numbers are logarithms to base 2

// What TileStyle::values are.
struct ValueMeaning {
    QString title;
    LegendUnit unit = LegendUnit::Count;
};

struct Legend {
    struct Entry {
        std::uint32_t colour = 0;
        FormatFamily hatching = FormatFamily::Block;
        QString name;
        QString note; // "106 tiles"
        QString text() const { return note.isEmpty() ? name : name + QStringLiteral(", ") + note; }
    };
    QString title;
    const raster::Ramp* ramp = nullptr; // null: entries; lives as long as the program
    QStringList ticks;                  // from the first colour to the last, at even distances
    std::vector<Entry> entries;
    QString pixel; // "1 pixel = 212 × 212 places"
    QString order; // of rows and columns, where it is not the file's

    QString text() const; // all of it, for screen readers and tests
};

Legend valueLegend(raster::ValueLayer layer, const raster::CountHistogram& counts, const raster::ValueScale& scale,
                   const raster::DensityStyle& style);
Legend tileLegend(const raster::TileLayer& layer, const raster::TileStyle& style, const raster::TileScale& scale,
                  const ValueMeaning& meaning);
// How many places of the matrix a pixel of the view stands for; the view is in device pixels.
QString pixelText(const raster::ViewBox& device);

// In the lower left corner of the canvas; of a small one, which it would hide, in one line.
void paintLegend(QPainter& painter, const QRectF& canvas, const Legend& legend, const HeatMapColours& colours,
                 const QFont& font);
// The same in one line, without the size of a pixel: for figures. Where it ends.
double paintLegendLine(QPainter& painter, const QRectF& line, const Legend& legend, const HeatMapColours& colours,
                       const QFont& font);

} // namespace sparsescope
