// Blocked ELL: as many blocks for every row of blocks.
#include "engine/learn/formats/block_rows.h"
#include "engine/learn/formats/shared.h"

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

} // namespace

TaughtFormat taughtBell()
{
    return {.name = "bell",
            .label = "Blocked ELL",
            .about = "The same number of blocks for every block row; -1 stands for a block that is not there.",
            .parameters = blockSides,
            .kernels = blockRowKernels(
                {.aboutThreads = "SpMV. As many blocks for every block row: no row pointers, but blocks of zeros where "
                                 "a block row has fewer.",
                 .aboutWarps = "SpMM. A warp takes the blocks of one block row, each lane its own column of B; all "
                               "warps have the same work.",
                 .bound = "if (i >= rows) return;",
                 .boundRows = "if (R >= blockRows) return;",
                 .begin = "R * blocks",
                 .loop = "for (int n = 0; n < blocks; ++n, ++b)",
                 .some = "k >= 0 && "}),
            .inOneTile = bellInOneTile,
            .inTiles = "Its colIdx is the first column of a block.",
            .compose = [](Encoded& e) { composeBlockRows(e, BlockRowsAs::OfOneLength); }};
}

} // namespace sparsescope::learn
