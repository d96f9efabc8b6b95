// The float64 product that a run is verified against: on the CPU, or on the GPU where the CPU would take minutes.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/run/executor.h"
#include "kernels/device/device.h"

#include <string>

namespace sparsescope {

// Multiplications from which the GPU makes the reference.
inline constexpr double mostOnCpu = 4e9;

// As referenceSpmm() and referenceSddmm() of the engine make it, B and X in float32; X of SDDMM alone (B is Y then).
// `where` becomes "CPU", or "GPU, N rows checked on the CPU". Throws Error(Device) when those rows differ.
Reference makeReference(const Matrix& matrix, const Operator& op, const Dense& B, const Dense& X, double mostOnCpu, const std::string& architecture,
                        const Stream& stream, std::string& where, Progress& progress);

} // namespace sparsescope
