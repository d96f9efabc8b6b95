// Kernels of formats of rows of blocks, stepped, and their picture.
#include "engine/learn/formats/block_rows.h"
#include "engine/core/at.h"
#include "engine/learn/formats/shared.h"
#include "engine/learn/tile_picture.h"
#include "engine/learn/warp_builder.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope::learn {

namespace {

// Rows of blocks, one after another.
struct BlockRows {
    std::int64_t height = 1, width = 1;
    std::vector<std::pair<std::int64_t, std::int64_t>> ranges; // of blocks
    bool pointers = false;                                     // rowEnd says it
};

BlockRows blockRowsOf(const WarpBuilder& b)
{
    const nlohmann::json p = b.encoded().format->parameters();
    BlockRows rows{p.at("height").get<std::int64_t>(), p.at("width").get<std::int64_t>(), {}, b.names("rowEnd")};
    if (rows.pointers) {
        rows.ranges = rowRanges(b);
        return rows;
    }
    const auto blocks = p.at("blocks").get<std::int64_t>();
    for (std::int64_t begin = 0; begin < static_cast<std::int64_t>(b.array("colIdx").elements.size()); begin += blocks)
        rows.ranges.emplace_back(begin, begin + blocks);
    return rows;
}

} // namespace

void blockThreads(WarpBuilder& b)
{
    b.addDense(1);
    const BlockRows blocks = blockRowsOf(b);
    const auto rows = static_cast<std::int64_t>(blocks.ranges.size()) * blocks.height,
               cols = b.encoded().matrix->cols();
    for (std::int64_t begin = 0; begin < rows; begin += b.lanes()) {
        b.warp(static_cast<int>(begin / b.lanes()));
        const auto rowOf = [&](int l) {
            return begin + l < rows ? static_cast<std::int64_t>(b.encoded().rowOfLine[at(begin + l)]) : -1;
        };
        const auto rangeOf = [&](int l) { return blocks.ranges[at((begin + l) / blocks.height)]; };
        std::int64_t longest = 0;
        for (int l = 0; l < b.lanes(); ++l)
            if (rowOf(l) >= 0)
                longest = std::max(longest, rangeOf(l).second - rangeOf(l).first);
        if (blocks.pointers) {
            WarpStep& first = b.step(2, "Every thread reads where its row of blocks begins and ends.");
            for (int l = 0; l < b.lanes(); ++l) {
                if (rowOf(l) < 0)
                    continue;
                for (const auto& [name, element] : beginAndEnd("rowEnd", (begin + l) / blocks.height))
                    b.read(first, l, name, element);
                WarpBuilder::works(first, l, fmt::format("y{}", rowOf(l)), "begins");
            }
        }
        for (std::int64_t k = 0; k < longest * blocks.width; ++k) {
            WarpStep step = b.stepApart(
                6, fmt::format("Column {} of block {} of every row of blocks.", k % blocks.width, k / blocks.width));
            for (int l = 0; l < b.lanes(); ++l) {
                if (rowOf(l) < 0)
                    continue;
                const auto [from, to] = rangeOf(l);
                const std::int64_t block = from + k / blocks.width;
                if (block >= to || (b.number("colIdx", block) < 0 && k % blocks.width > 0))
                    continue;
                const std::int64_t v =
                    (block * blocks.height + (begin + l) % blocks.height) * blocks.width + k % blocks.width;
                const std::int64_t first = b.number("colIdx", block), col = first + k % blocks.width;
                b.read(step, l, "colIdx", block);
                if (first >= 0 && col < cols)
                    b.multiply(step, l, v, v, rowOf(l), col);
                else
                    WarpBuilder::works(step, l, fmt::format("y{}", rowOf(l)), first < 0 ? "-1: no" : "outside", true);
            }
            if (!step.accesses.empty())
                b.add(std::move(step));
        }
        WarpStep& s = b.step(8, "Every thread writes the sum of its row.");
        for (int l = 0; l < b.lanes(); ++l)
            if (rowOf(l) >= 0) {
                if (b.rowNames())
                    b.read(s, l, b.rowNames(), begin + l);
                WarpBuilder::works(s, l, fmt::format("y{}", rowOf(l)), "stores");
                b.write(s, l, "y", rowOf(l));
            }
    }
}

