// Hands jobs to sparsescope-gpu as files, hears its JSON lines, and says in words how it ended.
#include "engine/work/local_worker.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/core/process.h"
#include "engine/work/worker_lines.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;

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
    std::string path() const { return m_path.string(); }
    std::string file(const std::string& name) const { return (m_path / name).string(); }

private:
    fs::path m_path;
};

std::string requireProgram()
{
    const char* set = std::getenv("SPARSESCOPE_WORKER");
    std::string program = set ? set : (fs::path(programFolder()) / "sparsescope-gpu").string();
    if (!fs::exists(program))
        throw Error(ErrorKind::Device,
                    "sparsescope-gpu is not installed: it is built where the CUDA toolkit (13.0 or newer) is found");
    return program;
}

struct JobEnd {
    ProcessResult result;
    WorkerLines lines;
    bool good() const { return result.exitStatus == 0 && result.signal == 0; }
};

// What the end of the worker means, when it was no success.
[[noreturn]] void raise(const JobEnd& end)
{
    const ProcessResult& result = end.result;
    if (!end.lines.error.empty())
        throw Error(kindOfStatus(result.exitStatus), end.lines.error);
    const std::string last = lastLine(result.standardError);
    if (result.signal != 0)
        throw Error(ErrorKind::Device, "the GPU worker " + endText(result, end.lines.stage));
    if (result.exitStatus == 127 || last.find("error while loading shared libraries") != std::string::npos)
        throw Error(ErrorKind::Device, fmt::format("the GPU worker cannot start, a library is missing: {}. Install the "
                                                   "CUDA 13 libraries or add their folder to LD_LIBRARY_PATH",
                                                   last));
    throw Error(kindOfStatus(result.exitStatus), "the GPU worker " + endText(result));
}

// Runs the worker with `input` on its standard input; progress and messages go on.
JobEnd runWorker(const std::vector<std::string>& arguments, const std::string& input, Progress& progress,
                 const Worker::Listener& listener = {})
{
    JobEnd end;
    ChildProcess child(requireProgram(), arguments);
    child.send(input);
    child.endInput();
    end.result = child.wait([&](const std::string& line) { end.lines.hear(line, progress, listener); }, progress);
    return end;
}

class LocalWorker final : public Worker {
public:
    std::vector<Device> devices(Progress& progress) override
    {
        const JobEnd end = runWorker({"probe"}, {}, progress);
        if (!end.good())
            raise(end);
        return devicesIn(end.lines.answer);
    }

    session::Session run(const GpuJob& job, Progress& progress, const Listener& listener) override
    {
        requireProgram();
        const JobFolder folder;
        const std::string file = writeGpuJob(job, folder.path(), progress);
        const JobEnd end = runWorker({"run", file}, {}, progress, listener);
        const bool wrongResult =
            end.result.exitStatus == static_cast<int>(ErrorKind::Verification) && end.result.signal == 0;
        const std::string output = folder.file("result.sscope");
        std::error_code ignored;
        if (!(end.good() || wrongResult) || !fs::exists(output, ignored))
            raise(end);
        return session::readSession(output, progress);
    }

    void calibrate(const CalibrationJob& job, Progress& progress) override
    {
        std::vector<std::string> arguments = {
            "calibrate", "-o", job.output, "--name", job.name, "--device", std::to_string(job.device)};
        for (const OperatorKind op : job.operators)
            arguments.insert(arguments.end(), {"--op", name(op)});
        for (const DataType dtype : job.dtypes)
            arguments.insert(arguments.end(), {"--dtypes", name(dtype)});
        const JobEnd end = runWorker(arguments, {}, progress);
        if (!end.good())
            raise(end);
    }

    CompiledKernel compile(const std::string& source, const std::string& entry, int threads,
                           const std::string& architecture, Progress& progress) override
    {
        const JobFolder folder;
        const std::string output = folder.file("compiled.json");
        const JobEnd end = runWorker({"compile", "--source", "-", "--entry", entry, "--threads",
                                      std::to_string(threads), "--architecture", architecture, "-o", output},
                                     source, progress);
        if (!end.good())
            raise(end);
        return compiledKernelFromJson(parseJson(readText(output), {.file = output}), output);
    }
};

} // namespace

std::shared_ptr<Worker> localWorker()
{
    return std::make_shared<LocalWorker>();
}

} // namespace sparsescope
