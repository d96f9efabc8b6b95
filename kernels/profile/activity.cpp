// The kernel's time by CUPTI activity records: the driver's own begin and end, without events around it.
#ifdef SPARSESCOPE_HAS_CUPTI

#include "engine/core/error.h"
#include "kernels/profile/counters.h"
#include "kernels/profile/cupti_support.h"

#include <cupti_activity.h>

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <mutex>

namespace sparsescope {

namespace {

constexpr int launches = 7;
constexpr std::size_t bufferBytes = 1 << 20;
constexpr std::size_t bufferAlign = 8;

// CUPTI's callbacks carry no pointer of ours; they run on a thread of CUPTI.
struct Records {
    std::mutex mutex;
    std::string kernel;
    std::vector<double> ns;
};

Records& records()
{
    static Records all;
    return all;
}

void CUPTIAPI giveBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most)
{
    *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(bufferAlign, bufferBytes));
    *size = *buffer ? bufferBytes : 0;
    *most = 0;
}

void CUPTIAPI takeBuffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid)
{
    {
        const std::lock_guard lock(records().mutex);
        CUpti_Activity* record = nullptr;
        while (valid > 0 && cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
            if (record->kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
                continue;
            const auto* kernel = reinterpret_cast<const CUpti_ActivityKernel10*>(record);
            if (kernel->name && records().kernel == kernel->name && kernel->end > kernel->start)
                records().ns.push_back(static_cast<double>(kernel->end - kernel->start));
        }
    }
    std::free(buffer);
}

class KernelRecording {
public:
    KernelRecording()
    {
        checkCupti(cuptiActivityRegisterCallbacks(giveBuffer, takeBuffer), "cuptiActivityRegisterCallbacks");
        checkCupti(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL), "cuptiActivityEnable");
    }
    ~KernelRecording()
    {
        cuptiActivityDisable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
        cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    }
    KernelRecording(const KernelRecording&) = delete;
    KernelRecording& operator=(const KernelRecording&) = delete;
};

} // namespace

double measureActivity(const Stream& stream, const std::string& kernel, const std::function<void()>& launch)
{
    {
        const std::lock_guard lock(records().mutex);
        records().kernel = kernel;
        records().ns.clear();
    }
    {
        const KernelRecording recording;
        for (int i = 0; i < launches; ++i)
            launch();
        stream.wait(noProgress());
        checkCupti(cuptiActivityFlushAll(0), "cuptiActivityFlushAll");
    }
    const std::lock_guard lock(records().mutex);
    std::vector<double> ns = records().ns;
    if (ns.empty())
        throw Error(ErrorKind::Device,
                    fmt::format("CUPTI recorded no launch of {}; another profiler may be attached", kernel),
                    {.call = "cuptiActivityFlushAll"});
    std::sort(ns.begin(), ns.end());
    return ns[ns.size() / 2];
}

} // namespace sparsescope

#endif
