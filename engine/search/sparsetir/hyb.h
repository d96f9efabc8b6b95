// SparseTIR's composable format hyb(c, k) for SpMM (4.2.1).
#pragma once

#include "engine/search/planner.h"

namespace sparsescope {

const Planner& hybPlanner();

// k = ceil(log2(nnz / n)), at least 0.
std::int64_t hybBuckets(const Matrix& matrix);

} // namespace sparsescope
