// What block candidates would store: a window's rows by a piece of its condensed columns.
#include "engine/core/at.h"
#include "engine/search/stile/candidates.h"

namespace sparsescope::stile {

// Every column of the window belongs to one candidate at most, so that one pass over its rows serves up to 255 of them.
std::vector<Contents> blockContents(std::span<const Candidate* const> candidates, const Level& level,
                                    const Remaining& remaining, Scratch& scratch)
{
    const Window& window = level.windows[at(candidates.front()->source)];
    const std::vector<std::int32_t>& columns = window.chain->columns.cols;
    const Matrix& matrix = remaining.matrix();
    const std::size_t count = candidates.size();
    std::vector<Contents> made(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Candidate& c = *candidates[i];
        made[i].cols.assign(columns.begin() + c.begin, columns.begin() + c.end);
        made[i].distinctCols = c.format->packedCols();
        for (const std::int32_t col : made[i].cols)
            scratch.count[at(col)] = static_cast<std::uint8_t>(i + 1);
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
        const auto row = matrix.row(r);
        for (std::size_t k = 0; k < row.size(); ++k) {
            const std::uint8_t which = scratch.count[at(row[k])];
            if (which == 0)
                continue;
            const std::size_t i = which - 1u;
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
