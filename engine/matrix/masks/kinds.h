// Mask sequences made from a formula, one kind for each source of dynamic sparsity (SparDA 2): ragged batches, mixtures
// of experts, attention, activations, pruning. The same for the same parameters on every platform; each mask is made
// when it is asked for.
#pragma once

#include "engine/matrix/mask_sequence.h"
#include "engine/matrix/patterns/kinds.h"

#include <nlohmann/json.hpp>
#include <span>
#include <string>

namespace sparsescope {

// In the order in which they are offered.
std::span<const PatternKind> maskKinds();
const PatternKind& maskKind(const std::string& name); // throws Error(Usage) that names all

// Parameters as completeParameters() takes them. Throws Error(Usage) naming the parameter and what it may be.
MaskSequencePtr makeMasks(const std::string& kind, const nlohmann::json& parameters);

} // namespace sparsescope
