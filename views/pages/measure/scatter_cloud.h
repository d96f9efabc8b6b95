// A cloud of points as a picture, drawn on any thread: predicted against measured cost on logarithmic axes.
#pragma once

#include "engine/core/progress.h"
#include "engine/measure/facts.h"
#include "engine/plan/format.h"

#include <QColor>
#include <QImage>
#include <QSize>

#include <memory>
#include <vector>

namespace sparsescope {

struct LogRange {
    double low = 1, high = 10; // both above 0
    bool operator==(const LogRange&) const = default;
};

struct CloudRequest {
    std::shared_ptr<const RunFacts> facts;
    std::vector<QColor> tileColors;                               // a format each, by tileFormats
    std::vector<FormatFamily> tileShapes;                         // a format each; empty: discs
    std::shared_ptr<const std::vector<std::int32_t>> tileFormats; // index into tileColors, a tile each
    bool saturated = true;
    bool inSitu = true;
    LogRange x, y; // ns
    QSize size;    // logical pixels
    double pixelRatio = 1;
};

// A point has the shape of its format's family: block a square, ELL a triangle, 1D a disc, CSR-like a diamond, diagonal
// a triangle on its tip, other a cross. Filled where it is saturated, open where it is in situ.
QImage pointPicture(FormatFamily family, const QColor& color, bool filled, double pixelRatio);

// Where points share a pixel, one of each series and format is drawn. Throws Error(Cancelled).
QImage drawCloud(const CloudRequest& request, Progress& progress);

// The range that shows all points of the series, equal for both axes; of one axis alone, where `one` says which.
enum class RangeAxis { Both, Predicted, Measured };
LogRange rangeOf(const RunFacts& facts, bool saturated, bool inSitu, RangeAxis one = RangeAxis::Both);

// The point nearest to (x, y), in pixels of the request's size, within `reach` pixels; its tile, or -1.
std::int64_t tileNear(const CloudRequest& request, double x, double y, double reach);

} // namespace sparsescope
