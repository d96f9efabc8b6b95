#include "engine/search/stile/candidates.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace sparsescope::stile {

namespace {

constexpr std::size_t mostTogether = 255; // a byte says which, or none

template <class Make>
auto inParts(std::span<const Candidate* const> candidates, const Make& make)
{
    auto made = make(candidates.first(std::min(mostTogether, candidates.size())));
    while (made.size() < candidates.size()) {
        const auto rest = candidates.subspan(made.size());
        auto part = make(rest.first(std::min(mostTogether, rest.size())));
        std::move(part.begin(), part.end(), std::back_inserter(made));
    }
    return made;
}

} // namespace

bool better(const Candidate& a, const Candidate& b)
{
    // Averages are compared by cross-multiplication, so that equal ratios are equal.
    const double left = a.cost * static_cast<double>(b.covers);
    const double right = b.cost * static_cast<double>(a.covers);
    if (left != right)
        return left < right;
    const auto rest = [](const Candidate& c) {
        return std::tuple(c.cost, c.firstRow, c.kind == Kind::Block ? c.begin : 0, c.kind, c.format->packedCols(),
                          c.source, c.begin);
    };
    return rest(a) < rest(b);
}

Level makeLevel(const Remaining& remaining, const Space& space, ScratchPool& pool, Progress& progress)
{
    Level level;
    const Rows rows = occupiedRows(remaining);
    parallelEach(2, 1, [&](std::int64_t i) { // each fills other parts of the level
        if (i == 0)
            addWindows(level, rows, remaining, space, progress);
        else
            addElls(level, rows, remaining, space, progress);
    });
    addRuns(level, rows, remaining, space, pool, progress);
    level.scored = static_cast<std::int64_t>(level.windows.size() + level.candidates.size());
    return level;
}

double leastAverage(Level& level, const Remaining& remaining, const Space& space, ScratchPool& pool, Progress& progress)
{
    double least = infinity;
    for (const Candidate& c : level.candidates)
        least = std::min(least, c.average());
    if (level.windows.empty())
        return least;
    for (;;) {
        least = std::min(least, *std::min_element(level.averages.begin(), level.averages.end()));
        const double bound = leastBound(level);
        if (bound > least || std::isinf(bound))
            return least;
        // Step by step: the best of a few windows rules out most of the others.
        beginChains(level, std::min(least, 1.2 * bound), remaining, space, pool, progress);
    }
}

double leastBound(const Level& level)
{
    return level.bounds.empty() ? infinity : *std::min_element(level.bounds.begin(), level.bounds.end());
}

std::vector<Counts> countsOf(std::span<const Candidate* const> candidates, const Level& level,
                             const Remaining& remaining, Scratch& scratch)
{
    if (candidates.front()->kind == Kind::Block)
        return inParts(candidates, [&](auto part) { return blockCounts(part, level, remaining, scratch); });
    std::vector<Counts> made;
    for (const Candidate* c : candidates)
        made.push_back(c->kind == Kind::Ell ? ellCounts(*c, level, remaining, scratch)
                                            : runContents(*c, level, remaining, scratch).counts(remaining));
    return made;
}

std::vector<Contents> contentsOf(std::span<const Candidate* const> candidates, const Level& level,
                                 const Remaining& remaining, Scratch& scratch)
{
    if (candidates.front()->kind == Kind::Block)
        return inParts(candidates, [&](auto part) { return blockContents(part, level, remaining, scratch); });
    std::vector<Contents> made;
    for (const Candidate* c : candidates)
        made.push_back(c->kind == Kind::Ell ? ellContents(*c, level, remaining, scratch)
                                            : runContents(*c, level, remaining, scratch));
    return made;
}

void Counts::endPieces(const Remaining& remaining)
{
    std::sort(pieces.begin(), pieces.end());
    for (auto first = pieces.begin(); first != pieces.end() && !shared;) {
        std::int64_t owned = 0;
        auto piece = first;
        for (; piece != pieces.end() && piece->first == first->first; ++piece)
            owned += piece->second;
        shared = remaining.left(first->first) > owned;
        first = piece;
    }
    pieces.clear();
}

Counts Contents::counts(const Remaining& remaining) const
{
    Counts counts;
    for (std::size_t i = 0; i < rows.size(); ++i)
        counts.addPiece(rows[i], owned[i], remaining);
    counts.endPieces(remaining);
    counts.distinctCols = distinctCols;
    return counts;
}

