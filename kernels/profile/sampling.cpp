#include "kernels/profile/sampling.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace sparsescope {

std::vector<std::size_t> stratifiedSample(std::span<const std::int32_t> kindOf, std::size_t limit)
{
    std::vector<std::size_t> chosen;
    if (kindOf.size() <= limit) {
        chosen.resize(kindOf.size());
        std::iota(chosen.begin(), chosen.end(), std::size_t{0});
        return chosen;
    }
    std::map<std::int32_t, std::vector<std::size_t>> kinds;
    for (std::size_t i = 0; i < kindOf.size(); ++i)
        kinds[kindOf[i]].push_back(i);
    // Smallest kinds first: what they leave of their share goes to the others.
    std::vector<const std::vector<std::size_t>*> order;
    for (const auto& [kind, items] : kinds)
        order.push_back(&items);
    std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) { return a->size() < b->size(); });
    std::size_t left = limit;
    for (std::size_t k = 0; k < order.size(); ++k) {
        const std::vector<std::size_t>& items = *order[k];
        const std::size_t count = std::min(items.size(), left / (order.size() - k));
        for (std::size_t i = 0; i < count; ++i)
            chosen.push_back(items[(2 * i + 1) * items.size() / (2 * count)]);
        left -= count;
    }
    std::sort(chosen.begin(), chosen.end());
    return chosen;
}

} // namespace sparsescope
