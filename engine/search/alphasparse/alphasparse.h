// The planner "alphasparse": the graph that a search finds to be the fastest for a matrix (AlphaSparse, section VI).
#pragma once

#include "engine/search/planner.h"

namespace sparsescope {

const Planner& alphasparsePlanner();

} // namespace sparsescope
