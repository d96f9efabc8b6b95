// Block tiles: rows in an order, divided into windows, their columns condensed, then divided (STile 3.1; table 2:
// 1 -> 2 along rows, 1 -> 2 along columns of each window). Aligned blocks need no generator of their own: columns of
// equal count keep their order, so where a window holds dense aligned blocks the condensed ones are these, and
// elsewhere no aligned block covers more than the condensed one of its width.
#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/search/stile/candidates.h"

#include <array>
#include <cmath>
#include <numeric>

namespace sparsescope::stile {

namespace {

constexpr std::int64_t windowsPerJob = 32;
constexpr std::size_t tallest = 16;

// Numbers of columns of a window that hold at least 1, 2, ... of its non-zeros.
struct Profile {
    std::array<std::int64_t, tallest + 1> atLeast{};

    std::int64_t columns() const { return atLeast[1]; }
    // Non-zeros in the first `width` columns of the condensed order.
    std::int64_t covers(std::int64_t width) const
    {
        std::int64_t sum = 0;
        for (std::size_t k = 1; k <= tallest && atLeast[k] > 0; ++k)
            sum += std::min(width, atLeast[k]);
        return sum;
    }
};

Profile profileOf(const Remaining& remaining, std::span<const std::int32_t> rows, Scratch& scratch)
{
    Profile profile;
    const auto colIdx = remaining.matrix().colIdx();
    for (const std::int32_t r : rows)
        for (const std::uint32_t p : remaining.row(r))
            ++profile.atLeast[++scratch.count[at(colIdx[p])]];
    for (const std::int32_t r : rows)
        for (const std::uint32_t p : remaining.row(r))
            scratch.count[at(colIdx[p])] = 0;
    return profile;
}

Profile profileOf(const WindowColumns& columns)
{
    Profile profile;
    for (const std::uint8_t count : columns.counts)
        for (std::size_t k = 1; k <= count; ++k)
            ++profile.atLeast[k];
    return profile;
}

// The best candidate that begins at a column of the condensed order; covers 0 when there is none.
Candidate bestFrom(std::int64_t start, const Profile& profile, const Window& window, std::int32_t index, bool written,
                   const Level& level, const Space& space)
{
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
        c.atomic = space.sampled() ? space.splitReduction : written || c.covers < total;
        c.cost = choice.ns[c.atomic ? 1 : 0];
        c.rowsLeft = total;
        c.written = written;
        if (best.format == nullptr || better(c, best))
            best = c;
        if (c.end == columns)
            break; // wider ones would only store more padding
    }
    return best;
}

bool written(const Remaining& remaining, std::span<const std::int32_t> rows)
{
    return std::any_of(rows.begin(), rows.end(), [&](std::int32_t r) { return remaining.writers(r) > 0; });
}

} // namespace

void addWindows(Level& level, const Remaining& remaining, const Space& space, ScratchPool& pool, Progress& progress)
{
    if (space.blocks.empty())
        return;
    Rows rows = occupiedRows(remaining);
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
    parallelRanges(static_cast<std::int64_t>(level.windows.size()), windowsPerJob,
                   [&](std::int64_t begin, std::int64_t end) {
                       progress.check();
                       const auto scratch = pool.lend();
                       for (std::int64_t w = begin; w < end; ++w) {
                           Window& window = level.windows[at(w)];
                           const auto windowRows = level.rows(window);
                           const Profile profile = profileOf(remaining, windowRows, *scratch);
                           window.next = bestFrom(0, profile, window, static_cast<std::int32_t>(w),
                                                  written(remaining, windowRows), level, space);
                       }
                   });
    level.scored += static_cast<std::int64_t>(level.windows.size());
}

// As columns stand by descending count, whatever begins later covers less: averages along a chain never fall. Rows were
// written since the level began only where something was covered, which is seen when the candidate is scored again.
void extendChains(Level& level, double limit, const Remaining& remaining, const Space& space, ScratchPool& pool,
                  Progress& progress)
{
    std::vector<std::int32_t> due;
    for (std::size_t w = 0; w < level.windows.size(); ++w)
        if (const Candidate& next = level.windows[w].next; next.covers > 0 && next.average() <= limit)
            due.push_back(static_cast<std::int32_t>(w));
    const auto count = static_cast<std::int64_t>(due.size());
    const std::int64_t jobs = (count + windowsPerJob - 1) / windowsPerJob;
    std::vector<std::vector<Candidate>> made(static_cast<std::size_t>(jobs));
    parallelEach(jobs, 1, [&](std::int64_t job) {
        progress.check();
        const auto scratch = pool.lend();
        for (std::int64_t i = job * windowsPerJob; i < std::min(count, (job + 1) * windowsPerJob); ++i) {
            const std::int32_t w = due[at(i)];
            Window& window = level.windows[at(w)];
            const auto rows = level.rows(window);
            if (window.columns.cols.empty())
                window.columns = reorderColumns(remaining, rows, *scratch);
            const Profile profile = profileOf(window.columns);
            while (window.next.covers > 0 && window.next.average() <= limit) {
                made[at(job)].push_back(window.next);
                window.next = bestFrom(window.next.end, profile, window, w, window.next.written, level, space);
            }
        }
    });
    for (const std::vector<Candidate>& part : made)
        level.candidates.insert(level.candidates.end(), part.begin(), part.end());
}

// Every column of the window belongs to one candidate at most, so that one pass over its rows serves up to 256 of them.
std::vector<Contents> blockContents(std::span<const Candidate* const> candidates, const Level& level,
                                    const Remaining& remaining, Scratch& scratch)
{
    const Window& window = level.windows[at(candidates.front()->source)];
    const Matrix& matrix = remaining.matrix();
    const std::size_t count = candidates.size();
    std::vector<Contents> made(count);
    scratch.nextEpoch();
    for (std::size_t i = 0; i < count; ++i) {
        const Candidate& c = *candidates[i];
        made[i].cols.assign(window.columns.cols.begin() + c.begin, window.columns.cols.begin() + c.end);
        made[i].distinctCols = c.format->packedCols();
        for (const std::int32_t col : made[i].cols) {
            scratch.first(col);
            scratch.count[at(col)] = static_cast<std::uint8_t>(i);
        }
    }
    std::vector<std::size_t> marks(count);
    std::vector<std::int32_t> owned(count);
    for (const std::int32_t r : level.rows(window)) {
        if (remaining.left(r) == 0)
            continue;
        for (std::size_t i = 0; i < count; ++i) {
            marks[i] = made[i].entries.size();
            owned[i] = 0;
        }
        const auto first = static_cast<std::uint32_t>(matrix.rowPtr()[at(r)]);
        const auto columns = matrix.row(r);
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const auto col = static_cast<std::size_t>(columns[k]);
            if (scratch.stamp[col] != scratch.epoch)
                continue;
            const std::size_t i = scratch.count[col];
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
    for (const Contents& contents : made)
        for (const std::int32_t col : contents.cols)
            scratch.count[at(col)] = 0;
    return made;
}

} // namespace sparsescope::stile
