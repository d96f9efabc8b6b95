// A plan whose tiles are made at run time: a rule that every mask of a sequence is multiplied by (SparDA). The screen
// calls it a dynamic plan, files have it as "rule".
#pragma once

#include "engine/plan/dynamic/coverage.h"
#include "engine/plan/dynamic/pairing.h"
#include "engine/plan/plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sparsescope {

// From what the GPU finds the members of a mask: its bits, a byte a granule as frameworks have it, or the values of the
// masked operand, where a micro-tile is a member if any of them is not 0.
enum class IndexInput { Bits, Bytes, Values };
std::string name(IndexInput input); // "bits" "bytes" "values"
// Unordered: members stand in their bucket in the order in which blocks found them (the paper's). Ordered: ascending.
enum class IndexOrder { Unordered, Ordered };
std::string name(IndexOrder order); // "unordered" "ordered"
// The members "input" and "order" of an object. Throws Error(Input).
std::pair<IndexInput, IndexOrder> indexKindFrom(const JsonReader& in);
// One of them by its name. Throws Error(Usage).
IndexInput parseIndexInput(const std::string& text);
IndexOrder parseIndexOrder(const std::string& text);

// A mask that the choice was made from, and how the pairing covers it.
struct RuleSample {
    std::int64_t mask = 0;
    std::uint64_t fingerprint = 0;
    std::int64_t members = 0, tasks = 0, stored = 0;
    bool operator==(const RuleSample&) const = default;
};

struct Rule {
    std::optional<Pairing> pairing; // none: the dense product is predicted to be faster than all
    IndexInput input = IndexInput::Bytes;
    IndexOrder order = IndexOrder::Unordered;
    std::int64_t reselect = 0; // choose anew after so many masks; 0: never
    MaskShape shape;
    std::int64_t period = 1;
    std::vector<RuleSample> samples;
    double denseNs = 0; // of the dense product of this shape
    bool operator==(const Rule&) const = default;
};

struct DynamicPlan : PlanHeader {
    Rule rule;
};

nlohmann::json toJson(const Rule& rule);
Rule ruleFrom(const JsonReader& in); // throws Error(Input)

// Why a rule does not run on these masks; empty: it does.
std::string refusal(const DynamicPlan& plan, const MaskFacts& masks);

// The ordinary plan of one mask, whose matrix is given: tiles of the format `micro`, or `dense`, without costs, each of
// partition slice `t`. Throws Error(Input) where the rule does not run on the mask, Error(Cancelled).
Plan materialise(const DynamicPlan& plan, const Mask& mask, const Matrix& matrix, std::int64_t t,
                 Progress& progress = noProgress());

// Does the file hold a dynamic plan? Throws Error(Input) for what is no plan at all.
bool holdsDynamicPlan(const std::string& path);
DynamicPlan readDynamicPlan(const std::string& path); // throws Error(Input)
// The text of the file, and back.
std::string dynamicPlanText(const DynamicPlan& plan);
DynamicPlan dynamicPlanFromText(const std::string& text, const std::string& file); // throws Error(Input)
void writeDynamicPlan(const DynamicPlan& plan, const std::string& path, Progress& progress = noProgress());

} // namespace sparsescope
