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
                    b.multiply(s, l, d * rows + begin + l, d * rows + begin + l, row, col, false);
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

void bsrThreads(WarpBuilder& b)
{
    b.addDense(1);
    const nlohmann::json p = b.encoded().format->parameters();
    const auto height = p.at("height").get<std::int64_t>(), width = p.at("width").get<std::int64_t>();
    const auto ranges = rowRanges(b);
    const auto rows = static_cast<std::int64_t>(ranges.size()) * height, cols = b.encoded().matrix->cols();
    for (std::int64_t begin = 0; begin < rows; begin += b.lanes()) {
        b.warp(static_cast<int>(begin / b.lanes()));
        const auto rowOf = [&](int l) {
            return begin + l < rows ? static_cast<std::int64_t>(b.encoded().rowOfLine[static_cast<std::size_t>(begin + l)]) : -1;
        };
        WarpStep& first = b.step(2, "Every thread reads where its row of blocks begins and ends.");
        std::int64_t longest = 0;
        for (int l = 0; l < b.lanes(); ++l) {
            if (rowOf(l) < 0)
                continue;
            const std::int64_t R = (begin + l) / height;
            for (const auto& [name, element] : beginAndEnd("rowPtr", R))
                b.read(first, l, name, element);
            WarpBuilder::works(first, l, fmt::format("y{}", rowOf(l)), "begins");
            longest = std::max(longest, ranges[static_cast<std::size_t>(R)].second - ranges[static_cast<std::size_t>(R)].first);
        }
        for (std::int64_t k = 0; k < longest * width; ++k) {
            WarpStep& s = b.step(6, fmt::format("Column {} of block {} of every row of blocks.", k % width, k / width));
            for (int l = 0; l < b.lanes(); ++l) {
                if (rowOf(l) < 0)
                    continue;
                const auto& [from, to] = ranges[static_cast<std::size_t>((begin + l) / height)];
                const std::int64_t block = from + k / width;
                if (block >= to)
                    continue;
                const std::int64_t v = (block * height + (begin + l) % height) * width + k % width;
                const std::int64_t col = b.number("colIdx", block) + k % width;
                b.read(s, l, "colIdx", block);
                if (col < cols)
                    b.multiply(s, l, v, v, rowOf(l), col, false);
                else
                    WarpBuilder::works(s, l, fmt::format("y{}", rowOf(l)), "outside", true);
            }
        }
        WarpStep& s = b.step(8, "Every thread writes the sum of its row.");
        for (int l = 0; l < b.lanes(); ++l)
            if (rowOf(l) >= 0) {
                WarpBuilder::works(s, l, fmt::format("y{}", rowOf(l)), "stores");
                b.write(s, l, "y", rowOf(l));
            }
    }
}

void tensorStripes(WarpBuilder& b)
{
    constexpr std::int64_t columns = 8; // of B for one instruction
    b.addDense(columns);
    const nlohmann::json p = b.encoded().format->parameters();
    const auto t = p.at("t").get<std::int64_t>(), q = p.at("q").get<std::int64_t>();
    const auto ranges = rowRanges(b);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        b.warp(static_cast<int>(i));
        const std::int64_t row = b.encoded().rowOfLine[i * static_cast<std::size_t>(t)];
        const std::string name = fmt::format("C{}", row);
        const auto every = [&](WarpStep& s, std::int64_t n, const std::string& what, const auto& body) {
            for (std::int64_t k = 0; k < n; ++k)
                body(static_cast<int>(k % b.lanes()), k);
            for (int l = 0; l < b.lanes(); ++l)
                WarpBuilder::works(s, l, name, what);
        };
        WarpStep& first = b.step(1, fmt::format("All lanes read where stripe {} begins and ends.", i));
        every(first, b.lanes(), "begins", [&](int l, std::int64_t) {
            for (const auto& [array, element] : beginAndEnd("rowPtr", static_cast<std::int64_t>(i)))
                b.read(first, l, array, element);
        });
        for (std::int64_t v = ranges[i].first; v < ranges[i].second; v += q) {
            WarpStep& s = b.step(4, fmt::format("One instruction: {} x {} values against {} rows of B, the lanes read them side by side.", t, q, q));
            every(s, t * q, "mma", [&](int l, std::int64_t k) { b.read(s, l, "values", v * t + k); });
            every(s, q, "mma", [&](int l, std::int64_t k) { b.read(s, l, "colIdx", v + k); });
            every(s, q * columns, "mma", [&](int l, std::int64_t k) { b.read(s, l, "B", b.number("colIdx", v + k / columns) * columns + k % columns); });
            for (std::int64_t k = 0; k < t * q; ++k)
                if (const EncodedElement& e = b.value(v * t + k); e.position >= 0)
                    s.products.push_back({static_cast<std::int32_t>(e.about.rowBegin), static_cast<std::int32_t>(e.about.colBegin), e.position});
        }
        WarpStep& s = b.step(6, fmt::format("The lanes write {} rows of C.", t));
        every(s, t * columns, "stores", [&](int l, std::int64_t k) {
            const std::int32_t r = b.encoded().rowOfLine[i * static_cast<std::size_t>(t) + static_cast<std::size_t>(k / columns)];
            if (r >= 0)
                b.write(s, l, "C", r * columns + k % columns);
        });
    }
}

} // namespace sparsescope::learn
