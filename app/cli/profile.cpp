// profile: run a plan on the GPU, verify it, measure it, and keep everything in one session file.
#include "app/cli/console.h"
#include "app/cli/mask_plans.h"
#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/core/parallel.h"
#include "engine/measure/baselines.h"
#include "engine/plan/plan_file.h"
#include "engine/search/sparda/sparda.h"
#include "engine/session/session.h"
#include "engine/work/measuring_evaluator.h"
#include "engine/work/race.h"
#include "engine/work/remote_worker.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace sparsescope {

namespace {

struct ProfileArguments {
    MatrixArguments matrix;
    std::string plan;
    std::string out;
    std::vector<std::string> kernels; // shared libraries
    RunArguments run;                 // without baselines: all of the operator's
    std::string title;
    bool add = false;
    bool json = false;
    SearchArguments search;
    bool plannerGiven = false;
    bool oracle = false;
};

// NaN has no place in JSON.
nlohmann::json number(double value)
{
    return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json();
}

void print(const Profile& p, const Agreement& saturated, const Agreement& inSitu)
{
    const Conditions& c = p.conditions;
    fmt::print("device        {}, {} SMs at {:.0f} MHz, driver {}, CUDA {}\n", c.device, c.sms, c.clockMHz, c.driver,
               c.cuda);
    fmt::print("verified      {} (error {:.3g} of the norm, worst element {:.3g}; float64 on the {})\n",
               p.verified ? "yes" : "NO", p.relativeError, p.worstElementError, c.reference);
    fmt::print("kernel        {} ({} to {}), {} warm-ups, median of {}, cache {}, {}\n", formatTime(p.kernel.medianNs),
               formatTime(p.kernel.lowNs), formatTime(p.kernel.highNs), c.warmups, c.repeats, "warm", label(c.values));
    if (p.cold.medianNs > 0)
        fmt::print("cold L2       {} ({} to {})\n", formatTime(p.cold.medianNs), formatTime(p.cold.lowNs),
                   formatTime(p.cold.highNs));
    for (const Limit& limit : p.limits)
        fmt::print("limit         {}: {}, {:.0f} % of the time{}\n", limit.name, formatTime(limit.ns),
                   100 * p.shareOf(limit), limit.cold ? " with a cold L2" : "");
    fmt::print("parts         zero {}, fused {}, convert {}\n", formatTime(p.zeroNs), formatTime(p.fusedNs),
               formatTime(p.convertNs));
    if (p.codegen == "ir")
        fmt::print("made          from the plan's program\n");
    if (p.memoryBytes > 0)
        fmt::print("memory        {} of the GPU during one product\n", formatBytes(p.memoryBytes));
    fmt::print("predicted     {} by calibration {}\n", formatTime(p.predictedNs), p.calibration);
    fmt::print("cost model    Pearson's r {:.3f} saturated ({} tiles, median error {:.0f} %), {:.3f} in situ ({} "
               "sub-tasks, {:.0f} %)\n",
               saturated.pearson, saturated.points, 100 * saturated.medianError, inSitu.pearson, inSitu.points,
               100 * inSitu.medianError);
    for (const Baseline& b : p.baselines) {
        if (!b.problem.empty())
            fmt::print("{:<40}{}\n", b.name, b.problem);
        else
            fmt::print("{:<40}{}{}  {:.2f}x{}\n", b.name, formatTime(b.timing.medianNs),
                       b.verified ? "" : " (NOT VERIFIED)", b.timing.medianNs / p.kernel.medianNs,
                       (b.cold.medianNs > 0 ? ", cold " + formatTime(b.cold.medianNs) : "") +
                           (b.memoryBytes > 0 ? ", " + formatBytes(b.memoryBytes) : ""));
    }
    if (const Baseline* best = p.fastestBaseline(); best && best->timing.medianNs < p.kernel.medianNs)
        fmt::print("faster        {} takes {:.2f} of this plan's time: use it\n", best->name,
                   best->timing.medianNs / p.kernel.medianNs);
    for (const Variant& v : p.variants)
        fmt::print("{:<14}{}: {}\n", v.chosen ? "chosen" : "tried", v.parameters, formatTime(v.ns));
    for (const KindRun& k : p.kinds) {
        if (k.ns <= 0)
            continue;
        fmt::print("kind          {}: {} sub-tasks alone {}", k.kind, k.tasks, formatTime(k.ns));
        if (k.bytes > 0)
            fmt::print("; counted of predicted: FLOPs {:.2f}, bytes {:.2f}", k.flops / k.predictedFlops,
                       k.bytes / k.predictedBytes);
        if (k.bytes > 0 && k.predictedAddedBytes > 0)
            fmt::print(", added bytes {:.2f}", k.addedBytes / k.predictedAddedBytes);
        fmt::print("\n");
    }
    for (const Counter& counter : p.counters)
        fmt::print("{:<58}{:.4g} {}\n", counter.name, counter.value, counter.unit);
    for (const std::string& message : p.messages)
        fmt::print("note          {}\n", message);
}

nlohmann::json toJson(const Profile& p, const Agreement& saturated, const Agreement& inSitu)
{
    nlohmann::json baselines = nlohmann::json::object();
    nlohmann::json problems = nlohmann::json::object();
    for (const Baseline& b : p.baselines)
        if (b.problem.empty() && b.verified)
            baselines[b.name] = b.timing.medianNs;
        else
            problems[b.name] = b.problem.empty() ? "not verified" : b.problem;
    nlohmann::json cold = nlohmann::json::object();
    for (const Baseline& b : p.baselines)
        if (b.verified && b.cold.medianNs > 0)
            cold[b.name] = b.cold.medianNs;
    nlohmann::json memory = nlohmann::json::object();
    for (const Baseline& b : p.baselines)
        if (b.memoryBytes > 0)
            memory[b.name] = b.memoryBytes;
    nlohmann::json limits = nlohmann::json::object();
    for (const Limit& limit : p.limits)
        limits[limit.name] = limit.ns;
    nlohmann::json counters = nlohmann::json::object();
    for (const Counter& counter : p.counters)
        counters[counter.name] = number(counter.value);
    nlohmann::json kinds = nlohmann::json::array();
    for (const KindRun& k : p.kinds)
        kinds.push_back({{"kind", k.kind},
                         {"tasks", k.tasks},
                         {"ns", k.ns},
                         {"predictedFlops", k.predictedFlops},
                         {"flops", k.flops},
                         {"predictedBytes", k.predictedBytes},
                         {"bytes", k.bytes},
                         {"predictedAddedBytes", k.predictedAddedBytes},
                         {"addedBytes", k.addedBytes}});
    nlohmann::json variants = nlohmann::json::array();
    for (const Variant& v : p.variants)
        variants.push_back({{"parameters", v.parameters}, {"ns", v.ns}, {"chosen", v.chosen}});
    return {{"kinds", kinds},
            {"variants", variants},
            {"untunedNs", p.untunedNs > 0 ? p.untunedNs : p.kernel.medianNs},
            {"kernelNs", p.kernel.medianNs},
            {"kernelLowNs", p.kernel.lowNs},
            {"kernelHighNs", p.kernel.highNs},
            {"coldNs", p.cold.medianNs > 0 ? nlohmann::json(p.cold.medianNs) : nlohmann::json()},
            {"baselinesCold", cold},
            {"memoryBytes", p.memoryBytes},
            {"baselinesMemory", memory},
            {"limits", limits},
            {"predictedBytes", p.predictedBytes},
            {"predictedFlops", p.predictedFlops},
            {"zeroNs", p.zeroNs},
            {"fusedNs", p.fusedNs},
            {"convertNs", p.convertNs},
            {"predictedNs", p.predictedNs},
            {"verified", p.verified},
            {"relativeError", number(p.relativeError)},
            {"worstElementError", number(p.worstElementError)},
            {"baselines", baselines},
            {"problems", problems},
            {"pearson", number(saturated.pearson)},
            {"pearsonInSitu", number(inSitu.pearson)},
            {"saturatedMedianError", number(saturated.medianError)},
            {"inSituMedianError", number(inSitu.medianError)},
            {"counters", counters},
            {"device", p.conditions.device},
            {"driver", p.conditions.driver},
            {"cuda", p.conditions.cuda},
            {"calibration", p.calibration},
            {"values", name(p.conditions.values)},
            {"messages", p.messages}};
}

// What a dynamic plan is run over: all masks of the sequence, or the one that is chosen. Null: a matrix is asked for.
MaskSequencePtr masksOf(const ProfileArguments& arguments, Console& console)
{
    const bool planned = arguments.plan.empty() ? arguments.search.planner == sparseDynamicPlanner().name()
                                                : holdsDynamicPlan(arguments.plan);
    if (!planned)
        return arguments.matrix.openMasks(console.progress());
    const MaskSequencePtr all = arguments.matrix.allMasks(console.progress());
    return arguments.matrix.mask ? onlyMask(*all, *arguments.matrix.mask, console.progress()) : all;
}

int profile(const ProfileArguments& arguments, Console& console)
{
    if (!arguments.add)
        requireApart({arguments.matrix.file, arguments.plan}, {arguments.out});
    const std::shared_ptr<Worker> worker = workerOn(arguments.run.host);
    requireDevice(*worker, arguments.run.options.device, console);
    if (const MaskSequencePtr masks = masksOf(arguments, console)) {
        if (arguments.add || !arguments.title.empty())
            failUsage("--add and --title are for plans of a matrix: --mask chooses one of the sequence");
        MaskProfileArguments ofMasks{arguments.plan,   arguments.search, arguments.run.options, arguments.kernels,
                                     arguments.oracle, arguments.out,    arguments.json};
        if (!arguments.plannerGiven)
            ofMasks.search.planner = sparseDynamicPlanner().name();
        return profileMasks(masks, ofMasks, *worker, console);
    }
    if (arguments.oracle)
        failUsage("--oracle is for a sequence of masks: a matrix is one");
    const MatrixPtr matrix = arguments.matrix.open(console.progress());
    SearchResult searched;
    std::optional<SearchRequest> rival;
    if (arguments.plan.empty()) {
        searched = runSearch(*matrix, arguments.search, console, measuringBy(*worker, matrix, arguments.run.options));
        rival = rivalOf(searched.plan, requestOf(arguments.search));
    } else {
        searched.plan = readPlan(arguments.plan, *matrix, console.progress());
    }
    GpuJob job{matrix, {std::make_shared<const Plan>(searched.plan)}, arguments.run.options};
    if (job.run.baselines.empty())
        job.run.baselines = searched.plan.op.definition().baselines;
    for (const std::string& file : arguments.kernels)
        job.run.baselines.push_back(userKernelPrefix + file);

    // Never worse than plain CSR: where no plan was asked for, that is measured too, and the faster one is the answer.
    PlainCsrRace race;
    withThreads(arguments.search.threads, [&] { race = raceAgainstPlainCsr(job, rival, *worker, console.progress()); });
    const bool rivalWon = race.rivalRun.has_value();
    const bool plainCsrWon = race.rivalIsPlainCsr == rivalWon;
    std::optional<double> loser;
    if (race.rival)
        loser = rivalWon ? race.run.runs.at(0).profile.kernel.medianNs : race.rivalNs;
    session::Session session = std::move(rivalWon ? *race.rivalRun : race.run);
    session.matrix = matrix;
    if (rivalWon)
        searched = std::move(*race.rival);
    session.plans.at(0).trace = searched.trace;
    searched.plan = session.plans.at(0).plan;
    if (!arguments.title.empty())
        session.plans.at(0).title = arguments.title;
    session::writeSession(arguments.add ? session::addedTo(arguments.out, session, console.progress()) : session,
                          arguments.out);

    const Profile& p = session.runs.at(0).profile;
    const Agreement saturated = saturatedAgreement(searched.plan, p);
    const Agreement inSitu = inSituAgreement(searched.plan, p);
    console.clearLine();
    if (arguments.json) {
        nlohmann::json json = toJson(p, saturated, inSitu);
        if (loser)
            json[plainCsrWon ? "searchedNs" : "plainCsrNs"] = *loser;
        fmt::print("{}\n", jsonText(json, 2));
    } else {
        print(p, saturated, inSitu);
        if (loser)
            fmt::print("{:<40}{}  {:.2f}x\n", plainCsrWon ? "searched plan" : "plain CSR plan", formatTime(*loser),
                       *loser / p.kernel.medianNs);
    }
    if (!p.verified)
        fmt::print(stderr, "sparsescope-cli: the kernel's result differs from the float64 reference by {:.3g}{}\n",
                   p.relativeError, p.messages.empty() ? "" : "; " + p.messages.front());
    return p.verified ? 0 : static_cast<int>(ErrorKind::Verification);
}

} // namespace

