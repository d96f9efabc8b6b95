// R-MAT graphs.
#include "engine/matrix/patterns.h"

#include "engine/core/parallel_sort.h"
#include "engine/matrix/patterns/build.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <functional>
#include <random>

namespace sparsescope {

MatrixPtr rmat(std::int64_t n, std::int64_t edges, std::uint64_t seed, Progress& progress)
{
    requireExtent("rmat", "rows", n);
    if (!std::has_single_bit(static_cast<std::uint64_t>(n)))
        refuseParameter("rmat", "rows", "powers of two", static_cast<double>(n));
    if (edges < 0)
        refuseParameter("rmat", "nnz", "0 and more", static_cast<double>(edges));
    requireRoom(n, edges, true); // 8 bytes a draw, 4 an index
    std::mt19937_64 random(seed);
    std::vector<std::uint64_t> places(static_cast<std::size_t>(edges)); // row, column
    std::size_t made = 0;
    for (std::uint64_t& place : places) {
        if ((++made & 0x3fff) == 0) {
            progress.check();
            progress.report("drawing edges", 0.6 * static_cast<double>(made) / static_cast<double>(edges));
        }
        std::uint64_t r = 0;
        std::uint64_t c = 0;
        for (auto half = static_cast<std::uint64_t>(n) / 2; half > 0; half /= 2) {
            const double x = static_cast<double>(random()) * 0x1p-64; // 1 at most: then it is the last quarter
            if (x >= 0.57 + 0.19)
                r += half;
            if ((x >= 0.57 && x < 0.57 + 0.19) || x >= 0.57 + 2 * 0.19)
                c += half;
        }
        place = r << 32 | c;
    }
    progress.report("sorting edges", 0.6);
    parallelSort(places.begin(), places.end(), std::less<>());
    progress.check();
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return matrixFromPlaces(n, n, std::move(places), "rmat");
}

} // namespace sparsescope
