#include "engine/session/sweep_json.h"

#include "engine/core/json_reader.h"
#include "engine/plan/format.h"
#include "engine/plan/header_json.h"

#include <fmt/format.h>

namespace sparsescope::session {

namespace {

using nlohmann::json;

json toJson(const SearchRequest& request)
{
    json out = {{"operator", operatorJson(request.op)},
                {"planner", request.planner},
                {"options", request.options},
                {"calibration", request.calibration},
                {"whatIf", request.whatIf}};
    if (!request.costModel.empty())
        out["costModel"] = request.costModel;
    return out;
}

SearchRequest requestFrom(const JsonReader& from)
{
    SearchRequest request;
    request.op = operatorFrom(from["operator"]);
    request.planner = from.get<std::string>("planner");
    request.options = from.get<json>("options");
    if (!request.options.is_object())
        from["options"].fail("is not an object");
    request.calibration = from.get<std::string>("calibration");
    request.whatIf = from.get<std::vector<std::string>>("whatIf");
    request.costModel = from.get<std::string>("costModel", {});
    return request;
}

// Without its request, which follows from the sweep.
json toJson(std::size_t place, const SweepPoint& point)
{
    json out = {{"place", place}, {"values", point.values}};
    if (!point.problem.empty()) {
        out["problem"] = point.problem;
        return out;
    }
    const PlanSummary& s = point.summary;
    json byFormat = json::object(), atomicByFormat = json::object();
    for (std::size_t f = 0; f < s.tilesByFormat.size(); ++f) {
        byFormat[s.tilesByFormat[f].first] = s.tilesByFormat[f].second;
        if (f < point.atomicTilesByFormat.size())
            atomicByFormat[s.tilesByFormat[f].first] = point.atomicTilesByFormat[f];
    }
    out.update({{"predictedNs", point.predictedNs},
                {"searchSeconds", point.searchSeconds},
                {"tiles", s.tiles},
                {"tilesByFormat", byFormat},
                {"atomicTiles", s.atomicTiles},
                {"atomicTilesByFormat", atomicByFormat},
                {"levels", s.levels},
                {"rounds", s.rounds},
                {"stored", s.places.stored},
                {"owned", s.places.owned},
                {"redundant", s.places.redundant},
                {"bytes", s.bytes},
                {"csrBytes", s.csrBytes},
                {"withdrawn", point.withdrawn},
                {"densePart", point.densePart},
                {"calibration", point.calibration},
                {"winner", point.winner}});
    if (!point.figures.empty())
        out["figures"] = point.figures;
    for (const BorrowedCosts& loan : point.borrowed)
        out["borrowed"][loan.format] = loan.from;
    return out;
}

void read(SweepPoint& point, const JsonReader& from)
{
    if (from.has("problem")) {
        point.problem = from.get<std::string>("problem");
        return;
    }
    const auto count = [&](const char* key) { return from.integer(key, 0, INT64_MAX); };
    PlanSummary& s = point.summary;
    point.predictedNs = from.get<double>("predictedNs");
    point.searchSeconds = from.get<double>("searchSeconds");
    s.tiles = count("tiles");
    // Formats that came since have no tiles in it.
    const JsonReader byFormat = from["tilesByFormat"], atomicByFormat = from["atomicTilesByFormat"];
    for (const FormatKind& kind : tileKinds()) {
        s.tilesByFormat.emplace_back(kind.name, byFormat.get(kind.name.c_str(), std::int64_t{0}));
        point.atomicTilesByFormat.push_back(atomicByFormat.get(kind.name.c_str(), std::int64_t{0}));
    }
    s.atomicTiles = count("atomicTiles");
    s.levels = count("levels");
    s.rounds = count("rounds");
    s.places = {count("stored"), count("owned"), count("redundant")};
    s.bytes = count("bytes");
    s.csrBytes = count("csrBytes");
    point.withdrawn = count("withdrawn");
    point.densePart = from.integer("densePart", 0, mostOf::dense);
    point.calibration = from.get<std::string>("calibration");
    point.winner = from.get<std::string>("winner");
    point.figures = from.get("figures", json());
    if (!from.has("borrowed"))
        return;
    const JsonReader borrowed = from["borrowed"];
    for (const FormatKind& kind : tileKinds())
        if (borrowed.has(kind.name.c_str()))
            point.borrowed.push_back({kind.name, borrowed.get<std::string>(kind.name.c_str())});
}

SweepAxis axisFrom(const JsonReader& from)
{
    SweepAxis axis{from.get<std::string>("name"), {}};
    for (const JsonReader& value : from["values"].elements()) {
        std::vector<std::pair<std::string, std::string>> changes;
        for (const JsonReader& change : value["changes"].elements())
            changes.emplace_back(change.element(0).as<std::string>(), change.element(1).as<std::string>());
        axis.values.push_back({value.get<std::string>("text"), std::move(changes)});
    }
    return axis;
}

} // namespace

std::string sweepToText(const FinishedSweep& finished)
{
    json axes = json::array();
    for (const SweepAxis& axis : finished.sweep.axes) {
        json values = json::array();
        for (const SweepValue& value : axis.values)
            values.push_back({{"text", value.text}, {"changes", value.changes}});
        axes.push_back({{"name", axis.name}, {"values", values}});
    }
    json points = json::array();
    for (const auto& [place, point] : finished.points)
        points.push_back(toJson(place, point));
    return json{{"base", toJson(finished.sweep.base)}, {"axes", axes}, {"points", points}}.dump();
}

FinishedSweep sweepFromText(std::string_view text, const std::string& file)
{
    const Where where{.file = file, .call = "sweep.json"};
    const json parsed = parseJson(text, where);
    const JsonReader from(parsed, file, "sweep.json");
    try {
        FinishedSweep finished;
        finished.sweep.base = requestFrom(from["base"]);
        for (const JsonReader& axis : from["axes"].elements())
            finished.sweep.axes.push_back(axisFrom(axis));
        const std::vector<SweepPoint> all = sweepPoints(finished.sweep);
        for (const JsonReader& p : from["points"].elements()) {
            const auto place = static_cast<std::size_t>(p.integer("place", 0, INT64_MAX));
            if (place >= all.size())
                failInput(fmt::format("is damaged: point {} of {}", place, all.size()), where);
            SweepPoint point = all[place];
            read(point, p);
            finished.points[place] = std::move(point);
        }
        return finished;
    } catch (const Error& e) {
        if (e.kind() == ErrorKind::Input && !e.where().file.empty())
            throw;
        failInput("holds a sweep that this program cannot read: " + e.reason(), where);
    }
}

} // namespace sparsescope::session
