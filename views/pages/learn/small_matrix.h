// Small matrices that are drawn by hand: one cell changed, another size, a part of a large one.
#pragma once

#include "engine/matrix/matrix.h"

#include <cstdint>

namespace sparsescope {

// Empty of non-zeros.
MatrixPtr emptyMatrix(std::int64_t rows, std::int64_t cols);
// A pattern stays one. Among values a new one is the least whole number from 1 that is not there yet, so that every
// element can be told apart.
MatrixPtr withCell(const Matrix& matrix, std::int64_t row, std::int64_t col, bool filled);
bool hasCell(const Matrix& matrix, std::int64_t row, std::int64_t col);
// Cut off, or with empty rows and columns behind.
MatrixPtr resized(const Matrix& matrix, std::int64_t rows, std::int64_t cols);
// rows x cols of a matrix from (row, col) on, or less where it ends; values are numbered in reading order where it has
// none.
MatrixPtr cutOut(const Matrix& matrix, std::int64_t row, std::int64_t col, std::int64_t rows, std::int64_t cols);

} // namespace sparsescope
