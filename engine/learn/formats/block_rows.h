// BSR, DBSR and blocked ELL: rows of small dense blocks on a grid, with the column of each block on it.
#pragma once

#include "engine/learn/encoded.h"
#include "engine/learn/formats/taught_format.h"

namespace sparsescope::learn {

// Height and width of a block.
std::vector<LearnParameter> blockSides(const Matrix& matrix);

// What the kernels of a thread a row, and of a warp a block row, have of the format's own.
struct BlockRowTexts {
    std::string aboutThreads, aboutWarps;
    std::string bound;          // of a thread's row i: block row R, row r in it
    std::string boundRows;      // of a warp's block row R
    std::string begin;          // the first block of R
    std::string loop;           // over its blocks
    std::string some = {};      // the condition under which block b is one, ending in "&& "
    std::string row = "i";      // the row that a thread writes
    std::string blockRow = "R"; // the block row of the matrix
};
std::vector<TaughtKernel> blockRowKernels(const BlockRowTexts& texts);

// All rows of blocks; those alone that hold something, with their numbers; or all with as many blocks, where -1 fills
// a row up.
enum class BlockRowsAs { All, Listed, OfOneLength };
void composeBlockRows(Encoded& encoded, BlockRowsAs as);

} // namespace sparsescope::learn
