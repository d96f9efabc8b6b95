// Which program a state of the view Program means: operator, format, schedule and stage.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/ir/decompose.h"
#include "engine/ir/lower.h"
#include "engine/ir/schedule.h"
#include "engine/learn/drawing.h"
#include "engine/learn/encoded.h"
#include "engine/learn/program_run.h"
#include "engine/search/buckets.h"
#include "engine/search/rules/predicate.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

using json = nlohmann::json;

constexpr const char* appliedSetting = "applied";

std::string listed(const std::vector<std::string>& names)
{
    std::string all;
    for (const std::string& name : names)
        all += (all.empty() ? "" : ", ") + name;
    return all;
}

OperatorKind operatorOf(const std::string& name)
{
    std::vector<std::string> names;
    for (const OperatorDefinition* definition : operatorDefinitions()) {
        if (definition->name == name)
            return definition->kind;
        names.push_back(definition->name);
    }
    failInput(fmt::format("operator \"{}\" is none of {}", name, listed(names)));
}

std::string textOf(const json& value, const char* setting)
{
    if (value.is_string())
        return value.get<std::string>();
    std::string text;
    if (!value.is_array())
        failInput(fmt::format("{} is neither text nor a list of lines", setting));
    for (const json& line : value) {
        if (!line.is_string())
            failInput(fmt::format("{} has a line that is no text", setting));
        text += line.get<std::string>() + "\n";
    }
    return text;
}

ProgramFormat formatOf(const json& value)
{
    if (value.is_string())
        return {LearnFormat{value.get<std::string>()}};
    const auto name = value.is_object() ? value.find("name") : value.end();
    if (name == value.end() || !name->is_string())
        failInput("format is a name, or an object with a name and parameters");
    ProgramFormat format{{name->get<std::string>(), value}, value.value("take", json("all"))};
    format.format.parameters.erase("name");
    format.format.parameters.erase("take");
    return format;
}

std::vector<ProgramFormat> formatsOf(const json& value)
{
    if (value == "")
        return {};
    if (!value.is_array())
        return {formatOf(value)};
    std::vector<ProgramFormat> formats;
    for (const json& one : value)
        formats.push_back(formatOf(one));
    if (formats.empty())
        failInput("format is a list of none");
    return formats;
}

// SparseTIR's buckets, as its planner cuts them; a thread block of each has all of its rows or, where tiles stay apart,
// the eight places that are the least of one.
Plan hybPlan(const Matrix& matrix, const Operator& op, const json& parameters, bool tiled)
{
    if (op.sampled())
        failInput("hyb(c, k) is no format of SDDMM");
    const ColumnDivision division =
        divideColumns(matrix, parameters.at("c").get<std::int64_t>(), allRows(matrix), noProgress());
    const std::vector<std::int64_t> widest(division.parts.size(),
                                           std::int64_t{1} << parameters.at("k").get<std::int64_t>());
    ScratchPool pool(matrix.cols());
    std::vector<TraceRound> rounds;
    return finishBuckets(
        fillBuckets(matrix, division, widest, tiled ? 8 : 1 << 12, emptyPlan(matrix, op, op.dense), pool, noProgress()),
        rounds, noProgress());
}

Plan planOf(const Matrix& matrix, const Operator& op, const std::vector<ProgramFormat>& formats, bool tiled)
{
    const std::vector<LearnKind> kinds = learnKinds(matrix);
    if (const LearnKind& kind = kindOf(kinds, formats.front().format.name); kind.name == "hyb(c,k)") {
        if (formats.size() > 1)
            failInput("hyb(c, k) stores all non-zeros, and stands beside no other format");
        return hybPlan(matrix, op, completeParameters(matrix, kind, formats.front().format.parameters), tiled);
    }
    Plan plan = emptyPlan(matrix, op, op.dense);
    rules::LeftNonZeros left = rules::allNonZeros(matrix);
    for (std::size_t f = 0; f < formats.size(); ++f) {
        const FormatPtr made = engineFormat(matrix, formats[f].format);
        const std::vector<std::uint8_t> takes =
            rules::parsePredicate(formats[f].take, "format", fmt::format("[{}].take", f))
                ->takes(matrix, left, noProgress());
        const std::vector<std::uint32_t> taken = rules::takeAway(left, takes, noProgress());
        if (taken.empty())
            failInput(fmt::format("{} is left no non-zero", formats[f].format.name));
        TileSet tiles;
        made->cover(matrix, taken, tiles, noProgress());
        addTiles(plan, made, std::move(tiles));
    }
    if (!left.positions.empty())
        failInput(fmt::format("the formats leave {}", plural(std::ssize(left.positions), "non-zero")));
    markAtomicTiles(plan);
    if (const std::string why = ir::whyNoProgram(plan); !why.empty())
        failInput(why);
    return plan;
}

