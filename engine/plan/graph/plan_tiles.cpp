#include "engine/plan/graph/plan_tiles.h"

#include "engine/core/at.h"
#include "engine/plan/formats/shared.h"
#include "engine/plan/graph/tiles.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sparsescope::graph {

namespace {

TileSet tilesOf(const Metadata& branch, Progress& progress)
{
    TileSet tiles;
    const auto places = branch[Array::BmtbNzOffsets];
    coverRanges(branch.bmtbs(), 64, tiles, progress, [&](std::int64_t begin, std::int64_t end, TileSet& some) {
        for (std::int64_t b = begin; b < end; ++b) {
            progress.check();
            const StoredBmtb bmtb = storedBmtb(branch, b);
            some.rowIds.insert(some.rowIds.end(), bmtb.rowIds.begin(), bmtb.rowIds.end());
            some.entries.insert(some.entries.end(), bmtb.entries.begin(), bmtb.entries.end());
            closeTile(some, places[at(b) + 1] - places[at(b)]);
        }
    });
    return tiles;
}

// Appends the branch's parts and says which the tiles from `first` on are of.
void addPartitions(Tiling& tiling, std::size_t first, const Metadata& branch)
{
    const auto rows = branch[Array::OriginRows];
    const auto begun = static_cast<std::int32_t>(tiling.partitions.size());
    for (std::size_t p = 0; p < branch.parts.size(); ++p) {
        Partition partition{0, static_cast<std::int32_t>(p)};
        partition.colBegin = branch.parts[p].firstCol;
        partition.colEnd = branch.parts[p].endCol;
        bool any = false;
        for (std::int32_t r = branch.parts[p].firstRow; r < branch.partEnd(p); ++r) {
            const std::int64_t row = rows[at(r)];
            if (row < 0)
                continue; // of ROW_PAD
            partition.rowBegin = any ? std::min(partition.rowBegin, row) : row;
            partition.rowEnd = std::max(partition.rowEnd, row + 1);
            any = true;
        }
        tiling.partitions.push_back(partition);
    }
    std::size_t part = 0;
    for (std::int64_t b = 0; b < branch.bmtbs(); ++b) {
        while (part + 1 < branch.parts.size() && branch.parts[part + 1].firstRow <= branch.bmtbRow(b))
            ++part;
        tiling.tiles[first + at(b)].partition = begun + static_cast<std::int32_t>(part);
    }
}

} // namespace

void addBranches(Plan& plan, const Graph& graph, const Applied& applied, Progress& progress)
{
    plan.figures["graph"] = graph.json();
    Tiling& tiling = plan.tiling();
    for (std::size_t i = 0; i < applied.branches.size(); ++i) {
        progress.report("tiles", static_cast<double>(i) / static_cast<double>(applied.branches.size()));
        progress.check();
        const Branch& branch = applied.branches[i];
        const Metadata& m = branch.metadata();
        const std::size_t first = tiling.tiles.size();
        if (m.bmtbs() > 0) {
            const nlohmann::json leaf = toJson(tileNodes(branch.leaf, m));
            addTiles(plan, makeFormat("graph", {{"leaf", leaf}}), tilesOf(m, progress));
            if (applied.branches.size() > 1 || m.parts.size() > 1)
                addPartitions(tiling, first, m);
        }
        for (std::size_t t = first; t < tiling.tiles.size(); ++t)
            tiling.tiles[t].level = tiling.tiles[t].round = static_cast<std::int32_t>(i) + 1;
    }
    markAtomicTiles(plan);
    tiling.splitSums = applied.last() ? SplitSums::Slots : SplitSums::Atomic; // as GMEM_ATOM_RED adds
}

} // namespace sparsescope::graph
