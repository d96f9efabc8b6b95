// What a plan may be raced against, by name: the worker runs them, every program may ask for them.
#pragma once

#include "engine/plan/operators/operator.h"

#include <string>
#include <vector>

namespace sparsescope {

// Whose kernel a baseline is.
enum class BaselineLibrary { CuSparse, CuBlas, User };
BaselineLibrary libraryOf(const std::string& baseline);

// "kernel:FILE" is a kernel of the user's own, a shared library (kernels/baseline/sparsescope_kernel.h).
inline const std::string userKernelPrefix = "kernel:";
std::string userKernelFile(const std::string& name); // FILE, or empty for every other name

// Throws Error(Usage) that lists the known ones, of any operator. User kernels are known; their file is not looked at.
void requireKnownBaseline(const std::string& name);

} // namespace sparsescope
