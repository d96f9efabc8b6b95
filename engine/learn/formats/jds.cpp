// JDS: rows by descending length, and their first places, their second ones, and so on, without padding.
#include "engine/core/at.h"
#include "engine/learn/formats/elements.h"
#include "engine/learn/formats/sampled.h"
#include "engine/learn/formats/shared.h"
#include "engine/learn/warp_builder.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

// The places of sorted row i: one of each diagonal, as long as these reach so far down.
std::vector<std::int64_t> placesOfRow(const WarpBuilder& b, std::int64_t i)
{
    std::vector<std::int64_t> places;
    std::int64_t begin = 0;
    for (const EncodedElement& end : b.array("diagEnd").elements) {
        if (begin + i >= static_cast<std::int64_t>(end.value))
            break;
        places.push_back(begin + i);
        begin = static_cast<std::int64_t>(end.value);
    }
    return places;
}

void jdsThreads(WarpBuilder& b)
{
    b.addDense(1);
    const std::int64_t rows = b.number("rows"), diagonals = b.number("diagonals");
    for (std::int64_t first = 0; first < rows; first += b.lanes()) {
        b.warp(static_cast<int>(first / b.lanes()));
        const auto count = static_cast<int>(std::min<std::int64_t>(b.lanes(), rows - first));
        const auto rowOf = [&](int l) { return b.element("rowIds", first + l); };
        std::vector<std::vector<std::int64_t>> places;
        for (int l = 0; l < count; ++l)
            places.push_back(placesOfRow(b, first + l));
        // The longest row comes first: whoever has no place in a diagonal has none in those behind it.
        for (std::int64_t d = 0; d < diagonals; ++d) {
            WarpStep s = b.stepApart(5, "");
            int work = 0;
            for (int l = 0; l < count; ++l) {
                const auto length = static_cast<std::int64_t>(places[at(l)].size());
                if (d > length)
                    continue; // left the loop
                b.read(s, l, "diagEnd", d);
                if (d == length)
                    continue;
                const std::int64_t place = places[at(l)][at(d)];
                b.read(s, l, "colIdx", place);
                b.multiply(s, l, place, rowOf(l), b.element("colIdx", place));
                ++work;
            }
            if (s.accesses.empty())
                break;
            s.text = work == 0
                         ? fmt::format("Diagonal {} ends above these rows: all threads leave the loop.", d)
                         : fmt::format("Jagged diagonal {}: {}, and read side by side{}.", d,
                                       lanesThat(work, "multiply", "multiplies"),
                                       work < b.lanes() ? "; " + lanesThat(b.lanes() - work, "wait", "waits") : "");
            s.line = work == 0 ? 3 : 5;
            b.add(std::move(s));
        }
        WarpStep& s = b.step(6, "Every thread writes the sum of its row, wherever that is.");
        for (int l = 0; l < count; ++l) {
            b.read(s, l, "rowIds", first + l);
            b.write(s, l, "y", rowOf(l));
            WarpBuilder::works(s, l, fmt::format("y{}", rowOf(l)), "stores");
        }
    }
}

void jdsColumns(WarpBuilder& b)
{
    b.addDense(b.lanes());
    for (std::int64_t i = 0; i < b.number("rows"); ++i) {
        b.warp(static_cast<int>(i));
        const std::int64_t row = b.element("rowIds", i);
        const std::vector<std::int64_t> places = placesOfRow(b, i);
        const auto length = static_cast<std::int64_t>(places.size());
        for (std::int64_t d = 0; d < length; ++d) {
            WarpStep& s = b.takeTogether(5, "colIdx", places[at(d)], row);
            for (int l = 0; l < b.lanes(); ++l)
                b.read(s, l, "diagEnd", d);
        }
        if (length < b.number("diagonals")) {
            WarpStep& s =
                b.step(3, fmt::format("Diagonal {} ends above row {}: all lanes leave the loop.", length, row));
            b.everyLane(s, row, "ends");
            for (int l = 0; l < b.lanes(); ++l)
                b.read(s, l, "diagEnd", length);
        }
        WarpStep& s = b.step(6, fmt::format("All lanes write row {} of C side by side.", row));
        for (int l = 0; l < b.lanes(); ++l)
            b.read(s, l, "rowIds", i);
        b.storeRow(s, row);
    }
}

