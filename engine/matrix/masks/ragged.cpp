// Ragged batches: sequences padded to one length, whose rows are full as far as they go.
#include "engine/matrix/masks/build.h"

#include <algorithm>

namespace sparsescope {

namespace {

enum RaggedDraws : std::uint64_t { Lengths };

// 1 + floor((most - 1) u^power) of a uniform u, in whole numbers: u is one of 2^20.
std::int64_t raggedLength(RandomStream random, std::int64_t most, std::int64_t power)
{
    __extension__ using Wide = unsigned __int128;
    constexpr int bits = 20;
    const std::uint64_t u = random.below(std::uint64_t{1} << bits);
    Wide product = static_cast<Wide>(most - 1);
    for (std::int64_t p = 0; p < power; ++p)
        product *= u;
    return 1 + static_cast<std::int64_t>(product >> (bits * power));
}

} // namespace

MaskSequencePtr raggedMasks(MaskFacts facts)
{
    const std::int64_t sequences = wholeOf(facts, "sequences");
    const std::int64_t length = wholeOf(facts, "length");
    const std::int64_t hidden = wholeOf(facts, "hidden");
    const std::int64_t power = wholeOf(facts, "power");
    if (power == 3)
        refuseParameter("ragged", "power", "1, 2 or 4", 3);
    setShape(facts, {extentOf(facts, sequences, "length", length), hidden, 1, hidden});
    return filledMasks(std::move(facts), [=](const MaskFacts& of, Mask& mask, std::int64_t t, Progress& progress) {
        for (std::int64_t b = 0; b < sequences; ++b) {
            progress.check();
            const std::int64_t end = b * length + raggedLength(maskStream(of, Lengths, t, b), length, power);
            for (std::int64_t row = b * length; row < end; ++row)
                mask.set(row, 0);
        }
    });
}

} // namespace sparsescope
