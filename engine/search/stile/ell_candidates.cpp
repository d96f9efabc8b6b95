// ELL tiles: columns divided, rows squeezed, split at the maximum width, padded to a power of two, grouped by it, and
// divided so that every tile has the same number of places (STile 3.1; table 2: 2 -> 3 -> 4 -> 5 -> 1 -> 2: hyb).
#include "engine/core/at.h"
#include "engine/search/stile/candidates.h"

#include <algorithm>

namespace sparsescope::stile {

namespace {

// Is its row written by other pieces or tiles too?
bool needsAtomic(const Segment& piece, const Remaining& remaining)
{
    return remaining.writers(piece.row) > 0 || piece.length < remaining.length(piece.row);
}

// Pieces in the order in which tiles are cut from them: by width of their format, those that need atomics apart from
// the others, longer ones first.
void groupByWidth(std::vector<Segment>& pieces, const Remaining& remaining, std::int64_t width)
{
    // A counting sort by these keys: pieces come by row, then by place in it, and stay so.
    const auto keyOf = [&](const Segment& s) {
        return static_cast<std::size_t>(2 * (width - s.length)) + (needsAtomic(s, remaining) ? 0 : 1);
    };
    // Widths of one format lie together: lengths (2^(t-1), 2^t]; within it all atomic ones first.
    std::vector<std::size_t> place(2 * static_cast<std::size_t>(width));
    std::size_t next = 0;
    for (std::int64_t length = width; length > 0;) {
        const std::int64_t last =
            length == 1 ? 0 : std::int64_t{1} << (paddedExponent(static_cast<std::int32_t>(length)) - 1);
        for (const std::size_t plain : {0u, 1u})
            for (std::int64_t l = length; l > last; --l)
                place[static_cast<std::size_t>(2 * (width - l)) + plain] = next++;
        length = last;
    }
    std::vector<std::size_t> begin(place.size() + 1, 0);
    for (const Segment& s : pieces)
        ++begin[place[keyOf(s)] + 1];
    for (std::size_t i = 1; i < begin.size(); ++i)
        begin[i] += begin[i - 1];
    std::vector<Segment> sorted(pieces.size());
    for (const Segment& s : pieces)
        sorted[begin[place[keyOf(s)]]++] = s;
    pieces.swap(sorted);
}

} // namespace

void addElls(Level& level, const Rows& occupied, const Remaining& remaining, const Space& space, Progress& progress)
{
    if (space.ells.empty())
        return;
    const std::vector<Segment> rows = squeeze(remaining, occupied);
    for (const std::int64_t parts : space.columnParts) {
        const std::int64_t cols = remaining.matrix().cols();
        if (parts > 1 && parts > cols)
            continue;
        divide(cols, (cols + parts - 1) / parts, [&](std::int64_t colBegin, std::int64_t colEnd) {
            progress.check();
            const std::vector<Segment> part = parts == 1
                                                  ? rows
                                                  : divideColumns(remaining, rows, static_cast<std::int32_t>(colBegin),
                                                                  static_cast<std::int32_t>(colEnd));
            std::vector<Segment> split = splitRows(part, static_cast<std::int32_t>(space.ellWidth));
            groupByWidth(split, remaining, space.ellWidth);
            const auto source = static_cast<std::int32_t>(level.divisions.size());
            level.divisions.push_back(std::move(split));
            const std::vector<Segment>& all = level.divisions.back();
            const auto count = static_cast<std::int64_t>(all.size());
            for (std::int64_t begin = 0; begin < count;) {
                const Segment& leading = all[at(begin)];
                const int t = paddedExponent(leading.length);
                Candidate c;
                c.format = space.ells[at(t)].get();
                c.kind = Kind::Ell;
                c.source = source;
                c.begin = begin;
                c.atomic = needsAtomic(leading, remaining);
                c.firstRow = leading.row;
                for (c.end = begin; c.end < count && c.end - begin < c.format->packedRows(); ++c.end) {
                    const Segment& s = all[at(c.end)];
                    if (paddedExponent(s.length) != t || needsAtomic(s, remaining) != c.atomic)
                        break;
                    c.covers += s.length;
                }
                begin = c.end;
                // No tile reads fewer columns than its longest row has: enough to set most candidates aside.
                c.cost = space.cost(
                    {c.format, c.format->packedRows(), c.format->packedCols() / c.format->packedRows(), leading.length},
                    c.atomic);
                level.candidates.push_back(c);
            }
        });
    }
}

// As ellContents() finds it.
Counts ellCounts(const Candidate& candidate, const Level& level, const Remaining& remaining, Scratch& scratch)
{
    const auto pieces = std::span(level.divisions[at(candidate.source)])
                            .subspan(at(candidate.begin), at(candidate.end - candidate.begin));
    const auto columnsOf = [&](const Segment& piece) {
        return remaining.columns(piece.row).subspan(at(piece.begin), at(piece.length));
    };
    Counts counts;
    std::int64_t distinctCols = 0;
    for (const Segment& piece : pieces) {
        if (remaining.left(piece.row) == 0)
            continue;
        const auto positions = remaining.row(piece.row).subspan(at(piece.begin), at(piece.length));
        const auto columns = columnsOf(piece);
        const bool whole = remaining.left(piece.row) == remaining.length(piece.row);
        std::int32_t owned = 0;
        for (std::size_t k = 0; k < columns.size(); ++k)
            if (whole || !remaining.covered(positions[k])) {
                ++owned;
                distinctCols += scratch.mark(columns[k]) ? 1 : 0;
            }
        if (owned > 0)
            counts.addPiece(piece.row, owned, remaining);
    }
    counts.endPieces(remaining);
    for (const Segment& piece : pieces)
        for (const std::int32_t c : columnsOf(piece))
            scratch.unmark(c);
    counts.distinctCols = distinctCols;
    return counts;
}

// An ELL tile is packed without what others own by now: its rows are filled front to back.
Contents ellContents(const Candidate& candidate, const Level& level, const Remaining& remaining, Scratch& scratch)
{
    const std::vector<Segment>& pieces = level.divisions[at(candidate.source)];
    Contents contents;
    contents.entries.reserve(at(candidate.covers));
    scratch.nextEpoch();
    for (std::int64_t i = candidate.begin; i < candidate.end; ++i) {
        const Segment& piece = pieces[at(i)];
        if (remaining.left(piece.row) == 0)
            continue;
        const std::size_t mark = contents.entries.size();
        const auto begin = at(piece.begin);
        const auto length = at(piece.length);
        const auto positions = remaining.row(piece.row).subspan(begin, length);
        const auto columns = remaining.columns(piece.row).subspan(begin, length);
        // Most rows are whole: which of their non-zeros are covered needs no look, which would miss the cache.
        const bool whole = remaining.left(piece.row) == remaining.length(piece.row);
        for (std::size_t k = 0; k < length; ++k)
            if (whole || !remaining.covered(positions[k])) {
                contents.entries.push_back(positions[k]);
                contents.distinctCols += scratch.first(columns[k]) ? 1 : 0;
            }
        if (contents.entries.size() == mark)
            continue;
        contents.rows.push_back(piece.row);
        contents.owned.push_back(static_cast<std::int32_t>(contents.entries.size() - mark));
    }
    contents.covers = static_cast<std::int64_t>(contents.entries.size());
    return contents;
}

} // namespace sparsescope::stile
