// Formats of a plan that are predicted with the costs of another one, because their own were not measured.
#pragma once

#include "engine/cost/calibration.h"
#include "engine/plan/plan.h"

#include <string>
#include <vector>

namespace sparsescope {

struct BorrowedCosts {
    std::string format; // "hyb"
    std::string from;   // "ell"
    bool operator==(const BorrowedCosts&) const = default;
};

// What is borrowed for the formats that tiles of the plan have, by CalibrationEntry::costedAs() of the part of the
// dense loop that the cost model takes; in the order of tileKinds(), each once. Throws Error(Input) where the
// calibration has no numbers for the operator.
std::vector<BorrowedCosts> borrowedCosts(const Plan& plan, const Calibration& calibration);

} // namespace sparsescope
