#include "app/common/gpu_job.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/process.h"
#include "engine/io/reader.h"
#include "engine/measure/baselines.h"
#include "engine/plan/plan_file.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Files handed to the worker; gone with the job.
class JobFolder {
public:
    JobFolder()
    {
        std::string name = (fs::temp_directory_path() / "sparsescope-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr)
            failInput(std::strerror(errno), {.file = name});
        m_path = name;
    }
    ~JobFolder()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    JobFolder(const JobFolder&) = delete;
    JobFolder& operator=(const JobFolder&) = delete;
    std::string file(const std::string& name) const { return (m_path / name).string(); }

private:
    fs::path m_path;
};

std::string workerPath()
{
    if (const char* set = std::getenv("SPARSESCOPE_WORKER"))
        return set;
    return (fs::path(programFolder()) / "sparsescope-gpu").string();
}

std::string requireWorker()
{
    const std::string worker = workerPath();
    if (!fs::exists(worker))
        throw Error(ErrorKind::Device,
                    "sparsescope-gpu is not installed: it is built where the CUDA toolkit (13.0 or newer) is found");
    return worker;
}

std::string lastLine(const std::string& text)
{
    const std::size_t end = text.find_last_not_of('\n');
    if (end == std::string::npos)
        return {};
    const std::size_t begin = text.find_last_of('\n', end);
    return text.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin == std::string::npos ? -1 : begin));
}

ErrorKind kindOf(int status)
{
    for (const ErrorKind kind :
         {ErrorKind::Usage, ErrorKind::Input, ErrorKind::Device, ErrorKind::Verification, ErrorKind::Cancelled})
        if (static_cast<int>(kind) == status)
            return kind;
    return ErrorKind::Internal;
}

struct WorkerEnd {
    ProcessResult result;
    std::string error; // that it reported
    std::string stage; // what it did last: "compiling", or the name of a baseline
};

// What the end of the worker means, when it was no success.
[[noreturn]] void raise(const WorkerEnd& end)
{
    const ProcessResult& result = end.result;
    if (!end.error.empty())
        throw Error(kindOf(result.exitStatus), end.error);
    const std::string last = lastLine(result.standardError);
    if (result.signal != 0)
        throw Error(ErrorKind::Device,
                    fmt::format("the GPU worker was killed by signal {} ({}){}{}{}{}{}", result.signal,
                                strsignal(result.signal), end.stage.empty() ? "" : " during ", end.stage,
                                last.empty() ? "" : ": ", last,
                                result.signal == SIGKILL ? "; the system log says whether memory ran out" : ""));
    if (result.exitStatus == 127 || last.find("error while loading shared libraries") != std::string::npos)
        throw Error(ErrorKind::Device, fmt::format("the GPU worker cannot start, a library is missing: {}. Install the "
                                                   "CUDA 13 libraries or add their folder to LD_LIBRARY_PATH",
                                                   last));
    throw Error(kindOf(result.exitStatus), fmt::format("the GPU worker ended with status {}{}{}", result.exitStatus,
                                                       last.empty() ? "" : ": ", last));
}

// Runs the worker; progress and messages go on.
WorkerEnd runWorker(const std::vector<std::string>& arguments, Progress& progress,
                    const std::function<void(const std::string&)>& onMessage = {})
{
    WorkerEnd end;
    end.result = runProcess(
        requireWorker(), arguments,
        [&](const std::string& line) {
            const json event = json::parse(line, nullptr, false);
            if (!event.is_object())
                return;
            if (event.contains("error")) {
                end.error = event.value("error", "");
            } else if (event.contains("progress")) {
                end.stage = event.value("what", "");
                progress.report(end.stage, event.value("progress", -1.0));
            } else if (event.contains("message") && onMessage) {
                onMessage(event.value("message", ""));
            }
        },
        progress);
    return end;
}

} // namespace

Session runGpuJob(const GpuJob& job, Progress& progress, const std::function<void(const std::string&)>& onMessage)
{
    requireWorker();
    const JobFolder folder;
    // The file itself where it holds this matrix, so that its values need not be written again.
    std::string matrix = job.matrix->source().path;
    if (!stillInFile(*job.matrix)) {
        Session carrier;
        carrier.matrix = job.matrix;
        matrix = folder.file("matrix.sscope");
        writeSession(carrier, matrix, progress);
    }
    std::vector<std::string> arguments{"profile", "--matrix", matrix, "-o", folder.file("result.sscope")};
    for (std::size_t i = 0; i < job.plans.size(); ++i) {
        const std::string file = folder.file(fmt::format("plan{}.json", i));
        writePlan(*job.plans[i], file);
        arguments.insert(arguments.end(), {"--plan", file});
    }
    for (const std::string& baseline : job.baselines) {
        const std::string file = userKernelFile(baseline);
        arguments.emplace_back(file.empty() ? "--baseline" : "--kernel");
        arguments.push_back(file.empty() ? baseline : file);
    }
    if (job.repeats > 0) {
        arguments.emplace_back("--repeats");
        arguments.push_back(std::to_string(job.repeats));
    }
    if (!job.counters)
        arguments.emplace_back("--no-counters");
    if (!job.tune)
        arguments.emplace_back("--no-tune");
    if (job.brief)
        arguments.emplace_back("--brief");

    const WorkerEnd end = runWorker(arguments, progress, onMessage);
    const ProcessResult& result = end.result;
    std::error_code ignored;
    const bool wrongResult = result.exitStatus == static_cast<int>(ErrorKind::Verification) && result.signal == 0;
    if ((result.exitStatus != 0 && !wrongResult) || result.signal != 0 ||
        !fs::exists(folder.file("result.sscope"), ignored))
        raise(end);
    return readSession(folder.file("result.sscope"), progress);
}

void runGpuCalibration(const std::string& output, const std::string& name, Progress& progress)
{
    const WorkerEnd end = runWorker({"calibrate", "-o", output, "--name", name}, progress);
    if (end.result.exitStatus != 0 || end.result.signal != 0)
        raise(end);
}

CompiledKernel compileKernel(const std::string& source, const std::string& entry, int threads,
                             const std::string& architecture, Progress& progress)
{
    const JobFolder folder;
    const std::string output = folder.file("compiled.json");
    writeText(folder.file("kernel.cu"), source);
    const WorkerEnd end = runWorker({"compile", "--source", folder.file("kernel.cu"), "--entry", entry, "--threads",
                                     std::to_string(threads), "--architecture", architecture, "-o", output},
                                    progress);
    if (end.result.exitStatus != 0 || end.result.signal != 0)
        raise(end);
    return compiledKernelFromJson(json::parse(readText(output)), output);
}

std::string gpuProblem()
{
    try {
        const WorkerEnd end = runWorker({"probe"}, noProgress());
        if (end.result.exitStatus != 0 || end.result.signal != 0)
            raise(end);
        return {};
    } catch (const Error& e) {
        return e.what();
    }
}

} // namespace sparsescope
