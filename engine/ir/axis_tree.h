// How axes stand below one another.
#pragma once

#include "engine/ir/program.h"

#include <string>
#include <vector>

namespace sparsescope::ir {

// The dense axis of the same positions that lowering declares for a sparse one.
std::string twinName(const std::string& axis);
// Its twin's name, of a sparse axis; else its own.
std::string denseName(const Program& program, const std::string& axis);
// The axis that it is the twin of; itself, where it is none.
const Axis& twinned(const Program& program, const Axis& axis);

// The axes above one, from the root to its parent. Throws Error(Input) where one is not declared, or they form a cycle.
std::vector<const Axis*> ancestorsOf(const Program& program, const Axis& axis);

} // namespace sparsescope::ir
