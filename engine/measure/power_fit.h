// The line through a cloud of predictions and measurements on logarithmic axes.
#pragma once

#include <span>
#include <utility>

namespace sparsescope {

// measured = factor x predicted ^ exponent, the least squares of the logarithms. Points that are not above 0 are left
// out.
struct PowerFit {
    bool known = false; // below two points, or without spread: not
    double factor = 1;
    double exponent = 1;
    double at(double predicted) const;
};
PowerFit powerFit(std::span<const std::pair<double, double>> predictedAndMeasured);

} // namespace sparsescope
