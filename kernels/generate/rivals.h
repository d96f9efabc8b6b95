// The kernels of what plans are raced against, around those of libraries.
#pragma once

#include "engine/plan/data_type.h"

#include <string>

namespace sparsescope {

inline constexpr int threadsOfRivals = 256;

// numberFlagged and sumCounts (<<<..., 1024>>>), flagBlocks, copyBlocks, packRows, addPackedRows and placeSampled
// (<<<..., threadsOfRivals>>>) for values of the type: the templates of kernels/templates say what they do. Complete,
// includes nothing.
std::string generateRivals(DataType dtype);

// The kernels between products of gathered rows: gatherPlaces, scatterPlaces and roundSums (<<<..., threadsOfRivals>>>;
// gathered_places.cuh says what they do). Complete, includes nothing.
std::string generateGathering(DataType dtype);

} // namespace sparsescope
