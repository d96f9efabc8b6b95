#include "engine/matrix/pyramid.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <limits>

namespace sparsescope {

namespace {

constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();

std::int64_t ceilDiv(std::int64_t a, std::int64_t b)
{
    return (a + b - 1) / b;
}

std::uint32_t saturated(std::uint64_t count)
{
    return count > most ? most : static_cast<std::uint32_t>(count);
}

Pyramid::Level emptyLevel(const Matrix& matrix, std::int64_t cellRows, std::int64_t cellCols)
{
    Pyramid::Level level;
    level.cellRows = cellRows;
    level.cellCols = cellCols;
    level.gridRows = std::max<std::int64_t>(1, ceilDiv(matrix.rows(), cellRows));
    level.gridCols = std::max<std::int64_t>(1, ceilDiv(matrix.cols(), cellCols));
    level.counts.assign(static_cast<std::size_t>(level.gridRows * level.gridCols), 0);
    return level;
}

// One cell row at a time belongs to one thread, so that counts are exact without atomics.
Pyramid::Level finest(const Matrix& matrix, std::int64_t maxSide, Progress& progress)
{
    Pyramid::Level level = emptyLevel(matrix, std::max<std::int64_t>(1, ceilDiv(matrix.rows(), maxSide)),
                                      std::max<std::int64_t>(1, ceilDiv(matrix.cols(), maxSide)));
    const auto rowPtr = matrix.rowPtr();
    const auto colIdx = matrix.colIdx();
    const auto cellCols = static_cast<std::uint32_t>(level.cellCols);
    // A cell of less than 2^32 elements cannot overflow 32 bits.
    const bool small = level.cellRows * level.cellCols <= static_cast<std::int64_t>(most);
    parallelEach(level.gridRows, 4, [&](std::int64_t g) {
        progress.check();
        std::uint32_t* cells = level.counts.data() + g * level.gridCols;
        const std::int64_t r0 = std::min(matrix.rows(), g * level.cellRows);
        const std::int64_t r1 = std::min(matrix.rows(), r0 + level.cellRows);
        const std::int64_t b = rowPtr[at(r0)];
        const std::int64_t e = rowPtr[at(r1)];
        for (std::int64_t p = b; p < e; ++p) {
            std::uint32_t& cell = cells[static_cast<std::uint32_t>(colIdx[at(p)]) / cellCols];
            if (small || cell != most)
                ++cell;
        }
    });
    return level;
}

Pyramid::Level coarser(const Matrix& matrix, const Pyramid::Level& fine)
{
    Pyramid::Level level = emptyLevel(matrix, fine.cellRows * 2, fine.cellCols * 2);
    parallelEach(level.gridRows, 16, [&](std::int64_t g) {
        for (std::int64_t h = 0; h < level.gridCols; ++h) {
            std::uint64_t sum = 0;
            for (std::int64_t r = 2 * g; r < std::min(2 * g + 2, fine.gridRows); ++r)
                for (std::int64_t c = 2 * h; c < std::min(2 * h + 2, fine.gridCols); ++c)
                    sum += fine.at(r, c);
            level.counts[at(g * level.gridCols + h)] = saturated(sum);
        }
    });
    return level;
}

} // namespace

Pyramid Pyramid::build(const Matrix& matrix, Progress& progress, std::int64_t maxSide)
{
    Pyramid pyramid;
    pyramid.m_levels.push_back(finest(matrix, std::max<std::int64_t>(1, maxSide), progress));
    while (pyramid.m_levels.back().gridRows > 1 || pyramid.m_levels.back().gridCols > 1) {
        progress.check();
        pyramid.m_levels.push_back(coarser(matrix, pyramid.m_levels.back()));
    }
    return pyramid;
}

} // namespace sparsescope
