// Kernels of formats that store columns one after another, stepped, and how these are stored.
#include "engine/learn/formats/csc_columns.h"
#include "engine/core/at.h"
#include "engine/learn/formats/elements.h"
#include "engine/learn/formats/sampled.h"
#include "engine/learn/formats/shared.h"
#include "engine/learn/warp_builder.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

// A stored column: which of the matrix it is, and its places.
struct StoredColumn {
    std::int64_t index = 0, col = 0, begin = 0, end = 0;
};

std::vector<StoredColumn> storedColumns(const WarpBuilder& b)
{
    std::vector<StoredColumn> all;
    std::int64_t begin = 0;
    for (const EncodedElement& e : b.array("colEnd").elements) {
        const auto index = static_cast<std::int64_t>(all.size()), end = static_cast<std::int64_t>(e.value);
        all.push_back({index, b.names("colIdx") ? b.element("colIdx", index) : index, begin, end});
        begin = end;
    }
    return all;
}

void readEnds(WarpBuilder& b, WarpStep& s, int lane, const StoredColumn& column)
{
    for (const auto& [name, element] : beginAndEnd("colEnd", column.index))
        b.read(s, lane, name, element);
}

// One product, added to y.
void scatter(WarpBuilder& b, WarpStep& s, int lane, const StoredColumn& column, std::int64_t place)
{
    const std::int64_t row = b.element("rowIdx", place);
    b.read(s, lane, "rowIdx", place);
    if (b.names("colIdx"))
        b.read(s, lane, "colIdx", column.index);
    b.multiply(s, lane, place, row, column.col);
    b.write(s, lane, "y", row);
}

void columnThreads(WarpBuilder& b)
{
    b.addDense(1);
    const std::vector<StoredColumn> columns = storedColumns(b);
    for (std::size_t first = 0; first < columns.size(); first += at(b.lanes())) {
        b.warp(static_cast<int>(first) / b.lanes());
        const std::size_t count = std::min(columns.size() - first, at(b.lanes()));
        WarpStep& s = b.step(2, "Every thread reads where its column begins and ends.");
        std::int64_t longest = 0;
        for (std::size_t l = 0; l < count; ++l) {
            const StoredColumn& column = columns[first + l];
            readEnds(b, s, static_cast<int>(l), column);
            WarpBuilder::works(s, static_cast<int>(l), fmt::format("x{}", column.col), "begins");
            longest = std::max(longest, column.end - column.begin);
        }
        for (std::int64_t k = 0; k < longest; ++k) {
            WarpStep& t = b.step(4, "");
            std::vector<std::int64_t> rows;
            for (std::size_t l = 0; l < count; ++l)
                if (const StoredColumn& column = columns[first + l]; column.begin + k < column.end) {
                    scatter(b, t, static_cast<int>(l), column, column.begin + k);
                    rows.push_back(b.element("rowIdx", column.begin + k));
                }
            const int most = mostAlike(rows);
            t.text = fmt::format("Place {} of every column: {}, {}.", k,
                                 lanesThat(static_cast<int>(rows.size()), "multiply and add", "multiplies and adds"),
                                 most > 1 ? fmt::format("{} of them to one address, one after another", most)
                                          : std::string("each to an address of its own"));
        }
    }
}

void columnWarps(WarpBuilder& b)
{
    b.addDense(1);
    for (const StoredColumn& column : storedColumns(b)) {
        b.warp(static_cast<int>(column.index));
        WarpStep& s =
            b.step(2, fmt::format("All lanes read where column {} begins and ends: one address for all.", column.col));
        for (int l = 0; l < b.lanes(); ++l) {
            readEnds(b, s, l, column);
            WarpBuilder::works(s, l, fmt::format("x{}", column.col), "begins");
        }
        for (std::int64_t p = column.begin; p < column.end; p += b.lanes()) {
            const auto count = static_cast<int>(std::min<std::int64_t>(b.lanes(), column.end - p));
            WarpStep& t =
                b.step(4, fmt::format("{} of column {} side by side: one x for all, and every sum to a row of its own.",
                                      plural(count, "non-zero"), column.col));
            for (int l = 0; l < count; ++l)
                scatter(b, t, l, column, p + l);
        }
    }
}

void columnsOverB(WarpBuilder& b)
{
    b.addDense(b.lanes());
    for (const StoredColumn& column : storedColumns(b)) {
        b.warp(static_cast<int>(column.index));
        WarpStep& s = b.step(2, fmt::format("All lanes read where column {} begins and ends: it meets row {} of B.",
                                            column.col, column.col));
        for (int l = 0; l < b.lanes(); ++l) {
            readEnds(b, s, l, column);
            WarpBuilder::works(s, l, fmt::format("B{},{}", column.col, l), "begins");
        }
        for (std::int64_t p = column.begin; p < column.end; ++p) {
            const std::int64_t row = b.element("rowIdx", p);
            WarpStep& t = b.step(4, fmt::format("All lanes multiply {} with row {} of B and add to row {} of C.",
                                                b.value(p).text, column.col, row));
            for (int l = 0; l < b.lanes(); ++l) {
                b.read(t, l, "rowIdx", p);
                if (b.names("colIdx"))
                    b.read(t, l, "colIdx", column.index);
                b.write(t, l, "C", row * b.lanes() + l);
            }
            b.multiplyRow(t, p, row, column.col);
        }
    }
}

