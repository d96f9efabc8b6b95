#include "engine/raster/overview.h"

#include "engine/core/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace sparsescope::raster {

void drawOver(Image& under, const Image& over)
{
    if (under.width != over.width || under.height != over.height)
        throw Error(ErrorKind::Internal, "images of different size cannot be laid over each other");
    for (std::size_t i = 0; i < under.pixels.size(); ++i) {
        const std::uint32_t alpha = over.pixels[i] >> 24;
        if (alpha == 255)
            under.pixels[i] = over.pixels[i];
        else if (alpha > 0)
            under.pixels[i] = mixed(under.pixels[i], over.pixels[i], alpha / 255.0);
    }
}

Image renderOverview(const Matrix& matrix, int size, const DensityStyle& style, Progress& progress)
{
    if (size < 16 || size > 16384)
        failUsage(fmt::format("a picture has 16 to 16384 pixels a side, not {}", size));
    const int frame = std::max(1, size / 512);
    const int room = size - 2 * frame;
    const auto rows = static_cast<double>(std::max<std::int64_t>(1, matrix.rows()));
    const auto cols = static_cast<double>(std::max<std::int64_t>(1, matrix.cols()));
    const double longest = std::max(rows, cols);
    const auto side = [&](double n) {
        return std::max(1, static_cast<int>(std::lround(room * std::max(n / longest, 1 / ViewSpace::stretchBeyond))));
    };
    ViewBox view;
    view.width = side(cols);
    view.height = side(rows);
    view.rowsPerPixel = rows / view.height;
    view.colsPerPixel = cols / view.width;

    std::optional<Pyramid> pyramid;
    if (matrix.nnz() > exactDensityLimit)
        pyramid = Pyramid::build(matrix, progress);
    const Image inside = colourDensity(densityCounts(matrix, pyramid ? &*pyramid : nullptr, view, progress), style);

    Image picture(view.width + 2 * frame, view.height + 2 * frame, style.dark ? 0xFF4A5058u : 0xFFBFC4C9u);
    for (int y = 0; y < inside.height; ++y)
        for (int x = 0; x < inside.width; ++x) {
            const std::uint32_t colour = inside.at(x, y);
            const auto at = static_cast<std::size_t>(y + frame) * static_cast<std::size_t>(picture.width) +
                            static_cast<std::size_t>(x + frame);
            picture.pixels[at] = colour >> 24 ? colour : background(style.dark);
        }
    return picture;
}

} // namespace sparsescope::raster
