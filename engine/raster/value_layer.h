// Heat maps of the matrix' values: where there is any non-zero, how large they are, which sign they have.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/matrix/pyramid.h"
#include "engine/raster/colour_map.h"
#include "engine/raster/density.h"
#include "engine/raster/image.h"
#include "engine/raster/view_box.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sparsescope::raster {

enum class ValueLayer {
    Count,     // non-zeros of a pixel, see density.h
    Any,       // whether it has one
    Magnitude, // the largest |value| of its non-zeros
    Sign       // (positive - negative) / all of its non-zeros, -1 to 1
};

// Largest |value| and positive minus negative values of each cell of a pyramid: 8 bytes a cell beside its 4 (45 MB at
// 2048 cells a side), one pass over the values. Bounded by the memory: 12 bytes a non-zero are read.
class ValuePyramid {
public:
    struct Level {
        std::vector<float> largest;        // 0 where there is no non-zero
        std::vector<std::int32_t> balance; // saturates at the ends of the type
    };
    // The matrix has values; `counts` is its own pyramid. The same at any number of threads. Throws Error(Cancelled).
    static ValuePyramid build(const Matrix& matrix, const Pyramid& counts, Progress& progress);
    std::span<const Level> levels() const { return m_levels; } // as many as the pyramid's

private:
    std::vector<Level> m_levels;
};

struct ValuePixels {
    int width = 0, height = 0;
    std::vector<float> values; // row-major, a pixel each; NaN without a non-zero
    int level = -1;            // of the pyramid; -1: from the matrix itself
};

// Magnitude or Sign; a pattern's values are 1. From the matrix or from the pyramid, and of the same cells, as
// densityCounts() decides; both pyramids may be null. Throws Error(Cancelled).
ValuePixels valuePixels(const Matrix& matrix, const Pyramid* counts, const ValuePyramid* pyramid, const ViewBox& view,
                        ValueLayer layer, Progress& progress, std::int64_t exactLimit = exactDensityLimit);

// What the ends of the ramp stand for. Magnitude: from the 1st to the 99th percentile of the pixels that are not zero,
// logarithmic when that spans a decade; sign: -1 to 1.
struct ValueScale {
    double low = 0, high = 1;
    bool logarithmic = false, diverging = false;
    bool clippedLow = false, clippedHigh = false; // there are pixels beyond
};
ValueScale valueScale(const ValuePixels& pixels, ValueLayer layer);
double valuePosition(double value, const ValueScale& scale); // 0 to 1

// Blue (all negative), grey (as many of both), orange (all positive): every colour is seen on the background.
const Ramp& signRamp(bool dark);

// Pixels without a non-zero are transparent, others opaque.
Image colourValues(const ValuePixels& pixels, const ValueScale& scale, ColourMap map, bool dark);
// One colour, the strongest of the map, wherever there is a non-zero.
Image colourAny(const DensityCounts& counts, ColourMap map, bool dark);

} // namespace sparsescope::raster