void blockWarps(WarpBuilder& b)
{
    b.addDense(b.lanes());
    const BlockRows blocks = blockRowsOf(b);
    const std::int64_t places = blocks.height * blocks.width, cols = b.encoded().matrix->cols();
    for (std::size_t R = 0; R < blocks.ranges.size(); ++R) {
        b.warp(static_cast<int>(R));
        const auto firstLine = static_cast<std::int64_t>(R) * blocks.height;
        const auto rowOf = [&](std::int64_t r) {
            return static_cast<std::int64_t>(b.encoded().rowOfLine[at(firstLine + r)]);
        };
        const std::string lines = fmt::format("{} {}", blocks.height == 1 ? "row" : "rows from row", rowOf(0));
        if (blocks.pointers) {
            WarpStep& first =
                b.step(1, fmt::format("All lanes read where row of blocks {} begins and ends: {}.", R, lines));
            b.everyLane(first, rowOf(0), "begins");
            for (int l = 0; l < b.lanes(); ++l)
                for (const auto& [name, element] : beginAndEnd("rowEnd", static_cast<std::int64_t>(R)))
                    b.read(first, l, name, element);
        }
        for (std::int64_t block = blocks.ranges[R].first; block < blocks.ranges[R].second; ++block)
            for (std::int64_t v = 0; v < places; ++v) {
                if (b.number("colIdx", block) < 0) { // no block: the format stores one all the same
                    WarpStep& s = b.step(
                        4, fmt::format("Block {} is there to fill the row: all lanes read -1 and go on.", block));
                    for (int l = 0; l < b.lanes(); ++l) {
                        b.read(s, l, "colIdx", block);
                        WarpBuilder::works(s, l, fmt::format("C{},{}", rowOf(0), l), "-1: no", true);
                    }
                    break;
                }
                const std::int64_t row = rowOf(v / blocks.width), col = b.number("colIdx", block) + v % blocks.width;
                if (row < 0 || col >= cols)
                    continue; // beyond the edge of the matrix: all lanes skip it
                const EncodedElement& value = b.value(block * places + v);
                WarpStep& s = b.step(
                    5, value.position < 0
                           ? fmt::format("Block {}: a stored zero of row {}, column {}. All lanes multiply it in vain.",
                                         block, row, col)
                           : fmt::format(
                                 "Block {}: all lanes take {} of row {}, column {}, each against its own column of B.",
                                 block, value.text, row, col));
                for (int l = 0; l < b.lanes(); ++l)
                    b.read(s, l, "colIdx", block);
                b.multiplyRow(s, block * places + v, row, col);
            }
        for (std::int64_t r = 0; r < blocks.height; ++r) {
            if (rowOf(r) < 0)
                continue;
            WarpStep& s = b.step(8, fmt::format("All lanes write row {} of C side by side.", rowOf(r)));
            for (int l = 0; l < b.lanes() && b.rowNames(); ++l)
                b.read(s, l, b.rowNames(), firstLine + r);
            b.storeRow(s, rowOf(r));
        }
    }
}

std::vector<LearnParameter> blockSides(const Matrix& matrix)
{
    const std::int64_t side = std::min<std::int64_t>(16, powerFrom(std::max(matrix.rows(), matrix.cols())));
    return {parameter("height", "height", "Rows of a block.", powers(1, side), 2),
            parameter("width", "width", "Columns of a block.", powers(1, side), 2)};
}

std::vector<TaughtKernel> blockRowKernels()
{
    return {{"thread a row",
             "SpMV. Threads of one block row take the same block: its column is read once for all of them.",
             {threadIndex,
              {"int R = i / height, r = i % height;", {}},
              {"int b = R > 0 ? rowEnd[R - 1] : 0;", {"rowEnd"}},
              {"float sum = 0;", {}},
              {"for (; b < rowEnd[R]; ++b)", {"rowEnd"}},
              {"    for (int c = 0; c < width; ++c)", {}},
              {"        sum += values[(b * height + r) * width + c]", {"values"}},
              {"             * x[colIdx[b] + c];", {"colIdx", "x"}},
              {"y[i] = sum;", {"y"}}},
             blockThreads},
            {"warp a block row",
             "SpMM. A warp takes the blocks of one block row, each lane its own column of B: one column number for a "
             "whole block.",
             {{"int R = blockIdx.x, j = threadIdx.x;", {}},
              {"int b = R > 0 ? rowEnd[R - 1] : 0;", {"rowEnd"}},
              {"float sum[height] = {};", {}},
              {"for (; b < rowEnd[R]; ++b)", {"rowEnd"}},
              {"    for (int v = 0; v < height * width; ++v)", {}},
              {"        sum[v / width] += values[b * height * width + v]", {"values"}},
              {"                        * B[colIdx[b] + v % width][j];", {"colIdx", "B"}},
              {"for (int r = 0, i = R * height; r < height; ++r, ++i)", {}},
              {"    C[i][j] = sum[r];", {"C"}}},
             blockWarps}};
}

namespace {

// The blocks [begin, end) of one row of blocks.
void placeRowOfBlocks(TilePicture& p, std::int64_t row, std::int64_t begin, std::int64_t end)
{
    const std::int64_t h = p.parameter("height"), w = p.parameter("width");
    for (std::int64_t b = begin; b < end; ++b) {
        for (std::int64_t v = 0; v < h * w; ++v)
            p.put(b * h * w + v, (b - begin) * w + v % w, row * h + v / w);
        p.frame((b - begin) * w, row * h, w, h, fmt::format("block {}", b));
    }
    for (std::int64_t r = 0; r < h; ++r)
        p.rowOfLine.push_back(p.row(static_cast<std::size_t>(row * h + r)));
}

} // namespace

void placeBlockRows(TilePicture& p)
{
    std::int64_t begin = 0;
    std::int64_t row = 0;
    for (const std::int64_t end : p.array("rowEnd")) {
        placeRowOfBlocks(p, row++, begin, end);
        begin = end;
    }
}

void placeBlocks(TilePicture& p, std::int64_t each)
{
    for (std::int64_t row = 0; row < p.array("blockRows")[0]; ++row)
        placeRowOfBlocks(p, row, row * each, (row + 1) * each);
}

} // namespace sparsescope::learn
