#include "kernels/profile/counters.h"

#include "engine/core/error.h"

#include <fmt/format.h>

#ifdef SPARSESCOPE_HAS_CUPTI

#include "kernels/profile/cupti_support.h"

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace sparsescope {

namespace {

struct Metric {
    const char* name;
    const char* unit;
    const char* meaning;
};

constexpr const char* durationCounter = "gpu__time_duration.sum";

constexpr std::array metrics = {
    Metric{
        durationCounter, "ns",
        "Time of the kernel while counters were read; slower or faster than a normal run, so compare it with nothing."},
    Metric{"dram__bytes_read.sum", "B", "Bytes read from the GPU's memory: what the caches did not hold."},
    Metric{"dram__bytes_write.sum", "B", "Bytes written to the GPU's memory."},
    Metric{"lts__t_bytes.sum", "B",
           "Bytes that passed the L2 cache in either direction, to and from device memory too."},
    Metric{"l1tex__m_xbar2l1tex_read_bytes.sum", "B", "Bytes that the SMs read from the L2 cache."},
    Metric{"l1tex__m_l1tex2xbar_write_bytes.sum", "B", "Bytes that the SMs wrote to the L2 cache, added ones too."},
    Metric{"l1tex__t_bytes.sum", "B", "Bytes that threads asked of the L1 caches, either way."},
    Metric{"lts__t_sector_hit_rate.pct", "%",
           "Share of 32-byte sectors that the L2 cache held when they were asked for."},
    Metric{"l1tex__t_sector_hit_rate.pct", "%",
           "Share of 32-byte sectors that an SM's L1 cache held when they were asked for."},
    Metric{"sm__warps_active.avg.pct_of_peak_sustained_active", "%",
           "Achieved occupancy: warps resident on an active SM, of the most that fit."},
    Metric{"sm__throughput.avg.pct_of_peak_sustained_elapsed", "%", "How busy the busiest pipe of the SMs was."},
    Metric{"dram__throughput.avg.pct_of_peak_sustained_elapsed", "%", "How busy the GPU's memory was."},
    Metric{"smsp__inst_executed.sum", "instructions", "Instructions that warps executed."},
    Metric{"smsp__inst_executed_pipe_tensor.sum", "instructions",
           "Tensor-core instructions that warps executed: the multiplications of float16 block tiles."},
    Metric{"lts__t_sectors_op_red.sum", "sectors",
           "32-byte sectors of adding stores at the L2 cache: parts of split rows that are added."},
    Metric{"lts__t_sectors_op_atom.sum", "sectors",
           "32-byte sectors of atomic operations that return a value: counters of the tasks that share split rows."},
};

std::string chip(const Context& context)
{
    auto parameters = sized<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
    parameters.deviceIndex = static_cast<std::size_t>(context.info().index);
    checkCupti(cuptiDeviceGetChipName(&parameters), "cuptiDeviceGetChipName");
    return parameters.pChipName;
}

void initialise()
{
    auto parameters = sized<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
    checkCupti(cuptiProfilerInitialize(&parameters), "cuptiProfilerInitialize");
}

// Which raw counters the device offers to this process.
std::vector<std::uint8_t> availability(const Context& context)
{
    auto parameters =
        sized<CUpti_Profiler_GetCounterAvailability_Params>(CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE);
    parameters.ctx = context.handle();
    checkCupti(cuptiProfilerGetCounterAvailability(&parameters), "cuptiProfilerGetCounterAvailability");
    std::vector<std::uint8_t> image(parameters.counterAvailabilityImageSize);
    parameters.pCounterAvailabilityImage = image.data();
    checkCupti(cuptiProfilerGetCounterAvailability(&parameters), "cuptiProfilerGetCounterAvailability");
    return image;
}

// Plans passes and evaluates what they collected.
class Host {
public:
    Host(const std::string& chipName, const std::vector<std::uint8_t>& available)
    {
        auto parameters =
            sized<CUpti_Profiler_Host_Initialize_Params>(CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
        parameters.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
        parameters.pChipName = chipName.c_str();
        parameters.pCounterAvailabilityImage = available.data();
        checkCupti(cuptiProfilerHostInitialize(&parameters), "cuptiProfilerHostInitialize");
        m_object = parameters.pHostObject;
    }
    ~Host()
    {
        auto parameters =
            sized<CUpti_Profiler_Host_Deinitialize_Params>(CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
        parameters.pHostObject = m_object;
        cuptiProfilerHostDeinitialize(&parameters);
    }
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;

    CUptiResult add(std::vector<const char*>& names)
    {
        auto parameters =
            sized<CUpti_Profiler_Host_ConfigAddMetrics_Params>(CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
        parameters.pHostObject = m_object;
        parameters.ppMetricNames = names.data();
        parameters.numMetrics = names.size();
        return cuptiProfilerHostConfigAddMetrics(&parameters);
    }

    std::vector<std::uint8_t> config()
    {
        auto size = sized<CUpti_Profiler_Host_GetConfigImageSize_Params>(
            CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
        size.pHostObject = m_object;
        checkCupti(cuptiProfilerHostGetConfigImageSize(&size), "cuptiProfilerHostGetConfigImageSize");
        std::vector<std::uint8_t> image(size.configImageSize);
        auto get =
            sized<CUpti_Profiler_Host_GetConfigImage_Params>(CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
        get.pHostObject = m_object;
        get.configImageSize = image.size();
        get.pConfigImage = image.data();
        checkCupti(cuptiProfilerHostGetConfigImage(&get), "cuptiProfilerHostGetConfigImage");
        return image;
    }

    std::vector<double> evaluate(const std::vector<std::uint8_t>& data, std::size_t range,
                                 std::vector<const char*>& names)
    {
        std::vector<double> values(names.size());
        auto parameters = sized<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(
            CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
        parameters.pHostObject = m_object;
        parameters.pCounterDataImage = data.data();
        parameters.counterDataImageSize = data.size();
        parameters.rangeIndex = range;
        parameters.ppMetricNames = names.data();
        parameters.numMetrics = names.size();
        parameters.pMetricValues = values.data();
        checkCupti(cuptiProfilerHostEvaluateToGpuValues(&parameters), "cuptiProfilerHostEvaluateToGpuValues");
        return values;
    }

private:
    CUpti_Profiler_Host_Object* m_object = nullptr;
};

// Collects on the device.
class RangeProfiler {
public:
    explicit RangeProfiler(const Context& context)
    {
        auto parameters = sized<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
        parameters.ctx = context.handle();
        checkCupti(cuptiRangeProfilerEnable(&parameters), "cuptiRangeProfilerEnable");
        m_object = parameters.pRangeProfilerObject;
    }
    ~RangeProfiler()
    {
        auto parameters = sized<CUpti_RangeProfiler_Disable_Params>(CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
        parameters.pRangeProfilerObject = m_object;
        cuptiRangeProfilerDisable(&parameters);
    }
    RangeProfiler(const RangeProfiler&) = delete;
    RangeProfiler& operator=(const RangeProfiler&) = delete;

    // Decoded counter data of the kernels that launch() queues, a range each.
    struct Collected {
        std::vector<std::uint8_t> data;
        std::size_t ranges = 0;
    };
    Collected collect(const std::vector<std::uint8_t>& config, std::vector<const char*>& names, const Stream& stream,
                      const std::function<void()>& launch)
    {
        auto size = sized<CUpti_RangeProfiler_GetCounterDataSize_Params>(
            CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
        size.pRangeProfilerObject = m_object;
        size.pMetricNames = names.data();
        size.numMetrics = names.size();
        size.maxNumOfRanges = mostRanges;
        size.maxNumRangeTreeNodes = mostRanges;
        checkCupti(cuptiRangeProfilerGetCounterDataSize(&size), "cuptiRangeProfilerGetCounterDataSize");
        std::vector<std::uint8_t> data(size.counterDataSize);
        auto image = sized<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
            CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
        image.pRangeProfilerObject = m_object;
        image.counterDataSize = data.size();
        image.pCounterData = data.data();
        checkCupti(cuptiRangeProfilerCounterDataImageInitialize(&image),
                   "cuptiRangeProfilerCounterDataImageInitialize");

        auto set = sized<CUpti_RangeProfiler_SetConfig_Params>(CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
        set.pRangeProfilerObject = m_object;
        set.configSize = config.size();
        set.pConfig = config.data();
        set.counterDataImageSize = data.size();
        set.pCounterDataImage = data.data();
        set.range = CUPTI_AutoRange;
        set.replayMode = CUPTI_KernelReplay;
        set.maxRangesPerPass = mostRanges;
        set.numNestingLevels = 1;
        set.minNestingLevel = 1;
        set.passIndex = 0;
        set.targetNestingLevel = 0;
        checkCupti(cuptiRangeProfilerSetConfig(&set), "cuptiRangeProfilerSetConfig");

        auto start = sized<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
        start.pRangeProfilerObject = m_object;
        checkCupti(cuptiRangeProfilerStart(&start), "cuptiRangeProfilerStart");
        launch();
        stream.wait(noProgress());
        auto stop = sized<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
        stop.pRangeProfilerObject = m_object;
        checkCupti(cuptiRangeProfilerStop(&stop), "cuptiRangeProfilerStop");
        if (!stop.isAllPassSubmitted)
            throw Error(ErrorKind::Device, "not all passes were collected although the kernel is replayed",
                        {.call = "cuptiRangeProfilerStop"});
        auto decode = sized<CUpti_RangeProfiler_DecodeData_Params>(CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
        decode.pRangeProfilerObject = m_object;
        checkCupti(cuptiRangeProfilerDecodeData(&decode), "cuptiRangeProfilerDecodeData");
        auto info = sized<CUpti_RangeProfiler_GetCounterDataInfo_Params>(
            CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE);
        info.pCounterDataImage = data.data();
        info.counterDataImageSize = data.size();
        checkCupti(cuptiRangeProfilerGetCounterDataInfo(&info), "cuptiRangeProfilerGetCounterDataInfo");
        if (info.numTotalRanges == 0)
            throw Error(ErrorKind::Device, "the kernel was not recorded", {.call = "cuptiRangeProfilerDecodeData"});
        return {std::move(data), info.numTotalRanges};
    }

private:
    static constexpr std::size_t mostRanges = 32; // kernels of one product; libraries launch several
    CUpti_RangeProfiler_Object* m_object = nullptr;
};

} // namespace

std::string chipName(const Context& context)
{
    try {
        initialise();
        return chip(context);
    } catch (const Error&) {
        return {};
    }
}

std::string countersRefusal(const Context& context)
{
    try {
        initialise();
        availability(context);
        const RangeProfiler profiler(context);
        return {};
    } catch (const Error& error) {
        return error.what();
    }
}

namespace {

// Shares are of each kernel's own time.
bool isShare(std::string_view counter)
{
    return counter.find(".pct") != std::string_view::npos;
}

// Values of counters that the GPU has, in the order of the names: sums over the kernels, of shares the mean, by the
// kernels' durations where these are among the names.
std::vector<double> readCounters(const Context& context, std::vector<const char*>& names, const Stream& stream,
                                 const std::function<void()>& launch)
{
    const std::vector<std::uint8_t> available = availability(context);
    Host host(chip(context), available);
    checkCupti(host.add(names), "cuptiProfilerHostConfigAddMetrics");
    const std::vector<std::uint8_t> config = host.config();
    RangeProfiler::Collected collected;
    {
        RangeProfiler profiler(context);
        collected = profiler.collect(config, names, stream, launch);
    }
    const auto duration = static_cast<std::size_t>(
        std::find(names.begin(), names.end(), std::string_view(durationCounter)) - names.begin());
    std::vector<double> values(names.size(), 0.0);
    double weights = 0;
    for (std::size_t range = 0; range < collected.ranges; ++range) {
        const std::vector<double> one = host.evaluate(collected.data, range, names);
        const double weight = duration < one.size() ? one[duration] : 1;
        weights += weight;
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] += isShare(names[i]) ? one[i] * weight : one[i];
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        if (isShare(names[i]) && weights > 0)
            values[i] /= weights;
    return values;
}

} // namespace

CounterResult measureCounters(const Context& context, const Stream& stream, const std::function<void()>& launch)
{
    CounterResult result;
    try {
        initialise();
        const std::string name = chip(context);
        const std::vector<std::uint8_t> available = availability(context);

        std::vector<const Metric*> known;
        std::vector<const char*> names;
        for (const Metric& metric : metrics)
            names.push_back(metric.name);
        if (Host(name, available).add(names) == CUPTI_SUCCESS) {
            for (const Metric& metric : metrics)
                known.push_back(&metric);
        } else {
            for (const Metric& metric : metrics) {
                std::vector<const char*> one = {metric.name};
                const CUptiResult added = Host(name, available).add(one);
                if (added == CUPTI_SUCCESS)
                    known.push_back(&metric);
                else
                    result.messages.push_back(fmt::format("The counter {} cannot be read on {}: {}", metric.name, name,
                                                          describeCupti(added, "cuptiProfilerHostConfigAddMetrics")));
            }
        }
        if (known.empty())
            return result;
        names.clear();
        for (const Metric* metric : known)
            names.push_back(metric->name);
        const std::vector<double> values = readCounters(context, names, stream, launch);
        for (std::size_t i = 0; i < known.size(); ++i)
            result.counters.push_back({known[i]->name, values[i], known[i]->unit, known[i]->meaning});
    } catch (const Error& error) {
        result.messages.push_back(fmt::format("Hardware counters were not read: {}", error.what()));
    }
    return result;
}

CountedWork countWork(const Context& context, const Stream& stream, double flopsPerTensorInstruction,
                      const std::function<void()>& launch)
{
    initialise();
    // HFMA2 on the tensor pipe sets registers to zero; it is no work.
    std::vector<const char*> names = {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum",
                                      "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum",
                                      "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum",
                                      "smsp__inst_executed_pipe_tensor_op_hmma.sum",
                                      "smsp__inst_executed_pipe_tensor_op_hmma_type_hfma2.sum",
                                      "l1tex__m_xbar2l1tex_read_bytes.sum",
                                      "l1tex__m_l1tex2xbar_write_bytes.sum",
                                      "l1tex__m_l1tex2xbar_write_bytes_mem_global_op_red.sum"};
    const std::vector<double> v = readCounters(context, names, stream, launch);
    return {2 * v[0] + v[1] + v[2] + flopsPerTensorInstruction * (v[3] - v[4]), v[5] + v[6], v[7]};
}

} // namespace sparsescope

#else

namespace sparsescope {

namespace {

const char* const withoutCupti = "This program was built without CUPTI; build it with a CUDA toolkit that has libcupti";

} // namespace

std::string chipName(const Context&)
{
    return {};
}

std::string countersRefusal(const Context&)
{
    return withoutCupti;
}

CounterResult measureCounters(const Context&, const Stream&, const std::function<void()>&)
{
    return {{}, {fmt::format("Hardware counters were not read: {}", withoutCupti)}};
}

CountedWork countWork(const Context&, const Stream&, double, const std::function<void()>&)
{
    throw Error(ErrorKind::Device, withoutCupti);
}

double measureActivity(const Stream&, const std::string&, const std::function<void()>&)
{
    throw Error(ErrorKind::Device, withoutCupti);
}

} // namespace sparsescope

#endif
