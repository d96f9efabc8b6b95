// ir: programs of operators and plans in SparseTIR's language, lowered stage by stage and checked.
#include "app/cli/console.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/ir/check_stages.h"
#include "engine/ir/decompose.h"
#include "engine/ir/defaults.h"
#include "engine/ir/interpret.h"
#include "engine/ir/lower.h"
#include "engine/ir/parts.h"
#include "engine/ir/schedule.h"
#include "engine/ir/text.h"
#include "engine/plan/kept_program.h"
#include "engine/plan/plan_file.h"
#include "engine/search/planner.h"
#include "engine/search/request.h"
#include "engine/work/local_worker.h"
#include "engine/work/measuring_evaluator.h"
#include "kernels/generate/generate.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <sstream>

namespace sparsescope {

namespace {

constexpr const char* defaultSteps = "default";

struct IrArguments {
    MatrixArguments matrix;
    SearchArguments search;
    bool searches = false; // a planner was asked for
    std::string plan;
    std::string program;
    std::string schedule;
    int stage = 0;     // 0: the program's own
    bool cuda = false; // the kernel that is printed from stage 3
    bool untiled = false;
    bool check = false;
    std::string out;
};

struct Planned {
    ir::Program program; // of the stage that was asked for
    Operator op;
    std::optional<Plan> plan;
    bool untiled = false;
};

Plan searchedPlan(const SearchArguments& search, const MatrixPtr& matrix, Console& console)
{
    const std::shared_ptr<Worker> worker = localWorker();
    MakeEvaluator evaluator;
    if (sparsescope::planner(search.planner).needsTimes())
        evaluator = measuringBy(*worker, matrix, {});
    return runSearch(*matrix, search, console, evaluator).plan;
}

std::optional<Plan> planOf(const IrArguments& arguments, const MatrixPtr& matrix, Console& console)
{
    if (!arguments.plan.empty())
        return readPlan(arguments.plan, *matrix, console.progress());
    if (arguments.searches)
        return searchedPlan(arguments.search, matrix, console);
    return std::nullopt;
}

// A program that has tiles was decomposed already.
bool hasTiles(const ir::Program& program)
{
    return std::any_of(program.params.begin(), program.params.end(), ir::countsTiles);
}

// decompose PLANNER OPTION=VALUE..: options that were given beside it, and these.
Plan planOfStep(const IrArguments& arguments, const std::string& step, const MatrixPtr& matrix, Console& console)
{
    SearchArguments search = arguments.search;
    std::istringstream words(step);
    words >> search.planner;
    for (std::string word; words >> word;) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos)
            failInput(fmt::format("\"{}\" is no OPTION=VALUE", word));
        search.options.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
    return searchedPlan(search, matrix, console);
}

// A file's text, or what a plan keeps beside its tiles.
struct Source {
    std::string text, file;
};

// What is given wins over what the plan keeps; none: neither is there.
std::optional<Source> programFor(const IrArguments& arguments, const KeptProgram& kept)
{
    if (!arguments.program.empty())
        return Source{readText(arguments.program), arguments.program};
    if (!kept.program)
        return {};
    return Source{*kept.program,
                  fmt::format("{}: options.{}", arguments.plan, arguments.untiled ? "untiledProgram" : "program")};
}

std::optional<Source> scheduleFor(const IrArguments& arguments, const KeptProgram& kept)
{
    if (!arguments.schedule.empty())
        return Source{readText(arguments.schedule), arguments.schedule};
    if (kept.schedule.empty())
        return {};
    return Source{kept.schedule,
                  fmt::format("{}: options.{}", arguments.plan, arguments.untiled ? "untiledSchedule" : "schedule")};
}

// The steps of the schedule and, for what is wrong with one, where it stands.
struct Schedule {
    std::vector<ir::Step> steps;
    std::string file;
};

// The file, what the plan keeps, or what kernels have where nobody wrote a schedule.
Schedule stepsOf(const IrArguments& arguments, const std::optional<Plan>& plan, const KeptProgram& kept)
{
    // A plan's kernel has steps of its own.
    const bool unwritten =
        arguments.schedule.empty() && arguments.program.empty() && !kept.program && kept.schedule.empty();
    if (arguments.schedule == defaultSteps || (arguments.cuda && plan && !arguments.untiled && unwritten)) {
        if (!plan)
            failUsage("--schedule default is for the formats of a plan: give --plan or --planner");
        return {ir::defaultSteps(*plan), defaultSteps};
    }
    const std::optional<Source> source = scheduleFor(arguments, kept);
    return source ? Schedule{ir::parseSchedule(source->text, source->file), source->file} : Schedule();
}

void takeSteps(const IrArguments& arguments, const Schedule& schedule, const MatrixPtr& matrix, Planned& made,
               Console& console)
{
    for (const ir::Step& step : schedule.steps) {
        ir::ScheduleContext context = ir::contextOf(made.op, made.plan ? &*made.plan : nullptr);
        if (context.untile)
            context.untile = [&, untile = context.untile](const ir::Program& program) {
                made.untiled = true;
                return untile(program);
            };
        if (!made.plan)
            context.decompose = [&](const ir::Program& program, const std::string& planner) {
                made.plan = planOfStep(arguments, planner, matrix, console);
                return ir::decomposed(program, *made.plan);
            };
        try {
            made.program = ir::applied(made.program, step, context);
        } catch (const Error& error) {
            throw Error(error.kind(), error.reason(), {schedule.file, step.line, error.where().column});
        }
    }
}

Planned planned(const IrArguments& arguments, const MatrixPtr& matrix, Console& console)
{
    Planned made;
    made.plan = planOf(arguments, matrix, console);
    made.op = made.plan ? made.plan->op : requestOf(arguments.search).op;
    requireExtents(made.op);
    const KeptPrograms programs = made.plan ? keptPrograms(made.plan->options) : KeptPrograms();
    const KeptProgram& kept = arguments.untiled ? programs.untiled : programs.tiled;
    const std::optional<Source> source = programFor(arguments, kept);
    made.program = source ? ir::parse(source->text, source->file) : ir::programOf(made.op);
    if (const std::string why = ir::whyNotOf(made.program, made.plan ? &*made.plan : nullptr);
        made.plan && !why.empty())
        failInput(why, {source ? source->file : std::string()});
    if (made.plan && !hasTiles(made.program))
        made.program = ir::decomposed(made.program, *made.plan);
    if (arguments.untiled) {
        if (!made.plan)
            failUsage("--untiled joins the tiles of a plan: give --plan or --planner");
        made.program = ir::untiled(made.program, *made.plan);
        made.untiled = true;
    }
    takeSteps(arguments, stepsOf(arguments, made.plan, kept), matrix, made, console);
    if (arguments.stage > 0)
        made.program = ir::lowered(made.program, arguments.stage);
    return made;
}

std::string kernelOf(const Planned& made, const Matrix& matrix, Console& console)
{
    if (!made.plan || made.untiled)
        failUsage("--stage cuda prints the kernel of a plan's tiles: give --plan or --planner, and no --untiled");
    const Packed packed =
        pack(*made.plan, matrix, console.progress(), Codegen::Program, !ir::isDefault(made.program, *made.plan));
    const ir::KernelProgram program{made.program, ir::partsOf(*made.plan)};
    return generateKernel(packed, {}, -1, &program).text;
}

int check(const Planned& planned, const Matrix& matrix, Console& console)
{
    const ir::CheckedOn on = ir::checkedOn(planned.program, planned.op, planned.plan ? &*planned.plan : nullptr,
                                           planned.untiled, matrix, console.progress());
    std::string about;
    if (on.part)
        about = fmt::format("all of {} x {} takes more than {} statements: a part of {} x {} from row {}, column {} "
                            "is checked\n",
                            matrix.rows(), matrix.cols(), formatCount(ir::mostSteps), on.part->matrix->rows(),
                            on.part->matrix->cols(), on.part->firstRow, on.part->firstColumn);
    if (on.op.dense < planned.op.dense)
        about += fmt::format("in {} of {} columns\n", formatCount(on.op.dense), formatCount(planned.op.dense));
    const std::vector<ir::StageCheck> checks =
        ir::checkStages(planned.program, on.op, on.numbers, on.bindings, console.progress());
    console.clearLine();
    fmt::print("{}", about);
    for (const ir::StageCheck& one : checks)
        fmt::print("{}\n", ir::text(ir::inMatrix(one, on)));
    const bool exact = std::all_of(checks.begin(), checks.end(), [](const auto& one) { return one.exact(); });
    const bool ran = std::all_of(checks.begin(), checks.end(), [](const auto& one) { return one.error.empty(); });
    return exact ? 0 : static_cast<int>(ran ? ErrorKind::Verification : ErrorKind::Input);
}

int run(const IrArguments& arguments, Console& console)
{
    if (arguments.searches && !arguments.plan.empty())
        failUsage("--planner makes a plan, and --plan reads one: give one of them");
    requireApart({arguments.matrix.file, arguments.plan, arguments.program,
                  arguments.schedule == defaultSteps ? std::string() : arguments.schedule},
                 {arguments.out});
    const MatrixPtr matrix = arguments.matrix.open(console.progress());
    const Planned made = planned(arguments, matrix, console);
    const std::string text = arguments.cuda ? kernelOf(made, *matrix, console) : ir::print(made.program).text;
    if (!arguments.out.empty())
        writeText(arguments.out, text, console.progress());
    if (arguments.check)
        return check(made, *matrix, console);
    console.clearLine();
    if (arguments.out.empty())
        fmt::print("{}", text);
    return 0;
}

std::string stepsText()
{
    std::string text;
    for (const ir::StepHelp& step : ir::stepHelp())
        text += (text.empty() ? "" : ", ") + step.verb;
    return text;
}

} // namespace

