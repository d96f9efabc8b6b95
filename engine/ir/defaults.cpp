// Puts together the default schedule of a plan.
#include "engine/ir/defaults.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/ir/decompose.h"
#include "engine/ir/schedule_texts.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::ir {

namespace {

// Which schedules are for a part, by the axes of its values: what these are called is what schedules name.
std::string shapeOf(const PlanPart& part)
{
    static const std::map<std::string, std::string> shapes = {{"I J", "rows"},
                                                              {"I J dense", "full"},
                                                              {"P", "places"},
                                                              {"S W J", "slices"},
                                                              {"IO JO II JI", "blocks"},
                                                              {"D R", "diagonals"}};
    std::string axes;
    for (const std::string& axis : part.description.axes)
        axes += (axes.empty() ? "" : " ") + axis;
    if (axes == "I J" && part.axis(part.values.axes.back())->kind == AxisKind::DenseFixed)
        axes += " dense";
    const auto found = shapes.find(axes);
    if (found == shapes.end())
        throw Error(ErrorKind::Internal, "no schedule is for the axes " + axes);
    return found->second;
}

std::int64_t powerIn(std::int64_t number, std::int64_t most)
{
    std::int64_t power = 1;
    while (power < most && number % (2 * power) == 0)
        power *= 2;
    return power;
}

} // namespace

ScheduleContext contextOf(const Operator& op, const Plan* plan, int threads, int gathers)
{
    ScheduleContext context;
    const std::int64_t e = 16 / bytesOf(op.dtype);
    context.constants = {{"e", e}, {"threads", threads}, {"gathers", gathers}};
    if (!plan)
        return context;
    context.untile = [plan](const Program& program) { return untiled(program, *plan); };
    if (op.hasDenseAxis()) {
        const std::int64_t part = packedPart(*plan);
        context.constants["part"] = part;
        context.constants["lanes"] = powerIn(std::max<std::int64_t>(part / e, 1), 32);
        context.multiples["ld"] = part;
    }
    if (!whyNoProgram(*plan).empty())
        return context;
    for (const PlanPart& part : partsOf(*plan))
        for (const Axis& axis : part.axes) {
            const ExprPtr& extent = isSparse(axis.kind) ? axis.places : axis.length;
            if (!isVariable(axis.kind) && extent->kind == ExprKind::Integer)
                context.constants[axis.name] = extent->value;
        }
    return context;
}

std::string defaultSchedule(const Plan& plan)
{
    std::string text = "lower\n";
    std::vector<std::string> behind; // steps of stage 3, which all formats reach together
    for (const PlanPart& part : partsOf(plan)) {
        const std::string file = fmt::format("{}-{}.sched", name(plan.op.kind), shapeOf(part));
        std::string steps = scheduleTexts().at(file);
        const std::string number = std::to_string(part.number);
        for (std::size_t at = 0; (at = steps.find('$', at)) != std::string::npos; at += number.size())
            steps.replace(at, 1, number);
        const std::string mark = "lower\n"; // first and last
        const std::size_t first = steps.find("\n" + mark) + 1, last = steps.rfind("\n" + mark) + 1;
        text += steps.substr(first + mark.size(), last - first - mark.size());
        behind.push_back(steps.substr(last + mark.size()));
    }
    text += "lower\n";
    for (const std::string& steps : behind)
        text += steps;
    return text;
}

Plan planOfKinds(const Packed& packed)
{
    Plan plan;
    plan.op = packed.op;
    plan.densePart = packed.densePart;
    if (packed.op.hasDenseAxis())
        plan.op.dense = packed.ld;
    plan.rows = packed.rows;
    plan.cols = packed.cols;
    plan.nnz = packed.nnz;
    Tiling& tiling = plan.tiling();
    tiling.formats = packed.formats;
    for (std::size_t f = 0; f < packed.formats.size(); ++f) {
        Tile tile;
        tile.format = static_cast<std::int32_t>(f);
        bool used = false;
        for (const TaskKind& kind : packed.kinds)
            if (at(kind.format) == f) {
                used = true;
                tile.atomic = tile.atomic || kind.split || kind.adds;
            }
        if (used)
            tiling.tiles.push_back(tile);
    }
    return plan;
}

KernelProgram kernelProgram(const Packed& packed, int threads, int gathers)
{
    const Plan plan = planOfKinds(packed);
    KernelProgram made{decomposed(programOf(packed.op), plan), partsOf(plan), defaultSchedule(plan)};
    const Scheduled taken =
        scheduled(made.program, parseSchedule(made.schedule, "default"), contextOf(packed.op, &plan, threads, gathers));
    if (!taken.problem.empty())
        throw Error(ErrorKind::Internal, fmt::format("the default schedule, line {}: {}", taken.line, taken.problem));
    made.program = taken.programs.back();
    return made;
}

} // namespace sparsescope::ir
