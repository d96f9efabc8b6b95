#include "kernels/device/micro_counts.h"

#include "engine/core/at.h"
#include "kernels/device/compiler.h"

namespace sparsescope {

MicroCounts::MicroCounts(const CountedBuckets& buckets, IndexInput input, const DeviceInfo& device)
    : m_size(buckets.size()), m_arguments(microCountsFields()), m_read(at(m_size) * sizeof(std::int32_t))
{
    const MicroCountsLaunch launch = microCountsLaunch(buckets, input);
    const MicroSource source = generateMicroCounts(buckets, input);
    const std::size_t bytes = at(m_size + launch.seen) * sizeof(std::int32_t);
    requireDeviceMemory(bytes, "counts of members");
    CompileOptions options;
    options.architecture = device.architecture();
    m_module = std::make_unique<Module>(compileSource(source.text, source.entry + ".cu", options).cubin);
    m_kernel = m_module->function(source.entry.c_str());
    m_threads = source.threads;
    m_blocks = launch.blocks;
    m_counts = Buffer(bytes, "counts of members");
    m_arguments = launch.arguments;
    m_arguments["counts"] = m_counts.address();
    m_arguments["seen"] = m_counts.address() + at(m_size) * sizeof(std::int32_t);
}

void MicroCounts::count(CUdeviceptr mask, const Stream& stream)
{
    m_arguments["mask"] = mask;
    m_counts.fill(0, stream);
    m_kernel.launchWith(stream, m_blocks, m_threads, m_arguments.bytes().data());
    m_counts.download(m_read, at(m_size) * sizeof(std::int32_t), stream);
    m_there.record(stream);
}

std::span<const std::int32_t> MicroCounts::read(Progress& progress) const
{
    m_there.wait(progress);
    return {static_cast<const std::int32_t*>(m_read.host()), at(m_size)};
}

} // namespace sparsescope
