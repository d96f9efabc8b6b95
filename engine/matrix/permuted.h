// A matrix with its rows and columns in another order, as a matrix of its own.
#pragma once

#include "engine/core/at.h"
#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"

#include <cstdint>
#include <vector>

namespace sparsescope {

// Where each line (row or column) of a matrix stands. Empty vectors: as in the file.
struct LineOrder {
    std::vector<std::int32_t> rows, cols;           // the line at each place
    std::vector<std::int32_t> rowPlaces, colPlaces; // the place of each line

    std::int64_t row(std::int64_t place) const { return rows.empty() ? place : rows[at(place)]; }
    std::int64_t col(std::int64_t place) const { return cols.empty() ? place : cols[at(place)]; }
    std::int64_t rowPlace(std::int64_t row) const { return rowPlaces.empty() ? row : rowPlaces[at(row)]; }
    std::int64_t colPlace(std::int64_t col) const { return colPlaces.empty() ? col : colPlaces[at(col)]; }
};

// From the lines at each place; throws Error(Internal) unless each is empty or holds every number below its size once.
LineOrder lineOrder(std::vector<std::int32_t> rows, std::vector<std::int32_t> cols);

struct PermutedMatrix {
    MatrixPtr matrix;                  // element (i, j) is the original's (order.row(i), order.col(j)), values too
    std::vector<std::uint32_t> places; // of each of the original's CSR positions, in this matrix' CSR arrays
};

// The order fits the matrix, which has fewer than 2^32 non-zeros, else Error(Usage). In parallel, the same for any
// number of threads. Throws Error(Cancelled).
PermutedMatrix permuted(const Matrix& matrix, const LineOrder& order, Progress& progress);

} // namespace sparsescope
