#include "kernels/profile/calibrate.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/core/stage.h"
#include "engine/cost/cost_model.h"
#include "engine/cost/fit.h"
#include "engine/run/executor.h"
#include "kernels/device/compiler.h"
#include "kernels/device/dense_product.h"
#include "kernels/device/device_plan.h"
#include "kernels/device/stopwatch.h"
#include "kernels/generate/templates.h"
#include "kernels/profile/calibrate_pairings.h"
#include "kernels/profile/calibration_samples.h"
#include "kernels/profile/saturated.h"
#include "kernels/profile/tune.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <map>
#include <set>

namespace sparsescope {

namespace {

constexpr int calibrationRepeats = 15;
constexpr std::size_t leastForLabel = 6; // samples of a fit of its own

// The time of one sub-task of each tile alone, in ns.
std::vector<double> measureAlone(const DevicePlan& device, const PlanKernels& kernels, const Stream& stream,
                                 Stopwatch& stopwatch, Progress& progress)
{
    const Packed& packed = device.packed();
    std::vector<double> times;
    for (std::size_t t = 0; t < packed.tiles.size(); ++t) {
        KernelArguments arguments = device.arguments();
        arguments["tasks"] += t * sizeof(TaskRecord);
        times.push_back(summariseTimes(stopwatch.measure(
                                           2, 10, [&] { kernels.launch(stream, 1, arguments); }, progress))
                            .medianNs);
    }
    return times;
}

// Steps and ns, by shape, and for shapes that were not measured by format.
using AloneTimes = std::map<std::string, std::pair<std::vector<double>, std::vector<double>>>;

void addAlone(const std::vector<TileSample>& samples, bool byLabel, const std::vector<double>& alone, double launchNs,
              const Operator& op, std::int64_t part, AloneTimes& times)
{
    for (std::size_t t = 0; t < alone.size(); ++t) {
        const TileSample& sample = samples[t / 2];
        const double chain = chainOf(sample.features(), op, part);
        for (const std::string& key : {sample.format->label(), sample.format->name()}) {
            if (key == sample.format->label() && chain > 0 && !byLabel)
                continue; // CSR: the same kernel however many places
            times[key].first.push_back(chain);
            times[key].second.push_back(std::max(1.0, alone[t] - launchNs));
        }
    }
}

// The median of those that are alike, a line through the others.
std::map<std::string, Latency> latenciesOf(const AloneTimes& times)
{
    std::map<std::string, Latency> latencies;
    for (const auto& [format, measured] : times) {
        const auto& [steps, ns] = measured;
        const bool alike = std::adjacent_find(steps.begin(), steps.end(), std::not_equal_to<>()) == steps.end();
        latencies[format] = alike ? Latency{summariseTimes(ns).medianNs} : fitLatency(steps, ns);
    }
    return latencies;
}

// Samples in a kernel.
struct Built {
    Packed packed;
    GeneratedSource source;
    std::string cubin;
};

// The samples of one kernel, for one entry, and the kernel; of RGMS one for each of several inner axes.
struct Group {
    std::size_t entry = 0;
    std::vector<TileSample> samples;
    bool byLabel = false;       // has each shape numbers of its own?
    bool withoutBlocks = false; // numbers for kernels without blocks alone
    bool inSlots = false;       // are they measured so too?
    struct Kernel {
        std::int64_t inner = 1;
        Built added = {}, slots = {};
    };
    std::vector<Kernel> kernels = {};
};

// Saturated times of all tiles of a kernel.
std::vector<SaturatedTime> measureAll(const DevicePlan& device, const PlanKernels& kernels, const Context& context,
                                      const Stream& stream, Stopwatch& stopwatch, Progress& progress)
{
    const std::size_t tiles = device.packed().tiles.size();
    std::vector<SaturatedTime> times =
        measureSaturated(device, tiles, kernels, stream, stopwatch, context.info().sms, progress);
    if (times.size() != tiles)
        throw Error(ErrorKind::Device, "GPU memory does not suffice for the copies of every tile",
                    {.call = "calibrate"});
    return times;
}

// What they take, added to an entry.
void measureGroup(const Group& group, double launchNs, const Context& context, const Stream& stream,
                  Stopwatch& stopwatch, CalibrationEntry& entry, Progress& progress)
{
    const std::vector<TileSample>& samples = group.samples;
    const std::int64_t part = entry.densePart;
    std::map<std::pair<std::string, std::int64_t>, CostTable> tables; // by name and height
    std::map<std::pair<std::string, std::string>, std::pair<std::vector<FitSample>, std::vector<LinearSample>>>
        fitted; // by name and label
    AloneTimes alone;
    for (const Group::Kernel& kernel : group.kernels) {
        const Packed& packed = kernel.added.packed;
        const Operator& op = packed.op;
        const std::vector<Dense> operands = randomOperands(op, packed.shape(), packed.ld, 1);
        const PlanKernels kernels(kernel.added.source, kernel.added.cubin);
        const DevicePlan device(packed, operands);
        const std::vector<SaturatedTime> times = measureAll(device, kernels, context, stream, stopwatch, progress);
        std::vector<SaturatedTime> slots;
        if (group.inSlots) {
            const PlanKernels ofSlots(kernel.slots.source, kernel.slots.cubin);
            slots =
                measureAll(DevicePlan(kernel.slots.packed, operands), ofSlots, context, stream, stopwatch, progress);
        }
        if (!group.withoutBlocks) // alone on the GPU a tile has its L1 cache to itself
            addAlone(samples, group.byLabel, measureAlone(device, kernels, stream, stopwatch, progress), launchNs, op,
                     part, alone);
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const double ns = times[2 * i].ns;
            const double atomicNs = times[2 * i + 1].ns;
            const double slotsNs = slots.empty() ? 0 : slots[i].ns;
            const TileFeatures tile = samples[i].features();
            const Format& format = *samples[i].format;
            if (const FormatKind* kind = findFormatKind(format.name()); kind && kind->traits.costTables) {
                CostTable& table = tables[{kind->name, tile.rows}];
                table.rows = tile.rows;
                table.widths.push_back(tile.width);
                table.ns.push_back(ns);
                table.atomicNs.push_back(atomicNs);
                if (slotsNs > 0)
                    table.slotsNs.push_back(slotsNs);
                continue;
            }
            const Work work = workOf(tile, op, part);
            const auto roofline = [&](double bytes) {
                return work.flops / std::min(work.flops / bytes, entry.peakFlopPerByte);
            };
            for (const std::string& label : {std::string(), format.label()})
                if (label.empty() || group.byLabel) {
                    auto& [fit, linear] = fitted[{format.name(), label}];
                    fit.push_back({roofline(work.bytes), roofline(work.atomicBytes), ns, atomicNs});
                    linear.push_back({linearFeatures(tile, op, part, packed.multipliesFirst), ns, atomicNs, slotsNs});
                }
        }
    }
    for (auto& [key, table] : tables)
        entry.tables.emplace_back(key.first, std::move(table));
    for (const auto& [key, fit] : fitted) {
        const auto& [format, label] = key;
        if (label.empty() && !group.withoutBlocks)
            entry.fits.emplace_back(format, fitRoofline(fit.first));
        if (!label.empty() && fit.second.size() < leastForLabel)
            continue;
        entry.linears.emplace_back(format, fitLinear(fit.second));
        entry.linears.back().second.label = label;
        entry.linears.back().second.withoutBlocks = group.withoutBlocks;
    }
    for (const auto& [format, latency] : latenciesOf(alone))
        entry.latencies.emplace_back(format, latency);
}

// What a library's product of the whole of a dense matrix takes, of several shapes: the times of its one tile. Numbers
// of the largest part serve longer dense axes too.
void measureDense(double launchNs, const Stream& stream, Stopwatch& stopwatch, CalibrationEntry& entry,
                  Progress& progress)
{
    constexpr std::array<std::int64_t, 3> extents = {512, 2048, 8192};
    const FormatPtr format = makeFormat("dense", nlohmann::json::object());
    const bool largest = entry.densePart == definitionOf(entry.op).measuredParts.back();
    const auto random = [&](std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
        const auto values = randomDense(rows, cols, cols, entry.dtype, seed).values;
        const std::vector<std::uint8_t> bytes = encode(values, entry.dtype);
        return Buffer(std::span<const std::uint8_t>(bytes), "a dense matrix");
    };
    const Buffer A = random(extents.back(), extents.back(), 1);
    std::vector<LinearSample> samples;
    for (std::int64_t dense = entry.densePart; dense <= entry.densePart * (largest ? 4 : 1); dense *= 4) {
        const Operator op{entry.op, entry.dtype, dense};
        const Buffer B = random(extents.back(), dense, 2);
        const Buffer C(static_cast<std::size_t>(extents.back() * dense * bytesOf(op.dtype)), "a product");
        for (const std::int64_t rows : extents)
            for (const std::int64_t inner : extents) {
                const DenseProduct product(op.dtype, {rows, inner, dense, inner, dense, dense});
                const double ns =
                    summariseTimes(stopwatch.measure(
                                       3, calibrationRepeats,
                                       [&] { product.run(stream, A.address(), B.address(), C.address()); }, progress))
                        .medianNs;
                samples.push_back({linearFeatures({format.get(), rows, inner, inner}, op, dense),
                                   std::max(1.0, ns - launchNs), std::max(1.0, ns - launchNs)});
            }
    }
    entry.linears.emplace_back(format->name(), fitLinear(samples));
    entry.latencies.emplace_back(format->name(), Latency()); // it is in these times
}

// All that is measured, kernels compiled at once.
std::vector<Group> makeGroups(const std::vector<CalibrationEntry>& entries, const std::string& architecture,
                              Progress& progress)
{
    std::vector<Group> groups;
    const auto add = [&](std::size_t entry, std::vector<TileSample> samples, bool byLabel, bool withoutBlocks) {
        const OperatorDefinition& op = definitionOf(entries[entry].op);
        const bool cut = !op.sampled && !byLabel; // rows of the others are hardly ever split
        groups.push_back({entry, std::move(samples), byLabel, withoutBlocks, cut});
        std::set<std::int64_t> inner = {1};
        if (!op.inner.empty()) // the least and the most tell what grows with it
            inner = {op.measuredParts.front(), entries[entry].densePart, op.measuredParts.back()};
        for (const std::int64_t K : inner)
            groups.back().kernels.push_back({K});
    };
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Operator op{entries[i].op, entries[i].dtype, entries[i].densePart};
        add(i, searchedSamples(op, true), false, false);
        if (std::vector<TileSample> others = searchedSamples(op, false); others.size() < groups.back().samples.size())
            add(i, std::move(others), false, true);
        // Each in a kernel of its own, as in plans of one format.
        for (std::vector<TileSample>& samples : classicSamples(op))
            add(i, std::move(samples), true, false);
    }
    struct Job {
        const Group* group;
        Group::Kernel* kernel;
        SplitSums sums;
    };
    std::vector<Job> jobs;
    for (Group& group : groups)
        for (Group::Kernel& kernel : group.kernels) {
            jobs.push_back({&group, &kernel, SplitSums::Atomic});
            if (group.inSlots)
                jobs.push_back({&group, &kernel, SplitSums::Slots});
        }
    std::atomic<int> done = 0;
    parallelEach(std::ssize(jobs), 1, [&](std::int64_t j) {
        progress.check();
        const auto& [group, kernel, sums] = jobs[at(j)];
        Built& built = sums == SplitSums::Slots ? kernel->slots : kernel->added;
        const CalibrationEntry& entry = entries[group->entry];
        built.packed =
            packedOf(group->samples, {entry.op, entry.dtype, entry.densePart, kernel->inner}, entry.densePart, sums);
        built.source = generateKernel(built.packed);
        CompileOptions compile;
        compile.architecture = architecture;
        built.cubin = compileSource(built.source.text, built.source.entry + ".cu", compile).cubin;
        progress.report("compiling", static_cast<double>(++done) / static_cast<double>(jobs.size()));
    });
    return groups;
}

