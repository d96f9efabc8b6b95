// Measurements as tables for other programs: comma-separated, a header line, times in ns, no value left empty that was
// measured.
#pragma once

#include "engine/measure/profile.h"
#include "engine/plan/plan.h"

#include <string>

namespace sparsescope {

// What was timed: a row for the plan, its parts, every baseline and every limit, warm and cold, with spread,
// verification and, in the last column, why something did not run.
std::string timingsCsv(const Profile& profile);

// Hardware counters: name, value, unit.
std::string countersCsv(const Profile& profile);

// A row for every kind of tile: its sub-tasks launched alone, and their FLOPs and bytes as predicted and as counted.
std::string kindsCsv(const Profile& profile);

// A row for every measured sub-task: its tile, part of the dense loop, format, predicted cost, time in situ, SM and
// cycles there, and its tile's saturated time where it was measured. Tiles that were measured saturated alone have no
// part.
std::string tasksCsv(const Plan& plan, const Profile& profile);

} // namespace sparsescope
