// Attention masks that differ from input to input.
#include "engine/matrix/masks/build.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sparsescope {

namespace {

enum AttentionDraws : std::uint64_t { Globals, RandomBlocks, HotKeys, BestKeys, Bars };

// Longformer has windows of 512 among 4,096 tokens.
void fillLongformer(const MaskFacts& of, Mask& mask, std::int64_t t, Progress& progress)
{
    const std::int64_t n = mask.shape().rows;
    const std::int64_t half = std::max<std::int64_t>(n / 16, 1);
    std::vector<std::int32_t> globals(at(std::max<std::int64_t>(n / 128, 1)));
    RandomStream random = maskStream(of, Globals, t, 0);
    DistinctPicker(n).uniform(random, globals);
    for (std::int64_t i = 0; i < n; ++i) {
        progress.check();
        mask.setRange(i, std::max<std::int64_t>(i - half, 0), std::min(i + half + 1, n));
        for (const std::int32_t j : globals)
            mask.set(i, j);
    }
    for (const std::int32_t i : globals)
        mask.setRange(i, 0, n);
}

// BigBird has blocks of 64 among 4,096 tokens, two of them global and three random in a block row. Those that are
// global attend to all, and all to them.
void fillBigbird(const MaskFacts& of, Mask& mask, std::int64_t t, Progress& progress)
{
    constexpr std::int64_t globals = 2;
    constexpr std::int64_t randoms = 3;
    const std::int64_t n = mask.shape().rows;
    const std::int64_t block = std::max<std::int64_t>(n / 64, 1);
    const std::int64_t grid = (n + block - 1) / block;
    std::vector<std::int64_t> others; // blocks of this row that are neither on a diagonal nor global
    for (std::int64_t b = 0; b < grid; ++b) {
        progress.check();
        others.clear();
        for (std::int64_t c = globals; b >= globals && c < grid; ++c)
            if (c < b - 1 || c > b + 1)
                others.push_back(c);
        std::vector<std::int32_t> picked(std::min<std::size_t>(others.size(), randoms));
        RandomStream random = maskStream(of, RandomBlocks, t, b);
        DistinctPicker(static_cast<std::int64_t>(others.size())).uniform(random, picked);
        for (std::int64_t i = b * block; i < std::min(n, (b + 1) * block); ++i) {
            mask.setRange(i, 0, b < globals ? n : std::min(n, globals * block));
            mask.setRange(i, std::max<std::int64_t>(b - 1, 0) * block, std::min(n, (b + 2) * block));
            for (const std::int32_t k : picked)
                mask.setRange(i, others[at(k)] * block, std::min(n, (others[at(k)] + 1) * block));
        }
    }
}

// Each query keeps a sixteenth of the keys: half of them from as many hot ones, which all queries of the mask share.
void fillTopk(const MaskFacts& of, Mask& mask, std::int64_t t, Progress& progress)
{
    const std::int64_t n = mask.shape().rows;
    const std::int64_t keys = std::max<std::int64_t>(n / 16, 1);
    std::vector<std::int32_t> hot(at(keys));
    RandomStream ofMask = maskStream(of, HotKeys, t, 0);
    DistinctPicker(n).uniform(ofMask, hot);
    for (std::int64_t i = 0; i < n; ++i) {
        progress.check();
        RandomStream random = maskStream(of, BestKeys, t, i);
        for (std::int64_t k = 0; k < keys;) {
            const std::int64_t j = k < keys / 2
                                       ? hot[random.below(hot.size())]
                                       : static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(n)));
            if (!mask.granule(i, j)) {
                mask.set(i, j);
                ++k;
            }
        }
    }
}

// Bars of a piece of music, each with those before it that are likely to be alike (Museformer).
void fillMuseformer(const MaskFacts& of, Mask& mask, std::int64_t t, Progress& progress)
{
    constexpr std::array before = {0, 1, 2, 4, 8, 12, 16, 24, 32};
    const std::int64_t n = mask.shape().rows;
    RandomStream random = maskStream(of, Bars, t, 0);
    std::vector<std::int64_t> begins = {0};
    while (begins.back() < n)
        begins.push_back(std::min(n, begins.back() + 8 + static_cast<std::int64_t>(random.below(24))));
    const auto bars = static_cast<std::int64_t>(begins.size()) - 1;
    for (std::int64_t bar = 0; bar < bars; ++bar) {
        progress.check();
        for (const std::int64_t back : before)
            for (std::int64_t i = begins[at(bar)]; back <= bar && i < begins[at(bar + 1)]; ++i)
                mask.setRange(i, begins[at(bar - back)], begins[at(bar - back + 1)]);
    }
}

} // namespace

MaskSequencePtr attentionMasks(MaskFacts facts)
{
    using Fill = void (*)(const MaskFacts&, Mask&, std::int64_t, Progress&);
    constexpr std::array<std::pair<const char*, Fill>, 4> patterns = {
        {{"longformer", fillLongformer}, {"bigbird", fillBigbird}, {"topk", fillTopk}, {"museformer", fillMuseformer}}};
    const std::int64_t tokens = wholeOf(facts, "tokens");
    const auto& asked = facts.parameters.at("pattern").get_ref<const std::string&>();
    const auto pattern =
        std::find_if(patterns.begin(), patterns.end(), [&](const auto& p) { return asked == p.first; });
    const Fill fill = pattern->second;
    setShape(facts, {tokens, tokens, 1, 1});
    return filledMasks(std::move(facts), fill);
}

} // namespace sparsescope
