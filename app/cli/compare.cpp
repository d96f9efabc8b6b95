// compare: one matrix planned by several planners, predicted and on request run on the GPU beside cuSPARSE: a row each.
#include "app/cli/console.h"
#include "app/common/gpu_job.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/core/parallel.h"
#include "engine/measure/baselines.h"
#include "engine/search/planner.h"
#include "engine/session/session.h"
#include "kernels/generate/pieces.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <optional>

namespace sparsescope {

namespace {

struct CompareArguments {
    std::string file;
    std::vector<std::string> planners;
    std::string out;
    bool run = false;
    bool noTune = false;
    bool json = false;
    int repeats = 0;
    SearchArguments search;
};

// A planner, or a kernel of a library that it is raced against.
struct Row {
    std::string name;
    bool planned = false;
    std::string problem; // why there is no plan, or no time
    std::optional<SearchResult> found;
    PlanSummary summary;
    bool cpuOnly = false;           // the GPU has no code for its formats
    std::optional<Profile> profile; // of a planner
    std::optional<Baseline> baseline;

    double predicted() const { return found ? found->plan.predictedNs : 0; }
    Timing measured() const
    {
        if (profile)
            return profile->kernel;
        return baseline && baseline->problem.empty() ? baseline->timing : Timing();
    }
    bool verified() const { return profile ? profile->verified : baseline && baseline->verified; }
    // What it is ranked by: measured and right where there are runs, else predicted of what can run; 0: neither.
    double rankedNs(bool run) const { return run ? (verified() ? measured().medianNs : 0) : cpuOnly ? 0 : predicted(); }
    std::string note() const { return found ? predictionNote(found->borrowed, cpuOnly) : std::string(); }
};

// Of those options that were given, the ones that this planner has.
SearchRequest requestFor(const std::string& name, const CompareArguments& arguments)
{
    SearchArguments search = arguments.search;
    search.planner = name;
    const std::vector<PlannerOption> its = planner(name).options();
    std::erase_if(search.options, [&](const auto& given) {
        return std::none_of(its.begin(), its.end(), [&](const PlannerOption& o) { return o.name == given.first; });
    });
    return requestOf(search);
}

// One that no planner has would change nothing without a word.
void checkOptions(const CompareArguments& arguments)
{
    for (const auto& given : arguments.search.options) {
        const bool known =
            std::any_of(arguments.planners.begin(), arguments.planners.end(), [&](const std::string& name) {
                const std::vector<PlannerOption> its = planner(name).options();
                return std::any_of(its.begin(), its.end(),
                                   [&](const PlannerOption& o) { return o.name == given.first; });
            });
        if (!known)
            failUsage(fmt::format("none of the planners compared has an option --{}", given.first));
    }
}

void searchRow(Row& row, const Matrix& matrix, const CompareArguments& arguments, Console& console)
{
    try {
        const SearchRequest request = requestFor(row.name, arguments);
        withThreads(arguments.search.threads, [&] {
            row.found = searchPlan(matrix, request, console.progress());
            // A search of milliseconds is timed by the best of three: the first one starts threads and fills caches.
            for (int again = 0; again < 2 && row.found->trace.searchSeconds < 0.1; ++again) {
                const double seconds = searchPlan(matrix, request, console.progress()).trace.searchSeconds;
                row.found->trace.searchSeconds = std::min(row.found->trace.searchSeconds, seconds);
            }
        });
        row.summary = summarise(row.found->plan);
        row.cpuOnly = runsOnCpuOnly(row.summary, row.found->plan.op.kind, hasDevicePiece);
    } catch (const Error& e) {
        if (e.kind() == ErrorKind::Cancelled)
            throw;
        row.problem = e.what();
    }
}

// The rows' plans in one process, the first one beside the libraries; operands come from the same seed in all.
void runRows(const std::vector<Row*>& rows, bool baselines, const MatrixPtr& matrix, const CompareArguments& arguments,
             Console& console)
{
    GpuJob job;
    job.matrix = matrix;
    for (const Row* row : rows)
        job.plans.push_back(&row->found->plan);
    job.repeats = arguments.repeats;
    job.counters = false;
    job.tune = !arguments.noTune;
    job.brief = true;
    if (baselines)
        job.baselines = rows.front()->found->plan.op.definition().baselines;
    Session its = runGpuJob(job, console.progress());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        Row& row = *rows[i];
        row.profile = its.runs.at(i).profile;
        row.found->plan = its.plans.at(i).plan;
        if (!row.profile->verified) // the first message says why
            row.problem = row.profile->messages.empty() ? "the result is wrong" : row.profile->messages.front();
    }
}

// A fault ends the process that it happens in: then each plan runs in its own, and it costs one row alone.
void runRows(std::vector<Row>& rows, const MatrixPtr& matrix, const CompareArguments& arguments, Console& console)
{
    std::vector<Row*> able;
    for (Row& row : rows)
        if (row.found && !row.cpuOnly)
            able.push_back(&row);
    bool raced = false;
    const auto attempt = [&](const std::vector<Row*>& some) {
        try {
            runRows(some, !raced, matrix, arguments, console);
            raced = true;
            return true;
        } catch (const Error& e) {
            if (e.kind() == ErrorKind::Cancelled)
                throw;
            some.front()->problem = e.what();
            return false;
        }
    };
    if (able.empty() || attempt(able) || able.size() == 1)
        return;
    able.front()->problem.clear();
    for (Row* row : able)
        attempt({row});
}

double bestOf(const std::vector<Row>& rows, bool run)
{
    double best = 0;
    for (const Row& row : rows)
        if (const double ns = row.rankedNs(run); ns > 0 && (best == 0 || ns < best))
            best = ns;
    return best;
}

// Search time of cell, which LiteForm's overhead is measured by; 0: not compared.
double cellSeconds(const std::vector<Row>& rows)
{
    for (const Row& row : rows)
        if (row.name == "cell" && row.found)
            return row.found->trace.searchSeconds;
    return 0;
}

void printTable(const std::vector<Row>& rows, bool run)
{
    std::size_t width = 8;
    for (const Row& row : rows)
        width = std::max(width, row.name.size());
    const std::size_t timeWidth = run ? 30 : 0;
    fmt::print("{:<{}}  {:>9}{:>{}}  {:>7}  {:>8}  {:>7}  {:>8}  {:>9}  {}\n", "planner", width, "predicted",
               run ? "measured (5 to 95 %)" : "", timeWidth, "of best", "bytes", "padding", "tiles", "search",
               "formats");
    const double best = bestOf(rows, run);
    for (const Row& row : rows) {
        if (!row.found && !row.baseline) {
            fmt::print("{:<{}}  {}\n", row.name, width, row.problem);
            continue;
        }
        const Timing measured = row.measured();
        const std::string time = measured.medianNs > 0
                                     ? fmt::format("{} ({} to {})", formatTime(measured.medianNs),
                                                   formatTime(measured.lowNs), formatTime(measured.highNs))
                                     : "";
        const double ns = row.rankedNs(run);
        fmt::print("{:<{}}  {:>9}{:>{}}  {:>7}", row.name, width, row.found ? formatTime(row.predicted()) : "", time,
                   timeWidth, ns > 0 ? fmt::format("{:.2f}x", ns / best) : "");
        if (row.found)
            fmt::print("  {:>8}  {:>7}  {:>8}  {:>9}  {}", formatBytes(row.summary.bytes),
                       formatPercent(row.summary.places.paddingRatio()), formatCount(row.summary.tiles),
                       formatTime(row.found->trace.searchSeconds * 1e9), formatsText(row.summary));
        const std::string note = row.note();
        fmt::print("{}{}\n", note.empty() ? "" : " (" + note + ")", row.problem.empty() ? "" : "  " + row.problem);
    }
    const double cell = cellSeconds(rows);
    if (cell <= 0)
        return;
    for (const Row& row : rows)
        if (row.found && row.name != "cell")
            fmt::print("search time   {} takes {:.3g} times as long as cell{}\n", row.name,
                       row.found->trace.searchSeconds / cell,
                       row.name == "stile" ? " (LiteForm's overhead table: STile 42.3 times, SparseTIR's tuning 65.5 "
                                             "times, geometric means of seven graphs)"
                                           : "");
}

nlohmann::json toJson(const Row& row, bool run, double best, double cell)
{
    nlohmann::json json = {{"name", row.name}, {"kind", row.planned ? "planner" : "library"}};
    if (!row.problem.empty())
        json["problem"] = row.problem;
    if (row.found) {
        const PlanSummary& s = row.summary;
        nlohmann::json byFormat = nlohmann::json::object();
        for (const auto& [name, count] : s.tilesByFormat)
            if (count > 0)
                byFormat[name] = count;
        json.update({{"predictedNs", row.predicted()},
                     {"bytes", s.bytes},
                     {"stored", s.places.stored},
                     {"paddingRatio", s.places.paddingRatio()},
                     {"tiles", s.tiles},
                     {"atomicTiles", s.atomicTiles},
                     {"tilesByFormat", byFormat},
                     {"densePart", row.found->plan.densePart},
                     {"searchSeconds", row.found->trace.searchSeconds},
                     {"runsOnGpu", !row.cpuOnly},
                     {"figures", row.found->plan.figures}});
        if (const std::string note = row.note(); !note.empty())
            json["note"] = note;
        if (cell > 0)
            json["searchToCell"] = row.found->trace.searchSeconds / cell;
    }
    if (const Timing t = row.measured(); t.medianNs > 0)
        json.update(
            {{"measuredNs", t.medianNs}, {"lowNs", t.lowNs}, {"highNs", t.highNs}, {"verified", row.verified()}});
    if (const double ns = row.rankedNs(run); ns > 0)
        json["ofBest"] = ns / best;
    return json;
}

std::string csvOf(const std::vector<Row>& rows, const Matrix& matrix, const Operator& op, bool run)
{
    std::string table = "matrix,rows,cols,nnz,op,dtype,dense,name,kind,calibration,densePart,predictedNs,measuredNs,"
                        "lowNs,highNs,verified,relativeError,ofBest,"
                        "bytes,stored,padding,redundant,tiles,atomicTiles,formats,searchSeconds,searchToCell,runsOnGpu,"
                        "note,problem\n";
    const double best = bestOf(rows, run);
    const double cell = cellSeconds(rows);
    for (const Row& row : rows) {
        table += fmt::format("{},{},{},{},{},{},{},{},{}", csvField(matrix.source().name), matrix.rows(), matrix.cols(),
                             matrix.nnz(), name(op.kind), name(op.dtype), op.dense, csvField(row.name),
                             row.planned ? "planner" : "library");
        table += row.found ? fmt::format(",{},{},{:.1f}", csvField(row.found->plan.calibration),
                                         row.found->plan.densePart, row.predicted())
                           : ",,,";
        const Timing t = row.measured();
        const double error = row.profile ? row.profile->relativeError : row.baseline ? row.baseline->relativeError : 0;
        table += t.medianNs > 0 ? fmt::format(",{:.1f},{:.1f},{:.1f},{},{:.3g}", t.medianNs, t.lowNs, t.highNs,
                                              row.verified() ? "yes" : "no", error)
                                : ",,,,,";
        const double ns = row.rankedNs(run);
        table += ns > 0 ? fmt::format(",{:.4f}", ns / best) : ",";
        if (row.found) {
            const PlanSummary& s = row.summary;
            const double seconds = row.found->trace.searchSeconds;
            table += fmt::format(",{},{},{},{},{},{},{},{:.6f},{},{},{}", s.bytes, s.places.stored, s.places.padding(),
                                 s.places.redundant, s.tiles, s.atomicTiles, csvField(formatsText(s)), seconds,
                                 cell > 0 ? fmt::format("{:.3f}", seconds / cell) : "", row.cpuOnly ? "no" : "yes",
                                 csvField(row.note()));
        } else {
            table += ",,,,,,,,,,,";
        }
        table += "," + csvField(row.problem) + "\n";
    }
    return table;
}

void compare(CompareArguments arguments, Console& console)
{
    if (arguments.planners.empty())
        arguments.planners = {"stile", "hyb", "cell"};
    for (const std::string& name : arguments.planners)
        planner(name); // known?
    checkOptions(arguments);
    if (!arguments.run && (arguments.repeats > 0 || arguments.noTune))
        failUsage("--repeats and --no-tune are about runs on the GPU: give --run too");
    if (arguments.run)
        if (const std::string problem = gpuProblem(); !problem.empty())
            throw Error(ErrorKind::Device, problem);
    const MatrixPtr matrix = openMatrix(arguments.file, console.progress());
    Session session;
    session.matrix = matrix;
    std::vector<Row> rows;
    for (const std::string& name : arguments.planners) {
        Row& row = rows.emplace_back();
        row.name = name;
        row.planned = true;
        searchRow(row, *matrix, arguments, console);
    }
    if (arguments.run)
        runRows(rows, matrix, arguments, console);
    for (const Row& row : rows)
        if (row.found) {
            session.plans.push_back({row.found->plan, row.found->trace, row.name});
            if (row.profile)
                session.runs.push_back({static_cast<int>(session.plans.size()) - 1, *row.profile});
        }
    // The libraries' kernels, of the run that raced them.
    std::vector<Row> library;
    for (const Row& row : rows)
        if (row.profile)
            for (const Baseline& baseline : row.profile->baselines) {
                Row& its = library.emplace_back();
                its.name = baseline.name;
                its.problem = baseline.problem.empty() && !baseline.verified ? "not verified" : baseline.problem;
                its.baseline = baseline;
            }
    std::vector<Row> all = rows;
    all.insert(all.end(), library.begin(), library.end());
    console.clearLine();
    if (arguments.out.ends_with(sessionSuffix))
        writeSession(session, arguments.out, console.progress());
    else if (!arguments.out.empty())
        writeText(arguments.out, csvOf(all, *matrix, requestOf(arguments.search).op, arguments.run));
    if (arguments.json) {
        nlohmann::json json = nlohmann::json::array();
        for (const Row& row : all)
            json.push_back(toJson(row, arguments.run, bestOf(all, arguments.run), cellSeconds(rows)));
        fmt::print("{}\n", jsonText(nlohmann::json{{"matrix", matrix->source().name}, {"rows", json}}, 2));
    } else {
        // For people, of each library its best.
        for (const char* prefix : {"cusparse:", "cublas:"}) {
            const Row* best = nullptr;
            for (const Row& row : library)
                if (row.name.starts_with(prefix) && row.rankedNs(true) > 0 &&
                    (!best || row.rankedNs(true) < best->rankedNs(true)))
                    best = &row;
            if (best)
                rows.push_back(*best);
        }
        printTable(rows, arguments.run);
    }
    if (std::none_of(rows.begin(), rows.end(), [](const Row& row) { return row.found.has_value(); }))
        failInput("no planner has a plan: " + rows.front().problem);
}

} // namespace

void addCompare(CLI::App& app, Console& console)
{
    CLI::App* command =
        app.add_subcommand("compare", "Plan a matrix by several planners, and run all of them, as a table.");
    const auto arguments = std::make_shared<CompareArguments>();
    command->add_option("FILE", arguments->file, "Matrix or session to read.")->required();
    command
        ->add_option("--planners", arguments->planners,
                     "Ask these planners, separated by commas; options below go to those that have them. Default: "
                     "stile,hyb,cell.")
        ->delimiter(',');
    arguments->search.addTo(*command, false);
    command->add_flag("--run", arguments->run, "Run every plan on the GPU, verified, beside cuSPARSE and cuBLAS.");
    command->add_option("--repeats", arguments->repeats, "Time this many runs.");
    command->add_flag("--no-tune", arguments->noTune,
                      "Measure plans as they are, with the default kernel: no variants are tried.");
    command->add_option("-o,--output", arguments->out,
                        "Write the table to this CSV file, or plans and runs to this session.");
    command->add_flag("--json", arguments->json, "Print one JSON object.");
    command->callback([=, &console] { compare(*arguments, console); });
}

} // namespace sparsescope
