// Times of sub-tasks inside the fused kernel.
#pragma once

#include "engine/core/progress.h"
#include "engine/measure/profile.h"
#include "kernels/device/device_plan.h"
#include "kernels/device/stopwatch.h"

#include <string>

namespace sparsescope {

// Sets Profile::taskTimes, of some sub-tasks where there are many, and instrumentedNs, from an instrumented kernel of
// the same source that is run a few times; the last run is kept. Throws Error(Device), Error(Cancelled).
void measureTasks(const DevicePlan& device, const GeneratedSource& source, const std::string& architecture,
                  const Stream& stream, Stopwatch& stopwatch, Profile& profile, Progress& progress);

} // namespace sparsescope
