// train: the runs that forests learn from, the forests, and how well they choose.
#include "app/cli/batch.h"
#include "engine/core/error.h"
#include "engine/core/json_text.h"
#include "engine/core/text.h"
#include "engine/search/liteform/labels.h"
#include "engine/search/liteform/training.h"
#include "engine/work/batch_table.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <numeric>

namespace sparsescope {

namespace {

using namespace liteform;

struct TrainArguments {
    std::string model, runs, out;
    std::string features = name(FeatureSet::All);
    std::vector<std::string> candidates; // none: all that the runs have
    std::string folds;
    ForestShape shape;
    bool json = false;
};

// What take() makes of the runs in a file, which its errors name.
template <class Take>
auto ofFile(const std::string& file, Take take)
{
    try {
        return take();
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input || !error.where().file.empty())
            throw;
        throw Error(error.kind(), error.reason(), {.file = file});
    }
}

Records recordsIn(const std::string& file, const std::vector<std::string>& candidates, Console& console)
{
    RecordReader reader;
    readBatchRows(
        file, [&](const nlohmann::json& row) { reader.take(row); }, console.progress());
    return ofFile(file, [&] { return reader.records(candidates); });
}

FitOptions optionsOf(const TrainArguments& arguments)
{
    FitOptions options;
    for (const FeatureSet set : featureSets)
        if (arguments.features == name(set))
            options.features = set;
    options.shape = arguments.shape;
    return options;
}

void print(const Records& records, const std::vector<Chooser>& choosers)
{
    fmt::print("cases         {} of {} candidates on {}{}\n", formatCount(std::ssize(records.cases)),
               records.candidates.size(), records.device,
               records.incomplete > 0 ? fmt::format("; {} left out, not complete", formatCount(records.incomplete))
                                      : "");
    std::size_t width = 0;
    for (const Chooser& one : choosers)
        width = std::max(width, one.name.size());
    fmt::print("regret        {:<{}}  {:>8}  {:>8}  {:>8}  {:>8}  {:>8}  {:>8}\n", "", width, "mean", "median", "90 %",
               "worst", "within 5", "fastest");
    for (const Chooser& one : choosers) {
        const RegretFigures f = figuresOf(one.regret);
        fmt::print("              {:<{}}  {:>7.2f}%  {:>7.2f}%  {:>7.2f}%  {:>7.0f}%  {:>7.1f}%  {:>7.1f}%\n", one.name,
                   width, 100 * f.geometricMean, 100 * f.median, 100 * f.p90, 100 * f.worst, 100 * f.within,
                   100 * f.accurate);
    }
}

void printWorst(const Records& records, const Chooser& chooser)
{
    std::vector<std::size_t> order(records.cases.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return chooser.regret[a] > chooser.regret[b]; });
    for (std::size_t i = 0; i < std::min<std::size_t>(10, order.size()); ++i) {
        const RecordedCase& one = records.cases[order[i]];
        fmt::print("worst         {:.0f} %: {}, {} {}{}: {}, where {} takes {:.3g} us\n",
                   100 * chooser.regret[order[i]], one.matrix, label(one.op.kind), name(one.op.dtype),
                   extentText(one.op, " "), records.candidates[chooser.chosen[order[i]]],
                   records.candidates[one.best()], one.least() / 1000);
    }
}

nlohmann::json toJson(const Records& records, const std::vector<Chooser>& choosers)
{
    nlohmann::json regrets = nlohmann::json::object();
    for (const Chooser& one : choosers)
        regrets[one.name] = toJson(figuresOf(one.regret));
    return {{"cases", records.cases.size()},
            {"incomplete", records.incomplete},
            {"candidates", records.candidates},
            {"device", records.device},
            {"regret", regrets}};
}

