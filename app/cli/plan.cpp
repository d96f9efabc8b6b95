// plan, check and generate: decompose a matrix, verify a decomposition on the CPU, write its kernel.
#include "app/cli/console.h"
#include "app/cli/mask_plans.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/plan/dynamic/dynamic_plan.h"
#include "engine/plan/plan_file.h"
#include "engine/plan/value_range.h"
#include "engine/run/executor.h"
#include "engine/search/sparda/sparda.h"
#include "engine/work/local_worker.h"
#include "engine/work/measuring_evaluator.h"
#include "kernels/generate/generate.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>

namespace sparsescope {

namespace {

struct PlanArguments {
    MatrixArguments matrix;
    std::string out;
    std::string trace;
    bool json = false;
    SearchArguments search;
};

void plan(const PlanArguments& arguments, Console& console)
{
    requireApart({arguments.matrix.file}, {arguments.out, arguments.trace});
    if (arguments.search.planner == sparseDynamicPlanner().name())
        if (const MaskSequencePtr masks = arguments.matrix.openMasks(console.progress())) {
            planMasks(*masks, arguments.search, arguments.out, arguments.trace, arguments.json, console);
            return;
        }
    const MatrixPtr matrix = arguments.matrix.open(console.progress());
    const std::shared_ptr<Worker> worker = localWorker();
    MakeEvaluator evaluator;
    if (planner(arguments.search.planner).needsTimes())
        evaluator = measuringBy(*worker, matrix, {});
    const SearchResult result = runSearch(*matrix, arguments.search, console, evaluator);
    if (!arguments.trace.empty())
        writeTrace(result.trace, result.plan, arguments.trace);
    if (!arguments.out.empty())
        writePlan(result.plan, arguments.out, console.progress());
    const std::string range = rangeNote(*matrix, result.plan.op, console.progress());
    console.clearLine();
    if (arguments.json) {
        nlohmann::json json = planJson(result);
        json["range"] = range;
        const ValueRange beyond = valueRange(*matrix, result.plan.op, console.progress());
        json["beyondRange"] = {{"values", beyond.values},
                               {"largestValue", beyond.largestValue},
                               {"results", beyond.results},
                               {"largestResult", beyond.largestResult}};
        fmt::print("{}\n", jsonText(json, 2));
        return;
    }
    printPlan(result);
    if (!range.empty())
        fmt::print("range         {}\n", range);
}

struct CheckArguments {
    std::string plan;
    MatrixArguments matrix;
    std::uint64_t seed = 1;
    std::optional<MatrixValues> values;
    bool json = false;
};

int check(const CheckArguments& arguments, Console& console)
{
    if (holdsDynamicPlan(arguments.plan))
        return checkMasks(*arguments.matrix.allMasks(console.progress()), arguments.plan, arguments.matrix.mask,
                          arguments.seed, arguments.values, arguments.json, console);
    const MatrixPtr matrix = arguments.matrix.open(console.progress());
    const Plan plan = readPlan(arguments.plan, *matrix, console.progress());
    const auto [error, overflow, values, message] =
        checkPlan(plan, *matrix, arguments.seed, console.progress(), arguments.values);
    console.clearLine();
    const bool good = error.accepted(plan.op.dtype);
    if (arguments.json)
        fmt::print("{}\n", nlohmann::json{{"covered", true},
                                          {"maxRelativeError", error.relative},
                                          {"worstElementError", error.worstElement},
                                          {"accepted", good},
                                          {"values", name(values)},
                                          {"message", message}}
                               .dump(2));
    else
        fmt::print("covered       every non-zero is owned exactly once\nerror         {:.3g} of the norm, worst "
                   "element {:.3g} of its magnitude: {}\n",
                   error.relative, error.worstElement, good ? "accepted" : "TOO LARGE");
    if (!arguments.json)
        fmt::print("values        {}\n", message.empty() ? name(values) : message);
    if (!overflow.empty())
        fmt::print(stderr, "sparsescope-cli: {}\n", overflow);
    return good ? 0 : static_cast<int>(ErrorKind::Verification);
}

struct GenerateArguments {
    std::string plan;
    MatrixArguments matrix;
    std::string out;
    std::string standalone;
    std::vector<Codegen> codegens;
    std::string parameters;
};

GeneratedSource sourceWith(const Packed& packed, const std::string& parameters)
{
    if (parameters.empty())
        return generateKernel(packed);
    if (packed.byLibrary)
        failUsage("a library computes this plan: it has no parameters of a kernel");
    return generateKernel(packed, legalParametersOf(packed, parameters));
}

void generate(const GenerateArguments& arguments, Console& console)
{
    if (arguments.out.empty() && arguments.standalone.empty())
        failUsage("generate needs -o KERNEL.cu or --standalone DIR");
    requireApart({arguments.plan, arguments.matrix.file}, {arguments.out, arguments.standalone});
    if (holdsDynamicPlan(arguments.plan)) {
        if (!arguments.parameters.empty())
            failUsage("a dynamic plan's kernel has no parameters");
        const MaskSequencePtr masks = arguments.matrix.allMasks(console.progress());
        if (!arguments.out.empty())
            generateForMasks(*masks, arguments.plan, arguments.out, console);
        if (!arguments.standalone.empty())
            generateForMask(*masks, arguments.plan, arguments.matrix.mask, arguments.standalone, console);
        return;
    }
    const MatrixPtr matrix = arguments.matrix.open(console.progress());
    const Plan plan = readPlan(arguments.plan, *matrix, console.progress());
    if (arguments.codegens.size() > 1)
        failUsage("generate writes one kernel: --codegen template or --codegen ir");
    const Codegen codegen = arguments.codegens.empty() ? usualCodegen(plan) : arguments.codegens.front();
    if (!arguments.out.empty())
        writeText(arguments.out,
                  sourceWith(pack(plan, *matrix, console.progress(), codegen), arguments.parameters).text,
                  console.progress());
    if (!arguments.standalone.empty())
        writeStandalone(plan, *matrix, arguments.standalone, console.progress(), codegen, arguments.parameters);
}

} // namespace

void addPlan(CLI::App& app, Console& console)
{
    CLI::App* command =
        app.add_subcommand("plan", "Decompose a matrix into tiles, or choose a dynamic plan for masks.");
    const auto arguments = std::make_shared<PlanArguments>();
    arguments->matrix.addTo(*command);
    arguments->search.addTo(*command);
    command->add_option("-o,--output", arguments->out, "Write the plan to this JSON file, and its arrays beside it.");
    command->add_option("--trace", arguments->trace,
                        "Write the events of the search to this file, a JSON object a line.");
    command->add_flag("--json", arguments->json, "Print one JSON object.");
    command->callback([=, &console] {
        // The planner of masks, where none was asked for.
        if (command->count("--planner") == 0 && !arguments->matrix.mask && arguments->matrix.holdsSequence())
            arguments->search.planner = sparseDynamicPlanner().name();
        plan(*arguments, console);
    });
}

void addCheck(CLI::App& app, Console& console, int& status)
{
    CLI::App* command = app.add_subcommand("check", "Run a plan on the CPU and compare with float64.");
    const auto arguments = std::make_shared<CheckArguments>();
    command->add_option("PLAN", arguments->plan, "Plan to read, a JSON file.")->required();
    arguments->matrix.addTo(*command, "Its matrix, or a sequence of masks or session that holds it.");
    addSeed(*command, arguments->seed);
    addValues(*command, arguments->values);
    command->add_flag("--json", arguments->json, "Print one JSON object.");
    command->callback([=, &console, &status] { status = check(*arguments, console); });
}

void addGenerate(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand("generate", "Write the CUDA kernel of a plan.");
    const auto arguments = std::make_shared<GenerateArguments>();
    command->add_option("PLAN", arguments->plan, "Plan to read, a JSON file.")->required();
    arguments->matrix.addTo(*command, "Its matrix, or a sequence of masks or session that holds it.");
    command->add_option("-o,--output", arguments->out,
                        "Write the source to this file; of a dynamic plan the index's into NAME-index.cu beside it.");
    command->add_option(
        "--standalone", arguments->standalone,
        "Write the kernel, its arrays and a host program that checks itself into this folder; of a dynamic "
        "plan those of the mask that --mask names.");
    addCodegen(*command, arguments->codegens, true);
    command->add_option("--parameters", arguments->parameters,
                        "Write the kernel with these in place of the usual ones, which is what a profile found "
                        "fastest: \"threads=256,gathers=8\". Others than the plan's kernel can have are refused with "
                        "a list.");
    command->callback([=, &console] { generate(*arguments, console); });
}

} // namespace sparsescope
