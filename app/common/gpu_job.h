// Runs jobs in the worker process sparsescope-gpu: what the window and the command line share. No Qt, no CUDA.
#pragma once

#include "engine/core/progress.h"
#include "engine/measure/compiled_kernel.h"
#include "engine/session/session.h"

#include <functional>
#include <string>
#include <vector>

namespace sparsescope {

struct GpuJob {
    MatrixPtr matrix;
    std::vector<const Plan*> plans;
    std::vector<std::string> baselines; // beside the first plan; see engine/measure/baselines.h
    int repeats = 0;                    // 0: the worker's own
    bool counters = true;               // by CUPTI
    bool tune = true;                   // try variants of the kernel, and another split of the dense loop
    bool brief = false;                 // verify and time the plan and the baselines, nothing more
};

// Runs the plans in the worker and returns its session: a run and a plan for each in their order, the given one unless
// its dense loop was split in a better way. A run whose result is wrong comes back too, with Profile::verified false.
// Throws Error: Device (no worker, driver, device or library; a fault; a killed worker, each with what to do),
// Cancelled, and whatever else the worker reports.
Session runGpuJob(const GpuJob& job, Progress& progress, const std::function<void(const std::string&)>& onMessage = {});

// Measures the GPU for the cost models and writes a calibration; minutes. Throws as runGpuJob does.
void runGpuCalibration(const std::string& output, const std::string& name, Progress& progress);

// Compiles a generated source for an architecture ("sm_90"): resources, PTX and, where the toolkit's nvdisasm is found,
// SASS. Needs the worker, no GPU. Throws as runGpuJob does.
CompiledKernel compileKernel(const std::string& source, const std::string& entry, int threads,
                             const std::string& architecture, Progress& progress);

// Why no GPU job can run here and what to do, in one sentence; empty when one can. Asks the worker, which takes up to
// a second.
std::string gpuProblem();

} // namespace sparsescope
