// What a plan is compared with: kernels of libraries and of the user, on the same inputs, verified and timed the same
// way.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/measure/baselines.h"
#include "engine/measure/profile.h"
#include "kernels/device/device.h"
#include "kernels/device/stopwatch.h"
#include "kernels/device/verifier.h"

#include <functional>
#include <string>
#include <vector>

namespace sparsescope {

struct BaselineInput {
    const Matrix& matrix;
    const Operator& op;
    std::int64_t ld = 0; // of B and C, in elements; SpMV: 1, B is x and C is y
    CUdeviceptr B = 0;   // matrix.cols() x ld, row-major (SDDMM: Y; RGMS: X, matrix.sliceCols() x operandLd())
    CUdeviceptr X = 0;   // SDDMM: matrix.rows() x ld, row-major
    CUdeviceptr W = 0;   // RGMS: matrix.slices() * op.inner x ld, row-major
    Buffer& C;           // matrix.rows() x ld, row-major (SDDMM: nnz values); overwritten
    const Verifier& verifier;
    int warmups = 0;
    int repeats = 0;
    std::string architecture = {}; // of the GPU, "sm_90"
    // Hardware counters of what launch() queues; null: they are not wanted.
    std::function<std::vector<Counter>(const std::function<void()>& launch)> count = {};
};

// name: see engine/measure/baselines.h; the result of a user kernel is named by its library. What goes wrong becomes
// Baseline::problem; only Error(Usage) for an unknown name and Error(Cancelled) are thrown.
Baseline runBaseline(const std::string& name, const BaselineInput& input, const Stream& stream, Stopwatch& stopwatch,
                     Progress& progress);

// Whether a baseline's result is right. Some kernels of the libraries add in 16 bits: less exact, and still what a user
// would race against. Who asks is told.
bool acceptedOf(const std::string& name, const ErrorNorms& norms, DataType dtype);

std::string cusparseVersion(); // "12.6.3", or empty without cuSPARSE

} // namespace sparsescope
