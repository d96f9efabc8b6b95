// LiteForm's planner: the composable ELL format CELL, with bucket widths by its memory-centric cost model.
#pragma once

#include "engine/search/planner.h"

namespace sparsescope {

const Planner& cellPlanner();

// "fixed:cell": the same without competitors. CELL is a composition of ELL tiles, not a format of one tile.
const Planner& fixedCellPlanner();

} // namespace sparsescope
