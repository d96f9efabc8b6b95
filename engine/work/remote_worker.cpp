#include "engine/work/remote_worker.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/hash.h"
#include "engine/core/json_text.h"
#include "engine/io/reader.h"
#include "engine/work/local_graph_timer.h"
#include "engine/work/local_worker.h"
#include "engine/work/remote_files.h"
#include "engine/work/worker_lines.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <random>
#include <thread>
#include <unistd.h>

namespace sparsescope {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

std::string newId()
{
    std::random_device random;
    return hex64((std::uint64_t{random()} << 32) | random());
}

// The matrix of a job in its folder, from which a session that does not hold it is read.
std::string matrixFile(const MatrixPtr& matrix, const JobFolder& folder)
{
    return stillInFile(*matrix) ? matrix->source().path : folder.file("matrix.sscope");
}

class RemoteWorker final : public Worker, public std::enable_shared_from_this<RemoteWorker> {
public:
    explicit RemoteWorker(const std::string& host) : m_host(host), m_files(m_host) {}

    std::vector<Device> devices(Progress& progress) override
    {
        WorkerEnd end;
        again(
            [&] {
                end = {};
                end.result = m_host.run(
                    m_files.worker(progress) + " probe",
                    [&](const std::string& line) { end.lines.hear(line, progress, {}); }, progress);
            },
            progress);
        if (!end.good())
            throw ofHost(errorOf(end));
        return devicesIn(end.lines.answer);
    }

    session::Session run(const GpuJob& job, Progress& progress, const Listener& listener) override
    {
        const JobFolder folder;
        writeGpuJob(job, folder.path(), progress);
        session::Session session =
            sessionOf("run", folder, job.matrix.get(), matrixFile(job.matrix, folder), progress, listener);
        session.matrix = job.matrix; // which says where it came from here
        return session;
    }

    session::Session runMasks(const MaskJob& job, Progress& progress, const Listener& listener) override
    {
        const JobFolder folder;
        writeMaskJob(job, folder.path(), progress);
        session::Session session = sessionOf("run-masks", folder, nullptr, {}, progress, listener);
        session.masks = job.masks; // which say how they were made
        session.matrix = job.masks->matrix(session.mask, progress);
        return session;
    }

    void calibrate(const CalibrationJob& job, Progress& progress) override
    {
        const JobFolder folder;
        constexpr const char* result = "calibration.json";
        // What would be lost after minutes is said before.
        if (const fs::path to = fs::absolute(job.output).parent_path(); access(to.c_str(), W_OK) != 0)
            failInput(fmt::format("the folder cannot be written: {}", std::strerror(errno)), {.file = to.string()});
        if (fs::exists(job.output)) // others of which are kept
            fs::copy_file(job.output, folder.file(result));
        if (const WorkerEnd end = work(argumentsOf(job, result), {result}, folder, nullptr, progress, {}); !end.good())
            throw ofHost(errorOf(end));
        writeText(job.output, readText(folder.file(result)), progress);
    }

    CompiledKernel compile(const std::string& source, const std::string& entry, int threads,
                           const std::string& architecture, Progress& progress) override
    {
        const JobFolder folder;
        constexpr const char* result = "compiled.json";
        writeText(folder.file("kernel.cu"), source);
        const WorkerEnd end = work({"compile", "--source", "kernel.cu", "--entry", entry, "--threads",
                                    std::to_string(threads), "--architecture", architecture, "-o", result},
                                   {result}, folder, nullptr, progress, {});
        if (!end.good())
            throw ofHost(errorOf(end));
        const std::string file = folder.file(result);
        return compiledKernelFromJson(parseJson(readText(file), {.file = file}), file);
    }