void addIr(CLI::App& app, Console& console, int& status)
{
    CLI::App* command = app.add_subcommand(
        "ir", "Write an operator, or a plan of it, as a program in SparseTIR's language, lower and check it.");
    const auto arguments = std::make_shared<IrArguments>();
    arguments->matrix.addTo(*command);
    arguments->search.addTo(*command);
    command->get_option("--planner")
        ->default_str("")
        ->description("Decompose the program as this search does. Default: leave it whole.");
    command->add_option("--plan", arguments->plan, "Decompose the program as this plan says, a JSON file.");
    command->add_option("--program", arguments->program,
                        "Take the program in this file. Default: what the plan keeps, or the operator's own.");
    command->add_option("--schedule", arguments->schedule,
                        "Take the steps in this file, one a line: " + stepsText() +
                            "; default: those that kernels have where nobody wrote any. Default: what the plan keeps.");
    command
        ->add_option_function<std::string>(
            "--stage",
            [arguments](const std::string& text) {
                arguments->cuda = text == "cuda";
                arguments->stage = arguments->cuda ? 3 : text.front() - '0';
            },
            "Lower it to this stage, or print the kernel of a plan. Default: leave it as it is.")
        ->type_name("{1,2,3,cuda}")
        ->check(CLI::IsMember({"1", "2", "3", "cuda"}).description(""));
    command->add_flag("--untiled", arguments->untiled, "Join the tiles of each format to one.");
    command->add_flag("--check", arguments->check,
                      "Run it on the CPU with whole numbers, in its stage and those behind it, and compare every bit; "
                      "of a large matrix, on a part of 24 x 24.");
    command->add_option("-o,--output", arguments->out, "Write the program to this file.");
    command->callback([=, &console, &status] {
        // Whoever gives an option of a planner asks for the planner.
        arguments->searches = command->count("--planner") > 0 || !arguments->search.options.empty();
        status = run(*arguments, console);
    });
}

} // namespace sparsescope