std::vector<SampledWork> sampledColumns(const WarpBuilder& b)
{
    std::vector<SampledWork> all;
    for (const StoredColumn& column : storedColumns(b)) {
        SampledWork work{beginAndEnd("colEnd", column.index), {}};
        for (std::int64_t p = column.begin; p < column.end; ++p) {
            work.places.push_back({p, b.element("rowIdx", p), column.col, {{"rowIdx", p}}});
            if (b.names("colIdx"))
                work.places.back().reads.emplace_back("colIdx", column.index);
        }
        all.push_back(std::move(work));
    }
    return all;
}

void columnSampledThreads(WarpBuilder& b)
{
    stepSampledThreads(b, sampledColumns(b), 2);
}

void columnSampledLanes(WarpBuilder& b)
{
    stepSampledLanes(b, sampledColumns(b), 2);
}

} // namespace

std::vector<TaughtKernel> cscKernels(bool listed)
{
    const std::string col = listed ? "colIdx[i]" : "i";
    const auto sampled = [&](const char* about) {
        return SampledTexts{.about = about,
                            .begin = fmt::format("if (i >= {}) return;\nint p = i > 0 ? colEnd[i - 1] : 0;",
                                                 listed ? "listed" : "cols"),
                            .loop = "for (; p < colEnd[i]; ++p)",
                            .row = "rowIdx[p]",
                            .col = col};
    };
    const auto bound = [listed](const char* output) {
        return fmt::format("{:<33}// {} is 0 before", listed ? "if (i >= listed) return;" : "if (i >= cols) return;",
                           output);
    };
    return {{"thread a column",
             "SpMV. Each thread takes one column: x is read once, in order, but every product is added to a row of y "
             "somewhere, and threads that meet in one row add one after another.",
             fmt::format(R"(int i = blockIdx.x * blockDim.x + threadIdx.x;
{}
int p = i > 0 ? colEnd[i - 1] : 0;
for (; p < colEnd[i]; ++p)
    atomicAdd(&y[rowIdx[p]], values[p] * x[{}]);)",
                         bound("y"), col),
             columnThreads},
            {"warp a column",
             "SpMV. The lanes of a warp share one column: values and rows are read side by side, and no two lanes of a "
             "warp meet in one row of y. Warps may.",
             fmt::format(R"(int i = blockIdx.x, lane = threadIdx.x;
{}
int p = (i > 0 ? colEnd[i - 1] : 0) + lane;
for (; p < colEnd[i]; p += warpSize)
    atomicAdd(&y[rowIdx[p]], values[p] * x[{}]);)",
                         bound("y"), col),
             columnWarps},
            {overColumns,
             "SpMM. A warp takes one column of A, which meets one row of B alone; each lane has its own column of it. "
             "A row of C is added to once for every non-zero.",
             fmt::format(R"(int i = blockIdx.x, j = threadIdx.x;
{}
int p = i > 0 ? colEnd[i - 1] : 0;
for (; p < colEnd[i]; ++p)
    atomicAdd(&C[rowIdx[p]][j], values[p] * B[{}][j]);)",
                         bound("C"), col),
             columnsOverB},
            sampledThreads(sampled("Each thread takes the non-zeros of one column"), columnSampledThreads),
            sampledLanes(sampled("A warp takes the non-zeros of one column, one after another"), columnSampledLanes)};
}

void composeColumns(Encoded& e, bool listed)
{
    const Matrix& m = *e.matrix;
    e.inOrder = true;
    EncodedArray colIdx =
        emptyArray("colIdx", "the column of the matrix, of those that hold something", ElementType::Column, e.dtype);
    EncodedArray ends =
        emptyArray("colEnd", "where the column ends; the first begins at 0", ElementType::Index, e.dtype);
    EncodedArray rowIdx = emptyArray("rowIdx", "the row of the non-zero", ElementType::Row, e.dtype);
    EncodedArray values = emptyArray("values", "the value", ElementType::Value, e.dtype);
    std::size_t longest = 0;
    for (std::int64_t c = 0; c < m.cols(); ++c) {
        const MatrixArea column{0, m.rows(), c, c + 1};
        int k = 0;
        for (std::int64_t r = 0; r < m.rows(); ++r) {
            const std::int64_t position = positionAt(m, r, c);
            if (position < 0)
                continue;
            values.elements.push_back(valueElement(m, position, 0));
            rowIdx.elements.push_back(numberElement(r, placeOf(m, position), 0));
            e.places.push_back({static_cast<int>(e.colOfPlace.size()), k++});
        }
        longest = std::max(longest, at(k));
        if (listed && k == 0)
            continue;
        e.colOfPlace.push_back(static_cast<std::int32_t>(c));
        colIdx.elements.push_back(numberElement(c, column, 0));
        ends.elements.push_back(numberElement(static_cast<std::int64_t>(values.elements.size()), column, 0));
    }
    e.rowOfLine.assign(longest, -1);
    if (listed) {
        e.numbers["listed"] = static_cast<std::int64_t>(colIdx.elements.size());
        e.arrays.push_back(std::move(colIdx));
    }
    e.arrays.push_back(std::move(ends));
    e.arrays.push_back(std::move(rowIdx));
    e.arrays.push_back(std::move(values));
}

} // namespace sparsescope::learn
