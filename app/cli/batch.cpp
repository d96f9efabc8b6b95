// batch: many matrices by several planners, types and dense extents: a row each in a table that a next run goes on
// with.
#include "engine/work/batch.h"
#include "app/cli/batch.h"
#include "app/cli/matrix_list.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/search/planner.h"
#include "engine/work/recorded_times.h"
#include "engine/work/remote_worker.h"
#include "kernels/generate/pieces.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <optional>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;

constexpr const char* childCommand = "batch-child";
constexpr const char* everyDevice = "all";

bool isCsv(const std::string& out)
{
    return out.ends_with(".csv");
}

// Where the rows are kept: of a CSV, which is made of it at the end, beside it.
std::string tableOf(const std::string& out)
{
    return isCsv(out) ? fs::path(out).replace_extension(".sqlite").string() : out;
}

// Each once, in the order in which they were given.
template <class T>
std::vector<T> once(const std::vector<T>& all)
{
    std::vector<T> kept;
    for (const T& one : all)
        if (std::find(kept.begin(), kept.end(), one) == kept.end())
            kept.push_back(one);
    return kept;
}

Contest contestOf(const BatchArguments& arguments)
{
    SearchArguments base = arguments.search;
    base.options.clear(); // each goes to the planners that have it
    Contest contest{once(joinPlanners(arguments.planners)), requestOf(base), arguments.search.options};
    for (const std::string& planner : contest.planners)
        chooseProgramsOf(requestFor(contest, planner)); // says so where there is no such program
    return contest;
}

std::vector<Operator> operatorsOf(const BatchArguments& arguments)
{
    std::vector<Operator> operators;
    for (const std::string& dtype : once(arguments.dtypes)) {
        SearchArguments one;
        one.op = arguments.op;
        one.dtype = dtype;
        one.inner = arguments.inner;
        Operator op = requestOf(one).op;
        if (!op.hasDenseAxis() && !arguments.dense.empty())
            failUsage(fmt::format("{} multiplies by one vector: it has no --dense", label(op.kind)));
        for (const std::int64_t dense : arguments.dense.empty() ? std::vector{op.dense} : once(arguments.dense)) {
            op.dense = dense;
            requireExtents(op);
            operators.push_back(op);
        }
    }
    return operators;
}

// Nothing, or why a text of --devices is none.
std::string namesDevice(const std::string& text)
{
    constexpr std::size_t digits = 4;
    const bool number = !text.empty() && text.size() <= digits &&
                        std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
                        std::stoi(text) < mostDevices;
    return number || text == everyDevice
               ? std::string()
               : fmt::format("takes numbers of GPUs below {}, or {}, not \"{}\"", mostDevices, everyDevice, text);
}

// Batches that are ready: what they ask for that is not given.
constexpr const char* selectorBatch = "selector";

// A search among graphs beside plans of each format that the GPU runs, which libraries' kernels join: AlphaSparse's
// perfect selector of formats takes the best of them.
void completeReady(BatchArguments& arguments, const CLI::App& command)
{
    if (arguments.ready.empty())
        return;
    if (arguments.ready != selectorBatch)
        failUsage(fmt::format("ready batch \"{}\" is none of {}", arguments.ready, selectorBatch));
    const Planner& search = planner("alphasparse");
    const std::span<const OperatorDefinition* const> all = operatorDefinitions();
    const OperatorDefinition& op =
        **std::find_if(all.begin(), all.end(), [&](const OperatorDefinition* one) { return search.plans(*one); });
    if (command.count("--op") > 0 && arguments.op != op.name)
        failUsage(fmt::format("ready batch {} is of {}", selectorBatch, op.label));
    arguments.op = op.name;
    if (command.count("--dtypes") == 0)
        arguments.dtypes = {"f32"};
    if (command.count("--planners") > 0)
        return;
    constexpr std::string_view fixed = "fixed:";
    arguments.planners = {search.name()};
    for (const Planner* one : planners())
        if (const std::string name = one->name();
            name.starts_with(fixed) && one->plans(op) && hasDevicePiece(name.substr(fixed.size()), op.kind))
            arguments.planners.push_back(name);
}

