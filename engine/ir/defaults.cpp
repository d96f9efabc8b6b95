// Puts together the default schedule of a plan.
#include "engine/ir/defaults.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/ir/decompose.h"
#include "engine/ir/lower.h"
#include "engine/ir/schedule_texts.h"
#include "engine/ir/steps/nest.h"
#include "engine/ir/text.h"
#include "engine/plan/packed.h"
#include "engine/plan/plan.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace sparsescope::ir {

namespace {

constexpr std::int64_t mostTogether = 4; // rows of a thread

// Which schedules are for a part, by the axes of its values: what these are called is what schedules name.
std::string shapeOf(const PlanPart& part, const Operator& op)
{
    std::string axes;
    for (const std::string& axis : part.description.axes)
        axes += (axes.empty() ? "" : " ") + axis;
    const Axis& last = *part.axis(part.values.axes.back());
    // What stands in the order of fragments is multiplied by tensor cores.
    const bool multiplied = part.values.fragments && op.hasDenseAxis() && !op.sampled();
    const auto forCores = [&](const ExprPtr& rows) { // their name; empty: they do not multiply so many
        return !multiplied ? "" : same(rows, integer(16)) ? "tensor-" : same(rows, integer(8)) ? "tensor-low-" : "";
    };
    if (const std::string cores = axes == "I J" ? forCores(part.first().places) : ""; !cores.empty())
        return cores + "rows";
    if (axes == "I J")
        return !isSparse(last.kind) ? "full" : isVariable(last.kind) ? "rows" : "even-rows";
    if (axes == "IO JO II JI") {
        const ExprPtr& height = part.axis(part.values.axes[3])->length;
        if (const std::string cores = forCores(height); !cores.empty())
            return cores + "blocks";
        return height->kind == ExprKind::Integer && height->value <= mostTogether ? "flat-blocks" : "blocks";
    }
    if (axes == "P")
        return "places";
    if (axes == "S W J")
        return "slices";
    if (axes == "D R")
        return "diagonals";
    throw Error(ErrorKind::Internal, "no schedule is for the axes " + axes);
}

std::int64_t powerIn(std::int64_t number, std::int64_t most)
{
    std::int64_t power = 1;
    while (power < most && number % (2 * power) == 0)
        power *= 2;
    return power;
}

// Where all rows have the same number of places: how many groups of threads share one where a tile has few, and how
// many a thread takes together where they are short.
void addRowConstants(const PlanPart& part, int threads, int gathers, ScheduleContext& context)
{
    const auto known = [&](const std::string& name) {
        const auto found = context.constants.find(name);
        return found != context.constants.end() ? found->second : 0;
    };
    const std::int64_t rows = known(part.first().name), width = known(part.values.axes.back());
    if (part.values.axes.size() != 3 || rows == 0 || width == 0)
        return;
    const std::int64_t groups = threads / std::max<std::int64_t>(known("lanes"), 1);
    std::int64_t share = 1;
    while (2 * share * rows <= groups && width % (2 * share * gathers) == 0)
        share *= 2;
    context.constants[fmt::format("share_{}", part.number)] = share;
    context.constants[fmt::format("together_{}", part.number)] =
        std::min({std::max<std::int64_t>(std::min(gathers, 4) / width, 1), powerIn(rows, 4),
                  std::max<std::int64_t>(rows * share / groups, 1)});
}

} // namespace

ScheduleContext contextOf(const Operator& op, const Plan* plan, const BlockShape& shape)
{
    ScheduleContext context;
    const std::int64_t e = 16 / bytesOf(op.dtype);
    const auto& [threads, gathers, accesses] = shape;
    context.constants = {{"e", e}, {"threads", threads}, {"gathers", gathers}, {"accesses", accesses}};
    if (!plan)
        return context;
    context.untile = [plan](const Program& program) { return untiled(program, *plan); };
    if (op.hasDenseAxis()) {
        const std::int64_t part = packedPart(*plan);
        context.constants["part"] = part;
        context.constants["lanes"] = powerIn(std::max<std::int64_t>(part / e / accesses, 1), 32);
        const std::int64_t warps = std::max(threads / 32, 1);
        std::int64_t strips = 1;
        for (std::int64_t some = 2; some <= warps; ++some)
            if (part % (32 * some) == 0)
                strips = some;
        context.constants["strips"] = strips;
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
    for (const PlanPart& part : partsOf(*plan))
        addRowConstants(part, threads, gathers, context);
    return context;
}

namespace {

void replaceAll(std::string& text, const std::string& mark, const std::string& by)
{
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += by.size())
        text.replace(at, mark.size(), by);
}

// Branches by how many groups of threads share a row where a tile has few: each twice as many as the next one, where
// the rows that share leave no group without work.
struct Branch {
    std::int64_t share = 1;
    std::string suffix; // "_le4", of the last one "_gt16"; empty: there is no other
};

std::vector<Branch> branchesOf(std::int64_t groups, bool allOrOne = false)
{
    constexpr std::int64_t mostShare = 32;
    std::vector<Branch> all;
    for (std::int64_t share = std::min(groups, mostShare); share > 1; share = allOrOne ? 1 : share / 2)
        all.push_back({share, fmt::format("_le{}", groups / share)});
    all.push_back({1, all.empty() ? std::string() : fmt::format("_gt{}", groups / (allOrOne ? groups : 2))});
    return all;
}

// The array of a part that says in which columns its places are; empty: there is none.
std::string columnsOf(const PlanPart& part)
{
    for (std::size_t a = 1; a < part.axes.size(); ++a)
        if (isSparse(part.axes[a].kind) && part.axes[a].name != part.first().name)
            return part.axes[a].indices;
    return {};
}

// The lines of a schedule for one part: $ is its number, # how many positions its outermost axis has, % its array of
// columns. A line that names @ stands for each branch, with its suffix and `share`; those of "specialize # @ GROUPS"
// are what it makes, with "all" behind it those in which all groups share a row, or none do. Lines with @+ are for
// branches that share, @- for the one that does not.
std::string linesFor(const PlanPart& part, const std::string& file, const ScheduleContext& context)
{
    const ExprPtr& count = isSparse(part.first().kind) ? part.first().places : part.first().length;
    std::vector<Branch> branches = branchesOf(1);
    std::string text;
    const auto found = scheduleTexts().find(file);
    if (found == scheduleTexts().end()) // RGMS, whose kernels are templates
        return "lower\nlower\n";
    std::istringstream lines(found->second);
    for (std::string line; std::getline(lines, line);) {
        replaceAll(line, "$", std::to_string(part.number));
        replaceAll(line, "#", print(count));
        replaceAll(line, "%", columnsOf(part));
        if (line.find('@') == std::string::npos) {
            text += line + "\n";
            continue;
        }
        const std::string mark = "@ "; // behind it, how many groups there are
        if (const std::size_t at = line.find(mark); line.find("specialize") != std::string::npos) {
            const std::string all = " all";
            const std::string said = line.substr(at + mark.size());
            const bool allOrOne = said.ends_with(all);
            branches = branchesOf(numberOf(allOrOne ? said.substr(0, said.size() - all.size()) : said, context, 1024),
                                  allOrOne);
            std::string limits;
            for (const Branch& branch : branches)
                if (branch.suffix.starts_with("_le"))
                    limits += " " + branch.suffix.substr(3);
            if (!limits.empty())
                text += line.substr(0, at - 1) + limits + "\n";
            continue;
        }
        for (const Branch& branch : branches) {
            if (line.find(branch.share > 1 ? "@-" : "@+") != std::string::npos)
                continue;
            std::string one = line;
            replaceAll(one, "@+", "@");
            replaceAll(one, "@-", "@");
            replaceAll(one, "@", branch.suffix);
            replaceAll(one, "share", std::to_string(branch.share));
            text += one + "\n";
        }
    }
    return text;
}

} // namespace

