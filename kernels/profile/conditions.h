// Where and how a run is measured, as its record says.
#pragma once

#include "engine/measure/profile.h"
#include "engine/measure/run_options.h"
#include "kernels/device/device.h"

namespace sparsescope {

// Now, by this machine's libraries; what belongs to a single run (values, reference, chip) is left open.
Conditions conditionsOf(const Context& context, const RunOptions& options);

} // namespace sparsescope
