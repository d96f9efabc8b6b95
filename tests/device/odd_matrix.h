// A random matrix whose rows and columns are no multiple of any block, with empty rows, and a whole block row of them.
#pragma once

#include "engine/matrix/matrix.h"

#include <memory>
#include <random>

namespace sparsescope {

inline MatrixPtr oddMatrix(std::uint64_t seed, std::int64_t rows = 203, std::int64_t cols = 157)
{
    std::mt19937_64 random(seed);
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    for (std::int64_t r = 0; r < rows; ++r) {
        const bool empty = r % 5 == 2 || (r >= 64 && r < 96);
        for (std::int64_t c = 0; !empty && c < cols; ++c)
            if (random() % 10 == 0 || (r == rows - 1 && c == cols - 1)) {
                colIdx.push_back(static_cast<std::int32_t>(c));
                values.push_back(static_cast<double>(random() % 2001) / 1000 - 1);
            }
        rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
    }
    return std::make_shared<const Matrix>(rows, cols, std::move(rowPtr), std::move(colIdx), std::move(values),
                                          MatrixSource{});
}

} // namespace sparsescope
