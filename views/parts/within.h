// Where something stands that has to stay in sight.
#pragma once

#include <algorithm>

namespace sparsescope {

// `at`, moved into [low, high]; where there is no room between them, or only rounding, `low`.
inline double within(double at, double low, double high)
{
    return std::max(low, std::min(at, high));
}

} // namespace sparsescope