// The GPUs of a host that are asked for: each that can run jobs, or those of these numbers. Throws where there is none.
void addDevicesOf(const std::string& host, BatchRequest& request, const std::vector<std::string>& asked,
                  Console& console)
{
    const std::vector<Device> there = workerOn(host)->devices(console.progress());
    std::vector<int> chosen;
    if (asked == std::vector<std::string>{everyDevice}) {
        for (const Device& device : there)
            if (device.status.empty())
                chosen.push_back(device.id);
        if (chosen.empty())
            requireDevice(there, 0);
    } else {
        for (const std::string& number : once(asked)) {
            if (number == everyDevice)
                failUsage(fmt::format("--devices takes {} alone, or numbers", everyDevice));
            requireDevice(there, chosen.emplace_back(std::stoi(number)));
        }
    }
    for (const Device& device : there) {
        if (std::find(chosen.begin(), chosen.end(), device.id) == chosen.end())
            continue;
        if (!request.device.empty() && device.name != request.device)
            failUsage(
                fmt::format("--devices takes GPUs of one name, not {} and {}: times of both are not to be compared",
                            request.device, device.name));
        request.device = device.name;
        request.devices.push_back({host, device.id});
    }
}

void addDevices(BatchRequest& request, const BatchArguments& arguments, Console& console)
{
    for (const std::string& host : arguments.hosts.empty() ? std::vector<std::string>{""} : once(arguments.hosts))
        addDevicesOf(host, request, arguments.devices, console);
}

void addRecorded(BatchRequest& request, const BatchArguments& arguments, Console& console)
{
    const auto times = std::make_shared<RecordedTimes>(arguments.on);
    for (const std::string& file : once(arguments.from))
        times->read(file, console.progress());
    request.device = times->device();
    request.recorded = times;
}

nlohmann::json toJson(const BatchSummary& summary, double seconds)
{
    nlohmann::json ratios = nlohmann::json::object();
    for (const auto& [group, ratio] : summary.ratios)
        ratios[group] = {{"cases", ratio.cases}, {"geometricMean", ratio.geometricMean}};
    return {{"cases", summary.cases.all},   {"before", summary.cases.before},
            {"failures", summary.failures}, {"libraryOverPlan", ratios},
            {"seconds", seconds},           {"childSeconds", summary.childSeconds}};
}

void print(const BatchSummary& summary, const std::string& file)
{
    std::int64_t failed = 0;
    for (const auto& [reason, count] : summary.failures)
        failed += count;
    fmt::print("cases         {}, {} of them before; {} failed\n", formatCount(summary.cases.all),
               formatCount(summary.cases.before), formatCount(failed));
    if (summary.cases.done < summary.cases.all)
        fmt::print("without time  {}, which are left out\n", formatCount(summary.cases.all - summary.cases.done));
    for (const auto& [reason, count] : summary.failures)
        fmt::print("failed        {}: {}\n", formatCount(count), reason);
    std::size_t width = 0;
    for (const auto& [group, ratio] : summary.ratios)
        width = std::max(width, group.size());
    for (const auto& [group, ratio] : summary.ratios)
        fmt::print("best library  {:<{}}  {:.3f} times as long, geometric mean of {}\n", group, width,
                   ratio.geometricMean, formatCount(ratio.cases));
    fmt::print("table         {}\n", file);
}

BatchRequest requestOf(const BatchArguments& arguments, Console& console)
{
    BatchRequest request;
    request.matrices = matricesOf(arguments.what);
    if (!arguments.family.empty())
        for (BatchMatrix& matrix : request.matrices)
            matrix.family = arguments.family;
    request.contest = contestOf(arguments);
    request.operators = operatorsOf(arguments);
    request.threads = arguments.search.threads;
    request.limitSeconds = arguments.limit;
    request.program = (fs::path(programFolder()) / "sparsescope-cli").string();
    request.arguments = {childCommand};
    if (arguments.run && arguments.from.empty())
        request.run = arguments.runs.options;
    request.libraries = arguments.libraries;
    checkBatch(request);
    if (!arguments.from.empty())
        addRecorded(request, arguments, console);
    else if (arguments.run)
        addDevices(request, arguments, console);
    return request;
}

} // namespace

