// A dynamic plan for every combination of values, of a generator's parameters or of what a search is made from, and
// where along the density of masks the dense product begins to be faster than every pairing.
#pragma once

#include "engine/plan/dynamic/pairing.h"
#include "engine/search/request.h"
#include "engine/search/sweep.h"

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace sparsescope::sparda {

struct MaskSweep {
    std::string kind;            // of masks, as maskKinds() names it
    nlohmann::json given;        // its parameters that are given
    SearchRequest base;          // of planner sparda
    std::vector<SweepAxis> axes; // the kind's parameters, else as applyChange() takes them
};

// One dynamic plan. Without numbers, and with the reason, where there is none.
struct MaskSweepPoint {
    std::vector<std::string> values; // one an axis
    nlohmann::json parameters;       // of the masks, complete
    SearchRequest request;
    MaskShape shape;     // of the masks
    double nonZeros = 0; // share of all places, of the masks that were sampled
    // The fastest pairing, whether it was chosen or not, none where all are refused: its time of a mask, the mean, and
    // the share of its micro-tiles that are members.
    std::optional<Pairing> pairing;
    double pairingNs = 0, members = 0;
    double denseNs = 0;    // of the dense product; 0: not known
    bool dense = false;    // it was chosen
    bool measured = false; // by times of pairings, not by an estimate
    double searchSeconds = 0;
    std::string problem;

    double predictedNs() const { return dense ? denseNs : pairingNs; }
};

// Every combination, the last axis fastest, not searched yet. Throws Error(Usage) as sweepPoints() does and for
// parameters that are out of range.
std::vector<MaskSweepPoint> maskSweepPoints(const MaskSweep& sweep);

// Searches them one after the other; each is handed over as it is done, failed ones too. Throws Error(Usage) before the
// first search, and Error(Cancelled), after which the points handed over are good.
std::vector<MaskSweepPoint> runMaskSweep(const MaskSweep& sweep,
                                         const std::function<void(const MaskSweepPoint&)>& receive, Progress& progress);

// Points that differ in the first axis alone, of those that have non-zeros and both times.
struct MaskSweepLine {
    std::string of;                  // values of the other axes, "dtype f16"; empty: there are none
    std::vector<std::size_t> points; // by non-zeros, ascending
};
std::vector<MaskSweepLine> linesOf(const MaskSweep& sweep, const std::vector<MaskSweepPoint>& points);

// Where pairings and the dense product take equally long, along a line.
struct BreakEvens {
    std::string of;               // as the line has it
    std::vector<double> nonZeros; // ascending; between two points logarithms of times and densities are linear
    std::vector<double> ns;       // that both take there
    bool pairingFirst = false;    // at the lowest density a pairing is the faster one
};
// Those of lines with at least two points.
std::vector<BreakEvens> breakEvens(const MaskSweep& sweep, const std::vector<MaskSweepPoint>& points);

// A row a point, times in ns.
std::string maskSweepCsv(const MaskSweep& sweep, const std::vector<MaskSweepPoint>& points);
nlohmann::json toJson(const MaskSweep& sweep, const MaskSweepPoint& point);

} // namespace sparsescope::sparda
