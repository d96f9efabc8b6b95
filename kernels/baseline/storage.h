// Where the formats of libraries store the non-zeros of a matrix: square blocks, slices, the whole matrix. No CUDA.
#pragma once

#include "engine/matrix/matrix.h"
#include "engine/plan/operators/operator.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope {

// The blocks of a grid over the matrix that hold a non-zero. The last ones of a row or column may reach over its edge.
struct Blocks {
    std::int64_t size = 0;            // rows and columns of a block
    std::int64_t rows = 0, cols = 0;  // of the grid, in blocks
    std::vector<std::int32_t> rowPtr; // rows + 1
    std::vector<std::int32_t> colIdx; // ascending in each row of the grid

    std::int64_t count() const { return static_cast<std::int64_t>(colIdx.size()); }
    std::int64_t widest() const; // most blocks in a row of the grid
};
Blocks blocksOf(const Matrix& matrix, std::int64_t size);

// Slices of rows for sliced ELL, each as wide as its longest row and stored column by column; the last one is whole
// too.
struct Slices {
    std::int64_t size = 0;           // rows of a slice
    std::vector<std::int64_t> begin; // of each slice in the arrays, then their end

    std::int64_t stored() const { return begin.back(); }
};
Slices slicesOf(const Matrix& matrix, std::int64_t size);

// The place of each non-zero, by its CSR position, in the array of stored values.
// BSR: block after block, each row-major; count() * size * size values.
std::vector<std::int64_t> bsrPlaces(const Matrix& matrix, const Blocks& blocks);
// Blocked ELL: rows * size rows of widest() * size values, row-major as a whole.
std::vector<std::int64_t> blockedEllPlaces(const Matrix& matrix, const Blocks& blocks);
// Dense: rows of ld values.
std::vector<std::int64_t> densePlaces(const Matrix& matrix, std::int64_t ld);
// Sliced ELL: stored() values.
std::vector<std::int64_t> slicedPlaces(const Matrix& matrix, const Slices& slices);

// The block columns of blocked ELL: rows x widest(), -1 where a row has fewer blocks.
std::vector<std::int32_t> blockedEllColumns(const Blocks& blocks);

// The column of each place, -1 where none is stored; `places` as slicedPlaces() gives them.
std::vector<std::int32_t> slicedColumns(const Matrix& matrix, const Slices& slices,
                                        const std::vector<std::int64_t>& places);

// `stored` values of the type: the matrix's at their places, zeros elsewhere. Without places they stand in CSR order.
// Throws Error(Input) when this machine's memory is short.
std::vector<std::uint8_t> storedValues(const Matrix& matrix, const std::vector<std::int64_t>& places,
                                       std::int64_t stored, DataType dtype);

// Why `stored` values are too many to be raced: more than a quarter of the free GPU memory, or more than 1 GB and more
// than 64 for each non-zero. A sentence that begins with what would store them ("Its blocks"), or empty.
std::string storageRefusal(const std::string& what, std::int64_t stored, std::int64_t nnz, DataType dtype,
                           std::size_t freeBytes);

} // namespace sparsescope
