#include "engine/plan/dynamic/dense_tiles.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/plan/plan.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace sparsescope {

bool hasDenseTiles(const Plan& plan)
{
    const std::vector<FormatPtr>& formats = plan.tiling().formats;
    return std::any_of(formats.begin(), formats.end(),
                       [](const FormatPtr& f) { return gatheredShapeOf(*f).has_value(); });
}

DenseTiles::DenseTiles(std::shared_ptr<const Plan> plan, MatrixPtr matrix, Progress& progress)
    : m_plan(std::move(plan)), m_matrix(std::move(matrix))
{
    const Tiling& tiling = m_plan->tiling();
    std::vector<std::optional<GatheredShape>> shapes;
    for (const FormatPtr& format : tiling.formats)
        shapes.push_back(gatheredShapeOf(*format));

    // Tiles of a plan from a file stand in any order.
    struct Found {
        std::int32_t format;
        std::int64_t number;
        std::int64_t tile;
    };
    std::vector<Found> found;
    for (std::int64_t t = 0; t < std::ssize(tiling.tiles); ++t) {
        const Tile& tile = tiling.tiles[at(t)];
        const auto& shape = shapes[at(tile.format)];
        if (!shape)
            continue;
        const TileView view = tiling.view(tile);
        if (view.rowIds.empty() || view.colIds.empty())
            continue;
        found.push_back({tile.format, stripOf(*shape, view), t});
    }
    std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
        return std::tie(a.format, a.number) < std::tie(b.format, b.number);
    });
    progress.check();

    m_firstOf.assign(tiling.tiles.size(), -1);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const GatheredShape& shape = *shapes[at(found[i].format)];
        if (i == 0 || found[i].format != found[i - 1].format || found[i].number != found[i - 1].number)
            m_buckets.push_back({found[i].number, shape, std::ssize(m_tiles), std::ssize(m_tiles)});
        Bucket& bucket = m_buckets.back();
        const TileView view = tiling.view(tiling.tiles[at(found[i].tile)]);
        bucket.members += membersOf(shape, view);
        m_firstOf[at(found[i].tile)] = std::ssize(m_tiles);
        for (std::int64_t step = 0; step < stepsOf(shape, view); ++step)
            m_tiles.push_back(
                {static_cast<std::int32_t>(found[i].tile), static_cast<std::int32_t>(std::ssize(m_buckets) - 1), step});
        bucket.end = std::ssize(m_tiles);
    }
    parallelEach(std::ssize(m_tiles), 16, [&](std::int64_t i) {
        if (progress.cancelled())
            return;
        DenseTile& dense = m_tiles[at(i)];
        const GatheredShape& shape = bucketOf(i).shape;
        forOwned(dense, shape, [&](std::int64_t, std::int64_t) { ++dense.owned; });
        const Lines lines = linesOf(dense, shape);
        dense.zeros = std::ssize(lines.rows) * std::ssize(lines.cols) - dense.owned;
    });
    progress.check();
    for (Bucket& bucket : m_buckets) {
        for (const DenseTile& dense : std::span(m_tiles).subspan(at(bucket.first), at(bucket.size()))) {
            bucket.owned += dense.owned;
            bucket.zeros += dense.zeros;
        }
        m_members += bucket.members;
        m_largest = {std::max(m_largest.number, bucket.number), std::max(m_largest.members, bucket.members),
                     std::max(m_largest.size, bucket.size()), std::max(m_largest.rows, bucket.shape.rows),
                     std::max(m_largest.columns, bucket.shape.columns)};
    }
}

std::int64_t DenseTiles::firstOf(std::int64_t tile) const
{
    return tile >= 0 && tile < std::ssize(m_firstOf) ? m_firstOf[at(tile)] : -1;
}

std::int64_t DenseTiles::holding(std::int64_t tile, std::int64_t row, std::int64_t col) const
{
    const std::int64_t first = firstOf(tile);
    if (first < 0)
        return -1;
    const TileView view = m_plan->tiling().view(m_plan->tiling().tiles[at(tile)]);
    const auto held = std::lower_bound(view.colIds.begin(), view.colIds.end(), col);
    if (held == view.colIds.end() || *held != col || !std::binary_search(view.rowIds.begin(), view.rowIds.end(), row))
        return -1;
    return first + (held - view.colIds.begin()) / shapeOf(first).columns;
}

