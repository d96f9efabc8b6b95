// DBSR: BSR of the rows of blocks that hold something.
#include "engine/learn/formats/block_rows.h"
#include "engine/learn/formats/shared.h"

namespace sparsescope::learn {

TaughtFormat taughtDbsr()
{
    return {.name = "dbsr",
            .label = "DBSR",
            .about = "BSR of those block rows that hold something, and which block rows these are.",
            .parameters = blockSides,
            .kernels = blockRowKernels(
                {.aboutThreads = "SpMV. Threads of one block row take the same block; block rows without one have no "
                                 "thread, so y is set to 0 first.",
                 .aboutWarps = "SpMM. A warp takes the blocks of one block row that holds something, each lane its own "
                               "column of B.",
                 .bound = "if (R >= listed || rowIdx[R] * height + r >= rows) return; // y is 0 before",
                 .boundRows = "if (R >= listed) return;         // C is 0 before",
                 .begin = "R > 0 ? rowEnd[R - 1] : 0",
                 .loop = "for (; b < rowEnd[R]; ++b)",
                 .row = "rowIdx[R] * height + r",
                 .blockRow = "rowIdx[R]"}),
            .inOneTile = roomyTile,
            .inTiles =
                "Its rowIds takes the place of rowIdx and names every row; its colIdx is the first column of a block.",
            .compose = [](Encoded& e) { composeBlockRows(e, BlockRowsAs::Listed); }};
}

} // namespace sparsescope::learn
