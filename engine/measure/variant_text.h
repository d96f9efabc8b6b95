// How variants of a plan's kernel are named, for those who write the names and those who look for one.
#pragma once

#include "engine/plan/launch_order.h"
#include "engine/plan/plan.h"

#include <string>

namespace sparsescope {

// Rows of the output are split; from the tiles' marks.
bool splitsRows(const Plan& plan);

// "parts of 64, by rows, split rows in slots, ": with it Variant::parameters of the plan's tiles launched so begin.
std::string variantStart(const Plan& plan, LaunchOrder order, SplitSums sums);

} // namespace sparsescope
