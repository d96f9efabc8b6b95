// Ranks by prediction what can run, and by measurement what is right.
#include "engine/search/ranking.h"

#include <cmath>

namespace sparsescope {

double rankedNs(const Ranked& one, RankBy by)
{
    const bool fit = by == RankBy::Measurement ? one.verified : !one.cpuOnly;
    const double ns = by == RankBy::Measurement ? one.measuredNs : one.predictedNs;
    return fit && std::isfinite(ns) && ns > 0 ? ns : 0;
}

double bestNs(std::span<const Ranked> all, RankBy by)
{
    double best = 0;
    for (const Ranked& one : all)
        if (const double ns = rankedNs(one, by); ns > 0 && (best == 0 || ns < best))
            best = ns;
    return best;
}

} // namespace sparsescope
