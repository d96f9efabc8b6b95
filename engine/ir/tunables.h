// Schedules that leave some of their constants open: "tunable NAME = a | b | c", of which a tuner tries all.
#pragma once

#include "engine/ir/schedule.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope::ir {

inline constexpr std::size_t mostChoices = 12;       // of a schedule
inline constexpr std::int64_t mostTuned = 1ll << 20; // that an alternative may be

struct Tunable {
    std::string name;
    std::vector<std::string> alternatives; // expressions of constants and of tunables before it; the first by default
};
std::vector<Tunable> tunables(const std::vector<Step>& steps);

// The steps with these in place of other alternatives. Throws Error(Input) where there is no such tunable, or it has no
// such alternative.
std::vector<Step> chosen(std::vector<Step> steps, const Choice& choice);
// All that can be chosen, as many as mostChoices, from the first alternatives on.
std::vector<Choice> choicesOf(const std::vector<Step>& steps);

// Throws Error(Input) where the last step is a tunable, and its name is none or taken by one before, it lacks
// alternatives, or there would be too many choices.
void requireTunable(const std::vector<Step>& steps);
// The tunable that a step declares. Throws Error(Input).
Tunable tunableOf(const Step& step);

} // namespace sparsescope::ir
