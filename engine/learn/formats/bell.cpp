// Blocked ELL: as many blocks for every row of blocks.
#include "engine/learn/formats/block_rows.h"
#include "engine/learn/formats/shared.h"
#include "engine/learn/tile_picture.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sparsescope::learn {

namespace {

nlohmann::json bellInOneTile(const Matrix& matrix, nlohmann::json parameters)
{
    const std::int64_t h = parameters["height"].get<std::int64_t>(), w = parameters["width"].get<std::int64_t>();
    std::int64_t most = 1;
    for (std::int64_t r = 0; r < matrix.rows(); r += h) {
        std::int64_t here = 0;
        for (std::int64_t c = 0; c < matrix.cols(); c += w)
            here += matrix.countIn(r, r + h, c, c + w) > 0 ? 1 : 0;
        most = std::max(most, here);
    }
    parameters["blocks"] = most;
    return roomyTile(matrix, std::move(parameters));
}

void placeBell(TilePicture& tile)
{
    placeBlocks(tile, tile.parameter("blocks"));
}

} // namespace

TaughtFormat taughtBell()
{
    return {.name = "bell",
            .label = "Blocked ELL",
            .about = "The same number of blocks for every block row.",
            .parameters = blockSides,
            .kernels = {{"thread a row",
                         "SpMV. As many blocks for every block row: no row pointers, but blocks of zeros where a block "
                         "row has fewer.",
                         {threadIndex,
                          {"int R = i / height, r = i % height;", {}},
                          {"int b = R * blocks;            // as many for every one", {}},
                          {"float sum = 0;", {}},
                          {"for (int n = 0; n < blocks; ++n, ++b)", {}},
                          {"    for (int c = 0; c < width && colIdx[b] >= 0; ++c)", {"colIdx"}},
                          {"        sum += values[(b * height + r) * width + c]", {"values"}},
                          {"             * x[colIdx[b] + c];", {"colIdx", "x"}},
                          {"y[i] = sum;", {"y"}}},
                         blockThreads},
                        {"warp a block row",
                         "SpMM. A warp takes the blocks of one block row, each lane its own column of B; all warps "
                         "have the same work.",
                         {{"int R = blockIdx.x, j = threadIdx.x;", {}},
                          {"int b = R * blocks;            // as many for every one", {}},
                          {"float sum[height] = {};", {}},
                          {"for (int n = 0; n < blocks; ++n, ++b)", {}},
                          {"    for (int v = 0; v < height * width && colIdx[b] >= 0; ++v)", {"colIdx"}},
                          {"        sum[v / width] += values[b * height * width + v]", {"values"}},
                          {"                        * B[colIdx[b] + v % width][j];", {"colIdx", "B"}},
                          {"for (int r = 0, i = R * height; r < height; ++r, ++i)", {}},
                          {"    C[i][j] = sum[r];", {"C"}}},
                         blockWarps}},
            .inOneTile = bellInOneTile,
            .place = placeBell};
}

} // namespace sparsescope::learn
