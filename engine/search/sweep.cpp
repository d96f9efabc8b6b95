#include "engine/search/sweep.h"

#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/search/planner.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <fmt/format.h>
#include <set>
#include <sstream>

namespace sparsescope {

namespace {

void describe(SweepPoint& point, const SearchResult& result)
{
    const Plan& plan = result.plan;
    point.predictedNs = plan.predictedNs;
    point.summary = summarise(plan);
    for (const auto& entry : point.summary.tilesByFormat)
        point.atomicTilesByFormat.push_back(
            std::count_if(plan.tiling().tiles.begin(), plan.tiling().tiles.end(), [&](const Tile& tile) {
                return tile.atomic && plan.tiling().formatOf(tile).name() == entry.first;
            }));
    point.withdrawn = withdrawnTiles(result.trace);
    point.densePart = plan.densePart;
    point.figures = plan.figures;
    point.calibration = plan.calibration;
    point.borrowed = result.borrowed;
    // The first of the cheapest: that is the one that a planner takes.
    const auto winner =
        std::min_element(plan.competitors.begin(), plan.competitors.end(),
                         [](const Competitor& a, const Competitor& b) { return a.predictedNs < b.predictedNs; });
    if (winner != plan.competitors.end())
        point.winner = winner->name;
    point.searchSeconds = result.trace.searchSeconds;
}

} // namespace

double SweepPoint::atomicShare() const
{
    return summary.tiles > 0 ? static_cast<double>(summary.atomicTiles) / static_cast<double>(summary.tiles) : 0;
}

std::string pointName(const Sweep& sweep, const SweepPoint& point)
{
    std::string name;
    for (std::size_t a = 0; a < sweep.axes.size(); ++a)
        name +=
            (a == 0 ? "" : ", ") + (sweep.axes[a].name == "planner" ? "" : sweep.axes[a].name + " ") + point.values[a];
    return name;
}

std::string planTitle(const Sweep& sweep, const SweepPoint& point)
{
    const std::string name = pointName(sweep, point);
    return name.empty() || name == point.request.planner ? point.request.planner : point.request.planner + ", " + name;
}

bool isPlanOf(const SweepPoint& point, const Plan& plan)
{
    nlohmann::json asked = completeOptions(planner(point.request.planner), point.request.options);
    // Where nobody was named, the plan says who answered.
    if (const auto evaluator = asked.find("evaluator");
        evaluator != asked.end() && *evaluator == "" && plan.options.contains("evaluator"))
        *evaluator = plan.options.at("evaluator");
    return plan.planner == point.request.planner && plan.op == point.request.op &&
           plan.calibration == point.calibration && plan.options == asked;
}

std::int64_t withdrawnTiles(const Trace& trace)
{
    std::int64_t count = 0;
    for (const TraceRound& round : trace.rounds)
        count += static_cast<std::int64_t>(round.withdrawn.size());
    return count;
}

SweepAxis parseSweepAxis(const std::string& text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
        failUsage(fmt::format("--vary takes NAME=VALUE,VALUE,..., not \"{}\"", text));
    SweepAxis axis{text.substr(0, equals), {}};
    std::istringstream in(text.substr(equals + 1));
    for (std::string value; std::getline(in, value, ',');) {
        std::replace(value.begin(), value.end(), '+', ',');
        axis.values.push_back({value, {{axis.name, value}}});
    }
    return axis;
}

std::vector<SweepPoint> sweepPoints(const Sweep& sweep)
{
    constexpr std::size_t most = 100'000; // of which each is a search
    std::size_t whole = 1;
    for (const SweepAxis& axis : sweep.axes)
        if (whole *= std::min(axis.values.size(), most + 1); whole > most)
            failUsage(fmt::format("the axes have more than {} combinations", formatCount(most)));
    std::vector<SweepPoint> points(1);
    points.front().request = sweep.base;
    for (const SweepAxis& axis : sweep.axes) {
        if (axis.values.empty())
            failUsage(fmt::format("there are no values of {} to sweep over", axis.name));
        const auto isSame = [&](const SweepAxis& other) { return other.name == axis.name; };
        if (axis.name != "what-if" && std::count_if(sweep.axes.begin(), sweep.axes.end(), isSame) > 1) // which add up
            failUsage(fmt::format("{} is an axis twice: give all of its values at once", axis.name));
        std::vector<SweepPoint> more;
        for (const SweepPoint& point : points)
            for (const SweepValue& value : axis.values) {
                SweepPoint next = point;
                next.values.push_back(value.text);
                for (const auto& [name, text] : value.changes)
                    applyChange(next.request, name, text);
                more.push_back(std::move(next));
            }
        points = std::move(more);
    }
    return points;
}

std::vector<SweepPoint> runSweep(const Matrix& matrix, const Sweep& sweep, const SweepReceiver& receive,
                                 Progress& progress, const FoundReceiver& found, const MakeEvaluator& evaluator)
{
    std::vector<SweepPoint> points = sweepPoints(sweep);
    const auto count = static_cast<double>(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto at = static_cast<double>(i);
        const std::string what = fmt::format("point {} of {}", i + 1, points.size());
        progress.report(what, at / count);
        double furthest = 0; // a search that tries several plans begins anew with each
        Progress part(progress, [&](std::string_view, double done) {
            furthest = std::max(furthest, std::min(done, 1.0));
            progress.report(what, (at + furthest) / count);
        });
        try {
            SearchResult result = searchPlan(matrix, points[i].request, part, evaluator);
            describe(points[i], result);
            if (found)
                found(i, std::move(result));
        } catch (const Error& e) {
            if (e.kind() == ErrorKind::Cancelled)
                throw;
            points[i].problem = e.what();
        }
        progress.check();
        receive(i, points[i]);
    }
    progress.report("sweep", 1);
    return points;
}

std::map<std::string, double> numbersIn(const nlohmann::json& figures)
{
    std::map<std::string, double> numbers;
    const auto add = [&](const nlohmann::json& some, const std::string& before) {
        if (some.is_object())
            for (const auto& [name, value] : some.items())
                if (value.is_number())
                    numbers[before + name] = value.get<double>();
    };
    add(figures, {});
    if (const nlohmann::json::json_pointer search("/graphSearch"); figures.contains(search))
        add(figures.at(search), "graphSearch.");
    return numbers;
}

std::string sweepCsv(const std::string& matrix, const Sweep& sweep, const std::vector<SweepPoint>& points,
                     const DeviceCode& hasDeviceCode)
{
    std::string table = "matrix";
    for (const SweepAxis& axis : sweep.axes)
        table += "," + csvField(axis.name);
    table += ",predictedNs,measuredNs,searchSeconds,levels,rounds,tiles,atomicTiles";
    for (const FormatKind& kind : tileKinds())
        table += fmt::format(",{0}Tiles,{0}AtomicTiles", kind.name);
    table += ",withdrawn,stored,padding,redundant,bytes,csrBytes,winner,runsOnGpu,note";
    std::map<std::string, double> figures; // of any point
    for (const SweepPoint& point : points)
        figures.merge(numbersIn(point.figures));
    for (const auto& figure : figures)
        table += "," + csvField(figure.first);
    std::set<std::string> counters; // of any point
    for (const SweepPoint& point : points)
        for (const auto& counter : point.counted)
            counters.insert(counter.first);
    for (const std::string& counter : counters)
        table += "," + csvField(counter);
    table += ",problem\n";
    for (const SweepPoint& point : points) {
        table += csvField(matrix);
        for (const std::string& value : point.values)
            table += "," + csvField(value);
        if (!point.problem.empty()) {
            const std::size_t numbers = 7 + 2 * tileKinds().size() + 8 + figures.size() + counters.size();
            table += std::string(numbers + 1, ',') + "," + csvField(point.problem) + "\n";
            continue;
        }
        const PlanSummary& s = point.summary;
        table += fmt::format(",{:.1f},{},{:.4f},{},{},{},{}", point.predictedNs,
                             point.measuredNs > 0 ? fmt::format("{:.1f}", point.measuredNs) : "", point.searchSeconds,
                             s.levels, s.rounds, s.tiles, s.atomicTiles);
        for (std::size_t f = 0; f < s.tilesByFormat.size(); ++f)
            table += fmt::format(",{},{}", s.tilesByFormat[f].second, point.atomicTilesByFormat[f]);
        const bool cpuOnly = runsOnCpuOnly(s, point.request.op.kind, hasDeviceCode);
        table += fmt::format(",{},{},{},{},{},{},{},{},{}", point.withdrawn, s.places.stored, s.places.padding(),
                             s.places.redundant, s.bytes, s.csrBytes, csvField(point.winner),
                             !hasDeviceCode ? ""
                             : cpuOnly      ? "no"
                                            : "yes",
                             csvField(predictionNote(point.borrowed, cpuOnly)));
        const std::map<std::string, double> numbers = numbersIn(point.figures);
        for (const auto& figure : figures)
            table += numbers.contains(figure.first) ? fmt::format(",{}", numbers.at(figure.first)) : ",";
        for (const std::string& counter : counters)
            table += point.counted.contains(counter) ? fmt::format(",{}", point.counted.at(counter)) : ",";
        table += ",\n";
    }
    return table;
}

nlohmann::json toJson(const Sweep& sweep, const SweepPoint& point, const DeviceCode& hasDeviceCode)
{
    nlohmann::json json = {{"values", nlohmann::json::object()}};
    for (std::size_t a = 0; a < point.values.size(); ++a)
        json["values"][sweep.axes[a].name] = point.values[a];
    if (!point.problem.empty()) {
        json["problem"] = point.problem;
        return json;
    }
    const PlanSummary& s = point.summary;
    const bool cpuOnly = runsOnCpuOnly(s, point.request.op.kind, hasDeviceCode);
    nlohmann::json byFormat = nlohmann::json::object();
    for (const auto& [name, count] : s.tilesByFormat)
        byFormat[name] = count;
    json.update({{"predictedNs", point.predictedNs},
                 {"searchSeconds", point.searchSeconds},
                 {"levels", s.levels},
                 {"rounds", s.rounds},
                 {"tiles", s.tiles},
                 {"tilesByFormat", byFormat},
                 {"atomicShare", point.atomicShare()},
                 {"withdrawn", point.withdrawn},
                 {"paddingRatio", s.places.paddingRatio()},
                 {"redundantRatio", s.places.redundantRatio()},
                 {"bytes", s.bytes},
                 {"csrBytes", s.csrBytes},
                 {"densePart", point.densePart},
                 {"winner", point.winner}});
    if (point.measuredNs > 0)
        json["measuredNs"] = point.measuredNs;
    if (!point.counted.empty())
        json["counters"] = point.counted;
    if (hasDeviceCode)
        json["runsOnGpu"] = !cpuOnly;
    if (!point.figures.empty())
        json["figures"] = point.figures;
    if (std::string note = predictionNote(point.borrowed, cpuOnly); !note.empty())
        json["note"] = std::move(note);
    return json;
}

} // namespace sparsescope
