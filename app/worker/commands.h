// What the GPU worker can be asked to do.
#pragma once

#include "engine/core/progress.h"
#include "kernels/profile/calibrate.h"
#include "kernels/profile/run_plan.h"

#include <nlohmann/json.hpp>
#include <string>

namespace sparsescope {

// One JSON object on one line of standard output, at once.
void printLine(const nlohmann::json& line);

// Prints devices, versions and whether counters can be read. Throws Error(Device) when no GPU can be used.
int runProbe();

struct ProfileRequest {
    std::string matrix; // file or session
    std::vector<std::string> plans;
    std::string output;
    RunOptions run;
};

// Runs the plans one after another, the first one beside the baselines. Writes request.output only when all of them
// came to their end. Throws Error(Verification) when a result was wrong; the session is written all the same.
int runProfile(const ProfileRequest& request, Progress& progress);

struct CalibrationRequest {
    std::string output;
    CalibrateOptions options;
};
int runCalibration(const CalibrationRequest& request, Progress& progress);

struct CompileRequest {
    std::string source; // file
    std::string entry;  // the kernel in it
    int threads = 128;  // of a block
    std::string architecture;
    std::string output;
};
// Writes a CompiledKernel as JSON.
int runCompile(const CompileRequest& request, Progress& progress);

} // namespace sparsescope
