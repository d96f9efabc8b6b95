// Elements of packed arrays, and rows of one width, for the formats that are composed here.
#pragma once

#include "engine/learn/encoded.h"

#include <span>

namespace sparsescope::learn {

EncodedArray emptyArray(std::string name, std::string meaning, ElementType element, DataType dtype);
EncodedElement numberElement(std::int64_t number, const MatrixArea& about, int tile);
// The non-zero at a CSR position; -1: padding.
EncodedElement valueElement(const Matrix& matrix, std::int64_t position, int tile);
MatrixArea placeOf(const Matrix& matrix, std::int64_t position);
MatrixArea rowsArea(const Matrix& matrix, std::int64_t begin, std::int64_t end); // within the matrix
// CSR position of a place; -1: there is no non-zero, or no such place.
std::int64_t positionAt(const Matrix& matrix, std::int64_t row, std::int64_t col);

// A stored row: some non-zeros of a row of the matrix, from a CSR position on.
struct StoredRow {
    std::int32_t row = -1; // -1: none, all padding
    std::int64_t begin = 0, length = 0;
};
StoredRow wholeRow(const Matrix& matrix, std::int64_t row);

// Appends rows of one width as ELL stores them, column by column or row by row, and where they stand in the picture:
// the next lines of it. Padding repeats the last column of its row, or is of column 0.
void appendRows(Encoded& e, EncodedArray& colIdx, EncodedArray& values, std::span<const StoredRow> rows,
                std::int64_t width, int tile, bool byColumns);

} // namespace sparsescope::learn