// The rates, from kernels that do one thing.
Rates measureRates(const Context& context, const Stream& stream, Stopwatch& stopwatch, Progress& progress)
{
    CompileOptions compile;
    compile.architecture = context.info().architecture();
    const auto& templates = deviceTemplates();
    const Module module(compileSource(parameterText({}) + argumentText(argumentFields(Operator())) +
                                          templates.at("common.cuh") + templates.at("mma.cuh") +
                                          templates.at("rates.cuh"),
                                      "rates.cu", compile)
                            .cubin);
    const auto median = [&](const std::function<void()>& run) {
        return summariseTimes(stopwatch.measure(3, calibrationRepeats, run, progress)).medianNs;
    };
    const std::int64_t blocks = std::int64_t{context.info().sms} * 16;
    constexpr int threads = 128;
    const Buffer sink(64, "a sink");
    Rates rates;
    {
        const std::size_t bytes = std::min<std::size_t>(std::size_t{2} << 30, freeMemory().free / 4);
        const Buffer from(bytes, "what is copied"), to(bytes, "a copy");
        rates.copyBytesPerNs =
            2 * static_cast<double>(bytes) / median([&] {
                const cudaError_t error = cudaMemcpyAsync(
                    reinterpret_cast<void*>(to.address()), reinterpret_cast<const void*>(from.address()), bytes,
                    cudaMemcpyDeviceToDevice, reinterpret_cast<cudaStream_t>(stream.handle()));
                if (error != cudaSuccess)
                    throw Error(ErrorKind::Device, cudaGetErrorString(error), {.call = "cudaMemcpyAsync"});
            });
    }
    {
        constexpr int steps = 64;
        Buffer table(16 << 20, "a table of rows");
        table.fill(0);
        const double ns = median([&] {
            module.function("gatherRate")
                .launch(stream, blocks, threads, table.address(), (16u << 20) / 512 - 1, steps, sink.address());
        });
        rates.gatherBytesPerNs = static_cast<double>(blocks) * 4 * steps * 8 * 512 / ns;
    }
    constexpr int steps = 4096;
    for (const auto& [dtype, name, perStep] : {std::tuple{DataType::Float16, "tensorRateHalf", 2.0 * 16 * 8 * 16},
                                               {DataType::BFloat16, "tensorRateBf16", 2.0 * 16 * 8 * 16},
                                               {DataType::TFloat32, "tensorRateTf32", 2.0 * 16 * 8 * 8}}) {
        const double ns = median([&] { module.function(name).launch(stream, blocks, threads, steps, sink.address()); });
        rates.flopsPerNs.emplace_back(dtype, static_cast<double>(blocks) * 4 * steps * 8 * perStep / ns);
    }
    const double ns =
        median([&] { module.function("scalarRate").launch(stream, blocks, threads, steps, 0.5f, sink.address()); });
    rates.flopsPerNs.emplace_back(DataType::Float32, static_cast<double>(blocks) * threads * steps * 8 * 2 / ns);
    return rates;
}

} // namespace

