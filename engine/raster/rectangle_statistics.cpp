#include "engine/raster/rectangle_statistics.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <atomic>

namespace sparsescope::raster {

namespace {

// The first index with the greatest number, or -1 where all are 0.
std::int64_t firstOfMost(const std::vector<std::int32_t>& lengths)
{
    const auto most = std::max_element(lengths.begin(), lengths.end());
    return most == lengths.end() || *most == 0 ? -1 : most - lengths.begin();
}

void addTiles(RectangleStatistics& s, const Plan& plan, const std::vector<std::int32_t>& ofTile, Progress& progress)
{
    std::vector<RectangleStatistics::Share> shares(static_cast<std::size_t>(FormatFamily::Other) + 1);
    for (std::size_t t = 0; t < ofTile.size(); ++t) {
        if (ofTile[t] == 0)
            continue;
        if (++s.tiles % 4096 == 0)
            progress.check();
        const Tile& tile = plan.tiling().tiles[t];
        const PlaceCounts places = countPlaces(plan, tile);
        s.places.stored += places.stored;
        s.places.owned += places.owned;
        s.places.redundant += places.redundant;
        s.inside += ofTile[t] == places.owned ? 1 : 0;
        s.atomicTiles += tile.atomic ? 1 : 0;
        s.predictedNs += tile.cost;
        const FormatFamily family = plan.tiling().formats[at(tile.format)]->family();
        RectangleStatistics::Share& share = shares[static_cast<std::size_t>(family)];
        if (share.tiles == 0) {
            share.family = family;
            share.format = tile.format;
        }
        ++share.tiles;
        share.nnz += ofTile[t];
    }
    std::copy_if(shares.begin(), shares.end(), std::back_inserter(s.formats),
                 [](const RectangleStatistics::Share& share) { return share.tiles > 0; });
}

} // namespace

RectangleStatistics rectangleStatistics(const Matrix& matrix, const ElementRect& rect, const Plan* plan,
                                        std::span<const std::uint32_t> owner, Progress& progress)
{
    RectangleStatistics s;
    s.rect = rect;
    if (rect.empty())
        return s;
    const std::int64_t height = rect.rowEnd - rect.rowBegin;
    std::vector<std::int32_t> rowLengths(at(height), 0);
    std::vector<std::int32_t> colLengths(at(rect.colEnd - rect.colBegin), 0);
    std::vector<std::int32_t> ofTile(plan ? plan->tiling().tiles.size() : 0, 0);
    parallelRanges(height, 64, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t r = rect.rowBegin + i;
            const auto columns = matrix.row(r);
            const auto first = std::lower_bound(columns.begin(), columns.end(), rect.colBegin);
            const auto last = std::lower_bound(first, columns.end(), rect.colEnd);
            rowLengths[at(i)] = static_cast<std::int32_t>(last - first);
            for (auto c = first; c != last; ++c) {
                std::atomic_ref(colLengths[at(*c - rect.colBegin)]).fetch_add(1, std::memory_order_relaxed);
                if (plan) {
                    const std::int64_t position = matrix.rowPtr()[at(r)] + (c - columns.begin());
                    std::atomic_ref(ofTile[owner[at(position)]]).fetch_add(1, std::memory_order_relaxed);
                }
            }
        }
    });
    for (const std::int32_t length : rowLengths)
        s.nnz += length;
    s.density = static_cast<double>(s.nnz) / (static_cast<double>(height) * static_cast<double>(colLengths.size()));
    s.emptyRows = std::count(rowLengths.begin(), rowLengths.end(), 0);
    s.emptyCols = std::count(colLengths.begin(), colLengths.end(), 0);
    if (const std::int64_t row = firstOfMost(rowLengths); row >= 0) {
        s.longestRow = rect.rowBegin + row;
        s.longestRowNnz = rowLengths[at(row)];
    }
    if (const std::int64_t col = firstOfMost(colLengths); col >= 0) {
        s.longestCol = rect.colBegin + col;
        s.longestColNnz = colLengths[at(col)];
    }
    if (plan)
        addTiles(s, *plan, ofTile, progress);
    return s;
}

} // namespace sparsescope::raster
