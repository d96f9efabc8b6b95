// CSR and DCSR: rows one after another, and where each ends.
#pragma once

#include "engine/learn/formats/taught_format.h"

namespace sparsescope::learn {

// The kernels of CSR, which DCSR runs too: it names its rows beside.
std::vector<TaughtKernel> csrKernels();
// Each row as a line of its own; the tile's columns begin with [n, end of each row].
void placeRows(TilePicture& tile);

} // namespace sparsescope::learn