std::vector<Step> defaultSteps(const Plan& plan, const BlockShape& shape)
{
    const ScheduleContext context = contextOf(plan.op, &plan, shape);
    std::vector<Step> steps, behind; // of stage 3, which all formats reach together
    for (const PlanPart& part : partsOf(plan)) {
        const std::string file = fmt::format("{}-{}.sched", name(plan.op.kind), shapeOf(part, plan.op));
        int lowered = 0;
        for (const Step& step : parseSchedule(linesFor(part, file, context), file))
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

bool isDefault(const Program& program, const Plan& plan)
{
    const Scheduled taken =
        scheduled(decomposed(programOf(plan.op), plan), defaultSteps(plan), contextOf(plan.op, &plan));
    return taken.problem.empty() && print(taken.programs.back()).text == print(program).text;
}

namespace {

// A plan with some formats of a packed one, a tile each, and without non-zeros.
Plan planOfFormats(const Packed& packed, std::size_t first, std::size_t count)
{
    Plan plan;
    plan.op = packed.op;
    plan.densePart = packed.densePart;
    if (packed.op.hasDenseAxis())
        plan.op.dense = packed.ld;
    plan.rows = packed.rows;
    plan.cols = packed.cols;
    plan.nnz = packed.nnz;
    for (std::size_t f = first; f < first + count; ++f) {
        plan.tiling().formats.push_back(packed.formats[f]);
        Tile tile;
        tile.format = static_cast<std::int32_t>(f - first);
        for (const TaskKind& kind : packed.kinds)
            tile.atomic = tile.atomic || (at(kind.format) == f && (kind.split || kind.adds));
        plan.tiling().tiles.push_back(tile);
    }
    return plan;
}

KernelProgram writtenProgram(const Packed& packed, const BlockShape& shape, const Choice& choice)
{
    const Plan plan = planOfFormats(packed, 0, packed.formats.size());
    const KeptProgram& written = packed.written;
    Program program = written.program ? parse(*written.program, std::string("options.program")) : programOf(packed.op);
    if (const std::string why = whyNotOf(program, &plan); !why.empty())
        failInput(why, {"options.program"});
    if (std::none_of(program.params.begin(), program.params.end(), countsTiles))
        program = decomposed(program, plan);
    const std::string schedule = "options.schedule";
    const std::vector<Step> steps =
        written.schedule.empty() ? defaultSteps(plan, shape) : parseSchedule(written.schedule, schedule, choice);
    const Scheduled taken = scheduled(program, steps, contextOf(packed.op, &plan, shape));
    if (!taken.problem.empty())
        throw Error(ErrorKind::Input, taken.problem, {schedule, taken.line, taken.column});
    return {lowered(taken.programs.empty() ? program : taken.programs.back(), 3), partsOf(plan)};
}

} // namespace

KernelProgram kernelProgram(const Packed& packed, std::size_t format, const BlockShape& shape, const Choice& choice)
{
    if (packed.written != KeptProgram())
        return writtenProgram(packed, shape, choice);
    const Plan plan = planOfFormats(packed, format, 1);
    KernelProgram made{decomposed(programOf(packed.op), plan), partsOf(plan)};
    for (PlanPart& part : made.parts)
        part.format = format;
    const Scheduled taken = scheduled(made.program, defaultSteps(plan, shape), contextOf(packed.op, &plan, shape));
    if (!taken.problem.empty())
        failUsage(fmt::format("the default schedule of {} tiles, step {}: {}", packed.formats[format]->label(),
                              taken.line, taken.problem));
    made.program = taken.programs.back();
    return made;
}

} // namespace sparsescope::ir
