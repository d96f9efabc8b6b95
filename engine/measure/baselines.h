// What a plan may be raced against, by name: the worker runs them, every program may ask for them.
#pragma once

#include "engine/plan/operators/operator.h"

#include <string>
#include <vector>

namespace sparsescope {

struct MaskFacts;

// Whose product a baseline is. Own: kernels of ours alone ("block").
enum class BaselineLibrary { CuSparse, CuBlas, User, Own };
BaselineLibrary libraryOf(const std::string& baseline);

// "kernel:FILE" is a kernel of the user's own, a shared library (kernels/baseline/sparsescope_kernel.h).
inline const std::string userKernelPrefix = "kernel:";
std::string userKernelFile(const std::string& name); // FILE, or empty for every other name

// Throws Error(Usage) that lists the known ones, of any operator. User kernels are known; their file is not looked at.
void requireKnownBaseline(const std::string& name);

// What a dynamic plan may be raced against on these masks, in the order of tables: each has its conversion in every
// mask. Beside libraries' names: "block", tiles of our own that gather nothing; "packed", one product of the rows that
// a mask has; of rows that lie in one period of columns, as of experts, "serial", "padded" and "grouped" products.
std::vector<std::string> maskBaselines(const Operator& op, const MaskFacts& masks);
// Throws Error(Usage) that lists what there is for these masks. User kernels are known.
void requireMaskBaseline(const std::string& name, const Operator& op, const MaskFacts& masks);

} // namespace sparsescope
