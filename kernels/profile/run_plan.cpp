#include "kernels/profile/run_plan.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/core/stage.h"
#include "engine/cost/cost_model.h"
#include "engine/measure/baselines.h"
#include "engine/measure/limits.h"
#include "engine/plan/value_range.h"
#include "engine/run/executor.h"
#include "kernels/baseline/baseline.h"
#include "kernels/device/compiler.h"
#include "kernels/device/dense_product.h"
#include "kernels/device/device_plan.h"
#include "kernels/device/stopwatch.h"
#include "kernels/profile/conditions.h"
#include "kernels/profile/counters.h"
#include "kernels/profile/kinds.h"
#include "kernels/profile/saturated.h"
#include "kernels/profile/task_clocks.h"
#include "kernels/profile/tune.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace sparsescope {

namespace {

constexpr double launchNs = 1300; // of a kernel behind another, about

// STile table 3 over all sub-tasks, and what those of each kind of tile should move.
void predictWork(const Plan& plan, const Packed& packed, const Matrix& matrix, Profile& profile)
{
    std::vector<Work> work(plan.tiling().tiles.size());
    std::vector<Work> traffic(plan.tiling().tiles.size());
    parallelEach(static_cast<std::int64_t>(plan.tiling().tiles.size()), 64, [&](std::int64_t t) {
        const auto i = static_cast<std::size_t>(t);
        const Tile& tile = plan.tiling().tiles[i];
        const Format& format = plan.tiling().formatOf(tile);
        work[i] = workOf(format.features(plan.tiling().view(tile), matrix), plan.op, plan.densePart);
        traffic[i] = trafficOf(plan, tile, matrix);
    });
    const auto parts = static_cast<double>(plan.denseParts());
    profile.kinds.resize(packed.kinds.size());
    for (std::size_t k = 0; k < packed.kinds.size(); ++k)
        profile.kinds[k].kind = packed.kindLabel(k);
    for (std::size_t t = 0; t < work.size(); ++t) {
        profile.predictedBytes += (plan.tiling().tiles[t].atomic ? work[t].atomicBytes : work[t].bytes) * parts;
        profile.predictedFlops += work[t].flops * parts;
        KindRun& kind = profile.kinds[at(packed.tiles[t].kind)];
        kind.tasks += plan.denseParts();
        kind.predictedFlops += traffic[t].flops * parts;
        kind.predictedBytes += traffic[t].bytes * parts;
    }
}

// The limits come from the shipped calibration of this GPU; a plan that was made for another one is said to be.
void useCalibrations(const Plan& plan, const Matrix& matrix, const DeviceInfo& device, Profile& profile)
{
    for (const std::string& name : shippedCalibrations()) {
        const Calibration calibration = readCalibration(name);
        if (calibration.gpu == device.name && profile.limits.empty())
            profile.limits = limitsOf(matrix, plan.op, calibration.rates);
        if (calibration.name == plan.calibration && calibration.gpu != device.name)
            profile.messages.push_back(fmt::format("The plan was made with the calibration of an {}, not of this {}: "
                                                   "its predictions are those of another GPU.",
                                                   calibration.gpu, device.name));
    }
}

void describeKernel(const PlanKernels& kernels, const DeviceInfo& device, Profile& profile)
{
    profile.registers = kernels.fused().attribute(CU_FUNC_ATTRIBUTE_NUM_REGS);
    profile.sharedBytes =
        kernels.fused().attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES) + kernels.fused().sharedBytes();
    profile.localBytes = kernels.fused().attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
    profile.occupancy = static_cast<double>(kernels.fused().blocksPerSm(kernels.threads())) * kernels.threads() /
                        static_cast<double>(device.threadsPerSm);
}

