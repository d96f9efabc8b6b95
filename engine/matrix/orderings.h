// Orders of rows by number of non-zeros (STile table 2, primitive 1).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sparsescope {

// Indices 0 .. counts.size()-1 by descending count; equal counts keep their order (stable counting sort).
std::vector<std::int32_t> orderByCountDescending(std::span<const std::int32_t> counts);

}  // namespace sparsescope
