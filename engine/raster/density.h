// Heat maps: how many non-zeros each pixel stands for, and their colours.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/matrix/pyramid.h"
#include "engine/raster/colour_map.h"
#include "engine/raster/image.h"
#include "engine/raster/view_box.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sparsescope::raster {

struct DensityCounts {
    int width = 0, height = 0;
    std::vector<std::uint32_t> counts; // row-major, a pixel each
    // Non-zeros in view per pixel column and row. Where an element is larger than a pixel, each of its pixels has its
    // row's or column's number. From the pyramid these are spread over the pixels that a cell overlaps.
    std::vector<double> columnProfile; // width
    std::vector<double> rowProfile;    // height
    int level = -1;                    // of the pyramid; -1: counted from the matrix itself

    std::uint32_t at(int x, int y) const
    {
        return counts[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
    }
};

// Views of at most this many non-zeros (all columns of the rows in view) are counted from the matrix, entry by entry.
inline constexpr std::int64_t exactDensityLimit = 6'000'000;

// Counted from the matrix, a pixel has the number of non-zeros whose centre it holds, or 1 where it lies in the square
// of a larger non-zero. Beyond `exactLimit`, and where pixels are larger than the cells of pyramid level 0, a pixel has
// the maximum of the cells that it overlaps, of the coarsest level whose cells are not larger than a pixel. Either way
// a pixel that holds the centre of a non-zero has a count above 0. The same at any number of threads. `pyramid` may be
// null: everything is then counted from the matrix. Throws Error(Cancelled).
DensityCounts densityCounts(const Matrix& matrix, const Pyramid* pyramid, const ViewBox& view, Progress& progress,
                            std::int64_t exactLimit = exactDensityLimit);

struct DensityStyle {
    ColourMap map = ColourMap::Viridis;
    bool logarithmic = true;
    std::optional<double> low;  // counts at and below have the first colour; the 1st percentile when not set
    std::optional<double> high; // counts at and above have the last colour; the 99th percentile when not set
    bool dark = false;
    bool operator==(const DensityStyle&) const = default;
};

// The counts at which the ramp begins and ends, and where the style's own limits would lie.
struct DensityRange {
    double low = 1, high = 1;
    double percentile1 = 1, percentile99 = 1; // of the pixels that are not empty
    std::uint32_t most = 0;
};
DensityRange densityRange(std::span<const std::uint32_t> counts, const DensityStyle& style);

// Position of a count in the ramp, from 0 to 1.
double densityPosition(double count, const DensityRange& range, bool logarithmic);

// Empty pixels are transparent, others opaque.
Image colourDensity(const DensityCounts& counts, const DensityStyle& style);
Image colourDensity(const DensityCounts& counts, const DensityStyle& style, const DensityRange& range);

// How often each count occurs among the pixels that are not empty, in `bins` equal steps from 1 to the greatest count
// (of its logarithm when logarithmic).
struct CountHistogram {
    std::vector<std::int64_t> bins;
    std::uint32_t most = 0; // greatest count
    bool logarithmic = true;
    DensityRange range; // as drawn

    double countAt(double position) const; // position from 0 to 1
    double positionOf(double count) const;
};
CountHistogram countHistogram(std::span<const std::uint32_t> counts, const DensityStyle& style, int bins = 64);

} // namespace sparsescope::raster
