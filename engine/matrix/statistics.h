// Numbers and a sentence that say what kind of matrix this is.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sparsescope {

// How the numbers of non-zeros of rows, or of columns, are distributed.
struct LengthStatistics {
    std::int64_t shortest = 0;
    std::int64_t longest = 0;
    double mean = 0;
    double median = 0;
    std::int64_t empty = 0;              // how many hold nothing
    double topShare = 0;                 // of all non-zeros in the longest 1 % (at least one), 0 to 1
    double halfShare = 0;                // of the lines: the longest ones, as few as hold half of all non-zeros
    std::vector<std::int64_t> histogram; // [0]: empty ones; [k]: those with 2^(k-1) to 2^k - 1 non-zeros
    std::vector<std::int64_t> byLength;  // [n]: those with n non-zeros; nothing where one has more than 32
};

// The matrix in aligned blocks of size x size places, those at its ends cut off.
struct BlockDensity {
    std::int64_t size = 0;
    std::int64_t blocks = 0; // that hold a non-zero
    double filled = 0;       // share of the places of these that hold one
};

// The stored values; nothing of a pattern.
struct ValueStatistics {
    std::int64_t negative = 0, zero = 0, positive = 0;
    std::int64_t notFinite = 0; // infinite or not a number, counted in none of these
    double least = 0, most = 0; // of the finite ones; 0 without any
    double smallest = 0;        // |value| of those that are finite and not zero; 0 without any
    std::int64_t count() const { return negative + zero + positive + notFinite; }
};

struct SliceStatistics {
    std::int64_t nnz = 0;
    std::int64_t rows = 0;    // that hold a non-zero
    std::int64_t longest = 0; // non-zeros of a row
};

struct MatrixStatistics {
    double density = 0; // nnz / (rows cols); 0 without places
    LengthStatistics rows, cols;
    std::int64_t bandwidth = 0;        // max |i - j|
    std::int64_t profile = 0;          // sum over the rows of how far the first non-zero lies left of the diagonal
    std::int64_t diagonal = 0;         // non-zeros with i = j
    std::int64_t below = 0, above = 0; // non-zeros with i > j, with i < j
    std::int64_t zeroCorner = 0; // side of the largest square at the lower right without a non-zero; 0 when not square
    std::vector<BlockDensity> blocks; // of size 4, 8, 16, 32, 64
    double structuralSymmetry =
        0; // fraction of the off-diagonal non-zeros whose mirror exists; 1 without any, 0 when not square
    std::int64_t inRow = 0, inColumn = 0; // non-zeros with one right beside them, right below them
    // Where the diagonal holds nothing: these rows, and the non-zeros whose row and column are both of them; 0 when not
    // square.
    std::int64_t rowsWithoutDiagonal = 0, amongThese = 0;
    std::int64_t explicitZeros = 0; // stored values that are 0
    ValueStatistics values;
    std::vector<SliceStatistics> slices; // of a matrix of several
    std::string summary;                 // one or two English sentences
    std::string kind;                    // what is seen of its structure, with the numbers; see kindOfMatrix()
};

// Rows and columns counted in the same bins: each length by itself where none is longer than 32, as in meshes, else 0,
// 1, 2 to 3, 4 to 7 and so on.
struct LengthBins {
    std::vector<std::int64_t> from; // where each begins, and where the last ends
    std::vector<std::int64_t> rows, cols;
};
LengthBins lengthBins(const MatrixStatistics& statistics);

// In parallel; the same for any number of threads. Throws Error(Cancelled).
MatrixStatistics computeStatistics(const Matrix& matrix, Progress& progress);

// A sentence with the numbers that it rests on; empty where they support none. Needs all numbers of the statistics.
std::string kindOfMatrix(const Matrix& matrix, const MatrixStatistics& statistics);
// Densities of blocks of the sizes 4, 8, 16, 32, 64; each of the matrix' non-zeros is read once. Throws
// Error(Cancelled).
std::vector<BlockDensity> blockDensities(const Matrix& matrix, Progress& progress);

nlohmann::json toJson(const MatrixStatistics& statistics);

} // namespace sparsescope
