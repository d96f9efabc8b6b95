// The planner "sparda": micro-tiles gathered into dense tiles, chosen by algorithm 2 of SparDA (4.5) for one mask or
// for all that a sequence will bring.
#pragma once

#include "engine/search/planner.h"
#include "engine/search/request.h"
#include "engine/search/sparda/choose.h"

#include <memory>
#include <optional>

namespace sparsescope {

const Planner& sparseDynamicPlanner(); // "sparda"

namespace sparda {

// One pairing as the trace has it, in events of this name, in the order in which they were looked at: {"pairing",
// "refusal", "ns", "masks": [{"mask", "members", "microTiles", "tasks", "steps", "stored", "owned", "zeros", "indexNs",
// "kernelNs"}]}.
inline constexpr const char* pairingEvent = "pairing";

// The dense product among the competitors of a plan, where it was one.
inline constexpr const char* denseCompetitor = "dense";

struct FoundRule {
    DynamicPlan plan;      // predictedNs: of a mask, the mean of the samples
    Trace trace;           // pairings alone, and the seconds
    bool measured = false; // by times of pairings, not by an estimate
};
// `denseNs`: what the dense product of this shape was measured to take. Throws Error(Usage) for another planner or
// operators without a dense axis, Error(Input), Error(Cancelled).
FoundRule searchRule(const MaskSequence& masks, const SearchRequest& request, Progress& progress,
                     std::optional<double> denseNs = {});

// A mask's plan with the costs of its tiles and what it is predicted to take by this calibration. Throws as
// materialise() and Costs do.
Plan planOfMask(const DynamicPlan& rule, const MaskSequence& masks, std::int64_t t, const Calibration& calibration,
                Progress& progress = noProgress());

// The rule that made a plan of one matrix, which the plan keeps among its figures, for any mask of that shape. Null: no
// rule made it, or what it keeps is none.
std::shared_ptr<const DynamicPlan> keptRule(const Plan& plan);

} // namespace sparda

} // namespace sparsescope
