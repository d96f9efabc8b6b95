#include "engine/search/stile/selection.h"

#include "engine/core/error.h"

#include <algorithm>
#include <tuple>

namespace sparsescope::stile {

namespace {

template <class T>
std::span<const T> part(const std::vector<T>& all, const Range& range)
{
    return std::span(all).subspan(static_cast<std::size_t>(range.begin), static_cast<std::size_t>(range.size()));
}

template <class T>
Range append(std::vector<T>& to, const std::vector<T>& from)
{
    const auto begin = static_cast<std::int64_t>(to.size());
    to.insert(to.end(), from.begin(), from.end());
    return {begin, static_cast<std::int64_t>(to.size())};
}

// Moves a range down to `at`.
template <class T>
Range moveDown(std::vector<T>& all, const Range& range, std::int64_t at)
{
    std::copy(all.begin() + range.begin, all.begin() + range.end, all.begin() + at);
    return {at, at + range.size()};
}

} // namespace

bool better(const Swap& a, const Swap& b)
{
    const double left = (a.cost - a.saved) * static_cast<double>(b.covers);
    const double right = (b.cost - b.saved) * static_cast<double>(a.covers);
    return left != right ? left < right
                         : std::tuple(a.cost, a.firstRow, a.window) < std::tuple(b.cost, b.firstRow, b.window);
}

Selection::Selection(Remaining& remaining, const Space& space, bool withdraw)
    : m_remaining(remaining), m_space(space), m_withdraw(withdraw)
{
    const auto rows = static_cast<std::size_t>(remaining.matrix().rows());
    // Few are redundant or go again. A page that is never written takes no memory.
    m_entries.reserve(at(remaining.matrix().nnz()) / 8 * 9);
    if (withdraw) {
        m_first.assign(rows, -1);
        m_inWindow.assign(rows, 0);
        m_share.assign(rows, 0);
        m_rowChanged.assign(rows, 0);
    }
}

void Selection::touch(std::int32_t row)
{
    if (m_rowChanged[at(row)] == 0) {
        m_rowChanged[at(row)] = 1;
        m_changedRows.push_back(row);
    }
}

void Selection::forgetChangedRows()
{
    for (const std::int32_t r : m_changedRows)
        m_rowChanged[at(r)] = 0;
    m_changedRows.clear();
}

void Selection::reshare(std::int32_t row)
{
    touch(row);
    m_share[at(row)] = 0;
    forTilesOf(row, [&](std::int32_t tile) { m_share[at(row)] += shareOf(m_tiles[at(tile)]); });
}

std::int32_t Selection::add(Chosen chosen, const Contents& contents)
{
    const auto index = static_cast<std::int32_t>(m_tiles.size());
    chosen.rows = append(m_rowIds, contents.rows);
    chosen.cols = append(m_colIds, contents.cols);
    chosen.entries = append(m_entries, contents.entries);
    for (const std::int32_t r : contents.rows) {
        m_remaining.write(r);
        if (m_withdraw) {
            touch(r);
            m_share[at(r)] += shareOf(chosen);
            m_links.push_back({index, m_first[static_cast<std::size_t>(r)]});
            m_first[static_cast<std::size_t>(r)] = static_cast<std::int32_t>(m_links.size()) - 1;
        }
    }
    m_costSum += chosen.cost;
    m_atomic += chosen.atomic ? 1 : 0;
    m_stored += chosen.format->packedValues();
    ++m_alive;
    m_tiles.push_back(chosen);
    return index;
}

void Selection::take(const Candidate& candidate, Contents&& contents, const Score& score, int level, int round)
{
    std::size_t e = 0;
    for (std::size_t i = 0; i < contents.rows.size(); ++i)
        for (std::int32_t owned = 0; owned < contents.owned[i]; ++e)
            if (!Entry::redundant(contents.entries[e])) {
                m_remaining.cover(contents.entries[e], contents.rows[i]);
                ++owned;
            }
    add({candidate.format, level, round, {}, {}, {}, contents.covers, score.cost, score.atomic, true}, contents);
}

std::vector<std::int32_t> Selection::tilesOf(std::span<const std::int32_t> rows) const
{
    std::vector<std::int32_t> tiles;
    for (const std::int32_t r : rows)
        forTilesOf(r, [&](std::int32_t tile) { tiles.push_back(tile); });
    std::sort(tiles.begin(), tiles.end());
    return tiles;
}

std::optional<Swap> Selection::weigh(const Level& level, std::int32_t index, double limit, Scratch& scratch) const
{
    const Window& window = level.windows[at(index)];
    const auto rows = level.rows(window);
    const std::vector<Choice>& widths = m_space.blocks[at(window.height)].widths;
    const std::int64_t widest = widths.back().format->packedCols();
    const Matrix& matrix = m_remaining.matrix();
    Swap swap;
    swap.window = index;
    swap.firstRow = rows.front();
    bool touched = false;
    for (const std::int32_t r : rows) {
        touched = touched || m_remaining.writers(r) > 0;
        swap.covers += m_remaining.left(r);
    }
    if (!touched || swap.covers == 0)
        return {};
    const std::vector<std::int32_t> tiles = tilesOf(rows);
    for (auto at = tiles.begin(); at != tiles.end();) {
        const auto end = std::upper_bound(at, tiles.end(), *at);
        const Chosen& tile = m_tiles[static_cast<std::size_t>(*at)];
        if (end - at == tile.rows.size())
            swap.saved += tile.cost;
        at = end;
    }
    swap.cost = widths.front().leastNs[0];
    if (swap.average() > limit)
        return swap;
    scratch.nextEpoch();
    std::int64_t columns = 0;
    for (const std::int32_t r : rows) {
        for (const std::int32_t c : matrix.row(r))
            columns += scratch.first(c) ? 1 : 0;
        if (columns > widest)
            return {};
    }
    for (const Choice& choice : widths)
        if (choice.format->packedCols() >= columns && (swap.choice == nullptr || choice.ns[0] < swap.choice->ns[0]))
            swap.choice = &choice;
    swap.cost = swap.choice->ns[0];
    return swap;
}

void Selection::kill(Chosen& tile)
{
    for (const std::int32_t r : part(m_rowIds, tile.rows))
        m_remaining.unwrite(r);
    changed(tile);
    tile.alive = false;
    m_costSum -= tile.cost;
    m_atomic -= tile.atomic ? 1 : 0;
    m_stored -= tile.format->packedValues();
    --m_alive;
}

void Selection::refresh(Chosen& tile)
{
    changed(tile);
    m_costSum -= tile.cost;
    m_atomic -= tile.atomic ? 1 : 0;
    tile.atomic = false;
    std::vector<std::int32_t> rows(m_rowIds.begin() + tile.rows.begin, m_rowIds.begin() + tile.rows.end);
    std::sort(rows.begin(), rows.end());
    for (auto first = rows.begin(); first != rows.end() && !tile.atomic;) {
        const auto end = std::upper_bound(first, rows.end(), *first);
        tile.atomic = m_remaining.writers(*first) > end - first || m_remaining.left(*first) > 0;
        first = end;
    }
    const TileView view{part(m_rowIds, tile.rows), part(m_colIds, tile.cols), part(m_entries, tile.entries)};
    tile.cost = m_space.cost(tile.format->features(view, m_remaining.matrix()), tile.atomic);
    m_costSum += tile.cost;
    m_atomic += tile.atomic ? 1 : 0;
}

// What is left is stored in place; a block drops the columns that held nothing else and takes the narrowest width that
// holds the others.
void Selection::loseRows(Chosen& tile, Scratch& scratch)
{
    const Matrix& matrix = m_remaining.matrix();
    changed(tile);
    std::int64_t rowAt = tile.rows.begin;
    std::int64_t entryAt = tile.entries.begin;
    std::int64_t e = tile.entries.begin;
    scratch.nextEpoch();
    for (std::int64_t i = tile.rows.begin; i < tile.rows.end; ++i) {
        const std::int32_t r = m_rowIds[static_cast<std::size_t>(i)];
        const bool goes = m_inWindow[static_cast<std::size_t>(r)] != 0;
        // Pieces of one row stand together: the first of them takes the entries of all.
        for (; e < tile.entries.end; ++e) {
            const std::uint32_t entry = m_entries[static_cast<std::size_t>(e)];
            const std::int64_t p = Entry::position(entry);
            if (p < matrix.rowPtr()[static_cast<std::size_t>(r)] ||
                p >= matrix.rowPtr()[static_cast<std::size_t>(r) + 1])
                break;
            if (goes) {
                tile.covers -= Entry::redundant(entry) ? 0 : 1;
                continue;
            }
            m_entries[static_cast<std::size_t>(entryAt++)] = entry;
            scratch.first(matrix.colIdx()[static_cast<std::size_t>(p)]);
        }
        if (goes)
            m_remaining.unwrite(r);
        else
            m_rowIds[static_cast<std::size_t>(rowAt++)] = r;
    }
    tile.rows.end = rowAt;
    tile.entries.end = entryAt;
    if (tile.cols.size() > 0) {
        const auto begin = m_colIds.begin() + tile.cols.begin;
        const auto used = std::stable_partition(begin, m_colIds.begin() + tile.cols.end, [&](std::int32_t c) {
            return scratch.stamp[static_cast<std::size_t>(c)] == scratch.epoch;
        });
        tile.cols.end = tile.cols.begin + (used - begin);
        for (const BlockHeight& height : m_space.blocks)
            if (height.rows == tile.format->packedRows())
                for (auto choice = height.widths.rbegin(); choice != height.widths.rend(); ++choice)
                    if (choice->format->packedCols() >= tile.cols.size() &&
                        choice->format->packedCols() < tile.format->packedCols()) {
                        m_stored += choice->format->packedValues() - tile.format->packedValues();
                        tile.format = choice->format.get();
                    }
    }
}

std::vector<TraceTile> Selection::swapIn(const Level& level, const Swap& swap, int levelNumber, int round,
                                         Scratch& scratch)
{
    const auto rows = level.rows(level.windows[static_cast<std::size_t>(swap.window)]);
    const Matrix& matrix = m_remaining.matrix();
    std::vector<TraceTile> gone;
    const std::vector<std::int32_t> tiles = tilesOf(rows);
    for (const std::int32_t r : rows)
        m_inWindow[static_cast<std::size_t>(r)] = 1;
    std::vector<std::int32_t> smaller;
    std::vector<std::int32_t> freed; // rows outside the window that a tile left
    for (auto at = tiles.begin(); at != tiles.end();) {
        const auto end = std::upper_bound(at, tiles.end(), *at);
        Chosen& tile = m_tiles[static_cast<std::size_t>(*at)];
        if (end - at == tile.rows.size()) {
            const auto tileRows = part(m_rowIds, tile.rows);
            const auto tileCols = part(m_colIds, tile.cols);
            gone.push_back({tile.format->label(),
                            tile.level,
                            tile.round,
                            tile.cost,
                            tile.covers,
                            {tileRows.begin(), tileRows.end()},
                            {tileCols.begin(), tileCols.end()}});
            kill(tile);
        } else {
            smaller.push_back(*at);
        }
        at = end;
    }
    for (const std::int32_t t : smaller) {
        Chosen& tile = m_tiles[static_cast<std::size_t>(t)];
        loseRows(tile, scratch);
        if (tile.covers == 0) { // what it stored there was others' anyway
            gone.push_back({tile.format->label(), tile.level, tile.round, tile.cost, 0, {}, {}});
            for (const std::int32_t r : part(m_rowIds, tile.rows)) {
                freed.push_back(r);
                // Its links in rows outside the window end here.
                std::int32_t* link = &m_first[static_cast<std::size_t>(r)];
                while (*link >= 0)
                    if (Link& l = m_links[static_cast<std::size_t>(*link)]; l.tile == t)
                        *link = l.next;
                    else
                        link = &l.next;
            }
            kill(tile);
        }
    }
    for (const std::int32_t r : rows) {
        m_inWindow[static_cast<std::size_t>(r)] = 0;
        m_first[static_cast<std::size_t>(r)] = -1;
    }
    Contents contents;
    scratch.nextEpoch();
    for (const std::int32_t r : rows) {
        contents.rows.push_back(r);
        for (std::int64_t p = matrix.rowPtr()[static_cast<std::size_t>(r)];
             p < matrix.rowPtr()[static_cast<std::size_t>(r) + 1]; ++p) {
            const auto entry = static_cast<std::uint32_t>(p);
            contents.entries.push_back(entry);
            if (const std::int32_t c = matrix.colIdx()[static_cast<std::size_t>(p)]; scratch.first(c))
                contents.cols.push_back(c);
            if (!m_remaining.covered(entry))
                m_remaining.cover(entry, r);
        }
    }
    std::sort(contents.cols.begin(), contents.cols.end());
    add({swap.choice->format.get(),
         levelNumber,
         round,
         {},
         {},
         {},
         static_cast<std::int64_t>(contents.entries.size()),
         swap.cost,
         false,
         true},
        contents);
    const std::vector<std::int32_t> freer = tilesOf(freed);
    smaller.insert(smaller.end(), freer.begin(), freer.end());
    for (const std::int32_t t : smaller)
        if (Chosen& tile = m_tiles[static_cast<std::size_t>(t)]; tile.alive) {
            refresh(tile);
            freed.insert(freed.end(), m_rowIds.begin() + tile.rows.begin, m_rowIds.begin() + tile.rows.end);
        }
    freed.insert(freed.end(), rows.begin(), rows.end());
    for (const std::int32_t r : freed)
        reshare(r);
    return gone;
}

FormatPtr Selection::shared(const Format* format) const
{
    for (const BlockHeight& height : m_space.blocks)
        for (const Choice& choice : height.widths)
            if (choice.format.get() == format)
                return choice.format;
    for (const auto* list : {&m_space.ells, &m_space.runs})
        for (const FormatPtr& f : *list)
            if (f.get() == format)
                return f;
    throw Error(ErrorKind::Internal, "a candidate's format is not in the search space");
}

std::int32_t Selection::formatIn(Plan& plan, const Format* format) const
{
    const auto found = std::find_if(plan.tiling().formats.rbegin(), plan.tiling().formats.rend(),
                                    [&](const FormatPtr& f) { return f.get() == format; });
    if (found != plan.tiling().formats.rend())
        return static_cast<std::int32_t>(plan.tiling().formats.rend() - found) - 1;
    plan.tiling().formats.push_back(shared(format));
    return static_cast<std::int32_t>(plan.tiling().formats.size()) - 1;
}

// The arrays of the copy begin as these do: tiles never move, some shrink.
void Selection::update(PartialPlan& copy) const
{
    Plan& plan = copy.plan;
    const auto extend = [](auto& to, const auto& from) {
        to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(to.size()), from.end());
    };
    const auto recopy = [](auto& to, const auto& from, const Range& range) {
        std::copy(from.begin() + range.begin, from.begin() + range.end, to.begin() + range.begin);
    };
    const std::size_t known = plan.tiling().tiles.size();
    extend(plan.tiling().rowIds, m_rowIds);
    extend(plan.tiling().colIds, m_colIds);
    extend(plan.tiling().entries, m_entries);
    plan.tiling().tiles.resize(m_tiles.size());
    const auto set = [&](std::size_t t) {
        const Chosen& c = m_tiles[t];
        Tile& tile = plan.tiling().tiles[t];
        tile.format = formatIn(plan, c.format);
        tile.level = c.level;
        tile.round = c.round;
        tile.rows = c.alive ? c.rows : Range{c.rows.begin, c.rows.begin};
        tile.cols = c.alive ? c.cols : Range{c.cols.begin, c.cols.begin};
        tile.entries = c.alive ? c.entries : Range{c.entries.begin, c.entries.begin};
        tile.atomic = c.atomic;
        tile.cost = c.cost;
        // What a tile lost, another one owns now.
        for (const std::uint32_t entry : plan.tiling().view(tile).entries)
            if (!Entry::redundant(entry))
                copy.owners[Entry::position(entry)] = static_cast<std::uint32_t>(t);
    };
    for (std::size_t i = copy.changes.size(); i < m_changes.size(); ++i) {
        const auto t = static_cast<std::size_t>(m_changes[i]);
        const Chosen& c = m_tiles[t];
        if (t >= known)
            continue;
        recopy(plan.tiling().rowIds, m_rowIds, c.rows);
        recopy(plan.tiling().colIds, m_colIds, c.cols);
        recopy(plan.tiling().entries, m_entries, c.entries);
        set(t);
    }
    extend(copy.changes, m_changes);
    for (std::size_t t = known; t < m_tiles.size(); ++t)
        set(t);
    copy.covered = m_remaining.matrix().nnz() - m_remaining.count();
}

void Selection::finish(Plan& plan) &&
{
    std::int64_t rowAt = 0, colAt = 0, entryAt = 0;
    for (const Chosen& c : m_tiles) {
        if (!c.alive)
            continue;
        Tile tile;
        tile.format = formatIn(plan, c.format);
        tile.level = c.level;
        tile.round = c.round;
        tile.rows = moveDown(m_rowIds, c.rows, rowAt);
        tile.cols = moveDown(m_colIds, c.cols, colAt);
        tile.entries = moveDown(m_entries, c.entries, entryAt);
        tile.atomic = c.atomic;
        tile.cost = c.cost;
        rowAt = tile.rows.end;
        colAt = tile.cols.end;
        entryAt = tile.entries.end;
        plan.tiling().tiles.push_back(tile);
    }
    m_rowIds.resize(static_cast<std::size_t>(rowAt));
    m_colIds.resize(static_cast<std::size_t>(colAt));
    m_entries.resize(static_cast<std::size_t>(entryAt));
    plan.tiling().rowIds = std::move(m_rowIds);
    plan.tiling().colIds = std::move(m_colIds);
    plan.tiling().entries = std::move(m_entries);
}

} // namespace sparsescope::stile
