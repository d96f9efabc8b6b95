#include "views/pages/learn/small_matrix.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace sparsescope {

namespace {

struct Cell {
    std::int64_t row, col;
    double value;
};

MatrixPtr fromCells(std::int64_t rows, std::int64_t cols, const std::vector<Cell>& cells, bool withValues,
                    MatrixSource source)
{
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    auto cell = cells.begin();
    for (std::int64_t row = 0; row < rows; ++row) {
        for (; cell != cells.end() && cell->row == row; ++cell) {
            colIdx.push_back(static_cast<std::int32_t>(cell->col));
            if (withValues)
                values.push_back(cell->value);
        }
        rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
    }
    return std::make_shared<const Matrix>(rows, cols, std::move(rowPtr), std::move(colIdx), std::move(values),
                                          std::move(source));
}

std::vector<Cell> cellsOf(const Matrix& matrix, std::int64_t row0 = 0, std::int64_t row1 = 1 << 30,
                          std::int64_t col0 = 0, std::int64_t col1 = 1 << 30)
{
    std::vector<Cell> cells;
    for (std::int64_t row = row0; row < std::min(row1, matrix.rows()); ++row) {
        const auto cols = matrix.row(row);
        const auto first = std::lower_bound(cols.begin(), cols.end(), static_cast<std::int32_t>(col0));
        for (auto col = first; col != cols.end() && *col < col1; ++col)
            cells.push_back({row - row0, *col - col0,
                             matrix.value(matrix.rowPtr()[static_cast<std::size_t>(row)] + (col - cols.begin()))});
    }
    return cells;
}

MatrixSource drawnSource(const Matrix& matrix)
{
    MatrixSource source;
    source.name = matrix.source().name;
    return source;
}

} // namespace

MatrixPtr emptyMatrix(std::int64_t rows, std::int64_t cols)
{
    return fromCells(rows, cols, {}, false, {});
}

bool hasCell(const Matrix& matrix, std::int64_t row, std::int64_t col)
{
    const auto cols = matrix.row(row);
    return std::binary_search(cols.begin(), cols.end(), static_cast<std::int32_t>(col));
}

MatrixPtr withCell(const Matrix& matrix, std::int64_t row, std::int64_t col, bool filled)
{
    std::vector<Cell> cells = cellsOf(matrix);
    const auto at = std::find_if(cells.begin(), cells.end(),
                                 [&](const Cell& c) { return c.row > row || (c.row == row && c.col >= col); });
    const bool there = at != cells.end() && at->row == row && at->col == col;
    if (!filled && there)
        cells.erase(at);
    if (filled && !there) {
        double value = 1;
        while (std::any_of(cells.begin(), cells.end(), [&](const Cell& c) { return c.value == value; }))
            ++value;
        cells.insert(at, {row, col, value});
    }
    return fromCells(matrix.rows(), matrix.cols(), cells, matrix.hasValues(), drawnSource(matrix));
}

MatrixPtr resized(const Matrix& matrix, std::int64_t rows, std::int64_t cols)
{
    return fromCells(rows, cols, cellsOf(matrix, 0, rows, 0, cols), matrix.hasValues(), drawnSource(matrix));
}

MatrixPtr cutOut(const Matrix& matrix, std::int64_t row, std::int64_t col, std::int64_t rows, std::int64_t cols)
{
    const std::int64_t row1 = std::min(matrix.rows(), row + rows), col1 = std::min(matrix.cols(), col + cols);
    const std::vector<Cell> cells = cellsOf(matrix, row, row1, col, col1);
    MatrixSource source;
    source.name = matrix.source().name;
    return fromCells(row1 - row, col1 - col, cells, matrix.hasValues(), std::move(source));
}

} // namespace sparsescope
