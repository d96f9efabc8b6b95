#include "kernels/profile/time_graphs.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/stage.h"
#include "kernels/device/device_plan.h"
#include "kernels/profile/make_graphs.h"

#include <algorithm>
#include <fmt/format.h>
#include <new>
#include <span>
#include <utility>

namespace sparsescope {

namespace {

constexpr int warmups = 2;
constexpr int runsTillCut = 3;
constexpr int turns = 3;       // of graphs that are timed together
constexpr double cutAbove = 2; // times the best

GraphTime summarised(const std::vector<double>& ns)
{
    const Timing timing = summariseTimes(ns);
    if (!(timing.medianNs > 0))
        return {.problem = "its kernel takes no time that can be measured"};
    return {timing.medianNs, timing.lowNs, timing.highNs};
}

} // namespace

// A graph on its way to its answer.
struct GraphBench::Measured {
    std::unique_ptr<const GraphKernel> kernel; // none: `time` is the answer
    GraphTime time;
    std::unique_ptr<const PlanKernels> loaded;
    std::unique_ptr<DevicePlan> device;
    std::vector<double> ns;

    void release()
    {
        device.reset();
        loaded.reset();
        kernel.reset();
    }
};

GraphBench::GraphBench(const Matrix& matrix, const GraphSetting& setting, Progress& progress)
    : m_matrix(matrix), m_setting(setting), m_context(setting.device),
      m_stopwatch(m_stream, m_context.info().architecture()), m_turn(m_context.turnFile())
{
    const Operator& op = setting.op;
    progress.report("the float64 product", 0);
    m_operands = randomOperands(op, shapeOf(matrix), op.dense, setting.seed, progress);
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
    const std::span<const nlohmann::json> graphs(request.graphs);
    std::vector<GraphTime> times;
    const std::size_t atOnce = request.timing.interleaved ? graphs.size() : graphsAtOnce(m_matrix);
    while (times.size() < graphs.size()) {
        const std::size_t begin = times.size();
        const auto some = graphs.subspan(begin, std::min(atOnce, graphs.size() - begin));
        const auto share = [&](double done) {
            return (static_cast<double>(begin) + done * static_cast<double>(some.size())) /
                   static_cast<double>(graphs.size());
        };
        std::vector<Measured> measured;
        {
            Stage stage(progress, share(0), share(0.5));
            for (MadeGraph& made : makeGraphs(some, matrix(), m_setting.op, request.timing,
                                              m_context.info().architecture(), stage.progress()))
                measured.push_back({std::move(made.kernel), std::move(made.problem), {}, {}, {}});
        }
        Stage stage(progress, share(0.5), share(1));
        m_turn.take(stage.progress(), waitingForGpu, 0);
        if (request.timing.interleaved)
            timeByTurns(measured, request.timing.repeats, stage.progress());
        else
            timeEach(measured, request.timing, stage.progress());
        m_turn.leave();
        for (Measured& one : measured)
            times.push_back(std::move(one.time));
    }
    return times;
}

// What fails on the GPU is the graph's own problem, unless the context is lost with it.
template <class Body>
void GraphBench::attempt(Measured& one, Progress& progress, const Body& body)
{
    if (!one.kernel)
        return;
    const auto fail = [&](std::string problem) {
        one.release();
        m_stream.wait(progress);
        one.time = {.problem = std::move(problem)};
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

void GraphBench::upload(Measured& one, Progress& progress)
{
    const GraphKernel& kernel = *one.kernel;
    one.loaded = std::make_unique<const PlanKernels>(kernel.source, *kernel.cubin);
    one.device = std::make_unique<DevicePlan>(kernel.packed, m_operands);
    one.device->poison();
    one.device->run(m_stream, *one.loaded);
    m_stream.wait(progress);
    const ErrorNorms norms = m_verifier->compare(one.device->C(), kernel.packed.ld, m_stream, progress);
    if (!norms.accepted(m_setting.op.dtype))
        throw Error(ErrorKind::Verification,
                    fmt::format("the result is wrong: ||C - R|| / ||R|| = {:.3g}, worst element {:.3g}", norms.relative,
                                norms.worstElement));
}

void GraphBench::timeEach(std::span<Measured> all, const GraphTiming& timing, Progress& progress)
{
    for (std::size_t i = 0; i < all.size(); ++i) {
        Measured& one = all[i];
        progress.report(fmt::format("{}, {} of {}", timingGraphs, i + 1, all.size()),
                        static_cast<double>(i) / static_cast<double>(all.size()));
        attempt(one, progress, [&] {
            upload(one, progress);
            const auto run = [&] { one.device->run(m_stream, *one.loaded); };
            // The first runs behind a gate are faster than those that follow: they tell what to cut, and nothing more.
            if (timing.bestNs > 0 && timing.repeats > runsTillCut) {
                one.time = summarised(m_stopwatch.measure(warmups, runsTillCut, run, progress));
                if (one.time.cut = one.time.ns > cutAbove * timing.bestNs; one.time.cut)
                    return;
            }
            one.time = summarised(m_stopwatch.measure(warmups, timing.repeats, run, progress));
        });
        one.release();
    }
}

void GraphBench::timeByTurns(std::span<Measured> all, int repeats, Progress& progress)
{
    const int runs = (repeats + turns - 1) / turns;
    for (int turn = 0; turn <= turns; ++turn)
        for (std::size_t i = 0; i < all.size(); ++i) {
            Measured& one = all[i];
            const std::size_t step = at(turn) * all.size() + i;
            progress.report(fmt::format("{}, {} of {}", timingGraphs, step + 1, at(turns + 1) * all.size()),
                            static_cast<double>(step) / (static_cast<double>(turns + 1) * std::ssize(all)));
            attempt(one, progress, [&] {
                if (turn == 0)
                    return upload(one, progress);
                const auto run = [&] { one.device->run(m_stream, *one.loaded); };
                const std::vector<double> ns = m_stopwatch.measure(warmups, runs, run, progress);
                one.ns.insert(one.ns.end(), ns.begin(), ns.end());
            });
        }
    for (Measured& one : all)
        if (one.kernel)
            one.time = summarised(one.ns);
}

} // namespace sparsescope
