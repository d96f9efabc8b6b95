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
    const std::int64_t diagonals = b.number("diagonals"), rows = b.number("rows"), cols = b.number("cols");
    for (std::int64_t begin = 0; begin < rows; begin += b.lanes()) {
        b.warp(static_cast<int>(begin / b.lanes()));
        for (std::int64_t d = 0; d < diagonals; ++d) {
            const std::int64_t offset = b.element("offsets", d);
            WarpStep& s = b.step(6, fmt::format("Diagonal {:+}: values and x are read side by side.", offset));
            for (int l = 0; l < b.lanes() && begin + l < rows; ++l) {
                const std::int64_t row = begin + l, col = row + offset;
                b.read(s, l, "offsets", d);
                if (col >= 0 && col < cols)
                    b.multiply(s, l, d * rows + row, row, col);
            }
            if (std::all_of(s.lanes.begin(), s.lanes.end(), [](const LaneStep& l) { return l.what.empty(); }))
                s.line = 4; // no lane gets further
        }
        WarpStep& s = b.step(8, "Every thread writes the sum of its row.");
        for (int l = 0; l < b.lanes() && begin + l < rows; ++l) {
            WarpBuilder::works(s, l, fmt::format("y{}", begin + l), "stores");
            b.write(s, l, "y", begin + l);
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
            .kernels = {{"thread a row", "SpMV. Values and x are read side by side, and no column is read at all.",
                         R"(int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i >= rows) return;
float sum = 0;
for (int d = 0; d < diagonals; ++d) {
    int c = i + offsets[d];
    if (c >= 0 && c < cols)
        sum += values[d * rows + i] * x[c];
}
y[i] = sum;)",
                         diaThreads}},
            .inOneTile = tileOfAllRows,
            .place = placeDiagonals,
            .count = [](Encoded& e) {
                e.numbers["diagonals"] = static_cast<std::int64_t>(e.arrays[at(e.find("offsets"))].elements.size());
            }};
}

} // namespace sparsescope::learn
