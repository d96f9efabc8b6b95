// One slice of a matrix of several, all of them on top of each other, or a rectangle, as a matrix of its own.
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

// Half-open ranges of rows and columns.
struct MatrixRectangle {
    std::int64_t firstRow = 0, endRow = 0, firstCol = 0, endCol = 0;
};

// What is in it, numbered from its corner; of all columns the slices stay. Throws Error(Usage) unless it is within the
// matrix and not empty, Error(Cancelled).
MatrixPtr rectangleOf(const Matrix& matrix, const MatrixRectangle& of, Progress& progress);

// The sum of all, rows x sliceCols(): a place that several of them hold has the sum of their values, once. Throws
// Error(Usage) for a matrix of one slice, Error(Cancelled).
MatrixPtr sumOfSlices(const Matrix& matrix, Progress& progress);

} // namespace sparsescope
