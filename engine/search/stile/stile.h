// The planner "stile": tiles chosen greedily, level by level, by predicted cost per newly covered non-zero, with
// withdrawal; then the cheapest of this plan, the single-level one and those of one format (STile sections 3 and 5).
#pragma once

#include "engine/search/planner.h"

namespace sparsescope {

const Planner& stilePlanner();

} // namespace sparsescope
