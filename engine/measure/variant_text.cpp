#include "engine/measure/variant_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

bool splitsRows(const Plan& plan)
{
    const std::vector<Tile>& tiles = plan.tiling().tiles;
    return !plan.op.sampled() && std::any_of(tiles.begin(), tiles.end(), [](const Tile& tile) { return tile.atomic; });
}

std::string variantStart(const Plan& plan, LaunchOrder order, SplitSums sums)
{
    return fmt::format("{}{}, ", plan.op.hasDenseAxis() ? fmt::format("parts of {}, ", plan.densePart) : "",
                       launchText(order, sums, splitsRows(plan)));
}

} // namespace sparsescope
