// Child processes: how the window and the command line run the GPU worker.
#pragma once

#include "engine/core/progress.h"

#include <functional>
#include <string>
#include <vector>

namespace sparsescope {

struct ProcessResult {
    int exitStatus = 0;        // of a normal end
    int signal = 0;            // that killed it, or 0
    std::string standardError; // its last 16 KiB
};

// Runs program with arguments and waits. Each line of its standard output goes to onLine as it comes.
// When progress is cancelled the child gets SIGTERM, after 2 s SIGKILL, and Error(Cancelled) is thrown.
// Throws Error(Device) when the program cannot be started.
ProcessResult runProcess(const std::string& program, const std::vector<std::string>& arguments,
                         const std::function<void(const std::string& line)>& onLine, Progress& progress);

} // namespace sparsescope
