#include "kernels/profile/run_plan.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/core/stage.h"
#include "engine/cost/cost_model.h"
#include "engine/measure/baselines.h"
#include "engine/measure/limits.h"
#include "engine/run/executor.h"
#include "kernels/baseline/baseline.h"
#include "kernels/device/compiler.h"
#include "kernels/device/device_plan.h"
#include "kernels/device/stopwatch.h"
#include "kernels/profile/counters.h"
#include "kernels/profile/in_situ.h"
#include "kernels/profile/kinds.h"
#include "kernels/profile/reference.h"
#include "kernels/profile/sampling.h"
#include "kernels/profile/saturated.h"
#include "kernels/profile/tune.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <functional>

namespace sparsescope {

namespace {

constexpr std::size_t mostTaskTimes = 100'000;
constexpr int instrumentedRepeats = 5;
constexpr double launchNs = 1300; // of a kernel behind another, about

Conditions conditionsOf(const Context& context, const RunOptions& options)
{
    Conditions c;
    c.device = context.info().name;
    c.sms = context.info().sms;
    c.architecture = context.info().architecture();
    c.driver = driverModuleVersion();
    int version = 0;
    if (cudaRuntimeGetVersion(&version) == cudaSuccess)
        c.cuda = fmt::format("{}.{}", version / 1000, version % 1000 / 10);
    c.nvrtc = nvrtcVersion();
    c.cusparse = cusparseVersion();
    c.warmups = options.warmups;
    c.repeats = options.repeats;
    c.cache = "warm and cold";
    c.date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
    return c;
}

// STile table 3 over all sub-tasks, and what those of each kind of tile should move.
void predictWork(const Plan& plan, const Packed& packed, const Matrix& matrix, Profile& profile)
{
    std::vector<Work> work(plan.tiles.size());
    std::vector<Work> traffic(plan.tiles.size());
    parallelEach(static_cast<std::int64_t>(plan.tiles.size()), 64, [&](std::int64_t t) {
        const auto i = static_cast<std::size_t>(t);
        const Tile& tile = plan.tiles[i];
        const Format& format = *plan.formats[static_cast<std::size_t>(tile.format)];
        work[i] = workOf(format.features(plan.view(tile), matrix), plan.op, plan.densePart);
        traffic[i] = trafficOf(plan, tile, matrix);
    });
    const auto parts = static_cast<double>(plan.denseParts());
    profile.kinds.resize(packed.kinds.size());
    for (std::size_t k = 0; k < packed.kinds.size(); ++k)
        profile.kinds[k].kind = packed.kindLabel(k);
    for (std::size_t t = 0; t < work.size(); ++t) {
        const bool atomic = plan.tiles[t].atomic;
        profile.predictedBytes += (atomic ? work[t].atomicBytes : work[t].bytes) * parts;
        profile.predictedFlops += work[t].flops * parts;
        KindRun& kind = profile.kinds[static_cast<std::size_t>(packed.tiles[t].kind)];
        kind.tasks += plan.denseParts();
        kind.predictedFlops += traffic[t].flops * parts;
        kind.predictedBytes += traffic[t].bytes * parts;
        kind.predictedAddedBytes += (traffic[t].atomicBytes - traffic[t].bytes) * parts;
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
    profile.sharedBytes = kernels.fused().attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    profile.localBytes = kernels.fused().attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
    profile.occupancy = static_cast<double>(kernels.fused().blocksPerSm(kernels.threads())) * kernels.threads() /
                        static_cast<double>(device.threadsPerSm);
}

// Task clocks: an instrumented kernel of the same source, run a few times; the last run is kept.
void measureTasks(const DevicePlan& device, const GeneratedSource& source, const std::string& architecture,
                  const Stream& stream, Stopwatch& stopwatch, Profile& profile, Progress& progress)
{
    const Packed& packed = device.packed();
    if (packed.tasks.empty())
        return;
    CompileOptions options;
    options.architecture = architecture;
    options.defines = {fmt::format("{}=1", clocksMacro)};
    const PlanKernels kernels(source, compileSource(source.text, source.entry + ".cu", options).cubin);
    std::vector<BlockClock> clocks(packed.tasks.size());
    Buffer buffer(clocks.size() * sizeof(BlockClock), "task clocks");
    buffer.fill(0);
    device.zero(stream, kernels);
    const auto ns = stopwatch.measure(
        2, instrumentedRepeats, [&] { device.fused(stream, kernels, buffer.address()); }, progress);
    profile.instrumentedNs = summariseTimes(ns).medianNs;
    const double cyclesPerNs = stopwatch.cyclesPerNs(progress);
    buffer.download(clocks.data(), clocks.size() * sizeof(BlockClock));

    const std::vector<double> shares = inSituCycles(clocks);
    const std::vector<BlockLife> lives = blockLives(clocks);
    std::vector<std::int32_t> kinds;
    kinds.reserve(packed.tasks.size());
    for (const Task& task : packed.tasks)
        kinds.push_back(packed.tiles[static_cast<std::size_t>(task.tile)].kind);
    const std::vector<std::size_t> sample = stratifiedSample(kinds, mostTaskTimes);
    if (sample.size() < clocks.size())
        profile.messages.push_back(fmt::format("{} of {} task times are kept, spread evenly over the kinds of tile.",
                                               sample.size(), clocks.size()));
    for (const std::size_t i : sample)
        profile.taskTimes.push_back({packed.tasks[i].tile, packed.tasks[i].part,
                                     static_cast<std::int32_t>(clocks[i].sm), lives[i].start, lives[i].end,
                                     shares[i] / cyclesPerNs});
}

// Runs one part of the measurement; what fails in it becomes a sentence and the rest goes on.
void attempt(Profile& profile, const char* what, const std::function<void()>& part)
{
    try {
        part();
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled || error.kind() == ErrorKind::Usage)
            throw;
        profile.messages.push_back(fmt::format("{}: {}", what, error.what()));
    }
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
        device.zero(stream, *tuned.kernels);
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

} // namespace

Profile runPlan(Plan& plan, const Matrix& matrix, const RunOptions& options, Progress& progress)
{
    for (const std::string& baseline : options.baselines)
        requireKnownBaseline(baseline);
    if (options.repeats < 1 || options.warmups < 0)
        failUsage("a run needs at least one repeat, and no fewer than no warm-ups");

    progress.report("opening the GPU", 0);
    const Context context(options.device);
    const Stream stream;
    Stopwatch stopwatch(stream, context.info().architecture());
    Stage tuning(progress, 0.02, 0.25);
    Turn turn(context.turnFile());
    const Tuning tuned = tune(plan, matrix, options.seed, options.tune, context.info().architecture(), stream,
                              stopwatch, turn, tuning.progress());
    plan = tuned.prepared->plan;
    DevicePlan& device = *tuned.prepared->device;
    const Packed& packed = device.packed();
    const PlanKernels& kernels = *tuned.kernels;
    progress.check();

    Profile profile;
    profile.op = plan.op;
    profile.planner = plan.planner;
    profile.calibration = plan.calibration;
    profile.predictedNs = plan.predictedNs;
    profile.tasks = static_cast<std::int64_t>(packed.tasks.size());
    profile.conditions = conditionsOf(context, options);
    profile.packMs = tuned.prepared->packMs;
    profile.compileMs = tuned.compileMs;
    profile.variants = tuned.variants;
    profile.untunedNs = tuned.untunedNs;
    predictWork(plan, packed, matrix, profile);
    attempt(profile, "The limits of this GPU are not known",
            [&] { useCalibrations(plan, matrix, context.info(), profile); });
    describeKernel(kernels, context.info(), profile);

    turn.take(progress, waitingForGpu, 0.25);
    progress.report("checking", 0.25);
    const bool sampled = packed.op.sampled();
    Stage referenceStage(progress, 0.25, 0.4);
    const Reference reference =
        makeReference(matrix, packed.op, tuned.prepared->operands, mostOnCpu, context.info().architecture(), stream,
                      profile.conditions.reference, referenceStage.progress());
    const auto verify = [&](const std::function<void()>& run) {
        device.poison();
        run();
        stream.wait(progress);
        const ErrorNorms norms = compare(reference, device.result().data(), sampled ? 1 : packed.ld);
        profile.relativeError = norms.relative;
        profile.worstElementError = norms.worstElement;
        profile.verified = norms.accepted(packed.op.dtype);
    };
    std::function<void()> run = [&] { device.run(stream, kernels); };
    verify(run);
    if (!profile.verified) {
        const std::string note = overflowNote(matrix, packed.op.dtype, &reference);
        profile.messages.insert(
            profile.messages.begin(),
            note.empty() ? fmt::format("The result is wrong: ||C - R|| / ||R|| = {:.3g}.", profile.relativeError)
                         : note + ".");
    }
    progress.check();

    progress.report("timing", 0.4);
    const auto time = [&](const std::function<void()>& what, Stopwatch::Cache cache = Stopwatch::Cache::Warm) {
        const auto ns = stopwatch.measure(options.warmups, options.repeats, what, progress, cache);
        if (!stopwatch.held())
            profile.messages.emplace_back(
                "The stream could not be held while runs were queued; times hold the host's launch cost.");
        return summariseTimes(ns);
    };
    profile.kernel = time(run);
    profile.conditions.clockMHz = stopwatch.cyclesPerNs(progress) * 1000;
    std::unique_ptr<SeparateKinds> separate;
    // Kinds are launched one by one for their counters, or where a launch for each could pay.
    const bool separable =
        packed.kinds.size() > 1 && static_cast<double>(packed.kinds.size()) * launchNs < profile.kernel.medianNs;
    if (!packed.tasks.empty() && !options.brief && (options.counters || (options.tune && separable)))
        attempt(profile, "The kinds of tile were not measured apart", [&] {
            Stage stage(progress, 0.4, 0.5);
            separate = measureKinds(tuned, options, context, stream, stopwatch, separable, profile, stage.progress());
        });
    if (separate) {
        run = [&] {
            device.zero(stream, kernels);
            separate->launchAll(stream);
            device.convert(stream, kernels);
        };
        verify(run);
        profile.kernel = time(run);
    }
    attempt(profile, "The time with a cold L2 cache was not measured",
            [&] { profile.cold = time(run, Stopwatch::Cache::Cold); });
    const auto measureParts = [&] {
        profile.fusedNs = time([&] { device.fused(stream, kernels); }).medianNs;
        if (device.zeroes())
            profile.zeroNs = time([&] { device.zero(stream, kernels); }).medianNs;
        if (device.converts())
            profile.convertNs = time([&] { device.convert(stream, kernels); }).medianNs;

        progress.report("task clocks", 0.5);
        attempt(profile, "Task times were not measured", [&] {
            measureTasks(device, tuned.source, context.info().architecture(), stream, stopwatch, profile, progress);
        });
        attempt(profile, "Saturated times were not measured", [&] {
            Stage stage(progress, 0.55, 0.75);
            profile.saturated = measureSaturated(device, saturatedTiles, *tuned.untuned, stream, stopwatch,
                                                 context.info().sms, stage.progress());
        });
    };
    if (!options.brief)
        measureParts();
    for (std::size_t i = 0; i < options.baselines.size(); ++i) {
        progress.report(options.baselines[i],
                        0.75 + 0.15 * static_cast<double>(i) / static_cast<double>(options.baselines.size()));
        progress.check();
        const BaselineInput input{matrix,     packed.op, packed.ld,       device.B().address(), device.X().address(),
                                  device.C(), reference, options.warmups, options.repeats};
        profile.baselines.push_back(runBaseline(options.baselines[i], input, stream, stopwatch, progress));
        if (libraryOf(options.baselines[i]) == BaselineLibrary::CuBlas)
            profile.conditions.cublas = cublasVersion();
    }
    if (options.counters && !options.brief && !packed.tasks.empty()) {
        progress.report("counters", 0.9);
        progress.check();
        const auto launch = [&] { device.fused(stream, kernels); };
        attempt(profile, "The activity record was not read", [&] {
            device.zero(stream, kernels);
            profile.activityNs = measureActivity(stream, tuned.source.entry, launch);
        });
        attempt(profile, "Hardware counters were not read", [&] {
            profile.conditions.chip = chipName(context);
            CounterResult result = measureCounters(context, stream, launch);
            profile.counters = std::move(result.counters);
            profile.messages.insert(profile.messages.end(), result.messages.begin(), result.messages.end());
        });
    }
    progress.report("done", 1);
    return profile;
}

} // namespace sparsescope
