#include "engine/plan/graph/division.h"

#include <algorithm>

namespace sparsescope::graph {

void Division::addPart(const std::vector<Columns>& buckets)
{
    columns.insert(columns.end(), buckets.begin(), buckets.end());
    firstBucket.push_back(static_cast<std::int32_t>(columns.size()));
}

std::vector<Metadata> divided(const Metadata& m, const Division& division, std::size_t chains, bool each,
                              const Progress& progress)
{
    const std::size_t buckets = division.columns.size();
    struct Extent {
        std::size_t branch = 0;
        std::int32_t rows = 0, places = 0;       // how many
        std::int32_t nextRow = 0, nextPlace = 0; // where the next ones go
    };
    std::vector<Extent> extents(buckets);
    for (const Division::Run& run : division.runs) {
        ++extents[at(run.bucket)].rows;
        extents[at(run.bucket)].places += run.end - run.begin;
    }
    std::vector<Metadata> branches(each ? 1 : chains, m);
    for (Metadata& branch : branches) {
        branch.parts.clear();
        branch.rows = branch.places = 0;
    }
    for (std::size_t p = 0; p + 1 < division.firstBucket.size(); ++p)
        for (auto b = at(division.firstBucket[p]); b < at(division.firstBucket[p + 1]); ++b) {
            Extent& extent = extents[b];
            if (extent.rows == 0)
                continue;
            extent.branch = each ? 0 : b - at(division.firstBucket[p]);
            Metadata& branch = branches[extent.branch];
            extent.nextRow = static_cast<std::int32_t>(branch.rows);
            extent.nextPlace = static_cast<std::int32_t>(branch.places);
            branch.parts.push_back({extent.nextRow, division.columns[b].first, division.columns[b].end});
            branch.rows += extent.rows;
            branch.places += extent.places;
        }
    struct Rows {
        Numbers origin, lengths, entries;
    };
    std::vector<Rows> made(branches.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
        made[i].origin.resize(at(branches[i].rows));
        made[i].lengths.resize(at(branches[i].rows));
        made[i].entries.resize(at(branches[i].places));
    }
    const std::span<const std::int32_t> origin = m[Array::OriginRows];
    const std::span<const std::int32_t> entries =
        division.diagonals.empty() ? m[Array::Entries] : std::span<const std::int32_t>(division.entries);
    for (std::size_t i = 0; i < division.runs.size(); ++i) {
        if (i % (1 << 16) == 0)
            progress.check();
        const Division::Run& run = division.runs[i];
        Extent& extent = extents[at(run.bucket)];
        Rows& rows = made[extent.branch];
        rows.origin[at(extent.nextRow)] = origin[at(run.row)];
        rows.lengths[at(extent.nextRow)] = run.end - run.begin;
        std::copy(entries.begin() + run.begin, entries.begin() + run.end, rows.entries.begin() + extent.nextPlace);
        ++extent.nextRow;
        extent.nextPlace += run.end - run.begin;
    }
    for (std::size_t i = 0; i < made.size(); ++i) {
        branches[i].nnz = branches[i].places - std::count(made[i].entries.begin(), made[i].entries.end(), -1);
        branches[i].setRows(std::move(made[i].origin), std::move(made[i].lengths));
        branches[i].set(Array::Entries, std::move(made[i].entries));
    }
    if (!division.diagonals.empty())
        branches.front().set(Array::Diagonals, Numbers(division.diagonals));
    return branches;
}

} // namespace sparsescope::graph
