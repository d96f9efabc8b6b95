// compare: one matrix planned by several planners, predicted and on request run on the GPU beside cuSPARSE: a row each.
#include "app/cli/console.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/core/parallel.h"
#include "engine/search/planner.h"
#include "engine/session/session.h"
#include "engine/work/contest.h"
#include "engine/work/measuring_evaluator.h"
#include "engine/work/remote_worker.h"
#include "kernels/generate/pieces.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace sparsescope {

namespace {

struct CompareArguments {
    MatrixArguments matrix;
    std::vector<std::string> planners;
    std::string out;
    bool run = false;
    bool add = false;
    bool json = false;
    std::string published;
    RunArguments runs;
    SearchArguments search;
};

void printTable(const std::vector<Contestant>& rows, bool run)
{
    for (const Contestant& row : rows)
        if (const MatrixOrder order = row.found ? orderAsked(row.found->plan.options) : MatrixOrder::File;
            order != MatrixOrder::File) {
            fmt::print("order {}: every planner was given rows and columns in it\n", name(order));
            break;
        }
    for (const Contestant& row : rows)
        if (row.values && *row.values != MatrixValues::File) {
            fmt::print("values {}: everything was measured with them in place of the file's\n", name(*row.values));
            break;
        }
    std::size_t width = 8;
    for (const Contestant& row : rows)
        width = std::max(width, row.name.size());
    const std::size_t timeWidth = run ? 30 : 0;
    fmt::print("{:<{}}  {:>9}{:>{}}  {:>7}  {:>8}  {:>7}  {:>8}  {:>9}  {}\n", "planner", width, "predicted",
               run ? "measured (5 to 95 %)" : "", timeWidth, "of best", "bytes", "padding", "tiles", "search",
               "formats");
    const RankBy by = run ? RankBy::Measurement : RankBy::Prediction;
    const double best = bestNs(rows, by);
    const auto printRow = [&](const Contestant& row) {
        if (!row.found && !row.baseline) {
            fmt::print("{:<{}}  {}\n", row.name, width, row.problem);
            return;
        }
        const Timing measured = row.measured();
        const std::string time = measured.medianNs > 0
                                     ? fmt::format("{} ({} to {})", formatTime(measured.medianNs),
                                                   formatTime(measured.lowNs), formatTime(measured.highNs))
                                     : "";
        const double ns = rankedNs(row.ranked(), by);
        fmt::print("{:<{}}  {:>9}{:>{}}  {:>7}", row.name, width, row.found ? formatTime(row.predictedNs()) : "", time,
                   timeWidth, ns > 0 ? fmt::format("{:.2f}x", ns / best) : "");
        if (row.found)
            fmt::print("  {:>8}  {:>7}  {:>8}  {:>9}  {}", formatBytes(row.summary.bytes),
                       formatPercent(row.summary.places.paddingRatio()), formatCount(row.summary.tiles),
                       formatTime(row.found->trace.searchSeconds * 1e9), formatsText(row.summary));
        const std::string note = row.note();
        fmt::print("{}{}\n", note.empty() ? "" : " (" + note + ")", row.problem.empty() ? "" : "  " + row.problem);
    };
    for (const Contestant& row : rows)
        if (!row.cpuOnly)
            printRow(row);
    // What no GPU runs is no rival of what one does, whatever it is predicted to take.
    bool said = false;
    for (const Contestant& row : rows)
        if (row.cpuOnly) {
            if (!std::exchange(said, true))
                fmt::print("no GPU code: on the CPU only, predicted as if there were some\n");
            printRow(row);
        }
    for (const Contestant& row : rows)
        if (const double ratio = searchToCell(row, rows); ratio > 0 && row.name != "cell")
            fmt::print("search time   {} takes {:.3g} times as long as cell{}\n", row.name, ratio,
                       row.name == "stile" ? " (LiteForm's overhead table: STile 42.3 times, SparseTIR's tuning 65.5 "
                                             "times, geometric means of seven graphs)"
                                           : "");
}

Contest contestOf(const CompareArguments& arguments)
{
    SearchArguments base = arguments.search;
    base.options.clear(); // each goes to the planners that have it
    return {arguments.planners.empty() ? std::vector<std::string>{"stile", "hyb", "cell"}
                                       : joinPlanners(arguments.planners),
            requestOf(base), arguments.search.options};
}

// Those of this matrix and operator; what else the table holds is told.
void printPublished(const std::vector<PublishedTime>& times, const std::string& told, double bestNs)
{
    for (const PublishedTime& time : times)
        fmt::print("{}  {}{}; not measured here\n", textOf(time), formatTime(time.ns),
                   bestNs > 0 ? fmt::format(", {:.2f}x of the best above", time.ns / bestNs) : "");
    fmt::print("published     {}\n", told);
}

session::Session sessionOf(const std::vector<Contestant>& rows, const MatrixPtr& matrix,
                           std::vector<PublishedTime> published)
{
    session::Session session;
    session.matrix = matrix;
    session.published = std::move(published);
    for (const Contestant& row : rows)
        if (row.found) {
            session.plans.push_back({row.found->plan, row.found->trace, row.name});
            if (row.profile)
                session.runs.push_back({static_cast<int>(session.plans.size()) - 1, *row.profile});
        }
    return session;
}

void compare(const CompareArguments& arguments, Console& console)
{
    Contest contest = contestOf(arguments);
    checkContest(contest);
    for (const std::string& planner : contest.planners)
        chooseProgramsOf(requestFor(contest, planner));
    if (arguments.add && !arguments.out.ends_with(session::sessionSuffix))
        failUsage("--add is for a session as --output");
    if (!arguments.add)
        requireApart({arguments.matrix.file}, {arguments.out});
    std::vector<PublishedTime> all;
    if (!arguments.published.empty())
        all = readPublished(arguments.published, console.progress());
    const std::shared_ptr<Worker> worker = workerOn(arguments.runs.host);
    if (arguments.run)
        requireDevice(worker->devices(console.progress()), arguments.runs.options.device);
    const MatrixPtr matrix = arguments.matrix.open(console.progress());
    PublishedHere here = publishedOf(*matrix, all);
    const std::vector<PublishedTime> published = publishedFor(contest.base.op, here.times);
    if (here.times.size() > published.size())
        here.told +=
            fmt::format("; {} of these {} of another operator, extent or type", here.times.size() - published.size(),
                        here.times.size() - published.size() == 1 ? "is" : "are");
    if (arguments.run)
        contest.evaluator = measuringBy(*worker, matrix, arguments.runs.options);
    std::vector<Contestant> rows;
    withThreads(arguments.search.threads,
                [&] { rows = searchAll(contest, *matrix, hasDevicePiece, console.progress()); });
    if (arguments.run)
        runAll(rows, matrix, arguments.runs.options, *worker, console.progress());
    const std::vector<Contestant> libraries = libraryRows(rows);
    std::vector<Contestant> every = rows;
    every.insert(every.end(), libraries.begin(), libraries.end());
    const RankBy by = arguments.run ? RankBy::Measurement : RankBy::Prediction;
    console.clearLine();
    if (arguments.out.ends_with(session::sessionSuffix)) {
        session::Session session = sessionOf(rows, matrix, here.times);
        if (arguments.add)
            session = session::addedTo(arguments.out, std::move(session), console.progress());
        session::writeSession(session, arguments.out, console.progress());
    } else if (!arguments.out.empty())
        writeText(arguments.out, contestCsv(every, *matrix, contest.base.op, by, published), console.progress());
    if (arguments.json) {
        nlohmann::json json = {{"matrix", matrix->source().name}, {"rows", contestJson(every, by)}};
        if (!arguments.published.empty())
            json["toldOfPublished"] = here.told;
        for (const PublishedTime& time : published)
            json["published"].push_back({{"gpu", time.gpu}, {"source", time.source}, {"publishedNs", time.ns}});
        fmt::print("{}\n", jsonText(json, 2));
    } else {
        // For people, of each library its best.
        std::vector<Contestant> shown = rows;
        for (Contestant& fastest : fastestOfEach(libraries))
            shown.push_back(std::move(fastest));
        printTable(shown, arguments.run);
        if (!arguments.published.empty())
            printPublished(published, here.told, bestNs(rows, by));
    }
    if (std::none_of(rows.begin(), rows.end(), [](const Contestant& row) { return row.found.has_value(); }))
        failInput("no planner has a plan: " + rows.front().problem);
}

} // namespace