constexpr std::int64_t initialColumns = 2;
const std::vector<std::int64_t> columns = {1, 2, 4};

std::int64_t columnsOf(const LearnState& state)
{
    const auto found = state.settings.find("d");
    return found != state.settings.end() && found->is_number_integer() &&
                   std::count(columns.begin(), columns.end(), found->get<std::int64_t>()) > 0
               ? found->get<std::int64_t>()
               : initialColumns;
}

// So many steps of a schedule.
std::size_t appliedIn(const LearnState& state, std::size_t steps)
{
    const auto found = state.settings.find(appliedSetting);
    return found != state.settings.end() && found->is_number_integer()
               ? at(std::clamp<std::int64_t>(found->get<std::int64_t>(), 0, static_cast<std::int64_t>(steps)))
               : steps;
}

ir::ScheduleContext contextOf(const Operator& op)
{
    ir::ScheduleContext context;
    context.multiples = {{"d", op.dense}, {"ld", op.dense}};
    return context;
}

ProgramDesign designOf(const LearnState& state)
{
    const std::vector<ProgramDesign>& all = programDesigns();
    const auto named = std::find_if(all.begin(), all.end(), [&](const auto& d) { return d.name == state.example; });
    ProgramDesign design = named == all.end() ? all.front() : *named;
    const auto set = [&](const char* key, const auto& use) {
        if (const auto found = state.settings.find(key); found != state.settings.end()) {
            use(*found);
            design.about.clear();
        }
    };
    set("operator", [&](const json& value) {
        if (!value.is_string())
            failInput("operator is no text");
        design.op = value.get<std::string>();
    });
    set("format", [&](const json& value) { design.formats = formatsOf(value); });
    set("schedule", [&](const json& value) { design.schedule = textOf(value, "schedule"); });
    set("tiled", [&](const json& value) {
        if (!value.is_boolean())
            failInput("tiled is neither true nor false");
        design.tiled = value.get<bool>();
    });
    return design;
}

} // namespace

std::vector<Dense> countedOperands(const Operator& op, const Matrix& matrix)
{
    std::vector<Dense> operands;
    for (const OperandDefinition& operand : op.definition().operands) {
        const OperandShape shape = operandShape(op, operand, shapeOf(matrix));
        Dense dense{shape.rows, shape.cols, shape.cols, {}};
        for (std::int64_t i = 0; i < dense.rows * dense.ld; ++i)
            if (op.inFloat64())
                dense.doubles.push_back(static_cast<double>(i + 1));
            else
                dense.values.push_back(static_cast<float>(i + 1));
        operands.push_back(std::move(dense));
    }
    return operands;
}

const std::vector<ProgramDesign>& programDesigns()
{
    const LearnFormat blocks{"bsr", {{"height", 2}, {"width", 2}}};
    static const std::vector<ProgramDesign> all = {
        {"spmm", "CSR: figures 3, 4, 7-10", "The operator as it is written, on the matrix in CSR.", "spmm", {}, "", 1},
        {"ell",
         "ELL",
         "A's axes are those of ELL: all rows have the same number of places.",
         "spmm",
         {{{"ell"}}},
         "",
         1},
        {"bsr",
         "BSR",
         "A has four axes: rows of blocks, blocks, and rows and columns within them.",
         "spmm",
         {{blocks}},
         "",
         1},
        {"figure5",
         "BSR, ELL: figure 5",
         "Blocks that are three quarters full are stored in BSR, what is left in ELL.",
         "spmm",
         {{blocks, {{"blockDensity", {{"height", 2}, {"width", 2}, {"atLeast", 0.75}}}}}, {{"ell"}}},
         "",
         1},
        {"hyb",
         "hyb(1, 1)",
         "Rows of one place and rows of two, each an iteration of its own.",
         "spmm",
         {{{"hyb(c,k)", {{"c", 1}, {"k", 1}}}}},
         "",
         1},
        {"figure11",
         "hyb(2, 2): figure 11",
         "Two parts of the columns; the rows of each by length, up to four places.",
         "spmm",
         {{{"hyb(c,k)", {{"c", 2}, {"k", 2}}}}},
         "",
         1},
        {"srbcrs",
         "SR-BCRS: figure 18",
         "Columns of two rows that hold a non-zero, in groups of two.",
         "spmm",
         {{{"srbcrs", {{"t", 2}, {"q", 2}}}}},
         "lower\nspmm_1: ko, ki = split k 2\nspmm_1: reorder ko jo ii ji ki\n"
         "spmm_1: A_t = cache_read A_1 local jo\nspmm_1: C_t = cache_write C local ko",
         2},
        {"sddmm", "SDDMM", "Two loops, one in the other, go through the non-zeros.", "sddmm", {}, "", 1},
        {"figure6",
         "SDDMM: figure 6",
         "Steps of stage I change the order of axes.",
         "sddmm",
         {},
         "sparse_reorder [K, I, J]\nsparse_fuse [I, J]",
         1},
        {"fused",
         "SDDMM fused: figure 8",
         "One loop goes through all non-zeros.",
         "sddmm",
         {},
         "sparse_fuse [I, J]",
         1},
        {"threads",
         "Threads: section 3.3.2",
         "Loops are cut and given to the threads of a block.",
         "spmm",
         {},
         "lower\nio, ii = split i 2\nbind io blockIdx.y\nbind ii threadIdx.y\nko, ki = split k 2\nbind ki threadIdx.x",
         2}};
    return all;
}

