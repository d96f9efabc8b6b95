// LiteForm's planner with its predictors: forests that learned from recorded runs choose the format.
#pragma once

#include "engine/search/planner.h"

namespace sparsescope {

const Planner& forestPlanner();

} // namespace sparsescope
