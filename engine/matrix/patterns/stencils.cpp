// Laplacians of regular grids.
#include "engine/matrix/patterns.h"
#include "engine/matrix/patterns/build.h"

#include <fmt/format.h>

namespace sparsescope {

namespace {

// Grid points are numbered with the last axis fastest.
MatrixPtr laplacian(const char* name, std::int64_t side, int axes, Progress& progress)
{
    const std::int64_t most = axes == 2 ? 46'340 : 1'290; // powers below 2^31
    if (side < 1 || side > most)
        refuseParameter(name, "side", fmt::format("1 to {}", most), static_cast<double>(side));
    const std::int64_t steps[] = {side * side, side, 1};
    const std::span<const std::int64_t> axis = std::span(steps).last(static_cast<std::size_t>(axes));
    const std::int64_t n = axis.front() * side;
    const auto neighbours = [&](std::int64_t i) {
        std::int64_t count = 0;
        for (const std::int64_t step : axis)
            count += (i / step % side > 0 ? 1 : 0) + (i / step % side < side - 1 ? 1 : 0);
        return count;
    };
    return matrixByRows(
        n, n, name, true, progress, [&](std::int64_t i) { return 1 + neighbours(i); },
        [&](std::int64_t i, std::span<std::int32_t> out, std::span<double> values) {
            std::size_t k = 0;
            for (std::size_t a = 0; a < axis.size(); ++a)
                if (i / axis[a] % side > 0)
                    out[k++] = static_cast<std::int32_t>(i - axis[a]);
            std::fill(values.begin(), values.end(), -1.0);
            values[k] = 2.0 * axes;
            out[k++] = static_cast<std::int32_t>(i);
            for (std::size_t a = axis.size(); a-- > 0;)
                if (i / axis[a] % side < side - 1)
                    out[k++] = static_cast<std::int32_t>(i + axis[a]);
        });
}

} // namespace

MatrixPtr stencil2d(std::int64_t side, Progress& progress)
{
    return laplacian("stencil2d", side, 2, progress);
}

MatrixPtr stencil3d(std::int64_t side, Progress& progress)
{
    return laplacian("stencil3d", side, 3, progress);
}

} // namespace sparsescope
