#include "engine/search/sparda/reselection.h"

#include "engine/core/at.h"
#include "engine/core/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::sparda {

Reselection::Reselection(const Costs& costs, const Operator& op, const MaskFacts& masks, std::int64_t every,
                         std::optional<Pairing> first)
    : m_costs(costs), m_op(op), m_buckets(op, masks), m_every(every), m_all{{0, std::move(first), 0}}
{
    if (every < 1)
        throw Error(ErrorKind::Internal, "pairings are chosen anew after at least one mask");
    for (const Candidate& candidate : costs.candidates())
        if (candidate.refusal.empty() && !m_buckets.of(candidate.pairing))
            failUsage(fmt::format("micro-tiles of {} are not counted while masks run: the calibration cannot choose "
                                  "anew among its pairings",
                                  candidate.pairing.label()));
}

Choice Reselection::choiceOf(std::span<const std::int32_t> counts) const
{
    if (static_cast<std::int64_t>(counts.size()) != m_buckets.size())
        throw Error(ErrorKind::Internal, fmt::format("{} counts of buckets, not {}", counts.size(), m_buckets.size()));
    return choose(m_costs, {coveringsOf(m_costs, [&](const Pairing& pairing) {
                      const CountedTiles& tiles = *m_buckets.of(pairing);
                      return coveringOf(pairing, m_op, m_buckets.shape(),
                                        counts.subspan(at(tiles.first), at(tiles.buckets)));
                  })});
}

void Reselection::take(std::int64_t t, std::span<const std::int32_t> counts)
{
    const Choice choice = choiceOf(counts);
    const Scored* const chosen = choice.chosen();
    m_all.push_back({t + 2, chosen ? std::optional(chosen->candidate.pairing) : std::nullopt, choice.bestNs()});
}

const Reselected& Reselection::on(std::int64_t t) const
{
    const auto later = std::upper_bound(m_all.begin(), m_all.end(), t,
                                        [](std::int64_t mask, const Reselected& one) { return mask < one.from; });
    return *std::prev(later); // the first one is from mask 0 on
}

} // namespace sparsescope::sparda
