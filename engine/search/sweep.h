// A base search and what is varied of it: one search for every combination of values, as rows to compare.
#pragma once

#include "engine/search/request.h"

#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope {

// What an axis says and what that changes: usually the axis' own name to the text, a named setting several things.
struct SweepValue {
    std::string text;
    std::vector<std::pair<std::string, std::string>> changes;
    bool operator==(const SweepValue&) const = default;
};

struct SweepAxis {
    std::string name;
    std::vector<SweepValue> values;
    bool operator==(const SweepAxis&) const = default;
};
// "ratio=1,1.2,1.5"; + inside a value stands for a comma ("formats=block,block+ell"). Throws Error(Usage).
SweepAxis parseSweepAxis(const std::string& text);

struct Sweep {
    SearchRequest base;
    std::vector<SweepAxis> axes;
};

// One search of a sweep. Without numbers, and with the reason, where it failed.
struct SweepPoint {
    std::vector<std::string> values; // one an axis
    SearchRequest request;
    double predictedNs = 0;
    PlanSummary summary;
    std::vector<std::int64_t> atomicTilesByFormat; // in the order of summary.tilesByFormat
    std::int64_t withdrawn = 0;
    std::int64_t densePart = 0;
    std::string calibration;             // as the plan names it
    nlohmann::json figures;              // of the plan
    std::vector<BorrowedCosts> borrowed; // formats of the plan that are predicted with another's costs
    std::string winner;                  // of the competitors: the search asked for, or another one that is cheaper
    double searchSeconds = 0;
    double measuredNs = 0; // of a run on a GPU whose result was right; 0: none. Sessions keep the runs instead
    std::map<std::string, double> counted = {}; // in that run, by CUPTI's names
    std::string problem;

    double atomicShare() const; // of the tiles, 0 to 1
};

// "ratio 1.5, dense 64", and with the planner before it: "stile, ratio 1.5, dense 64".
std::string pointName(const Sweep& sweep, const SweepPoint& point);
std::string planTitle(const Sweep& sweep, const SweepPoint& point);

// The plan that the point found, or the same with another part of the dense loop, which a run may change to the faster
// one.
bool isPlanOf(const SweepPoint& point, const Plan& plan);

// Tiles that were chosen and later withdrawn.
std::int64_t withdrawnTiles(const Trace& trace);

// One that was run, to its end or until it was cancelled.
struct FinishedSweep {
    Sweep sweep;
    std::map<std::size_t, SweepPoint> points; // by index into sweepPoints(); those that are missing were not searched
};

// Every combination, the last axis fastest, not searched yet. Throws Error(Usage) as applyChange() does, for an axis
// without values, and for more than 100,000.
std::vector<SweepPoint> sweepPoints(const Sweep& sweep);

// Searches them one after the other. Every point, failed ones too, is handed over as it is done, on the calling thread;
// apart from seconds it depends on the arguments alone. Throws Error(Usage) before the first search, and
// Error(Cancelled), after which the points handed over are good.
// What a point found goes to `found` before that. Planners may ask the evaluator; without one nothing is measured.
using SweepReceiver = std::function<void(std::size_t index, const SweepPoint& point)>;
using FoundReceiver = std::function<void(std::size_t index, SearchResult&& result)>;
std::vector<SweepPoint> runSweep(const Matrix& matrix, const Sweep& sweep, const SweepReceiver& receive,
                                 Progress& progress, const FoundReceiver& found = {},
                                 const MakeEvaluator& evaluator = {});

// Numbers among a point's figures, by name; those of a search among graphs as "graphSearch.evaluated".
std::map<std::string, double> numbersIn(const nlohmann::json& figures);

// A row a point, times in ns: axes, prediction, tiles by format, places, bytes, winner, whether the GPU runs it, note,
// numbers that the planner found out, hardware counters, problem.
std::string sweepCsv(const std::string& matrix, const Sweep& sweep, const std::vector<SweepPoint>& points,
                     const DeviceCode& hasDeviceCode);
nlohmann::json toJson(const Sweep& sweep, const SweepPoint& point, const DeviceCode& hasDeviceCode);

} // namespace sparsescope
