#include "engine/learn/formats/block_rows.h"
#include "engine/core/at.h"
#include "engine/learn/formats/elements.h"
#include "engine/learn/formats/sampled.h"
#include "engine/learn/formats/shared.h"
#include "engine/learn/warp_builder.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

// The blocks of each stored row of blocks: rowEnd says it, or every row has as many.
std::vector<std::pair<std::int64_t, std::int64_t>> rangesOf(const WarpBuilder& b)
{
    if (b.names("rowEnd"))
        return rowRanges(b);
    std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
    const std::int64_t blocks = b.number("blocks");
    for (std::int64_t R = 0; R < b.number("blockRows"); ++R)
        ranges.emplace_back(R * blocks, (R + 1) * blocks);
    return ranges;
}

} // namespace

void blockThreads(WarpBuilder& b)
{
    b.addDense(1);
    const auto ranges = rangesOf(b);
    const std::int64_t height = b.number("height"), width = b.number("width"), cols = b.number("cols");
    const auto rows = static_cast<std::int64_t>(ranges.size()) * height;
    for (std::int64_t begin = 0; begin < rows; begin += b.lanes()) {
        b.warp(static_cast<int>(begin / b.lanes()));
        const auto rowOf = [&](int l) {
            return begin + l < rows ? static_cast<std::int64_t>(b.encoded().rowOfLine[at(begin + l)]) : -1;
        };
        const auto rangeOf = [&](int l) { return ranges[at((begin + l) / height)]; };
        std::int64_t longest = 0;
        for (int l = 0; l < b.lanes(); ++l)
            if (rowOf(l) >= 0)
                longest = std::max(longest, rangeOf(l).second - rangeOf(l).first);
        if (b.names("rowIdx")) {
            WarpStep& listed = b.step(2, "Every thread reads which row of blocks it has.");
            for (int l = 0; l < b.lanes() && begin + l < rows; ++l) {
                b.read(listed, l, "rowIdx", (begin + l) / height);
                WarpBuilder::works(listed, l, rowOf(l) < 0 ? "-" : fmt::format("y{}", rowOf(l)), "begins",
                                   rowOf(l) < 0);
            }
        }
        if (b.names("rowEnd")) {
            WarpStep& first = b.step(3, "Every thread reads where its row of blocks begins and ends.");
            for (int l = 0; l < b.lanes(); ++l) {
                if (rowOf(l) < 0)
                    continue;
                for (const auto& [name, element] : beginAndEnd("rowEnd", (begin + l) / height))
                    b.read(first, l, name, element);
                WarpBuilder::works(first, l, fmt::format("y{}", rowOf(l)), "begins");
            }
        }
        for (std::int64_t k = 0; k < longest * width; ++k) {
            bool multiplies = false; // else no lane gets further than the block's column
            WarpStep step =
                b.stepApart(8, fmt::format("Column {} of block {} of every row of blocks.", k % width, k / width));
            for (int l = 0; l < b.lanes(); ++l) {
                if (rowOf(l) < 0)
                    continue;
                const auto [from, to] = rangeOf(l);
                const std::int64_t block = from + k / width;
                if (block >= to)
                    continue;
                const std::int64_t col = b.element("colIdx", block) * width + k % width;
                if (col < 0 && k % width == 0)
                    WarpBuilder::works(step, l, fmt::format("y{}", rowOf(l)), "-1: no", true);
                else if (col < 0 || col >= cols)
                    continue; // no block, or beyond the edge of the matrix
                else
                    b.multiply(step, l, (block * height + (begin + l) % height) * width + k % width, rowOf(l), col);
                multiplies = multiplies || col >= 0;
                b.read(step, l, "colIdx", block);
            }
            step.line = multiplies ? 8 : 6;
            if (!step.accesses.empty())
                b.add(std::move(step));
        }
        WarpStep& s = b.step(9, "Every thread writes the sum of its row.");
        for (int l = 0; l < b.lanes(); ++l)
            if (rowOf(l) >= 0) {
                if (b.names("rowIdx"))
                    b.read(s, l, "rowIdx", (begin + l) / height);
                WarpBuilder::works(s, l, fmt::format("y{}", rowOf(l)), "stores");
                b.write(s, l, "y", rowOf(l));
            }
    }
}

