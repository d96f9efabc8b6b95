#include "engine/ir/axis_tree.h"

#include "engine/core/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::ir {

namespace {

const std::string twinEnd = "_dense";

} // namespace

std::string twinName(const std::string& axis)
{
    return axis + twinEnd;
}

std::string denseName(const Program& program, const std::string& axis)
{
    const Axis* found = program.axis(axis);
    return found && isSparse(found->kind) ? twinName(axis) : axis;
}

const Axis& twinned(const Program& program, const Axis& axis)
{
    if (isSparse(axis.kind) || !axis.name.ends_with(twinEnd))
        return axis;
    const Axis* sparse = program.axis(axis.name.substr(0, axis.name.size() - twinEnd.size()));
    return sparse && isSparse(sparse->kind) ? *sparse : axis;
}

std::vector<const Axis*> ancestorsOf(const Program& program, const Axis& axis)
{
    std::vector<const Axis*> above;
    for (std::string parent = axis.parent; !parent.empty(); parent = above.back()->parent) {
        const Axis* found = program.axis(parent);
        if (!found)
            failInput(fmt::format("axis {} stands below {}, which is not declared", axis.name, parent));
        if (above.size() > program.axes.size())
            failInput(fmt::format("axis {} stands below itself", axis.name));
        above.push_back(found);
    }
    std::reverse(above.begin(), above.end());
    return above;
}

} // namespace sparsescope::ir
