// SELL-C-sigma: slices of rows of like length, each padded to its own longest row.
#include "engine/core/at.h"
#include "engine/learn/formats/elements.h"
#include "engine/learn/formats/sampled.h"
#include "engine/learn/formats/shared.h"
#include "engine/learn/warp_builder.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope::learn {

namespace {

std::vector<RowWork> sellRows(const WarpBuilder& b)
{
    const std::int64_t c = b.number("slice");
    std::vector<RowWork> work;
    for (std::int64_t i = 0; i < b.number("rows"); ++i) {
        const std::int64_t slice = i / c;
        RowWork w;
        w.row = b.element("rowIds", i);
        for (std::int64_t p = (slice > 0 ? b.element("sliceEnd", slice - 1) : 0) + i % c;
             p < b.element("sliceEnd", slice); p += c)
            w.places.push_back(p);
        w.first = beginAndEnd("sliceEnd", slice);
        w.last = {{"rowIds", i}};
        work.push_back(std::move(w));
    }
    return work;
}

void sellThreads(WarpBuilder& b)
{
    b.addDense(1);
    threadRows(b, sellRows(b), {3, 6, 7});
}

void sellColumns(WarpBuilder& b)
{
    b.addDense(b.lanes());
    columnsOfRows(b, sellRows(b), {3, 6, 7});
}

void sellSampledThreads(WarpBuilder& b)
{
    stepSampledThreads(b, sampledRows(b, sellRows(b)), 3);
}

std::vector<LearnParameter> sellParameters(const Matrix& matrix)
{
    return {parameter("c", "C", "Rows of a slice: the threads that work side by side.", powers(2, 32), 4),
            parameter(
                "sigma", "σ",
                "Rows that are sorted by length together, a multiple of C. More: less padding, rows farther from home.",
                powers(2, powerFrom(std::max<std::int64_t>(matrix.rows(), 32))), 8)};
}

nlohmann::json sellInOneTile(const Matrix&, nlohmann::json parameters)
{
    parameters["sigma"] = std::max(parameters["sigma"].get<std::int64_t>(), parameters["c"].get<std::int64_t>());
    return parameters;
}

// Windows of sigma rows, the longest first; slices of C rows, each stored column by column. A window is a tile.
void composeSell(Encoded& e)
{
    const Matrix& m = *e.matrix;
    const std::int64_t c = e.number("c"), sigma = std::max(e.number("sigma"), c);
    e.numbers["slice"] = c; // C is the output of SpMM
    EncodedArray rowIds =
        emptyArray("rowIds", "the row of the matrix, by descending length", ElementType::Row, e.dtype);
    EncodedArray ends =
        emptyArray("sliceEnd", "where the slice ends; the first begins at 0", ElementType::Index, e.dtype);
    EncodedArray colIdx = emptyArray("colIdx", "the column of the place", ElementType::Column, e.dtype);
    EncodedArray values = emptyArray("values", "the value", ElementType::Value, e.dtype);
    for (std::int64_t begin = 0; begin < m.rows(); begin += sigma) {
        const auto tile = static_cast<int>(begin / sigma);
        std::vector<StoredRow> window;
        for (std::int64_t r = begin; r < std::min(m.rows(), begin + sigma); ++r)
            window.push_back(wholeRow(m, r));
        std::stable_sort(window.begin(), window.end(),
                         [](const StoredRow& a, const StoredRow& b) { return a.length > b.length; });
        for (const StoredRow& row : window)
            rowIds.elements.push_back(numberElement(row.row, rowsArea(m, row.row, row.row + 1), tile));
        window.resize((window.size() + at(c) - 1) / at(c) * at(c)); // a slice that is not full is padded
        for (std::int64_t s = 0; s < static_cast<std::int64_t>(window.size()); s += c) {
            const auto slice = std::span(window).subspan(at(s), at(c));
            std::int64_t first = m.rows(), last = 0;
            for (const StoredRow& row : slice)
                if (row.row >= 0) {
                    first = std::min<std::int64_t>(first, row.row);
                    last = std::max<std::int64_t>(last, row.row + 1);
                }
            const std::int64_t width = slice.front().length;
            e.frames.push_back({0, static_cast<int>(e.rowOfLine.size()),
                                static_cast<int>(std::max<std::int64_t>(1, width)), static_cast<int>(c),
                                fmt::format("slice {}: width {}", ends.elements.size(), width)});
            appendRows(e, colIdx, values, slice, width, tile, true);
            ends.elements.push_back(
                numberElement(static_cast<std::int64_t>(values.elements.size()), rowsArea(m, first, last), tile));
        }
    }
    e.arrays = {std::move(rowIds), std::move(ends), std::move(colIdx), std::move(values)};
}

} // namespace

TaughtFormat taughtSell()
{
    return {.name = "sell",
            .label = "SELL-C-σ",
            .about = "Rows are sorted by length within windows of σ, cut into slices of C rows, and each slice is "
                     "padded to its own longest row. In a slice the first places of all rows come first, then the "
                     "second ones: threads side by side read addresses side by side.",
            .parameters = sellParameters,
            .kernels = {{"thread a row",
                         "SpMV. A slice is a small ELL, column by column: read side by side, and padded only to its "
                         "own longest row.",
                         R"(int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i >= rows) return;
int s = i / slice, r = i % slice;
int p = (s > 0 ? sliceEnd[s - 1] : 0) + r;
float sum = 0;
for (; p < sliceEnd[s]; p += slice)
    sum += values[p] * x[colIdx[p]];
y[rowIds[i]] = sum;)",
                         sellThreads},
                        {overColumns,
                         "SpMM. All lanes take the same place of a row, each its own column of B. A row walks its "
                         "slice with the slice's stride.",
                         R"(int i = blockIdx.x, j = threadIdx.x;
if (i >= rows) return;
int s = i / slice, r = i % slice;
int p = (s > 0 ? sliceEnd[s - 1] : 0) + r;
float sum = 0;
for (; p < sliceEnd[s]; p += slice)
    sum += values[p] * B[colIdx[p]][j];
C[rowIds[i]][j] = sum;)",
                         sellColumns},
                        sampledThreads({.about = "Each thread takes the places of one row of a slice",
                                        .begin = "if (i >= rows) return;\nint s = i / slice, r = i % slice;\n"
                                                 "int p = (s > 0 ? sliceEnd[s - 1] : 0) + r;",
                                        .loop = "for (; p < sliceEnd[s]; p += slice)",
                                        .row = "rowIds[i]",
                                        .col = "colIdx[p]"},
                                       sellSampledThreads)},
            .inOneTile = sellInOneTile,
            .inTiles = "It leaves out windows that hold nothing.",
            .compose = composeSell};
}

} // namespace sparsescope::learn