void blockWarps(WarpBuilder& b)
{
    b.addDense(b.lanes());
    const auto ranges = rangesOf(b);
    const std::int64_t height = b.number("height"), width = b.number("width"), cols = b.number("cols");
    for (std::size_t R = 0; R < ranges.size(); ++R) {
        b.warp(static_cast<int>(R));
        const auto stored = static_cast<std::int64_t>(R);
        const auto rowOf = [&](std::int64_t r) {
            return static_cast<std::int64_t>(b.encoded().rowOfLine[at(stored * height + r)]);
        };
        const std::string lines = fmt::format("{} {}", height == 1 ? "row" : "rows from row", rowOf(0));
        if (b.names("rowEnd")) {
            WarpStep& first =
                b.step(2, fmt::format("All lanes read where row of blocks {} begins and ends: {}.", R, lines));
            b.everyLane(first, rowOf(0), "begins");
            for (int l = 0; l < b.lanes(); ++l) {
                for (const auto& [name, element] : beginAndEnd("rowEnd", stored))
                    b.read(first, l, name, element);
                if (b.names("rowIdx"))
                    b.read(first, l, "rowIdx", stored);
            }
        }
        for (std::int64_t block = ranges[R].first; block < ranges[R].second; ++block)
            for (std::int64_t v = 0; v < height * width; ++v) {
                if (b.element("colIdx", block) < 0) { // no block: the format stores one all the same
                    WarpStep& s = b.step(
                        6, fmt::format("Block {} is there to fill the row: all lanes read -1 and go on.", block));
                    for (int l = 0; l < b.lanes(); ++l) {
                        b.read(s, l, "colIdx", block);
                        WarpBuilder::works(s, l, fmt::format("C{},{}", rowOf(0), l), "-1: no", true);
                    }
                    break;
                }
                const std::int64_t row = rowOf(v / width), col = b.element("colIdx", block) * width + v % width;
                if (row < 0 || col >= cols)
                    continue; // beyond the edge of the matrix: all lanes skip it
                const EncodedElement& value = b.value(block * height * width + v);
                WarpStep& s = b.step(
                    8, value.position < 0
                           ? fmt::format("Block {}: a stored zero of row {}, column {}. All lanes multiply it in vain.",
                                         block, row, col)
                           : fmt::format(
                                 "Block {}: all lanes take {} of row {}, column {}, each against its own column of B.",
                                 block, value.text, row, col));
                for (int l = 0; l < b.lanes(); ++l)
                    b.read(s, l, "colIdx", block);
                b.multiplyRow(s, block * height * width + v, row, col);
            }
        for (std::int64_t r = 0; r < height; ++r) {
            if (rowOf(r) < 0)
                continue;
            WarpStep& s = b.step(10, fmt::format("All lanes write row {} of C side by side.", rowOf(r)));
            b.storeRow(s, rowOf(r));
        }
    }
}

void blockSampledThreads(WarpBuilder& b)
{
    const auto ranges = rangesOf(b);
    const std::int64_t height = b.number("height"), width = b.number("width"), cols = b.number("cols");
    std::vector<SampledWork> work;
    for (std::size_t line = 0; line < ranges.size() * at(height); ++line) {
        const std::int64_t row = b.encoded().rowOfLine[line];
        const auto R = static_cast<std::int64_t>(line) / height, r = static_cast<std::int64_t>(line) % height;
        SampledWork places;
        if (row >= 0 && b.names("rowEnd"))
            places.first = beginAndEnd("rowEnd", R);
        if (row >= 0 && b.names("rowIdx"))
            places.first.emplace_back("rowIdx", R);
        for (std::int64_t block = ranges[at(R)].first; row >= 0 && block < ranges[at(R)].second; ++block) {
            const std::int64_t left = b.element("colIdx", block) * width;
            if (left < 0)
                places.places.push_back({-1, row, 0, {{"colIdx", block}}});
            for (std::int64_t c = 0; left >= 0 && c < width && left + c < cols; ++c)
                places.places.push_back({(block * height + r) * width + c, row, left + c, {{"colIdx", block}}});
        }
        work.push_back(std::move(places));
    }
    stepSampledThreads(b, work, 3);
}

std::vector<LearnParameter> blockSides(const Matrix& matrix)
{
    const std::int64_t side = std::min<std::int64_t>(16, powerFrom(std::max(matrix.rows(), matrix.cols())));
    return {parameter("height", "height", "Rows of a block.", powers(1, side), 2),
            parameter("width", "width", "Columns of a block.", powers(1, side), 2)};
}

