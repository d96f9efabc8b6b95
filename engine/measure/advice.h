// What could make a measured call shorter: each with a gain, estimated from what the run shows, and the next search
// that tries it; or measured by the run, and what to change in the plan.
#pragma once

#include "engine/measure/anatomy.h"
#include "engine/plan/tiling.h"

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

// How the plan's tiles were faster.
struct Launch {
    LaunchOrder order;
    SplitSums sums;
    bool operator==(const Launch&) const = default;
};

struct Advice {
    std::string title;  // "Finer parts of the dense loop"
    std::string text;   // why, and how the gain is computed, in sentences
    double gainNs = 0;  // of the call, estimated; above 0
    std::string button; // "Search with parts of 32"
    Trial trial;
    // In the place of a search: the gain was measured, and the plan is changed.
    std::optional<Launch> launch = {};
};

// The largest gain first. `time` spells durations of so many ns.
std::vector<Advice> adviceOf(const Plan& plan, const Profile& profile, const Anatomy& measured,
                             std::string (*time)(double ns));

} // namespace sparsescope