// The kinds of tile apart: the time and the counted work of each alone, and of all together on streams of their own.
// Returns the kernels when these are faster than the one kernel for all.
std::unique_ptr<SeparateKinds> measureKinds(const Tuning& tuned, const RunOptions& options, const Context& context,
                                            const Stream& stream, Stopwatch& stopwatch, bool separable,
                                            Profile& profile, Progress& progress)
{
    const DevicePlan& device = *tuned.prepared->device;
    const Packed& packed = device.packed();
    auto separate = std::make_unique<SeparateKinds>(device, tuned.parameters, context.info().architecture());
    const double perTensorInstruction = packed.op.dtype == DataType::TFloat32 ? 2.0 * 16 * 8 * 8 : 2.0 * 16 * 8 * 16;
    for (std::size_t k = 0; k < separate->count(); ++k) {
        progress.report("kinds of tile", static_cast<double>(k) / static_cast<double>(separate->count()));
        KindRun& kind = profile.kinds[k];
        const auto launch = [&] { separate->launch(k, stream); };
        kind.ns = summariseTimes(stopwatch.measure(2, options.repeats, launch, progress)).medianNs;
        if (options.counters)
            try {
                const CountedWork work = countWork(context, stream, perTensorInstruction, launch);
                kind.flops = work.flops;
                kind.bytes = work.bytes;
                kind.addedBytes = work.addedBytes;
            } catch (const Error& error) {
                if (error.kind() == ErrorKind::Cancelled)
                    throw;
                if (k == 0)
                    profile.messages.push_back(
                        fmt::format("What the kinds of tile move and compute was not counted: {}", error.what()));
            }
    }
    device.settle(); // a kind alone counts rows that it shares with others, and never to the end
    if (!separable || !options.tune)
        return nullptr;
    const auto together = [&] {
        device.zero(stream, *tuned.kernels);
        separate->launchAll(stream);
        device.convert(stream, *tuned.kernels);
    };
    const double ns = summariseTimes(stopwatch.measure(options.warmups, options.repeats, together, progress)).medianNs;
    const bool faster = ns < profile.kernel.medianNs;
    profile.variants.push_back(
        {fmt::format("a kernel for each of {} kinds, on streams", separate->count()), ns, faster});
    if (!faster)
        return nullptr;
    for (std::size_t i = 0; i + 1 < profile.variants.size(); ++i)
        profile.variants[i].chosen = false;
    return separate;
}

// One run of a plan: what its stages share, and the profile that they fill.
class PlanRun {
public:
    PlanRun(const Plan& plan, const Matrix& matrix, const RunOptions& options, SharedInputs& shared)
        : m_matrix(matrix), m_options(options), m_shared(shared), m_context(options.device),
          m_stopwatch(m_stream, m_context.info().architecture()), m_turn(m_context.turnFile()), m_plan(plan)
    {
    }

    void prepare(Progress& progress);
    void check(Progress& progress);
    void time(Progress& progress);
    void measureKindsApart(Progress& progress);
    void takeKindsApart(Progress& progress);
    void timeCold(Progress& progress);
    void timeParts(Progress& progress);
    void measureTaskClocks(Progress& progress);
    void measureSaturation(Progress& progress);
    void race(Progress& progress);
    void readActivity(Progress& progress);
    void readCounters(Progress& progress);

    bool always() const { return true; }
    bool whole() const { return !m_options.brief; }
    bool tasked() const { return whole() && !packed().tasks.empty(); } // has blocks of ours
    bool counted() const { return whole() && m_options.counters && (packed().byLibrary || !packed().tasks.empty()); }
    // The record is of one kernel.
    bool recorded() const { return tasked() && m_options.counters && m_tuned.source.launches.size() < 2; }
    // Copies of a tile, and kernels of some kinds alone, are made of the fused kernel's tiles.
    bool saturable() const { return tasked() && !packed().graph; }
    bool apart() const { return saturable() && (m_options.counters || separable()); }
    bool fasterApart() const { return m_separate != nullptr; }

    Profile& profile() { return m_profile; }
    const Plan& plan() const { return m_tuned.prepared->plan; }

private:
    DevicePlan& device() const { return *m_tuned.prepared->device; }
    const Packed& packed() const { return device().packed(); }
    const PlanKernels& kernels() const { return *m_tuned.kernels; }
    std::string architecture() const { return m_context.info().architecture(); }
    // Kinds could pay off launched one by one, or are so for their counters.
    bool separable() const
    {
        const std::size_t kinds = packed().kinds.size();
        return m_options.tune && kinds > 1 && static_cast<double>(kinds) * launchNs < m_profile.kernel.medianNs;
    }
    const Matrix& matrix() const { return m_shared.taken.of(m_matrix); } // that is multiplied
    void multiplyWith(TakenValues taken, Progress& progress);
    void verify(Progress& progress);
    Timing timed(const std::function<void()>& what, Progress& progress,
                 Stopwatch::Cache cache = Stopwatch::Cache::Warm);

