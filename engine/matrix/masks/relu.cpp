// Activations: the columns of each mask that are hot hold non-zeros, which rows of a group have in common.
#include "engine/matrix/masks/build.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace sparsescope {

namespace {

enum ReluDraws : std::uint64_t { HotColumns, Firing };

} // namespace

MaskSequencePtr reluMasks(MaskFacts facts)
{
    const std::int64_t rows = wholeOf(facts, "rows");
    const std::int64_t cols = wholeOf(facts, "cols");
    const std::int64_t group = wholeOf(facts, "group");
    const double density = shareOf(facts, "density");
    const double hot = shareOf(facts, "hot");
    if (hot < density)
        refuseParameter("relu", "hot", fmt::format("{} (density) to 1", density), hot);
    setShape(facts, {rows, cols, 1, 1});
    const std::int64_t hotColumns = std::llround(hot * static_cast<double>(cols));
    // So many of 2^53 draws are a non-zero.
    constexpr double draws = 0x1p53;
    const auto firing = static_cast<std::uint64_t>(std::llround((hot > 0 ? density / hot : 0) * draws));
    return filledMasks(std::move(facts), [=](const MaskFacts& of, Mask& mask, std::int64_t t, Progress& progress) {
        std::vector<std::int32_t> columns(at(hotColumns));
        RandomStream ofMask = maskStream(of, HotColumns, t, 0);
        DistinctPicker(cols).uniform(ofMask, columns);
        for (std::int64_t begin = 0; begin < rows; begin += group) {
            progress.check();
            RandomStream random = maskStream(of, Firing, t, begin / group);
            for (const std::int32_t column : columns)
                if (random.next() >> 11 < firing)
                    mask.set(begin, column);
            for (std::int64_t row = begin + 1; row < std::min(rows, begin + group); ++row)
                mask.orRow(row, mask.row(begin));
        }
    });
}

} // namespace sparsescope
