// What tasks of pairings and their index take on one GPU, measured: SparDA's tile database (4.3).
#pragma once

#include "engine/plan/dynamic/dynamic_plan.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace sparsescope {

// A pairing in one type has one of two tables.
//   By width: a task of widths[i] takes ns[i] of an SM on a GPU that is full of such tasks, aloneNs[i] on one that is
//   idle, and atomicNs[i] of an SM where it adds its rows. An SM runs `atOnce` of them at the same time; 0: not known.
//   By sparsity: a whole product of WholeProduct::shape takes wholeNs[i] where sparsities[i] of the micro-tiles are no
//   members (SparDA's public code keeps this); ascending.
struct PairingTimes {
    DataType dtype = DataType::Float16;
    Pairing pairing;
    std::vector<std::int64_t> widths = {};
    std::vector<double> ns = {}, aloneNs = {}, atomicNs = {};
    int atOnce = 0;
    std::vector<double> sparsities = {}, wholeNs = {};

    bool byWidth() const { return !widths.empty(); }
    // What one of the three tables says, between widths by a line; below the first as that, above the last on the last
    // line.
    double at(const std::vector<double>& table, std::int64_t width) const;
    // The whole product at the largest listed sparsity that is not above this one: what is denser takes no less. Below
    // the first, infinity.
    double nextDenser(double sparsity) const;
};

// Products that were timed as a whole.
struct WholeProduct {
    std::array<std::int64_t, 3> shape = {}; // M, K, N; 0: there are none
    DataType dtype = DataType::Float32;
    double denseNs = 0;
};

// ns = base + perByte x bytes of the input + perMember x members of the mask.
struct IndexTimes {
    IndexInput input = IndexInput::Bytes;
    GatheredAxis axis = GatheredAxis::Inner;
    IndexOrder order = IndexOrder::Unordered;
    double baseNs = 0, nsPerByte = 0, nsPerMember = 0;
};

struct PairingDatabase {
    std::vector<PairingTimes> pairings;
    std::vector<IndexTimes> index;
    WholeProduct whole;
    std::map<DataType, double> denseFlopsPerNs = {}; // of cuBLAS's product of a large matrix; none: not measured
    bool empty() const { return pairings.empty() && index.empty(); }
};

class JsonReader;
PairingDatabase pairingDatabaseFrom(const JsonReader& calibration); // throws Error(Input)
void addJson(const PairingDatabase& database, nlohmann::json& calibration);

} // namespace sparsescope
