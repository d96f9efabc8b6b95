// GMEM_ATOM_RED with how "last" (ours): results of rows that several write are kept in a scratch, where those of a row
// stand together in the order in which its last writer adds them.
#pragma once

#include "engine/plan/graph/metadata.h"

#include <span>
#include <vector>

namespace sparsescope::graph {

struct JoinedTiles;

// A branch's. The result that a unit leaves of a stored row has the place slots[row] + unit in the scratch: a BMT or a
// BMW, or 0 where a whole BMTB leaves it.
struct KeptOfBranch {
    Numbers slots; // of stored rows that have one writer: those of the row before
    Numbers ranks; // where BMTs of padding stand between those of a row: the units, of each BMT; else none
};

struct KeptResults {
    Numbers rowSlots; // of each row of the matrix: its number among those that several write; -1: it is none of them
    Numbers offsets;  // where the results of each of these begin, and the end of all
    std::vector<KeptOfBranch> branches;
};

// Does one of them say how "last"? Then all results are added so, which graphs say of all branches or none.
bool keepsResults(std::span<const JoinedTiles> joined);

// Results of a row in the order of branches, BMTBs and units. Throws Error(Input) from 2^31 results on.
KeptResults keptResults(std::span<const JoinedTiles> joined, std::int64_t rows);

} // namespace sparsescope::graph
