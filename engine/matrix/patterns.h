// Sparsity patterns made from a formula: the papers' examples, tests, samples.
#pragma once

#include "engine/matrix/matrix.h"

#include <cstdint>

namespace sparsescope {

// From sorted or unsorted coordinates, duplicates removed; a pattern without values.
MatrixPtr matrixFromCoordinates(std::int64_t rows, std::int64_t cols,
                                std::vector<std::pair<std::int32_t, std::int32_t>> coordinates, const std::string& name);

// STile figure 1 (8 x 8, 10 non-zeros) as the figures place them.
MatrixPtr figure1();
// n x n attention mask of LogSparse: column i and i - 2^j, i + 2^j (STile table 4: n = 4096, 90,115 non-zeros).
MatrixPtr logsparse(std::int64_t n);
// n x n strided attention mask, stride floor(sqrt n) (STile table 4: n = 4096, 766,144 non-zeros).
MatrixPtr strided(std::int64_t n);
// STile figure 12: full 32 x 32 blocks on every fourth place along and beside the diagonal, crossed by 1 x 32 runs
// at random rows and aligned columns; the blocks hold 70 % of the non-zeros. n is a multiple of 32.
MatrixPtr crossing(std::int64_t n, std::uint64_t seed);
// Every place is a non-zero with the given probability, with normal values.
MatrixPtr randomUniform(std::int64_t rows, std::int64_t cols, double density, std::uint64_t seed);
// R-MAT graph (a, b, c = 0.57, 0.19, 0.19): n a power of two, `edges` draws, duplicates dropped.
MatrixPtr rmat(std::int64_t n, std::int64_t edges, std::uint64_t seed);

}  // namespace sparsescope
