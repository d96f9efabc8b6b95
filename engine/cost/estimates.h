// Numbers for operators that nobody has measured on a GPU yet, from what it does at best.
#pragma once

#include "engine/cost/calibration.h"

namespace sparsescope {

// Those of operators with two dense axes: what a sub-task moves between its SM and the L2 cache, at its share of the
// rate at which the GPU gathers, beside what one of a product with one dense matrix takes whatever it moves. None where
// the calibration does not know that rate.
std::vector<CalibrationEntry> estimatedEntries(const Calibration& calibration);

} // namespace sparsescope
