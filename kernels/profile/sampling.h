// Samples that are the same every time and hold some of every kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sparsescope {

// Indices of at most `limit` items, ascending, evenly spread within each kind: every kind keeps an equal share or all
// it has, and what is left over goes to the larger kinds. All items when they are no more than `limit`.
std::vector<std::size_t> stratifiedSample(std::span<const std::int32_t> kindOf, std::size_t limit);

} // namespace sparsescope
