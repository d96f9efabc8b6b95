// What a plan is predicted to take, part by part: the sum is planNs() (cost_model.h).
#pragma once

#include "engine/cost/cost_model.h"

namespace sparsescope {

// All in ns.
struct PlanTime {
    double launchNs = 0;     // of the first kernel
    double nextLaunchNs = 0; // of each kernel behind another
    double longestNs = 0;    // until the SM with the most work has done it
    double kernelNs = 0;     // that, and the latency of the sub-tasks that start last
    bool zeroes = false;     // rows of the output first, in a kernel of their own
    double zeroNs = 0;       // beyond its launch
    bool converts = false;   // rows that were added to in float32, in a kernel of their own
    double convertNs = 0;    // beyond its launch
    double latencyNs() const { return kernelNs - longestNs; }
    double launchesNs() const { return launchNs + ((zeroes ? 1 : 0) + (converts ? 1 : 0)) * nextLaunchNs; }
    double totalNs() const
    {
        double ns = kernelNs + launchNs;
        if (zeroes)
            ns += nextLaunchNs + zeroNs;
        if (converts)
            ns += nextLaunchNs + convertNs;
        return ns;
    }
};

PlanTime planTime(const Plan& plan, double longestNs, const RowWrites& writes, const Calibration& calibration);

// The calibration by whose costs a plan is predicted, with the changes that its name tells ("h200, atomic x3"). Throws
// Error where no calibration of that name can be read.
Calibration costsOf(const Plan& plan);

} // namespace sparsescope
