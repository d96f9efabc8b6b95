// Block tiles: rows in an order, divided into windows, their columns condensed, then divided (STile 3.1; table 2:
// 1 -> 2 along rows, 1 -> 2 along columns of each window). Aligned blocks need no generator of their own: columns of
// equal count keep their order, so where a window holds dense aligned blocks the condensed ones are these, and
// elsewhere no aligned block covers more than the condensed one of its width.
//
// Most windows hold too little for any block of them to be taken while their level lasts. The lengths of their rows say
// so, so that nobody counts their columns.
#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/search/stile/candidates.h"

#include <algorithm>

namespace sparsescope::stile {

namespace {

constexpr std::int64_t mostWindowsPerJob = 32;
constexpr std::int64_t jobs = 64; // or more: a window of long rows takes as long as hundreds of others

// body(begin, end) for ranges that cover [0, count), with a look at the progress in between.
template <class Body>
void forWindows(std::int64_t count, Progress& progress, const Body& body)
{
    const std::int64_t perJob = std::clamp<std::int64_t>(count / jobs, 1, mostWindowsPerJob);
    parallelEach((count + perJob - 1) / perJob, 1, [&](std::int64_t job) {
        progress.check();
        body(job * perJob, std::min(count, (job + 1) * perJob));
    });
}

// No block that is cut from the window has a lower average: one that is so wide covers at most so much of each row.
double boundOf(const Window& window, std::span<const std::int32_t> rows, const Remaining& remaining, const Space& space)
{
    std::array<std::int32_t, Profile::tallest> lengths{};
    std::transform(rows.begin(), rows.end(), lengths.begin(), [&](std::int32_t r) { return remaining.length(r); });
    std::int64_t total = 0;
    std::int32_t longest = 0;
    for (const std::int32_t length : lengths) {
        total += length;
        longest = std::max(longest, length);
    }
    double bound = infinity;
    for (const Choice& choice : space.blocks[at(window.height)].widths) {
        const auto width = static_cast<std::int32_t>(choice.format->packedCols());
        std::int32_t most = 0;
        for (const std::int32_t length : lengths)
            most += std::min(width, length);
        const auto [plain, atomic] = choice.leastNs;
        const double ns = space.sampled()                  ? choice.leastNs[space.splitReduction ? 1 : 0]
                          : window.written || most < total ? atomic
                                                           : std::min(plain, atomic);
        bound = std::min(bound, ns / static_cast<double>(most));
        if (width >= longest)
            break; // wider ones cover no more
    }
    return bound;
}

Profile profileOf(const Remaining& remaining, std::span<const std::int32_t> rows, Scratch& scratch)
{
    // Neighbours count apart, so that none waits for the one before it.
    constexpr std::size_t lanes = 4;
    std::array<Profile, lanes> parts;
    for (const std::int32_t r : rows) {
        std::size_t lane = 0;
        for (const std::int32_t c : remaining.columns(r))
            ++parts[lane++ % lanes].atLeast[++scratch.count[at(c)]];
    }
    forgetCounts(remaining, rows, scratch);
    for (std::size_t lane = 1; lane < lanes; ++lane)
        for (std::size_t k = 0; k <= Profile::tallest; ++k)
            parts[0].atLeast[k] += parts[lane].atLeast[k];
    return parts[0];
}

// The best candidate that begins at a column of the condensed order; covers 0 when there is none.
Candidate bestFrom(std::int64_t start, const Profile& profile, std::int32_t index, const Level& level,
                   const Space& space)
{
    const Window& window = level.windows[at(index)];
    Candidate best;
    const std::int64_t columns = profile.columns();
    const std::int64_t total = profile.covers(columns);
    const std::int64_t before = profile.covers(start);
    for (const Choice& choice : space.blocks[at(window.height)].widths) {
        if (start >= columns)
            break;
        Candidate c;
        c.format = choice.format.get();
        c.kind = Kind::Block;
        c.source = index;
        c.begin = start;
        c.end = std::min(start + c.format->packedCols(), columns);
        c.covers = profile.covers(c.end) - before;
        c.firstRow = level.rows(window).front();
        c.atomic = space.sampled() ? space.splitReduction : window.written || c.covers < total;
        c.cost = choice.ns[c.atomic ? 1 : 0];
        c.rowsLeft = total;
        if (best.format == nullptr || better(c, best))
            best = c;
        if (c.end == columns)
            break; // wider ones would only store more padding
    }
    return best;
}

double averageOf(const Candidate& next)
{
    return next.covers > 0 ? next.average() : infinity;
}

std::vector<std::int32_t> upTo(double limit, const std::vector<double>& ofWindows)
{
    std::vector<std::int32_t> due;
    for (std::size_t w = 0; w < ofWindows.size(); ++w)
        if (ofWindows[w] <= limit && ofWindows[w] < infinity)
            due.push_back(static_cast<std::int32_t>(w));
    return due;
}

// The first columns of a window: more than are asked for, lest each further candidate has them counted again.
WindowColumns firstColumns(std::int64_t asked, bool again, const Profile& profile, std::span<const std::int32_t> rows,
                           const Remaining& remaining, Scratch& scratch)
{
    const std::int64_t count = std::min((again ? 8 : 2) * asked, profile.columns());
    std::size_t least = Profile::tallest;
    while (profile.atLeast[least] < count)
        --least;
    const std::int64_t more = least < Profile::tallest ? profile.atLeast[least + 1] : 0;
    return reorderColumns(remaining, rows, scratch, static_cast<std::uint8_t>(least), count - more);
}

} // namespace

void addWindows(Level& level, const Rows& rows, const Remaining& remaining, const Space& space, Progress& progress)
{
    if (space.blocks.empty())
        return;
    for (const RowOrder order : space.orders) {
        Rows ordered = order == RowOrder::None ? rows : reorderRows(remaining, rows);
        if (std::find(level.orders.begin(), level.orders.end(), ordered) != level.orders.end())
            continue; // rows of equal length: the same windows again
        level.orders.push_back(std::move(ordered));
        for (std::size_t height = 0; height < space.blocks.size(); ++height)
            divide(static_cast<std::int64_t>(rows.size()), space.blocks[height].rows,
                   [&](std::int64_t begin, std::int64_t end) {
                       Window window;
                       window.order = static_cast<std::int32_t>(level.orders.size()) - 1;
                       window.height = static_cast<std::int32_t>(height);
                       window.begin = begin;
                       window.end = end;
                       level.windows.push_back(std::move(window));
                   });
    }
    level.bounds.resize(level.windows.size());
    level.averages.assign(level.windows.size(), infinity);
    forWindows(static_cast<std::int64_t>(level.windows.size()), progress, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t w = begin; w < end; ++w) {
            Window& window = level.windows[at(w)];
            const auto windowRows = level.rows(window);
            window.written = std::any_of(windowRows.begin(), windowRows.end(),
                                         [&](std::int32_t r) { return remaining.writers(r) > 0; });
            level.bounds[at(w)] = boundOf(window, windowRows, remaining, space);
        }
    });
}