Calibration calibrate(const CalibrateOptions& options, Progress& progress)
{
    progress.report("opening the GPU", 0);
    const Context context(options.device);
    const Stream stream;
    Stopwatch stopwatch(stream, context.info().architecture());
    Turn turn(context.turnFile());
    turn.take(progress, waitingForGpu, 0);
    Calibration c;
    c.name = options.name;
    c.gpu = context.info().name;
    c.source = fmt::format("Measured by Sparsescope: copies of one tile fill the GPU, {} to {} of them, and read "
                           "different rows of dense operands of {} rows, of SpMV elements of a vector of {}.",
                           8 * context.info().sms, 64 * context.info().sms, denseRows, vectorSize);
    c.sms = context.info().sms;
    progress.report("rates", 0.02);
    c.rates = measureRates(context, stream, stopwatch, progress);
    const auto launches = [&](int count) {
        return summariseTimes(stopwatch.measure(
                                  5, 100,
                                  [&] {
                                      for (int i = 0; i < count; ++i)
                                          stopwatch.launchNothing();
                                  },
                                  progress))
            .medianNs;
    };
    c.launchNs = launches(1);
    c.nextLaunchNs = std::max(0.0, (launches(5) - c.launchNs) / 4);

    const auto wanted = [](const auto& some, const auto& one) {
        return some.empty() || std::find(some.begin(), some.end(), one) != some.end();
    };
    for (const OperatorDefinition* definition : operatorDefinitions())
        for (const DataType dtype : dataTypes) {
            if (!options.tiles || !wanted(options.operators, definition->kind) || !wanted(options.dtypes, dtype))
                continue;
            for (const std::int64_t part : definition->measuredParts) {
                CalibrationEntry& entry = c.entries.emplace_back();
                entry.op = definition->kind;
                entry.dtype = dtype;
                entry.densePart = part;
                entry.peakFlopPerByte = c.rates.flops(dtype) / c.rates.copyBytesPerNs;
                if (!definition->sampled && !definition->axis.empty())
                    entry.cacheBytes = static_cast<double>(context.info().cache);
            }
        }
    turn.leave();
    Stage compiling(progress, 0.05, 0.3);
    const std::vector<Group> groups = makeGroups(c.entries, context.info().architecture(), compiling.progress());
    turn.take(progress, waitingForGpu, 0.3);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const double begin = 0.3 + 0.69 * static_cast<double>(i) / static_cast<double>(groups.size());
        Stage stage(progress, begin, begin + 0.69 / static_cast<double>(groups.size()));
        measureGroup(groups[i], c.launchNs, context, stream, stopwatch, c.entries[groups[i].entry], stage.progress());
        progress.check();
    }
    if (!cublasVersion().empty())
        for (CalibrationEntry& entry : c.entries)
            if (const OperatorDefinition& op = definitionOf(entry.op);
                !op.sampled && !op.axis.empty() && op.inner.empty()) {
                progress.report("dense products", 0.99);
                measureDense(c.launchNs, stream, stopwatch, entry, progress);
            }
    if (options.pairings) {
        const auto all = [](const auto& some, auto every) {
            return some.empty() ? std::vector(every.begin(), every.end()) : some;
        };
        Stage stage(progress, options.tiles ? 0.99 : 0.05, 1);
        c.sparda = measurePairings(all(options.operators, operatorKinds()), all(options.dtypes, dataTypes), context,
                                   stream, stopwatch, c.launchNs, stage.progress());
    }
    int version = 0;
    cudaRuntimeGetVersion(&version);
    c.conditions = {{"date", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
                    {"driver", driverModuleVersion()},
                    {"cuda", fmt::format("{}.{}", version / 1000, version % 1000 / 10)},
                    {"clockMHz", stopwatch.cyclesPerNs(progress) * 1000},
                    {"repeats", saturatedRepeats}};
    progress.report("done", 1);
    return c;
}

} // namespace sparsescope
