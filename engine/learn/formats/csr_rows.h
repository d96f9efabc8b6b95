// CSR and DCSR: rows one after another, and where each ends.
#pragma once

#include "engine/learn/formats/taught_format.h"

namespace sparsescope::learn {

// Kernels of all rows, or of those that rowIdx lists.
std::vector<TaughtKernel> csrKernels(bool listed);
// Each row as a line of its own.
void placeRows(TilePicture& tile);

} // namespace sparsescope::learn
