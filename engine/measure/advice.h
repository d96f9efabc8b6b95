// What could make a measured call shorter: each with an estimated gain, computed from what the run shows, and the next
// search that tries it.
#pragma once

#include "engine/measure/anatomy.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace sparsescope {

// What the next search has other than the plan had.
struct Trial {
    std::string planner;
    nlohmann::json options = nlohmann::json::object(); // only those that are given
    Operator op;
    std::vector<std::string> costChanges = {}; // as changeCosts() takes them
};

struct Advice {
    std::string title;  // "Finer parts of the dense loop"
    std::string text;   // why, and how the gain is computed, in sentences
    double gainNs = 0;  // of the call, estimated; above 0
    std::string button; // "Search with parts of 32"
    Trial trial;
};

// The largest gain first. `time` spells durations of so many ns.
std::vector<Advice> adviceOf(const Plan& plan, const Profile& profile, const Anatomy& measured,
                             std::string (*time)(double ns));

} // namespace sparsescope
