#include "engine/measure/variant_text.h"
#include "engine/core/error.h"
#include "engine/measure/run_options.h"
#include "engine/plan/packed.h"

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

std::vector<Codegen> parseCodegens(const std::string& text)
{
    if (text == "template")
        return {Codegen::Template};
    if (text == "ir")
        return {Codegen::Program};
    if (text == "both")
        return {Codegen::Template, Codegen::Program};
    failUsage(fmt::format("kernels are made by {}, not by \"{}\"", "template, ir or both", text));
}

std::string codegensText(const std::vector<Codegen>& codegens)
{
    return codegens.size() > 1 ? "both" : name(codegens.empty() ? Codegen::Template : codegens.front());
}

} // namespace sparsescope
