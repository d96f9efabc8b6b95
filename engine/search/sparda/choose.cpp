#include "engine/search/sparda/choose.h"

#include "engine/core/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
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

Choice choose(const Costs& costs, const Operator& op, std::span<const MaskPtr> samples, Progress& progress)
{
    Choice choice;
    choice.denseNs = static_cast<double>(samples.size()) * costs.denseNs();
    for (const Candidate& candidate : costs.candidates())
        choice.scored.push_back({candidate, {}, 0, 0, 0});
    // Mask by mask, as pairings share micro-tiles; every sum is taken in the order of the masks all the same.
    for (std::size_t i = 0; i < samples.size(); ++i) {
        Coverage coverage(*samples[i]);
        for (Scored& scored : choice.scored) {
            progress.check();
            if (!scored.candidate.refusal.empty())
                continue;
            const Pairing& pairing = scored.candidate.pairing;
            OnMask on{coverage.of(pairing, op), 0, 0};
            on.indexNs = costs.indexNs(pairing, on.covering);
            on.kernelNs = costs.kernelNs(pairing, on.covering);
            scored.ns += on.ns();
            scored.stored += on.covering.stored;
            scored.tasks += on.covering.tasks;
            scored.masks.push_back(std::move(on));
        }
        progress.report("pairings", static_cast<double>(i + 1) / static_cast<double>(samples.size()));
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
