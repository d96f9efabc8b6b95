// The planner "fastest": the plans of several others, and of these the one that is predicted to be the fastest.
#pragma once

#include "engine/search/planner.h"

namespace sparsescope {

const Planner& fastestPlanner();

} // namespace sparsescope
