// cuBLAS's matrix product with A stored as a dense matrix: what sparsity has to beat.
#pragma once

#include "kernels/baseline/race.h"

namespace sparsescope {

// SpMM, accumulated in float32; tf32 on the tensor cores. Throws Error(Device) naming the call that failed, or saying
// why the dense matrix was not made, or that this program was built without cuBLAS.
void runCublas(Race& race);

} // namespace sparsescope
