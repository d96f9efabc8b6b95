// cuSPARSE's SpMM, SDDMM and SpMV.
#pragma once

#include "kernels/baseline/race.h"

#include <string>

namespace sparsescope {

inline constexpr const char* builtWithoutCusparse =
    "This program was built without cuSPARSE; build it with a CUDA toolkit that has libcusparse.";

// name: of "cusparse:...", one that computes the operator. Throws Error(Device) naming the call that failed, or saying
// why the format was not tried, or that this program was built without cuSPARSE. Block formats work on whole blocks: on
// copies of the dense operands with rows of zeros at their end where needed. SDDMM does not scale by the values of A:
// its output is scaled on the host before it is checked, untimed.
void runCusparse(const std::string& name, Race& race);

} // namespace sparsescope
