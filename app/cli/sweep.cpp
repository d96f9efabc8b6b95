// sweep: one search for every combination of values, or an ablation of a paper that is ready: a table as it grows, CSV,
// JSON.
#include "app/cli/console.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/core/parallel.h"
#include "engine/core/text.h"
#include "engine/search/ready_sweeps.h"
#include "engine/session/session.h"
#include "kernels/generate/pieces.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <memory>

namespace sparsescope {

namespace {

struct SweepArguments {
    std::string file;
    std::string out;
    std::vector<std::string> vary;
    std::string ready;
    bool compete = false;
    bool json = false;
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
          std::pair("atomic", 7), std::pair("levels", 6), std::pair("tiles", 9), std::pair("search", 7)})
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
    for (const auto& [name, number] : numbersIn(point.figures))
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
    SearchRequest base = requestOf(arguments.search);
    Sweep sweep;
    if (!arguments.ready.empty()) {
        const auto dense = arguments.search.dense;
        sweep = sweepOf(readySweep(base.op.kind, arguments.ready), base);
        if (dense)
            sweep.base.op.dense = *dense;
    } else {
        setCompeting(base, arguments.compete);
        sweep.base = std::move(base);
    }
    for (const std::string& text : arguments.vary)
        sweep.axes.push_back(parseSweepAxis(text));
    if (sweep.axes.empty())
        failUsage("sweep needs --vary NAME=VALUE,VALUE,... or --ready NAME");
    return sweep;
}

// What the session has already stays in it.
void addToSession(const std::string& path, const MatrixPtr& matrix, const Sweep& sweep,
                  const std::vector<SweepPoint>& points)
{
    session::Session session;
    if (session::isSession(path)) {
        session = session::readSession(path, noProgress());
        if (session.matrix->fingerprint() != matrix->fingerprint())
            failInput("is a session of another matrix", {.file = path});
    } else {
        session.matrix = matrix;
    }
    FinishedSweep finished{sweep, {}};
    for (std::size_t i = 0; i < points.size(); ++i)
        finished.points[i] = points[i];
    session.sweeps.push_back(std::move(finished));
    session::writeSession(session, path);
}

void sweep(const SweepArguments& arguments, Console& console)
{
    const Sweep sweep = sweepOf(arguments);
    const std::vector<Column> columns = columnsOf(sweep, sweepPoints(sweep));
    const MatrixPtr matrix = session::openMatrix(arguments.file, console.progress());
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
    withThreads(arguments.search.threads, [&] {
        points = runSweep(
            *matrix, sweep,
            [&](std::size_t, const SweepPoint& point) {
                if (!arguments.json)
                    say(cellsOf(point));
            },
            console.progress());
    });
    console.clearLine();
    if (arguments.out.ends_with(session::sessionSuffix))
        addToSession(arguments.out, matrix, sweep, points);
    else if (!arguments.out.empty())
        writeText(arguments.out, sweepCsv(matrix->source().name, sweep, points, hasDevicePiece), console.progress());
    if (arguments.json) {
        nlohmann::json rows = nlohmann::json::array();
        for (const SweepPoint& point : points)
            rows.push_back(toJson(sweep, point, hasDevicePiece));
        fmt::print("{}\n", jsonText(nlohmann::json{{"matrix", matrix->source().name}, {"points", rows}}, 2));
    }
    if (std::all_of(points.begin(), points.end(), [](const SweepPoint& p) { return !p.problem.empty(); }))
        failInput("no point of the sweep could be searched: " + points.front().problem);
}

std::string readyNames()
{
    std::string names;
    for (const ReadySweep& ready : readySweeps({}))
        names += fmt::format("\n{}: {} ({})", ready.name, ready.title, ready.source);
    return names;
}

} // namespace

void addSweep(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand("sweep", "Search with every combination of option values, as a table.");
    const auto arguments = std::make_shared<SweepArguments>();
    command->add_option("FILE", arguments->file, "Matrix or session to read.")->required();
    command
        ->add_option("--vary", arguments->vary,
                     "Try these values, NAME=VALUE,VALUE,...: of an option of the planner, or of dense, dtype, op, "
                     "calibration, what-if (what-if=atomic=1,atomic=3); + inside a value stands for a comma "
                     "(formats=block,block+ell). "
                     "May be given again; every combination is searched.")
        ->allow_extra_args(false);
    command
        ->add_option("--ready", arguments->ready,
                     "Repeat an ablation of a paper, with its extent of the dense axis unless --dense is given." +
                         readyNames())
        ->type_name(oneOf(readySweeps({}), [](const ReadySweep& ready) { return ready.name; }));
    command->add_flag("--compete", arguments->compete,
                      "Let plans of one format, of one level and plain CSR compete, and name the winner.");
    arguments->search.addTo(*command);
    command->add_option(
        "-o,--output", arguments->out,
        "Write the table to this CSV file, or the sweep into this session, which is made or keeps what it has.");
    command->add_flag("--json", arguments->json, "Print one JSON object.");
    command->callback([=, &console] { sweep(*arguments, console); });
}

} // namespace sparsescope
