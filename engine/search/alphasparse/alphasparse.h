// The planner "alphasparse": the graph that a search finds to be the fastest for a matrix (AlphaSparse, section VI).
#pragma once

#include "engine/search/planner.h"

namespace sparsescope::alphasparse {

// "the fastest of 312 within 60 s: 5.31 us measured, 5.6 us predicted from its graph; ended by: WHY", from its figures;
// nothing of other planners' plans.
std::string foundText(const Plan& plan);

// How long a search may take that time alone ends, by its complete options; 0: something else may end it. Where they do
// not say, and graphs are measured, that of the smallest matrices.
double secondsOfSearch(const nlohmann::json& options, bool measured);

} // namespace sparsescope::alphasparse

namespace sparsescope {

const Planner& alphasparsePlanner();

} // namespace sparsescope
