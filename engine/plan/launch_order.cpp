#include "engine/plan/launch_order.h"

#include "engine/core/parallel_sort.h"

#include <algorithm>
#include <numeric>

namespace sparsescope {

namespace {

// A twentieth of what one of 132 SMs does when all do the same: a tile that comes last delays the end by no more.
constexpr double heavyShare = 0.05 / 132;

} // namespace

std::string name(LaunchOrder order)
{
    return order == LaunchOrder::Longest ? "longest" : "rows";
}

std::string name(SplitSums sums)
{
    return sums == SplitSums::Slots ? "slots" : "atomic";
}

std::string label(LaunchOrder order)
{
    return order == LaunchOrder::Longest ? "longest first" : "by rows";
}

std::string label(SplitSums sums)
{
    return sums == SplitSums::Slots ? "in slots" : "added";
}

std::string launchText(LaunchOrder order, SplitSums sums, bool split)
{
    return label(order) + (split ? ", split rows " + label(sums) : "");
}

std::vector<Task> launched(const Tiling& tiling, std::span<const double> costs, std::int64_t parts, LaunchOrder order)
{
    const auto count = static_cast<std::int64_t>(tiling.tiles.size());
    const bool rows = order == LaunchOrder::Rows;
    const double heavy =
        rows ? heavyShare * static_cast<double>(parts) * std::accumulate(costs.begin(), costs.end(), 0.0) : 0;
    struct Key {
        double cost;        // negative; 0: not heavy
        std::int32_t first; // row
        std::int32_t tile;
        auto operator<=>(const Key&) const = default;
    };
    std::vector<Key> keys(tiling.tiles.size());
    for (std::int32_t t = 0; t < count; ++t) {
        const Tile& tile = tiling.tiles[at(t)];
        const bool byCost = !rows || costs[at(t)] > heavy;
        keys[at(t)] = {byCost ? -costs[at(t)] : 0,
                       !byCost && tile.rows.size() > 0 ? tiling.rowIds[at(tile.rows.begin)] : 0, t};
    }
    parallelSort(keys.begin(), keys.end(), std::less<>());
    const auto firstLight =
        rows ? std::find_if(keys.begin(), keys.end(), [](const Key& key) { return key.cost == 0; }) : keys.end();
    std::vector<Task> tasks;
    tasks.reserve(keys.size() * static_cast<std::size_t>(parts));
    for (auto key = keys.begin(); key != firstLight; ++key)
        for (std::int32_t part = 0; part < parts; ++part)
            tasks.push_back({key->tile, part});
    for (std::int32_t part = 0; part < parts; ++part)
        for (auto key = firstLight; key != keys.end(); ++key)
            tasks.push_back({key->tile, part});
    return tasks;
}

std::vector<double> tileCosts(const Tiling& tiling)
{
    std::vector<double> costs;
    costs.reserve(tiling.tiles.size());
    for (const Tile& tile : tiling.tiles)
        costs.push_back(tile.cost);
    return costs;
}

} // namespace sparsescope
