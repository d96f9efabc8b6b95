// What an .npz archive holds, by the names of its arrays.
#pragma once

#include <string>
#include <vector>

namespace sparsescope {

// Matrices: as scipy.sparse.save_npz writes them, or arrays alone, compressed by row, a row and a column for each
// non-zero, or diagonals. The others are forms of a sequence of masks (masks.h).
enum class NpzKind { Scipy, CsrArrays, CooArrays, DiaArrays, Masks, Bits, Lengths, Routes };

bool isMaskKind(NpzKind kind);
std::string maskArray(NpzKind kind); // the name of the array that holds the masks

// Throws Error(Input) that lists what was found where the names fit nothing that is read, or two kinds.
NpzKind kindOfNpz(const std::vector<std::string>& names, const std::string& file);

} // namespace sparsescope