void fitAndSay(const TrainArguments& arguments, Console& console)
{
    const Records records = recordsIn(arguments.runs, arguments.candidates, console);
    const FitOptions options = optionsOf(arguments);
    Model model = fit(records, options, console.progress());
    std::vector<Chooser> choosers;
    model.checked = nlohmann::json::object();
    for (const Folds folds : allFolds) {
        choosers.push_back(
            ofFile(arguments.runs, [&] { return crossValidated(records, options, folds, console.progress()); }));
        model.checked[name(folds)] = toJson(figuresOf(choosers.back().regret));
    }
    writeModel(model, arguments.out);
    std::ranges::move(otherChoosers(records), std::back_inserter(choosers));
    console.clearLine();
    if (arguments.json)
        return fmt::print("{}\n", jsonText(toJson(records, choosers), 2));
    print(records, choosers);
    printWorst(records, choosers.front());
    fmt::print("model         {}: {} trees of {} nodes\n", arguments.out, formatCount(std::ssize(model.trees.roots())),
               formatCount(std::ssize(model.trees.nodes())));
}

void check(const TrainArguments& arguments, Console& console)
{
    const Model model = readModel(arguments.model);
    const Records records = recordsIn(arguments.runs, model.candidates, console);
    std::vector<Chooser> choosers = {byModel(model, records)};
    for (const Folds folds : allFolds)
        if (arguments.folds == name(folds)) {
            requireXgboost();
            FitOptions options;
            options.features =
                model.fitted.value("features", "") == name(FeatureSet::Paper) ? FeatureSet::Paper : FeatureSet::All;
            options.shape = {model.boosted, static_cast<int>(model.trees.perForest()),
                             model.fitted.value("seed", std::uint64_t{1})};
            choosers = {
                ofFile(arguments.runs, [&] { return crossValidated(records, options, folds, console.progress()); })};
        }
    std::ranges::move(otherChoosers(records), std::back_inserter(choosers));
    console.clearLine();
    if (arguments.json)
        return fmt::print("{}\n", jsonText(toJson(records, choosers), 2));
    print(records, choosers);
    printWorst(records, choosers.front());
}

void labels(const TrainArguments& arguments, Console& console)
{
    const Records records = recordsIn(arguments.runs, {}, console);
    nlohmann::json all = {{"cases", records.cases.size()}, {"device", records.device}};
    std::string text = fmt::format("cases         {} on {}\n", formatCount(std::ssize(records.cases)), records.device);
    for (const auto& [table, points] : {std::pair{"table5", cellWins(records)}, {"table6", bestPartitions(records)}}) {
        nlohmann::json accuracy = nlohmann::json::object();
        text += fmt::format("{}        {}\n{:<14}{:<24}  {:>9}  {:>9}\n", table, points.asked, "", "right, of new",
                            "matrices", "cases");
        for (const Accuracy& one : accuraciesOf(points, arguments.shape.seed, console.progress())) {
            accuracy[one.by] = {{"matrices", one.ofMatrices}, {"cases", one.ofCases}};
            text += fmt::format("{:<14}{:<24}  {:>8.2f}%  {:>8.2f}%\n", "", one.by, 100 * one.ofMatrices,
                                100 * one.ofCases);
        }
        all[table] = accuracy;
    }
    console.clearLine();
    fmt::print("{}", arguments.json ? jsonText(all, 2) + "\n" : text);
}

void addRuns(CLI::App& command, TrainArguments& arguments)
{
    command.add_option("RUNS", arguments.runs, "Learn from this table, or its rows as CSV (.csv, .csv.gz).")
        ->required();
    command.add_flag("--json", arguments.json, "Print one JSON object.");
}

