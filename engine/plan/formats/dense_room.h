// How many places may be stored or gathered from densely.
#pragma once

#include <cstdint>
#include <string>

namespace sparsescope {

// As in the race of libraries: 1 GB of float32, and beyond that so many places for each non-zero. Why these places of
// a matrix with so many non-zeros are too many; empty: they are not.
std::string denseRefusal(std::int64_t places, std::int64_t nonZeros);

} // namespace sparsescope
