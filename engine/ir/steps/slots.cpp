// Steps of stage 1: formats, and the order of axes.
#include "engine/core/error.h"
#include "engine/ir/axis_tree.h"
#include "engine/ir/steps/nest.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sparsescope::ir {

namespace {

// change(iteration) for each iteration of stage 1 that the step is of; false: not this one.
Program changedIterations(const Program& program, const Step& step, const std::function<bool(Iter&)>& change,
                          const std::string& missing)
{
    return changedNests(
        program, step,
        [&](Program& remade, const NodePtr& node, const Known&) -> std::optional<Body> {
            Node made = *node;
            auto* iter = std::get_if<Iter>(&made.what);
            if (!iter || (!step.iteration.empty() && iter->name != step.iteration) || !change(*iter))
                return std::nullopt;
            made.id = remade.nextId++;
            made.from = {node->id};
            return Body{std::make_shared<const Node>(std::move(made))};
        },
        missing);
}

// The step for nests is found by the names of blocks, which stage 1 has none of.
Step ofAll(Step step)
{
    step.iteration.clear();
    return step;
}

bool isBehind(const std::vector<Slot>& slots, const std::string& axis, std::size_t slot)
{
    for (std::size_t s = 0; s <= slot; ++s)
        if (std::find(slots[s].axes.begin(), slots[s].axes.end(), axis) != slots[s].axes.end())
            return s < slot;
    return false;
}

// Every axis stands behind its parent, where that is an axis of the iteration.
void requireParentsFirst(const Program& program, const Iter& iter)
{
    for (std::size_t s = 0; s < iter.slots.size(); ++s) {
        const Axis* first = program.axis(iter.slots[s].axes.front());
        if (first && !first->parent.empty() && !isBehind(iter.slots, first->parent, s))
            failInput(fmt::format("axis {} would stand before {}, whose positions it depends on", first->name,
                                  first->parent));
    }
}

Program reordered(const Program& program, const Step& step, const ScheduleContext&)
{
    requireStage(program, step, 1, 1);
    const std::vector<std::string> order = words(step.arguments);
    return changedIterations(
        program, ofAll(step),
        [&](Iter& iter) {
            if (!step.iteration.empty() && iter.name != step.iteration)
                return false;
            std::vector<Slot> slots;
            std::vector<std::string> iterators, before;
            for (const Slot& slot : iter.slots)
                before.insert(before.end(), slot.axes.begin(), slot.axes.end());
            if (!std::is_permutation(order.begin(), order.end(), before.begin(), before.end())) {
                if (step.iteration.empty())
                    return false;
                failInput(fmt::format("{} is no order of {}", fmt::join(order, ", "), fmt::join(before, ", ")));
            }
            for (std::size_t a = 0; a < order.size();) {
                const auto whole = std::find_if(iter.slots.begin(), iter.slots.end(),
                                                [&](const Slot& slot) { return slot.axes.front() == order[a]; });
                if (whole == iter.slots.end() ||
                    !std::equal(whole->axes.begin(), whole->axes.end(), order.begin() + static_cast<std::ptrdiff_t>(a),
                                order.begin() +
                                    static_cast<std::ptrdiff_t>(std::min(order.size(), a + whole->axes.size()))))
                    failInput(fmt::format("axis {} is fused with others, and stays with them", order[a]));
                slots.push_back(*whole);
                a += whole->axes.size();
            }
            for (const std::string& axis : order)
                iterators.push_back(iter.iterators[static_cast<std::size_t>(
                    std::find(before.begin(), before.end(), axis) - before.begin())]);
            for (std::size_t s = 1; s < slots.size(); ++s)
                if (const Axis* axis = program.axis(slots[s].axes.front()); axis && isTileAxis(*axis))
                    failInput(fmt::format("axis {} goes through tiles, and stays first", axis->name));
            iter.slots = std::move(slots);
            iter.iterators = std::move(iterators);
            requireParentsFirst(program, iter);
            return true;
        },
        "no iteration has exactly these axes");
}

Program fused(const Program& program, const Step& step, const ScheduleContext&)
{
    requireStage(program, step, 1, 1);
    const std::vector<std::string> axes = words(step.arguments);
    if (axes.size() < 2)
        failInput("it takes two axes or more");
    for (std::size_t a = 1; a < axes.size(); ++a)
        if (const Axis* axis = program.axis(axes[a]); !axis || axis->parent != axes[a - 1])
            failInput(fmt::format("axis {} is not a child of {}", axes[a], axes[a - 1]));
        else if (axis->kind == AxisKind::DenseVariable)
            failInput(fmt::format("axis {} is dense and variable", axes[a]));
    const Axis* first = program.axis(axes.front());
    if (const Axis* parent = first ? program.axis(first->parent) : nullptr; parent && !isTileAxis(*parent))
        failInput(fmt::format("axis {} is neither a root nor a child of the tiles", axes.front()));
    if (first && (isTileAxis(*first) || isVariable(first->kind)))
        failInput(fmt::format("axis {} cannot be the first of a group", axes.front()));
    return changedIterations(
        program, ofAll(step),
        [&](Iter& iter) {
            if (!step.iteration.empty() && iter.name != step.iteration)
                return false;
            const auto begin = std::find_if(iter.slots.begin(), iter.slots.end(), [&](const Slot& slot) {
                return slot.axes.size() == 1 && slot.axes.front() == axes.front();
            });
            bool found = std::distance(begin, iter.slots.end()) >= std::ssize(axes);
            for (std::size_t a = 0; found && a < axes.size(); ++a)
                found = begin[static_cast<std::ptrdiff_t>(a)].axes == std::vector<std::string>{axes[a]};
            if (!found)
                return false;
            const auto end = begin + std::ssize(axes);
            bool mixed = false, reduced = false;
            for (auto slot = begin; slot != end; ++slot) {
                mixed = mixed || slot->kind != begin->kind;
                reduced = reduced || slot->kind == LoopKind::Reduced;
            }
            if (mixed && !iter.atomic)
                failInput(fmt::format("iteration {} is not atomic, and the axes are spatial and reduced", iter.name));
            if (mixed && !iter.init.empty())
                failInput(fmt::format("iteration {} has init, which stands between the axes", iter.name));
            *begin = {axes, reduced ? LoopKind::Reduced : LoopKind::Spatial};
            iter.slots.erase(begin + 1, end);
            return true;
        },
        "no iteration has these axes one behind the other, not fused");
}

std::string listed(const std::vector<std::string>& axes)
{
    return fmt::format("[{}]", fmt::join(axes, ", "));
}

std::vector<std::string> fuseCandidates(const Program& program, const ScheduleContext&)
{
    std::vector<std::string> all;
    for (const NodePtr& node : program.body)
        if (const auto* iter = std::get_if<Iter>(&node->what))
            for (std::size_t s = 0; s + 1 < iter->slots.size(); ++s)
                all.push_back(iter->name + ": sparse_fuse " +
                              listed({iter->slots[s].axes.back(), iter->slots[s + 1].axes.front()}));
    return all;
}

std::vector<std::string> reorderCandidates(const Program& program, const ScheduleContext&)
{
    std::vector<std::string> all;
    for (const NodePtr& node : program.body)
        if (const auto* iter = std::get_if<Iter>(&node->what))
            for (std::size_t s = 0; s + 1 < iter->slots.size(); ++s) {
                std::vector<Slot> slots = iter->slots;
                std::swap(slots[s], slots[s + 1]);
                std::vector<std::string> axes;
                for (const Slot& slot : slots)
                    axes.insert(axes.end(), slot.axes.begin(), slot.axes.end());
                all.push_back(iter->name + ": sparse_reorder " + listed(axes));
            }
    return all;
}

bool readsFusedAxes(const Program& program)
{
    return std::any_of(program.body.begin(), program.body.end(), [](const NodePtr& node) {
        const auto* iter = std::get_if<Iter>(&node->what);
        return iter && std::any_of(iter->slots.begin(), iter->slots.end(),
                                   [](const Slot& slot) { return slot.axes.size() > 1; });
    });
}

Program decomposedBy(const Program& program, const Step& step, const ScheduleContext& context)
{
    requireStage(program, step, 1, 1);
    if (step.arguments.empty())
        failInput("it takes a planner, and OPTION=VALUE for what it is not to choose");
    if (readsFusedAxes(program))
        failInput("an iteration has fused axes; decompose comes before sparse_fuse");
    if (!context.decompose)
        failInput("the program was made from a plan already");
    return context.decompose(program, step.arguments);
}

Program untiledBy(const Program& program, const Step& step, const ScheduleContext& context)
{
    requireStage(program, step, 1, 1);
    if (!step.arguments.empty())
        failInput("it takes nothing");
    if (!context.untile)
        failInput("there is no plan whose tiles could be joined");
    return context.untile(program);
}

Program loweredOnce(const Program& program, const Step& step, const ScheduleContext&)
{
    requireStage(program, step, 1, 2);
    if (!step.arguments.empty())
        failInput("it takes nothing");
    return lowered(program, program.stage + 1);
}

std::vector<std::string> withoutArguments(const char* verb, bool offered)
{
    return offered ? std::vector<std::string>{verb} : std::vector<std::string>();
}

} // namespace

StepKind decomposeStep()
{
    return {{"decompose", "PLANNER OPTION=VALUE..", "stores A in the formats of a planner's plan"},
            decomposedBy,
            [](const Program&, const ScheduleContext& context) {
                return withoutArguments("decompose hyb", static_cast<bool>(context.decompose));
            }};
}

StepKind untileStep()
{
    return {{"untile", "", "makes one tile of all that each format holds"},
            untiledBy,
            [](const Program&, const ScheduleContext& context) {
                return withoutArguments("untile", static_cast<bool>(context.untile));
            }};
}

StepKind lowerStep()
{
    return {
        {"lower", "", "goes on to the next stage"}, loweredOnce, [](const Program& program, const ScheduleContext&) {
            return withoutArguments("lower", program.stage < 3);
        }};
}

StepKind sparseReorderStep()
{
    return {{"sparse_reorder", "[AXIS..]", "iterates the axes in this order"}, reordered, reorderCandidates};
}

StepKind sparseFuseStep()
{
    return {{"sparse_fuse", "[AXIS..]", "iterates all positions of axes below one another in one loop"},
            fused,
            fuseCandidates};
}

} // namespace sparsescope::ir
