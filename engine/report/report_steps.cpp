// A plan as steps that a web page can draw.
#include "engine/report/report_steps.h"

#include "engine/core/at.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sparsescope {

namespace {

// Cells of equal size over the matrix; where it has fewer rows or columns than cells, a cell is one of them.
struct Grid {
    int rows, cols;
    std::vector<std::int64_t> firstEntry; // CSR position at which each row of cells begins, and the end
    std::int64_t matrixCols;

    Grid(const Matrix& matrix, int side)
    {
        const double longest = static_cast<double>(std::max({std::int64_t{1}, matrix.rows(), matrix.cols()}));
        const auto cells = [&](std::int64_t n) {
            const double wanted = std::min(longest, static_cast<double>(side)) * static_cast<double>(n) / longest;
            return static_cast<int>(std::clamp<std::int64_t>(std::lround(wanted), 1, side));
        };
        rows = cells(matrix.rows());
        cols = cells(matrix.cols());
        matrixCols = std::max<std::int64_t>(1, matrix.cols());
        for (int r = 0; r <= rows; ++r)
            firstEntry.push_back(matrix.rowPtr()[at(matrix.rows() * r / rows)]);
    }
    std::size_t cellOf(const Matrix& matrix, std::uint32_t position) const
    {
        const auto row = std::upper_bound(firstEntry.begin(), firstEntry.end(), static_cast<std::int64_t>(position)) -
                         firstEntry.begin() - 1;
        const std::int64_t col = std::int64_t{matrix.colIdx()[position]} * cols / matrixCols;
        return static_cast<std::size_t>(row * cols + col);
    }
    std::size_t size() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols); }
};

// False when there are more pairs than allowed.
bool fill(const Matrix& matrix, const Plan& plan, const Grid& grid, std::int64_t mostPairs, ReportSteps& steps,
          Progress& progress)
{
    std::vector<std::uint32_t> whole(grid.size());
    for (std::size_t e = 0; e < static_cast<std::size_t>(matrix.nnz()); ++e)
        ++whole[grid.cellOf(matrix, static_cast<std::uint32_t>(e))];
    std::vector<std::uint32_t> here(grid.size());
    std::vector<std::size_t> touched;
    steps.begin = {0};
    std::uint32_t covered = 0;
    double cost = 0;
    const auto tiles = static_cast<std::int64_t>(plan.tiling().tiles.size());
    for (std::int64_t first = 0; first < tiles; first += steps.tilesPerStep) {
        progress.check();
        std::array<std::int64_t, 6> owned{};
        for (std::int64_t t = first; t < std::min(tiles, first + steps.tilesPerStep); ++t) {
            const Tile& tile = plan.tiling().tiles[at(t)];
            const auto family = static_cast<std::size_t>(plan.tiling().formatOf(tile).family());
            for (const std::uint32_t entry : plan.tiling().view(tile).entries) {
                if (Entry::redundant(entry))
                    continue;
                const std::size_t cell = grid.cellOf(matrix, Entry::position(entry));
                if (here[cell]++ == 0)
                    touched.push_back(cell);
                ++owned[family];
                ++covered;
            }
            cost += tile.cost;
        }
        std::sort(touched.begin(), touched.end());
        if (static_cast<std::int64_t>(steps.cell.size() + touched.size()) > mostPairs)
            return false;
        for (const std::size_t cell : touched) {
            steps.cell.push_back(static_cast<std::uint16_t>(cell));
            const double part = static_cast<double>(here[cell]) / static_cast<double>(whole[cell]);
            steps.share.push_back(static_cast<std::uint8_t>(std::clamp(std::lround(255 * part), 1L, 255L)));
            here[cell] = 0;
        }
        touched.clear();
        steps.tile.push_back(static_cast<std::uint32_t>(first));
        steps.family.push_back(static_cast<std::uint8_t>(std::max_element(owned.begin(), owned.end()) - owned.begin()));
        steps.covered.push_back(covered);
        steps.cost.push_back(static_cast<float>(cost));
        steps.begin.push_back(static_cast<std::uint32_t>(steps.cell.size()));
    }
    return true;
}

} // namespace

ReportSteps reportSteps(const Matrix& matrix, const Plan& plan, const StepLimits& limits, Progress& progress)
{
    const auto tiles = static_cast<std::int64_t>(plan.tiling().tiles.size());
    std::int64_t perStep = std::max<std::int64_t>(1, (tiles + limits.steps - 1) / limits.steps);
    constexpr int coarsest = 32; // below that a grid shows little: rather fewer steps
    for (int side = limits.side;;) {
        const Grid grid(matrix, side);
        ReportSteps steps;
        steps.gridRows = grid.rows;
        steps.gridCols = grid.cols;
        steps.tilesPerStep = perStep;
        const std::int64_t most = perStep >= tiles ? INT64_MAX : limits.pairs;
        if (fill(matrix, plan, grid, most, steps, progress))
            return steps;
        if (side > coarsest)
            side /= 2;
        else
            perStep *= 2;
    }
}

} // namespace sparsescope
