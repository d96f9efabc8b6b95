// Numbers and a sentence that say what kind of matrix this is.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sparsescope {

// Of the rows' or the columns' numbers of non-zeros.
struct LengthStatistics {
    std::int64_t shortest = 0;
    std::int64_t longest = 0;
    double mean = 0;
    double median = 0;
    std::int64_t empty = 0;               // how many hold nothing
    double topShare = 0;                  // of all non-zeros in the longest 1 % (at least one), 0 to 1
    std::vector<std::int64_t> histogram;  // [0]: empty ones; [k]: those with 2^(k-1) to 2^k - 1 non-zeros
};

struct MatrixStatistics {
    double density = 0;  // nnz / (rows cols); 0 without places
    LengthStatistics rows, cols;
    std::int64_t bandwidth = 0;  // max |i - j|
    std::int64_t diagonal = 0;   // non-zeros with i = j
    double structuralSymmetry =
        0;  // fraction of the off-diagonal non-zeros whose mirror exists; 1 without any, 0 when not square
    std::int64_t explicitZeros = 0;  // stored values that are 0
    std::string summary;             // one or two English sentences
};

// In parallel; the same for any number of threads. Throws Error(Cancelled).
MatrixStatistics computeStatistics(const Matrix& matrix, Progress& progress);

nlohmann::json toJson(const MatrixStatistics& statistics);

}  // namespace sparsescope
