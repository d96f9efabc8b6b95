#include "kernels/device/device_plan.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr int helperThreads = 256; // of zeroRows and convertRows, as in common.cuh

std::int64_t helperGrid(std::int64_t steps)
{
    return std::clamp<std::int64_t>((steps + helperThreads - 1) / helperThreads, 1, 1 << 16);
}

} // namespace

PlanKernels::PlanKernels(const GeneratedSource& source, const std::string& cubin)
    : m_module(cubin), m_fused(m_module.function(source.entry.c_str())), m_zero(m_module.function("zeroRows")),
      m_threads(source.threads)
{
    if (source.converts)
        m_convert = m_module.function("convertRows");
}

std::vector<std::uint8_t> encode(const std::vector<float>& values, DataType dtype)
{
    std::vector<std::uint8_t> bytes(values.size() * static_cast<std::size_t>(bytesOf(dtype)));
    parallelEach(static_cast<std::int64_t>(values.size()), 1 << 16,
                 [&](std::int64_t i) { storeValue(dtype, bytes.data(), static_cast<std::size_t>(i), values[at(i)]); });
    return bytes;
}

std::vector<float> decode(const std::vector<std::uint8_t>& bytes, DataType dtype)
{
    // The output of tf32 is float32, read as it is.
    const DataType stored = narrow(dtype) ? dtype : DataType::Float32;
    std::vector<float> values(bytes.size() / static_cast<std::size_t>(bytesOf(dtype)));
    parallelEach(static_cast<std::int64_t>(values.size()), 1 << 16,
                 [&](std::int64_t i) { values[at(i)] = loadValue(stored, bytes.data(), static_cast<std::size_t>(i)); });
    return values;
}

DevicePlan::DevicePlan(const Packed& packed, std::span<const Dense> operands) : m_packed(packed), m_arguments(packed.op)
{
    const bool sampled = packed.op.sampled();
    const std::vector<OperandDefinition>& defined = packed.op.definition().operands;
    const auto require = [&](const Dense& operand, std::int64_t rows) {
        if (operand.rows != rows || operand.ld != packed.ld)
            throw Error(ErrorKind::Internal, fmt::format("a dense operand is {} rows of {}, the plan needs {} of {}",
                                                         operand.rows, operand.ld, rows, packed.ld));
    };
    std::size_t denseValues = 0;
    for (std::size_t i = 0; i < defined.size(); ++i) {
        require(operands[i], defined[i].ofRows ? packed.rows : packed.cols);
        denseValues += operands[i].values.size();
    }
    if (packed.ld % packed.densePart != 0)
        throw Error(ErrorKind::Internal,
                    fmt::format("the leading dimension {} is no multiple of the part {}", packed.ld, packed.densePart));

    // The output of SDDMM is one row, all of it added or none.
    static constexpr std::array<std::int32_t, 1> onlyRow = {0};
    const bool adds = sampled && packed.addsOutputs();
    const bool scratch = narrow(packed.op.dtype);
    const std::span<const std::int32_t> one =
        adds ? std::span<const std::int32_t>(onlyRow) : std::span<const std::int32_t>();
    const auto zeroRows = sampled ? (scratch ? std::span<const std::int32_t>() : one) : std::span(packed.zeroRows);
    const auto addedRows = sampled ? (scratch ? one : std::span<const std::int32_t>()) : std::span(packed.atomicRows);
    m_zeroed = static_cast<std::int64_t>(zeroRows.size());
    m_added = static_cast<std::int64_t>(addedRows.size());
    m_ldC = sampled ? (packed.nnz + 7) / 8 * 8 : packed.ld;

    const auto element = static_cast<std::size_t>(bytesOf(packed.op.dtype));
    const std::size_t bytesC = static_cast<std::size_t>((sampled ? 1 : packed.rows) * m_ldC) * element;
    const std::size_t bytesScratch =
        static_cast<std::size_t>(m_added * m_ldC + 3) / 4 * 16; // zeroed 16 bytes at a time
    requireDeviceMemory(static_cast<std::size_t>(packed.bytes()) + denseValues * element + bytesC + bytesScratch,
                        fmt::format("the plan and its dense operands ({})",
                                    packed.op.hasDenseAxis() ? extentText(packed.op) : "vectors"));

    m_tasks = Buffer(std::span<const Task>(packed.tasks), "tasks");
    m_tiles = Buffer(std::span<const PackedTile>(packed.tiles), "tiles");
    m_indices = Buffer(std::span<const std::int32_t>(packed.indices), "stored indices");
    m_values = Buffer(std::span<const std::uint8_t>(packed.values), "stored values");
    m_outputs = Buffer(std::span<const std::int32_t>(packed.outputs), "output positions");
    m_zeroRows = Buffer(zeroRows, "rows to zero");
    m_addedRows = Buffer(addedRows, "atomic rows");
    for (std::size_t i = 0; i < defined.size(); ++i) {
        const std::vector<std::uint8_t> bytes = encode(operands[i].values, packed.op.dtype);
        (defined[i].ofRows ? m_X : m_B) = Buffer(std::span(bytes), defined[i].name);
    }
    m_C = Buffer(bytesC, "the output");
    m_scratch = Buffer(bytesScratch, "the float32 scratch of what is added");

    m_arguments["tasks"] = m_tasks.address();
    m_arguments["tiles"] = m_tiles.address();
    m_arguments["indices"] = m_indices.address();
    m_arguments["values"] = m_values.address();
    for (const OperandDefinition& operand : packed.op.definition().operands)
        m_arguments[operand.name] = (operand.ofRows ? m_X : m_B).address();
    m_arguments["C"] = m_C.address();
    m_arguments["scratch"] = m_scratch.address();
    m_arguments["ld"] = static_cast<std::uint64_t>(packed.ld);
    m_arguments["ldC"] = static_cast<std::uint64_t>(m_ldC);
    if (packed.op.sampled())
        m_arguments["outputs"] = m_outputs.address();
}

