// What a plan is predicted to take, part by part: the sum is planNs() (cost_model.h).
#pragma once

#include "engine/cost/cost_model.h"

namespace sparsescope {

// All in ns.
struct PlanTime {
    double launchNs = 0;   // of the first kernel
    double besideNs = 0;   // of the one that zeroes or converts rows that are added to: what does not overlap
    bool zeroes = false;   // these rows, before
    bool converts = false; // or after
    double addedNs = 0;    // what that takes beyond its launch
    double longestNs = 0;  // until the SM with the most work has done it
    double kernelNs = 0;   // that, and what waits for the slowest sub-task and for device memory add
    double zeroNs = 0;     // rows of the output without non-zeros, which blocks behind the others zero
    double latencyNs() const { return kernelNs - longestNs; }
    double totalNs() const { return launchNs + besideNs + addedNs + kernelNs + zeroNs; }
};

PlanTime planTime(const Plan& plan, double longestNs, const RowWrites& writes, const Calibration& calibration);

// The calibration by whose costs a plan is predicted, with the changes that its name tells ("h200, atomic x3"); costs
// of somebody's own, which it tells too, are in the plan's tiles alone. Throws Error where no calibration of that name
// can be read.
Calibration costsOf(const Plan& plan);

} // namespace sparsescope
