// Costs of one's own in place of a calibration's: coefficients over named features in a file, or a program that is
// asked.
#pragma once

#include "engine/cost/cost_model.h"

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

// What sub-tasks of one plan have in common.
struct CostConditions {
    const Operator& op;
    std::int64_t densePart = 0;
    const KernelUse& use;
};

// Known of a sub-task as soon as a search considers its tile.
struct CostFeature {
    const char* name;
    const char* meaning;
    double (*of)(const TileFeatures& tile, bool atomic, const CostConditions& conditions);
};
std::span<const CostFeature> costFeatures();

// A tile of a whole plan, of which more is known.
struct PricedTile {
    TileFeatures features;
    bool atomic = false;
    std::int64_t nonZeros = 0; // that it owns
};

// Prices sub-tasks; the calibration still says what a plan takes around them (planNs()): launches, latency, memory.
struct OwnCosts {
    // The largest of several sums of features, each times a coefficient.
    using Sum = std::vector<std::pair<const CostFeature*, double>>; // null: the constant
    using Costs = std::vector<Sum>;

    std::string name;
    std::set<OperatorKind> operators = {}; // empty: any
    std::set<DataType> types = {};
    std::map<std::string, Costs> byFormat = {}; // by format name; those that are not there cost as "any"
    std::string program = {}; // is asked about whole plans, and there are no coefficients; searches ask the calibration

    // In ns, at least 1, of what has coefficients.
    double cost(const TileFeatures& tile, bool atomic, const CostConditions& conditions) const;
    // What the program answers, in ns. Throws Error(Input) with program and line where it is no cost for each tile.
    std::vector<double> ask(std::span<const PricedTile> tiles, const CostConditions& conditions,
                            Progress& progress) const;
    // Throws Error(Input) where they are not for this operator or type.
    void require(const Operator& op) const;
};

inline constexpr int secondsOfCostProgram = 120; // a plan

// FILE.json, or else a program (chooseProgram() has to know it before it is asked). Throws Error(Input) with file and
// key.
OwnCosts readOwnCosts(const std::string& file);
OwnCosts ownCostsFromJson(const nlohmann::json& json, const std::string& file);
// Two of the same text cost the same: the coefficients, or what the program's file holds.
std::string textOf(const OwnCosts& costs);

// From now on they price the calibration's sub-tasks; its name says so: "h200, costs of NAME".
void useCosts(Calibration& calibration, OwnCosts costs);
// A calibration as readCalibration() takes it, with changes as changeCosts() takes them, and costs of one's own where
// `costModel` names a file. Throws Error(Input), and Error(Usage) for changes of costs that these replace.
Calibration calibrationWith(const std::string& nameOrFile, const std::vector<std::string>& changes,
                            const std::string& costModel);
// The name of a plan's calibration without that; whether it was there.
std::pair<std::string, bool> withoutOwnCosts(const std::string& calibration);

} // namespace sparsescope
