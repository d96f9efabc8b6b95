// Hands jobs to sparsescope-gpu as files and hears its JSON lines.
#include "engine/work/local_worker.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/json_text.h"
#include "engine/work/local_graph_timer.h"
#include "engine/work/worker_process.h"

#include <filesystem>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;

// Runs the worker with `input` on its standard input; progress and messages go on.
WorkerEnd runWorker(const std::vector<std::string>& arguments, const std::string& input, Progress& progress,
                    const Worker::Listener& listener = {})
{
    WorkerEnd end;
    ChildProcess child(workerProgram(), arguments);
    child.send(input);
    child.endInput();
    end.result = child.wait([&](const std::string& line) { end.lines.hear(line, progress, listener); }, progress);
    return end;
}

class LocalWorker final : public Worker {
public:
    std::vector<Device> devices(Progress& progress) override
    {
        const WorkerEnd end = runWorker({"probe"}, {}, progress);
        if (!end.good())
            throw errorOf(end);
        return devicesIn(end.lines.answer);
    }

    session::Session run(const GpuJob& job, Progress& progress, const Listener& listener) override
    {
        return runJob(
            "run", [&](const std::string& folder) { return writeGpuJob(job, folder, progress); }, progress, listener);
    }

    session::Session runMasks(const MaskJob& job, Progress& progress, const Listener& listener) override
    {
        session::Session session = runJob(
            "run-masks", [&](const std::string& folder) { return writeMaskJob(job, folder, progress); }, progress,
            listener);
        session.masks = job.masks; // which say how they were made
        session.matrix = job.masks->matrix(session.mask, progress);
        return session;
    }

    void calibrate(const CalibrationJob& job, Progress& progress) override
    {
        const WorkerEnd end = runWorker(argumentsOf(job, job.output), {}, progress);
        if (!end.good())
            throw errorOf(end);
    }

    CompiledKernel compile(const std::string& source, const std::string& entry, int threads,
                           const std::string& architecture, Progress& progress) override
    {
        const JobFolder folder;
        const std::string output = folder.file("compiled.json");
        const WorkerEnd end = runWorker({"compile", "--source", "-", "--entry", entry, "--threads",
                                         std::to_string(threads), "--architecture", architecture, "-o", output},
                                        source, progress);
        if (!end.good())
            throw errorOf(end);
        return compiledKernelFromJson(parseJson(readText(output), {.file = output}), output);
    }

    std::unique_ptr<GpuTimer> graphTimer(const GraphJob& job) override { return localGraphTimer(job); }

private:
    // Writes a job's files into a folder, runs them by this command and reads the session that comes of it.
    template <class Write>
    static session::Session runJob(const char* command, const Write& write, Progress& progress,
                                   const Listener& listener)
    {
        workerProgram();
        const JobFolder folder;
        const std::string file = write(folder.path());
        const WorkerEnd end = runWorker({command, file}, {}, progress, listener);
        const bool wrongResult =
            end.result.exitStatus == static_cast<int>(ErrorKind::Verification) && end.result.signal == 0;
        const std::string output = folder.file("result.sscope");
        std::error_code ignored;
        if (!(end.good() || wrongResult) || !fs::exists(output, ignored))
            throw errorOf(end);
        return session::readSession(output, progress);
    }
};

} // namespace

std::shared_ptr<Worker> localWorker()
{
    return std::make_shared<LocalWorker>();
}

} // namespace sparsescope
