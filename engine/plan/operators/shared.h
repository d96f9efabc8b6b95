// What the references of all operators need.
#pragma once

#include "engine/plan/operators/operator.h"

namespace sparsescope {

// All zero. Throws Error(Input) where memory does not suffice.
Reference emptyReference(std::int64_t rows, std::int64_t cols);

// The magnitude by which an element's error is measured: below the least normal number of the type rounding is no
// longer relative to the value, so that it is at least that, except for an element to which nothing contributes.
double scaleOf(DataType dtype, double magnitude);

} // namespace sparsescope
