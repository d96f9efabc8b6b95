// Hardware counters by CUPTI's range profiler (kernel replay), and a kernel's activity record.
#pragma once

#include "engine/measure/profile.h"
#include "kernels/device/device.h"

#include <functional>
#include <string>
#include <vector>

namespace sparsescope {

struct CounterResult {
    std::vector<Counter> counters;
    std::vector<std::string> messages; // what could not be measured, why, and what to do
};

// launch() queues the kernels of one product, 32 at most; each is replayed once a pass, with memory restored in
// between. Sums are over all of them; shares are means, by their durations.
CounterResult measureCounters(const Context& context, const Stream& stream, const std::function<void()>& launch);

// What STile table 3 predicts, counted: operations, bytes between the SMs and the L2 cache, and of these the bytes of
// adding stores. Throws Error(Device) when counters cannot be read.
struct CountedWork {
    double flops = 0;
    double bytes = 0;
    double addedBytes = 0;
};
// flopsPerTensorInstruction: of the plan's mma.sync.
CountedWork countWork(const Context& context, const Stream& stream, double flopsPerTensorInstruction,
                      const std::function<void()>& launch);

// Median time of the kernel by CUPTI activity records over a few launches. Throws Error(Device) with what to do.
double measureActivity(const Stream& stream, const std::string& kernel, const std::function<void()>& launch);

// "GH100", or empty when CUPTI does not tell.
std::string chipName(const Context& context);

// Why counters cannot be read on this machine, and what to do; empty when they can.
std::string countersRefusal(const Context& context);

} // namespace sparsescope
