// ELL: as many places for every row.
#include "engine/learn/formats/shared.h"
#include "engine/learn/tile_picture.h"
#include "engine/learn/warp_builder.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sparsescope::learn {

namespace {

std::vector<RowWork> ellRows(WarpBuilder& b, bool columnMajor)
{
    const auto rows = static_cast<std::int64_t>(b.encoded().rowOfLine.size());
    const auto n = static_cast<std::int64_t>(b.array("values").elements.size());
    return rowsOfOneWidth(b, "colIdx", 0, 0, rows, n / rows, columnMajor);
}

void ellByColumns(WarpBuilder& b)
{
    b.addDense(1);
    threadRows(b, ellRows(b, true), {1, 3, 5});
}

void ellByRows(WarpBuilder& b)
{
    b.addDense(1);
    threadRows(b, ellRows(b, false), {1, 3, 5});
}

void ellColumns(WarpBuilder& b)
{
    b.addDense(b.lanes());
    columnsOfRows(b, ellRows(b, false), {1, 3, 5});
}

nlohmann::json ellInOneTile(const Matrix& matrix, nlohmann::json parameters)
{
    const std::int64_t longest = powerFrom(longestRow(matrix));
    parameters["rows"] = std::max(powerFrom(matrix.rows()), 8 / std::min<std::int64_t>(8, longest));
    parameters["width"] = longest;
    return parameters;
}

void placeEll(TilePicture& tile)
{
    placeRectangle(tile, static_cast<std::int64_t>(tile.arrays[0].size()), tile.parameter("width"));
}

} // namespace

TaughtFormat taughtEll()
{
    return {
        .name = "ell",
        .label = "ELL",
        .about = "The same number of places for every row; short rows are padded. No row pointers, and a thread finds "
                 "its places by counting.",
        .derived = "width",
        .kernels =
            {{"thread a row, column-major",
              "SpMV. The first places of all rows stand side by side, then the second ones: threads side by side read "
              "addresses side by side.",
              {threadIndex,
               {"float sum = 0;", {}},
               {"for (int k = 0; k < width; ++k)", {}},
               {"    sum += values[k * rows + i]", {"values"}},
               {"         * x[colIdx[k * rows + i]];", {"colIdx", "x"}},
               {"y[i] = sum;", {"y"}}},
              ellByColumns,
              true},
             {"thread a row, row-major",
              "SpMV. The places of one row stand side by side: threads side by side read addresses a whole row apart.",
              {threadIndex,
               {"float sum = 0;", {}},
               {"for (int k = 0; k < width; ++k)", {}},
               {"    sum += values[i * width + k]", {"values"}},
               {"         * x[colIdx[i * width + k]];", {"colIdx", "x"}},
               {"y[i] = sum;", {"y"}}},
              ellByRows},
             {overColumns,
              "SpMM. All lanes take the same place of a row, each its own column of B: no lane reads far from its "
              "neighbour, in whatever order the places stand, but padding costs a row of B.",
              {{"int i = blockIdx.x, j = threadIdx.x;", {}},
               {"float sum = 0;", {}},
               {"for (int k = 0; k < width; ++k)", {}},
               {"    sum += values[i * width + k]", {"values"}},
               {"         * B[colIdx[i * width + k]][j];", {"colIdx", "B"}},
               {"C[i][j] = sum;", {"C"}}},
              ellColumns}},
        .inOneTile = ellInOneTile,
        .place = placeEll};
}

} // namespace sparsescope::learn
