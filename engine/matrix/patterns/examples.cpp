// Small examples from coordinates: STile's figure 1, uniform random matrices for tests.
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
