// Exact counts of non-zeros per cell, at every power of two: what far-out heat maps are drawn from.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sparsescope {

// Level l has cells of (cellRows << l) x (cellCols << l) elements. Level 0 is the finest and has at most
// maxSide cells a side; the last level is a single cell. Counts are row-major and exact; each level sums to nnz.
class Pyramid {
public:
    struct Level {
        std::int64_t cellRows = 1; // elements per cell
        std::int64_t cellCols = 1;
        std::int64_t gridRows = 0; // cells
        std::int64_t gridCols = 0;
        std::vector<std::uint32_t> counts; // saturates at 2^32 - 1

        std::uint32_t at(std::int64_t r, std::int64_t c) const
        {
            return counts[static_cast<std::size_t>(r * gridCols + c)];
        }
    };

    // Built in parallel; the same result for any number of threads.
    static Pyramid build(const Matrix& matrix, Progress& progress, std::int64_t maxSide = 2048);

    std::span<const Level> levels() const { return m_levels; }

private:
    std::vector<Level> m_levels;
};

} // namespace sparsescope