    const Matrix& m_matrix; // as the file has it
    const RunOptions& m_options;
    SharedInputs& m_shared;
    const Context m_context;
    const Stream m_stream;
    Stopwatch m_stopwatch;
    Turn m_turn;
    Plan m_plan; // as it was asked for
    Tuning m_tuned;
    std::function<void()> m_run; // one product
    std::unique_ptr<SeparateKinds> m_separate;
    Profile m_profile;
};

void PlanRun::prepare(Progress& progress)
{
    if (!m_shared.verifier || m_shared.op != m_plan.op) {
        m_shared.verifier.reset();
        m_shared.op = m_plan.op;
        m_shared.taken = takeValues(m_matrix, m_plan.op, m_options.values, m_options.seed, progress);
    }
    m_tuned = tune(m_plan, matrix(), m_shared.operands, m_options.tune, m_options.codegens, architecture(), m_stream,
                   m_stopwatch, m_turn, progress);
    const Plan& tuned = plan();
    m_profile.op = tuned.op;
    m_profile.planner = tuned.planner;
    m_profile.calibration = tuned.calibration;
    m_profile.predictedNs = tuned.predictedNs;
    m_profile.tasks = static_cast<std::int64_t>(packed().tasks.size());
    m_profile.conditions = conditionsOf(m_context, m_options);
    m_profile.packMs = m_tuned.prepared->packMs;
    m_profile.memoryBytes = static_cast<std::int64_t>(device().bytes());
    m_profile.compileMs = m_tuned.compileMs;
    m_profile.variants = m_tuned.variants;
    m_profile.untunedNs = m_tuned.untunedNs;
    m_profile.codegen = name(packed().codegen);
    m_profile.parameters = packed().byLibrary ? std::string() : m_tuned.parameters.key();
    predictWork(tuned, packed(), m_matrix, m_profile);
    try {
        useCalibrations(tuned, m_matrix, m_context.info(), m_profile);
    } catch (const Error& error) {
        m_profile.messages.push_back(fmt::format("The limits of this GPU are not known: {}", error.what()));
    }
    if (packed().byLibrary)
        m_profile.conditions.cublas = cublasVersion();
    else
        describeKernel(kernels(), m_context.info(), m_profile);
    m_run = [this] { device().run(m_stream, kernels()); };
}

// The tuned plan and its kernels stay: they belong to the pattern.
void PlanRun::multiplyWith(TakenValues taken, Progress& progress)
{
    m_shared.verifier.reset();
    m_shared.taken = std::move(taken);
    const Plan tuned = plan();
    const Codegen codegen = packed().codegen;
    m_tuned.prepared.reset(); // before the other takes memory
    m_tuned.prepared = std::make_unique<Prepared>(tuned, matrix(), m_shared.operands, progress, codegen);
    m_tuned.prepared->upload();
}

void PlanRun::verify(Progress& progress)
{
    device().poison();
    m_run();
    m_stream.wait(progress);
    const ErrorNorms norms =
        m_shared.verifier->compare(device().C(), packed().op.sampled() ? 1 : packed().ld, m_stream, progress);
    m_profile.relativeError = norms.relative;
    m_profile.worstElementError = norms.worstElement;
    m_profile.verified = norms.accepted(packed().op.dtype);
}

