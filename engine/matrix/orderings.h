// Orders of rows and columns: by number of non-zeros (STile table 2, primitive 1), and to bring non-zeros to the
// diagonal.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sparsescope {

// Indices 0 .. counts.size()-1 by descending count; equal counts keep their order (stable counting sort).
std::vector<std::int32_t> orderByCountDescending(std::span<const std::int32_t> counts);

// Non-zeros of each row, of each column.
std::vector<std::int32_t> rowLengths(const Matrix& matrix);
std::vector<std::int32_t> columnLengths(const Matrix& matrix, Progress& progress);

// An order of rows and columns alike with a small bandwidth (Cuthill & McKee 1969, reversed as by George 1971), of the
// symmetrised pattern: rows i and j are neighbours where (i, j) or (j, i) is a non-zero. Each component begins at an
// end of a long path (George & Liu 1979) and those with the least neighbours come last; rows with neither a row nor a
// column of their own are a component each. Time O(nnz + n log n), memory 4 bytes a non-zero and some 30 a row. The
// same result everywhere. Throws Error(Usage) unless the matrix is square; Error(Cancelled).
std::vector<std::int32_t> reverseCuthillMcKee(const Matrix& matrix, Progress& progress);

} // namespace sparsescope
