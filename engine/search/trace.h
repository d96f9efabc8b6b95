// The ordered events of one search, enough to replay it both ways.
#pragma once

#include "engine/plan/plan.h"
#include "engine/search/partial_plan.h"

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sparsescope {

// A candidate that was scored: chosen ones are tiles of the plan, losers are sampled here.
struct TraceCandidate {
    std::string format;        // label
    std::int64_t firstRow = 0; // original row of its first stored row
    std::int64_t rows = 0;
    std::int64_t width = 0;
    double cost = 0;         // ns; 0: not in time, the reason has the arithmetic
    std::int64_t covers = 0; // non-zeros not yet covered
    double average = 0;      // cost / covers
    std::string reason;      // why it lost
};

// A tile that was chosen and later withdrawn: it is in no plan, so that it is whole here.
struct TraceTile {
    std::string format; // label
    std::int32_t level = 1;
    std::int32_t round = 1;         // in which it was chosen
    double cost = 0;                // ns
    std::int64_t covers = 0;        // non-zeros that it owned
    std::vector<std::int32_t> rows; // original rows
    std::vector<std::int32_t> cols; // original columns, of formats that keep them
};

// One pass of the greedy loop. Tiles [tileBegin, tileEnd) of the finished plan were chosen in it, in that order; while
// the search runs they count the tiles chosen so far, those withdrawn later included.
struct TraceRound {
    std::int32_t round = 1;
    std::int32_t level = 1;
    std::int64_t candidates = 0; // scored
    double best = 0;             // least average cost c, ns per non-zero
    double limit = 0;            // r c: local search takes up to here
    std::int64_t tileBegin = 0;
    std::int64_t tileEnd = 0;
    std::int64_t covered = 0;      // non-zeros covered after the round
    double costSum = 0;            // sum of the costs of the tiles that are chosen then, ns per part of the dense loop
    std::int64_t atomicTiles = 0;  // of these
    std::int64_t storedPlaces = 0; // of these: non-zeros, padding and redundant places
    std::int64_t swaps = 0;        // blocks that replaced others in this round
    bool rest = false;             // it took what a cancelled search had left, whatever that costs
    std::string note;              // what its tiles have in common, where no cost decided: "Rows longer than 4, ..."
    std::vector<TraceTile> withdrawn; // what they replaced
    std::vector<TraceCandidate> lost; // the best few
};

// The one round of a plan that was made at once, with its costs and atomic flags; or its last one, from this tile on.
TraceRound roundOf(const Plan& plan, std::int64_t firstTile = 0);

// What a planner tells beside its rounds, under a name of its own: none of the kinds that writeTrace() lists.
struct TraceEvent {
    std::string name;
    nlohmann::json data;
    std::int64_t round = 0; // rounds told before it, of the search that was under way
};

// One search of those that compete for the plan.
struct TraceSearch {
    std::string name; // "multi-level", as its Competitor
    int number = 1;
    int of = 1;
    Plan header; // what its tiles belong to
};

// Receives events as the search runs; calls come from one thread at a time.
class TraceSink {
public:
    virtual ~TraceSink() = default;
    // Comes first. enough() may be called from any thread at any time, also after the end: the planner then ends soon,
    // with the best plan it has, or with the tiles chosen so far and simple ones for the rest, which says so in its
    // options: see cancelledSearch().
    // NOLINTNEXTLINE(performance-unnecessary-value-param): who listens keeps it
    virtual void start(std::function<void()> enough) { static_cast<void>(enough); }
    // The rounds that follow are those of this search.
    virtual void begins(const TraceSearch& search) { static_cast<void>(search); }
    // After every round, and within long ones.
    virtual void chosen(const TilesSoFar& tiles) { static_cast<void>(tiles); }
    virtual void round(const TraceRound& round) = 0;
    // Something that only this planner knows, and that who does not know the name skips. Throws Error(Internal) for the
    // name of a kind of event that every trace has.
    virtual void event(const std::string& name, const nlohmann::json& data)
    {
        static_cast<void>(name), static_cast<void>(data);
    }
    // What it would end with if it were enough now: a whole plan, found before the search that is under way. Comes when
    // there is a better one.
    virtual void best(const Plan& plan, const std::vector<TraceRound>& rounds, const std::string& underWay)
    {
        static_cast<void>(plan), static_cast<void>(rounds), static_cast<void>(underWay);
    }
    // The rounds of the search whose plan was taken, with the tiles of the finished plan. Called once, at the end.
    virtual void finished(std::vector<TraceRound> rounds) = 0;
};

struct Trace : TraceSink {
    std::vector<TraceRound> rounds;
    std::vector<TraceEvent> events; // of all searches, as they came
    double searchSeconds = 0;       // a fact of the job; never in a plan

    void event(const std::string& name, const nlohmann::json& data) override;
    void begins(const TraceSearch&) override { rounds.clear(); }
    void round(const TraceRound& r) override { rounds.push_back(r); }
    void finished(std::vector<TraceRound> r) override { rounds = std::move(r); }
};

// The costs, atomic tiles and places of rounds whose tiles the plan has by now, with their costs.
void sayCosts(std::vector<TraceRound>& rounds, const Plan& plan);

// Whether tiles that cost so much together (PlanFacts::costSum) have the costs that the search saw. A run that splits
// the dense loop otherwise, and finds that faster, gives its plan costs of its own.
bool costsOfSearch(const std::vector<TraceRound>& rounds, double costSum);

// Tells of a plan that was made all at once, round by round, as the search of this name.
void tellRounds(const Plan& plan, const std::string& name, std::vector<TraceRound> rounds, TraceSink& sink);

// JSON lines: "start", then per round "round", the "withdrawn" tiles, its "chosen" tiles and "lost" samples, then
// "end"; between the rounds the planner's own events, {"event": name, "data": JSON}. Readers skip kinds of event that
// they do not know; traceFromText() keeps those with data.
std::string traceToText(const Trace& trace, const Plan& plan);
void writeTrace(const Trace& trace, const Plan& plan, const std::string& path);
// Throws Error(Input) with file and line.
Trace traceFromText(const std::string& text, const std::string& file);

} // namespace sparsescope
