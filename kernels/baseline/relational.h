// What RGMS is computed with elsewhere: products of libraries, one after another.
#pragma once

#include "kernels/baseline/race.h"

#include <string>

namespace sparsescope {

// name: "two-stage" (the products of X and every relation's weights, then a sparse product with the wide matrix),
// "gather-gemm-scatter" (the rows of X that a relation names are copied, multiplied and added) or "per-relation" (a
// sparse product, then one by the weights). Throws Error(Device) naming the call that failed, saying what did not fit
// into memory, or that this program was built without a library.
void runRelational(const std::string& name, Race& race);

} // namespace sparsescope
