// Index and kernel of a run over masks: as they were predicted, as they were timed, and what CUPTI counted of each.
#pragma once

#include "engine/measure/sequence_run.h"

#include <limits>
#include <string>
#include <vector>

namespace sparsescope {

// The kernel has zeroing and converting with it, as its prediction has.
enum class MaskTime { Index, Kernel, Total };
double predictedNs(const MaskRun& mask, MaskTime which); // NaN: none
double measuredNs(const MaskRun& mask, MaskTime which);  // the same
// Among the masks that have both.
Agreement agreementOf(const SequenceRun& run, MaskTime which);

// One of a dynamic plan's two kernels on the first mask, where CUPTI counted it. Numbers that there are not are NaN.
struct CountedKernel {
    MaskTime which = MaskTime::Index;
    double ns = std::numeric_limits<double>::quiet_NaN();        // by CUPTI's activity record: without the launch
    double l2Bytes = std::numeric_limits<double>::quiet_NaN();   // between the SMs and L2
    double dramBytes = std::numeric_limits<double>::quiet_NaN(); // to and from the GPU's memory
    // What has to pass between the SMs and L2, if every thread block reads what it gathers once, in whole sectors of 32
    // bytes: of the kernel operands and result, of the index the mask and the lists.
    double expectedBytes = std::numeric_limits<double>::quiet_NaN();
    std::vector<Counter> others = {}; // by CUPTI's own names
};
// Those that were counted: none, the index, the kernel, or both.
std::vector<CountedKernel> countedKernels(const SequenceRun& run, const DynamicPlan& plan, const MaskFacts& masks);

} // namespace sparsescope
