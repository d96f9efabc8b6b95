// Dense: every place of every row.
#include "engine/core/at.h"
#include "engine/learn/formats/shared.h"
#include "engine/learn/tile_picture.h"
#include "engine/learn/warp_builder.h"

#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

void denseThreads(WarpBuilder& b)
{
    b.addDense(1);
    const std::int64_t rows = b.number("rows"), cols = b.number("cols"), width = b.number("width");
    for (std::int64_t begin = 0; begin < rows; begin += b.lanes()) {
        b.warp(static_cast<int>(begin / b.lanes()));
        for (std::int64_t c = 0; c < cols; ++c) {
            WarpStep& s = b.step(3, fmt::format("Column {}: all threads read the same x, and values a row apart.", c));
            for (int l = 0; l < b.lanes() && begin + l < rows; ++l)
                b.multiply(s, l, (begin + l) * width + c, begin + l, c);
        }
        WarpStep& s = b.step(4, "Every thread writes the sum of its row.");
        for (int l = 0; l < b.lanes() && begin + l < rows; ++l) {
            WarpBuilder::works(s, l, fmt::format("y{}", begin + l), "stores");
            b.write(s, l, "y", begin + l);
        }
    }
}

void denseColumns(WarpBuilder& b)
{
    b.addDense(b.lanes());
    const std::int64_t rows = b.number("rows"), cols = b.number("cols"), width = b.number("width");
    for (std::int64_t row = 0; row < rows; ++row) {
        b.warp(static_cast<int>(row));
        for (std::int64_t c = 0; c < cols; ++c)
            b.multiplyRow(b.step(3, fmt::format("All lanes take column {} of row {}, zero or not, each against its own "
                                                "column of B.",
                                                c, row)),
                          row * width + c, row, c);
        b.storeRow(b.step(4, fmt::format("Row {} of C is written side by side.", row)), row);
    }
}

void placeDense(TilePicture& p)
{
    const std::int64_t width = p.array("rowPlaces").front();
    placeRectangle(p, p.values / width, width);
}

} // namespace

TaughtFormat taughtDense()
{
    return {.name = "dense",
            .label = "dense",
            .about = "Every place of every row, zeros too. Nothing but values is stored, and everything is multiplied.",
            .kernels = {{"thread a row",
                         "SpMV. No index is read: what is multiplied with what follows from where it stands, and most "
                         "of it is zero.",
                         R"(int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i >= rows) return;
float sum = 0;
for (int c = 0; c < cols; ++c) sum += values[i * width + c] * x[c];
y[i] = sum;)",
                         denseThreads},
                        {overColumns,
                         "SpMM. A warp takes a row, each lane its own column of B. Libraries go further: blocks of "
                         "threads share tiles of A and B, and tensor cores multiply them.",
                         R"(int i = blockIdx.x, j = threadIdx.x;
if (i >= rows) return;
float sum = 0;
for (int c = 0; c < cols; ++c) sum += values[i * width + c] * B[c][j];
C[i][j] = sum;)",
                         denseColumns}},
            .inOneTile = [](const Matrix&, nlohmann::json parameters) { return parameters; },
            .inTiles = "The engine stores all rows in one tile, their places up to a multiple of eight, and has cuBLAS "
                       "multiply it where it is all of a plan.",
            .place = placeDense,
            .count =
                [](Encoded& e) {
                    e.numbers["width"] =
                        static_cast<std::int64_t>(e.places.size()) / std::max<std::int64_t>(e.matrix->rows(), 1);
                }};
}

} // namespace sparsescope::learn