void addProfile(CLI::App& app, Console& console, int& status)
{
    CLI::App* command =
        app.add_subcommand("profile", "Run a plan, or a dynamic plan over all masks, on the GPU and measure it.");
    const auto arguments = std::make_shared<ProfileArguments>();
    arguments->matrix.addTo(*command);
    CLI::Option* plan =
        command->add_option("--plan", arguments->plan, "Run this plan, a JSON file; without it one is searched.");
    arguments->search.planner = "fastest";
    arguments->search.addTo(*command);
    for (const char* name : {"--op", "--dense", "--dtype", "--planner", "--calibration", "--cost-model", "--what-if"})
        command->get_option(name)->excludes(plan);
    command
        ->add_option("--baseline", arguments->run.options.baselines,
                     "Race these libraries on the same inputs, separated by commas. Default: all.")
        ->delimiter(',');
    command
        ->add_option(
            "--kernel", arguments->kernels,
            "Race a kernel of your own too, in this shared library (sparsescope_kernel.h); may be given again.")
        ->allow_extra_args(false)
        ->check(CLI::ExistingFile);
    arguments->run.addTo(*command);
    command->add_flag("--oracle", arguments->oracle,
                      "Of masks: measure every pairing on every mask too, to tell what the choice loses.");
    command->add_flag_callback(
        "--no-counters", [arguments = arguments.get()] { arguments->run.options.counters = false; },
        "Do without CUPTI's hardware counters.");
    command->add_option("-o,--output", arguments->out, "Write this session.")->required();
    command->add_flag("--add", arguments->add, addHelp);
    command->add_option("--title", arguments->title, "Call the plan so in the session. Default: as its planner.");
    command->add_flag("--json", arguments->json, "Print one JSON object.");
    command->callback([=, &console, &status] {
        // Options are those of one search, and the usual one has them.
        arguments->plannerGiven = command->count("--planner") > 0;
        if (command->count("--planner") == 0 && !arguments->search.options.empty())
            arguments->search.planner = "stile";
        status = profile(*arguments, console);
    });
}

} // namespace sparsescope
