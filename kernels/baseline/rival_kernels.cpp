#include "kernels/baseline/rival_kernels.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/text.h"
#include "kernels/device/compiler.h"
#include "kernels/generate/rivals.h"

#include <fmt/format.h>
#include <limits>

namespace sparsescope {

namespace {

std::string rivalsCubin(DataType dtype, const DeviceInfo& device)
{
    CompileOptions options;
    options.architecture = device.architecture();
    return compileSource(generateRivals(dtype), "rivals.cu", options).cubin;
}

void requireCount(std::int64_t count, std::int64_t most)
{
    if (count < 0 || count > most)
        throw Error(ErrorKind::Device, fmt::format("it counted {}, of {} at most", count, most),
                    {.call = "numberFlagged"});
}

} // namespace

RivalKernels::RivalKernels(DataType dtype, const DeviceInfo& device)
    : m_module(rivalsCubin(dtype, device)), numberFlagged(m_module.function("numberFlagged")),
      sumCounts(m_module.function("sumCounts")), flagBlocks(m_module.function("flagBlocks")),
      copyBlocks(m_module.function("copyBlocks")), packRows(m_module.function("packRows")),
      addPackedRows(m_module.function("addPackedRows")), placeSampled(m_module.function("placeSampled"))
{
}

FlagNumbers::FlagNumbers(const FlagLayout& layout) : m_layout(layout)
{
    const std::int64_t flags = layout.buckets * layout.items;
    if (flags > std::numeric_limits<std::int32_t>::max())
        throw Error(ErrorKind::Device,
                    fmt::format("{} places are more than 32-bit numbers reach.", formatCount(flags)));
    constexpr std::size_t size = sizeof(std::int32_t);
    requireDeviceMemory(at(flags + 2 * layout.buckets + 1) * size, "numbers of rows or blocks");
    m_places = Buffer(at(flags) * size, "numbers of rows or blocks");
    m_counts = Buffer(at(layout.buckets) * size, "counts of rows or blocks");
    m_begins = Buffer(at(layout.buckets + 1) * size, "where buckets begin");
}

void FlagNumbers::number(const RivalKernels& kernels, const Stream& stream, const Buffer& flags)
{
    constexpr int threads = 1024;
    kernels.numberFlagged.launch(stream, m_layout.buckets, threads, flags.address(), m_places.address(),
                                 m_counts.address(), static_cast<long long>(m_layout.items),
                                 static_cast<long long>(m_layout.toBucket), static_cast<long long>(m_layout.toItem));
    kernels.sumCounts.launch(stream, 1, threads, m_counts.address(), static_cast<long long>(m_layout.buckets),
                             m_begins.address());
}

std::int64_t FlagNumbers::readTotal() const
{
    std::int32_t total = 0;
    m_begins.download(&total, sizeof total, at(m_layout.buckets) * sizeof total);
    requireCount(total, m_layout.buckets * m_layout.items);
    return total;
}

std::vector<std::int64_t> FlagNumbers::readBegins() const
{
    std::vector<std::int32_t> found(at(m_layout.buckets + 1));
    m_begins.download(found.data(), found.size() * sizeof(std::int32_t));
    requireCount(found.front(), 0);
    for (std::size_t bucket = 1; bucket < found.size(); ++bucket)
        requireCount(std::int64_t{found[bucket]} - found[bucket - 1], m_layout.items);
    return {found.begin(), found.end()};
}

} // namespace sparsescope
