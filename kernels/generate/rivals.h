// The kernels of what a dynamic plan is raced against, around those of libraries: masks become what libraries take.
#pragma once

#include "engine/plan/data_type.h"

#include <string>

namespace sparsescope {

inline constexpr int threadsOfRivals = 256;

// numberFlagged and sumCounts (<<<..., 1024>>>), flagBlocks, copyBlocks, packRows, addPackedRows and placeSampled
// (<<<..., threadsOfRivals>>>) for values of the type: the templates of kernels/templates say what they do. Complete,
// includes nothing.
std::string generateRivals(DataType dtype);

} // namespace sparsescope
