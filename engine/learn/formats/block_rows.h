// BSR, DBSR and blocked ELL: rows of small dense blocks.
#pragma once

#include "engine/learn/formats/taught_format.h"

namespace sparsescope::learn {

// Height and width of a block.
std::vector<LearnParameter> blockSides(const Matrix& matrix);
// The kernels of BSR, which DBSR runs too: it names its rows beside.
std::vector<TaughtKernel> blockRowKernels();
// A thread a row, and a warp a row of blocks. Where the blocks of a row end is read from rowEnd; where there is none,
// every row has as many as the format's parameter "blocks" says.
void blockThreads(WarpBuilder& b);
void blockWarps(WarpBuilder& b);
// The blocks of each row of blocks side by side; the tile's columns begin with [n, number of blocks, end of each row].
void placeBlockRows(TilePicture& tile);
// The same where every row of blocks has `each`.
void placeBlocks(TilePicture& tile, std::int64_t each);

} // namespace sparsescope::learn
