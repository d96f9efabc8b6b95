// LiteForm's planner: the composable ELL format CELL, with bucket widths by its memory-centric cost model.
#pragma once

#include "engine/search/planner.h"

namespace sparsescope {

const Planner& cellPlanner();

} // namespace sparsescope
