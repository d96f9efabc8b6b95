// Withdrawals that may pay: blocks of whole windows, weighed against the tiles that they would replace (STile 3.3).
// A round changes few rows. What a window's swap costs on average is kept from round to round until one of its rows
// changes, and is found out only where a bound of it is low enough.
#pragma once

#include "engine/search/stile/selection.h"

namespace sparsescope::stile {

class Withdrawals {
public:
    // The selection is one that withdraws.
    Withdrawals(Selection& selection, const Remaining& remaining, const Space& space);

    // A level begins: none of its windows is weighed.
    void begin(const Level& level, Progress& progress);
    // Swaps at an average cost of at most the limit, best first.
    std::vector<Swap> upTo(double limit, const Level& level, ScratchPool& pool, Progress& progress);

private:
    double boundOf(const Level& level, std::int32_t window) const;
    std::vector<std::int32_t> changedWindows(const Level& level);

    Selection& m_selection;
    const Remaining& m_remaining;
    const Space& m_space;
    std::vector<std::vector<std::int32_t>> m_places; // of each order: where each row stands, -1: nowhere
    // Of each window: no swap's average is below. Infinity where none is possible; for good where a row is too long.
    std::vector<double> m_bounds;
    std::vector<std::uint8_t> m_stale; // of each window, within changedWindows()
};

} // namespace sparsescope::stile
