#include "engine/plan/graph/kept_results.h"

#include "engine/core/error.h"
#include "engine/plan/graph/joined_tiles.h"
#include "engine/plan/graph/results.h"

#include <algorithm>
#include <limits>

namespace sparsescope::graph {

namespace {

// Results of stored rows.
struct Results {
    Numbers firsts; // the unit that leaves the first of a row, which those follow that leave the others
    Numbers counts;
    Numbers ranks; // as KeptOfBranch has them
};

Results resultsOf(const Metadata& m)
{
    const bool ofBlock = m.reductions.block != BlockRed::None;
    const std::vector<RowRange> rows = ofBlock ? rowsOfGroups(m, m[Array::BmtbBmtOffsets]) : unitsOf(m).rows;
    Results results{Numbers(at(m.rows)), Numbers(at(m.rows)), {}};
    bool apart = false; // padding stands between those of a row
    for (std::int32_t u = 0; u < std::ssize(rows); ++u)
        for (std::int32_t row = rows[at(u)].first; row >= 0 && row <= rows[at(u)].last; ++row) {
            std::int32_t& count = results.counts[at(row)];
            if (count == 0)
                results.firsts[at(row)] = ofBlock ? 0 : u;
            apart |= !ofBlock && results.firsts[at(row)] + count != u;
            ++count;
        }
    if (!apart)
        return results;
    std::int32_t rank = 0;
    for (const RowRange& ofUnit : rows) {
        results.ranks.push_back(rank);
        rank += ofUnit.first < 0 ? 0 : 1;
    }
    for (std::size_t row = 0; row < results.firsts.size(); ++row)
        results.firsts[row] = results.ranks[at(results.firsts[row])];
    return results;
}

} // namespace

bool keepsResults(std::span<const JoinedTiles> joined)
{
    return std::any_of(joined.begin(), joined.end(), [](const JoinedTiles& one) { return one.metadata.last; });
}

KeptResults keptResults(std::span<const JoinedTiles> joined, std::int64_t rows)
{
    std::vector<Results> results;
    std::vector<std::int64_t> counts(at(rows));
    for (const JoinedTiles& one : joined) {
        results.push_back(resultsOf(one.metadata));
        const auto origins = one.metadata[Array::OriginRows];
        for (std::size_t s = 0; s < origins.size(); ++s)
            if (origins[s] >= 0)
                counts[at(origins[s])] += results.back().counts[s];
    }

    KeptResults kept{Numbers(at(rows), -1), {0}, {}};
    std::int64_t all = 0;
    for (std::size_t row = 0; row < counts.size(); ++row) {
        if (counts[row] < 2)
            continue;
        all += counts[row];
        if (all > std::numeric_limits<std::int32_t>::max())
            failInput("rows that several write have 2^31 results or more: with how \"auto\" they are added to");
        kept.rowSlots[row] = static_cast<std::int32_t>(kept.offsets.size()) - 1;
        kept.offsets.push_back(static_cast<std::int32_t>(all));
    }

    Numbers next(kept.offsets.begin(), kept.offsets.end() - 1);
    for (std::size_t i = 0; i < joined.size(); ++i) {
        const auto origins = joined[i].metadata[Array::OriginRows];
        Numbers slots(origins.size());
        for (std::size_t s = 0; s < slots.size(); ++s) {
            slots[s] = s > 0 ? slots[s - 1] : 0;
            if (const std::int32_t slot = origins[s] < 0 ? -1 : kept.rowSlots[at(origins[s])]; slot >= 0) {
                slots[s] = next[at(slot)] - results[i].firsts[s];
                next[at(slot)] += results[i].counts[s];
            }
        }
        kept.branches.push_back({std::move(slots), std::move(results[i].ranks)});
    }
    return kept;
}

} // namespace sparsescope::graph
