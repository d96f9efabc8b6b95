// sparsescope-gpu as a child process: where it stands, what it is handed, and how it ended in words.
#pragma once

#include "engine/core/error.h"
#include "engine/core/job_folder.h"
#include "engine/core/process.h"
#include "engine/work/worker_lines.h"

#include <string>
#include <vector>

namespace sparsescope {

// Beside the running program or where SPARSESCOPE_WORKER says. Throws Error(Device) where it is not.
std::string workerProgram();

struct WorkerEnd {
    ProcessResult result;
    WorkerLines lines;
    bool good() const { return result.exitStatus == 0 && result.signal == 0; }
};

// As the worker's command line has it, to this file.
std::vector<std::string> argumentsOf(const CalibrationJob& job, const std::string& output);

// What its end means, when it was no success.
Error errorOf(const WorkerEnd& end);

} // namespace sparsescope
