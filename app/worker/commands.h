// What the GPU worker can be asked to do.
#pragma once

#include "engine/core/progress.h"
#include "engine/work/gpu_job.h"
#include "engine/work/graph_job.h"
#include "engine/work/mask_job.h"
#include "kernels/profile/calibrate.h"

#include <string>

namespace sparsescope {

// Prints all GPUs, a record each, versions and whether counters can be read on the first that can be used. Throws
// Error(Device) when none can.
int runProbe();

// Runs the plans one after another, the first one beside the baselines. Writes job.output only when all of them came to
// their end. Throws Error(Verification) when a result was wrong; the session is written all the same.
int runJob(const GpuJobFiles& job, Progress& progress);

// Runs a dynamic plan over its masks. Writes job.output when it has come to its end; throws as runJob().
int runMaskJob(const MaskJobFiles& job, Progress& progress);

struct CalibrationRequest {
    std::string output;
    CalibrateOptions options;
};
int runCalibration(const CalibrationRequest& request, Progress& progress);

// Times graphs of the job's matrix: says that it is ready, then answers each line of standard input, until that ends.
int runEvaluation(const GraphJobFile& job, Progress& progress);

struct CompileRequest {
    std::string source; // file; "-": standard input
    std::string entry;  // the kernel in it
    int threads = 128;  // of a block
    std::string architecture;
    std::string output;
};
// Writes a CompiledKernel as JSON.
int runCompile(const CompileRequest& request, Progress& progress);

} // namespace sparsescope
