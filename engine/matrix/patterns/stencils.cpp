// Laplacians of regular grids.
#include "engine/matrix/patterns.h"
#include "engine/matrix/patterns/build.h"

#include <fmt/format.h>

namespace sparsescope {

namespace {

void requireSide(const char* name, std::int64_t side, int axes)
{
    const std::int64_t most = axes == 2 ? 46'340 : 1'290; // powers below 2^31
    if (side < 1 || side > most)
        refuseParameter(name, "side", fmt::format("1 to {}", most), static_cast<double>(side));
}

// Grid points are numbered with the last axis fastest.
MatrixPtr laplacian(const char* name, std::int64_t side, int axes, Progress& progress)
{
    requireSide(name, side, axes);
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

MatrixPtr stencil27(std::int64_t side, Progress& progress)
{
    requireSide("stencil27", side, 3);
    // Neighbours along an axis, the point among them.
    const auto first = [](std::int64_t x) { return std::max<std::int64_t>(x - 1, 0); };
    const auto end = [side](std::int64_t x) { return std::min(x + 2, side); };
    const auto count = [&](std::int64_t x) { return end(x) - first(x); };
    const std::int64_t n = side * side * side;
    return matrixByRows(
        n, n, "stencil27", true, progress,
        [&](std::int64_t i) { return count(i / side / side) * count(i / side % side) * count(i % side); },
        [&](std::int64_t i, std::span<std::int32_t> out, std::span<double> values) {
            const std::int64_t x = i / side / side, y = i / side % side, z = i % side;
            std::size_t k = 0;
            for (std::int64_t a = first(x); a < end(x); ++a)
                for (std::int64_t b = first(y); b < end(y); ++b)
                    for (std::int64_t c = first(z); c < end(z); ++c) {
                        const std::int64_t j = (a * side + b) * side + c;
                        values[k] = j == i ? 26.0 : -1.0;
                        out[k++] = static_cast<std::int32_t>(j);
                    }
        });
}

} // namespace sparsescope