void dropCovered(Contents& contents, Kind kind, const Remaining& remaining, Scratch& scratch)
{
    const Matrix& matrix = remaining.matrix();
    const bool stays = kind == Kind::Block; // as redundant; other tiles store nothing of others
    std::size_t rowsKept = 0, entriesKept = 0, e = 0;
    contents.covers = 0;
    if (!stays)
        contents.distinctCols = 0;
    scratch.nextEpoch();
    for (std::size_t i = 0; i < contents.rows.size(); ++i) {
        const std::int32_t r = contents.rows[i];
        const std::int64_t begin = matrix.rowPtr()[at(r)];
        const std::int64_t end = matrix.rowPtr()[static_cast<std::size_t>(r) + 1];
        const std::size_t mark = entriesKept;
        const std::size_t last = e + static_cast<std::size_t>(contents.owned[i]);
        std::int32_t owned = 0;
        for (; e < contents.entries.size(); ++e) {
            const std::uint32_t p = Entry::position(contents.entries[e]);
            if (stays ? p < begin || p >= end : e == last) // a block has its rows once, others perhaps in pieces
                break;
            const bool redundant = Entry::redundant(contents.entries[e]) || remaining.covered(p);
            if (redundant && !stays)
                continue;
            contents.entries[entriesKept++] = redundant ? p | Entry::redundantBit : p;
            owned += redundant ? 0 : 1;
            if (!stays)
                contents.distinctCols += scratch.first(matrix.colIdx()[p]) ? 1 : 0;
        }
        if (owned == 0) {
            entriesKept = mark;
            continue;
        }
        contents.rows[rowsKept] = r;
        contents.owned[rowsKept++] = owned;
        contents.covers += owned;
    }
    contents.rows.resize(rowsKept);
    contents.owned.resize(rowsKept);
    contents.entries.resize(entriesKept);
}

Score scoreOf(const Candidate& candidate, const Counts& counts, const Space& space)
{
    Score score;
    score.atomic = space.sampled() ? space.splitReduction : counts.shared;
    const Format& format = *candidate.format;
    const std::int64_t rows = candidate.kind == Kind::Run ? counts.rows : format.packedRows();
    const std::int64_t width =
        candidate.kind == Kind::Ell ? format.packedCols() / format.packedRows() : format.packedCols();
    score.cost = space.cost({&format, rows, width, counts.distinctCols, format.packedValues()}, score.atomic);
    return score;
}

namespace {

std::int64_t rowsLeft(const Candidate& c, const Level& level, const Remaining& remaining)
{
    std::int64_t left = 0;
    if (c.kind == Kind::Block)
        for (const std::int32_t r : level.rows(level.windows[at(c.source)]))
            left += remaining.left(r);
    else if (c.kind == Kind::Ell)
        for (std::int64_t i = c.begin; i < c.end; ++i)
            left += remaining.left(level.divisions[at(c.source)][at(i)].row);
    else
        for (std::int64_t i = c.begin; i < c.end; ++i)
            left += remaining.covered(level.flat[at(i)]) ? 0 : 1;
    return left;
}

} // namespace

void refresh(Level& level, double limit, const Remaining& remaining, const Space& space, ScratchPool& pool,
             Progress& progress)
{
    beginChains(level, limit, remaining, space, pool, progress);
    extendChains(level, limit, remaining, space, pool, progress);
    // Those that changed, with their rows' uncovered non-zeros; candidates of one window together.
    struct Due {
        std::size_t index;
        std::int64_t left;
    };
    std::vector<Due> due;
    for (std::size_t i = 0; i < level.candidates.size(); ++i) {
        const Candidate& c = level.candidates[i];
        if (c.average() > limit)
            continue;
        if (const std::int64_t left = rowsLeft(c, level, remaining); left != c.rowsLeft)
            due.push_back({i, left});
    }
    if (due.empty())
        return;
    const auto key = [&](const Due& d) {
        return std::pair(level.candidates[d.index].kind, level.candidates[d.index].source);
    };
    std::stable_sort(due.begin(), due.end(), [&](const Due& a, const Due& b) { return key(a) < key(b); });
    std::vector<std::size_t> groups;
    for (std::size_t i = 0; i < due.size(); ++i)
        if (i == 0 || key(due[i]) != key(due[i - 1]) ||
            (level.candidates[due[i].index].kind != Kind::Block && i - groups.back() >= 16))
            groups.push_back(i);
    groups.push_back(due.size());
    parallelRanges(static_cast<std::int64_t>(groups.size()) - 1, 1, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        const auto scratch = pool.lend();
        for (std::int64_t g = begin; g < end; ++g) {
            const auto members =
                std::span(due).subspan(groups[at(g)], groups[static_cast<std::size_t>(g) + 1] - groups[at(g)]);
            std::vector<const Candidate*> group;
            for (const Due& d : members)
                group.push_back(&level.candidates[d.index]);
            const std::vector<Counts> counts = countsOf(group, level, remaining, *scratch);
            for (std::size_t i = 0; i < members.size(); ++i) {
                Candidate& c = level.candidates[members[i].index];
                c.covers = counts[i].covers;
                c.rowsLeft = members[i].left;
                if (c.covers == 0)
                    continue;
                const Score score = scoreOf(c, counts[i], space);
                c.atomic = score.atomic;
                c.cost = score.cost;
            }
        }
    });
    level.scored += static_cast<std::int64_t>(due.size());
    std::erase_if(level.candidates, [](const Candidate& c) { return c.covers == 0; });
}

} // namespace sparsescope::stile
