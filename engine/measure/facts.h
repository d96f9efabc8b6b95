// What follows from a plan or a run, one number a tile, computed once off the GUI thread for every view.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/measure/profile.h"
#include "engine/plan/plan.h"

#include <cstdint>
#include <vector>

namespace sparsescope {

struct PlanFacts {
    std::vector<std::uint32_t> owners; // nnz: the tile that owns each CSR position
    // One element a tile.
    std::vector<std::int32_t> width; // stored places a row
    std::vector<std::int64_t> stored;
    std::vector<std::int32_t> owned;
    std::vector<std::int32_t> redundant;
    // One element a tile and one in front: sums over the first i tiles.
    std::vector<std::int64_t> covered; // non-zeros
    std::vector<double> costSum;       // ns

    PlanSummary summary;
    std::string range; // rangeNote() of its operator

    std::int64_t padding(std::size_t tile) const { return stored[tile] - owned[tile] - redundant[tile]; }
    double paddingRatio(std::size_t tile) const
    {
        return stored[tile] > 0 ? static_cast<double>(padding(tile)) / static_cast<double>(stored[tile]) : 0;
    }
};
// Throws Error(Cancelled).
PlanFacts planFacts(const Plan& plan, const Matrix& matrix, Progress& progress);

// One point of the scatter: a sub-task (in situ) or a tile (saturated).
struct CostPoint {
    std::int32_t tile = 0;
    double predicted = 0; // ns
    double measured = 0;  // ns
};

// What the blocks of a branch of a graph's kernel took, and were predicted to. Branches are cases of one launch, so
// counters are of all of them together.
struct BranchFacts {
    std::int32_t level = 0;  // of its tiles
    std::int32_t tile = 0;   // the first of them
    std::int64_t blocks = 0; // that were measured
    double predictedNs = 0;  // sums over these
    double inSituNs = 0;
    // As counters may tell of all blocks: bytes between the SMs and the L2 cache, instructions of warps; 0: not known.
    double predictedBytes = 0;
    double predictedInstructions = 0;
};

struct RunFacts {
    // One element a tile; NaN where nothing was measured. In situ: the mean over the measured parts of the dense loop.
    std::vector<float> inSituNs;
    std::vector<float> saturatedNs;
    std::vector<CostPoint> inSitu;    // one a measured sub-task
    std::vector<CostPoint> saturated; // one a measured tile
    Agreement inSituAgreement;
    Agreement saturatedAgreement;
    std::vector<BranchFacts> branches; // of a kernel of a graph, by level; else none
    double predictedCallNs = 0;        // by the model of graphs; 0: not known
    double predictedZeroedBytes = 0;   // of rows that no branch writes alone
    double predictedBytes() const;     // of all branches, and those; 0: not known
    double predictedInstructions() const;
};
// Measurements of tiles that the plan does not have are left out. Throws Error(Cancelled).
RunFacts runFacts(const Plan& plan, const Profile& profile, Progress& progress);
// What the model of graphs predicts of counters and of the call, which takes as long as making the plan: a large
// matrix, and a plan whose figure is no graph of these branches, stay without; so does the call where the profile's
// calibration is none that is shipped.
void predictGraph(RunFacts& facts, const Plan& plan, const Profile& profile, const Matrix& matrix, Progress& progress);

// Bytes between memory and the SMs as CUPTI counted them; NaN without counters.
double measuredDramBytes(const Profile& profile);
double measuredL2Bytes(const Profile& profile);

} // namespace sparsescope
