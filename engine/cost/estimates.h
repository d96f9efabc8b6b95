// Numbers for operators that nobody has measured on a GPU yet, from what it does at best.
#pragma once

#include "engine/cost/calibration.h"

namespace sparsescope {

// Those for RGMS: what a sub-task moves between its SM and the L2 cache, at its share of the rate at which the GPU
// gathers, and what a sub-task of SpMM takes beside that. None where the calibration does not know that rate.
std::vector<CalibrationEntry> estimatedEntries(const Calibration& calibration);

} // namespace sparsescope
