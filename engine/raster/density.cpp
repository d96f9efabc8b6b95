#include "engine/raster/density.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/raster/entry_scan.h"
#include "engine/raster/pyramid_cells.h"

#include <algorithm>
#include <cmath>

namespace sparsescope::raster {

namespace {

void countEntries(DensityCounts& out, const Matrix& matrix, const ViewBox& view, Progress& progress)
{
    const PixelAxis rows(view.row0, view.rowsPerPixel, matrix.rows(), view.height);
    const ColumnWindow columns(matrix, view);
    const std::vector<RowGroup> groups = rowGroups(rows);
    parallelEach(static_cast<std::int64_t>(groups.size()), 4, [&](std::int64_t g) {
        progress.check();
        const RowGroup& group = groups[at(g)];
        std::uint32_t* line = out.counts.data() + at(group.yBegin) * at(out.width);
        visitEntries(matrix, group, columns, [line](int x, std::int64_t) { ++line[x]; });
        for (int y = group.yBegin + 1; y < group.yEnd; ++y)
            std::copy_n(line, out.width, out.counts.data() + at(y) * at(out.width));
    });

    // Each element counts once in a profile, however many pixels it has.
    std::vector<int> firstPixels;
    for (int x = 0; x < out.width; ++x)
        if (!columns.axis.magnified() || x == 0 || columns.axis.elementsOf(x) != columns.axis.elementsOf(x - 1))
            firstPixels.push_back(x);
    for (const RowGroup& group : groups) {
        const std::uint32_t* line = out.counts.data() + at(group.yBegin) * at(out.width);
        for (int x = 0; x < out.width; ++x)
            out.columnProfile[at(x)] += line[x];
        double sum = 0;
        for (const int x : firstPixels)
            sum += line[x];
        for (int y = group.yBegin; y < group.yEnd; ++y)
            out.rowProfile[at(y)] = sum;
    }
}

// Adds each cell's sum to the pixels that it overlaps, by the share of its elements.
void spread(std::vector<double>& profile, const PixelAxis& axis, std::int64_t cell, std::int64_t size,
            const std::vector<std::uint64_t>& sums)
{
    for (int p = 0; p < axis.pixels(); ++p) {
        const PixelAxis::Span e = axis.elementsOf(p);
        for (std::int64_t here = e.begin; here < e.end;) {
            const std::int64_t c = here / cell;
            const std::int64_t end = std::min(e.end, (c + 1) * cell);
            const std::int64_t cellSize = std::min(size, (c + 1) * cell) - c * cell;
            profile[at(p)] +=
                static_cast<double>(sums[at(c)]) * static_cast<double>(end - here) / static_cast<double>(cellSize);
            here = end;
        }
    }
}

void maximumOfCells(DensityCounts& out, const Matrix& matrix, const Pyramid::Level& level, const ViewBox& view,
                    Progress& progress)
{
    const PixelAxis rows(view.row0, view.rowsPerPixel, matrix.rows(), view.height);
    const PixelAxis cols(view.col0, view.colsPerPixel, matrix.cols(), view.width);
    const std::vector<CellSpan> rowCells = cellsOfPixels(rows, level.cellRows);
    const std::vector<CellSpan> colCells = cellsOfPixels(cols, level.cellCols);
    parallelEach(out.height, 8, [&](std::int64_t y) {
        progress.check();
        std::uint32_t* line = out.counts.data() + at(y) * at(out.width);
        for (std::int64_t r = rowCells[at(y)].begin; r < rowCells[at(y)].end; ++r) {
            const std::uint32_t* cells = level.counts.data() + r * level.gridCols;
            for (int x = 0; x < out.width; ++x)
                for (std::int64_t c = colCells[at(x)].begin; c < colCells[at(x)].end; ++c)
                    line[x] = std::max(line[x], cells[c]);
        }
    });

    const PixelAxis::Span r = rows.elements();
    const PixelAxis::Span c = cols.elements();
    if (r.begin >= r.end || c.begin >= c.end)
        return;
    std::vector<std::uint64_t> ofRows(at(level.gridRows), 0);
    std::vector<std::uint64_t> ofCols(at(level.gridCols), 0);
    for (std::int64_t i = r.begin / level.cellRows; i <= (r.end - 1) / level.cellRows; ++i)
        for (std::int64_t j = c.begin / level.cellCols; j <= (c.end - 1) / level.cellCols; ++j) {
            ofRows[at(i)] += level.at(i, j);
            ofCols[at(j)] += level.at(i, j);
        }
    spread(out.rowProfile, rows, level.cellRows, matrix.rows(), ofRows);
    spread(out.columnProfile, cols, level.cellCols, matrix.cols(), ofCols);
}

} // namespace

DensityCounts densityCounts(const Matrix& matrix, const Pyramid* pyramid, const ViewBox& view, Progress& progress,
                            std::int64_t exactLimit)
{
    DensityCounts out;
    out.width = std::max(view.width, 0);
    out.height = std::max(view.height, 0);
    out.counts.assign(at(out.width) * at(out.height), 0);
    out.columnProfile.assign(at(out.width), 0);
    out.rowProfile.assign(at(out.height), 0);
    if (out.counts.empty() || matrix.nnz() == 0)
        return out;
    out.level = pyramidLevelToDraw(matrix, pyramid, view, exactLimit);
    if (out.level >= 0)
        maximumOfCells(out, matrix, pyramid->levels()[at(out.level)], view, progress);
    else
        countEntries(out, matrix, view, progress);
    return out;
}

} // namespace sparsescope::raster
