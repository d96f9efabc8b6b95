#include "engine/search/stile/withdrawals.h"

#include "engine/core/parallel.h"

#include <algorithm>

namespace sparsescope::stile {

namespace {

constexpr std::int64_t swapsPerJob = 64;
constexpr double rounding = 1e-9; // more than sums of shares are off

} // namespace

Withdrawals::Withdrawals(Selection& selection, const Remaining& remaining, const Space& space)
    : m_selection(selection), m_remaining(remaining), m_space(space)
{
}

void Withdrawals::begin(const Level& level, Progress& progress)
{
    m_selection.forgetChangedRows();
    m_places.resize(level.orders.size());
    for (std::size_t order = 0; order < level.orders.size(); ++order) {
        const Rows& rows = level.orders[order];
        m_places[order].assign(at(m_remaining.matrix().rows()), -1);
        parallelEach(static_cast<std::int64_t>(rows.size()), 4096,
                     [&](std::int64_t i) { m_places[order][at(rows[at(i)])] = static_cast<std::int32_t>(i); });
    }
    const auto count = static_cast<std::int64_t>(level.windows.size());
    m_stale.assign(at(count), 0);
    m_bounds.assign(at(count), infinity);
    parallelRanges(count, swapsPerJob, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        for (std::int64_t w = begin; w < end; ++w)
            if (level.windows[at(w)].written)
                m_bounds[at(w)] = boundOf(level, static_cast<std::int32_t>(w));
    });
}

// The block is at least as wide as the longest row is long, and saves no more than the rows' shares.
double Withdrawals::boundOf(const Level& level, std::int32_t index) const
{
    const Window& window = level.windows[at(index)];
    const std::vector<Choice>& widths = m_space.blocks[at(window.height)].widths;
    const Matrix& matrix = m_remaining.matrix();
    std::int64_t longest = 0;
    std::int64_t covers = 0;
    double share = 0;
    for (const std::int32_t r : level.rows(window)) {
        longest = std::max(longest, static_cast<std::int64_t>(matrix.row(r).size()));
        covers += m_remaining.left(r);
        share += m_selection.share(r);
    }
    if (covers == 0)
        return infinity;
    const auto choice =
        std::find_if(widths.begin(), widths.end(), [&](const Choice& c) { return c.format->packedCols() >= longest; });
    if (choice == widths.end())
        return infinity;
    return (choice->leastNs[0] * (1 - rounding) - share * (1 + rounding)) / static_cast<double>(covers);
}

std::vector<std::int32_t> Withdrawals::changedWindows(const Level& level)
{
    std::vector<std::int32_t> changed;
    for (const std::int32_t r : m_selection.changedRows()) {
        std::int64_t first = 0;
        for (std::size_t order = 0; order < level.orders.size(); ++order)
            for (const BlockHeight& height : m_space.blocks) {
                if (const std::int32_t place = m_places[order][at(r)]; place >= 0) {
                    const std::int64_t w = first + place / height.rows;
                    if (m_stale[at(w)] == 0)
                        changed.push_back(static_cast<std::int32_t>(w));
                    m_stale[at(w)] = 1;
                }
                const auto rows = static_cast<std::int64_t>(level.orders[order].size());
                first += (rows + height.rows - 1) / height.rows;
            }
    }
    for (const std::int32_t w : changed)
        m_stale[at(w)] = 0;
    m_selection.forgetChangedRows();
    return changed;
}

std::vector<Swap> Withdrawals::upTo(double limit, const Level& level, ScratchPool& pool, Progress& progress)
{
    const std::vector<std::int32_t> changed = changedWindows(level);
    parallelRanges(static_cast<std::int64_t>(changed.size()), swapsPerJob, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        for (std::int64_t i = begin; i < end; ++i)
            m_bounds[at(changed[at(i)])] = boundOf(level, changed[at(i)]);
    });
    std::vector<std::int32_t> due;
    for (std::size_t w = 0; w < m_bounds.size(); ++w)
        if (m_bounds[w] <= limit)
            due.push_back(static_cast<std::int32_t>(w));
    std::vector<std::optional<Swap>> weighed(due.size());
    parallelRanges(static_cast<std::int64_t>(due.size()), swapsPerJob, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        const auto scratch = pool.lend();
        for (std::int64_t i = begin; i < end; ++i) {
            weighed[at(i)] = m_selection.weigh(level, due[at(i)], limit, *scratch);
            m_bounds[at(due[at(i)])] = weighed[at(i)] ? weighed[at(i)]->average() : infinity;
        }
    });
    std::vector<Swap> swaps;
    for (const std::optional<Swap>& swap : weighed)
        if (swap && swap->choice && swap->average() <= limit)
            swaps.push_back(*swap);
    std::sort(swaps.begin(), swaps.end(), [](const Swap& a, const Swap& b) { return better(a, b); });
    return swaps;
}

} // namespace sparsescope::stile
