// Saturated time of sub-tasks: copies of one fill the GPU, latency / (copies / SMs) is its cost (STile section 4).
#pragma once

#include "engine/core/progress.h"
#include "engine/session/profile.h"
#include "kernels/device/device_plan.h"
#include "kernels/device/stopwatch.h"

#include <vector>

namespace sparsescope {

inline constexpr std::size_t saturatedTiles = 128;  // of a plan, at most; some of every format, atomic and not

// Median of five runs of about 64 copies an SM. Copies share the tile's columns and values and write output rows of their
// own, so that they neither race nor contend. A tile whose copies do not fit into half of the free memory is left out.
std::vector<SaturatedTime> measureSaturated(const DevicePlan& plan, const PlanKernels& kernels, const Stream& stream, Stopwatch& stopwatch,
                                            int sms, Progress& progress);

}  // namespace sparsescope
