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

std::vector<Step> defaultSteps(const Plan& plan)
{
    std::vector<Step> steps, behind; // of stage 3, which all formats reach together
    for (const PlanPart& part : partsOf(plan)) {
        const std::string file = fmt::format("{}-{}.sched", name(plan.op.kind), shapeOf(part));
        std::string text = scheduleTexts().at(file);
        const std::string number = std::to_string(part.number);
        for (std::size_t at = 0; (at = text.find('$', at)) != std::string::npos; at += number.size())
            text.replace(at, 1, number);
        int lowered = 0;
        for (const Step& step : parseSchedule(text, file))
            if (step.verb == "lower")
                ++lowered;
            else
                (lowered == 1 ? steps : behind).push_back(step);
    }
    Step lower;
    lower.verb = "lower";
    steps.insert(steps.begin(), lower);
    steps.push_back(lower);
    steps.insert(steps.end(), behind.begin(), behind.end());
    for (std::size_t i = 0; i < steps.size(); ++i)
        steps[i].line = static_cast<std::int64_t>(i) + 1;
    return steps;
}

std::string textOf(const std::vector<Step>& steps)
{
    std::string text;
    for (const Step& step : steps)
        text += textOf(step) + "\n";
    return text;
}

namespace {

// A plan with a format of a packed one and without non-zeros.
Plan planOfFormat(const Packed& packed, std::size_t format)
{
    Plan plan;
    plan.op = packed.op;
    plan.densePart = packed.densePart;
    if (packed.op.hasDenseAxis())
        plan.op.dense = packed.ld;
    plan.rows = packed.rows;
    plan.cols = packed.cols;
    plan.nnz = packed.nnz;
    plan.tiling().formats = {packed.formats[format]};
    Tile tile;
    for (const TaskKind& kind : packed.kinds)
        tile.atomic = tile.atomic || (at(kind.format) == format && (kind.split || kind.adds));
    plan.tiling().tiles = {tile};
    return plan;
}

} // namespace

KernelProgram kernelProgram(const Packed& packed, std::size_t format, int threads, int gathers)
{
    const Plan plan = planOfFormat(packed, format);
    KernelProgram made{decomposed(programOf(packed.op), plan), partsOf(plan)};
    for (PlanPart& part : made.parts)
        part.format = format;
    const Scheduled taken =
        scheduled(made.program, defaultSteps(plan), contextOf(packed.op, &plan, threads, gathers));
    if (!taken.problem.empty())
        failUsage(fmt::format("the default schedule of {} tiles, step {}: {}", packed.formats[format]->label(),
                              taken.line, taken.problem));
    made.program = taken.programs.back();
    return made;
}

} // namespace sparsescope::ir
