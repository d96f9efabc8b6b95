// The order in which the sub-tasks of a tiling are launched: blocks that run together read what is near.
#pragma once

#include "engine/plan/tiling.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

std::string name(LaunchOrder order);  // "longest" "rows"
std::string name(SplitSums sums);     // "slots" "atomic"
std::string label(LaunchOrder order); // "longest first" "by rows"
std::string label(SplitSums sums);    // "in slots" "added"
// "by rows, split rows in slots"; the order alone where no row is split.
std::string launchText(LaunchOrder order, SplitSums sums, bool split);

// A sub-task; TaskRecord on the device.
struct Task {
    std::int32_t tile = 0;
    std::int32_t part = 0; // of the dense loop: columns [part * densePart, (part + 1) * densePart)
    bool operator==(const Task&) const = default;
};

// The sub-tasks of tiles that cost this much each, in the order of their launch.
//   Longest: by cost, the parts of a tile side by side (STile definition 6).
//   Rows: the few tiles that each take a twentieth of what an SM does, by cost; then part by part, in each the tiles by
//   their first row, so that the rows of B that neighbours have in common are still in the caches.
std::vector<Task> launched(const Tiling& tiling, std::span<const double> costs, std::int64_t parts, LaunchOrder order);

std::vector<double> tileCosts(const Tiling& tiling);

} // namespace sparsescope
