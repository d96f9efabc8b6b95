// Predicted cost of sub-tasks and of whole plans.
#pragma once

#include "engine/cost/calibration.h"
#include "engine/plan/plan.h"

#include <memory>
#include <span>

namespace sparsescope {

// FLOPs and bytes of one sub-task (STile table 3). Gathered rows of B (SDDMM: of X and Y) count once per distinct
// index; bytes are counted in 32-byte sectors. SpMV, which the table lacks, counts as SpMM of one column, with the
// column index of every place: it weighs as much as the value. RGMS, which it lacks too, gathers a row of X for every
// place and reads the weights of its relation once; a row is multiplied when it is summed. Of SpMV, each distinct
// element of x and each row of y counts as a sector of its own, an upper bound: which of them share one is no feature
// of a tile.
struct Work {
    double flops = 0;
    double bytes = 0;
    double atomicBytes = 0; // Bytes_atomic: bytes and the output once more
};
Work workOf(const TileFeatures& tile, const Operator& op, std::int64_t densePart);

// What this program's kernels move between an SM and the L2 cache for one sub-task of a tile: table 3 with the rows and
// columns that it holds, without the padding of its shape, and with its index arrays; adds are float32 whatever the
// type, but for float64's. Of SpMV's x, the sectors that the tile's columns lie in.
Work trafficOf(const Plan& plan, const Tile& tile, const Matrix& matrix);

// What LinearFit counts, for one sub-task: 1, bytes of distinct gathered rows, of those rows again for every issued
// place, and of the tile's arrays and its output. In 32-byte sectors. RGMS: of the weights, of the rows of X of all
// places, and of arrays and output; and the FLOPs of the products with the weights, of each row or, where those come
// first, of each place. Of other operators FLOPs are not counted (0).
LinearCoefficients linearFeatures(const TileFeatures& tile, const Operator& op, std::int64_t densePart,
                                  bool multipliesFirst = false);

// Gathers that one group of lanes makes one after another in a sub-task, about: a group takes a row, or rows of a row
// of blocks, and several share these where they are few; a row, however short, takes as long as four. 0 for formats
// whose tiles do not differ in that.
double chainOf(const TileFeatures& tile, const Operator& op, std::int64_t densePart);

// What a tile costs beside others: what it shares a kernel with, and how its split rows are summed.
struct KernelUse {
    bool blocks = true; // dense blocks are in the kernel, whose shared memory all tiles lose from their L1 cache
    SplitSums sums = SplitSums::Atomic;
    bool multipliesFirst = false; // as Packed has it
    bool operator==(const KernelUse&) const = default;
};
KernelUse kernelUseOf(const Plan& plan);

class CostModel {
public:
    virtual ~CostModel() = default;
    // Predicted ns of one sub-task of such a tile; by the calibration's own costs where these are coefficients, else,
    // of a format without numbers by those of another (CalibrationEntry:: costedAs()); infinity when there are none for
    // CSR, ELL or 1D either. What a library computes takes what it has to move and to compute at the GPU's rates, where
    // nothing closer is known.
    virtual double cost(const TileFeatures& tile, bool atomic) const = 0;
    virtual const Calibration& calibration() const = 0;
    virtual const Operator& op() const = 0;
    // Part of the dense loop that its sub-tasks take (definition 5).
    virtual std::int64_t densePart() const = 0;
    virtual std::vector<std::int64_t> measuredDenseParts() const = 0; // ascending
    virtual std::unique_ptr<CostModel> withDensePart(std::int64_t part) const = 0;
    // The kernel whose costs these are: at first one with blocks, where parts are added, as searches that choose among
    // all formats have to assume.
    virtual const KernelUse& use() const = 0;
    virtual std::unique_ptr<CostModel> withUse(const KernelUse& use) const = 0;
};

// The numbers that were measured nearest to the model's part of the dense loop: which formats have any, and their
// tables.
const CalibrationEntry& numbersOf(const CostModel& model);

// STile 3.2: formats with a table from it, interpolated between widths and between parts of the dense loop; the others
// from the linear fit where there is one, else from the roofline fit. densePart 0 takes the smallest part that was
// measured. Beyond the measured parts, a table's cost grows in proportion above the largest and stays that of the
// smallest below it. Throws Error(Input) when the calibration has no numbers for the operator and data type.
std::unique_ptr<CostModel> makeCostModel(const Calibration& calibration, const Operator& op,
                                         std::int64_t densePart = 0);

// The sub-tasks of a plan dealt out in the order of their launch, each to the SM that is free first (definition 6,
// where that order is Longest). Ties go to the earlier sub-task and SM.
struct Schedule {
    std::vector<std::int32_t> sm; // of each sub-task: tile * parts + part; empty where a library deals them out
    std::vector<double> busyNs;   // of each SM
    double longestNs() const;
};
Schedule scheduleOf(const Plan& plan, int sms);

// Sets a tile's cost and chain; whether it is atomic is known already.
void costTile(Tile& tile, const TileFeatures& features, const CostModel& model);

// What a run of the plan takes whose longest SM is busy for so long: the launch; the sub-tasks, the latency of the
// slowest of them, on a GPU that is busy, and what device memory moves at least, each of which hides most of the others
// (the root of the sum of squares); the bytes of empty rows that are zeroed; and, where parts of rows are added, the
// launch beside and the bytes that it moves. By calibrations whose costs hold what device memory takes: the sub-tasks
// and the latency of those that start last, the cheapest, or the longest latency of any where that is more.
double planNs(const Plan& plan, double longestNs, const Calibration& calibration);

// Rows of the output that parts are added to, in a launch of its own zeroed before or converted after, and rows that no
// tile writes.
struct RowWrites {
    double added = 0;
    double empty = 0;
};
RowWrites rowWritesOf(const Plan& plan);
double planNs(const Plan& plan, double longestNs, const RowWrites& writes, const Calibration& calibration);

// The same, of the schedule that scheduleOf() makes.
double planCost(const Plan& plan, const Calibration& calibration);

// Sets every tile's cost and chain from its features and atomic flag, in the kernel that the plan makes, whatever the
// model's use.
void costTiles(Plan& plan, const Matrix& matrix, const CostModel& model, Progress& progress = noProgress());

// The same, and Plan::predictedNs and calibration.
void costPlan(Plan& plan, const Matrix& matrix, const CostModel& model, Progress& progress = noProgress());

// Launches the plan's sub-tasks in another order: its schedule and prediction follow, where its calibration can be
// read.
void setLaunchOrder(Plan& plan, LaunchOrder order);
// Sums its split rows in this way, likewise.
void setSplitSums(Plan& plan, const Matrix& matrix, SplitSums sums, Progress& progress = noProgress());

// The Plan::predictedNs that costPlan() would set; the plan stays as it is.
double predictedBy(const CostModel& model, const Plan& plan, const Matrix& matrix, Progress& progress = noProgress());

} // namespace sparsescope