void PlanRun::check(Progress& progress)
{
    m_turn.take(progress, waitingForGpu, 0);
    const auto compareWithReference = [&] {
        if (!m_shared.verifier)
            m_shared.verifier = std::make_unique<const Verifier>(matrix(), packed().op, *m_tuned.prepared->operands,
                                                                 mostOnCpu, architecture(), m_stream, progress);
        verify(progress);
    };
    compareWithReference();
    if (!m_profile.verified && !m_options.values && !m_shared.taken.other)
        if (TakenValues others =
                takeValues(m_matrix, packed().op, {}, m_options.seed, progress, &m_shared.verifier->reference());
            others.other) {
            multiplyWith(std::move(others), progress);
            compareWithReference();
        }
    m_profile.conditions.reference = m_shared.verifier->where();
    m_profile.conditions.values = m_shared.taken.values;
    if (const std::string& message = m_shared.taken.message; !message.empty())
        m_profile.messages.insert(m_profile.messages.begin(), message);
    if (m_profile.verified)
        return;
    const std::string note = rangeNote(matrix(), packed().op, progress, &m_shared.verifier->reference());
    m_profile.messages.insert(
        m_profile.messages.begin(),
        note.empty() ? fmt::format("The result is wrong: ||C - R|| / ||R|| = {:.3g}.", m_profile.relativeError)
                     : note + ".");
}

Timing PlanRun::timed(const std::function<void()>& what, Progress& progress, Stopwatch::Cache cache)
{
    const auto ns = m_stopwatch.measure(m_options.warmups, m_options.repeats, what, progress, cache);
    if (!m_stopwatch.held())
        m_profile.messages.emplace_back(
            "The stream could not be held while runs were queued; times hold the host's launch cost.");
    return summariseTimes(ns);
}

void PlanRun::time(Progress& progress)
{
    m_profile.kernel = timed(m_run, progress);
    m_profile.conditions.clockMHz = m_stopwatch.cyclesPerNs(progress) * 1000;
}

void PlanRun::measureKindsApart(Progress& progress)
{
    m_separate = measureKinds(m_tuned, m_options, m_context, m_stream, m_stopwatch, separable(), m_profile, progress);
}

void PlanRun::takeKindsApart(Progress& progress)
{
    m_run = [this] {
        device().zero(m_stream, kernels());
        m_separate->launchAll(m_stream);
        device().convert(m_stream, kernels());
    };
    verify(progress);
    m_profile.kernel = timed(m_run, progress);
}

void PlanRun::timeCold(Progress& progress)
{
    m_profile.cold = timed(m_run, progress, Stopwatch::Cache::Cold);
}

void PlanRun::timeParts(Progress& progress)
{
    m_profile.fusedNs = timed([this] { device().fused(m_stream, kernels()); }, progress).medianNs;
    if (device().zeroes())
        m_profile.zeroNs = timed([this] { device().zero(m_stream, kernels()); }, progress).medianNs;
    if (device().converts())
        m_profile.convertNs = timed([this] { device().convert(m_stream, kernels()); }, progress).medianNs;
    device().settle();
    const auto nothing = [&](int launches) {
        return timed(
                   [this, launches] {
                       for (int i = 0; i < launches; ++i)
                           m_stopwatch.launchNothing();
                   },
                   progress)
            .medianNs;
    };
    m_profile.launchNs = nothing(1);
    m_profile.nextLaunchNs = std::max(0.0, (nothing(5) - m_profile.launchNs) / 4);
}

void PlanRun::measureTaskClocks(Progress& progress)
{
    measureTasks(device(), m_tuned.source, architecture(), m_stream, m_stopwatch, m_profile, progress);
}

void PlanRun::measureSaturation(Progress& progress)
{
    m_profile.saturated = measureSaturated(device(), saturatedTiles, *m_tuned.untuned, m_stream, m_stopwatch,
                                           m_context.info().sms, progress);
}

