// Counts the members of every bucket of a mask on the GPU, of all micro-tiles at once, and reads them back while the
// next mask runs (SparDA 4.5).
#pragma once

#include "kernels/device/device.h"
#include "kernels/generate/micro_counts.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace sparsescope {

class MicroCounts {
public:
    // Compiles and allocates. Throws Error(Usage) as generateMicroCounts() and microCountsLaunch() do, Error(Device).
    MicroCounts(const CountedBuckets& buckets, IndexInput input, const DeviceInfo& device);

    // Queued behind what the stream was given before, without waiting: a memset, the kernel, a copy to the host. The
    // mask lies at this address as the input says until it has been counted. Not again before read() has returned.
    void count(CUdeviceptr mask, const Stream& stream);
    // What was counted last, as CountedBuckets has it; waits until it is there. Valid until it is counted again.
    std::span<const std::int32_t> read(Progress& progress) const;

    std::size_t bytes() const { return m_counts.bytes(); } // of GPU memory

private:
    std::int64_t m_size = 0, m_blocks = 0;
    std::unique_ptr<Module> m_module;
    Function m_kernel;
    int m_threads = 0;
    KernelArguments m_arguments;
    Buffer m_counts; // and behind them what rows were seen
    MappedMemory m_read;
    Event m_there;
};

} // namespace sparsescope
