#include "engine/search/trace.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sparsescope {

namespace {

using nlohmann::json;

json toJson(const TraceCandidate& c)
{
    return {{"format", c.format}, {"firstRow", c.firstRow}, {"rows", c.rows},       {"width", c.width},
            {"cost", c.cost},     {"covers", c.covers},     {"average", c.average}, {"reason", c.reason}};
}

constexpr std::array ownKinds = {"start", "round", "withdrawn", "chosen", "lost", "end"};

} // namespace

void Trace::event(const std::string& name, const json& data)
{
    if (std::find(ownKinds.begin(), ownKinds.end(), name) != ownKinds.end())
        throw Error(ErrorKind::Internal, "\"" + name + "\" is an event of every trace");
    events.push_back({name, data, static_cast<std::int64_t>(rounds.size())});
}

void tellRounds(const Plan& plan, const std::string& name, std::vector<TraceRound> rounds, TraceSink& sink)
{
    TraceSearch search;
    search.name = name;
    search.header = headerOf(plan);
    sink.begins(search);
    for (const TraceRound& round : rounds) {
        sink.chosen(PlanSoFar(plan, round.tileEnd));
        sink.round(round);
    }
    sink.finished(std::move(rounds));
}

TraceRound roundOf(const Plan& plan, std::int64_t firstTile)
{
    TraceRound round;
    round.tileBegin = firstTile;
    round.tileEnd = static_cast<std::int64_t>(plan.tiling().tiles.size());
    round.candidates = round.tileEnd - firstTile;
    round.covered = plan.nnz;
    round.best = round.candidates == 0 ? 0 : std::numeric_limits<double>::infinity();
    for (std::int64_t t = 0; t < round.tileEnd; ++t) {
        const Tile& tile = plan.tiling().tiles[at(t)];
        if (t >= firstTile) {
            const double average = tile.cost / static_cast<double>(tile.entries.size());
            round.best = std::min(round.best, average);
            round.limit = std::max(round.limit, average);
        }
        round.costSum += tile.cost;
        round.atomicTiles += tile.atomic ? 1 : 0;
        round.storedPlaces += countPlaces(plan, tile).stored;
    }
    return round;
}

void sayCosts(std::vector<TraceRound>& rounds, const Plan& plan)
{
    double sum = 0;
    std::int64_t atomic = 0, places = 0;
    for (TraceRound& round : rounds) {
        round.best = round.tileBegin == round.tileEnd ? 0 : std::numeric_limits<double>::infinity();
        for (std::int64_t t = round.tileBegin; t < round.tileEnd; ++t) {
            const Tile& tile = plan.tiling().tiles[at(t)];
            const PlaceCounts counts = countPlaces(plan, tile);
            const double average = tile.cost / static_cast<double>(counts.owned);
            round.best = std::min(round.best, average);
            round.limit = std::max(round.limit, average);
            sum += tile.cost;
            atomic += tile.atomic ? 1 : 0;
            places += counts.stored;
        }
        round.costSum = sum;
        round.atomicTiles = atomic;
        round.storedPlaces = places;
    }
}

bool costsOfSearch(const std::vector<TraceRound>& rounds, double costSum)
{
    return rounds.empty() || std::abs(costSum - rounds.back().costSum) <= 1e-6 * std::abs(costSum);
}

