// ELL: as many places for every row.
#include "engine/learn/formats/elements.h"
#include "engine/learn/formats/sampled.h"
#include "engine/learn/formats/shared.h"
#include "engine/learn/warp_builder.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sparsescope::learn {

namespace {

void ellThreads(WarpBuilder& b)
{
    b.addDense(1);
    threadRows(b, rowsOfOneWidth(b, 0, 0, b.number("rows"), b.number("width")), {2, 4, 6});
}

void ellColumns(WarpBuilder& b)
{
    b.addDense(b.lanes());
    columnsOfRows(b, rowsOfOneWidth(b, 0, 0, b.number("rows"), b.number("width")), {2, 4, 6});
}

void ellSampledThreads(WarpBuilder& b)
{
    stepSampledThreads(b, sampledRows(b, rowsOfOneWidth(b, 0, 0, b.number("rows"), b.number("width"))), 1);
}

SampledTexts ellSampled(const char* about)
{
    return {.about = about,
            .begin = "if (i >= rows) return;",
            .loop = "for (int k = 0; k < width; ++k)",
            .row = "i",
            .col = "colIdx[k * rows + i]",
            .place = "k * rows + i"};
}

// Every row of the matrix, as long as the longest (STile figure 1(c)).
void composeEll(Encoded& e)
{
    e.numbers["width"] = longestRow(*e.matrix);
    EncodedArray colIdx = emptyArray("colIdx", "the column of the place", ElementType::Column, e.dtype);
    EncodedArray values = emptyArray("values", "the value", ElementType::Value, e.dtype);
    std::vector<StoredRow> rows;
    for (std::int64_t r = 0; r < e.matrix->rows(); ++r)
        rows.push_back(wholeRow(*e.matrix, r));
    appendRows(e, colIdx, values, rows, e.number("width"), 0, e.byColumns);
    e.arrays = {std::move(colIdx), std::move(values)};
}

nlohmann::json ellInOneTile(const Matrix& matrix, nlohmann::json parameters)
{
    const std::int64_t longest = powerFrom(longestRow(matrix));
    parameters["rows"] = std::max(powerFrom(matrix.rows()), 8 / std::min<std::int64_t>(8, longest));
    parameters["width"] = longest;
    return parameters;
}

} // namespace

TaughtFormat taughtEll()
{
    return {.name = "ell",
            .label = "ELL",
            .about = "The same number of places for every row; short rows are padded. No row pointers, and a thread "
                     "finds its places by counting.",
            .derived = "width",
            .kernels = {{"thread a row, column-major",
                         "SpMV. The first places of all rows stand side by side, then the second ones: threads side by "
                         "side read addresses side by side.",
                         R"(int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i >= rows) return;
float sum = 0;
for (int k = 0; k < width; ++k)
    sum += values[k * rows + i]
         * x[colIdx[k * rows + i]];
y[i] = sum;)",
                         ellThreads, true},
                        {"thread a row, row-major",
                         "SpMV. The places of one row stand side by side: threads side by side read addresses a whole "
                         "row apart.",
                         R"(int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i >= rows) return;
float sum = 0;
for (int k = 0; k < width; ++k)
    sum += values[i * width + k]
         * x[colIdx[i * width + k]];
y[i] = sum;)",
                         ellThreads},
                        {overColumns,
                         "SpMM. All lanes take the same place of a row, each its own column of B: no lane reads far "
                         "from its neighbour, in whatever order the places stand, but padding costs a row of B.",
                         R"(int i = blockIdx.x, j = threadIdx.x;
if (i >= rows) return;
float sum = 0;
for (int k = 0; k < width; ++k)
    sum += values[i * width + k]
         * B[colIdx[i * width + k]][j];
C[i][j] = sum;)",
                         ellColumns},
                        sampledThreads(ellSampled("Each thread takes the places of one row, padding too,"),
                                       ellSampledThreads, true)},
            .inOneTile = ellInOneTile,
            .inTiles = "Its tiles leave out rows that hold nothing, and are powers of two high and wide.",
            .compose = composeEll};
}

} // namespace sparsescope::learn
