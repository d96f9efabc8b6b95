// Algorithm 2 of SparDA: the pairing that costs least over some masks, or the dense product.
#pragma once

#include "engine/search/sparda/costs.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace sparsescope::sparda {

// A candidate on one mask.
struct OnMask {
    Covering covering;
    double indexNs = 0, kernelNs = 0;
    double ns() const { return indexNs + kernelNs; }
};

struct Scored {
    Candidate candidate;
    std::vector<OnMask> masks; // as many as were sampled; none where it is refused
    double ns = 0;             // of all of them together
    std::int64_t stored = 0, tasks = 0;
};

struct Choice {
    std::vector<Scored> scored; // in the order of the candidates
    double denseNs = 0;         // of as many masks
    int best = -1;              // index into scored; -1: the dense product

    const Scored* chosen() const { return best < 0 ? nullptr : &scored[static_cast<std::size_t>(best)]; }
    double bestNs() const { return best < 0 ? denseNs : chosen()->ns; }
};

// Masks floor(i size / n), i below n, each once: at most `n` of them.
std::vector<std::int64_t> sampledMasks(std::int64_t size, std::int64_t n);

// What covers a mask, one a candidate of the costs, in their order; none of those that are refused. `of` is asked once
// for all that cover every mask alike: layouts, and columns that are not gathered, make no difference.
std::vector<Covering> coveringsOf(const Costs& costs, const std::function<Covering(const Pairing&)>& of);

// Least cost; of equals that which stores fewer places, has fewer tasks, comes first; the dense product only where it
// costs less than all. Throws Error(Input) where nothing is left to choose, Error(Cancelled).
Choice choose(const Costs& costs, const Operator& op, std::span<const MaskPtr> samples, Progress& progress);
// The same of coverings that are known: for each mask what coveringsOf() gives.
Choice choose(const Costs& costs, std::vector<std::vector<Covering>> masks);

} // namespace sparsescope::sparda
