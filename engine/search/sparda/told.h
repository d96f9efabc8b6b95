// Pairings as a trace tells of them: what was looked at, what each costs, and why it was not taken.
#pragma once

#include "engine/plan/dynamic/pairing.h"
#include "engine/search/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope::sparda {

// A pairing on one of the masks that were sampled, or the mean of some.
struct ToldMask {
    std::int64_t mask = 0;
    double members = 0, microTiles = 0, tasks = 0, steps = 0;
    double stored = 0, owned = 0, zeros = 0; // places
    double indexNs = 0, kernelNs = 0;

    double padding() const { return stored - owned - zeros; }
    double ns() const { return indexNs + kernelNs; }
};

struct ToldPairing {
    Pairing pairing;
    std::string refusal = {};    // why it cannot be had; empty: it was costed
    std::vector<ToldMask> masks; // one a sample; none where it is refused

    ToldMask mean() const; // of the samples; mask -1
};

struct ToldPairings {
    std::vector<ToldPairing> pairings; // in the order in which they were looked at
    std::int64_t skipped = 0;          // events that cannot be read, as files may have

    // The masks that were sampled, in order.
    std::vector<std::int64_t> samples() const;
    // That which costs least over all samples, as algorithm 2 takes it; -1: nothing was costed.
    int least() const;
};

bool tellsPairings(const Trace& trace);
ToldPairings pairingsIn(const Trace& trace);

} // namespace sparsescope::sparda
