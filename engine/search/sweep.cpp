#include "engine/search/sweep.h"

#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/search/planner.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <fmt/format.h>
#include <sstream>

namespace sparsescope {

namespace {

nlohmann::json optionFrom(const PlannerOption& option, const std::string& text)
{
    if (option.initial.is_string())
        return text;
    nlohmann::json value = nlohmann::json::parse(text, nullptr, false);
    const bool fits = option.initial.is_boolean() ? value.is_boolean() : !value.is_discarded();
    if (!fits)
        failUsage(fmt::format("--{} takes {}, not \"{}\"", option.name,
                              option.initial.is_boolean() ? "true or false" : "a number", text));
    return value;
}

void changePlanner(SearchRequest& request, const Planner& chosen)
{
    nlohmann::json kept = nlohmann::json::object();
    for (const PlannerOption& option : chosen.options())
        if (request.options.contains(option.name))
            kept[option.name] = request.options.at(option.name);
    request.planner = chosen.name();
    request.options = std::move(kept);
}

void describe(SweepPoint& point, const SearchResult& result)
{
    const Plan& plan = result.plan;
    point.predictedNs = plan.predictedNs;
    point.summary = summarise(plan);
    for (const auto& entry : point.summary.tilesByFormat)
        point.atomicTilesByFormat.push_back(std::count_if(plan.tiles.begin(), plan.tiles.end(), [&](const Tile& tile) {
            return tile.atomic && plan.formats[static_cast<std::size_t>(tile.format)]->name() == entry.first;
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

void applyChange(SearchRequest& request, const std::string& name, const std::string& text)
{
    if (name == "planner") {
        changePlanner(request, planner(text));
    } else if (name == "dtype") {
        request.op.dtype = parseDataType(text);
    } else if (name == "op") {
        request.op = changed(request.op, parseOperatorKind(text));
    } else if (name == "calibration") {
        request.calibration = text;
    } else if (name == "what-if") {
        request.whatIf.push_back(text);
    } else if (name == "dense") {
        std::istringstream in(text);
        std::int64_t dense = 0;
        if (!(in >> dense) || !in.eof())
            failUsage(fmt::format("dense takes whole numbers, not \"{}\"", text));
        request.op.dense = dense;
    } else {
        const Planner& chosen = planner(request.planner);
        const std::vector<PlannerOption> options = chosen.options();
        const auto option = std::find_if(options.begin(), options.end(), [&](const auto& o) { return o.name == name; });
        if (option == options.end())
            failUsage(fmt::format("planner {} has no option --{}", chosen.name(), name));
        request.options[name] = optionFrom(*option, text);
    }
}

void setCompeting(SearchRequest& request, bool competing)
{
    const std::vector<PlannerOption> options = planner(request.planner).options();
    if (std::any_of(options.begin(), options.end(), [](const PlannerOption& o) { return o.name == "compete"; }))
        request.options["compete"] = competing;
}

SearchResult searchPlan(const Matrix& matrix, const SearchRequest& request, Progress& progress)
{
    const Operator& op = request.op;
    if (!op.hasDenseAxis() && op.dense != 1)
        failUsage(fmt::format("{} multiplies by one vector: --dense is 1 for it, not {}", label(op.kind), op.dense));
    if (op.dense < 1 || op.dense > (1 << 20))
        failUsage(fmt::format("--dense takes 1 to 1048576, not {}", op.dense));
    const Planner& chosen = planner(request.planner);
    requireOperator(chosen, op);
    Calibration calibration = readCalibration(request.calibration.empty() ? defaultCalibration : request.calibration);
    for (const std::string& whatIf : request.whatIf)
        changeCosts(calibration, whatIf);
    const auto model = makeCostModel(calibration, op);
    SearchResult result;
    const auto begin = std::chrono::steady_clock::now();
    result.plan = chosen.search(matrix, op, *model, completeOptions(chosen, request.options), result.trace, progress);
    result.trace.searchSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    result.borrowed = borrowedCosts(result.plan, calibration);
    return result;
}

double SweepPoint::atomicShare() const
{
    return summary.tiles > 0 ? static_cast<double>(summary.atomicTiles) / static_cast<double>(summary.tiles) : 0;
}

std::int64_t withdrawnTiles(const Trace& trace)
{
    std::int64_t count = 0;
    for (const TraceRound& round : trace.rounds)
        count += static_cast<std::int64_t>(round.withdrawn.size());
    return count;
}

bool runsOnCpuOnly(const PlanSummary& plan, OperatorKind op, const DeviceCode& hasDeviceCode)
{
    return hasDeviceCode && std::any_of(plan.tilesByFormat.begin(), plan.tilesByFormat.end(), [&](const auto& format) {
               return format.second > 0 && !hasDeviceCode(format.first, op);
           });
}

bool runsOnCpuOnly(const Plan& plan, const DeviceCode& hasDeviceCode)
{
    for (std::size_t f = 0; hasDeviceCode && f < plan.formats.size(); ++f)
        if (!hasDeviceCode(plan.formats[f]->name(), plan.op.kind) &&
            std::any_of(plan.tiles.begin(), plan.tiles.end(),
                        [&](const Tile& tile) { return static_cast<std::size_t>(tile.format) == f; }))
            return true;
    return false;
}

std::string predictionNote(const std::vector<BorrowedCosts>& borrowed, bool cpuOnly)
{
    std::vector<std::string> whose;
    for (const BorrowedCosts& loan : borrowed) {
        std::string from = loan.from;
        if (from != "block") // no abbreviation
            std::transform(from.begin(), from.end(), from.begin(), [](unsigned char c) { return std::toupper(c); });
        if (std::find(whose.begin(), whose.end(), from) == whose.end())
            whose.push_back(std::move(from));
    }
    std::string note;
    for (const std::string& from : whose)
        note += (note.empty() ? "predicted with " : " and ") + from + "'s";
    if (!note.empty())
        note += " costs";
    if (cpuOnly)
        note += note.empty() ? "runs on the CPU only" : "; runs on the CPU only";
    return note;
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
    std::vector<SweepPoint> points(1);
    points.front().request = sweep.base;
    for (const SweepAxis& axis : sweep.axes) {
        if (axis.values.empty())
            failUsage(fmt::format("there are no values of {} to sweep over", axis.name));
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
                                 Progress& progress)
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
            describe(points[i], searchPlan(matrix, points[i].request, part));
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
    if (figures.is_object())
        for (const auto& [name, value] : figures.items())
            if (value.is_number())
                numbers[name] = value.get<double>();
    return numbers;
}

std::string sweepCsv(const std::string& matrix, const Sweep& sweep, const std::vector<SweepPoint>& points,
                     const DeviceCode& hasDeviceCode)
{
    std::string table = "matrix";
    for (const SweepAxis& axis : sweep.axes)
        table += "," + csvField(axis.name);
    table += ",predictedNs,searchSeconds,levels,rounds,tiles,atomicTiles";
    for (const FormatKind& kind : formatKinds())
        table += fmt::format(",{0}Tiles,{0}AtomicTiles", kind.name);
    table += ",withdrawn,stored,padding,redundant,bytes,csrBytes,winner,runsOnGpu,note";
    std::map<std::string, double> figures; // of any point
    for (const SweepPoint& point : points)
        figures.merge(numbersIn(point.figures));
    for (const auto& figure : figures)
        table += "," + csvField(figure.first);
    table += ",problem\n";
    for (const SweepPoint& point : points) {
        table += csvField(matrix);
        for (const std::string& value : point.values)
            table += "," + csvField(value);
        if (!point.problem.empty()) {
            const std::size_t numbers = 6 + 2 * formatKinds().size() + 8 + figures.size();
            table += std::string(numbers + 1, ',') + "," + csvField(point.problem) + "\n";
            continue;
        }
        const PlanSummary& s = point.summary;
        table += fmt::format(",{:.1f},{:.4f},{},{},{},{}", point.predictedNs, point.searchSeconds, s.levels, s.rounds,
                             s.tiles, s.atomicTiles);
        for (std::size_t f = 0; f < s.tilesByFormat.size(); ++f)
            table += fmt::format(",{},{}", s.tilesByFormat[f].second, point.atomicTilesByFormat[f]);
        const bool cpuOnly = runsOnCpuOnly(s, point.request.op.kind, hasDeviceCode);
        table += fmt::format(",{},{},{},{},{},{},{},{},{}", point.withdrawn, s.places.stored, s.places.padding(),
                             s.places.redundant, s.bytes, s.csrBytes, csvField(point.winner),
                             !hasDeviceCode ? ""
                             : cpuOnly      ? "no"
                                            : "yes",
                             csvField(predictionNote(point.borrowed, cpuOnly)));
        const std::map<std::string, double> its = numbersIn(point.figures);
        for (const auto& figure : figures)
            table += its.contains(figure.first) ? fmt::format(",{}", its.at(figure.first)) : ",";
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
    if (hasDeviceCode)
        json["runsOnGpu"] = !cpuOnly;
    if (!point.figures.empty())
        json["figures"] = point.figures;
    if (std::string note = predictionNote(point.borrowed, cpuOnly); !note.empty())
        json["note"] = std::move(note);
    return json;
}

} // namespace sparsescope