void addCompare(CLI::App& app, Console& console)
{
    CLI::App* command =
        app.add_subcommand("compare", "Plan a matrix by several planners, and run all of them, as a table.");
    const auto arguments = std::make_shared<CompareArguments>();
    arguments->matrix.addTo(*command);
    command
        ->add_option("--planners", arguments->planners,
                     "Ask these planners, separated by commas, with options of their own as in "
                     "\"fixed:bsr(height=16,width=16)\"; options below go to those that have them. Default: "
                     "stile,hyb,cell.")
        ->delimiter(',');
    arguments->search.addTo(*command, false);
    command->add_option(
        "--published", arguments->published,
        "Set times that others have published beside these, from a CSV with the columns matrix, op, dtype, dense, "
        "gpu, source and one of ns, us, ms, gflops: marked as published, never ranked, kept in a session.");
    command->add_flag("--run", arguments->run, "Run every plan on the GPU, verified, beside cuSPARSE and cuBLAS.");
    arguments->runs.addTo(*command);
    command->add_option("-o,--output", arguments->out,
                        "Write the table to this CSV file, or plans and runs to this session.");
    command->add_flag("--add", arguments->add, addHelp);
    command->add_flag("--json", arguments->json, "Print one JSON object.");
    command->callback([=, &console] {
        if (!arguments->run)
            RunArguments::refuseGiven(*command);
        compare(*arguments, console);
    });
}

} // namespace sparsescope
