// A planner of one's own: a program that is given matrix, operator and options as files and writes a plan.
#pragma once

#include "engine/search/planner.h"

#include <string>

namespace sparsescope {

inline constexpr const char* programPlannerPrefix = "program:"; // before the path, in the planner's name

// That of the program at this path, whether there is one or not; samples/own-parts.md says what it reads and writes.
// Every plan that it finds is validated as one from a file, and priced by the evaluator's model. Its search throws
// Error(Usage) where nobody has chosen the program (chooseProgram()), Error(Input) where it fails, is late, or its plan
// is none.
const Planner& programPlanner(const std::string& path);
bool isProgramPlanner(const std::string& name);
// The planner for lists of all of them, which is for no program yet: "program:PATH".
const Planner& anyProgramPlanner();

// Its option that holds what is handed through to the program, "width=4,sort=rows"; + inside a value stands for a
// comma.
inline constexpr const char* handedThrough = "with";

} // namespace sparsescope
