// Writes a job's files and its JSON, and reads that strictly.
#include "engine/work/gpu_job.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/io/parts.h"
#include "engine/io/reader.h"
#include "engine/measure/baselines.h"
#include "engine/plan/plan_file.h"
#include "engine/session/session.h"
#include "engine/work/members.h"

#include <filesystem>
#include <fmt/format.h>
#include <limits>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// The file itself, or where its name is not UTF-8, which JSON cannot hold, a link to it in the folder.
std::string nameable(const std::string& file, const std::string& folder, const std::string& link)
{
    const std::string path = fs::absolute(file).string();
    if (throughJson(path) == path)
        return path;
    std::error_code error;
    fs::create_symlink(path, fs::path(folder) / link, error);
    if (error)
        failInput(error.message(), {.file = (fs::path(folder) / link).string()});
    return link;
}

} // namespace

std::string writeJobMatrix(const MatrixPtr& matrix, const std::string& folder, Progress& progress)
{
    const std::string& path = matrix->source().path;
    if (stillInFile(*matrix) && (splitPath(path).part.empty() || throughJson(path) == path)) // a link leads to a file
        return nameable(path, folder, "matrix");
    const std::string name = "matrix.sscope";
    session::Session carrier;
    carrier.matrix = matrix;
    session::writeSession(carrier, (fs::path(folder) / name).string(), progress, session::packedQuickly);
    return name;
}

json toJson(const RunOptions& run, const std::string& folder)
{
    std::vector<std::string> baselines = run.baselines;
    for (std::size_t i = 0; i < baselines.size(); ++i)
        if (const std::string kernel = userKernelFile(baselines[i]); throughJson(kernel) != kernel)
            baselines[i] =
                userKernelPrefix + (fs::path(folder) / nameable(kernel, folder, fmt::format("kernel{}", i))).string();
    json object = {{"device", run.device},   {"seed", run.seed},       {"warmups", run.warmups},
                   {"repeats", run.repeats}, {"baselines", baselines}, {"counters", run.counters},
                   {"tune", run.tune},       {"brief", run.brief}};
    if (run.values)
        object["values"] = name(*run.values);
    if (!run.codegens.empty())
        object["codegen"] = codegensText(run.codegens);
    return object;
}

void readRunOptions(Members& in, RunOptions& run)
{
    in.number("device", 0, mostDevices - 1, run.device);
    in.number("seed", 0, std::numeric_limits<std::uint64_t>::max(), run.seed);
    in.number("warmups", 0, mostRepeats, run.warmups);
    in.number("repeats", 1, mostRepeats, run.repeats);
    if (const json* baselines = in.find("baselines"))
        run.baselines = in.texts("baselines", *baselines);
    in.flag("counters", run.counters);
    in.flag("tune", run.tune);
    in.flag("brief", run.brief);
    if (const json* values = in.find("values"))
        run.values = in.oneOf("values", *values, matrixValues);
    if (in.find("codegen"))
        try {
            run.codegens = parseCodegens(in.text("codegen"));
        } catch (const Error& error) {
            in.fail("codegen", error.reason());
        }
}

std::string writeGpuJob(const GpuJob& job, const std::string& folder, Progress& progress)
{
    const auto path = [&](const std::string& name) { return (fs::path(folder) / name).string(); };
    const std::string matrix = writeJobMatrix(job.matrix, folder, progress);
    std::vector<std::string> plans;
    for (const auto& plan : job.plans) {
        plans.push_back(fmt::format("plan{}.json", plans.size()));
        writePlan(*plan, path(plans.back()));
    }
    json object = toJson(job.run, folder);
    object.update({{"matrix", matrix}, {"plans", plans}, {"output", "result.sscope"}});
    writeText(path("job.json"), jsonText(object, 2));
    return path("job.json");
}

GpuJobFiles readGpuJob(const std::string& file)
{
    const json object = parseJson(readText(file), {.file = file});
    Members in(object, file);
    const auto from = [&](const std::string& name) { return (fs::path(file).parent_path() / name).string(); };
    GpuJobFiles job;
    job.matrix = from(in.text("matrix"));
    for (const std::string& plan : in.texts("plans", in.need("plans")))
        job.plans.push_back(from(plan));
    if (job.plans.empty())
        in.fail("plans", "names no plan");
    job.output = from(in.text("output"));
    readRunOptions(in, job.run);
    in.checkKnown();
    return job;
}

} // namespace sparsescope