void jdsSampledThreads(WarpBuilder& b)
{
    std::vector<SampledWork> work;
    for (std::int64_t i = 0; i < b.number("rows"); ++i) {
        SampledWork row;
        std::int64_t d = 0;
        for (const std::int64_t place : placesOfRow(b, i)) {
            row.places.push_back({place, b.element("rowIds", i), b.element("colIdx", place), {}});
            row.places.back().reads = {{"diagEnd", d++}, {"rowIds", i}, {"colIdx", place}};
        }
        work.push_back(std::move(row));
    }
    stepSampledThreads(b, work, 1);
}

void composeJds(Encoded& e)
{
    const Matrix& m = *e.matrix;
    e.inOrder = true;
    std::vector<StoredRow> rows;
    for (std::int64_t r = 0; r < m.rows(); ++r)
        rows.push_back(wholeRow(m, r));
    std::stable_sort(rows.begin(), rows.end(),
                     [](const StoredRow& a, const StoredRow& b) { return a.length > b.length; });
    EncodedArray rowIds =
        emptyArray("rowIds", "the row of the matrix, by descending length", ElementType::Row, e.dtype);
    EncodedArray ends =
        emptyArray("diagEnd", "where the jagged diagonal ends, behind this place; the first begins at 0",
                   ElementType::Index, e.dtype);
    EncodedArray colIdx = emptyArray("colIdx", "the column of the non-zero", ElementType::Column, e.dtype);
    EncodedArray values = emptyArray("values", "the value", ElementType::Value, e.dtype);
    for (const StoredRow& row : rows) {
        rowIds.elements.push_back(numberElement(row.row, rowsArea(m, row.row, row.row + 1), 0));
        e.rowOfLine.push_back(row.row);
    }
    const std::int64_t diagonals = rows.front().length;
    for (std::int64_t d = 0; d < diagonals; ++d) {
        std::size_t i = 0;
        for (; i < rows.size() && d < rows[i].length; ++i) {
            const std::int64_t position = rows[i].begin + d;
            values.elements.push_back(valueElement(m, position, 0));
            colIdx.elements.push_back(numberElement(m.colIdx()[at(position)], placeOf(m, position), 0));
            e.places.push_back({static_cast<int>(d), static_cast<int>(i)});
        }
        e.frames.push_back({static_cast<int>(d), 0, 1, static_cast<int>(i), fmt::format("jagged diagonal {}", d)});
        ends.elements.push_back(
            numberElement(static_cast<std::int64_t>(values.elements.size()), values.elements.back().about, 0));
    }
    e.numbers["diagonals"] = diagonals;
    e.arrays = {std::move(rowIds), std::move(ends), std::move(colIdx), std::move(values)};
}

} // namespace

TaughtFormat taughtJds()
{
    return {.name = "jds",
            .label = "JDS",
            .about =
                "Rows are sorted by length; the first places of all rows are a jagged diagonal, the second ones of "
                "those that have one the next. Read side by side as ELL, and nothing is padded.",
            .kernels = {{"thread a row",
                         "SpMV. Threads side by side read a diagonal side by side, and rows of like length stand "
                         "together, so that whole warps are done early. The sums go to rows far apart.",
                         R"(int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i >= rows) return;
float sum = 0;
for (int d = 0, p = i; d < diagonals && p < diagEnd[d];
     p = i + diagEnd[d], ++d)
    sum += values[p] * x[colIdx[p]];
y[rowIds[i]] = sum;)",
                         jdsThreads},
                        {overColumns,
                         "SpMM. All lanes take the same place of a row, each its own column of B; the next place is a "
                         "whole diagonal further on.",
                         R"(int i = blockIdx.x, j = threadIdx.x;
if (i >= rows) return;
float sum = 0;
for (int d = 0, p = i; d < diagonals && p < diagEnd[d];
     p = i + diagEnd[d], ++d)
    sum += values[p] * B[colIdx[p]][j];
C[rowIds[i]][j] = sum;)",
                         jdsColumns},
                        sampledThreads({.about = "Each thread takes the places of one row, one of each diagonal,",
                                        .begin = "if (i >= rows) return;",
                                        .loop = "for (int d = 0, p = i; d < diagonals && p < diagEnd[d];\n"
                                                "     p = i + diagEnd[d], ++d)",
                                        .row = "rowIds[i]",
                                        .col = "colIdx[p]"},
                                       jdsSampledThreads)},
            .inTiles = ofTextbooks,
            .compose = composeJds};
}

} // namespace sparsescope::learn
