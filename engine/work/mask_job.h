// The job that runs a dynamic plan over a sequence of masks on a GPU, and the file in which the worker is handed it.
#pragma once

#include "engine/core/progress.h"
#include "engine/measure/run_options.h"

#include <memory>
#include <string>

namespace sparsescope {

class MaskSequence;
struct DynamicPlan;

// As programs hold it. The options' baselines are of maskBaselines().
struct MaskJob {
    std::shared_ptr<const MaskSequence> masks;
    std::shared_ptr<const DynamicPlan> plan;
    bool oracle = false; // measure every pairing on every mask too
    RunOptions run;
};

// The same job by names of files, as the worker takes it.
struct MaskJobFiles {
    std::string masks;  // .npz
    std::string plan;   // dynamic, a JSON file
    std::string output; // the session to write
    bool oracle = false;
    RunOptions run;
};

// Writes masks, plan and job.json into the folder, and returns the path of job.json. The job's output is result.sscope
// there. Throws Error(Input).
std::string writeMaskJob(const MaskJob& job, const std::string& folder, Progress& progress = noProgress());

// Reads {"masks", "plan", "output", "oracle"} and the members of RunOptions: the first three have to be there, paths
// count from the file's folder. Throws Error(Input) naming file and member.
MaskJobFiles readMaskJob(const std::string& file);

} // namespace sparsescope
