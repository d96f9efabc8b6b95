// From measured times to the coefficients of the roofline model (STile 3.2).
#pragma once

#include "engine/cost/calibration.h"

#include <span>

namespace sparsescope {

// One sub-task measured saturated, with and without atomic output; R and R_atomic as in STile 3.2.
struct FitSample {
    double roofline = 0;
    double atomicRoofline = 0;
    double ns = 0;
    double atomicNs = 0;
};

// a and b, not negative, by least squares of the relative error of ns, then c and d of that of atomicNs / g. Residuals
// are those of the finished model over all samples, atomic or not. Throws Error(Internal) for fewer than three samples.
RooflineFit fitRoofline(std::span<const FitSample> samples);

// Least squares of the relative error of ns = .ns + .perStepNs x steps, neither negative. Throws Error(Internal) for
// none.
Latency fitLatency(std::span<const double> steps, std::span<const double> ns);

// One sub-task measured saturated, with what linearFeatures() says of it.
struct LinearSample {
    LinearCoefficients features = {};
    double ns = 0;
    double atomicNs = 0;
    double slotsNs = 0; // 0: not measured
};

// Least squares of the relative error with coefficients that are not negative, plain, atomic and with slots apart, the
// last where all samples were measured so. Throws Error(Internal) for fewer than five samples.
LinearFit fitLinear(std::span<const LinearSample> samples);

} // namespace sparsescope
