// The index of a plan's tiles: places, padding, colours.
#include "engine/raster/tile_layer.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/plan/formats/micro.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace sparsescope::raster {

namespace {

// Whether distinct ids without a gap; ids of a tile may stand in any order.
bool consecutive(std::span<const std::int32_t> ids, std::int64_t least, std::int64_t greatest)
{
    if (greatest - least + 1 != static_cast<std::int64_t>(ids.size()))
        return false;
    std::vector<bool> seen(ids.size(), false);
    for (const std::int32_t id : ids) {
        const auto at = static_cast<std::size_t>(id - least);
        if (seen[at])
            return false;
        seen[at] = true;
    }
    return true;
}

TileLayer::Bounds boundsOf(const TileView& tile, const Matrix& matrix)
{
    TileLayer::Bounds bounds;
    if (tile.rowIds.empty())
        return bounds;
    const auto [r0, r1] = std::minmax_element(tile.rowIds.begin(), tile.rowIds.end());
    bounds.rect.rowBegin = *r0;
    bounds.rect.rowEnd = *r1 + 1;
    bool columns = false;
    if (!tile.colIds.empty()) {
        const auto [c0, c1] = std::minmax_element(tile.colIds.begin(), tile.colIds.end());
        bounds.rect.colBegin = *c0;
        bounds.rect.colEnd = *c1 + 1;
        columns = consecutive(tile.colIds, *c0, *c1);
    } else if (!tile.entries.empty()) {
        std::int32_t least = std::numeric_limits<std::int32_t>::max();
        std::int32_t greatest = -1;
        for (const std::uint32_t entry : tile.entries) {
            const std::int32_t c = matrix.colIdx()[Entry::position(entry)];
            least = std::min(least, c);
            greatest = std::max(greatest, c);
        }
        bounds.rect.colBegin = least;
        bounds.rect.colEnd = std::int64_t{greatest} + 1;
        // Formats without columns of their own are rectangles only where every place of it is an entry.
        columns = static_cast<std::int64_t>(tile.entries.size()) ==
                  (bounds.rect.rowEnd - bounds.rect.rowBegin) * (bounds.rect.colEnd - bounds.rect.colBegin);
    }
    bounds.contiguous = columns && consecutive(tile.rowIds, bounds.rect.rowBegin, bounds.rect.rowEnd - 1);
    return bounds;
}

bool isShare(TileColouring colouring)
{
    return colouring == TileColouring::Padding || colouring == TileColouring::Redundant;
}

} // namespace

bool numeric(TileColouring colouring)
{
    return colouring != TileColouring::Format && colouring != TileColouring::Level &&
           colouring != TileColouring::Atomic;
}

TileLayer::TileLayer(MatrixPtr matrix, std::shared_ptr<const Plan> plan,
                     std::shared_ptr<const std::vector<std::uint32_t>> owner)
    : m_matrix(std::move(matrix)), m_plan(std::move(plan)), m_owner(std::move(owner))
{
    static std::atomic<std::uint64_t> layers = 0;
    m_id = ++layers;
    if (m_plan->rows != m_matrix->rows() || m_plan->cols != m_matrix->cols() ||
        static_cast<std::int64_t>(m_owner->size()) != m_matrix->nnz())
        throw Error(ErrorKind::Internal, "tiles can only be drawn over the matrix that their plan belongs to");
    const std::size_t count = m_plan->tiling().tiles.size();
    m_bounds.resize(count);
    m_padding.resize(count);
    m_redundant.resize(count);
    m_atomic.resize(count);
    m_family.resize(count);
    m_level.resize(count);
    parallelEach(static_cast<std::int64_t>(count), 256, [&](std::int64_t i) {
        const auto t = static_cast<std::size_t>(i);
        const Tile& tile = m_plan->tiling().tiles[t];
        const Format& format = m_plan->tiling().formatOf(tile);
        const TileView view = m_plan->tiling().view(tile);
        m_bounds[t] = boundsOf(view, *m_matrix);
        const auto stored = static_cast<double>(format.sizes(view)[format.valueArray()]);
        const auto redundant = static_cast<double>(std::count_if(view.entries.begin(), view.entries.end(),
                                                                 [](std::uint32_t e) { return Entry::redundant(e); }));
        m_padding[t] = stored > 0 ? 1 - static_cast<double>(view.entries.size()) / stored : 0;
        m_redundant[t] = stored > 0 ? redundant / stored : 0;
        m_atomic[t] = static_cast<std::uint8_t>(tile.atomic ? FormatFamily::Diagonal : FormatFamily::Block);
        m_family[t] = static_cast<std::uint8_t>(format.family());
        m_level[t] = static_cast<std::uint8_t>(std::clamp(tile.level - 1, 0, 15));
    });
    const auto& formats = m_plan->tiling().formats;
    m_micro = std::any_of(formats.begin(), formats.end(),
                          [](const FormatPtr& format) { return gatheredShapeOf(*format).has_value(); });
    for (const std::uint8_t level : m_level)
        m_levels = std::max(m_levels, level + 1);
}

