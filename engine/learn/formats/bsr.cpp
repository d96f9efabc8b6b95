// BSR: small dense blocks on a grid.
#include "engine/learn/formats/block_rows.h"
#include "engine/learn/formats/shared.h"

namespace sparsescope::learn {

TaughtFormat taughtBsr()
{
    return {.name = "bsr",
            .label = "BSR",
            .about = "Small dense blocks on a grid: one column of it for a whole block, whose zeros are stored.",
            .parameters = blockSides,
            .kernels = blockRowKernels(
                {.aboutThreads =
                     "SpMV. Threads of one block row take the same block: its column is read once for all of them.",
                 .aboutWarps = "SpMM. A warp takes the blocks of one block row, each lane its own column of B: one "
                               "column number for a whole block.",
                 .bound = "if (i >= rows) return;",
                 .boundRows = "if (R >= blockRows) return;",
                 .begin = "R > 0 ? rowEnd[R - 1] : 0",
                 .loop = "for (; b < rowEnd[R]; ++b)"}),
            .inOneTile = roomyTile,
            .inTiles = "Its colIdx is the first column of a block.",
            .compose = [](Encoded& e) { composeBlockRows(e, BlockRowsAs::All); }};
}

} // namespace sparsescope::learn
