// What a cut makes of a branch.
#pragma once

#include "engine/core/progress.h"
#include "engine/plan/graph/metadata.h"

#include <vector>

namespace sparsescope::graph {

// Each part of a branch is cut into parts of its own; all of them together are the buckets, in order.
struct Division {
    struct Columns {
        std::int32_t first, end;
    };
    // Places [begin, end) of a stored row, for a bucket; none where an empty row stays.
    struct Run {
        std::int32_t bucket, row, begin, end;
    };
    std::vector<std::int32_t> firstBucket = {0}; // of each part, and one more
    std::vector<Columns> columns;                // of each bucket
    std::vector<Run> runs;                       // rows ascend
    // Where rows are laid out anew: the entries that runs have places of, else those of the branch; -1: no non-zero.
    Numbers entries;
    Numbers diagonals; // of rows of the first bucket of each part, where it has a place for each of them

    // Buckets of the next part, with these columns.
    void addPart(const std::vector<Columns>& buckets);
};

// A branch for each of `chains`, of which chain i has the i-th parts (a branch without rows where there is none), or a
// single one of all parts. Linear in rows and places.
std::vector<Metadata> divided(const Metadata& m, const Division& division, std::size_t chains, bool each,
                              const Progress& progress);

} // namespace sparsescope::graph
