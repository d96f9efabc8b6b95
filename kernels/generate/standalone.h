// CUDA projects of their own: what those of plans and those of masks have alike.
#pragma once

#include "engine/core/progress.h"
#include "engine/plan/dynamic/dynamic_plan.h"

#include <cstdint>
#include <map>
#include <string>

namespace sparsescope {

// Writes DIR/kernel.cu and DIR/index.cu, DIR/host.cpp (one nvcc -lineinfo line builds them; it makes the operands,
// lists the members of the mask and multiplies them, checks both, the product against float64, and prints the times)
// and DIR/mask.bin. Throws Error(Usage) where the plan has no pairing, Error(Input) when it cannot be written.
void writeStandalone(const DynamicPlan& plan, const Mask& mask, const MaskFacts& masks, const std::string& folder,
                     Progress& progress = noProgress());

// Marks of their templates: operator, type, shape, accepted errors, and HELPERS of the host programs.
std::map<std::string, std::string> standaloneMarks(const Operator& op, std::int64_t rows, std::int64_t cols,
                                                   std::int64_t nnz);

} // namespace sparsescope
