#include "engine/work/worker_process.h"

#include "engine/core/files.h"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

namespace sparsescope {

namespace fs = std::filesystem;

std::string workerProgram()
{
    const char* set = std::getenv("SPARSESCOPE_WORKER");
    std::string program = set ? set : (fs::path(programFolder()) / "sparsescope-gpu").string();
    if (!fs::exists(program))
        throw Error(ErrorKind::Device,
                    "sparsescope-gpu is not installed: it is built where the CUDA toolkit (13.0 or newer) is found");
    return program;
}

std::vector<std::string> argumentsOf(const CalibrationJob& job, const std::string& output)
{
    std::vector<std::string> arguments = {
        "calibrate", "-o", output, "--name", job.name, "--device", std::to_string(job.device)};
    for (const OperatorKind op : job.operators)
        arguments.insert(arguments.end(), {"--op", name(op)});
    for (const DataType dtype : job.dtypes)
        arguments.insert(arguments.end(), {"--dtypes", name(dtype)});
    if (job.onlyPairings)
        arguments.emplace_back("--only-pairings");
    return arguments;
}

Error errorOf(const WorkerEnd& end)
{
    const ProcessResult& result = end.result;
    if (result.late)
        return {ErrorKind::Device, fmt::format("the GPU worker did not answer in time and was ended{}{}",
                                               end.lines.stage.empty() ? "" : " during ", end.lines.stage)};
    if (!end.lines.error.empty())
        return {kindOfStatus(result.exitStatus), end.lines.error};
    const std::string last = lastLine(result.standardError);
    if (result.signal != 0)
        return {ErrorKind::Device, "the GPU worker " + endText(result, end.lines.stage)};
    if (result.exitStatus == 127 || last.find("error while loading shared libraries") != std::string::npos)
        return {ErrorKind::Device, fmt::format("the GPU worker cannot start, a library is missing: {}. Install the "
                                               "CUDA 13 libraries or add their folder to LD_LIBRARY_PATH",
                                               last)};
    return {kindOfStatus(result.exitStatus), "the GPU worker " + endText(result)};
}

} // namespace sparsescope
