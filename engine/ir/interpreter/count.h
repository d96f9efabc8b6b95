// How many statements of a program would run, without running them.
#pragma once

#include "engine/core/progress.h"
#include "engine/ir/interpreter/code.h"

namespace sparsescope::ir::interpreter {

struct StepCount {
    std::int64_t count = 0;
    bool exact = true; // else at least so many
};

// Statements are stores, lets and ifs, and a turn of a loop in which none of these runs. What depends on arrays that
// the program writes is not known before it runs, and counts as little as it can.
StepCount stepsOf(const Compiled& compiled, const Bindings& bindings, std::int64_t most,
                  const Progress* progress = nullptr);

} // namespace sparsescope::ir::interpreter
