// HYB: an ELL part of a fixed width, and what does not fit as COO.
#include "engine/learn/formats/shared.h"
#include "engine/learn/tile_picture.h"
#include "engine/learn/warp_builder.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sparsescope::learn {

namespace {

std::vector<RowWork> ellPart(WarpBuilder& b, bool columnMajor)
{
    const auto width = b.encoded().format->parameters().at("width").get<std::int64_t>();
    const auto places = static_cast<std::int64_t>(b.array("ell.colIdx").elements.size());
    return rowsOfOneWidth(b, "ell.colIdx", 0, 0, places / width, width, columnMajor);
}

std::int64_t leftOver(const WarpBuilder& b) // the first value of the COO part
{
    return static_cast<std::int64_t>(b.array("ell.colIdx").elements.size());
}

void hybThreads(WarpBuilder& b, bool columnMajor)
{
    b.addDense(1);
    const int next = threadRows(b, ellPart(b, columnMajor), {1, 3, 5, "ell.colIdx"});
    if (b.names("coo.colIdx"))
        threadNonZeros(b, "coo.rowIdx", "coo.colIdx", leftOver(b), 7, next);
}

void hybByColumns(WarpBuilder& b)
{
    hybThreads(b, true);
}

void hybByRows(WarpBuilder& b)
{
    hybThreads(b, false);
}

void hybColumns(WarpBuilder& b)
{
    b.addDense(b.lanes());
    const int next = columnsOfRows(b, ellPart(b, false), {1, 3, 5, "ell.colIdx"});
    if (b.names("coo.colIdx"))
        columnsOfNonZeros(b, "coo.rowIdx", "coo.colIdx", leftOver(b), 7, next);
}

std::vector<LearnParameter> hybParameters(const Matrix& matrix)
{
    return {parameter("width", "width", "Places of a row in the ELL part.", multiples(1, longestRow(matrix)),
                      std::max<std::int64_t>(1, meanRow(matrix)))};
}

// An ELL part and the places that did not fit.
void placeHyb(TilePicture& p)
{
    const auto overflow = static_cast<std::int64_t>(p.array("coo.colIdx").size());
    const std::int64_t width = p.parameter("width"), rows = (p.values - overflow) / width;
    placeRectangle(p, rows, width);
    p.frame(0, 0, width, rows, "the ELL part");
    constexpr std::int64_t each = TilePicture::placesOfLine;
    for (std::int64_t v = 0; v < overflow; ++v)
        p.put(rows * width + v, v % each, rows + v / each);
    if (overflow > 0)
        p.frame(0, rows, std::min(each, overflow), (overflow + each - 1) / each, "the COO part");
    for (std::int64_t i = 0; i < (overflow + each - 1) / each; ++i)
        p.rowOfLine.push_back(-1);
}

} // namespace

TaughtFormat taughtHyb()
{
    return {
        .name = "hyb",
        .label = "HYB",
        .about =
            "An ELL part of a fixed width, and what does not fit as COO. A few long rows no longer pad all the others.",
        .parameters = hybParameters,
        .kernels = {{"thread a row, then a thread a non-zero",
                     "SpMV, two kernels. The ELL part by columns, a thread a row; what did not fit as COO, a thread a "
                     "non-zero that adds to y.",
                     {threadIndex,
                      {"float sum = 0;", {}},
                      {"for (int k = 0; k < width; ++k)", {}},
                      {"    sum += values[k * rows + i]", {"values"}},
                      {"         * x[ell.colIdx[k * rows + i]];", {"ell.colIdx", "x"}},
                      {"y[i] = sum;", {"y"}},
                      {"// the second kernel, n: of the COO part", {}},
                      {"int r = coo.rowIdx[n], c = coo.colIdx[n];", {"coo.rowIdx", "coo.colIdx"}},
                      {"atomicAdd(&y[r], values[rows * width + n] * x[c]);", {"values", "x", "y"}}},
                     hybByColumns,
                     true,
                     "coo.colIdx"},
                    {"the same, the ELL part row-major",
                     "SpMV, two kernels. The ELL part by rows: threads side by side read addresses a whole row apart.",
                     {threadIndex,
                      {"float sum = 0;", {}},
                      {"for (int k = 0; k < width; ++k)", {}},
                      {"    sum += values[i * width + k]", {"values"}},
                      {"         * x[ell.colIdx[i * width + k]];", {"ell.colIdx", "x"}},
                      {"y[i] = sum;", {"y"}},
                      {"// the second kernel, n: of the COO part", {}},
                      {"int r = coo.rowIdx[n], c = coo.colIdx[n];", {"coo.rowIdx", "coo.colIdx"}},
                      {"atomicAdd(&y[r], values[rows * width + n] * x[c]);", {"values", "x", "y"}}},
                     hybByRows,
                     false,
                     "coo.colIdx"},
                    {overColumns,
                     "SpMM, two kernels, each lane its own column of B: a warp a row of the ELL part, then a warp for "
                     "each non-zero that is left over.",
                     {{"int i = blockIdx.x, j = threadIdx.x;", {}},
                      {"float sum = 0;", {}},
                      {"for (int k = 0; k < width; ++k)", {}},
                      {"    sum += values[i * width + k]", {"values"}},
                      {"         * B[ell.colIdx[i * width + k]][j];", {"ell.colIdx", "B"}},
                      {"C[i][j] = sum;", {"C"}},
                      {"// the second kernel, n: of the COO part", {}},
                      {"int r = coo.rowIdx[n], c = coo.colIdx[n];", {"coo.rowIdx", "coo.colIdx"}},
                      {"atomicAdd(&C[r][j], values[rows * width + n] * B[c][j]);", {"values", "B", "C"}}},
                     hybColumns,
                     false,
                     "coo.colIdx"}},
        .inOneTile = tileOfAllRows,
        .place = placeHyb};
}

} // namespace sparsescope::learn
