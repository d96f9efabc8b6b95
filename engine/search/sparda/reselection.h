// The pairing is chosen anew while masks run (SparDA 4.5): after every R masks from the last one, whose members one
// launch counts; these are read back while the next mask runs, and what they choose is used for the one after that.
#pragma once

#include "engine/plan/dynamic/bucket_counts.h"
#include "engine/search/sparda/choose.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sparsescope::sparda {

// What runs from a mask on.
struct Reselected {
    std::int64_t from = 0;
    std::optional<Pairing> pairing; // none: the dense product
    double predictedNs = 0;         // of the mask that was counted; of the first: 0
};

class Reselection {
public:
    // `every`: R, at least 1. `first`: what runs until there is a choice. The costs outlive it. Throws Error(Usage)
    // where a candidate's micro-tiles are not counted.
    Reselection(const Costs& costs, const Operator& op, const MaskFacts& masks, std::int64_t every,
                std::optional<Pairing> first);

    const CountedBuckets& buckets() const { return m_buckets; } // that are counted
    // Are the members of mask t to be counted, behind its product?
    bool countsAfter(std::int64_t t) const { return (t + 1) % m_every == 0; }
    // The counts of mask t, which decide from mask t + 2 on. Masks come in order. Throws as choose() does, and
    // Error(Internal) for another number of counts.
    void take(std::int64_t t, std::span<const std::int32_t> counts);
    // What runs on mask t, by what was taken so far.
    const Reselected& on(std::int64_t t) const;
    const std::vector<Reselected>& all() const { return m_all; } // what was chosen, the first one too

    // What take() chooses from: as choose() has it of one mask, whose covered zeros are not counted.
    Choice choiceOf(std::span<const std::int32_t> counts) const;

private:
    const Costs& m_costs;
    Operator m_op;
    CountedBuckets m_buckets;
    std::int64_t m_every;
    std::vector<Reselected> m_all;
};

} // namespace sparsescope::sparda
