// One slice of a matrix of several, as a matrix of its own.
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

} // namespace sparsescope
