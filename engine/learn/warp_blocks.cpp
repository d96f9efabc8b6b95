// Mappings of formats whose rows go together: diagonals, blocks, stripes for tensor cores.
#include "engine/learn/warp_builder.h"

#include <nlohmann/json.hpp>

namespace sparsescope::learn {

void diaThreads(WarpBuilder& b)
{
    b.addDense(1);
    const auto diagonals = static_cast<std::int64_t>(b.array("offsets").elements.size());
    const auto rows = static_cast<std::int64_t>(b.array("values").elements.size()) / diagonals;
    for (std::int64_t begin = 0; begin < rows; begin += b.lanes()) {
        b.warp(static_cast<int>(begin / b.lanes()));
        for (std::int64_t d = 0; d < diagonals; ++d) {
            const std::int64_t offset = b.number("offsets", d);
            WarpStep& s = b.step(5, fmt::format("Diagonal {:+}: values and x are read side by side.", offset));
            for (int l = 0; l < b.lanes() && begin + l < rows; ++l) {
                const std::int64_t row = b.encoded().rowOfLine[static_cast<std::size_t>(begin + l)], col = row + offset;
                b.read(s, l, "offsets", d);
                if (row >= 0 && col >= 0 && col < b.encoded().matrix->cols())
                    b.multiply(s, l, d * rows + begin + l, d * rows + begin + l, row, col);
            }
        }
        WarpStep& s = b.step(7, "Every thread writes the sum of its row.");
        for (int l = 0; l < b.lanes() && begin + l < rows; ++l) {
            const std::int64_t row = b.encoded().rowOfLine[static_cast<std::size_t>(begin + l)];
            if (row < 0)
                continue;
            WarpBuilder::works(s, l, fmt::format("y{}", row), "stores");
            b.write(s, l, "y", row);
        }
    }
}

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
            return begin + l < rows
                       ? static_cast<std::int64_t>(b.encoded().rowOfLine[static_cast<std::size_t>(begin + l)])
                       : -1;
        };
        const auto rangeOf = [&](int l) {
            return blocks.ranges[static_cast<std::size_t>((begin + l) / blocks.height)];
        };
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
            return static_cast<std::int64_t>(b.encoded().rowOfLine[static_cast<std::size_t>(firstLine + r)]);
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

namespace {

constexpr std::int64_t tensorColumns = 8; // of B for one instruction

// body(lane, k) for k in [0, n): as many as there are lanes side by side, then the next ones; all lanes work together.
template <class Body>
void together(WarpBuilder& b, WarpStep& s, const std::string& row, std::int64_t n, const char* what, const Body& body)
{
    for (std::int64_t k = 0; k < n; ++k)
        body(static_cast<int>(k % b.lanes()), k);
    for (int l = 0; l < b.lanes(); ++l)
        WarpBuilder::works(s, l, row, what);
}

void addProduct(WarpStep& s, const EncodedElement& e)
{
    if (e.position >= 0)
        s.products.push_back(
            {static_cast<std::int32_t>(e.about.rowBegin), static_cast<std::int32_t>(e.about.colBegin), e.position});
}

} // namespace

void tensorStripes(WarpBuilder& b)
{
    b.addDense(tensorColumns);
    const nlohmann::json p = b.encoded().format->parameters();
    const auto t = p.at("t").get<std::int64_t>(), q = p.at("q").get<std::int64_t>();
    const auto ranges = rowRanges(b);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        b.warp(static_cast<int>(i));
        const std::string name = fmt::format("C{}", b.encoded().rowOfLine[i * static_cast<std::size_t>(t)]);
        WarpStep& first = b.step(1, fmt::format("All lanes read where stripe {} begins and ends.", i));
        together(b, first, name, b.lanes(), "begins", [&](int l, std::int64_t) {
            for (const auto& [array, element] : beginAndEnd("rowEnd", static_cast<std::int64_t>(i)))
                b.read(first, l, array, element);
        });
        for (std::int64_t v = ranges[i].first; v < ranges[i].second; v += q) {
            WarpStep& s = b.step(
                4,
                fmt::format("One instruction: {} x {} values against {} rows of B, the lanes read them side by side.",
                            t, q, q));
            together(b, s, name, t * q, "mma", [&](int l, std::int64_t k) { b.read(s, l, "values", v * t + k); });
            together(b, s, name, q, "mma", [&](int l, std::int64_t k) { b.read(s, l, "colIdx", v + k); });
            together(b, s, name, q * tensorColumns, "mma", [&](int l, std::int64_t k) {
                b.read(s, l, "B", b.number("colIdx", v + k / tensorColumns) * tensorColumns + k % tensorColumns);
            });
            for (std::int64_t k = 0; k < t * q; ++k)
                addProduct(s, b.value(v * t + k));
        }
        WarpStep& s = b.step(6, fmt::format("The lanes write {} of C.", plural(t, "row")));
        together(b, s, name, t * tensorColumns, "stores", [&](int l, std::int64_t k) {
            const std::int32_t r =
                b.encoded().rowOfLine[i * static_cast<std::size_t>(t) + static_cast<std::size_t>(k / tensorColumns)];
            if (r >= 0)
                b.write(s, l, "C", r * tensorColumns + k % tensorColumns);
        });
    }
}

void tensorBlocks(WarpBuilder& b)
{
    constexpr std::int64_t at = 8; // columns of A for one instruction
    b.addDense(tensorColumns);
    const nlohmann::json p = b.encoded().format->parameters();
    const auto rows = p.at("rows").get<std::int64_t>(), width = p.at("width").get<std::int64_t>();
    for (std::int64_t tile = 0; tile < static_cast<std::int64_t>(b.encoded().plan.tiles.size()); ++tile) {
        b.warp(static_cast<int>(tile));
        const auto rowOf = [&](std::int64_t r) { return b.number("rowIds", tile * rows + r); };
        const std::string name = fmt::format("C{}", rowOf(0));
        for (std::int64_t k0 = 0; k0 < width; k0 += at) {
            WarpStep& s = b.step(
                2, fmt::format("One instruction: {} x {} values of the tile, zeros and all, against {} rows of B.",
                               rows, at, at));
            const auto valueOf = [&](std::int64_t k) { return (tile * rows + k / at) * width + k0 + k % at; };
            together(b, s, name, rows * at, "mma", [&](int l, std::int64_t k) { b.read(s, l, "values", valueOf(k)); });
            together(b, s, name, at, "mma",
                     [&](int l, std::int64_t k) { b.read(s, l, "colIds", tile * width + k0 + k); });
            together(b, s, name, at * tensorColumns, "mma", [&](int l, std::int64_t k) {
                b.read(s, l, "B",
                       b.number("colIds", tile * width + k0 + k / tensorColumns) * tensorColumns + k % tensorColumns);
            });
            for (std::int64_t k = 0; k < rows * at; ++k)
                addProduct(s, b.value(valueOf(k)));
        }
        WarpStep& s = b.step(4, "The lanes write the rows of C that the tile has.");
        together(b, s, name, rows * tensorColumns, "stores", [&](int l, std::int64_t k) {
            b.read(s, l, "rowIds", tile * rows + k / tensorColumns);
            if (const std::int64_t row = rowOf(k / tensorColumns); row >= 0)
                b.write(s, l, "C", row * tensorColumns + k % tensorColumns);
        });
    }
}

} // namespace sparsescope::learn
