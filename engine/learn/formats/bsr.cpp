// BSR: small dense blocks on a grid.
#include "engine/learn/formats/block_rows.h"
#include "engine/learn/formats/shared.h"

namespace sparsescope::learn {

TaughtFormat taughtBsr()
{
    return {.name = "bsr",
            .label = "BSR",
            .about = "Small dense blocks on a grid: one column for a whole block, and its zeros are stored.",
            .parameters = blockSides,
            .kernels = blockRowKernels(),
            .inOneTile = roomyTile,
            .place = placeBlockRows};
}

} // namespace sparsescope::learn
