// DBSR: BSR of the rows of blocks that hold something.
#include "engine/learn/formats/block_rows.h"
#include "engine/learn/formats/shared.h"

namespace sparsescope::learn {

TaughtFormat taughtDbsr()
{
    return {.name = "dbsr",
            .label = "DBSR",
            .about = "BSR of those block rows that hold something.",
            .parameters = blockSides,
            .kernels = blockRowKernels(),
            .inOneTile = roomyTile,
            .place = placeBlockRows};
}

} // namespace sparsescope::learn