std::vector<TaughtKernel> blockRowKernels(const BlockRowTexts& texts)
{
    return {{"thread a row", texts.aboutThreads,
             fmt::format(R"(int i = blockIdx.x * blockDim.x + threadIdx.x;
int R = i / height, r = i % height;
{}
int b = {};
float sum = 0;
{}
    for (int c = 0, k = colIdx[b] * width;
         {}c < width && k < cols; ++c, ++k)
        sum += values[(b * height + r) * width + c] * x[k];
y[{}] = sum;)",
                         texts.bound, texts.begin, texts.loop, texts.some, texts.row),
             blockThreads},
            {"warp a block row", texts.aboutWarps,
             fmt::format(R"(int R = blockIdx.x, j = threadIdx.x;
{}
int first = {} * height, b = {};
float sum[height] = {{}};
{}
    for (int r = 0; r < height && first + r < rows; ++r)
        for (int c = 0, k = colIdx[b] * width;
             {}c < width && k < cols; ++c, ++k)
            sum[r] += values[(b * height + r) * width + c] * B[k][j];
for (int r = 0; r < height && first + r < rows; ++r)
    C[first + r][j] = sum[r];)",
                         texts.boundRows, texts.blockRow, texts.begin, texts.loop, texts.some),
             blockWarps},
            // Without what a bound says of y, which SDDMM has not.
            sampledThreads({.about = "Each thread takes one row of the blocks, zeros too,",
                            .begin = fmt::format("int R = i / height, r = i % height;\n{}\nint b = {};",
                                                 texts.bound.substr(0, texts.bound.find(" //")), texts.begin),
                            .loop = fmt::format("{}\n    for (int c = 0, k = colIdx[b] * width;\n"
                                                "         {}c < width && k < cols; ++c, ++k)",
                                                texts.loop, texts.some),
                            .row = texts.row,
                            .col = "k",
                            .place = "(b * height + r) * width + c"},
                           blockSampledThreads)};
}

void composeBlockRows(Encoded& e, BlockRowsAs as)
{
    const Matrix& m = *e.matrix;
    const std::int64_t h = e.number("height"), w = e.number("width");
    const std::int64_t blockRows = (m.rows() + h - 1) / h;
    std::vector<std::vector<std::int64_t>> held(at(blockRows)); // columns of blocks
    std::size_t most = 1;
    for (std::int64_t R = 0; R < blockRows; ++R) {
        for (std::int64_t C = 0; C * w < m.cols(); ++C)
            if (m.countIn(R * h, std::min(m.rows(), (R + 1) * h), C * w, std::min(m.cols(), (C + 1) * w)) > 0)
                held[at(R)].push_back(C);
        most = std::max(most, held[at(R)].size());
    }
    EncodedArray rowIdx =
        emptyArray("rowIdx", "the row of blocks, of those that hold something", ElementType::Row, e.dtype);
    EncodedArray ends = emptyArray("rowEnd", "where the row of blocks ends, in blocks; the first begins at 0",
                                   ElementType::Index, e.dtype);
    EncodedArray colIdx = emptyArray("colIdx", "the column of blocks", ElementType::Column, e.dtype);
    EncodedArray values = emptyArray("values", "the value", ElementType::Value, e.dtype);
    for (std::int64_t R = 0; R < blockRows; ++R) {
        std::vector<std::int64_t>& cols = held[at(R)];
        if (as == BlockRowsAs::Listed && cols.empty())
            continue;
        if (as == BlockRowsAs::OfOneLength)
            cols.resize(most, -1);
        const MatrixArea rows = rowsArea(m, R * h, (R + 1) * h);
        const auto line = static_cast<int>(e.rowOfLine.size());
        for (std::size_t n = 0; n < cols.size(); ++n) {
            const std::int64_t C = cols[n];
            const MatrixArea block{rows.rowBegin, rows.rowEnd, C * w, std::min(m.cols(), (C + 1) * w)};
            const auto x = static_cast<int>(n) * static_cast<int>(w);
            e.frames.push_back(
                {x, line, static_cast<int>(w), static_cast<int>(h), fmt::format("block {}", colIdx.elements.size())});
            colIdx.elements.push_back(numberElement(C, C < 0 ? MatrixArea() : block, 0));
            for (std::int64_t v = 0; v < h * w; ++v) {
                values.elements.push_back(valueElement(m, C < 0 ? -1 : positionAt(m, R * h + v / w, C * w + v % w), 0));
                e.places.push_back({x + static_cast<int>(v % w), line + static_cast<int>(v / w)});
            }
        }
        rowIdx.elements.push_back(numberElement(R, rows, 0));
        ends.elements.push_back(numberElement(static_cast<std::int64_t>(colIdx.elements.size()), rows, 0));
        for (std::int64_t r = R * h; r < (R + 1) * h; ++r)
            e.rowOfLine.push_back(r < m.rows() ? static_cast<std::int32_t>(r) : -1);
    }
    e.numbers["blockRows"] = blockRows;
    e.numbers["listed"] = static_cast<std::int64_t>(rowIdx.elements.size());
    e.numbers["blocks"] = static_cast<std::int64_t>(most);
    if (as == BlockRowsAs::Listed)
        e.arrays.push_back(std::move(rowIdx));
    if (as != BlockRowsAs::OfOneLength)
        e.arrays.push_back(std::move(ends));
    e.arrays.push_back(std::move(colIdx));
    e.arrays.push_back(std::move(values));
}

} // namespace sparsescope::learn
