// Weight matrices after pruning, single weights or whole blocks.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/matrix/patterns.h"
#include "engine/matrix/patterns/build.h"

#include <cmath>
#include <fmt/format.h>

namespace sparsescope {

namespace {

// Parts of a generator that draw from streams of their own.
enum WeightDraws : std::uint64_t { Importance = 1, Columns = 2, Values = 3 };

// How many of `cols` places each row keeps, round(density rows cols) in all, in proportion to importance(random).
template <class ImportanceOf>
std::vector<std::int64_t> keptPlaces(std::int64_t rows, std::int64_t cols, double density, std::uint64_t seed,
                                     const ImportanceOf& importance, Progress& progress)
{
    const auto total = std::llround(density * static_cast<double>(rows * cols));
    requireRoom(2 * rows, total, true);
    std::vector<double> weights(static_cast<std::size_t>(rows));
    for (std::int64_t r = 0; r < rows; ++r) {
        RandomStream random(seed, Importance, static_cast<std::uint64_t>(r));
        weights[at(r)] = importance(random);
    }
    const double most = static_cast<double>(cols << shareBits);
    return apportion(
        rows, total, static_cast<double>(cols) * 1.01,
        [&](double s, std::int64_t r) {
            const double wish = s * weights[at(r)];
            return static_cast<std::uint64_t>(std::min(wish * (1 << shareBits), most));
        },
        [&](std::int64_t) { return cols; }, progress);
}

void randomValues(std::uint64_t seed, std::int64_t row, std::span<double> values)
{
    RandomStream random(seed, Values, static_cast<std::uint64_t>(row));
    for (double& value : values) {
        const auto k = static_cast<std::int64_t>(random.below(1998)); // 0 to 1997: -999 to -1, then 1 to 999
        value = static_cast<double>(k < 999 ? k - 999 : k - 998) / 1000.0;
    }
}

void requireDensity(const char* name, double density)
{
    if (!(density >= 0 && density <= 1))
        refuseParameter(name, "density", "0 to 1", density);
}

} // namespace

MatrixPtr prunedWeights(std::int64_t rows, std::int64_t cols, double density, std::uint64_t seed, Progress& progress)
{
    requireExtent("pruned", "rows", rows);
    requireExtent("pruned", "cols", cols);
    requireDensity("pruned", density);
    // Importances are at least one, as apportion's largest factor supposes.
    const auto kept = keptPlaces(
        rows, cols, density, seed,
        [](RandomStream& random) { return 1.0 + static_cast<double>(random.below(6001)) / 1000.0; }, progress);
    return matrixByRows(
        rows, cols, "pruned", true, progress, [&](std::int64_t r) { return kept[at(r)]; },
        [&](std::int64_t r, std::span<std::int32_t> out, std::span<double> values) {
            RandomStream random(seed, Columns, static_cast<std::uint64_t>(r));
            DistinctPicker(cols).uniform(random, out);
            randomValues(seed, r, values);
        });
}

MatrixPtr blockPrunedWeights(std::int64_t rows, std::int64_t cols, std::int64_t block, double density,
                             std::uint64_t seed, Progress& progress)
{
    requireExtent("block-pruned", "rows", rows);
    requireExtent("block-pruned", "cols", cols);
    requireExtent("block-pruned", "block", block);
    requireDensity("block-pruned", density);
    if (rows % block != 0)
        refuseParameter("block-pruned", "rows", fmt::format("multiples of the block ({})", block),
                        static_cast<double>(rows));
    if (cols % block != 0)
        refuseParameter("block-pruned", "cols", fmt::format("multiples of the block ({})", block),
                        static_cast<double>(cols));
    const std::int64_t across = cols / block;
    const auto kept = keptPlaces(
        rows / block, across, density, seed,
        [](RandomStream& random) {
            const auto u = static_cast<double>(1 + random.below(64));
            return u * u * u * u;
        },
        progress);
    return matrixByRows(
        rows, cols, "block-pruned", true, progress, [&](std::int64_t r) { return kept[at(r / block)] * block; },
        [&](std::int64_t r, std::span<std::int32_t> out, std::span<double> values) {
            // Each row of a block draws the same columns anew.
            RandomStream random(seed, Columns, static_cast<std::uint64_t>(r / block));
            std::vector<std::int32_t> blocks(out.size() / static_cast<std::size_t>(block));
            DistinctPicker(across).uniform(random, blocks);
            std::size_t k = 0;
            for (const std::int32_t b : blocks)
                for (std::int64_t c = 0; c < block; ++c)
                    out[k++] = static_cast<std::int32_t>(b * block + c);
            randomValues(seed, r, values);
        });
}

} // namespace sparsescope
