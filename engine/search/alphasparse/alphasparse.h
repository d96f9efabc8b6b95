// The planner "alphasparse": the graph that a search finds to be the fastest for a matrix (AlphaSparse, section VI).
#pragma once

#include "engine/search/planner.h"

namespace sparsescope::alphasparse {

// "the fastest of 312 within 60 s: 5.31 us measured, 5.6 us predicted from its graph; ended by: WHY", from its figures;
// nothing of other planners' plans.
std::string foundText(const Plan& plan);

} // namespace sparsescope::alphasparse

namespace sparsescope {

const Planner& alphasparsePlanner();

} // namespace sparsescope