std::vector<LearnExample> programExamples()
{
    std::vector<LearnExample> examples;
    for (const ProgramDesign& design : programDesigns())
        examples.push_back({design.name, design.label});
    return examples;
}

bool isProgramText(const std::string& setting)
{
    return setting == "operator" || setting == "format" || setting == "schedule" || setting == "tiled";
}

ProgramSource sourceOf(const MatrixPtr& matrix, const LearnState& state)
{
    ProgramSource source;
    source.design = designOf(state);
    source.op = {operatorOf(source.design.op), DataType::Float32, 1};
    if (source.op.hasDenseAxis())
        source.op.dense = columnsOf(state);
    const std::vector<Dense> operands = countedOperands(source.op, *matrix);
    source.program = ir::programOf(source.op);
    if (!source.design.formats.empty()) {
        const bool tiled = source.design.tiled;
        const Plan plan = planOf(*matrix, source.op, source.design.formats, tiled);
        source.program = ir::decomposed(source.program, plan);
        if (!tiled)
            source.program = ir::untiled(source.program, plan);
        Packed packed = pack(plan, *matrix, noProgress());
        packed.ld = source.op.dense; // rows of dense operands are not filled up here
        source.bindings = ir::bind(plan, packed, *matrix, operands, !tiled);
    } else {
        source.bindings = ir::bind(source.op, *matrix, operands);
    }
    const std::vector<ir::Step> steps = ir::parseSchedule(source.design.schedule, "schedule");
    for (const ir::Step& step : steps)
        source.schedule.push_back(ir::textOf(step));
    const ir::Scheduled made = ir::scheduled(source.program, steps, contextOf(source.op));
    if (!made.problem.empty())
        failInput(fmt::format("schedule, line {}: {}", made.line, made.problem));
    source.applied = appliedIn(state, steps.size());
    source.program = made.programs[source.applied];
    if (source.applied > 0)
        source.before = made.programs[source.applied - 1];
    return source;
}

std::string programSchedule(const LearnState& state)
{
    return designOf(state).schedule;
}

std::vector<std::string> legalSteps(const LearnState& state)
{
    LearnState whole = state;
    whole.settings.erase(appliedSetting);
    const ProgramSource source = sourceOf(withNumbers(state.matrix), whole);
    return ir::legal(source.program, contextOf(source.op));
}

std::vector<LearnParameter> programSettings(const LearnState& state, json& now)
{
    now = json::object();
    for (const auto& [key, value] : state.settings.items())
        if (isProgramText(key))
            now[key] = value;
    int least = 1, initial = 1;
    std::int64_t steps = 0;
    bool dense = true;
    try {
        const ProgramSource source = sourceOf(withNumbers(state.matrix), state);
        least = source.program.stage;
        initial = std::max(least, source.design.stage);
        dense = source.op.hasDenseAxis();
        steps = std::ssize(source.schedule);
    } catch (const Error&) {
        // makeShow() says why
    }
    std::vector<LearnParameter> parameters;
    LearnParameter stage{
        "stage", "stage", "I speaks of coordinates, II of positions, III of offsets in arrays.", {}, initial};
    for (std::int64_t s = least; s <= 3; ++s)
        stage.values.push_back(s);
    if (steps > 0) {
        LearnParameter applied{appliedSetting, "schedule", "How many steps of the schedule are applied.", {}, steps};
        for (std::int64_t s = 0; s <= steps; ++s)
            applied.values.push_back(s);
        parameters.push_back(std::move(applied));
    }
    parameters.push_back(std::move(stage));
    if (dense)
        parameters.push_back({"d", "columns", "Columns of the dense operands, the loop k.", columns, initialColumns});
    for (const LearnParameter& p : parameters) {
        std::int64_t value = p.initial;
        if (const auto found = state.settings.find(p.name); found != state.settings.end() && found->is_number())
            value = *std::min_element(p.values.begin(), p.values.end(), [&](std::int64_t a, std::int64_t b) {
                const auto asked = found->get<double>();
                return std::abs(static_cast<double>(a) - asked) < std::abs(static_cast<double>(b) - asked);
            });
        now[p.name] = value;
    }
    return parameters;
}

} // namespace sparsescope::learn