void beginChains(Level& level, double limit, const Remaining& remaining, const Space& space, ScratchPool& pool,
                 Progress& progress)
{
    const std::vector<std::int32_t> due = upTo(limit, level.bounds);
    forWindows(static_cast<std::int64_t>(due.size()), progress, [&](std::int64_t begin, std::int64_t end) {
        const auto scratch = pool.lend();
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int32_t w = due[at(i)];
            Window& window = level.windows[at(w)];
            window.chain = std::make_unique<Chain>();
            window.chain->profile = profileOf(remaining, level.rows(window), *scratch);
            window.chain->next = bestFrom(0, window.chain->profile, w, level, space);
            level.averages[at(w)] = averageOf(window.chain->next);
            level.bounds[at(w)] = infinity;
        }
    });
}

// As columns stand by descending count, whatever begins later covers less: averages along a chain never fall. Rows were
// written since the level began only where something was covered, which is seen when the candidate is scored again.
void extendChains(Level& level, double limit, const Remaining& remaining, const Space& space, ScratchPool& pool,
                  Progress& progress)
{
    const std::vector<std::int32_t> due = upTo(limit, level.averages);
    const auto count = static_cast<std::int64_t>(due.size());
    std::vector<std::vector<Candidate>> made(due.size());
    forWindows(count, progress, [&](std::int64_t begin, std::int64_t end) {
        const auto scratch = pool.lend();
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int32_t w = due[at(i)];
            const Window& window = level.windows[at(w)];
            Chain& chain = *window.chain;
            while (averageOf(chain.next) <= limit && chain.next.covers > 0) {
                made[at(i)].push_back(chain.next);
                chain.next = bestFrom(chain.next.end, chain.profile, w, level, space);
            }
            level.averages[at(w)] = averageOf(chain.next);
            const std::int64_t asked = made[at(i)].back().end;
            if (static_cast<std::int64_t>(chain.columns.cols.size()) < asked)
                chain.columns = firstColumns(asked, !chain.columns.cols.empty(), chain.profile, level.rows(window),
                                             remaining, *scratch);
        }
    });
    for (const std::vector<Candidate>& part : made)
        level.candidates.insert(level.candidates.end(), part.begin(), part.end());
}

