// A child process that is asked again and again, and replaced where it dies.
#include "engine/work/local_graph_timer.h"

#include "engine/core/process.h"
#include "engine/work/worker_process.h"

#include <filesystem>
#include <optional>
#include <utility>

namespace sparsescope {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds tillKilled{300}; // of a worker that is asked to end

class ProcessGraphTimer final : public GpuTimer {
public:
    ProcessGraphTimer(BeginEvaluation begin, const WorkerPatience& patience)
        : m_begin(std::move(begin)), m_patience(patience)
    {
    }

    TimedOn timedOn(Progress& progress) override
    {
        start(progress);
        return m_on;
    }

    std::vector<GraphTime> time(std::span<const graph::Graph> graphs, const GraphTiming& timing,
                                Progress& progress) override
    {
        progress.check();
        if (auto times = ask(graphs, timing, progress))
            return *times;
        std::vector<GraphTime> all;
        for (std::size_t i = 0; i < graphs.size(); ++i) {
            // A request of one has just shown what it does.
            const auto alone = graphs.size() > 1 ? ask(graphs.subspan(i, 1), timing, progress) : std::nullopt;
            all.push_back(alone ? alone->front() : GraphTime{.problem = m_end});
        }
        return all;
    }

private:
    // What ends by an error has left a worker of which nobody knows what it will say next.
    template <class Body>
    auto keepingChild(const Body& body)
    {
        try {
            return body();
        } catch (...) {
            m_child.reset();
            throw;
        }
    }

    void start(Progress& progress)
    {
        if (m_child)
            return;
        m_child = m_begin(m_folder, progress);
        m_child->setPatience(tillKilled);
        WorkerEnd end;
        const auto ready = next(m_patience.reading, end, progress);
        if (!ready)
            throw Error(ErrorKind::Device, errorOf(end).what());
        m_on = keepingChild([&] { return timedOnIn(*ready); });
    }

    // Nothing where the worker died of it; m_end says how.
    std::optional<std::vector<GraphTime>> ask(std::span<const graph::Graph> graphs, const GraphTiming& timing,
                                              Progress& progress)
    {
        if (graphs.empty())
            return std::vector<GraphTime>();
        start(progress);
        m_child->send(requestLine(graphs, timing));
        WorkerEnd end;
        const auto answer = next(m_patience.making * graphs.size(), end, progress);
        if (!answer) {
            m_end = errorOf(end).what();
            return {};
        }
        return keepingChild([&] { return timesIn(*answer, graphs.size()); });
    }

    // The next line that answers. Nothing where the worker ended before, which is gone then.
    std::optional<nlohmann::json> next(milliseconds patience, WorkerEnd& end, Progress& progress)
    {
        return keepingChild([&]() -> std::optional<nlohmann::json> {
            const auto wait = [&] {
                const std::string& stage = end.lines.stage;
                m_child->endBy(stage == waitingForGpu            ? Clock::time_point::max()
                               : stage.starts_with(timingGraphs) ? Clock::now() + m_patience.running
                                                                 : Clock::now() + patience);
            };
            const auto hear = [&](const std::string& line) {
                end.lines.hear(line, progress, {});
                wait();
                return end.lines.answer.is_null();
            };
            wait();
            if (m_child->listen(hear, progress)) {
                progress.check();
                return std::move(end.lines.answer);
            }
            end.result = m_child->wait([](const std::string&) {}, progress);
            m_child.reset();
            return {};
        });
    }

    const BeginEvaluation m_begin;
    const WorkerPatience m_patience;
    const JobFolder m_folder; // goes after the child
    std::unique_ptr<ChildProcess> m_child;
    TimedOn m_on;
    std::string m_end; // of the last worker that died
};

} // namespace

std::unique_ptr<GpuTimer> localGraphTimer(const GraphJob& job, const WorkerPatience& patience)
{
    const auto begin = [job](const JobFolder& folder, Progress& progress) {
        const std::string program = workerProgram(), file = folder.file("job.json");
        if (!std::filesystem::exists(file))
            writeGraphJob(job, folder.path(), progress);
        return std::make_unique<ChildProcess>(program, std::vector<std::string>{"evaluate", file});
    };
    return graphTimerBy(begin, patience);
}

std::unique_ptr<GpuTimer> graphTimerBy(BeginEvaluation begin, const WorkerPatience& patience)
{
    return std::make_unique<ProcessGraphTimer>(std::move(begin), patience);
}

} // namespace sparsescope
