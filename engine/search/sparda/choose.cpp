#include "engine/search/sparda/choose.h"

#include "engine/core/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <tuple>

namespace sparsescope::sparda {

std::vector<std::int64_t> sampledMasks(std::int64_t size, std::int64_t n)
{
    std::vector<std::int64_t> masks;
    for (std::int64_t i = 0; i < n; ++i)
        if (const std::int64_t t = i * size / n; masks.empty() || t > masks.back())
            masks.push_back(t);
    return masks;
}

std::vector<Covering> coveringsOf(const Costs& costs, const std::function<Covering(const Pairing&)>& of)
{
    const auto key = [](const Pairing& p) {
        return std::tuple(p.axis, p.height, p.width, p.rows, p.inner, p.axis == GatheredAxis::Cols ? p.cols : 0);
    };
    std::map<decltype(key(Pairing())), std::size_t> first;
    std::vector<Covering> coverings;
    coverings.reserve(costs.candidates().size());
    for (const Candidate& candidate : costs.candidates()) {
        if (!candidate.refusal.empty()) {
            coverings.emplace_back();
            continue;
        }
        const auto [alike, isNew] = first.emplace(key(candidate.pairing), coverings.size());
        coverings.push_back(isNew ? of(candidate.pairing) : coverings[alike->second]);
    }
    return coverings;
}

Choice choose(const Costs& costs, const Operator& op, std::span<const MaskPtr> samples, Progress& progress)
{
    std::vector<std::vector<Covering>> masks;
    for (const MaskPtr& mask : samples) {
        Coverage coverage(*mask); // of all candidates, as they share micro-tiles
        masks.push_back(coveringsOf(costs, [&](const Pairing& pairing) {
            progress.check();
            return coverage.of(pairing, op);
        }));
        progress.report("pairings", static_cast<double>(masks.size()) / static_cast<double>(samples.size()));
    }
    return choose(costs, std::move(masks));
}

Choice choose(const Costs& costs, std::vector<std::vector<Covering>> masks)
{
    Choice choice;
    choice.denseNs = static_cast<double>(masks.size()) * costs.denseNs();
    choice.scored.reserve(costs.candidates().size());
    for (const Candidate& candidate : costs.candidates()) {
        const std::size_t i = choice.scored.size();
        Scored& scored = choice.scored.emplace_back(Scored{candidate, {}, 0, 0, 0});
        if (!candidate.refusal.empty())
            continue;
        const Pairing& pairing = candidate.pairing;
        for (std::vector<Covering>& mask : masks) {
            OnMask on{std::move(mask[i]), 0, 0};
            on.indexNs = costs.indexNs(pairing, on.covering);
            on.kernelNs = costs.kernelNs(pairing, on.covering);
            scored.ns += on.ns();
            scored.stored += on.covering.stored;
            scored.tasks += on.covering.tasks;
            scored.masks.push_back(std::move(on));
        }
    }
    for (std::size_t i = 0; i < choice.scored.size(); ++i) {
        const Scored& scored = choice.scored[i];
        const auto key = [](const Scored& s) { return std::tuple(s.ns, s.stored, s.tasks); };
        if (scored.candidate.refusal.empty() && std::isfinite(scored.ns) &&
            (choice.best < 0 || key(scored) < key(*choice.chosen())))
            choice.best = static_cast<int>(i);
    }
    if (choice.best < 0 && !std::isfinite(choice.denseNs))
        failInput(choice.scored.empty()
                      ? "the calibration has no pairings of this operator"
                      : fmt::format("no pairing is left: {}: {}", choice.scored.front().candidate.pairing.label(),
                                    choice.scored.front().candidate.refusal));
    if (choice.best >= 0 && choice.denseNs < choice.chosen()->ns)
        choice.best = -1;
    return choice;
}

} // namespace sparsescope::sparda
