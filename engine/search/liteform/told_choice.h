// What a forest's plan says of its choice, held against the model that made it.
#pragma once

#include "engine/search/liteform/model.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace sparsescope::liteform {

inline constexpr const char* forestFigures = "forest"; // their name among those of a plan

struct ToldCandidate {
    std::string name;
    double mean = 0;       // log(time / least time) as expected
    double estimateNs = 0; // by a sample of the rows; 0: none
    int votes = -1;        // trees in which it is the least; -1: those of trees that correct each other have none
};

struct ToldChoice {
    std::string model; // its name
    std::string chosen;
    bool outside = false;
    std::vector<std::string> beyond;                     // what is outside
    std::vector<std::pair<std::string, float>> features; // as valuesOf() makes them
    std::vector<ToldCandidate> candidates;               // the simplest first
    std::vector<std::pair<std::string, double>> nearest; // matrices, and how far
};
// Throws Error(Input) with the member that is missing or damaged, as a file may have it.
ToldChoice toldChoice(const nlohmann::json& figures);

// The candidate that comes first, by its mean or outside of what was learned by its estimate: another than the chosen
// one where it cannot hold the matrix.
std::string firstOf(const ToldChoice& told);

// What forests are asked with, as this model orders it, and what the estimates expect of each candidate.
struct AskedChoice {
    std::vector<float> x;
    std::vector<double> expected;
};
// Throws Error(Input) where this model did not make the choice, with what differs: features, candidates, or the means,
// which have to be the same.
AskedChoice askedOf(const Model& model, const ToldChoice& told);

// How the cases that were learned from spread over a feature.
struct FeatureSpread {
    float least = 0, most = 0;
    std::vector<int> cases; // of each part, all as wide; the last holds the most too
};
FeatureSpread spreadOf(const Model& model, std::size_t feature, std::size_t parts);

} // namespace sparsescope::liteform
