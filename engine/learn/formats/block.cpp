// Blocks of a window of rows and the columns that hold something there, dense for tensor cores.
#include "engine/learn/formats/shared.h"
#include "engine/learn/formats/tensor_core.h"
#include "engine/learn/tile_picture.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope::learn {

namespace {

std::vector<LearnParameter> blockParameters(const Matrix&)
{
    return {parameter("rows", "rows", "Rows of a tile.", {8, 16}, 8)};
}

nlohmann::json blockInOneTile(const Matrix& matrix, nlohmann::json parameters)
{
    parameters["width"] = (matrix.cols() + 15) / 16 * 16;
    return parameters;
}

void placeBlock(TilePicture& tile)
{
    placeRectangle(tile, tile.parameter("rows"), tile.parameter("width"));
}

void tensorBlocks(WarpBuilder& b)
{
    constexpr std::int64_t at = 8; // columns of A for one instruction
    b.addDense(tensorColumns);
    const std::int64_t rows = b.number("height"), width = b.number("width");
    for (std::int64_t tile = 0; tile < b.number("tiles"); ++tile) {
        b.warp(static_cast<int>(tile));
        const auto rowOf = [&](std::int64_t r) { return b.element("rowIds", tile * rows + r); };
        const std::string name = fmt::format("C{}", rowOf(0));
        for (std::int64_t k0 = 0; k0 < width; k0 += at) {
            WarpStep& s = b.step(
                4, fmt::format("One instruction: {} x {} values of the tile, zeros and all, against {} rows of B.",
                               rows, at, at));
            const auto valueOf = [&](std::int64_t k) { return (tile * rows + k / at) * width + k0 + k % at; };
            together(b, s, name, rows * at, "mma", [&](int l, std::int64_t k) { b.read(s, l, "values", valueOf(k)); });
            together(b, s, name, at, "mma",
                     [&](int l, std::int64_t k) { b.read(s, l, "colIds", tile * width + k0 + k); });
            together(b, s, name, at * tensorColumns, "mma", [&](int l, std::int64_t k) {
                b.read(s, l, "B",
                       b.element("colIds", tile * width + k0 + k / tensorColumns) * tensorColumns + k % tensorColumns);
            });
            for (std::int64_t k = 0; k < rows * at; ++k)
                addProduct(s, b.value(valueOf(k)));
        }
        WarpStep& s = b.step(6, "The lanes write the rows of C that the tile has.");
        together(b, s, name, rows * tensorColumns, "stores", [&](int l, std::int64_t k) {
            b.read(s, l, "rowIds", tile * rows + k / tensorColumns);
            if (const std::int64_t row = rowOf(k / tensorColumns); row >= 0)
                b.write(s, l, "C", row * tensorColumns + k % tensorColumns);
        });
    }
}

} // namespace

TaughtFormat taughtBlock()
{
    return {.name = "block",
            .label = "block",
            .about = "Rows of a window and the columns that hold something there, stored dense, for tensor cores.",
            .parameters = blockParameters,
            .kernels = {{"tensor core",
                         "SpMM. A warp multiplies the whole tile, zeros and all, 8 columns an instruction: every lane "
                         "is at work, and no column is read twice.",
                         R"(int t = blockIdx.x;
if (t >= tiles) return;          // C is 0 before
Fragment<height, 8> sum = 0;     // rows of C
for (int k = 0; k < width; k += 8)
    mma<8>(sum, values + t * height * width + k, width,
           B, colIds + t * width + k);
store(C, rowIds + t * height, sum); // -1: none)",
                         tensorBlocks}},
            .inOneTile = blockInOneTile,
            .inTiles = "In 16-bit types its values stand in the order of a tensor core's fragments.",
            .place = placeBlock,
            .count = [](Encoded& e) {
                const nlohmann::json p = e.format->parameters();
                e.numbers["height"] = p.at("rows");
                e.numbers["width"] = p.at("width");
                e.numbers["rows"] = e.matrix->rows();
                e.numbers["tiles"] = static_cast<std::int64_t>(e.plan.tiling().tiles.size());
            }};
}

} // namespace sparsescope::learn
