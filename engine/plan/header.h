// What a plan says of itself, whatever it does with the non-zeros: for which matrix and operator, by which planner, at
// what predicted cost.
#pragma once

#include "engine/matrix/matrix.h"
#include "engine/plan/operators/operator.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sparsescope {

// A plan that was searched too and lost, or the parts of the chosen one.
struct Competitor {
    std::string name;
    double predictedNs = 0;
    bool plainCsr = false; // it is the plan that every other one has to beat; a fact of the search, not kept in files
};

// The option of a planner that PlanHeader::multipliesFirst() asks for.
inline constexpr const char* multiplyFirstOption = "multiply-first";

// What a plan may say of itself at most. Its sub-tasks are counted in 32 bits, and with these bounds no product of its
// sizes and the matrix's leaves 64.
namespace mostOf {
inline constexpr std::int64_t dense = 1 << 20; // the dense axis, and a part of it
inline constexpr std::int64_t inner = 1 << 12;
inline constexpr std::int64_t tasks = INT32_MAX;
inline constexpr std::int32_t rounds = 1 << 30; // levels too
inline constexpr std::int32_t sms = 1 << 16;
} // namespace mostOf

struct PlanHeader {
    Operator op;
    std::int64_t densePart = 32;                       // definition 5: size of each part of the dense loop
    std::string planner;                               // "stile"
    nlohmann::json options = nlohmann::json::object(); // of the planner, all of them, as used
    std::string calibration;                           // name of the one that its costs come from
    std::vector<Competitor> competitors;
    nlohmann::json figures = nlohmann::json::object(); // what else the planner found out about it, by name
    double predictedNs = 0;                            // cost of the task partition (definition 6)

    Fingerprint matrix;
    std::int64_t rows = 0, cols = 0, nnz = 0, slices = 1; // of that matrix

    // Packed::multipliesFirst; of tf32, whose output has more digits than its operands, always.
    bool multipliesFirst() const;

    // Parts of the dense loop: sub-tasks of each tile (definition 3).
    std::int64_t denseParts() const { return (op.dense + densePart - 1) / densePart; }
};

} // namespace sparsescope
