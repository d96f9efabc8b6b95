// Small examples from coordinates: STile's figures 1 and 12, uniform random matrices for tests.
#include "engine/matrix/patterns.h"
#include "engine/matrix/patterns/build.h"

#include <algorithm>
#include <random>

namespace sparsescope {

namespace {

using Coordinates = std::vector<std::pair<std::int32_t, std::int32_t>>;

} // namespace

MatrixPtr matrixFromCoordinates(std::int64_t rows, std::int64_t cols, Coordinates coordinates, const std::string& name)
{
    std::sort(coordinates.begin(), coordinates.end());
    coordinates.erase(std::unique(coordinates.begin(), coordinates.end()), coordinates.end());
    std::vector<std::int64_t> rowPtr(static_cast<std::size_t>(rows) + 1, 0);
    std::vector<std::int32_t> colIdx;
    colIdx.reserve(coordinates.size());
    for (const auto& [r, c] : coordinates) {
        ++rowPtr[static_cast<std::size_t>(r) + 1];
        colIdx.push_back(c);
    }
    for (std::size_t r = 0; r < static_cast<std::size_t>(rows); ++r)
        rowPtr[r + 1] += rowPtr[r];
    const auto nnz = static_cast<std::int64_t>(colIdx.size());
    return std::make_shared<const Matrix>(rows, cols, std::move(rowPtr), std::move(colIdx), std::vector<double>{},
                                          generatedSource(name, "pattern", nnz));
}

MatrixPtr figure1()
{
    return matrixFromCoordinates(8, 8, {{2, 2}, {2, 3}, {3, 2}, {3, 3}, {5, 5}, {5, 6}, {6, 5}, {6, 6}, {1, 6}, {7, 0}},
                                 "figure1");
}

MatrixPtr crossing(std::int64_t n, std::uint64_t seed, Progress& progress)
{
    requireExtent("crossing", "rows", n);
    if (n % 32 != 0 || n < 128)
        refuseParameter("crossing", "rows", "multiples of 32 from 128 on", static_cast<double>(n));
    const std::int64_t grid = n / 32;
    const std::int64_t along = (grid + 3) / 4;
    const std::int64_t blocks = along + 2 * (along - 1);
    const auto isBlock = [](std::int64_t blockRow, std::int64_t blockCol) {
        const std::int64_t beside = blockCol - blockRow;
        return blockRow % 4 == 0 && (beside == -4 || beside == 0 || beside == 4);
    };
    // Runs as row and aligned column in one number; a place that is taken is drawn again.
    const std::int64_t runs = (blocks * 32 * 3 + 3) / 7; // 30 to 70, to the nearest
    std::vector<std::int64_t> at;
    std::mt19937_64 random(seed);
    while (static_cast<std::int64_t>(at.size()) < runs) {
        progress.check();
        while (static_cast<std::int64_t>(at.size()) < runs) {
            const auto r = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
            const auto b = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(grid));
            if (!isBlock(r / 32, b))
                at.push_back(r * grid + b);
        }
        std::sort(at.begin(), at.end());
        at.erase(std::unique(at.begin(), at.end()), at.end());
    }
    // The 32-wide pieces of a row, ascending: its blocks and its runs.
    const auto pieces = [&](std::int64_t r) {
        std::vector<std::int64_t> columns;
        for (std::int64_t b = r / 32 - 4; b <= r / 32 + 4; b += 4)
            if (b >= 0 && b < grid && isBlock(r / 32, b))
                columns.push_back(b);
        for (auto run = std::lower_bound(at.begin(), at.end(), r * grid); run != at.end() && *run < (r + 1) * grid;
             ++run)
            columns.push_back(*run - r * grid);
        std::sort(columns.begin(), columns.end());
        return columns;
    };
    return matrixByRows(
        n, n, "crossing", false, progress,
        [&](std::int64_t r) { return 32 * static_cast<std::int64_t>(pieces(r).size()); },
        [&](std::int64_t r, std::span<std::int32_t> out, std::span<double>) {
            std::size_t k = 0;
            for (const std::int64_t b : pieces(r))
                for (std::int64_t c = 0; c < 32; ++c)
                    out[k++] = static_cast<std::int32_t>(b * 32 + c);
        });
}

MatrixPtr randomUniform(std::int64_t rows, std::int64_t cols, double density, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::bernoulli_distribution hit(density);
    std::normal_distribution<double> normal;
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t c = 0; c < cols; ++c)
            if (hit(random)) {
                colIdx.push_back(static_cast<std::int32_t>(c));
                values.push_back(normal(random));
            }
        rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
    }
    const auto nnz = static_cast<std::int64_t>(colIdx.size());
    return std::make_shared<const Matrix>(rows, cols, std::move(rowPtr), std::move(colIdx), std::move(values),
                                          generatedSource("random", "real", nnz));
}

} // namespace sparsescope
