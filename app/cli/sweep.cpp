// sweep: one search for every combination of values, or an ablation of a paper that is ready: a table as it grows, CSV,
// JSON.
#include "app/cli/console.h"
#include "app/cli/mask_sweep.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/core/parallel.h"
#include "engine/core/text.h"
#include "engine/search/planner.h"
#include "engine/search/ready_sweeps.h"
#include "engine/search/sparda/sparda.h"
#include "engine/session/session.h"
#include "engine/work/contest.h"
#include "engine/work/measuring_evaluator.h"
#include "engine/work/remote_worker.h"
#include "kernels/generate/pieces.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <set>

namespace sparsescope {

namespace {

struct SweepArguments {
    MatrixArguments matrix;
    std::string out;
    std::vector<std::string> vary;
    std::string ready;
    bool compete = false;
    bool run = false;
    bool json = false;
    RunArguments runs;
    SearchArguments search;
};

struct Column {
    std::string title;
    std::size_t width;
    bool left = false;
};

std::string line(const std::vector<Column>& columns, const std::vector<std::string>& cells)
{
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Column& c = columns[i];
        text += (i == 0 ? "" : "  ") +
                (c.left ? fmt::format("{:<{}}", cells[i], c.width) : fmt::format("{:>{}}", cells[i], c.width));
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

std::vector<Column> columnsOf(const Sweep& sweep, const std::vector<SweepPoint>& points)
{
    std::vector<Column> columns;
    for (std::size_t a = 0; a < sweep.axes.size(); ++a) {
        std::size_t width = sweep.axes[a].name.size();
        for (const SweepPoint& point : points)
            width = std::max(width, point.values[a].size());
        columns.push_back({sweep.axes[a].name, width, true});
    }
    for (const auto& [title, width] :
         {std::pair("predicted", 9), std::pair("bytes", 8), std::pair("padding", 7), std::pair("redundant", 9),
          std::pair("split", 7), std::pair("levels", 6), std::pair("tiles", 9), std::pair("search", 7)})
        columns.push_back({title, static_cast<std::size_t>(width)});
    columns.push_back({"by format", 9, true});
    return columns;
}

std::vector<std::string> cellsOf(const SweepPoint& point)
{
    std::vector<std::string> cells = point.values;
    if (!point.problem.empty()) {
        cells.push_back(point.problem);
        return cells;
    }
    const PlanSummary& s = point.summary;
    const double stored = static_cast<double>(std::max<std::int64_t>(1, s.places.stored));
    std::string byFormat = formatsText(s);
    const std::map<std::string, double> numbers = numbersIn(point.figures);
    if (const auto evaluated = numbers.find("graphSearch.evaluated"); evaluated != numbers.end())
        byFormat += fmt::format(", the best of {} graphs", formatCount(std::llround(evaluated->second)));
    for (const auto& [name, number] : numbers)
        if (name.find('.') == std::string::npos)
            byFormat += fmt::format(", {} {}", name, formatCount(std::llround(number)));
    if (point.request.options.value("compete", true) && !point.winner.empty())
        byFormat += " (" + point.winner + ")";
    const bool cpuOnly = runsOnCpuOnly(s, point.request.op.kind, hasDevicePiece);
    if (const std::string note = predictionNote(point.borrowed, cpuOnly); !note.empty())
        byFormat += " (" + note + ")";
    cells.insert(cells.end(),
                 {formatTime(point.predictedNs), formatBytes(s.bytes),
                  formatPercent(static_cast<double>(s.places.padding()) / stored),
                  formatPercent(s.places.redundantRatio()), formatPercent(point.atomicShare()), formatCount(s.levels),
                  formatCount(s.tiles), formatTime(point.searchSeconds * 1e9), byFormat});
    return cells;
}

Sweep sweepOf(const SweepArguments& arguments)
{
    SearchArguments search = arguments.search;
    Sweep sweep;
    if (!arguments.ready.empty()) {
        const ReadySweep ready = readySweep(parseOperatorKind(search.op), arguments.ready);
        search.planner = ready.planner; // whose options they are
        sweep = sweepOf(ready, requestOf(search));
        if (search.dense)
            sweep.base.op.dense = *search.dense;
        if (search.inner)
            sweep.base.op.inner = *search.inner;
    } else {
        SearchRequest base = requestOf(search);
        setCompeting(base, arguments.compete);
        sweep.base = std::move(base);
    }
    for (const std::string& text : arguments.vary)
        sweep.axes.push_back(parseSweepAxis(text));
    if (sweep.axes.empty())
        failUsage("sweep needs --vary NAME=VALUE,VALUE,... or --ready NAME");
    return sweep;
}

// Plans that were searched to be run, each with its point's place in the sweep.
struct FoundPlans {
    std::vector<Contestant> rows;
    std::vector<std::size_t> places;
};

void measure(FoundPlans& found, std::vector<SweepPoint>& points, const MatrixPtr& matrix, const RunOptions& options,
             bool counters, Worker& worker, Console& console)
{
    runAll(found.rows, matrix, options, worker, console.progress(), {false, counters});
    for (std::size_t i = 0; i < found.rows.size(); ++i)
        if (const Contestant& row = found.rows[i]; row.verified()) {
            SweepPoint& point = points[found.places[i]];
            point.measuredNs = row.measured().medianNs;
            point.counted = countedIn(row.profile->counters);
        }
}

// What the session has already stays in it.
void addToSession(const std::string& path, const MatrixPtr& matrix, const Sweep& sweep,
                  const std::vector<SweepPoint>& points, const FoundPlans& found)
{
    session::Session session;
    if (session::isSession(path)) {
        session = session::readSession(path, noProgress());
        if (session.matrix->fingerprint() != matrix->fingerprint())
            failInput("is a session of another matrix", {.file = path});
    } else {
        session.matrix = matrix;
    }
    for (const Contestant& row : found.rows)
        if (row.profile) {
            session.plans.push_back({row.found->plan, row.found->trace, row.name});
            session.runs.push_back({static_cast<int>(session.plans.size()) - 1, *row.profile});
        }
    FinishedSweep finished{sweep, {}};
    for (std::size_t i = 0; i < points.size(); ++i)
        finished.points[i] = points[i];
    session.sweeps.push_back(std::move(finished));
    session::writeSession(session, path);
}

std::string times(double ratio)
{
    return ratio > 0 ? fmt::format("{:.3g}", ratio) : "-";
}

// What a run measured of each point, and why another was not.
void printMeasured(const FoundPlans& found, const std::vector<SweepPoint>& points)
{
    std::size_t width = 0;
    for (const Contestant& row : found.rows)
        width = std::max(width, row.name.size());
    fmt::print("\n{:<{}}  {:>9}  {}\n", "", width, "predicted", "measured (5 to 95 %)");
    for (std::size_t i = 0; i < found.rows.size(); ++i) {
        const Contestant& row = found.rows[i];
        const Timing t = row.measured();
        fmt::print("{:<{}}  {:>9}  {}{}{}{}\n", row.name, width, formatTime(points[found.places[i]].predictedNs),
                   t.medianNs > 0
                       ? fmt::format("{} ({} to {})", formatTime(t.medianNs), formatTime(t.lowNs), formatTime(t.highNs))
                       : "not measured",
                   row.values && *row.values != MatrixValues::File ? fmt::format(", {}", label(*row.values)) : "",
                   row.cpuOnly ? ": the GPU has no code for its formats" : "",
                   row.problem.empty() ? "" : ": " + row.problem);
    }
}

// Hardware counters that a paper's figure shows, a column each; and what there is to do where points lack them.
void printCounted(const ReadySweep& ready, const Sweep& sweep, const std::vector<SweepPoint>& points,
                  const FoundPlans& found, bool run)
{
    const std::string& axis = sweep.axes.front().name;
    std::size_t width = axis.size();
    for (const SweepPoint& point : points)
        width = std::max(width, point.values.front().size());
    const auto any = [](const SweepPoint& point) { return !point.counted.empty(); };
    if (std::any_of(points.begin(), points.end(), any)) {
        fmt::print("\n{:<{}}", axis, width);
        for (const ReadyCounter& counter : ready.counters)
            fmt::print("  {}", counter.title);
        fmt::print("\n");
        for (const SweepPoint& point : points) {
            fmt::print("{:<{}}", point.values.front(), width);
            for (const ReadyCounter& counter : ready.counters) {
                const auto value = point.counted.find(counter.name);
                fmt::print("  {:>{}}", value == point.counted.end() ? "-" : fmt::format("{:.1f} %", value->second),
                           counter.title.size());
            }
            fmt::print("\n");
        }
    }
    const std::string missing = uncounted(ready, points);
    if (missing.empty())
        return;
    fmt::print("\n{}{}\n", missing, run ? "" : " --run counts them, on a GPU whose counters may be read.");
    std::set<std::string> reasons;
    for (const Contestant& row : found.rows)
        for (const std::string& message : row.profile ? row.profile->messages : std::vector<std::string>())
            if (message.find("counter") != std::string::npos && reasons.insert(message).second)
                fmt::print("{}\n", message);
}

// Ours over the paper's default beside what the paper reports.
void printBesidePaper(const ReadySweep& ready, const Matrix& matrix, const std::vector<SweepPoint>& points)
{
    const Published* published = ready.publishedOf(matrix);
    const std::vector<OverDefault> all = overDefault(ready, matrix, points);
    std::size_t width = 8;
    for (const SweepPoint& point : points)
        width = std::max(width, point.values.front().size());
    fmt::print("\n{:<{}}  {:>9}  {:>8}  {:>6}", "of " + ready.standard, width, "predicted", "measured", "search");
    if (published)
        fmt::print("  {:>14}  {:>12}", "paper: latency", "search");
    fmt::print("\n");
    for (std::size_t i = 0; i < points.size(); ++i) {
        fmt::print("{:<{}}  {:>9}  {:>8}  {:>6}", points[i].values.front(), width, times(all[i].predicted),
                   times(all[i].measured), times(all[i].searchTime));
        if (published)
            fmt::print("  {:>14}  {:>12}", times(all[i].paperLatency), times(all[i].paperSearchTime));
        fmt::print("\n");
    }
    const std::string beside = ready.published.empty() ? ""
                               : published             ? "the paper's " + published->matrix
                                                       : "the paper has no matrix of this size";
    fmt::print("{}: {}{}{}\n", ready.source, beside, beside.empty() || ready.differs.empty() ? "" : "\n",
               ready.differs);
}

void addBesidePaper(nlohmann::json& rows, const Sweep& sweep, const Matrix& matrix,
                    const std::vector<SweepPoint>& points)
{
    const auto ready = readySweepOf(sweep);
    if (!ready || ready->standard.empty())
        return;
    const std::vector<OverDefault> all = overDefault(*ready, matrix, points);
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const auto& [name, ratio] :
             {std::pair("predicted", all[i].predicted), std::pair("measured", all[i].measured),
              std::pair("searchTime", all[i].searchTime), std::pair("paperLatency", all[i].paperLatency),
              std::pair("paperSearchTime", all[i].paperSearchTime)})
            if (ratio > 0)
                rows[i]["overDefault"][name] = ratio;
}

void sweep(const SweepArguments& arguments, Console& console)
{
    const Sweep sweep = sweepOf(arguments);
    const std::vector<SweepPoint> wanted = sweepPoints(sweep);
    for (const SweepPoint& point : wanted)
        chooseProgramsOf(point.request);
    if (!arguments.out.ends_with(session::sessionSuffix)) // which keeps what it has
        requireApart({arguments.matrix.file}, {arguments.out});
    constexpr std::size_t mostRuns = 200; // whose plans are kept until all are run in one job
    if (arguments.run && wanted.size() > mostRuns)
        failUsage(fmt::format("--run takes at most {} points, these are {}", mostRuns, formatCount(wanted.size())));
    const std::shared_ptr<Worker> worker = workerOn(arguments.runs.host);
    if (arguments.run)
        requireDevice(worker->devices(console.progress()), arguments.runs.options.device);
    const std::vector<Column> columns = columnsOf(sweep, wanted);
    const MatrixPtr matrix = arguments.matrix.open(console.progress());
    MakeEvaluator evaluator;
    if (arguments.run || planner(sweep.base.planner).needsTimes())
        evaluator = measuringBy(*worker, matrix, arguments.runs.options);
    const auto say = [&](const std::vector<std::string>& cells) {
        console.clearLine();
        fmt::print("{}\n", line(columns, cells));
        std::fflush(stdout);
    };
    if (!arguments.json) {
        std::vector<std::string> titles;
        for (const Column& column : columns)
            titles.push_back(column.title);
        say(titles);
    }
    std::vector<SweepPoint> points;
    FoundPlans found;
    const auto keep = [&](std::size_t place, SearchResult&& result) {
        Contestant& row = found.rows.emplace_back();
        row.name = planTitle(sweep, wanted[place]);
        row.planned = true;
        row.found = std::move(result);
        row.summary = summarise(row.found->plan);
        row.cpuOnly = runsOnCpuOnly(row.summary, row.found->plan.op.kind, hasDevicePiece);
        found.places.push_back(place);
    };
    withThreads(arguments.search.threads, [&] {
        points = runSweep(
            *matrix, sweep,
            [&](std::size_t, const SweepPoint& point) {
                if (!arguments.json)
                    say(cellsOf(point));
            },
            console.progress(), arguments.run ? FoundReceiver(keep) : FoundReceiver(), evaluator);
    });
    const std::optional<ReadySweep> ready = readySweepOf(sweep);
    const bool counters = ready && !ready->counters.empty();
    if (arguments.run)
        measure(found, points, matrix, arguments.runs.options, counters, *worker, console);
    console.clearLine();
    if (arguments.out.ends_with(session::sessionSuffix))
        addToSession(arguments.out, matrix, sweep, points, found);
    else if (!arguments.out.empty())
        writeText(arguments.out, sweepCsv(matrix->source().name, sweep, points, hasDevicePiece), console.progress());
    if (arguments.json) {
        nlohmann::json rows = nlohmann::json::array();
        for (const SweepPoint& point : points)
            rows.push_back(toJson(sweep, point, hasDevicePiece));
        addBesidePaper(rows, sweep, *matrix, points);
        fmt::print("{}\n", jsonText(nlohmann::json{{"matrix", matrix->source().name}, {"points", rows}}, 2));
    } else {
        if (arguments.run)
            printMeasured(found, points);
        if (counters)
            printCounted(*ready, sweep, points, found, arguments.run);
        if (ready && !ready->standard.empty())
            printBesidePaper(*ready, *matrix, points);
    }
    if (std::all_of(points.begin(), points.end(), [](const SweepPoint& p) { return !p.problem.empty(); }))
        failInput("no point of the sweep could be searched: " + points.front().problem);
}

// Those of all operators, each once.
std::vector<ReadySweep> allReadySweeps()
{
    std::vector<ReadySweep> all;
    for (const OperatorKind op : operatorKinds())
        for (ReadySweep& ready : readySweeps(op))
            if (std::none_of(all.begin(), all.end(), [&](const ReadySweep& other) { return other.name == ready.name; }))
                all.push_back(std::move(ready));
    return all;
}

std::string readyNames()
{
    std::string names;
    for (const ReadySweep& ready : allReadySweeps())
        names += fmt::format("\n{}: {} ({}{})", ready.name, ready.title, ready.source,
                             ready.planner == "alphasparse" ? ", with --op spmv"
                             : ready.planner == "rgms"      ? ", with --op rgms"
                                                            : "");
    return names;
}

} // namespace

void addSweep(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand("sweep", "Search with every combination of option values, as a table.");
    const auto arguments = std::make_shared<SweepArguments>();
    arguments->matrix.addTo(*command);
    command
        ->add_option(
            "--vary", arguments->vary,
            "Try these values, NAME=VALUE,VALUE,...: of an option of the planner, or of dense, dtype, op, "
            "calibration, cost-model, what-if (what-if=atomic=1,atomic=3); + inside a value stands for a comma "
            "(formats=block,block+ell). Of masks that are made, one of their parameters too (density=0.01,0.1). "
            "May be given again; every combination is searched.")
        ->allow_extra_args(false);
    command
        ->add_option(
            "--ready", arguments->ready,
            "Repeat an ablation of a paper, with its extent of the dense axis unless --dense is given; what the paper "
            "reports stands beside it. Hardware counters that it draws are read with --run." +
                readyNames())
        ->type_name(oneOf(allReadySweeps(), [](const ReadySweep& ready) { return ready.name; }));
    command->add_flag("--compete", arguments->compete,
                      "Let plans of one format, of one level and plain CSR compete, and name the winner.");
    arguments->search.addTo(*command);
    command->add_flag("--run", arguments->run, "Run every plan on the GPU, verified, all in one job.");
    arguments->runs.addTo(*command);
    command->add_option("-o,--output", arguments->out,
                        "Write the table to this CSV file, or the sweep, with plans that were run, into this session, "
                        "which is made or keeps what it has.");
    command->add_flag("--json", arguments->json, "Print one JSON object.");
    command->callback([=, &console] {
        if (!arguments->run)
            RunArguments::refuseGiven(*command);
        if (!arguments->matrix.made() || arguments->matrix.mask) {
            sweep(*arguments, console);
            return;
        }
        for (const char* option : {"--ready", "--compete", "--run"})
            if (command->count(option) > 0)
                failUsage(fmt::format("{} is for sweeps of a matrix, not of masks that are made", option));
        if (command->count("--planner") == 0)
            arguments->search.planner = sparseDynamicPlanner().name();
        sweepMasks({arguments->matrix.file, arguments->vary, arguments->search, arguments->out, arguments->json},
                   console);
    });
}

} // namespace sparsescope
