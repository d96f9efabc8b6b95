// Whether threads can share the buffers that steps made.
#pragma once

#include "engine/ir/program.h"

#include <string>

namespace sparsescope::ir {

bool isThread(Mark mark); // threadIdx.x, y or z

// Was the buffer made by a step? Its axes bear its name.
bool isMemory(const Program& program, const Buffer& buffer);

// What threads and thread blocks would do to each other: a loop of blocks that is not outermost, a local buffer that
// not all accesses to it reach as the same thread, an element of a shared or global one that several threads write, or
// that one reads where no barrier can stand behind another's write. Empty: nothing.
std::string threadProblem(const Program& program);

} // namespace sparsescope::ir
