#include "engine/search/sparda/reselection.h"

#include "engine/core/at.h"
#include "engine/core/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::sparda {

namespace {

// Layouts, and columns that are not gathered, change no covering.
bool coverAlike(const Pairing& a, const Pairing& b)
{
    return a.axis == b.axis && a.height == b.height && a.width == b.width && a.rows == b.rows && a.inner == b.inner &&
           (a.cols == b.cols || a.axis != GatheredAxis::Cols);
}

} // namespace

Reselection::Reselection(const Costs& costs, const Operator& op, const MaskFacts& masks, std::int64_t every,
                         std::optional<Pairing> first)
    : m_costs(costs), m_op(op), m_buckets(op, masks), m_every(every), m_all{{0, std::move(first), 0}}
{
    if (every < 1)
        throw Error(ErrorKind::Internal, "pairings are chosen anew after at least one mask");
    const std::vector<Candidate>& candidates = costs.candidates();
    for (const Candidate& candidate : candidates) {
        if (candidate.refusal.empty() && !m_buckets.of(candidate.pairing))
            failUsage(fmt::format("micro-tiles of {} are not counted while masks run: the calibration cannot choose "
                                  "anew among its pairings",
                                  candidate.pairing.label()));
        const auto alike = std::find_if(candidates.begin(), candidates.end(), [&](const Candidate& other) {
            return other.refusal.empty() == candidate.refusal.empty() && coverAlike(other.pairing, candidate.pairing);
        });
        m_alike.push_back(static_cast<std::size_t>(alike - candidates.begin()));
    }
}

Choice Reselection::choiceOf(std::span<const std::int32_t> counts) const
{
    if (static_cast<std::int64_t>(counts.size()) != m_buckets.size())
        throw Error(ErrorKind::Internal, fmt::format("{} counts of buckets, not {}", counts.size(), m_buckets.size()));
    const std::vector<Candidate>& candidates = m_costs.candidates();
    std::vector<std::vector<Covering>> mask(1);
    std::vector<Covering>& coverings = mask.front();
    coverings.reserve(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const Pairing& pairing = candidates[i].pairing;
        if (!candidates[i].refusal.empty()) {
            coverings.emplace_back();
        } else if (m_alike[i] < i) {
            coverings.push_back(coverings[m_alike[i]]);
        } else {
            const CountedTiles& tiles = *m_buckets.of(pairing);
            coverings.push_back(
                coveringOf(pairing, m_op, m_buckets.shape(), counts.subspan(at(tiles.first), at(tiles.buckets))));
        }
    }
    return choose(m_costs, std::move(mask));
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
