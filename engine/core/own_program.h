// Programs of the user's own, which he has to choose by hand before they are started.
#pragma once

#include "engine/core/progress.h"

#include <functional>
#include <string>
#include <vector>

namespace sparsescope {

// A command line or a menu names it: from then on this process may start it. Nothing else may, whatever sessions, plans
// and lessons name. Throws Error(Input) where there is no program at this path.
void chooseProgram(const std::string& path);

struct OwnProgramRun {
    std::vector<std::string> arguments = {};
    std::string input = {}; // the file that is its standard input; empty: nothing
    int seconds = 0;        // it may take
    // Each line of its standard output; may throw, which ends it.
    std::function<void(const std::string& line)> onLine = {};
};
// Waits for its end; what it says on standard error is reported as progress. It is ended, with all that it has started,
// when it is late or progress is cancelled. Throws Error(Usage) where nobody chose it, Error(Input) where it cannot be
// started, is late or ends with a failure, with what it said last, Error(Cancelled).
void runOwnProgram(const std::string& path, const OwnProgramRun& run, Progress& progress);

} // namespace sparsescope
