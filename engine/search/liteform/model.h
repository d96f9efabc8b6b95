// What was learned from recorded runs: a forest for each candidate, which says how much slower than the fastest one it
// will be, beyond what the estimates expect. In a file NAME.json with its arrays in NAME.npz beside it.
#pragma once

#include "engine/plan/operators/operator.h"
#include "engine/search/liteform/features.h"
#include "engine/search/liteform/forest.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope::liteform {

inline constexpr int modelVersion = 1; // of the files

// What it learned from: a matrix in one type and dense extent.
struct TrainingCase {
    std::string matrix;
    std::string family;
    std::vector<float> x; // of all features
};

// How the candidates stand.
struct Choice {
    std::size_t chosen = 0;          // candidate
    std::vector<double> means;       // of each candidate: log(time / least time) as expected, with its forest's mean
    std::vector<int> votes;          // trees in which it is the least; none of trees that correct each other
    bool outside = false;            // a feature is beyond what was learned by a tenth of its range: no forest decided
    std::vector<std::string> beyond; // those features
};

struct Model {
    std::string name; // of the file, without folder and end
    OperatorKind op{};
    std::vector<DataType> dtypes;
    std::vector<std::string> features;
    std::vector<std::string> candidates; // planners as parsePlanner() reads them, the simplest first
    Trees trees;                         // a forest for each
    bool boosted = false;                // trees correct each other, so that they have no votes
    std::vector<TrainingCase> training;
    std::string device, calibration;
    nlohmann::json fitted;  // how: set of features, seed, trees
    nlohmann::json checked; // what cross-validation found: "matrix" and "family" each with a regret

    // Asked with valuesOf() and expectedOf() of its features. The least mean wins, or a simpler candidate that is
    // within 3 % of it.
    Choice choose(std::span<const float> x, std::span<const double> expected) const;
    // The matrices that are nearest in features, each scaled by its deviation; different ones, the nearest first.
    std::vector<std::pair<std::string, double>> nearest(std::span<const float> x, std::size_t count) const;
};

// The simplest of those whose mean is within 3 % of the least (ln 1.03).
std::size_t leastMean(std::span<const double> means);

inline constexpr const char* defaultModel = "h200";
std::vector<std::string> shippedModels(); // names
// A name of these, or a file. Throws Error(Input) naming the file: what is missing or damaged, a candidate or a feature
// that is not known.
Model readModel(const std::string& nameOrFile);
// PATH.json and PATH.npz beside it. Throws Error(Input).
void writeModel(const Model& model, const std::string& path);

} // namespace sparsescope::liteform
