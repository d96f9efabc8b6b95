// The families of device templates, and what their instantiations share. A new family adds a line here and in
// pieces.cpp.
#pragma once

#include "kernels/generate/pieces.h"

#include <fmt/format.h>

namespace sparsescope {

std::vector<DevicePiece> blockPieces();   // dense blocks of condensed columns
std::vector<DevicePiece> ellPieces();     // rows of one width
std::vector<DevicePiece> runPieces();     // non-zeros one after another
std::vector<DevicePiece> blockedPieces(); // rows, slices and rows of blocks, each of its own length

// A whole number of the format's parameters.
std::int64_t parameterOf(const Format& format, const char* name);
// The value type off the tensor cores, where tf32 is float32: its products are exact.
const char* scalarType(DataType dtype);

// Threads of a block; templates that divide their work among four warps have 128.
inline const std::vector<int> anyThreads = {128, 64, 256};
inline const std::vector<int> anyGathers = {4, 2, 8};

} // namespace sparsescope
