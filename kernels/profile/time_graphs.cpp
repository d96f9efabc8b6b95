#include "kernels/profile/time_graphs.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/core/stage.h"
#include "engine/plan/graph/plan_tiles.h"
#include "engine/plan/packed.h"
#include "kernels/device/compiler.h"
#include "kernels/device/device_plan.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <map>
#include <new>
#include <string_view>
#include <thread>
#include <utility>

namespace sparsescope {

namespace {

constexpr int warmups = 2;
constexpr int runsTillCut = 3;
constexpr double cutAbove = 2; // times the best

struct GraphKernel {
    Packed packed;
    GeneratedSource source;
};

GraphKernel kernelOf(const nlohmann::json& json, const Matrix& matrix, const Operator& op, double padding,
                     Progress& progress)
{
    const graph::Graph graph = graph::readGraph(json, {});
    Plan plan = emptyPlan(matrix, op, 1);
    {
        const graph::Applied applied =
            graph::applyGraph(graph, matrix, {.padding = padding}, graph::Keep::LastState, progress);
        graph::addBranches(plan, graph, applied, progress);
    }
    GraphKernel kernel{pack(plan, matrix, progress), {}};
    kernel.source = generateKernel(kernel.packed);
    return kernel;
}

// A graph is refused where the error names its node, or its kernel cannot be written; that memory is short, or the
// compiler in trouble, is nothing that it will be told tomorrow.
GraphTime problemOf(const Error& e)
{
    const bool refused = e.kind() == ErrorKind::Usage || (e.kind() == ErrorKind::Input && !e.where().call.empty());
    return {.problem = e.what(), .refused = refused};
}

// Where the body fails, its answer is why. What is cancelled is found out by the caller.
template <class Body>
void answering(GraphTime& time, const Body& body)
{
    try {
        body();
    } catch (const Error& e) {
        time = problemOf(e);
    } catch (const std::bad_alloc&) {
        time = {.problem = "this machine's memory is exhausted"};
    }
}

// How many graphs are packed at once: half of the memory suffices for them, at about so many bytes a non-zero.
std::size_t graphsAtOnce(const Matrix& matrix)
{
    constexpr std::uint64_t each = 128;
    const std::uint64_t fit =
        availableMemory() / 2 / (each * static_cast<std::uint64_t>(matrix.nnz() + matrix.rows() + 1));
    return std::clamp<std::size_t>(fit, 1, std::max(1u, std::thread::hardware_concurrency()));
}

GraphTime summarised(const std::vector<double>& ns)
{
    const Timing timing = summariseTimes(ns);
    if (!(timing.medianNs > 0))
        return {.problem = "its kernel takes no time that can be measured"};
    return {timing.medianNs, timing.lowNs, timing.highNs};
}

} // namespace

// A graph on its way to its answer.
struct GraphBench::Made {
    const nlohmann::json* graph = nullptr;
    GraphTime* time = nullptr;
    std::unique_ptr<const GraphKernel> kernel; // none: it has its answer
    std::shared_ptr<const std::string> cubin;
    std::unique_ptr<const PlanKernels> loaded;
    std::unique_ptr<DevicePlan> device;
    std::vector<double> ns;

