// sweep: the product of option values, one search each, as a table: ablations such as STile's tables 6 and 7.
#include "app/cli/console.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/session/session.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <sstream>

namespace sparsescope {

namespace {

// An option and the values that it takes in turn.
struct Axis {
    std::string name;
    std::vector<std::string> values;
};

struct SweepArguments {
    std::string file;
    std::string out;
    std::vector<std::string> vary;
    SearchArguments search;
};

Axis parseAxis(const std::string& text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
        failUsage(fmt::format("--vary takes NAME=VALUE,VALUE,..., not \"{}\"", text));
    Axis axis{text.substr(0, equals), {}};
    std::istringstream in(text.substr(equals + 1));
    for (std::string value; std::getline(in, value, ',');) {
        std::replace(value.begin(), value.end(), '+', ',');
        axis.values.push_back(value);
    }
    return axis;
}

// The operator's own arguments can be varied like the planner's options.
void set(SearchArguments& search, const std::string& name, const std::string& value)
{
    if (name == "dtype")
        search.dtype = value;
    else if (name == "op")
        search.op = value;
    else if (name == "calibration")
        search.calibration = value;
    else if (name == "what-if")
        search.whatIf.push_back(value);
    else if (name == "dense") {
        std::istringstream in(value);
        std::int64_t dense = 0;
        if (!(in >> dense) || !in.eof())
            failUsage(fmt::format("--vary dense takes whole numbers, not \"{}\"", value));
        search.dense = dense;
    } else {
        std::erase_if(search.options, [&](const auto& option) { return option.first == name; });
        search.options.emplace_back(name, value);
    }
}

std::string cell(const std::string& text)
{
    return text.find(',') == std::string::npos ? text : '"' + text + '"';
}

std::string row(const SearchResult& result)
{
    const PlanSummary s = summarise(result.plan);
    std::string cells = fmt::format("{:.1f},{:.4f},{},{},{},{}", result.plan.predictedNs, result.trace.searchSeconds, s.levels, s.rounds, s.tiles, s.atomicTiles);
    for (const auto& [name, count] : s.tilesByFormat) {
        const auto atomic = std::count_if(result.plan.tiles.begin(), result.plan.tiles.end(), [&, format = name](const Tile& t) {
            return t.atomic && result.plan.formats[static_cast<std::size_t>(t.format)]->name() == format;
        });
        cells += fmt::format(",{},{}", count, atomic);
    }
    std::int64_t withdrawn = 0;
    for (const TraceRound& round : result.trace.rounds)
        withdrawn += static_cast<std::int64_t>(round.withdrawn.size());
    return cells + fmt::format(",{},{},{},{},{}", withdrawn, s.places.stored, s.places.padding(), s.places.redundant, s.bytes);
}

void sweep(const SweepArguments& arguments, Console& console)
{
    std::vector<Axis> axes;
    for (const std::string& text : arguments.vary)
        axes.push_back(parseAxis(text));
    const MatrixPtr matrix = openMatrix(arguments.file, console.progress());
    SearchArguments base = arguments.search;
    // A figure of an ablation is that of the search asked for, not of a competitor that beats it.
    if (std::none_of(axes.begin(), axes.end(), [](const Axis& a) { return a.name == "compete"; }))
        set(base, "compete", "false");

    std::string table = "matrix";
    for (const Axis& axis : axes)
        table += "," + axis.name;
    table += ",predictedNs,searchSeconds,levels,rounds,tiles,atomicTiles";
    for (const FormatKind& kind : formatKinds())
        table += fmt::format(",{0}Tiles,{0}AtomicTiles", kind.name);
    table += ",withdrawn,stored,padding,redundant,bytes\n";
    std::vector<std::size_t> at(axes.size(), 0);
    for (bool more = true; more;) {
        SearchArguments search = base;
        std::string names = cell(matrix->source().name);
        for (std::size_t a = 0; a < axes.size(); ++a) {
            set(search, axes[a].name, axes[a].values[at[a]]);
            names += "," + cell(axes[a].values[at[a]]);
        }
        const std::string line = names + "," + row(runSearch(*matrix, search, console)) + "\n";
        if (arguments.out.empty()) {
            console.clearLine();
            fmt::print("{}{}", table, line);
            std::fflush(stdout);
            table.clear();
        } else {
            table += line;
        }
        more = false;
        for (std::size_t a = axes.size(); a-- > 0 && !more;) {
            more = ++at[a] < axes[a].values.size();
            if (!more)
                at[a] = 0;
        }
    }
    if (!arguments.out.empty())
        writeText(arguments.out, table);
    console.clearLine();
}

}  // namespace

void addSweep(CLI::App& app, Console& console)
{
    CLI::App* command = app.add_subcommand("sweep", "Search with every combination of option values, as a CSV table");
    const auto arguments = std::make_shared<SweepArguments>();
    command->add_option("FILE", arguments->file, "matrix or session")->required();
    command->add_option("--vary", arguments->vary,
                        "NAME=VALUE,VALUE,...: an option of the planner, or dense, dtype, op, calibration, what-if (atomic=1,atomic=3); + inside a value stands for a comma "
                        "(formats=block,block+ell). Competing plans are left out unless compete is varied")
        ->required();
    arguments->search.addTo(*command);
    command->add_option("-o,--output", arguments->out, "the table (OUT.csv; standard output without it)");
    command->callback([=, &console] { sweep(*arguments, console); });
}

}  // namespace sparsescope
