#include "engine/raster/tile_counts.h"

#include "engine/core/parallel.h"

#include <atomic>

namespace sparsescope {

namespace {

// An entry of a tile lies anywhere in memory; those of a view are read one after the other.
constexpr std::int64_t dearer = 8;

} // namespace

bool TileCounts::moveTo(const What& what, std::uint32_t step, const Matrix& matrix, const Plan& plan,
                        Progress& progress)
{
    const bool same = m_what == what;
    m_what = {}; // until all is done
    const std::size_t first = std::min(m_step, step), end = std::max(m_step, step);
    std::int64_t between = 0;
    for (std::size_t t = first; same && t < end; ++t)
        between += plan.tiles[t].entries.size();
    if (!same || between * dearer > matrix.nnz()) {
        m_lineLength = static_cast<std::size_t>(what.view.width) * stride;
        m_counts.assign(m_lineLength * static_cast<std::size_t>(what.view.height), 0);
        return false;
    }
    const PixelAxis rows(what.view.row0, what.view.rowsPerPixel, matrix.rows(), what.view.height);
    const PixelAxis cols(what.view.col0, what.view.colsPerPixel, matrix.cols(), what.view.width);
    const PixelAxis::Span seenRows = rows.elements(), seenCols = cols.elements();
    const bool more = step > m_step;
    const std::int64_t* rowPtr = matrix.rowPtr().data();
    parallelRanges(static_cast<std::int64_t>(end - first), 16, [&](std::int64_t begin, std::int64_t stop) {
        progress.check();
        for (auto t = first + static_cast<std::size_t>(begin); t < first + static_cast<std::size_t>(stop); ++t) {
            const TileView tile = plan.view(plan.tiles[t]);
            const int to = more ? what.classes[t] : stride - 1;
            const int from = more ? stride - 1 : what.classes[t];
            std::size_t stored = 0; // entries are in the order of the stored rows
            std::int64_t row = -1;
            for (const std::uint32_t entry : tile.entries) {
                if (Entry::redundant(entry))
                    continue;
                const std::int64_t p = Entry::position(entry);
                if (row < 0 || p < rowPtr[row] || p >= rowPtr[row + 1]) {
                    while (stored < tile.rowIds.size() && (p < rowPtr[tile.rowIds[stored]] || p >= rowPtr[tile.rowIds[stored] + 1]))
                        ++stored;
                    row = stored < tile.rowIds.size() ? tile.rowIds[stored] : matrix.rowOf(p);
                }
                const std::int64_t col = matrix.colIdx()[static_cast<std::size_t>(p)];
                if (row < seenRows.begin || row >= seenRows.end || col < seenCols.begin || col >= seenCols.end)
                    continue;
                std::uint32_t* pixel = line(rows.pixelInside(row)) + cols.pixelInside(col) * stride;
                std::atomic_ref(pixel[from]).fetch_sub(1, std::memory_order_relaxed);
                std::atomic_ref(pixel[to]).fetch_add(1, std::memory_order_relaxed);
            }
        }
    });
    done(what, step);
    return true;
}

void TileCounts::done(const What& what, std::uint32_t step)
{
    m_what = what;
    m_step = step;
}

} // namespace sparsescope
