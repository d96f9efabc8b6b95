// What a drawn matrix has to be: "non-zeros = 8", "padding(ell) <= 2", "bytes(csr) < bytes(sell, c=2, sigma=4)".
#pragma once

#include "engine/learn/learn_state.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sparsescope::learn {

struct Quantity {
    std::string name, about;
    bool ofFormat = false; // named with a format: "bytes(csr)"
};
// Those of the matrix and of formats; a condition may also name one of Show::numbers() of the state's view, and its
// "cost".
std::span<const Quantity> quantities();

struct ConditionNow {
    bool met = false;
    std::string now; // what its left side is: "9"; or why there is none
};
// For the state's matrix. Throws Error(Input) with a sentence where the condition itself is wrong.
ConditionNow evaluate(const std::string& condition, const LearnState& state);

// A condition over matrices of the state's shape as a page can judge it: each side is a sum of 1, the non-zeros, those
// of the longest and of the shortest row, occupied diagonals and occupied rows, by these factors.
struct ConditionForm {
    std::vector<std::int64_t> left, right;
    std::string sign; // "<="
};
// None where a side is no such sum, as random matrices tell.
std::optional<ConditionForm> formOf(const std::string& condition, const LearnState& state);

} // namespace sparsescope::learn
