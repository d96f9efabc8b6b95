// One slice of a matrix of several, or all of them on top of each other, as a matrix of its own.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"

#include <cstdint>

namespace sparsescope {

// So many a file or a generator may ask for: what is kept of each of them takes memory, whatever it holds.
inline constexpr std::int64_t mostSlices = 1 << 16;

// rows x sliceCols(), named after the matrix and the slice. Throws Error(Usage) for one that there is not,
// Error(Cancelled).
MatrixPtr sliceOf(const Matrix& matrix, std::int64_t slice, Progress& progress);

// The sum of all, rows x sliceCols(): a place that several of them hold has the sum of their values, once. Throws
// Error(Usage) for a matrix of one slice, Error(Cancelled).
MatrixPtr sumOfSlices(const Matrix& matrix, Progress& progress);

} // namespace sparsescope
