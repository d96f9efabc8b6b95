// A kernel whose blocks keep a part of B, all rows of it, in shared memory, and take tile after tile. Plain C++, no
// CUDA.
#pragma once

#include "kernels/generate/generate.h"

#include <cstdint>

namespace sparsescope {

// The shared memory, in bytes, of one of its blocks; 0 where there is no such kernel: it computes SpMM of CSR tiles,
// whose rows are whole, in parts whose rows are multiples of 128 bytes.
std::int64_t panelBytes(const Packed& packed);

// What generateKernel() makes where KernelParameters::panel is set. Throws Error(Usage) where panelBytes() is 0.
GeneratedSource generatePanel(const Packed& packed, const KernelParameters& parameters);

} // namespace sparsescope
