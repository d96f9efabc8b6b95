#include "engine/raster/tile_counts.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

namespace sparsescope::raster {

namespace {

// An entry of a tile lies anywhere in memory; those of a view are read one after the other.
constexpr std::int64_t dearer = 8;

std::vector<RowGroup> groupsOf(const Matrix& matrix, const ViewBox& view)
{
    return rowGroups(PixelAxis(view.row0, view.rowsPerPixel, matrix.rows(), view.height));
}

} // namespace

std::int64_t TileCounts::entriesBetween(std::uint32_t a, std::uint32_t b) const
{
    return std::abs(m_entriesBefore[a] - m_entriesBefore[b]);
}

void TileCounts::forget(const TileLayer& layer, const Tiles& tiles, const ViewBox& view)
{
    m_layer = 0; // until all is there
    m_counted = m_noRoom = false;
    m_seen = 0;
    m_frames.clear();
    m_classOf.assign(tiles.classes.begin(), tiles.classes.end());
    m_numberOf.assign(tiles.numbers.begin(), tiles.numbers.end());
    m_classes = tiles.count;
    m_entriesBefore = {0};
    for (const Tile& tile : layer.plan().tiling().tiles)
        m_entriesBefore.push_back(m_entriesBefore.back() + tile.entries.size());
    m_width = static_cast<std::size_t>(view.width);
    m_lineLength = m_width * static_cast<std::size_t>(m_classes);
    m_counts.resize(m_lineLength * static_cast<std::size_t>(view.height));
    m_all.resize(m_width * static_cast<std::size_t>(view.height));
    m_layer = layer.id();
    m_view = view;
}

void TileCounts::moveTo(const TileLayer& layer, const Tiles& tiles, const ViewBox& view, std::uint32_t step,
                        Progress& progress)
{
    if (layer.id() != m_layer || view != m_view || tiles.count != m_classes ||
        !std::ranges::equal(tiles.classes, m_classOf) || !std::ranges::equal(tiles.numbers, m_numberOf))
        forget(layer, tiles, view);
    const auto dear = [&](std::uint32_t from) { return entriesBetween(from, step) * dearer > m_seen; };
    // Whoever goes far goes far again.
    if (m_counted && dear(m_step) && m_frames.empty())
        makeFrames(layer, progress);
    const auto near = std::min_element(m_frames.begin(), m_frames.end(), [&](const Frame& a, const Frame& b) {
        return entriesBetween(a.step, step) < entriesBetween(b.step, step);
    });
    const bool counted = std::exchange(m_counted, false); // until all is done
    if (near != m_frames.end() && (!counted || entriesBetween(near->step, step) < entriesBetween(m_step, step)))
        restore(*near, progress);
    else if (!counted || dear(m_step))
        countAnew(layer, step, progress);
    walk(layer, step, progress);
    m_counted = true;
}

void TileCounts::countAnew(const TileLayer& layer, std::uint32_t step, Progress& progress)
{
    const Matrix& matrix = layer.matrix();
    const ColumnWindow columns(matrix, m_view);
    const std::vector<RowGroup> groups = groupsOf(matrix, m_view);
    std::atomic<std::int64_t> seen = 0;
    std::atomic<std::uint32_t> most = 0;
    const int counted = m_classes - (m_numberOf.empty() ? 0 : 1); // classes of non-zeros
    parallelRanges(static_cast<std::int64_t>(groups.size()), 8, [&](std::int64_t begin, std::int64_t end) {
        const auto stride = static_cast<std::size_t>(m_classes) + 1;
        std::vector<std::uint32_t> counters(m_width * stride);
        for (std::int64_t g = begin; g < end; ++g) {
            progress.check();
            const RowGroup& group = groups[at(g)];
            std::fill(counters.begin(), counters.end(), 0);
            countLine(counters.data(), m_classes, matrix, group, columns, layer.owner().data(), m_classOf.data(),
                      m_numberOf.empty() ? nullptr : m_numberOf.data(), step);
            std::uint32_t* to = m_counts.data() + static_cast<std::size_t>(group.yBegin) * m_lineLength;
            std::uint32_t* all = m_all.data() + static_cast<std::size_t>(group.yBegin) * m_width;
            std::int64_t inLine = 0;
            std::uint32_t densest = 0;
            for (std::size_t x = 0; x < m_width; ++x) {
                const std::uint32_t* from = counters.data() + x * stride;
                all[x] = from[m_classes];
                for (int k = 0; k < m_classes; ++k) {
                    *to++ = from[k];
                    all[x] += k < counted ? from[k] : 0;
                }
                inLine += all[x];
                densest = std::max(densest, all[x]);
            }
            seen += inLine;
            for (std::uint32_t before = most; before < densest && !most.compare_exchange_weak(before, densest);)
                ;
        }
    });
    m_seen = seen;
    m_most = most;
    m_step = step;
}

void TileCounts::makeFrames(const TileLayer& layer, Progress& progress)
{
    if (!m_counted || layer.id() != m_layer || !m_frames.empty() || m_noRoom || m_seen <= m_quick)
        return;
    try {
        m_frames = framesOf(layer, progress);
    } catch (const std::bad_alloc&) {
        m_noRoom = true;
    }
}

std::vector<TileCounts::Frame> TileCounts::framesOf(const TileLayer& layer, Progress& progress) const
{
    const Matrix& matrix = layer.matrix();
    const auto size = static_cast<std::int64_t>(m_counts.size());
    const std::int64_t wanted =
        std::min(matrix.nnz() / std::max<std::int64_t>(m_quick / dearer, 1), matrix.nnz() / size);
    if (wanted < 1)
        return {};
    // The frames, and which counters of a pixel the non-zeros of a tile belong to: those of the first frame with it.
    std::vector<Frame> frames;
    std::vector<std::uint16_t> counterOf(m_classOf.size());
    const std::int64_t share = std::max<std::int64_t>(m_entriesBefore.back() / std::min<std::int64_t>(wanted, 64), 1);
    for (std::size_t t = 0; t < m_classOf.size(); ++t) {
        counterOf[t] = static_cast<std::uint16_t>(frames.size() * static_cast<std::size_t>(m_classes) + m_classOf[t]);
        if (m_entriesBefore[t + 1] / share > m_entriesBefore[t] / share || t + 1 == m_classOf.size())
            frames.push_back({static_cast<std::uint32_t>(t + 1),
                              std::make_unique_for_overwrite<std::uint32_t[]>(static_cast<std::size_t>(size))});
    }
    const ColumnWindow columns(matrix, m_view);
    const std::vector<RowGroup> groups = groupsOf(matrix, m_view);
    parallelRanges(static_cast<std::int64_t>(groups.size()), 8, [&](std::int64_t begin, std::int64_t end) {
        const std::size_t stride = frames.size() * static_cast<std::size_t>(m_classes);
        std::vector<std::uint32_t> counters(m_width * stride);
        for (std::int64_t g = begin; g < end; ++g) {
            progress.check();
            const RowGroup& group = groups[at(g)];
            std::fill(counters.begin(), counters.end(), 0);
            visitEntries(matrix, group, columns,
                         [=, at = counters.data(), owner = layer.owner().data(), counter = counterOf.data(),
                          tiles = counterOf.size(), classOf = m_classOf.data(), last = m_classes - 1,
                          numberOf = m_numberOf.empty() ? nullptr : m_numberOf.data()](int x, std::int64_t p) {
                             const std::uint32_t tile = owner[p];
                             if (tile >= tiles)
                                 return;
                             std::uint32_t* mine = at + static_cast<std::size_t>(x) * stride + counter[tile];
                             ++*mine;
                             if (numberOf)
                                 mine[last - classOf[tile]] += numberOf[tile];
                         });
            const std::size_t y = static_cast<std::size_t>(group.yBegin) * m_lineLength;
            for (std::size_t f = 0; f < frames.size(); ++f)
                for (std::size_t x = 0; x < m_width; ++x)
                    for (std::size_t k = 0; k < static_cast<std::size_t>(m_classes); ++k) {
                        std::uint32_t* counter =
                            counters.data() + x * stride + f * static_cast<std::size_t>(m_classes) + k;
                        if (f > 0)
                            *counter += *(counter - m_classes);
                        frames[f].counts[y + x * static_cast<std::size_t>(m_classes) + k] = *counter;
                    }
        }
    });
    return frames;
}

void TileCounts::restore(const Frame& frame, Progress& progress)
{
    parallelRanges(static_cast<std::int64_t>(m_counts.size()), 1 << 18, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        std::copy(frame.counts.get() + begin, frame.counts.get() + end, m_counts.begin() + begin);
    });
    m_step = frame.step;
}

