// Sums need not ask whether their row or place is there: who stores them asks.
#pragma once

#include "kernels/generate/program/memory.h"

namespace sparsescope {

// The nest without the conditions around sums in registers that are stored on the same conditions, where what is added
// can be read all the same: tiles have columns and values at rows and places that are none.
ir::Body withoutHoles(const ir::Body& nest, const DeviceMemory& memory);

} // namespace sparsescope