void DevicePlan::zero(const Stream& stream, const PlanKernels& kernels) const
{
    if (!zeroes())
        return;
    const std::int64_t rowBytes = m_ldC * bytesOf(m_packed.op.dtype);
    const auto scratchBytes = static_cast<std::int64_t>(m_scratch.bytes());
    kernels.zero().launch(stream, helperGrid(m_zeroed * std::max<std::int64_t>(rowBytes / 16, 1) + scratchBytes / 16),
                          helperThreads, m_C.address(), m_zeroRows.address(), m_zeroed, rowBytes, m_scratch.address(),
                          scratchBytes);
}

void DevicePlan::fused(const Stream& stream, const PlanKernels& kernels, CUdeviceptr clocks) const
{
    if (m_packed.tasks.empty())
        return;
    const auto tasks = static_cast<std::int64_t>(m_packed.tasks.size());
    if (clocks == 0) {
        kernels.launch(stream, tasks, m_arguments);
        return;
    }
    KernelArguments arguments = m_arguments;
    arguments["clocks"] = clocks;
    kernels.launch(stream, tasks, arguments);
}

void DevicePlan::convert(const Stream& stream, const PlanKernels& kernels) const
{
    if (!converts())
        return;
    kernels.convert().launch(stream, helperGrid(m_added * std::max<std::int64_t>(m_ldC / 8, 1)), helperThreads,
                             m_C.address(), m_addedRows.address(), m_added, m_ldC, m_scratch.address());
}

void DevicePlan::run(const Stream& stream, const PlanKernels& kernels) const
{
    zero(stream, kernels);
    fused(stream, kernels);
    convert(stream, kernels);
}

void DevicePlan::poison()
{
    m_C.fill(0xff);
    m_scratch.fill(0xff);
}

std::vector<float> DevicePlan::result() const
{
    std::vector<std::uint8_t> bytes(m_C.bytes());
    m_C.download(bytes.data(), bytes.size());
    return decode(bytes, m_packed.op.dtype);
}

} // namespace sparsescope
