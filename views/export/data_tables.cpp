// The numbers behind the views.
#include "views/export/data_tables.h"

#include "engine/core/text.h"
#include "views/parts/words.h"

#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace sparsescope {

namespace {

// The shortest text that reads back as the same number.
std::string numberText(double value)
{
    return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}

DataTable tileTable(const Plan& plan, const PlanFacts& facts, const RunFacts* run, Progress& progress)
{
    const auto column = [](const char* name) { return DataTable::Column{name, {}, {}}; };
    DataTable table;
    for (const char* name : {"tile", "format", "level", "round", "first_row", "rows", "width", "stored", "owned",
                             "padding", "redundant", "atomic", "cost_ns", "in_situ_ns", "saturated_ns"})
        table.columns.push_back(column(name));
    for (std::size_t i = 0; i < plan.tiling().tiles.size(); ++i) {
        if (i % 4096 == 0)
            progress.check();
        const Tile& tile = plan.tiling().tiles[i];
        const TileView view = plan.tiling().view(tile);
        const double unknown = std::numeric_limits<double>::quiet_NaN();
        table.columns[1].texts.push_back(plan.tiling().formatOf(tile).label());
        const double values[] = {static_cast<double>(i),
                                 0,
                                 static_cast<double>(tile.level),
                                 static_cast<double>(tile.round),
                                 view.rowIds.empty() ? unknown : static_cast<double>(view.rowIds.front()),
                                 static_cast<double>(tile.rows.size()),
                                 static_cast<double>(facts.width[i]),
                                 static_cast<double>(facts.stored[i]),
                                 static_cast<double>(facts.owned[i]),
                                 static_cast<double>(facts.padding(i)),
                                 static_cast<double>(facts.redundant[i]),
                                 tile.atomic ? 1.0 : 0.0,
                                 tile.cost,
                                 run ? static_cast<double>(run->inSituNs[i]) : unknown,
                                 run ? static_cast<double>(run->saturatedNs[i]) : unknown};
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            if (c != 1)
                table.columns[c].numbers.push_back(values[c]);
    }
    return table;
}

DataTable curveTable(const Plan& plan, const PlanFacts& facts)
{
    DataTable table;
    table.columns = {{"tiles", {}, {}}, {"covered_nonzeros", {}, {}}, {"cost_ns", {}, {}}};
    for (std::size_t i = 0; i <= plan.tiling().tiles.size(); ++i) {
        table.columns[0].numbers.push_back(static_cast<double>(i));
        table.columns[1].numbers.push_back(static_cast<double>(facts.covered[i]));
        table.columns[2].numbers.push_back(facts.costSum[i]);
    }
    return table;
}

DataTable roundTable(const Trace& trace)
{
    DataTable table;
    for (const char* name : {"round", "level", "candidates", "best_ns", "limit_ns", "tile_begin", "tile_end", "covered",
                             "cost_ns", "atomic_tiles", "stored_places", "withdrawn"})
        table.columns.push_back({name, {}, {}});
    for (const TraceRound& r : trace.rounds) {
        const double values[] = {static_cast<double>(r.round),
                                 static_cast<double>(r.level),
                                 static_cast<double>(r.candidates),
                                 r.best,
                                 r.limit,
                                 static_cast<double>(r.tileBegin),
                                 static_cast<double>(r.tileEnd),
                                 static_cast<double>(r.covered),
                                 r.costSum,
                                 static_cast<double>(r.atomicTiles),
                                 static_cast<double>(r.storedPlaces),
                                 static_cast<double>(r.withdrawn.size())};
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            table.columns[c].numbers.push_back(values[c]);
    }
    return table;
}

DataTable scatterTable(const RunFacts& facts)
{
    DataTable table;
    table.columns = {{"tile", {}, {}}, {"kind", {}, {}}, {"predicted_ns", {}, {}}, {"measured_ns", {}, {}}};
    for (const bool saturated : {true, false})
        for (const CostPoint& point : saturated ? facts.saturated : facts.inSitu) {
            table.columns[0].numbers.push_back(point.tile);
            table.columns[1].texts.emplace_back(saturated ? "saturated" : "in situ");
            table.columns[2].numbers.push_back(point.predicted);
            table.columns[3].numbers.push_back(point.measured);
        }
    return table;
}

DataTable counterTable(const Profile& profile)
{
    DataTable table;
    table.columns = {{"counter", {}, {}}, {"value", {}, {}}, {"unit", {}, {}}, {"meaning", {}, {}}};
    for (const Counter& counter : profile.counters) {
        table.columns[0].texts.push_back(counter.name);
        table.columns[1].numbers.push_back(counter.value);
        table.columns[2].texts.push_back(counter.unit);
        table.columns[3].texts.push_back(counter.meaning);
    }
    return table;
}

DataTable lengthTable(const MatrixStatistics& statistics)
{
    DataTable table;
    table.columns = {{"from", {}, {}}, {"to", {}, {}}, {"rows", {}, {}}, {"columns", {}, {}}};
    const LengthBins bins = lengthBins(statistics);
    for (std::size_t k = 0; k < bins.rows.size(); ++k) {
        table.columns[0].numbers.push_back(static_cast<double>(bins.from[k]));
        table.columns[1].numbers.push_back(static_cast<double>(bins.from[k + 1] - 1));
        table.columns[2].numbers.push_back(static_cast<double>(bins.rows[k]));
        table.columns[3].numbers.push_back(static_cast<double>(bins.cols[k]));
    }
    return table;
}

} // namespace

