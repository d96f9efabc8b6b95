#include "engine/matrix/patterns.h"

#include "engine/core/error.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace sparsescope {

namespace {

using Coordinates = std::vector<std::pair<std::int32_t, std::int32_t>>;

MatrixSource generated(const std::string& name, std::int64_t nnz)
{
    return {.path = {}, .name = name, .format = "generated", .field = "pattern", .symmetry = "general",
            .storedEntries = nnz, .duplicates = 0, .notes = {}};
}

std::pair<std::int32_t, std::int32_t> place(std::int64_t r, std::int64_t c)
{
    return {static_cast<std::int32_t>(r), static_cast<std::int32_t>(c)};
}

}  // namespace

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
                                          generated(name, nnz));
}

MatrixPtr figure1()
{
    return matrixFromCoordinates(
        8, 8, {{2, 2}, {2, 3}, {3, 2}, {3, 3}, {5, 5}, {5, 6}, {6, 5}, {6, 6}, {1, 6}, {7, 0}}, "figure1");
}

MatrixPtr logsparse(std::int64_t n)
{
    Coordinates at;
    for (std::int64_t i = 0; i < n; ++i) {
        at.push_back(place(i, i));
        for (std::int64_t step = 1; step <= i; step *= 2)
            at.push_back(place(i, i - step));
        for (std::int64_t step = 1; 2 * step <= n - 1 - i; step *= 2)
            at.push_back(place(i, i + step));
    }
    return matrixFromCoordinates(n, n, std::move(at), "logsparse");
}

MatrixPtr strided(std::int64_t n)
{
    Coordinates at;
    const auto s = static_cast<std::int64_t>(std::floor(std::sqrt(static_cast<double>(n))));
    for (std::int64_t i = 0; i < n; ++i) {
        for (std::int64_t c = std::max<std::int64_t>(0, i - s + 1); c < std::min(n, i + s); ++c)
            at.push_back(place(i, c));
        for (std::int64_t j = 1; j <= (n - 1 - i) / s - 1; ++j)
            at.push_back(place(i, i + j * s));
        for (std::int64_t j = 1; j <= i / s - 1; ++j)
            at.push_back(place(i, i - j * s));
    }
    return matrixFromCoordinates(n, n, std::move(at), "strided");
}

MatrixPtr crossing(std::int64_t n, std::uint64_t seed)
{
    if (n % 32 != 0 || n < 128)
        failUsage("crossing needs a size that is a multiple of 32 and at least 128");
    Coordinates at;
    std::mt19937_64 random(seed);
    const std::int64_t blocks = n / 32;
    for (std::int64_t b = 0; b < blocks; b += 4)
        for (std::int64_t beside = -4; beside <= 4; beside += 4) {
            if (b + beside < 0 || b + beside >= blocks)
                continue;
            for (std::int64_t r = 0; r < 32; ++r)
                for (std::int64_t c = 0; c < 32; ++c)
                    at.push_back(place(b * 32 + r, (b + beside) * 32 + c));
        }
    const auto runs = static_cast<std::int64_t>(static_cast<double>(at.size()) * 0.3 / 0.7 / 32.0);
    for (std::int64_t k = 0; k < runs; ++k) {
        const auto r = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
        const auto b = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(blocks));
        for (std::int64_t c = 0; c < 32; ++c)
            at.push_back(place(r, b * 32 + c));
    }
    return matrixFromCoordinates(n, n, std::move(at), "crossing");
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
    MatrixSource source = generated("random", static_cast<std::int64_t>(colIdx.size()));
    source.field = "real";
    return std::make_shared<const Matrix>(rows, cols, std::move(rowPtr), std::move(colIdx), std::move(values),
                                          std::move(source));
}

MatrixPtr rmat(std::int64_t n, std::int64_t edges, std::uint64_t seed)
{
    if (n < 1 || (n & (n - 1)) != 0)
        failUsage("rmat needs a size that is a power of two");
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> uniform;
    Coordinates at;
    for (std::int64_t e = 0; e < edges; ++e) {
        std::int64_t r = 0;
        std::int64_t c = 0;
        for (std::int64_t half = n / 2; half > 0; half /= 2) {
            const double x = uniform(random);
            if (x >= 0.57 + 0.19)
                r += half;
            if ((x >= 0.57 && x < 0.57 + 0.19) || x >= 0.57 + 2 * 0.19)
                c += half;
        }
        at.push_back(place(r, c));
    }
    return matrixFromCoordinates(n, n, std::move(at), "rmat");
}

}  // namespace sparsescope
