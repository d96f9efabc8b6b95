// What a plan is compared with: other libraries' SpMM on the same inputs, verified and timed the same way.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/run/executor.h"
#include "engine/session/profile.h"
#include "kernels/device/device.h"
#include "kernels/device/stopwatch.h"

#include <string>
#include <vector>

namespace sparsescope {

struct BaselineInput {
    const Matrix& matrix;
    const Operator& op;
    std::int64_t ld = 0;         // of B and C, in elements
    CUdeviceptr B = 0;           // matrix.cols() x ld, row-major
    Buffer& C;                   // matrix.rows() x ld, row-major; overwritten
    const Reference& reference;
    int warmups = 0;
    int repeats = 0;
};

// "cusparse:csr_alg2", ...
const std::vector<std::string>& knownBaselines();
// Throws Error(Usage) that lists the known ones.
void requireKnownBaseline(const std::string& name);

// What goes wrong becomes Baseline::problem; only Error(Usage) for an unknown name and Error(Cancelled) are thrown.
Baseline runBaseline(const std::string& name, const BaselineInput& input, const Stream& stream, Stopwatch& stopwatch, Progress& progress);

std::string cusparseVersion();  // "12.6.3", or empty without cuSPARSE

}  // namespace sparsescope
