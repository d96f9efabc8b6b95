// Non-zeros stored anew, with the cheapest parameters of a format.
#include "engine/edit/repack.h"

#include "engine/core/at.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <type_traits>

namespace sparsescope {

namespace {

constexpr std::int64_t step = 16; // widths of condensed tiles
constexpr std::int64_t widest = 160;
constexpr std::int64_t mostPlaces = 1 << 16; // of folded rows
constexpr std::int64_t shortestRun = 32;

std::int64_t powerFor(std::int64_t n, std::int64_t least)
{
    return std::max(least,
                    static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(n, 1)))));
}

} // namespace

RowParts ownedRows(const TileView& tile, const Matrix& matrix)
{
    RowParts parts;
    std::map<std::int32_t, std::size_t> place;
    std::int32_t row = -1;
    for (const std::uint32_t entry : tile.entries) {
        if (Entry::redundant(entry))
            continue;
        const auto p = static_cast<std::int64_t>(Entry::position(entry));
        // Entries stand row by row: the row is sought only when it changes.
        if (row < 0 || p < matrix.rowPtr()[at(row)] || p >= matrix.rowPtr()[static_cast<std::size_t>(row) + 1])
            row = static_cast<std::int32_t>(matrix.rowOf(p));
        const auto [at, added] = place.try_emplace(row, parts.size());
        if (added)
            parts.push_back({row, {}});
        parts[at->second].positions.push_back(entry);
    }
    for (OwnedRow& part : parts)
        std::sort(part.positions.begin(), part.positions.end());
    return parts;
}

RowParts united(RowParts a, const RowParts& b)
{
    std::map<std::int32_t, std::size_t> place;
    for (std::size_t i = 0; i < a.size(); ++i)
        place.emplace(a[i].row, i);
    for (const OwnedRow& part : b) {
        const auto [at, added] = place.try_emplace(part.row, a.size());
        if (added) {
            a.push_back(part);
            continue;
        }
        auto& positions = a[at->second].positions;
        positions.insert(positions.end(), part.positions.begin(), part.positions.end());
        std::sort(positions.begin(), positions.end());
    }
    return a;
}

Repacker::Repacker(const Matrix& matrix, const CostModel& model, const std::vector<bool>& written, std::int64_t parts)
    : m_matrix(matrix), m_model(model), m_written(written), m_parts(parts)
{
}

std::optional<Repacked> Repacker::cheapest(const std::string& format, const RowParts& rows, bool single) const
{
    const FormatKind* kind = findFormatKind(format);
    std::optional<Repacked> best;
    for (Way& way : kind ? waysOf(*kind, rows) : std::vector<Way>()) {
        if (single && way.size() != 1)
            continue;
        const double cost = costOf(way);
        if (std::isfinite(cost) && (!best || cost < best->cost))
            best = Repacked{std::move(way), cost};
    }
    return best;
}

std::vector<Repacker::Way> Repacker::waysOf(const FormatKind& kind, const RowParts& rows) const
{
    switch (kind.traits.repacking) {
    case Repacking::Condense:
        return condensedWays(kind, rows);
    case Repacking::Fold:
        return foldedWays(kind, rows);
    case Repacking::Run:
        return runWays(kind, rows);
    case Repacking::Cover:
        break;
    }
    return coveredWays(kind, rows);
}

double Repacker::costOf(const Way& way) const
{
    std::map<std::int32_t, std::set<const LooseTile*>> holders;
    for (const LooseTile& tile : way)
        for (const std::int32_t row : tile.rows)
            holders[row].insert(&tile);
    const bool sampled = m_model.op().sampled();
    double cost = 0;
    for (const LooseTile& tile : way) {
        const bool atomic =
            sampled ? m_parts > 1 : std::any_of(tile.rows.begin(), tile.rows.end(), [&](std::int32_t row) {
                return m_written[at(row)] || holders[row].size() > 1;
            });
        cost += m_model.cost(tile.format->features(tile.view(), m_matrix), atomic);
    }
    return cost;
}

LooseTile Repacker::condensed(const FormatKind& kind, std::int64_t height, std::span<const OwnedRow> rows,
                              std::span<const std::int32_t> cols) const
{
    const std::int64_t width = (static_cast<std::int64_t>(cols.size()) + step - 1) / step * step;
    LooseTile tile{kind.make({{"rows", height}, {"width", width}}), {}, {cols.begin(), cols.end()}, {}};
    std::vector<std::int32_t> sorted = tile.cols;
    std::sort(sorted.begin(), sorted.end());
    for (const OwnedRow& part : rows) {
        const std::size_t before = tile.entries.size();
        bool owns = false;
        const auto row = static_cast<std::size_t>(part.row);
        for (std::int64_t p = m_matrix.rowPtr()[row]; p < m_matrix.rowPtr()[row + 1]; ++p) {
            if (!std::binary_search(sorted.begin(), sorted.end(), m_matrix.colIdx()[at(p)]))
                continue;
            const auto position = static_cast<std::uint32_t>(p);
            const bool mine = std::binary_search(part.positions.begin(), part.positions.end(), position);
            owns = owns || mine;
            tile.entries.push_back(position | (mine ? 0u : Entry::redundantBit));
        }
        // A row that gives nothing to these columns would be written for nothing.
        if (owns)
            tile.rows.push_back(part.row);
        else
            tile.entries.resize(before);
    }
    return tile;
}

