// What a plan may be raced against, by name: the worker runs them, every program may ask for them.
#pragma once

#include "engine/plan/operator.h"

#include <string>
#include <vector>

namespace sparsescope {

// "cusparse:csr_alg2", "cublas:dense", ...: the libraries' kernels that compute the operator.
const std::vector<std::string>& baselineNames(OperatorKind op);

// "kernel:FILE" is a kernel of the user's own, a shared library (kernels/baseline/sparsescope_kernel.h).
inline const std::string userKernelPrefix = "kernel:";
std::string userKernelFile(const std::string& name);  // FILE, or empty for every other name

// Throws Error(Usage) that lists the known ones, of any operator. User kernels are known; their file is not looked at.
void requireKnownBaseline(const std::string& name);

} // namespace sparsescope
