#include "engine/session/sweep_json.h"

#include "engine/core/error.h"
#include "engine/plan/format.h"

#include <fmt/format.h>

namespace sparsescope::session {

namespace {

using nlohmann::json;

json toJson(const SearchRequest& request)
{
    return {
        {"operator", {{"kind", name(request.op.kind)}, {"dtype", name(request.op.dtype)}, {"dense", request.op.dense}}},
        {"planner", request.planner},
        {"options", request.options},
        {"calibration", request.calibration},
        {"whatIf", request.whatIf}};
}

SearchRequest requestFrom(const json& from)
{
    const json& op = from.at("operator");
    SearchRequest request;
    request.op = {parseOperatorKind(op.at("kind")), parseDataType(op.at("dtype")), op.at("dense")};
    request.planner = from.at("planner");
    request.options = from.at("options");
    request.calibration = from.at("calibration");
    request.whatIf = from.at("whatIf").get<std::vector<std::string>>();
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

void read(SweepPoint& point, const json& from)
{
    if (from.contains("problem")) {
        point.problem = from.at("problem");
        return;
    }
    PlanSummary& s = point.summary;
    point.predictedNs = from.at("predictedNs");
    point.searchSeconds = from.at("searchSeconds");
    s.tiles = from.at("tiles");
    // Formats that came since have no tiles in it.
    for (const FormatKind& kind : formatKinds()) {
        s.tilesByFormat.emplace_back(kind.name, from.at("tilesByFormat").value(kind.name, std::int64_t{0}));
        point.atomicTilesByFormat.push_back(from.at("atomicTilesByFormat").value(kind.name, std::int64_t{0}));
    }
    s.atomicTiles = from.at("atomicTiles");
    s.levels = from.at("levels");
    s.rounds = from.at("rounds");
    s.places = {from.at("stored"), from.at("owned"), from.at("redundant")};
    s.bytes = from.at("bytes");
    s.csrBytes = from.at("csrBytes");
    point.withdrawn = from.at("withdrawn");
    point.densePart = from.at("densePart");
    point.calibration = from.at("calibration");
    point.winner = from.at("winner");
    point.figures = from.value("figures", json());
    const json borrowed = from.value("borrowed", json::object());
    for (const FormatKind& kind : formatKinds())
        if (borrowed.contains(kind.name))
            point.borrowed.push_back({kind.name, borrowed.at(kind.name)});
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
    try {
        const json from = json::parse(text);
        FinishedSweep finished;
        finished.sweep.base = requestFrom(from.at("base"));
        for (const json& a : from.at("axes")) {
            SweepAxis axis{a.at("name"), {}};
            for (const json& v : a.at("values"))
                axis.values.push_back(
                    {v.at("text"), v.at("changes").get<std::vector<std::pair<std::string, std::string>>>()});
            finished.sweep.axes.push_back(std::move(axis));
        }
        const std::vector<SweepPoint> all = sweepPoints(finished.sweep);
        for (const json& p : from.at("points")) {
            const auto place = p.at("place").get<std::size_t>();
            if (place >= all.size())
                failInput(fmt::format("is damaged: point {} of {}", place, all.size()), where);
            SweepPoint point = all[place];
            read(point, p);
            finished.points[place] = std::move(point);
        }
        return finished;
    } catch (const json::exception& e) {
        failInput(fmt::format("is damaged: {}", e.what()), where);
    } catch (const Error& e) {
        if (e.kind() == ErrorKind::Input)
            throw;
        failInput("holds a sweep that this program cannot read: " + e.reason(), where);
    }
}

} // namespace sparsescope::session
