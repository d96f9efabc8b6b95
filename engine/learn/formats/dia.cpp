// DIA: every diagonal that holds something, whole.
#include "engine/core/at.h"
#include "engine/learn/formats/shared.h"
#include "engine/learn/tile_picture.h"
#include "engine/learn/warp_builder.h"

#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

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
                const std::int64_t row = b.encoded().rowOfLine[at(begin + l)], col = row + offset;
                b.read(s, l, "offsets", d);
                if (row >= 0 && col >= 0 && col < b.encoded().matrix->cols())
                    b.multiply(s, l, d * rows + begin + l, d * rows + begin + l, row, col);
            }
        }
        WarpStep& s = b.step(7, "Every thread writes the sum of its row.");
        for (int l = 0; l < b.lanes() && begin + l < rows; ++l) {
            const std::int64_t row = b.encoded().rowOfLine[at(begin + l)];
            if (row < 0)
                continue;
            WarpBuilder::works(s, l, fmt::format("y{}", row), "stores");
            b.write(s, l, "y", row);
        }
    }
}

void placeDiagonals(TilePicture& p)
{
    const std::vector<std::int32_t>& offsets = p.array("offsets");
    const auto n = static_cast<std::int64_t>(offsets.size());
    const std::int64_t rows = n > 0 ? p.values / n : 0;
    for (std::int64_t v = 0; v < p.values; ++v)
        p.put(v, v / rows, v % rows);
    for (std::int64_t d = 0; d < n; ++d)
        p.frame(d, 0, 1, rows, fmt::format("diagonal {:+}", offsets[at(d)]));
    for (std::int64_t i = 0; i < rows; ++i)
        p.rowOfLine.push_back(p.row(static_cast<std::size_t>(i)));
}

} // namespace

TaughtFormat taughtDia()
{
    return {.name = "dia",
            .label = "DIA",
            .about = "Every diagonal that holds something, whole. No column is stored: it follows from the diagonal.",
            .kernels = {{"thread a row",
                         "SpMV. Values and x are read side by side, and no column is read at all.",
                         {threadIndex,
                          {"float sum = 0;", {}},
                          {"for (int d = 0; d < diagonals; ++d) {", {}},
                          {"    int c = i + offsets[d];", {"offsets"}},
                          {"    if (c >= 0 && c < cols)", {}},
                          {"        sum += values[d * rows + i] * x[c];", {"values", "x"}},
                          {"}", {}},
                          {"y[i] = sum;", {"y"}}},
                         diaThreads}},
            .inOneTile = tileOfAllRows,
            .place = placeDiagonals};
}

} // namespace sparsescope::learn
