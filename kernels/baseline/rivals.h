// The kinds of rivals, each in a file of its own: for mask_rival.cpp.
#pragma once

#include "kernels/baseline/mask_rival.h"

namespace sparsescope {

// name: "cusparse:...". cuSPARSE finds the non-zeros of the dense matrix itself; blocks of 32 x 32 are found by kernels
// of ours. What it samples is copied to its places of C.
std::unique_ptr<MaskRival> makeCusparseRival(const std::string& name, MaskOperands& operands, const Stream& stream,
                                             const DeviceInfo& device);

// name: "packed", "serial", "padded" or "grouped". A row lies in periods of columns, and is packed with the others of
// each into a dense matrix, which cuBLAS multiplies with the period's rows of B.
std::unique_ptr<MaskRival> makePackedRival(const std::string& name, MaskOperands& operands, const Stream& stream,
                                           const DeviceInfo& device);

std::unique_ptr<MaskRival> makeUserRival(const std::string& file, MaskOperands& operands, const Stream& stream,
                                         const DeviceInfo& device);

} // namespace sparsescope