namespace {

// Says in the counters of the candidates' columns which of them has it, from 1. Every column of the window belongs to
// one candidate at most, so that one pass over its rows serves up to 255 of them.
class Owners {
public:
    Owners(std::span<const Candidate* const> candidates, const Level& level, Scratch& scratch)
        : m_candidates(candidates), m_columns(level.windows[at(candidates.front()->source)].chain->columns.cols),
          m_scratch(scratch)
    {
        for (std::size_t i = 0; i < candidates.size(); ++i)
            set(i, static_cast<std::uint8_t>(i + 1));
    }
    ~Owners()
    {
        for (std::size_t i = 0; i < m_candidates.size(); ++i)
            set(i, 0);
    }
    Owners(const Owners&) = delete;
    Owners& operator=(const Owners&) = delete;

    std::span<const std::int32_t> columns(std::size_t i) const
    {
        const Candidate& c = *m_candidates[i];
        return std::span(m_columns).subspan(at(c.begin), at(c.end - c.begin));
    }

private:
    void set(std::size_t i, std::uint8_t owner)
    {
        for (const std::int32_t col : columns(i))
            m_scratch.count[at(col)] = owner;
    }

    std::span<const Candidate* const> m_candidates;
    const std::vector<std::int32_t>& m_columns;
    Scratch& m_scratch;
};

} // namespace

std::vector<Counts> blockCounts(std::span<const Candidate* const> candidates, const Level& level,
                                const Remaining& remaining, Scratch& scratch)
{
    const Owners owners(candidates, level, scratch);
    const std::uint8_t* const owner = scratch.count.data();
    const std::size_t count = candidates.size();
    std::vector<Counts> made(count);
    for (std::size_t i = 0; i < count; ++i)
        made[i].distinctCols = candidates[i]->format->packedCols();
    // Neighbours count apart, as in profileOf(); first what no candidate has.
    constexpr std::size_t lanes = 4;
    std::array<std::array<std::int32_t, 256>, lanes> owned;
    for (const std::int32_t r : level.rows(level.windows[at(candidates.front()->source)])) {
        if (remaining.left(r) == 0)
            continue;
        for (auto& lane : owned)
            std::fill_n(lane.begin(), count + 1, 0);
        const auto columns = remaining.columns(r);
        const auto positions = remaining.row(r);
        if (remaining.left(r) == remaining.length(r))
            for (std::size_t k = 0; k < columns.size(); ++k)
                ++owned[k % lanes][owner[at(columns[k])]];
        else
            for (std::size_t k = 0; k < columns.size(); ++k)
                owned[k % lanes][owner[at(columns[k])]] += remaining.covered(positions[k]) ? 0 : 1;
        for (std::size_t i = 0; i < count; ++i) {
            std::int32_t its = 0;
            for (const auto& lane : owned)
                its += lane[i + 1];
            if (its > 0)
                made[i].addRow(r, its, remaining);
        }
    }
    return made;
}

std::vector<Contents> blockContents(std::span<const Candidate* const> candidates, const Level& level,
                                    const Remaining& remaining, Scratch& scratch)
{
    const Owners owners(candidates, level, scratch);
    const Matrix& matrix = remaining.matrix();
    const std::size_t count = candidates.size();
    std::vector<Contents> made(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto columns = owners.columns(i);
        made[i].cols.assign(columns.begin(), columns.end());
        made[i].distinctCols = candidates[i]->format->packedCols();
        made[i].entries.reserve(at(candidates[i]->covers));
    }
    std::vector<std::size_t> marks(count);
    std::vector<std::int32_t> owned(count);
    for (const std::int32_t r : level.rows(level.windows[at(candidates.front()->source)])) {
        if (remaining.left(r) == 0)
            continue;
        for (std::size_t i = 0; i < count; ++i) {
            marks[i] = made[i].entries.size();
            owned[i] = 0;
        }
        const auto first = static_cast<std::uint32_t>(matrix.rowPtr()[at(r)]);
        const auto row = matrix.row(r);
        if (scratch.list.size() <= row.size())
            scratch.list.resize(row.size() + 1);
        // Nobody can foresee whether a candidate has a column: each is put down, the next one over it where none has.
        std::size_t hits = 0;
        for (std::size_t k = 0; k < row.size(); ++k) {
            scratch.list[hits] = static_cast<std::int32_t>(k);
            hits += scratch.count[at(row[k])] != 0 ? 1 : 0;
        }
        for (const std::int32_t k : std::span(scratch.list).first(hits)) {
            const std::size_t i = scratch.count[at(row[at(k)])] - 1u;
            const std::uint32_t p = first + static_cast<std::uint32_t>(k);
            const bool redundant = remaining.covered(p);
            made[i].entries.push_back(redundant ? p | Entry::redundantBit : p);
            owned[i] += redundant ? 0 : 1;
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (owned[i] == 0) { // a row that gives nothing need not be written
                made[i].entries.resize(marks[i]);
                continue;
            }
            made[i].rows.push_back(r);
            made[i].owned.push_back(owned[i]);
            made[i].covers += owned[i];
        }
    }
    return made;
}

} // namespace sparsescope::stile
