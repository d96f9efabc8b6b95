// SparseTIR's composable formats for relational gather-matmul-scatter (4.4.1): 3-D hyb(1, k), which buckets the rows of
// every relation by their lengths. As the relations stand side by side, it is hyb(R, k) of one wide matrix.
#pragma once

#include "engine/search/planner.h"

namespace sparsescope {

const Planner& rgmsPlanner();

} // namespace sparsescope