double TileLayer::number(std::int64_t tile, const TileStyle& style) const
{
    const auto t = static_cast<std::size_t>(tile);
    switch (style.colouring) {
    case TileColouring::Padding:
        return m_padding[t];
    case TileColouring::Redundant:
        return m_redundant[t];
    case TileColouring::Round:
        return m_plan->tiling().tiles[t].round;
    case TileColouring::Cost:
        return m_plan->tiling().tiles[t].cost;
    case TileColouring::Value:
        return style.values && t < style.values->size() ? (*style.values)[t] : std::numeric_limits<double>::quiet_NaN();
    case TileColouring::Format:
    case TileColouring::Level:
    case TileColouring::Atomic:
        break;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

std::vector<std::int64_t> TileLayer::tilesOfFamilies(std::int64_t step) const
{
    std::vector<std::int64_t> tiles(static_cast<std::size_t>(FormatFamily::Other) + 1, 0);
    const auto end = std::clamp<std::int64_t>(step, 0, static_cast<std::int64_t>(m_family.size()));
    for (const std::uint8_t family : std::span(m_family).first(static_cast<std::size_t>(end)))
        ++tiles[family];
    return tiles;
}

std::uint32_t atomicColour(bool atomic)
{
    return atomic ? 0xFFD55E00u : 0xFF56B4E9u; // Okabe-Ito
}

TileScale TileLayer::scale(const TileStyle& style) const
{
    TileScale scale;
    scale.logarithmic = style.colouring == TileColouring::Cost ||
                        (style.colouring == TileColouring::Value && style.logarithmic && !style.diverging);
    scale.diverging = style.colouring == TileColouring::Value && style.diverging;
    if (!isShare(style.colouring) && numeric(style.colouring)) {
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        for (std::int64_t t = 0; t < static_cast<std::int64_t>(m_bounds.size()); ++t) {
            const double v = number(t, style);
            if (!std::isfinite(v) || (scale.logarithmic && v <= 0))
                continue;
            low = std::min(low, v);
            high = std::max(high, v);
        }
        if (low <= high) {
            scale.low = low;
            scale.high = high;
        }
    }
    scale.low = style.low.value_or(scale.low);
    scale.high = style.high.value_or(scale.high);
    if (scale.diverging) {
        const double reach = std::max({std::abs(scale.low), std::abs(scale.high), 1e-300});
        scale.low = -reach;
        scale.high = reach;
    }
    return scale;
}

std::vector<float> TileLayer::positions(const TileStyle& style) const
{
    std::vector<float> out(m_bounds.size());
    const TileScale s = scale(style);
    const double low = s.logarithmic ? std::log(std::max(s.low, 1e-300)) : s.low;
    const double high = s.logarithmic ? std::log(std::max(s.high, 1e-300)) : s.high;
    parallelEach(static_cast<std::int64_t>(out.size()), 4096, [&](std::int64_t t) {
        double v = number(t, style);
        if (s.logarithmic)
            v = v > 0 ? std::log(v) : std::numeric_limits<double>::quiet_NaN();
        const double position = high > low ? std::clamp((v - low) / (high - low), 0.0, 1.0) : 0.5 + 0 * v;
        out[static_cast<std::size_t>(t)] = static_cast<float>(std::isnan(v) ? v : position);
    });
    return out;
}

std::uint32_t TileLayer::colour(std::int64_t tile, const TileStyle& style, const TileScale& s) const
{
    const auto t = static_cast<std::size_t>(tile);
    if (style.colouring == TileColouring::Format)
        return familyColour(static_cast<FormatFamily>(m_family[t]));
    if (style.colouring == TileColouring::Level)
        return levelColour(m_level[t] + 1, m_levels, style.dark);
    if (style.colouring == TileColouring::Atomic)
        return atomicColour(m_plan->tiling().tiles[t].atomic);
    const double v = number(tile, style);
    if (!std::isfinite(v) || (s.logarithmic && v <= 0))
        return noValue(style.dark);
    const double position = !(s.high > s.low) ? 0.5
                            : s.logarithmic   ? std::log(v / s.low) / std::log(s.high / s.low)
                                              : (v - s.low) / (s.high - s.low);
    const Ramp& ramp = s.diverging ? divergingRamp(style.dark) : sequentialRamp(style.map, style.dark);
    return ramp[static_cast<std::size_t>(std::lround(255 * std::clamp(position, 0.0, 1.0)))];
}

std::vector<std::int64_t> TileLayer::roomy(const ViewBox& view, const TileStyle& style, double leastPixels) const
{
    std::vector<std::int64_t> found;
    const auto count = std::min<std::int64_t>(static_cast<std::int64_t>(m_bounds.size()), style.step);
    for (std::int64_t t = 0; t < count; ++t) {
        const Bounds& b = m_bounds[static_cast<std::size_t>(t)];
        if (b.contiguous && static_cast<double>(b.rect.rowEnd - b.rect.rowBegin) >= leastPixels * view.rowsPerPixel &&
            static_cast<double>(b.rect.colEnd - b.rect.colBegin) >= leastPixels * view.colsPerPixel &&
            view.yOf(static_cast<double>(b.rect.rowEnd)) > 0 && view.xOf(static_cast<double>(b.rect.colEnd)) > 0 &&
            view.yOf(static_cast<double>(b.rect.rowBegin)) < view.height &&
            view.xOf(static_cast<double>(b.rect.colBegin)) < view.width)
            found.push_back(t);
    }
    return found;
}

Image renderTiles(MatrixPtr matrix, std::shared_ptr<const Plan> plan,
                  std::shared_ptr<const std::vector<std::uint32_t>> owner, const ViewBox& view, const TileStyle& style,
                  Progress& progress)
{
    return TileLayer(std::move(matrix), std::move(plan), std::move(owner)).render(view, style, progress);
}

} // namespace sparsescope::raster
