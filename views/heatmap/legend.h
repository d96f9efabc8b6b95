// What the colours of the heat map stand for, in words and numbers, and how much a pixel hides.
#pragma once

#include "engine/raster/density.h"
#include "engine/raster/tile_layer.h"
#include "engine/raster/value_layer.h"

#include <QFont>
#include <QFontMetricsF>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

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
    QString pixel;          // "1 pixel = 212 × 212 places"
    QString order;          // of rows and columns, where it is not the file's
    bool stretched = false; // rows and columns are not at the same scale

    QString text() const; // all of it, for screen readers and tests
    static QString stretchedText();
};

Legend valueLegend(raster::ValueLayer layer, const raster::CountHistogram& counts, const raster::ValueScale& scale,
                   const raster::DensityStyle& style);
Legend tileLegend(const raster::TileLayer& layer, const raster::TileStyle& style, const raster::TileScale& scale,
                  const ValueMeaning& meaning);
// How many places of the matrix a pixel of the view stands for; the view is in device pixels.
QString pixelText(const raster::ViewBox& device);

// How wide and which parts of a legend.
struct LegendFrame {
    double least = 0, most = 0; // of its width
    bool pixel = true;          // says how many places a pixel is
};

// A legend laid out as a block: nothing of it is cut off, what is too long is broken, and a ramp whose numbers do not
// fit beside one another stands upright.
class LegendBlock {
public:
    // `metrics` are of the font on the device that it is painted on.
    LegendBlock(const Legend& legend, const QFont& font, const QFontMetricsF& metrics, const LegendFrame& frame);

    QSizeF size() const { return m_size; }
    // `ratio`: pixels of its swatches for a pixel of the painter.
    void paint(QPainter& painter, QPointF at, const HeatMapColours& colours, double ratio) const;

private:
    struct Row {
        std::size_t begin = 0, end = 0; // entries
        double height = 0;
    };
    double heightOf(const QString& text, double width) const;
    void layEntries();
    void paintRamp(QPainter& painter, QPointF at, const HeatMapColours& colours) const;

    const Legend& m_legend;
    QFont m_font;
    QFontMetricsF m_metrics;
    double m_line;      // height of one
    double m_width = 0; // of the contents
    double m_title = 0, m_ramp = 0;
    bool m_upright = false;
    QStringList m_ticks;
    std::vector<Row> m_rows;
    std::vector<std::pair<QString, bool>> m_notes; // below; whether it is a remark that should be seen
    QSizeF m_size;
};

// On a panel in the lower left corner of the canvas.
void paintLegend(QPainter& painter, const QRectF& canvas, const Legend& legend, const HeatMapColours& colours,
                 const QFont& font);
// In two lines of their own, below a canvas that a panel would hide.
double legendStripHeight(const QFont& font);
void paintLegendStrip(QPainter& painter, const QRectF& strip, const Legend& legend, const HeatMapColours& colours,
                      const QFont& font);
// Left, right or in the middle of a place, all of it; lines are broken where there is no room. The way of text in
// figures and legends: what is painted as TikZ keeps its alignment in other fonts.
void putText(QPainter& painter, const QRectF& place, int flags, const QString& text, const QColor& colour);

} // namespace sparsescope
