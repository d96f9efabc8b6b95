// CSC and DCSC: columns one after another, and where each ends.
#pragma once

#include "engine/learn/formats/taught_format.h"

namespace sparsescope::learn {

// Kernels of all columns, or of those that colIdx lists.
std::vector<TaughtKernel> cscKernels(bool listed);
// All columns, or those that hold something; each hangs down from its number in the picture.
void composeColumns(Encoded& encoded, bool listed);

} // namespace sparsescope::learn
