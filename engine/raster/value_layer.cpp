// Magnitudes and signs: from the matrix in near views, from maxima and sums of cells far out.
#include "engine/raster/value_layer.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/raster/entry_scan.h"
#include "engine/raster/pyramid_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sparsescope::raster {

namespace {

constexpr float none = std::numeric_limits<float>::quiet_NaN();

// In float64 the largest magnitudes would overflow a float; they are drawn as the greatest float.
float magnitude(double value)
{
    return static_cast<float>(
        std::min(std::abs(value), static_cast<double>(std::numeric_limits<float>::max()))); // NaN stays NaN
}

int signOf(double value)
{
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

std::int32_t saturated(std::int64_t sum)
{
    constexpr std::int64_t least = std::numeric_limits<std::int32_t>::min();
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    return static_cast<std::int32_t>(std::clamp(sum, least, most));
}

ValuePyramid::Level emptyLevel(const Pyramid::Level& counts)
{
    return {std::vector<float>(counts.counts.size(), 0), std::vector<std::int32_t>(counts.counts.size(), 0)};
}

// What a pixel has gathered.
struct Gathered {
    float largest = 0;
    std::int64_t balance = 0, count = 0;

    float value(ValueLayer layer) const
    {
        if (count == 0)
            return none;
        return layer == ValueLayer::Sign ? static_cast<float>(static_cast<double>(balance) / static_cast<double>(count))
                                         : largest;
    }
};

void fromEntries(ValuePixels& out, const Matrix& matrix, const ViewBox& view, ValueLayer layer, Progress& progress)
{
    const PixelAxis rows(view.row0, view.rowsPerPixel, matrix.rows(), view.height);
    const ColumnWindow columns(matrix, view);
    const std::vector<RowGroup> groups = rowGroups(rows);
    parallelRanges(static_cast<std::int64_t>(groups.size()), 4, [&](std::int64_t begin, std::int64_t end) {
        std::vector<Gathered> pixels(at(out.width));
        for (std::int64_t g = begin; g < end; ++g) {
            progress.check();
            std::fill(pixels.begin(), pixels.end(), Gathered{});
            Gathered* first = pixels.data();
            visitEntries(matrix, groups[at(g)], columns, [first, &matrix](int x, std::int64_t p) {
                const double v = matrix.value(p);
                Gathered& pixel = first[x];
                pixel.largest = std::max(pixel.largest, magnitude(v));
                pixel.balance += signOf(v);
                ++pixel.count;
            });
            for (int y = groups[at(g)].yBegin; y < groups[at(g)].yEnd; ++y)
                std::transform(pixels.begin(), pixels.end(), out.values.begin() + std::ptrdiff_t{y} * out.width,
                               [layer](const Gathered& pixel) { return pixel.value(layer); });
        }
    });
}

void fromCells(ValuePixels& out, const Matrix& matrix, const Pyramid::Level& counts, const ValuePyramid::Level& level,
               const ViewBox& view, ValueLayer layer, Progress& progress)
{
    const std::vector<CellSpan> rowCells =
        cellsOfPixels(PixelAxis(view.row0, view.rowsPerPixel, matrix.rows(), view.height), counts.cellRows);
    const std::vector<CellSpan> colCells =
        cellsOfPixels(PixelAxis(view.col0, view.colsPerPixel, matrix.cols(), view.width), counts.cellCols);
    parallelEach(out.height, 8, [&](std::int64_t y) {
        progress.check();
        for (int x = 0; x < out.width; ++x) {
            Gathered pixel;
            for (std::int64_t r = rowCells[at(y)].begin; r < rowCells[at(y)].end; ++r)
                for (std::int64_t c = colCells[at(x)].begin; c < colCells[at(x)].end; ++c) {
                    const std::size_t cell = at(r * counts.gridCols + c);
                    if (counts.counts[cell] == 0)
                        continue;
                    pixel.largest = std::max(pixel.largest, level.largest[cell]);
                    pixel.balance += level.balance[cell];
                    pixel.count += counts.counts[cell];
                }
            out.values[at(y * out.width + x)] = pixel.value(layer);
        }
    });
}

} // namespace

ValuePyramid ValuePyramid::build(const Matrix& matrix, const Pyramid& counts, Progress& progress)
{
    ValuePyramid pyramid;
    const Pyramid::Level& finest = counts.levels().front();
    Level& first = pyramid.m_levels.emplace_back(emptyLevel(finest));
    // One cell row at a time belongs to one thread, as in the pyramid of counts.
    parallelEach(finest.gridRows, 4, [&](std::int64_t g) {
        progress.check();
        float* largest = first.largest.data() + g * finest.gridCols;
        std::int32_t* balance = first.balance.data() + g * finest.gridCols;
        const std::int64_t r0 = std::min(matrix.rows(), g * finest.cellRows);
        const std::int64_t r1 = std::min(matrix.rows(), r0 + finest.cellRows);
        const auto cellCols = static_cast<std::uint32_t>(finest.cellCols);
        for (std::int64_t p = matrix.rowPtr()[at(r0)]; p < matrix.rowPtr()[at(r1)]; ++p) {
            const auto cell = static_cast<std::uint32_t>(matrix.colIdx()[at(p)]) / cellCols;
            const double v = matrix.value(p);
            largest[cell] = std::max(largest[cell], magnitude(v));
            balance[cell] = saturated(std::int64_t{balance[cell]} + signOf(v));
        }
    });
    for (std::size_t l = 1; l < counts.levels().size(); ++l) {
        progress.check();
        const Pyramid::Level& fine = counts.levels()[l - 1];
        const Pyramid::Level& grid = counts.levels()[l];
        Level coarse = emptyLevel(grid);
        const Level& from = pyramid.m_levels.back();
        parallelEach(grid.gridRows, 16, [&](std::int64_t g) {
            for (std::int64_t h = 0; h < grid.gridCols; ++h) {
                std::int64_t sum = 0;
                float most = 0;
                for (std::int64_t r = 2 * g; r < std::min(2 * g + 2, fine.gridRows); ++r)
                    for (std::int64_t c = 2 * h; c < std::min(2 * h + 2, fine.gridCols); ++c) {
                        sum += from.balance[at(r * fine.gridCols + c)];
                        most = std::max(most, from.largest[at(r * fine.gridCols + c)]);
                    }
                coarse.balance[at(g * grid.gridCols + h)] = saturated(sum);
                coarse.largest[at(g * grid.gridCols + h)] = most;
            }
        });
        pyramid.m_levels.push_back(std::move(coarse));
    }
    return pyramid;
}

ValuePixels valuePixels(const Matrix& matrix, const Pyramid* counts, const ValuePyramid* pyramid, const ViewBox& view,
                        ValueLayer layer, Progress& progress, std::int64_t exactLimit)
{
    ValuePixels out;
    out.width = std::max(view.width, 0);
    out.height = std::max(view.height, 0);
    out.values.assign(at(out.width) * at(out.height), none);
    if (out.values.empty() || matrix.nnz() == 0)
        return out;
    out.level = pyramidLevelToDraw(matrix, pyramid ? counts : nullptr, view, exactLimit);
    if (out.level >= 0)
        fromCells(out, matrix, counts->levels()[at(out.level)], pyramid->levels()[at(out.level)], view, layer,
                  progress);
    else
        fromEntries(out, matrix, view, layer, progress);
    return out;
}

ValueScale valueScale(const ValuePixels& pixels, ValueLayer layer)
{
    if (layer == ValueLayer::Sign)
        return {-1, 1, false, true, false, false};
    std::vector<float> positive;
    positive.reserve(pixels.values.size() / 4);
    for (const float v : pixels.values)
        if (v > 0)
            positive.push_back(v);
    if (positive.empty())
        return {};
    const auto ranked = [&](double share) {
        const auto middle = positive.begin() +
                            static_cast<std::ptrdiff_t>(std::lround(share * static_cast<double>(positive.size() - 1)));
        std::nth_element(positive.begin(), middle, positive.end());
        return static_cast<double>(*middle);
    };
    ValueScale scale;
    scale.low = ranked(0.01);
    scale.high = ranked(0.99);
    scale.logarithmic = scale.high >= 10 * scale.low;
    if (!scale.logarithmic)
        scale.low = 0;
    const auto [least, most] = std::minmax_element(positive.begin(), positive.end());
    scale.clippedLow = scale.logarithmic && *least < scale.low;
    scale.clippedHigh = *most > scale.high;
    return scale;
}

double valuePosition(double value, const ValueScale& scale)
{
    if (!(scale.high > scale.low))
        return 1;
    if (scale.logarithmic)
        return value <= scale.low
                   ? 0
                   : std::clamp(std::log(value / scale.low) / std::log(scale.high / scale.low), 0.0, 1.0);
    return std::clamp((value - scale.low) / (scale.high - scale.low), 0.0, 1.0);
}

const Ramp& signRamp(bool dark)
{
    const auto between = [](std::uint32_t low, std::uint32_t middle, std::uint32_t high) {
        Ramp ramp{};
        for (std::size_t i = 0; i < ramp.size(); ++i) {
            const double t = static_cast<double>(i) / 127.5;
            ramp[i] = t < 1 ? mixed(low, middle, t) : mixed(middle, high, t - 1);
        }
        return ramp;
    };
    static const Ramp onLight = between(0xFF0A4C8Cu, 0xFF8E8E8Eu, 0xFFB85000u);
    static const Ramp onDark = between(0xFF7CC0FFu, 0xFF787878u, 0xFFFFB05Cu);
    return dark ? onDark : onLight;
}

Image colourValues(const ValuePixels& pixels, const ValueScale& scale, ColourMap map, bool dark)
{
    const Ramp& ramp = scale.diverging ? signRamp(dark) : sequentialRamp(map, dark);
    Image image(pixels.width, pixels.height);
    parallelRanges(static_cast<std::int64_t>(pixels.values.size()), 1 << 15, [&](std::int64_t b, std::int64_t e) {
        for (std::int64_t i = b; i < e; ++i) {
            const float v = pixels.values[at(i)];
            if (!std::isnan(v))
                image.pixels[at(i)] = ramp[at(std::lround(255 * valuePosition(static_cast<double>(v), scale)))];
        }
    });
    return image;
}

Image colourAny(const DensityCounts& counts, ColourMap map, bool dark)
{
    const std::uint32_t colour = sequentialRamp(map, dark).back();
    Image image(counts.width, counts.height);
    std::transform(counts.counts.begin(), counts.counts.end(), image.pixels.begin(),
                   [colour](std::uint32_t n) { return n > 0 ? colour : 0u; });
    return image;
}

} // namespace sparsescope::raster