std::int64_t DenseTiles::padding(std::int64_t dense) const
{
    const DenseTile& tile = m_tiles[at(dense)];
    const GatheredShape& shape = shapeOf(dense);
    return shape.rows * shape.columns - tile.owned - tile.zeros;
}

DenseTiles::Lines DenseTiles::linesOf(const DenseTile& dense, const GatheredShape& shape) const
{
    const TileView view = m_plan->tiling().view(m_plan->tiling().tiles[at(dense.tile)]);
    const std::int64_t begin = dense.step * shape.columns;
    return {view.rowIds, view.colIds.subspan(at(begin), at(std::min(shape.columns, std::ssize(view.colIds) - begin)))};
}

// body(stored row, stored column) of each place that holds a non-zero of the tile.
template <class Body>
void DenseTiles::forOwned(const DenseTile& dense, const GatheredShape& shape, const Body& body) const
{
    const Lines lines = linesOf(dense, shape);
    const std::span<const std::uint32_t> entries =
        m_plan->tiling().view(m_plan->tiling().tiles[at(dense.tile)]).entries;
    const auto before = [](std::uint32_t entry, std::int64_t position) { return Entry::position(entry) < position; };
    auto entry = entries.begin(); // rows ascend, and with them positions
    for (std::int64_t r = 0; r < std::ssize(lines.rows); ++r) {
        const std::int64_t row = lines.rows[at(r)];
        const std::span<const std::int32_t> cols = m_matrix->row(row);
        const std::int64_t rowBegin = m_matrix->rowPtr()[at(row)];
        const auto from = std::lower_bound(cols.begin(), cols.end(), lines.cols.front());
        entry = std::lower_bound(entry, entries.end(), rowBegin + (from - cols.begin()), before);
        auto stored = lines.cols.begin();
        for (; entry != entries.end() && Entry::position(*entry) < rowBegin + std::ssize(cols); ++entry) {
            const std::int32_t col = cols[at(Entry::position(*entry) - rowBegin)];
            if (col > lines.cols.back())
                break;
            stored = std::lower_bound(stored, lines.cols.end(), col);
            if (stored != lines.cols.end() && *stored == col && !Entry::redundant(*entry))
                body(r, stored - lines.cols.begin());
        }
    }
}

std::vector<DenseTiles::Place> DenseTiles::places(std::int64_t dense) const
{
    const DenseTile& tile = m_tiles[at(dense)];
    const GatheredShape& shape = shapeOf(dense);
    std::vector<Place> places(at(shape.rows * shape.columns), Place::Padding);
    const Lines lines = linesOf(tile, shape);
    for (std::int64_t r = 0; r < std::ssize(lines.rows); ++r)
        std::fill_n(places.begin() + r * shape.columns, lines.cols.size(), Place::Zero);
    forOwned(tile, shape, [&](std::int64_t r, std::int64_t c) { places[at(r * shape.columns + c)] = Place::Owned; });
    return places;
}

std::vector<DenseTiles::Gathered> DenseTiles::microTiles(std::int64_t dense) const
{
    const GatheredShape& shape = shapeOf(dense);
    const Lines lines = linesOf(m_tiles[at(dense)], shape);
    const bool byRows = shape.axis == GatheredAxis::Rows;
    const std::span<const std::int32_t> along = byRows ? lines.rows : lines.cols;
    const std::span<const std::int32_t> across = byRows ? lines.cols : lines.rows;
    const std::int64_t run = byRows ? shape.height : shape.width;
    std::vector<Gathered> all;
    for (std::int64_t first = 0; first < std::ssize(along); first += run) {
        const std::int64_t end = std::min(first + run, std::ssize(along));
        const std::int64_t from0 = along[at(first)], from1 = along[at(end - 1)] + 1;
        const std::int64_t side0 = across.front(), side1 = across.back() + 1;
        all.push_back(byRows ? Gathered{{from0, from1, side0, side1}, {first, end, 0, side1 - side0}}
                             : Gathered{{side0, side1, from0, from1}, {0, side1 - side0, first, end}});
    }
    return all;
}

} // namespace sparsescope
