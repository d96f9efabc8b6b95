// Blocks and runs that cross (STile figure 12).
#include "engine/core/error.h"
#include "engine/matrix/patterns.h"
#include "engine/matrix/patterns/build.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <random>

namespace sparsescope {

namespace {

// Where the blocks lie on the grid of their side, and where runs find room beside them.
class BlockGrid {
public:
    explicit BlockGrid(const Crossing& pattern)
        : m_side(pattern.block), m_spacing(pattern.spacing), m_reach(pattern.beside * pattern.spacing),
          m_extent(pattern.rows / pattern.block)
    {
    }

    bool isBlock(std::int64_t blockRow, std::int64_t blockCol) const
    {
        const std::int64_t beside = blockCol - blockRow;
        return blockRow % m_spacing == 0 && beside % m_spacing == 0 && std::abs(beside) <= m_reach;
    }
    std::int64_t blocks() const
    {
        const std::int64_t along = (m_extent + m_spacing - 1) / m_spacing;
        std::int64_t all = along;
        for (std::int64_t k = 1; k <= std::min(m_reach / m_spacing, along - 1); ++k)
            all += 2 * (along - k);
        return all;
    }
    // Places first, first + 1, ... of a line, which is a row or, by symmetry, a column.
    bool meetsBlock(std::int64_t line, std::int64_t first, std::int64_t length) const
    {
        for (std::int64_t b = first / m_side; b <= (first + length - 1) / m_side; ++b)
            if (isBlock(line / m_side, b))
                return true;
        return false;
    }
    // Appends the columns of a row's blocks.
    void columnsOf(std::int64_t r, std::vector<std::int32_t>& out) const
    {
        const std::int64_t row = r / m_side;
        if (row % m_spacing != 0)
            return;
        for (std::int64_t b = std::max(row % m_spacing, row - m_reach); b <= std::min(m_extent - 1, row + m_reach);
             b += m_spacing)
            for (std::int64_t c = 0; c < m_side; ++c)
                out.push_back(static_cast<std::int32_t>(b * m_side + c));
    }

private:
    std::int64_t m_side, m_spacing, m_reach, m_extent;
};

void checkCrossing(const Crossing& p)
{
    const auto refuse = [](const char* parameter, const std::string& range, auto value) {
        refuseParameter("crossing", parameter, range, static_cast<double>(value));
    };
    requireExtent("crossing", "rows", p.rows);
    if (p.block < 1 || p.block > p.rows)
        refuse("block", "whole numbers from 1 to rows", p.block);
    if (p.run < 1 || p.run > p.rows)
        refuse("run", "whole numbers from 1 to rows", p.run);
    if (const std::int64_t step = std::lcm(p.block, p.run); p.rows % step != 0 || p.rows < 128)
        refuse("rows", fmt::format("multiples of {} from 128 on", step), p.rows);
    if (p.spacing < 1 || p.spacing > p.rows / p.block)
        refuse("spacing", "whole numbers from 1 to rows / block", p.spacing);
    if (p.beside < 0 || p.beside > p.rows / p.block)
        refuse("beside", "whole numbers from 0 to rows / block", p.beside);
    if (!(p.runs >= 0 && p.runs <= Crossing::mostRuns))
        refuse("runs", fmt::format("shares from 0 to {}", Crossing::mostRuns), p.runs);
    if (!(p.down >= 0 && p.down <= 1))
        refuse("down", "shares from 0 to 1", p.down);
}

// `count` different runs that meet no block, each as line * (rows / run) + its place there, ascending; a place that is
// taken is drawn again.
std::vector<std::int64_t> drawRuns(std::int64_t count, const Crossing& p, const BlockGrid& grid,
                                   std::mt19937_64& random, Progress& progress)
{
    const std::int64_t places = p.rows / p.run;
    std::vector<std::int64_t> runs;
    runs.reserve(static_cast<std::size_t>(count));
    while (static_cast<std::int64_t>(runs.size()) < count) {
        progress.check();
        while (static_cast<std::int64_t>(runs.size()) < count) {
            const auto line = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(p.rows));
            const auto place = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(places));
            if (!grid.meetsBlock(line, place * p.run, p.run))
                runs.push_back(line * places + place);
        }
        std::sort(runs.begin(), runs.end());
        runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
    }
    return runs;
}

} // namespace

MatrixPtr crossing(std::int64_t n, std::uint64_t seed, Progress& progress)
{
    return crossing(Crossing{.rows = n, .seed = seed}, progress);
}

MatrixPtr crossing(const Crossing& p, Progress& progress)
{
    checkCrossing(p);
    const BlockGrid grid(p);
    const std::int64_t inBlocks = grid.blocks() * p.block * p.block;
    const double runsWanted = static_cast<double>(inBlocks) * p.runs / (1 - p.runs) / static_cast<double>(p.run);
    // With less room than this the draws would hardly end.
    const double taken = static_cast<double>(inBlocks) * static_cast<double>((p.run + p.block - 1) / p.block);
    const double room =
        (static_cast<double>(p.rows) * static_cast<double>(p.rows) - taken) / static_cast<double>(p.run) / 2;
    if (runsWanted * std::max(p.down, 1 - p.down) > room)
        refuseParameter("crossing", "runs",
                        fmt::format("a share whose {:.0f} runs find room beside the blocks", runsWanted), p.runs);
    const auto runs = std::llround(runsWanted), down = std::llround(runsWanted * p.down);
    requireRoom(p.rows, inBlocks + runs * p.run, false);
    std::mt19937_64 random(p.seed);
    const std::vector<std::int64_t> across = drawRuns(runs - down, p, grid, random, progress);
    std::vector<std::int64_t> downward = drawRuns(down, p, grid, random, progress);
    // From column and place to place and column, so that those of a row stand together.
    const std::int64_t places = p.rows / p.run;
    for (std::int64_t& run : downward)
        run = run % places * p.rows + run / places;
    std::sort(downward.begin(), downward.end());

    const auto columnsOf = [&](std::int64_t r) {
        std::vector<std::int32_t> columns;
        grid.columnsOf(r, columns);
        for (auto run = std::lower_bound(across.begin(), across.end(), r * places);
             run != across.end() && *run < (r + 1) * places; ++run)
            for (std::int64_t c = 0; c < p.run; ++c)
                columns.push_back(static_cast<std::int32_t>(*run % places * p.run + c));
        const std::int64_t first = r / p.run * p.rows;
        for (auto run = std::lower_bound(downward.begin(), downward.end(), first);
             run != downward.end() && *run < first + p.rows; ++run)
            columns.push_back(static_cast<std::int32_t>(*run - first));
        std::sort(columns.begin(), columns.end());
        columns.erase(std::unique(columns.begin(), columns.end()), columns.end()); // where runs cross
        return columns;
    };
    return matrixByRows(
        p.rows, p.rows, "crossing", false, progress,
        [&](std::int64_t r) { return static_cast<std::int64_t>(columnsOf(r).size()); },
        [&](std::int64_t r, std::span<std::int32_t> out, std::span<double>) {
            const std::vector<std::int32_t> columns = columnsOf(r);
            std::copy(columns.begin(), columns.end(), out.begin());
        });
}

} // namespace sparsescope
