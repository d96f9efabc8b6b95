// The planner "fastest": the plans of several others, and of these the one that is measured to be the fastest,
// or predicted where nothing can be measured.
#pragma once

#include "engine/search/planner.h"

namespace sparsescope {

const Planner& fastestPlanner();

} // namespace sparsescope
