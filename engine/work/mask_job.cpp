// Writes a job's files and its JSON, and reads that strictly.
#include "engine/work/mask_job.h"

#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/io/masks.h"
#include "engine/plan/dynamic/dynamic_plan.h"
#include "engine/work/gpu_job.h"
#include "engine/work/members.h"

#include <filesystem>

namespace sparsescope {

namespace fs = std::filesystem;
using nlohmann::json;

std::string writeMaskJob(const MaskJob& job, const std::string& folder, Progress& progress)
{
    const auto path = [&](const std::string& name) { return (fs::path(folder) / name).string(); };
    writeMasks(*job.masks, path("masks.npz"), progress);
    writeDynamicPlan(*job.plan, path("rule.json"), progress);
    json object = toJson(job.run, folder);
    object.update({{"masks", "masks.npz"}, {"plan", "rule.json"}, {"output", "result.sscope"}, {"oracle", job.oracle}});
    writeText(path("job.json"), jsonText(object, 2));
    return path("job.json");
}

MaskJobFiles readMaskJob(const std::string& file)
{
    const json object = parseJson(readText(file), {.file = file});
    Members in(object, file);
    const auto from = [&](const char* member) { return (fs::path(file).parent_path() / in.text(member)).string(); };
    MaskJobFiles job;
    job.masks = from("masks");
    job.plan = from("plan");
    job.output = from("output");
    in.flag("oracle", job.oracle);
    readRunOptions(in, job.run);
    in.checkKnown();
    return job;
}

} // namespace sparsescope