    // Where the connection is cut the worker there ends, and another one is started.
    std::unique_ptr<GpuTimer> graphTimer(const GraphJob& job) override
    {
        const auto begin = [self = shared_from_this(), job](const JobFolder& folder, Progress& progress) {
            if (!fs::exists(folder.file("job.json")))
                writeGraphJob(job, folder.path(), progress);
            const std::string id = newId();
            self->again([&] { self->m_files.sendJob(folder, id, job.matrix.get(), "true", progress); }, progress);
            return self->m_host.start(fmt::format("cd {0} && {1} evaluate job.json; s=$?; cd /; rm -rf {0}; exit $s",
                                                  self->m_files.folderOf(id, progress), self->m_files.worker(progress)),
                                      progress);
        };
        return graphTimerBy(begin);
    }

private:
    // Does a step anew where the connection was cut meanwhile, for a while.
    template <class Step>
    void again(const Step& step, Progress& progress)
    {
        constexpr std::chrono::minutes patience(2);
        constexpr std::chrono::milliseconds most(10'000);
        std::chrono::milliseconds pause(500);
        for (const Clock::time_point begin = Clock::now();; pause = std::min(most, 2 * pause))
            try {
                return step();
            } catch (const ConnectionLost&) {
                if (Clock::now() - begin > patience)
                    throw;
                progress.report(fmt::format("no connection to {}, which is tried again", m_host.name()), -1);
                for (const Clock::time_point until = Clock::now() + pause; Clock::now() < until;) {
                    progress.check();
                    std::this_thread::sleep_for(std::chrono::milliseconds(50));
                }
            }
    }

    Error ofHost(const Error& error) const { return {error.kind(), m_host.name() + ": " + error.what()}; }

    session::Session sessionOf(const char* command, const JobFolder& folder, const Matrix* matrix,
                               const std::string& file, Progress& progress, const Listener& listener)
    {
        constexpr const char* result = "result.sscope";
        const WorkerEnd end = work({command, "job.json"}, {result}, folder, matrix, progress, listener);
        const bool wrongResult =
            end.result.exitStatus == static_cast<int>(ErrorKind::Verification) && end.result.signal == 0;
        std::error_code ignored;
        if (!(end.good() || wrongResult) || !fs::exists(folder.file(result), ignored))
            throw ofHost(errorOf(end));
        return session::readSession(folder.file(result), progress, file);
    }

    // Names of files among the arguments are of the folder, where the results are put.
    WorkerEnd work(const std::vector<std::string>& arguments, const std::vector<std::string>& results,
                   const JobFolder& folder, const Matrix* matrix, Progress& progress, const Listener& listener)
    {
        const std::string id = newId();
        WorkerEnd end;
        try {
            again([&] { m_files.sendJob(folder, id, matrix, startOf(arguments, results, progress), progress); },
                  progress);
            if (const std::string note = m_files.takeNote(); !note.empty() && listener)
                listener(note);
            std::int64_t heard = 0;
            std::map<std::string, std::int64_t> sizes;
            again([&] { sizes = follow(id, heard, end, progress, listener); }, progress);
            for (const std::string& result : results)
                again([&] { fetch(result, sizes[result], id, folder, progress); }, progress);
        } catch (const ConnectionLost& error) {
            throw Error(ErrorKind::Device,
                        fmt::format("{}; a job that began there goes on until it ends", error.what()));
        } catch (...) {
            remove(id);
            throw;
        }
        remove(id);
        return end;
    }

    // In a session of its own, which no connection's end ends; one that has begun is left alone. What it says ends with
    // the bytes of those results that there are, and its exit status.
    std::string startOf(const std::vector<std::string>& arguments, const std::vector<std::string>& results,
                        Progress& progress)
    {
        std::string words;
        for (const std::string& argument : arguments)
            words += " " + shellQuoted(argument);
        const std::string body = fmt::format(
            "echo $$ > pid.part; mv pid.part pid; \"$@\" > out 2> err; s=$?; {{ echo; for f in {}; do [ -e \"$f\" ] && "
            "printf '{{\"result\":\"%s\",\"bytes\":%s}}\\n' \"$f\" $(wc -c < \"$f\"); done; "
            "printf '{{\"ended\":%s}}\\n' $s; }} >> out; : > ended",
            fmt::join(results, " "));
        return fmt::format("{{ : >> out; [ -e pid ] || setsid sh -c {} sh {}{} < /dev/null > /dev/null 2>&1 & "
                           "while [ ! -e pid ]; do sleep 0.02; done; }}",
                           shellQuoted(body), m_files.worker(progress), words);
    }

    // Hears what it says from the line on that was not heard yet, until it ends. Returns the bytes of those results
    // that there are.
    std::map<std::string, std::int64_t> follow(const std::string& id, std::int64_t& heard, WorkerEnd& end,
                                               Progress& progress, const Listener& listener)
    {
        std::map<std::string, std::int64_t> sizes;
        constexpr int ofSignals = 128, killed = 9; // as a shell counts them
        int status = ofSignals + killed;           // of all that belongs to it, where there is no word of its end
        const auto hear = [&](const std::string& line) {
            const nlohmann::json said = jsonOrDiscarded(line);
            if (!said.is_object())
                return true; // the half of a line that was cut, too
            if (said.contains("result") && said.at("result").is_string() && said.contains("bytes") &&
                said.at("bytes").is_number_integer()) {
                sizes[said.at("result").get<std::string>()] = said.at("bytes").get<std::int64_t>();
                return true;
            }
            if (said.contains("ended") && said.at("ended").is_number_integer()) {
                status = said.at("ended").get<int>();
                return false;
            }
            ++heard;
            end.lines.hear(line, progress, listener);
            return true;
        };
        const std::string folder = m_files.folderOf(id, progress);
        m_host.listen(fmt::format("cd {} && exec tail -s 0.05 -n +{} -f --pid=\"$(cat pid)\" out", folder, heard + 1),
                      hear, progress);
        if (status > ofSignals)
            end.result.signal = status - ofSignals;
        else
            end.result.exitStatus = status;
        if (status != 0)
            m_host.run(
                fmt::format("tail -c 4000 {}/err", folder),
                [&](const std::string& line) { end.result.standardError += line + "\n"; }, progress);
        return sizes;
    }

    void fetch(const std::string& file, std::int64_t bytes, const std::string& id, const JobFolder& folder,
               Progress& progress)
    {
        std::error_code ignored;
        fs::remove(folder.file(file), ignored); // that was sent
        if (bytes == 0)
            return; // the worker says why there is none
        m_host.fetch(folder.file(file), fmt::format("cat {}/{}", m_files.folderOf(id, progress), file), bytes,
                     "fetching the result from " + m_host.name(), progress);
        if (static_cast<std::int64_t>(fs::file_size(folder.file(file))) != bytes)
            throw ConnectionLost(fmt::format("{} came in part", file));
    }

    // Whatever of a job is there, running or not.
    void remove(const std::string& id)
    {
        if (!m_files.reached())
            return;
        try {
            Progress anyway; // a job is cancelled, and this is how
            const std::string folder = m_files.folderOf(id, anyway);
            m_host.run(
                fmt::format("cd {0} && {{ [ -e ended ] || kill -s TERM -- -\"$(cat pid)\" 2>/dev/null; cd /; "
                            "rm -rf {0}; }}",
                            folder),
                [](const std::string&) {}, anyway);
        } catch (const Error&) {
            // The host clears old jobs away.
        }
    }

    SshHost m_host;
    RemoteFiles m_files;
};

} // namespace

std::shared_ptr<Worker> remoteWorker(const std::string& host)
{
    return std::make_shared<RemoteWorker>(host);
}

std::shared_ptr<Worker> workerOn(const std::string& host)
{
    return host.empty() ? localWorker() : remoteWorker(host);
}

} // namespace sparsescope
