#include "engine/raster/mask_picture.h"

#include "engine/core/at.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace sparsescope::raster {

namespace {

// The granules that begin in pixel p of `pixels` along an axis of so many places; where none does, the one that it
// lies in.
std::pair<std::int64_t, std::int64_t> granulesOf(int p, int pixels, std::int64_t places, std::int64_t granule)
{
    const auto firstIn = [&](std::int64_t pixel) {
        const std::int64_t place = (pixel * places + pixels - 1) / pixels;
        return (place + granule - 1) / granule;
    };
    const std::int64_t begin = firstIn(p), end = firstIn(p + 1);
    const std::int64_t lies = p * places / pixels / granule;
    return begin < end ? std::pair(begin, end) : std::pair(lies, lies + 1);
}

// Bits [begin, end) that are 1.
std::uint32_t onesIn(std::span<const std::uint64_t> words, std::int64_t begin, std::int64_t end)
{
    std::uint32_t ones = 0;
    for (std::int64_t w = begin / 64; w * 64 < end; ++w) {
        std::uint64_t word = words[at(w)];
        if (w * 64 < begin)
            word &= ~std::uint64_t{0} << (begin % 64);
        if ((w + 1) * 64 > end)
            word &= ~(~std::uint64_t{0} << (end % 64));
        ones += static_cast<std::uint32_t>(std::popcount(word));
    }
    return ones;
}

} // namespace

DensityCounts maskCounts(const Mask& mask, int width, int height, Progress& progress)
{
    const MaskShape& shape = mask.shape();
    DensityCounts counts;
    counts.width = width;
    counts.height = height;
    counts.counts.resize(at(width) * at(height));
    std::vector<std::pair<std::int64_t, std::int64_t>> columns;
    for (int x = 0; x < width; ++x)
        columns.push_back(granulesOf(x, width, shape.cols, shape.granuleCols));
    for (int y = 0; y < height; ++y) {
        progress.check();
        const auto [begin, end] = granulesOf(y, height, shape.rows, shape.granuleRows);
        std::uint32_t* const line = counts.counts.data() + at(y) * at(width);
        for (std::int64_t r = begin; r < end; ++r)
            for (int x = 0; x < width; ++x)
                line[x] += onesIn(mask.row(r), columns[at(x)].first, columns[at(x)].second);
    }
    return counts;
}

Image maskPicture(const Mask& mask, int side, ColourMap map, bool dark, Progress& progress)
{
    const MaskShape& shape = mask.shape();
    const auto longer = static_cast<double>(std::max(shape.rows, shape.cols));
    const auto extent = [&](std::int64_t places) {
        return std::max({1, side / 8, static_cast<int>(std::lround(side * static_cast<double>(places) / longer))});
    };
    const int width = extent(shape.cols), height = extent(shape.rows);
    DensityStyle style;
    style.map = map;
    style.dark = dark;
    style.low = 1;
    const auto full = [](std::int64_t granules, int pixels) {
        return std::max(1.0, std::ceil(static_cast<double>(granules) / pixels));
    };
    style.high = full(shape.across(), width) * full(shape.down(), height);
    return colourDensity(maskCounts(mask, width, height, progress), style);
}

} // namespace sparsescope::raster
