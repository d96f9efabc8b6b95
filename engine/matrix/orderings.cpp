#include "engine/matrix/orderings.h"

#include <algorithm>

namespace sparsescope {

std::vector<std::int32_t> orderByCountDescending(std::span<const std::int32_t> counts)
{
    const std::int32_t most = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
    std::vector<std::int64_t> start(static_cast<std::size_t>(most) + 2, 0);
    for (const std::int32_t c : counts)
        ++start[static_cast<std::size_t>(most - c) + 1];
    for (std::size_t i = 1; i < start.size(); ++i)
        start[i] += start[i - 1];
    std::vector<std::int32_t> order(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i)
        order[static_cast<std::size_t>(start[static_cast<std::size_t>(most - counts[i])]++)] = static_cast<std::int32_t>(i);
    return order;
}

}  // namespace sparsescope