// By the tiles between the step before and this one.
void TileCounts::walk(const TileLayer& layer, std::uint32_t step, Progress& progress)
{
    const Matrix& matrix = layer.matrix();
    const Plan& plan = layer.plan();
    const ViewBox& view = m_view;
    const PixelAxis rows(view.row0, view.rowsPerPixel, matrix.rows(), view.height);
    const PixelAxis cols(view.col0, view.colsPerPixel, matrix.cols(), view.width);
    const PixelAxis::Span seenRows = rows.elements(), seenCols = cols.elements();
    const std::size_t first = std::min(m_step, step), last = std::max(m_step, step);
    const std::uint32_t change = step > m_step ? 1 : ~0u;
    const std::int64_t* rowPtr = matrix.rowPtr().data();
    parallelRanges(static_cast<std::int64_t>(last - first), 16, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        for (auto t = first + static_cast<std::size_t>(begin); t < first + static_cast<std::size_t>(end); ++t) {
            const TileView tile = plan.tiling().view(plan.tiling().tiles[t]);
            std::size_t stored = 0; // entries are in the order of the stored rows
            std::int64_t row = -1;
            for (const std::uint32_t entry : tile.entries) {
                if (Entry::redundant(entry))
                    continue;
                const std::int64_t p = Entry::position(entry);
                if (row < 0 || p < rowPtr[row] || p >= rowPtr[row + 1]) {
                    while (stored < tile.rowIds.size() &&
                           (p < rowPtr[tile.rowIds[stored]] || p >= rowPtr[tile.rowIds[stored] + 1]))
                        ++stored;
                    row = stored < tile.rowIds.size() ? tile.rowIds[stored] : matrix.rowOf(p);
                }
                const std::int64_t col = matrix.colIdx()[at(p)];
                if (row < seenRows.begin || row >= seenRows.end || col < seenCols.begin || col >= seenCols.end)
                    continue;
                std::uint32_t* pixel = m_counts.data() +
                                       static_cast<std::size_t>(rows.pixelInside(row)) * m_lineLength +
                                       cols.pixelInside(col) * m_classes;
                std::atomic_ref(pixel[m_classOf[t]]).fetch_add(change, std::memory_order_relaxed);
                if (!m_numberOf.empty())
                    std::atomic_ref(pixel[m_classes - 1]).fetch_add(change * m_numberOf[t], std::memory_order_relaxed);
            }
        }
    });
    m_step = step;
}

} // namespace sparsescope::raster