std::vector<Repacker::Way> Repacker::condensedWays(const FormatKind& kind, const RowParts& rows) const
{
    std::vector<Way> ways;
    for (const std::int64_t height : {16, 8}) {
        if (!numbersOf(m_model).table(kind.name, height))
            continue;
        for (std::int64_t width = step; width <= widest; width += step) {
            Way way;
            for (std::size_t first = 0; first < rows.size(); first += static_cast<std::size_t>(height)) {
                const auto window =
                    std::span(rows).subspan(first, std::min(static_cast<std::size_t>(height), rows.size() - first));
                // Fullest columns first (STile 3.1, "condense"): the last blocks hold what is sparse.
                std::map<std::int32_t, int> counts;
                for (const OwnedRow& part : window)
                    for (const std::uint32_t p : part.positions)
                        ++counts[m_matrix.colIdx()[p]];
                std::vector<std::pair<int, std::int32_t>> order;
                for (const auto& [col, count] : counts)
                    order.emplace_back(-count, col);
                std::sort(order.begin(), order.end());
                std::vector<std::int32_t> cols;
                for (const auto& [count, col] : order)
                    cols.push_back(col);
                for (std::size_t c = 0; c < cols.size(); c += static_cast<std::size_t>(width))
                    way.push_back(condensed(
                        kind, height, window,
                        std::span(cols).subspan(c, std::min(static_cast<std::size_t>(width), cols.size() - c))));
            }
            ways.push_back(std::move(way));
        }
    }
    return ways;
}

std::vector<Repacker::Way> Repacker::foldedWays(const FormatKind& kind, const RowParts& rows) const
{
    std::vector<Way> ways;
    std::int64_t longest = 1;
    for (const OwnedRow& part : rows)
        longest = std::max(longest, static_cast<std::int64_t>(part.positions.size()));
    for (std::int64_t width = 1; width <= std::min(powerFor(longest, 1), mostPlaces); width *= 2) {
        Way way;
        LooseTile tile;
        const auto close = [&] {
            if (tile.rows.empty())
                return;
            const std::int64_t height =
                powerFor(static_cast<std::int64_t>(tile.rows.size()), std::max<std::int64_t>(1, 8 / width));
            tile.format = kind.make({{"rows", height}, {"width", width}});
            way.push_back(std::move(tile));
            tile = {};
        };
        for (const OwnedRow& part : rows)
            for (std::size_t p = 0; p < part.positions.size(); p += static_cast<std::size_t>(width)) {
                if ((static_cast<std::int64_t>(tile.rows.size()) + 1) * width > mostPlaces)
                    close();
                tile.rows.push_back(part.row);
                const std::size_t end = std::min(part.positions.size(), p + static_cast<std::size_t>(width));
                tile.entries.insert(tile.entries.end(), part.positions.begin() + static_cast<std::ptrdiff_t>(p),
                                    part.positions.begin() + static_cast<std::ptrdiff_t>(end));
            }
        close();
        ways.push_back(std::move(way));
    }
    return ways;
}

std::vector<Repacker::Way> Repacker::runWays(const FormatKind& kind, const RowParts& rows) const
{
    std::vector<Way> ways;
    std::int64_t all = 0;
    for (const OwnedRow& part : rows)
        all += static_cast<std::int64_t>(part.positions.size());
    for (std::int64_t size = shortestRun; size <= std::min(powerFor(all, shortestRun), kind.traits.pieceMost);
         size *= 2) {
        Way way;
        LooseTile tile;
        const auto close = [&] {
            if (tile.entries.empty())
                return;
            tile.format = kind.make(
                {{kind.traits.pieceSize, powerFor(static_cast<std::int64_t>(tile.entries.size()), shortestRun)}});
            way.push_back(std::move(tile));
            tile = {};
        };
        for (const OwnedRow& part : rows)
            for (const std::uint32_t p : part.positions) {
                if (static_cast<std::int64_t>(tile.entries.size()) == size)
                    close();
                if (tile.rows.empty() || tile.rows.back() != part.row)
                    tile.rows.push_back(part.row);
                tile.entries.push_back(p);
            }
        close();
        ways.push_back(std::move(way));
    }
    return ways;
}

std::vector<Repacker::Way> Repacker::coveredWays(const FormatKind& kind, const RowParts& rows) const
{
    std::vector<std::uint32_t> positions;
    for (const OwnedRow& part : rows)
        positions.insert(positions.end(), part.positions.begin(), part.positions.end());
    std::sort(positions.begin(), positions.end());
    std::vector<Way> ways;
    for (const nlohmann::json& parameters : kind.choices(m_matrix, positions, std::ssize(positions))) {
        const FormatPtr format = kind.make(parameters);
        TileSet tiles;
        format->cover(m_matrix, positions, tiles, noProgress());
        Way way;
        TileSet::Spans at;
        const auto part = [](auto& all, std::size_t begin, std::size_t end) {
            return std::decay_t<decltype(all)>(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                               all.begin() + static_cast<std::ptrdiff_t>(end));
        };
        for (const TileSet::Spans& end : tiles.tiles) {
            way.push_back({format, part(tiles.rowIds, at.rowEnd, end.rowEnd), part(tiles.colIds, at.colEnd, end.colEnd),
                           part(tiles.entries, at.entryEnd, end.entryEnd), end.places});
            at = end;
        }
        ways.push_back(std::move(way));
    }
    return ways;
}

} // namespace sparsescope