std::string traceToText(const Trace& trace, const Plan& plan)
{
    std::string text;
    const auto line = [&](const json& event) { text += jsonText(event) + "\n"; };
    line({{"event", "start"},
          {"schema", "sparsescope-trace"},
          {"version", 1},
          {"planner", plan.planner},
          {"options", plan.options},
          {"matrix", plan.matrix.text()},
          {"nnz", plan.nnz},
          {"calibration", plan.calibration}});
    auto event = trace.events.begin();
    const auto eventsUpTo = [&](std::int64_t round) {
        for (; event != trace.events.end() && event->round <= round; ++event)
            line({{"event", event->name}, {"data", event->data}});
    };
    for (std::int64_t told = 0; const TraceRound& r : trace.rounds) {
        eventsUpTo(told++);
        json round = {{"event", "round"},
                      {"round", r.round},
                      {"level", r.level},
                      {"candidates", r.candidates},
                      {"best", r.best},
                      {"limit", r.limit},
                      {"tiles", {r.tileBegin, r.tileEnd}},
                      {"covered", r.covered},
                      {"costSum", r.costSum},
                      {"atomicTiles", r.atomicTiles},
                      {"storedPlaces", r.storedPlaces},
                      {"swaps", r.swaps}};
        if (r.rest)
            round["rest"] = true;
        if (!r.note.empty())
            round["note"] = r.note;
        line(round);
        for (const TraceTile& t : r.withdrawn)
            line({{"event", "withdrawn"},
                  {"format", t.format},
                  {"level", t.level},
                  {"round", t.round},
                  {"cost", t.cost},
                  {"covers", t.covers},
                  {"rows", t.rows},
                  {"cols", t.cols}});
        for (std::int64_t t = r.tileBegin; t < r.tileEnd; ++t) {
            const Tile& tile = plan.tiling().tiles[at(t)];
            const TileView view = plan.tiling().view(tile);
            line({{"event", "chosen"},
                  {"tile", t},
                  {"format", plan.tiling().formatOf(tile).label()},
                  {"firstRow", view.rowIds.front()},
                  {"rows", view.rowIds.size()},
                  {"cost", tile.cost},
                  {"covers", countPlaces(plan, tile).owned}});
        }
        for (const TraceCandidate& c : r.lost) {
            json lost = toJson(c);
            lost["event"] = "lost";
            line(lost);
        }
    }
    eventsUpTo(std::numeric_limits<std::int64_t>::max());
    line({{"event", "end"}, {"tiles", plan.tiling().tiles.size()}, {"searchSeconds", trace.searchSeconds}});
    return text;
}

void writeTrace(const Trace& trace, const Plan& plan, const std::string& path)
{
    writeText(path, traceToText(trace, plan));
}

namespace {

TraceRound roundFrom(const JsonReader& event)
{
    TraceRound r;
    r.round = event.get<std::int32_t>("round");
    r.level = event.get<std::int32_t>("level");
    r.candidates = event.get<std::int64_t>("candidates");
    r.best = event.get<double>("best");
    r.limit = event.get<double>("limit");
    r.tileBegin = event["tiles"].element(0).as<std::int64_t>();
    r.tileEnd = event["tiles"].element(1).as<std::int64_t>();
    r.covered = event.get<std::int64_t>("covered");
    r.costSum = event.get<double>("costSum");
    r.atomicTiles = event.get("atomicTiles", std::int64_t{0});
    r.storedPlaces = event.get("storedPlaces", std::int64_t{0});
    r.swaps = event.get("swaps", std::int64_t{0});
    r.rest = event.get("rest", false);
    r.note = event.get("note", std::string());
    return r;
}

void addEvent(Trace& trace, const JsonReader& event)
{
    const auto kind = event.get<std::string>("event");
    if (kind == "round") {
        trace.rounds.push_back(roundFrom(event));
    } else if (kind == "withdrawn" && !trace.rounds.empty()) {
        TraceTile t;
        t.format = event.get<std::string>("format");
        t.level = event.get<std::int32_t>("level");
        t.round = event.get<std::int32_t>("round");
        t.cost = event.get<double>("cost");
        t.covers = event.get<std::int64_t>("covers");
        t.rows = event.get<std::vector<std::int32_t>>("rows");
        t.cols = event.get<std::vector<std::int32_t>>("cols");
        trace.rounds.back().withdrawn.push_back(std::move(t));
    } else if (kind == "lost" && !trace.rounds.empty()) {
        TraceCandidate c;
        c.format = event.get<std::string>("format");
        c.firstRow = event.get<std::int64_t>("firstRow");
        c.rows = event.get<std::int64_t>("rows");
        c.width = event.get<std::int64_t>("width");
        c.cost = event.get<double>("cost");
        c.covers = event.get<std::int64_t>("covers");
        c.average = event.get<double>("average");
        c.reason = event.get<std::string>("reason");
        trace.rounds.back().lost.push_back(std::move(c));
    } else if (kind == "end") {
        trace.searchSeconds = event.get<double>("searchSeconds");
    } else if (event.has("data") && std::find(ownKinds.begin(), ownKinds.end(), kind) == ownKinds.end()) {
        trace.event(kind, event.get<json>("data"));
    }
}

} // namespace

Trace traceFromText(const std::string& text, const std::string& file)
{
    Trace trace;
    std::int64_t number = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        ++number;
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string line = text.substr(begin, end - begin);
        begin = end + 1;
        if (line.empty())
            continue;
        const json event = parseJson(line, {.file = file, .line = number});
        try {
            addEvent(trace, JsonReader(event, {}));
        } catch (const Error& e) {
            failInput(e.reason(), {.file = file, .line = number, .call = e.where().call});
        }
    }
    return trace;
}

} // namespace sparsescope
