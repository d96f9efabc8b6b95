// The program and the schedule that somebody wrote for a plan: texts among its options, which nobody reads but who
// shows them or makes a kernel of them.
#pragma once

#include "engine/plan/header.h"

#include <cstddef>
#include <optional>
#include <string>

namespace sparsescope {

struct KeptProgram {
    std::optional<std::string> program = {}; // of stage 1, in place of the plan's own; none: it is that
    std::string schedule = {};               // a step a line; empty: none
    bool operator==(const KeptProgram&) const = default;
};

// For the plan as it is, and for the plan with one tile of each format.
struct KeptPrograms {
    KeptProgram tiled, untiled;
    bool operator==(const KeptPrograms&) const = default;
};

namespace mostOf {
inline constexpr std::size_t programText = 2'000'000; // bytes of each
}

// What is no text, or too long, is none.
KeptPrograms keptPrograms(const nlohmann::json& options);
// What is too long, which no parser takes either, is not kept: no reader would take the file.
void keepPrograms(nlohmann::json& options, const KeptPrograms& programs);
// The first of these options that is no text, or too long; empty: none is.
std::string oddProgram(const nlohmann::json& options);

} // namespace sparsescope
