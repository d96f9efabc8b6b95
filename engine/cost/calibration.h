// The measured numbers that a cost model needs, for one GPU, with how they were taken.
#pragma once

#include "engine/cost/pairing_times.h"
#include "engine/plan/operators/operator.h"

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sparsescope {

// Cost by iteration-space shape (STile 3.2): rows x widths[i] x densePart takes ns[i]. A format may have one a height.
struct CostTable {
    std::int64_t rows = 16;
    std::vector<std::int64_t> widths;
    std::vector<double> ns;
    std::vector<double> atomicNs;
    std::vector<double> slotsNs = {}; // with all rows split and summed in slots; empty: not known
};

// How well a fit describes what it was fitted to; no points: not known.
struct Residuals {
    std::int64_t points = 0;
    double pearson = 0;
    double medianError = 0; // relative
};

// g(x) = a R(x) + b in ns, R = FLOPs / min(AI, PEAK); atomic: g (c R_atomic / R + d) (STile 3.2, table 3).
struct RooflineFit {
    double a = 0, b = 0, c = 0, d = 0;
    Residuals residuals = {};
};

// ns = base + gather x bytes of distinct rows of dense operands + touch x bytes of those rows, again for every stored
// place, + store x bytes of the tile's own arrays and of its output + multiply x FLOPs (linearFeatures()). Closer than
// one roofline on GPUs whose L1 serves most of what a tile reads twice; used instead of it where both are known.
using LinearCoefficients = std::array<double, 5>; // base, gather, touch, store, multiply
struct LinearFit {
    LinearCoefficients plain = {};
    LinearCoefficients atomic = {};
    Residuals residuals = {};
    std::string label = {}; // of the format with these parameters alone ("BSR 16x16"); empty: with any other
    std::optional<LinearCoefficients> slots = {}; // with all rows split and summed in slots
    bool withoutBlocks = false;                   // in kernels that have no dense blocks; else in any, or with them
};

// What the GPU does at best, measured. 0: not known.
struct Rates {
    double copyBytesPerNs = 0;   // read and written, device memory
    double gatherBytesPerNs = 0; // rows of 512 bytes at random places of 16 MiB, which the L2 cache holds
    std::vector<std::pair<DataType, double>> flopsPerNs; // mma.sync; float32: FFMA
    double flops(DataType dtype) const;
};

// What a sub-task alone on an idle GPU takes beyond an empty launch: ns, and perStepNs for every step of chainOf(), so
// that a long row is slow however little it moves.
struct Latency {
    double ns = 0;
    double perStepNs = 0;
};

// The numbers for one operator, data type and part of the dense loop.
struct CalibrationEntry {
    OperatorKind op{};
    DataType dtype = DataType::Float16;
    std::int64_t densePart = 32; // part of the dense loop for which it was measured
    double peakFlopPerByte = 1;  // PEAK: FLOP/s over byte/s
    double cacheBytes = 0; // of the L2 cache, which held the outputs of measured tiles; 0: costs hold what memory takes
    std::vector<std::pair<std::string, CostTable>> tables;  // by format name
    std::vector<std::pair<std::string, RooflineFit>> fits;  // by format name
    std::vector<std::pair<std::string, LinearFit>> linears; // by format name
    std::vector<std::pair<std::string, Latency>> latencies; // by the label or the name of a format; none: not known

    // The format whose numbers hold for tiles of this one, so many rows high: its own; else, unless a library computes
    // it, Format::costedAs(); else those of CSR, ELL or 1D, the first that has any.
    std::string costedAs(const class Format& format, std::int64_t rows) const;
    Latency latency(const Format& format) const; // 0: not known
    const CostTable* table(const std::string& format, std::int64_t rows) const;
    const RooflineFit* fit(const std::string& format) const;
    // The fit of the format with these parameters, or else with any, of kernels with or without dense blocks, or else
    // of any; null: none.
    const LinearFit* linear(const std::string& format, const std::string& label = {}, bool blocks = true) const;
    // Whether a roofline or a linear fit of the format is there. Formats with a table are asked for by height.
    bool fitted(const std::string& format) const { return fit(format) != nullptr || linear(format) != nullptr; }
};

struct OwnCosts;

struct Calibration {
    std::string name; // "a100-stile"
    std::string gpu;
    std::string source; // how the numbers were taken
    int sms = 0;
    double launchNs = 0;                                  // of an empty kernel; added once to a plan's cost
    double nextLaunchNs = 0;                              // of one right behind another kernel; 0: not known
    nlohmann::json conditions = nlohmann::json::object(); // date, driver, clocks, repeats; kept as they are
    Rates rates;
    std::vector<CalibrationEntry> entries;
    std::vector<CalibrationEntry> estimates; // of operators without entries (estimatedEntries()); not kept in files
    PairingDatabase sparda;                  // what dynamic plans are chosen by
    // Price sub-tasks instead of the entries, which still say what there are candidates of (own_costs.h); not kept in
    // files. Null: none.
    std::shared_ptr<const OwnCosts> own = {};

    // The type whose numbers hold for one: itself, but for Float64 that was not measured Float32, in whose linear fits
    // its bytes count: an estimate.
    DataType measuredFor(OperatorKind op, DataType dtype) const;
    // Those of one operator and data type, by ascending densePart. Throws Error(Input) naming what there is when
    // nothing fits.
    std::vector<const CalibrationEntry*> entriesOf(OperatorKind op, DataType dtype) const;
    // The one of them whose part of the dense loop is nearest to this one.
    const CalibrationEntry& nearest(OperatorKind op, DataType dtype, std::int64_t densePart) const;
};

// The names of the formats that it has numbers for.
std::set<std::string> formatsWithCosts(const Calibration& calibration);

// "What if atomics cost three times as much?": change is "atomic=3", "launch=0.5" or the name of a format, whose costs
// are multiplied. The name says so: "h200, atomic x3". Throws Error(Usage) for anything else, factors that are not
// above 0 included.
void changeCosts(Calibration& calibration, const std::string& change);

// Adds what another calibration of this GPU says of the operators and types that this one has no numbers for, and under
// which conditions these were taken; where there are any, its rates and launches stay too. Throws Error(Input) where it
// is of another GPU.
void keepOthers(Calibration& fresh, const Calibration& before);

// A file, or the name of one shipped in resources/calibrations. Throws Error(Input) with file and key.
Calibration readCalibration(const std::string& nameOrFile);
std::vector<std::string> shippedCalibrations();
// That of this name; none where it is not shipped. What a session names is no file to be opened.
std::optional<Calibration> shippedCalibration(const std::string& name);
inline constexpr const char* defaultCalibration = "h200";

nlohmann::json toJson(const Calibration& calibration);
// The same as the text of a file, one line for each entry.
std::string calibrationText(const Calibration& calibration);
Calibration calibrationFromJson(const nlohmann::json& json, const std::string& file);

} // namespace sparsescope
