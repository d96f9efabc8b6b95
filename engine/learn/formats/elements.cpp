#include "engine/learn/formats/elements.h"

#include "engine/core/at.h"
#include "engine/learn/drawing.h"

#include <algorithm>

namespace sparsescope::learn {

EncodedArray emptyArray(std::string name, std::string meaning, ElementType element, DataType dtype)
{
    EncodedArray array;
    array.name = std::move(name);
    array.meaning = std::move(meaning);
    array.element = element;
    array.bytesEach = element == ElementType::Value ? bytesOf(dtype) : 4;
    return array;
}

EncodedElement numberElement(std::int64_t number, const MatrixArea& about, int tile)
{
    EncodedElement element;
    element.value = static_cast<double>(number);
    element.text = shortNumber(element.value);
    element.about = about;
    element.tile = tile;
    return element;
}

EncodedElement valueElement(const Matrix& matrix, std::int64_t position, int tile)
{
    if (position < 0)
        return numberElement(0, {}, tile);
    EncodedElement element;
    element.value = matrix.value(position);
    element.text = shortNumber(element.value);
    element.about = placeOf(matrix, position);
    element.position = position;
    element.tile = tile;
    return element;
}

MatrixArea placeOf(const Matrix& matrix, std::int64_t position)
{
    const std::int64_t row = matrix.rowOf(position), col = matrix.colIdx()[at(position)];
    return {row, row + 1, col, col + 1};
}

MatrixArea rowsArea(const Matrix& matrix, std::int64_t begin, std::int64_t end)
{
    return {begin, std::min(end, matrix.rows()), 0, matrix.cols()};
}

std::int64_t positionAt(const Matrix& matrix, std::int64_t row, std::int64_t col)
{
    if (row >= matrix.rows())
        return -1;
    const auto cols = matrix.row(row);
    const auto found = std::lower_bound(cols.begin(), cols.end(), col);
    return found != cols.end() && *found == col ? matrix.rowPtr()[at(row)] + (found - cols.begin()) : -1;
}

StoredRow wholeRow(const Matrix& matrix, std::int64_t row)
{
    return {static_cast<std::int32_t>(row), matrix.rowPtr()[at(row)], matrix.rowLength(row)};
}

void appendRows(Encoded& e, EncodedArray& colIdx, EncodedArray& values, std::span<const StoredRow> rows,
                std::int64_t width, int tile, bool byColumns)
{
    const Matrix& m = *e.matrix;
    const auto count = static_cast<std::int64_t>(rows.size()), line = static_cast<std::int64_t>(e.rowOfLine.size());
    for (std::int64_t n = 0; n < count * width; ++n) {
        const std::int64_t r = byColumns ? n % count : n / width, k = byColumns ? n / count : n % width;
        const StoredRow& row = rows[at(r)];
        const std::int64_t last = row.begin + std::min(k, row.length - 1);
        values.elements.push_back(valueElement(m, k < row.length ? row.begin + k : -1, tile));
        colIdx.elements.push_back(
            numberElement(row.length > 0 ? m.colIdx()[at(last)] : 0, values.elements.back().about, tile));
        e.places.push_back({static_cast<int>(k), static_cast<int>(line + r)});
    }
    for (const StoredRow& row : rows)
        e.rowOfLine.push_back(row.row);
}

} // namespace sparsescope::learn
