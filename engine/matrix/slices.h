// One slice of a matrix of several, as a matrix of its own.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"

#include <cstdint>

namespace sparsescope {

// rows x sliceCols(), named after the matrix and the slice. Throws Error(Usage) for one that there is not,
// Error(Cancelled).
MatrixPtr sliceOf(const Matrix& matrix, std::int64_t slice, Progress& progress);

} // namespace sparsescope
