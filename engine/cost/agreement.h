// Predictions against measurements.
#pragma once

#include <cstdint>
#include <vector>

namespace sparsescope {

// How well predictions agree with measurements (both in ns, same length).
struct Agreement {
    std::int64_t points = 0;
    double pearson = 0;     // NaN below two points or without spread
    double rmse = 0;        // ns
    double medianError = 0; // median of |measured - predicted| / measured
};
Agreement agreement(const std::vector<double>& predicted, const std::vector<double>& measured);

} // namespace sparsescope
