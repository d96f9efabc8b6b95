// What a plan may be raced against, by name: the worker runs them, every program may ask for them.
#pragma once

#include "engine/plan/operator.h"

#include <string>
#include <vector>

namespace sparsescope {

// "cusparse:csr_alg2", "cublas:dense", ...: the libraries' kernels that compute the operator.
const std::vector<std::string>& baselineNames(OperatorKind op);

// Throws Error(Usage) that lists the known ones, of any operator.
void requireKnownBaseline(const std::string& name);

} // namespace sparsescope