void addBatchOptions(CLI::App& command, BatchArguments& arguments)
{
    command
        .add_option(
            "WHAT", arguments.what,
            "Take this matrix or session, each mask of this sequence, all of them in the files of this folder, what "
            "this text file has in its lines ([NAME] names the family of those that follow), or a pattern as "
            "generate-matrix makes it, as one argument: \"chung-lu --rows 1000\".")
        ->required();
    command
        .add_option("--dtypes", arguments.dtypes,
                    "Compute with values of these types, separated by commas. Default: f16.")
        ->type_name(oneOf(allDataTypes, [](DataType type) { return name(type); }))
        ->delimiter(',')
        ->allow_extra_args(false); // what follows is WHAT
    command
        .add_option("--dense", arguments.dense,
                    "Take these extents of the dense axis, separated by commas. Default: 32.")
        ->delimiter(',')
        ->allow_extra_args(false);
    command.add_option("--inner", arguments.inner, "Take this extent of RGMS's inner axis K. Default: 32.");
    command
        .add_option("--limit", arguments.limit,
                    "Give up a matrix with one type and dense extent, all of its planners and runs, after so many "
                    "seconds.")
        ->check(CLI::Range(1, 10'000'000))
        ->capture_default_str();
    command
        .add_option("--devices,--device", arguments.devices,
                    "Run on these GPUs, separated by commas, or on all: each takes a matrix at a time. Default: 0.")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("{INT,all}")
        ->check(namesDevice);
    command
        .add_option("--host", arguments.hosts,
                    "Run on the GPUs of these machines, as ssh names them, separated by commas: sparsescope-gpu is "
                    "sent there where it is not found.")
        ->delimiter(',')
        ->allow_extra_args(false);
    command
        .add_option("-o,--output", arguments.out,
                    "Write this table (SQLite), or go on with it: what it holds is not done again. NAME.csv: the "
                    "rows of NAME.sqlite, with which it goes on, as text too.")
        ->required();
    command.add_option("--family", arguments.family,
                       "Name the family of all matrices, in rows. Default: as a list says, the folder, the pattern.");
    command.add_flag("--json", arguments.json, "Print one JSON object.");
}

void batch(const BatchArguments& arguments, Console& console)
{
    const std::unique_ptr<Ranks> ranks = joinRanks();
    const bool helps = ranks && ranks->rank() > 0; // another one's table
    const auto begin = std::chrono::steady_clock::now();
    BatchRequest request;
    std::optional<BatchTable> table;
    try {
        request = requestOf(arguments, console);
        if (!helps)
            table.emplace(tableOf(arguments.out), console.progress());
    } catch (const Error& e) {
        if (ranks)
            leaveBatch(*ranks, e);
        if (helps)
            return; // rank 0 says it
        throw;
    }
    if (helps)
        return helpWithBatch(request, *ranks, console.progress());
    const BatchSummary summary = runBatch(request, *table, console.progress(), ranks.get());
    table.reset(); // one file
    if (isCsv(arguments.out))
        writeText(arguments.out, batchCsv(tableOf(arguments.out), console.progress()));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    console.clearLine();
    if (arguments.json)
        fmt::print("{}\n", jsonText(toJson(summary, seconds), 2));
    else
        print(summary, arguments.out);
}

void addBatch(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand(
        "batch", "Plan many matrices by several planners, and run all of them, into a table that the next run goes on "
                 "with. Ranks that mpirun starts share the matrices.");
    const auto arguments = std::make_shared<BatchArguments>();
    addBatchOptions(*command, *arguments);
    command->add_option("--op", arguments->op, "Plan for this operator.")
        ->type_name(oneOf(operatorKinds(), [](OperatorKind kind) { return name(kind); }))
        ->capture_default_str();
    command
        ->add_option("--planners", arguments->planners,
                     "Ask these planners, separated by commas, with options of their own as in "
                     "\"fixed:bsr(height=16,width=16)\"; options below go to those that have them. Default: "
                     "stile,hyb,cell.")
        ->delimiter(',')
        ->allow_extra_args(false);
    command
        ->add_option(
            "--ready", arguments->ready,
            "Make a table for `report`. selector: SpMV in f32 by alphasparse, beside every format that the GPU "
            "runs, the best of which a perfect selector takes (AlphaSparse VII-D, figures 10, 11 and 13).")
        ->type_name("{selector}");
    command->add_flag("--run", arguments->run, "Run every plan on the GPU, verified, beside cuSPARSE and cuBLAS.");
    arguments->search.addCostsAndOptions(*command, nullptr);
    arguments->runs.addTo(*command, false, false);
    command->callback([=, &console] {
        if (!arguments->run)
            RunArguments::refuseGiven(*command);
        completeReady(*arguments, *command);
        batch(*arguments, console);
    });

    // What `batch` starts to take the cases: in no help.
    app.add_subcommand(childCommand, "Take the cases of a batch from standard input.")->group("")->callback([&console] {
        console.becomeChild();
        serveBatch(std::cin, hasDevicePiece, workerOn, console.progress());
    });
}

} // namespace sparsescope