void addFit(CLI::App& train, Console& console)
{
    CLI::App* command = train.add_subcommand(
        "fit", "Grow a forest for each candidate from recorded runs, and say what its choices cost on matrices, and on "
               "families, that it has not seen.");
    const auto arguments = std::make_shared<TrainArguments>();
    addRuns(*command, *arguments);
    command->add_option("-o,--output", arguments->out, "Write the model to this JSON file, its arrays beside it.")
        ->required();
    command->add_option("--candidates", arguments->candidates, "Choose among these alone, separated by commas.")
        ->delimiter(',')
        ->allow_extra_args(false);
    command
        ->add_option("--features", arguments->features,
                     "Ask by these. paper: LiteForm's, of sizes and row lengths; all: with the estimates of the cost "
                     "model by a sample of rows, and what else is known.")
        ->check(CLI::IsMember({name(FeatureSet::Paper), name(FeatureSet::All)}))
        ->capture_default_str();
    command->add_flag("--boosted", arguments->shape.boosted, "Grow trees that correct each other, in place of means.");
    command->add_option("--seed", arguments->shape.seed, "Draw points and features from here on.")
        ->capture_default_str();
    command->callback([=, &console] {
        arguments->candidates = joinPlanners(arguments->candidates);
        fitAndSay(*arguments, console);
    });
}

void addCheck(CLI::App& train, Console& console)
{
    CLI::App* command = train.add_subcommand(
        "check", "Say what a model's choices cost: the time of what it chooses over that of the fastest candidate.");
    const auto arguments = std::make_shared<TrainArguments>();
    command->add_option("MODEL", arguments->model, "Check this model: a file, or a name of those that are shipped.")
        ->required();
    addRuns(*command, *arguments);
    command
        ->add_option("--folds", arguments->folds,
                     "Grow its forests anew, ten times without a tenth of the matrices, or without each family.")
        ->check(CLI::IsMember({name(Folds::Matrix), name(Folds::Family)}));
    command->callback([=, &console] { check(*arguments, console); });
}

void addLabels(CLI::App& train, Console& console)
{
    CLI::App* command = train.add_subcommand(
        "labels", "Say how often the classes of LiteForm's slides are said right (tables 5 and 6): whether CELL beats "
                  "CSR and BSR by more than 1.1, and its best number of partitions. What a mistake costs they do not "
                  "say: `train fit` does.");
    const auto arguments = std::make_shared<TrainArguments>();
    addRuns(*command, *arguments);
    command->add_option("--seed", arguments->shape.seed, "Draw folds, points and features from here on.")
        ->capture_default_str();
    command->callback([=, &console] { labels(*arguments, console); });
}

void addRecord(CLI::App& train, Console& console)
{
    CLI::App* command = train.add_subcommand(
        "record", "Run every candidate on every matrix, briefly and without variants, as a batch: its rows are what "
                  "`train fit` learns from.");
    const auto arguments = std::make_shared<BatchArguments>();
    arguments->run = true;
    arguments->libraries = false;
    arguments->runs.options.tune = false;
    arguments->dtypes = {"f16", "f32"};
    arguments->dense = {32, 128};
    arguments->planners = usualCandidates();
    addBatchOptions(*command, *arguments);
    command
        ->add_option("--candidates", arguments->planners,
                     "Choose among these planners, separated by commas, as `compare --planners` takes them. Default: "
                     "CSR, BSR of 16 and 32, dense, ELL, SR-BCRS, block, and CELL of 1, 2, 4, 8, 16 and 32 column "
                     "partitions.")
        ->delimiter(',')
        ->allow_extra_args(false);
    CLI::Option* from =
        command
            ->add_option("--from", arguments->from,
                         "Run nothing: take the times from these sessions and tables of `compare -o` (.csv, .csv.gz), "
                         "and leave out what they do not hold. Tables tell planners by the names in their lists, so "
                         "options that compare had for all are not known.")
            ->allow_extra_args(false)
            ->delimiter(',')
            ->excludes("--devices")
            ->excludes("--host");
    command->add_option("--on", arguments->on, "The GPU of tables that do not name theirs: \"NVIDIA H200\".")
        ->needs(from);
    command->callback([=, &console] { batch(*arguments, console); });
}

} // namespace

void addTrain(CLI::App& app, Console& console)
{
    CLI::App* train = app.add_subcommand("train", "Record runs and learn from them which format a matrix asks for.");
    train->require_subcommand(1);
    addRecord(*train, console);
    addFit(*train, console);
    addCheck(*train, console);
    addLabels(*train, console);
}

} // namespace sparsescope
