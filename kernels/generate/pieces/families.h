// The families of device templates, and what their instantiations share. A new family adds a line here and in
// pieces.cpp.
#pragma once

#include "engine/plan/packed.h"
#include "kernels/generate/pieces.h"

#include <fmt/format.h>

namespace sparsescope {

std::vector<DevicePiece> blockPieces();   // dense blocks of condensed columns
std::vector<DevicePiece> ellPieces();     // rows of one width
std::vector<DevicePiece> runPieces();     // non-zeros one after another
std::vector<DevicePiece> blockedPieces(); // rows, slices and rows of blocks, each of its own length

std::vector<DevicePiece> relationalPieces(); // tiles of one relation

// A whole number of the format's parameters.
std::int64_t parameterOf(const Format& format, const char* name);
// The value type off the tensor cores, where tf32 is float32: its products are exact.
const char* scalarType(DataType dtype);

// Threads of a block; templates that divide their work among four warps have 128.
inline const std::vector<int> anyThreads = {128, 64, 256};
inline const std::vector<int> anyGathers = {4, 2, 8};

// Adds the pieces that sample a format of rows (SDDMM): by tensor cores in 16 bits, else by lanes. layout(format) says
// where its rows are: "EllRows<8, 32>".
template <std::string (*layout)(const Format& format)>
void addSampledRows(const char* format, std::vector<DevicePiece>& pieces)
{
    pieces.push_back({format,
                      OperatorKind::SDDMM,
                      {"mma.cuh", "sampled.cuh", "sampled_rows_mma.cuh"},
                      [](const Format& f, const Packed& p, const std::string& sums) {
                          return fmt::format("SampledRowsMma<{}, {}, {}, {}>", deviceType(p.op.dtype), layout(f),
                                             p.densePart, sums);
                      },
                      anyThreads,
                      anyGathers,
                      [](const Format&, DataType t) { return narrow(t); },
                      6});
    pieces.push_back({format,
                      OperatorKind::SDDMM,
                      {"sampled.cuh", "sampled_rows.cuh"},
                      [](const Format& f, const Packed& p, const std::string& sums) {
                          return fmt::format("SampledRows<{}, {}, {}>", layout(f), p.densePart, sums);
                      },
                      anyThreads,
                      anyGathers,
                      nullptr,
                      6});
}

} // namespace sparsescope
