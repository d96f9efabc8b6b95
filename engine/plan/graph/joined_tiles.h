// The branches of a graph's kernel: tiles of one format one after another, and their metadata as those of one branch.
#pragma once

#include "engine/core/progress.h"
#include "engine/plan/graph/apply.h"
#include "engine/plan/tiling.h"

#include <span>
#include <vector>

namespace sparsescope {
class Plan;
}

namespace sparsescope::graph {

// The metadata of tiles with one format that stand one after another.
struct JoinedTiles {
    int level = 1;
    std::int64_t firstTile = 0;
    Chain nodes; // of their format
    Metadata metadata;
};

// Are all tiles of an SpMV plan a graph's (FormatTraits::ownKernel), in few branches? What was changed by hand may mix
// them with others, and has no kernel then.
bool hasKernelGraph(const Plan& plan);
inline constexpr std::size_t mostKernelBranches = 64;

// Those of such a tiling, with blocks of as many threads together. Throws what tileMetadata() throws.
std::vector<JoinedTiles> joinTiles(const Tiling& tiling, const Matrix& matrix, Progress& progress);

// The same of the branches that the tiles would be made of, without making tiles.
std::vector<JoinedTiles> joinBranches(const Applied& applied, const Matrix& matrix);

// Final results of each of the matrix's rows.
std::vector<std::int32_t> rowWriters(std::span<const JoinedTiles> joined, std::int64_t rows);

} // namespace sparsescope::graph