void PlanRun::race(Progress& progress)
{
    bool refused = false;
    for (std::size_t i = 0; i < m_options.baselines.size(); ++i) {
        const std::string& name = m_options.baselines[i];
        progress.report(name, static_cast<double>(i) / static_cast<double>(m_options.baselines.size()));
        progress.check();
        BaselineInput input{matrix(),
                            packed().op,
                            packed().ld,
                            device().operand(RowsOf::Cols).address(),
                            device().operand(RowsOf::Rows).address(),
                            device().operand(RowsOf::Inner).address(),
                            device().C(),
                            *m_shared.verifier,
                            m_options.warmups,
                            m_options.repeats,
                            architecture()};
        if (whole() && m_options.counters && !refused)
            input.count = [&](const std::function<void()>& launch) {
                const std::vector<Counter> counters = measureCounters(m_context, m_stream, launch).counters;
                refused = counters.empty(); // those of the plan say why
                return counters;
            };
        m_profile.baselines.push_back(runBaseline(name, input, m_stream, m_stopwatch, progress));
        if (const Baseline& raced = m_profile.baselines.back();
            raced.verified && raced.relativeError > acceptedErrors(packed().op.dtype).relative)
            m_profile.messages.push_back(
                fmt::format("{} adds in 16 bits: its result is off by {:.2g} of the norm, this "
                            "plan's by {:.2g}.",
                            name, raced.relativeError, m_profile.relativeError));
        if (libraryOf(name) == BaselineLibrary::CuBlas)
            m_profile.conditions.cublas = cublasVersion();
    }
}

void PlanRun::readActivity(Progress&)
{
    m_profile.activityNs =
        measureActivity(m_stream, m_tuned.source.entry, [this] { device().fused(m_stream, kernels()); });
    device().settle();
}

void PlanRun::readCounters(Progress&)
{
    m_profile.conditions.chip = chipName(m_context);
    CounterResult result = measureCounters(m_context, m_stream, [this] { device().fused(m_stream, kernels()); });
    m_profile.counters = std::move(result.counters);
    m_profile.messages.insert(m_profile.messages.end(), result.messages.begin(), result.messages.end());
}

// What a run does, in this order.
struct RunStage {
    const char* name;
    double weight; // about its share of the time, in percent
    bool (PlanRun::*wanted)() const;
    void (PlanRun::*run)(Progress& progress);
    const char* without; // what the profile says where the stage has failed; null: the run has failed
};

constexpr RunStage stages[] = {
    {"tuning", 25, &PlanRun::always, &PlanRun::prepare, nullptr},
    {"checking", 15, &PlanRun::always, &PlanRun::check, nullptr},
    {"timing", 5, &PlanRun::always, &PlanRun::time, nullptr},
    {"kinds of tile", 8, &PlanRun::apart, &PlanRun::measureKindsApart, "The kinds of tile were not measured apart"},
    {"checking", 1, &PlanRun::fasterApart, &PlanRun::takeKindsApart, nullptr},
    {"timing", 1, &PlanRun::always, &PlanRun::timeCold, "The time with a cold L2 cache was not measured"},
    {"timing", 1, &PlanRun::whole, &PlanRun::timeParts, nullptr},
    {"task clocks", 4, &PlanRun::tasked, &PlanRun::measureTaskClocks, "Task times were not measured"},
    {"saturated times", 18, &PlanRun::saturable, &PlanRun::measureSaturation, "Saturated times were not measured"},
    {"baselines", 15, &PlanRun::always, &PlanRun::race, nullptr},
    {"counters", 2, &PlanRun::recorded, &PlanRun::readActivity, "The activity record was not read"},
    {"counters", 5, &PlanRun::counted, &PlanRun::readCounters, "Hardware counters were not read"},
};

} // namespace

Profile runPlan(Plan& plan, const Matrix& matrix, const RunOptions& options, SharedInputs& shared, Progress& progress)
{
    for (const std::string& baseline : options.baselines)
        requireKnownBaseline(baseline);
    if (options.repeats < 1 || options.warmups < 0)
        failUsage("a run needs at least one repeat, and no fewer than no warm-ups");
    progress.report("opening the GPU", 0);
    PlanRun run(plan, matrix, options, shared);
    double done = 0;
    for (const RunStage& stage : stages) {
        const double begin = done;
        done += stage.weight / 100;
        if (!(run.*stage.wanted)())
            continue;
        Stage part(progress, begin, done);
        part.progress().report(stage.name, 0);
        try {
            (run.*stage.run)(part.progress());
        } catch (const Error& error) {
            if (!stage.without || error.kind() == ErrorKind::Cancelled || error.kind() == ErrorKind::Usage)
                throw;
            run.profile().messages.push_back(fmt::format("{}: {}", stage.without, error.what()));
        }
    }
    progress.check();
    plan = run.plan();
    progress.report("done", 1);
    return std::move(run.profile());
}

} // namespace sparsescope
