// The one description of a job that runs plans on a GPU, and the file in which the worker is handed it.
#pragma once

#include "engine/core/progress.h"
#include "engine/measure/run_options.h"
#include "engine/plan/plan.h"

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sparsescope {

class Members;

// As programs hold it: each plan is a run, in this order, the first one beside the baselines.
struct GpuJob {
    MatrixPtr matrix;
    std::vector<std::shared_ptr<const Plan>> plans;
    RunOptions run;
};

// The same job by names of files, as the worker takes it.
struct GpuJobFiles {
    std::string matrix;             // file or session
    std::vector<std::string> plans; // JSON files
    std::string output;             // the session to write
    RunOptions run;
};

// Writes matrix (unless the file that it came from still holds it), plans and job.json into the folder, and returns
// the path of job.json. The job's output is result.sscope there. Throws Error(Input).
std::string writeGpuJob(const GpuJob& job, const std::string& folder, Progress& progress = noProgress());

// The part of it that every job has: writes the matrix, unless the file that it came from still holds it, and returns
// its file's name for a job in this folder.
std::string writeJobMatrix(const MatrixPtr& matrix, const std::string& folder, Progress& progress);

// RunOptions in a job's JSON: members by their names. Kernels of the user's whose name JSON cannot hold are linked into
// the folder. Reading sets what is there, and throws Error(Input) naming file and member.
nlohmann::json toJson(const RunOptions& run, const std::string& folder);
void readRunOptions(Members& in, RunOptions& run);

// Reads a job: one JSON object with the members of GpuJobFiles and of RunOptions by their names. `matrix`, `plans` and
// `output` have to be there, paths count from the file's folder, and other members may be left out. Throws Error(Input)
// naming file and member: one that is not known, is missing, has another type, or is out of its range.
GpuJobFiles readGpuJob(const std::string& file);

} // namespace sparsescope