std::size_t DataTable::rows() const
{
    return columns.empty() ? 0 : std::max(columns[0].numbers.size(), columns[0].texts.size());
}

std::string DataTable::csv() const
{
    std::string out;
    for (std::size_t c = 0; c < columns.size(); ++c)
        out += (c ? "," : "") + csvField(columns[c].name);
    out += '\n';
    for (std::size_t r = 0; r < rows(); ++r) {
        for (std::size_t c = 0; c < columns.size(); ++c) {
            if (c > 0)
                out += ',';
            out += columns[c].texts.empty() ? numberText(columns[c].numbers[r]) : csvField(columns[c].texts[r]);
        }
        out += '\n';
    }
    return out;
}

std::string DataTable::json() const
{
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (std::size_t r = 0; r < rows(); ++r) {
        nlohmann::ordered_json row;
        for (const Column& column : columns) {
            if (!column.texts.empty())
                row[column.name] = column.texts[r];
            else if (!std::isfinite(column.numbers[r]))
                row[column.name] = nullptr;
            else if (column.numbers[r] == std::floor(column.numbers[r]) && std::abs(column.numbers[r]) < 0x1p53)
                row[column.name] = static_cast<std::int64_t>(column.numbers[r]);
            else
                row[column.name] = column.numbers[r];
        }
        all.push_back(std::move(row));
    }
    return all.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::vector<DataChoice> dataChoices(const Workspace& workspace)
{
    std::vector<DataChoice> choices;
    const PlanPtr plan = workspace.attention().plan();
    const OpenRun* run = workspace.attention().run();
    if (const PlanFactsPtr facts = workspace.attention().planFacts(); plan && facts) {
        choices.push_back({tr("Tiles of the plan"), QStringLiteral("tiles"),
                           [plan, facts, measured = run ? run->facts : nullptr](Progress& progress) {
                               return tileTable(*plan, *facts, measured.get(), progress);
                           }});
        choices.push_back({tr("Curves of the search"), QStringLiteral("curves"),
                           [plan, facts](Progress&) { return curveTable(*plan, *facts); }});
    }
    if (const TracePtr trace = workspace.attention().trace())
        choices.push_back(
            {tr("Rounds of the search"), QStringLiteral("rounds"), [trace](Progress&) { return roundTable(*trace); }});
    if (run && run->facts)
        choices.push_back({tr("Predicted and measured times"), QStringLiteral("scatter"),
                           [facts = run->facts](Progress&) { return scatterTable(*facts); }});
    if (run && !run->profile->counters.empty())
        choices.push_back({tr("Counters of the run"), QStringLiteral("counters"),
                           [profile = run->profile](Progress&) { return counterTable(*profile); }});
    if (const StatisticsPtr statistics = workspace.document().statistics())
        choices.push_back({tr("Lengths of rows and columns"), QStringLiteral("lengths"),
                           [statistics](Progress&) { return lengthTable(*statistics); }});
    return choices;
}

} // namespace sparsescope
