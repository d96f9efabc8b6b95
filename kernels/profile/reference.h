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

// As referenceOf() of the engine makes it.
// `where` becomes "CPU", or "GPU, N rows checked on the CPU". Throws Error(Device) when those rows differ.
Reference makeReference(const Matrix& matrix, const Operator& op, std::span<const Dense> operands, double mostOnCpu,
                        const std::string& architecture, const Stream& stream, std::string& where, Progress& progress);

} // namespace sparsescope
