// Mixtures of experts: each token's row is full in the columns of the experts that take it.
#include "engine/matrix/masks/build.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace sparsescope {

namespace {

enum MoeDraws : std::uint64_t { Ranks, Tokens };

// That of rank r is floor(2^20 / (1 + r)^zipf). At least 1, as there are at most 1,024 experts.
std::vector<std::uint64_t> expertWeights(std::int64_t experts, std::int64_t zipf)
{
    std::vector<std::uint64_t> weights(at(experts), std::uint64_t{1} << 20);
    for (std::size_t r = 0; r < weights.size(); ++r)
        for (std::int64_t power = 0; power < zipf; ++power)
            weights[r] /= r + 1; // floor(floor(a / b) / b) = floor(a / b^2)
    return weights;
}

// Which expert has each rank.
std::vector<std::int64_t> dealtExperts(RandomStream random, std::int64_t experts)
{
    std::vector<std::int64_t> expert(at(experts));
    std::iota(expert.begin(), expert.end(), 0);
    for (std::size_t i = expert.size(); i > 1; --i)
        std::swap(expert[i - 1], expert[random.below(i)]);
    return expert;
}

} // namespace

MaskSequencePtr moeMasks(MaskFacts facts)
{
    const std::int64_t tokens = wholeOf(facts, "tokens");
    const std::int64_t hidden = wholeOf(facts, "hidden");
    const std::int64_t experts = wholeOf(facts, "experts");
    const std::int64_t top = wholeOf(facts, "top");
    const std::int64_t drift = wholeOf(facts, "drift");
    const double capacity = shareOf(facts, "capacity");
    if (top > experts)
        refuseParameter("moe", "top", fmt::format("1 to {} (experts)", experts), static_cast<double>(top));
    facts.period = hidden;
    facts.single = top == 1;
    setShape(facts, {tokens, extentOf(facts, experts, "hidden", hidden), 1, hidden});
    const std::int64_t most =
        capacity == 0 ? tokens
                      : static_cast<std::int64_t>(
                            std::ceil(capacity * static_cast<double>(tokens * top) / static_cast<double>(experts)));
    const std::vector<std::uint64_t> weights = expertWeights(experts, wholeOf(facts, "zipf"));
    return filledMasks(std::move(facts), [=](const MaskFacts& of, Mask& mask, std::int64_t t, Progress& progress) {
        const std::vector<std::int64_t> expert = dealtExperts(maskStream(of, Ranks, 0, t / drift), experts);
        std::vector<std::int64_t> taken(expert.size(), 0);
        const std::uint64_t all = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
        std::vector<bool> chosen(expert.size());
        std::vector<std::size_t> ranks(at(top));
        for (std::int64_t token = 0; token < tokens; ++token) {
            progress.check();
            RandomStream random = maskStream(of, Tokens, t, token);
            std::uint64_t left = all; // of those that are not chosen yet
            for (std::size_t& rank : ranks) {
                std::uint64_t draw = random.below(left);
                rank = 0;
                for (; chosen[rank] || draw >= weights[rank]; ++rank)
                    draw -= chosen[rank] ? 0 : weights[rank];
                chosen[rank] = true;
                left -= weights[rank];
                const auto e = at(expert[rank]);
                if (taken[e] < most)
                    mask.set(token, expert[rank]);
                ++taken[e];
            }
            for (const std::size_t rank : ranks)
                chosen[rank] = false;
        }
    });
}

} // namespace sparsescope
