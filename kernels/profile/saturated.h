// Saturated time of sub-tasks: copies of one fill the GPU, latency / (copies / SMs) is its cost (STile section 4).
#pragma once

#include "engine/core/progress.h"
#include "engine/measure/profile.h"
#include "kernels/device/device_plan.h"
#include "kernels/device/stopwatch.h"

#include <vector>

namespace sparsescope {

inline constexpr int saturatedRepeats = 5; // of which the median counts

inline constexpr std::size_t saturatedTiles = 128; // of a plan that is profiled, at most

// Times at most `most` tiles, some of every format, atomic and not: the median of runs of about 64 copies an SM. A copy
// has arrays of its own and writes output of its own, so that copies neither race nor contend, and reads rows of the
// dense operands as far apart as the tile's, but others than its neighbours read: what they share in a cache is what
// tiles of one plan share. A tile whose copies do not fit into half of the free memory is left out.
std::vector<SaturatedTime> measureSaturated(const DevicePlan& plan, std::size_t most, const PlanKernels& kernels,
                                            const Stream& stream, Stopwatch& stopwatch, int sms, Progress& progress);

} // namespace sparsescope
