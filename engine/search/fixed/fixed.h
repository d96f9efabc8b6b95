// The planners "fixed:NAME": all of the matrix in one format, with the parameters that the cost model likes best.
#pragma once

#include "engine/search/planner.h"

#include <memory>
#include <vector>

namespace sparsescope {

// One for each of formatKinds(), in their order.
std::vector<const Planner*> fixedPlanners();

} // namespace sparsescope
