// Graphs of communities.
#include "engine/matrix/patterns.h"
#include "engine/matrix/patterns/build.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace sparsescope {

namespace {

enum CommunityDraws : std::uint64_t { Inside = 1, Outside = 2 };

} // namespace

MatrixPtr communities(std::int64_t n, std::int64_t nnz, std::int64_t block, double density, std::uint64_t seed,
                      Progress& progress)
{
    requireExtent("communities", "rows", n);
    if (block < 1 || block > n)
        refuseParameter("communities", "block", fmt::format("1 to {} (rows)", n), static_cast<double>(block));
    if (nnz < 0 || nnz > n * n)
        refuseParameter("communities", "nnz", fmt::format("0 to {} (rows x rows)", n * n), static_cast<double>(nnz));
    // Edges of each vertex, and those of them to the vertices [first, end) of its community.
    const auto lengthOf = [&](std::int64_t r) { return nnz / n + (r < nnz % n ? 1 : 0); };
    const auto firstOf = [&](std::int64_t r) { return r / block * block; };
    const auto endOf = [&](std::int64_t r) { return std::min(firstOf(r) + block, n); };
    const auto insideOf = [&](std::int64_t r) {
        const std::int64_t length = lengthOf(r), size = endOf(r) - firstOf(r);
        return std::clamp<std::int64_t>(std::llround(density * static_cast<double>(length)),
                                        length - std::min(length, n - size), std::min(length, size));
    };
    return matrixByRows(n, n, "communities", false, progress, lengthOf,
                        [&](std::int64_t r, std::span<std::int32_t> out, std::span<double>) {
                            const std::int64_t first = firstOf(r), size = endOf(r) - first;
                            const auto inside = out.first(static_cast<std::size_t>(insideOf(r)));
                            const auto outside = out.subspan(inside.size());
                            RandomStream near(seed, Inside, static_cast<std::uint64_t>(r));
                            DistinctPicker(size).uniform(near, inside);
                            RandomStream far(seed, Outside, static_cast<std::uint64_t>(r));
                            DistinctPicker(n - size).uniform(far, outside);
                            for (std::int32_t& c : inside)
                                c += static_cast<std::int32_t>(first);
                            for (std::int32_t& c : outside)
                                c += c >= first ? static_cast<std::int32_t>(size) : 0;
                            std::inplace_merge(out.begin(), outside.begin(), out.end());
                        });
}

} // namespace sparsescope