    void release()
    {
        device.reset();
        loaded.reset();
        kernel.reset();
        cubin.reset();
    }
};

GraphBench::GraphBench(const Matrix& matrix, const GraphSetting& setting, Progress& progress)
    : m_matrix(matrix), m_setting(setting), m_context(setting.device),
      m_stopwatch(m_stream, m_context.info().architecture()), m_turn(m_context.turnFile())
{
    const Operator& op = setting.op;
    progress.report("the float64 product", 0);
    m_operands = randomOperands(op, matrix.rows(), matrix.cols(), op.dense, setting.seed, progress);
    m_taken = takeValues(matrix, op, setting.values, setting.seed, progress);
    const auto multiply = [&] {
        m_turn.take(progress, waitingForGpu, 0.5);
        m_verifier.reset(); // before another takes memory
        m_verifier = std::make_unique<const Verifier>(this->matrix(), op, m_operands, mostOnCpu,
                                                      m_context.info().architecture(), m_stream, progress);
    };
    multiply();
    if (!setting.values && !m_taken.other)
        if (TakenValues others = takeValues(matrix, op, {}, setting.seed, progress, &m_verifier->reference());
            others.other) {
            m_taken = std::move(others);
            multiply();
        }
    m_turn.leave();
}

std::vector<GraphTime> GraphBench::time(const GraphRequest& request, Progress& progress)
{
    std::vector<GraphTime> times(request.graphs.size());
    const std::size_t atOnce = request.timing.interleaved ? times.size() : graphsAtOnce(m_matrix);
    for (std::size_t begin = 0; begin < times.size(); begin += atOnce) {
        std::vector<Made> some(std::min(atOnce, times.size() - begin));
        for (std::size_t i = 0; i < some.size(); ++i) {
            some[i].graph = &request.graphs[begin + i];
            some[i].time = &times[begin + i];
        }
        const auto share = [&](std::size_t done) {
            return static_cast<double>(done) / static_cast<double>(times.size());
        };
        Stage making(progress, share(begin), share(begin) + share(some.size()) / 2);
        make(some, request, making.progress());
        Stage measuring(progress, share(begin) + share(some.size()) / 2, share(begin + some.size()));
        m_turn.take(measuring.progress(), waitingForGpu, 0);
        if (request.timing.interleaved) {
            timeByTurns(some, request.timing.repeats, measuring.progress());
        } else {
            for (std::size_t i = 0; i < some.size(); ++i) {
                measuring.progress().report(fmt::format("{}, {} of {}", timingGraphs, begin + i + 1, times.size()),
                                            static_cast<double>(i) / static_cast<double>(some.size()));
                timeAlone(some[i], request.timing, measuring.progress());
            }
        }
        m_turn.leave();
    }
    return times;
}

void GraphBench::make(std::span<Made> some, const GraphRequest& request, Progress& progress) const
{
    Progress quiet(progress, {});
    std::atomic<int> done = 0;
    const auto tell = [&](std::size_t all) {
        progress.report("making kernels", ++done / (2.0 * static_cast<double>(std::max<std::size_t>(all, 1))));
    };
    progress.report("making kernels", 0);
    parallelEach(std::ssize(some), 1, [&](std::int64_t i) {
        Made& made = some[at(i)];
        answering(*made.time, [&] {
            made.kernel = std::make_unique<const GraphKernel>(
                kernelOf(*made.graph, matrix(), m_setting.op, request.timing.padding, quiet));
        });
        tell(some.size());
    });
    progress.check();
    // A source is of no data: graphs that differ in numbers often share one.
    std::map<std::string_view, std::vector<Made*>> sources;
    for (Made& made : some)
        if (made.kernel)
            sources[made.kernel->source.text].push_back(&made);
    std::vector<std::vector<Made*>> each;
    for (auto& [text, sharing] : sources)
        each.push_back(std::move(sharing));
    done = std::ssize(each);
    parallelEach(std::ssize(each), 1, [&](std::int64_t n) {
        const std::vector<Made*>& sharing = each[at(n)];
        if (progress.cancelled())
            return;
        GraphTime failed;
        std::shared_ptr<const std::string> cubin;
        answering(failed, [&] {
            const GeneratedSource& source = sharing.front()->kernel->source;
            CompileOptions options;
            options.architecture = m_context.info().architecture();
            cubin =
                std::make_shared<const std::string>(compileSource(source.text, source.entry + ".cu", options).cubin);
        });
        for (Made* made : sharing) {
            made->cubin = cubin;
            if (!cubin) {
                *made->time = failed;
                made->release();
            }
        }
        tell(each.size());
    });
    progress.check();
}

// What fails on the GPU is the graph's own problem, unless the context is lost with it.
template <class Body>
void GraphBench::attempt(Made& made, Progress& progress, const Body& body)
{
    if (!made.kernel)
        return;
    const auto fail = [&](std::string problem) {
        made.release();
        m_stream.wait(progress);
        *made.time = {.problem = std::move(problem)};
    };
    try {
        body();
    } catch (const Error& e) {
        if (e.kind() == ErrorKind::Cancelled)
            throw;
        fail(e.what());
    } catch (const std::bad_alloc&) {
        fail("this machine's memory is exhausted");
    }
}

void GraphBench::upload(Made& made, Progress& progress)
{
    const GraphKernel& kernel = *made.kernel;
    made.loaded = std::make_unique<const PlanKernels>(kernel.source, *made.cubin);
    made.device = std::make_unique<DevicePlan>(kernel.packed, m_operands);
    made.device->poison();
    made.device->run(m_stream, *made.loaded);
    m_stream.wait(progress);
    const ErrorNorms norms = m_verifier->compare(made.device->C(), kernel.packed.ld, m_stream, progress);
    if (!norms.accepted(m_setting.op.dtype))
        throw Error(ErrorKind::Verification,
                    fmt::format("the result is wrong: ||C - R|| / ||R|| = {:.3g}, worst element {:.3g}", norms.relative,
                                norms.worstElement));
}

void GraphBench::timeAlone(Made& made, const GraphTiming& timing, Progress& progress)
{
    attempt(made, progress, [&] {
        upload(made, progress);
        const auto run = [&] { made.device->run(m_stream, *made.loaded); };
        const bool mayCut = timing.bestNs > 0 && timing.repeats > runsTillCut;
        std::vector<double> ns = m_stopwatch.measure(warmups, mayCut ? runsTillCut : timing.repeats, run, progress);
        *made.time = summarised(ns);
        made.time->cut = mayCut && made.time->ns > cutAbove * timing.bestNs;
        if (mayCut && !made.time->cut) {
            const int more = timedRuns(timing.repeats, made.time->ns) - runsTillCut;
            const std::vector<double> others = m_stopwatch.measure(0, std::max(more, 0), run, progress);
            ns.insert(ns.end(), others.begin(), others.end());
            *made.time = summarised(ns);
        }
    });
    made.release();
}

void GraphBench::timeByTurns(std::span<Made> all, int repeats, Progress& progress)
{
    const auto inTurn = [&](int done, const auto& body) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::size_t run = at(done) * all.size() + i;
            progress.report(fmt::format("{}, run {} of {}", timingGraphs, run + 1, at(repeats + 1) * all.size()),
                            static_cast<double>(run) / (static_cast<double>(repeats + 1) * std::ssize(all)));
            attempt(all[i], progress, [&] { body(all[i]); });
        }
    };
    inTurn(0, [&](Made& made) { upload(made, progress); });
    for (int i = 0; i < repeats; ++i)
        inTurn(i + 1, [&](Made& made) {
            if (i > 0 && i >= timedRuns(repeats, made.ns.front()))
                return;
            const auto run = [&] { made.device->run(m_stream, *made.loaded); };
            const std::vector<double> ns = m_stopwatch.measure(i > 0 ? 1 : warmups, 1, run, progress);
            made.ns.insert(made.ns.end(), ns.begin(), ns.end());
        });
    for (Made& made : all)
        if (made.kernel)
            *made.time = summarised(made.ns);
}

} // namespace sparsescope
