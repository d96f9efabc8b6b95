#include "kernels/device/device_plan.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/plan/graph/kernel_graph.h"
#include "kernels/generate/graph.h"
#include "kernels/generate/pieces.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr int helperThreads = 256; // of zeroAddedRows and convertAddedRows

std::int64_t helperGrid(std::int64_t steps)
{
    return std::clamp<std::int64_t>((steps + helperThreads - 1) / helperThreads, 1, 1 << 16);
}

} // namespace

PlanKernels::PlanKernels(const GeneratedSource& source, const std::string& cubin)
    : m_module(cubin), m_fused(m_module.function(source.entry.c_str())), m_threads(source.threads)
{
    if (source.zeroes)
        m_zero = m_module.function("zeroAddedRows");
    if (source.converts)
        m_convert = m_module.function("convertAddedRows");
    for (std::size_t i = 0; i < source.launches.size(); ++i) {
        const GraphLaunch& launch = source.launches[i];
        if (i > 0)
            m_others.push_back({m_module.function(launch.entry.c_str()), launch.threads, launch.blocks});
        (i > 0 ? m_others.back().function : m_fused).useShared(launch.sharedBytes);
    }
}

void PlanKernels::launch(const Stream& stream, std::int64_t blocks, const KernelArguments& arguments, bool early) const
{
    for (const Other& other : m_others)
        blocks -= other.blocks;
    const std::vector<std::uint8_t> bytes = arguments.bytes();
    // A second one might not wait for what is before the first.
    if (early && m_others.empty())
        m_fused.launchEarly(stream, blocks, m_threads, bytes.data());
    else
        m_fused.launchWith(stream, blocks, m_threads, bytes.data());
    for (const Other& other : m_others)
        other.function.launchWith(stream, other.blocks, other.threads, bytes.data());
}

std::vector<std::uint8_t> encode(const std::vector<float>& values, DataType dtype)
{
    std::vector<std::uint8_t> bytes(values.size() * static_cast<std::size_t>(bytesOf(dtype)));
    parallelEach(static_cast<std::int64_t>(values.size()), 1 << 16, [&](std::int64_t i) {
        storeValue(dtype, bytes.data(), static_cast<std::size_t>(i), static_cast<double>(values[at(i)]));
    });
    return bytes;
}

std::vector<std::uint8_t> encode(const Dense& operand, DataType dtype)
{
    if (dtype != DataType::Float64)
        return encode(operand.values, dtype);
    std::vector<std::uint8_t> bytes(operand.doubles.size() * sizeof(double));
    std::memcpy(bytes.data(), operand.doubles.data(), bytes.size());
    return bytes;
}

std::vector<double> decode(const std::vector<std::uint8_t>& bytes, DataType dtype)
{
    std::vector<double> values(bytes.size() / static_cast<std::size_t>(bytesOf(dtype)));
    parallelEach(static_cast<std::int64_t>(values.size()), 1 << 16,
                 [&](std::int64_t i) { values[at(i)] = loadValue(dtype, bytes.data(), static_cast<std::size_t>(i)); });
    return values;
}

DevicePlan::DevicePlan(const Packed& packed, std::span<const Dense> operands) : m_packed(packed), m_arguments(packed)
{
    const std::size_t others = Buffer::allBytes();
    const bool sampled = packed.op.sampled();
    const std::vector<OperandDefinition>& defined = packed.op.definition().operands;
    std::size_t denseValues = 0;
    for (std::size_t i = 0; i < defined.size(); ++i) {
        const std::int64_t rows = operandShape(packed.op, defined[i], packed.shape()).rows;
        const std::int64_t ld = operandLd(packed.op, defined[i], packed.ld);
        if (operands[i].rows != rows || operands[i].ld != ld)
            throw Error(ErrorKind::Internal, fmt::format("a dense operand is {} rows of {}, the plan needs {} of {}",
                                                         operands[i].rows, operands[i].ld, rows, ld));
        denseValues += operands[i].size();
    }
    if (packed.ld % packed.densePart != 0)
        throw Error(ErrorKind::Internal,
                    fmt::format("the leading dimension {} is no multiple of the part {}", packed.ld, packed.densePart));

    // The output of SDDMM is one row, and so are the sums of a part of K.
    const std::int64_t ldC = sampled ? (packed.nnz + 7) / 8 * 8 : packed.ld;
    const std::int64_t parts = packed.ld / packed.densePart;
    const auto bytesScratch = static_cast<std::size_t>(scratchBytes(packed, ldC));
    const std::int64_t counters = counterCount(packed);
    const std::int64_t rowPlaces = packed.byLibrary ? packed.rowPlaces() : 0;
    const auto element = static_cast<std::size_t>(bytesOf(packed.op.dtype));
    const std::size_t bytesC = static_cast<std::size_t>((sampled ? 1 : packed.rows) * ldC) * element;
    const auto bytesCounters = static_cast<std::size_t>(counters * 4);
    requireDeviceMemory(
        static_cast<std::size_t>(packed.bytes()) + packed.tasks.size() * (sizeof(TaskRecord) - sizeof(Task)) +
            denseValues * element + bytesC + bytesScratch + bytesCounters,
        fmt::format("the plan, its dense operands ({}){}", packed.op.hasDenseAxis() ? extentText(packed.op) : "vectors",
                    bytesScratch > 0 ? " and the parts of what is split" : ""));

    if (packed.graph)
        uploadGraph();
    else
        uploadTiles();
    m_emptyRows = Buffer(std::span<const std::int32_t>(packed.emptyRows), "rows to zero");
    m_addedRows = Buffer(std::span<const std::int32_t>(packed.addedRows), "rows that are added to");
    for (std::size_t i = 0; i < defined.size(); ++i) {
        std::vector<std::uint8_t> bytes = encode(operands[i], packed.op.dtype);
        if (packed.byLibrary && defined[i].rows == RowsOf::Cols) // a dense row has places behind the last column
            bytes.resize(static_cast<std::size_t>(rowPlaces * packed.ld) * element, 0);
        m_operands[static_cast<std::size_t>(defined[i].rows)] =
            Buffer(std::span<const std::uint8_t>(bytes), defined[i].name);
    }
    m_C = Buffer(bytesC, "the output");
    m_slots = Buffer(bytesScratch, "the parts of what is split");
    m_counters = Buffer(bytesCounters, "counters of tasks");
    m_bytes = Buffer::allBytes() - others;
    settle();
    if (packed.byLibrary)
        m_product = std::make_unique<const DenseProduct>(
            packed.op.dtype,
            sampled ? ProductShape{packed.rows, packed.op.dense, rowPlaces, packed.ld, packed.ld, rowPlaces, true}
                    : ProductShape{packed.rows, rowPlaces, packed.op.dense, rowPlaces, packed.ld, ldC});

    for (const OperandDefinition& operand : packed.op.definition().operands)
        m_arguments[operand.name] = m_operands[static_cast<std::size_t>(operand.rows)].address();
    if (packed.op.relational()) {
        m_arguments["ldX"] = static_cast<std::uint64_t>(operands.front().ld);
        m_arguments["sliceCols"] = static_cast<std::uint64_t>(packed.shape().sliceCols());
    }
    m_arguments["C"] = m_C.address();
    m_arguments["scratch"] = zeroes() ? m_C.address() : m_slots.address();
    m_arguments["ldC"] = static_cast<std::uint64_t>(ldC);
    if (!sampled) {
        m_arguments["emptyRows"] = m_emptyRows.address();
        m_arguments["emptyCount"] = packed.emptyRows.size();
    }
    if (packed.graph && packed.graph->keepsResults()) {
        m_arguments["resultOffsets"] = m_splitBegin.address();
        m_arguments["counters"] = m_counters.address();
    }
    if (packed.graph)
        return;
    m_arguments["ld"] = static_cast<std::uint64_t>(packed.ld);
    m_arguments["parts"] = static_cast<std::uint64_t>(parts);
    m_arguments["counters"] = m_counters.address();
}

// The arrays of tiles, and where they stand in the arguments.
void DevicePlan::uploadTiles()
{
    const Packed& packed = m_packed;
    m_tasks = Buffer(std::span<const TaskRecord>(taskRecords(packed, packed.tasks)), "tasks");
    m_tiles = Buffer(std::span<const PackedTile>(tileRecords(packed)), "tiles");
    m_indices = Buffer(std::span<const std::int32_t>(packed.indices), "stored indices");
    m_values = Buffer(std::span<const std::uint8_t>(packed.values), "stored values");
    m_arguments["tasks"] = m_tasks.address();
    m_arguments["tiles"] = m_tiles.address();
    m_arguments["indices"] = m_indices.address();
    m_arguments["values"] = m_values.address();
    if (usesPrograms(packed)) {
        m_sizes = Buffer(std::span<const std::int32_t>(arraySizes(packed)), "sizes of tiles' arrays");
        m_arguments["sizes"] = m_sizes.address();
        m_arguments["m"] = static_cast<std::uint64_t>(packed.rows);
        m_arguments["n"] = static_cast<std::uint64_t>(packed.cols);
        m_arguments["nnz"] = static_cast<std::uint64_t>(packed.nnz);
    }
    if (packed.op.sampled()) {
        m_outputs = Buffer(std::span<const std::int32_t>(packed.outputs), "output positions");
        if (packed.addsOutputs())
            m_outputCounts = Buffer(std::span<const std::int32_t>(valueCounts(packed)), "values of each tile");
        m_arguments["outputs"] = m_outputs.address();
        m_arguments["outputCounts"] = m_outputCounts.address();
        return;
    }
    m_splits = Buffer(std::span<const SplitRow>(packed.splitRows), "split rows");
    m_splitBegin = Buffer(std::span<const std::int32_t>(packed.splitBegin), "split rows of each tile");
    m_arguments["taskCount"] = packed.tasks.size();
    m_arguments["splits"] = m_splits.address();
    m_arguments["splitBegin"] = m_splitBegin.address();
}

// What a graph's kernel reads in their place.
void DevicePlan::uploadGraph()
{
    const GraphLayout layout = graphLayout(m_packed);
    m_graph = Buffer(std::span<const std::uint8_t>(graphBytes(m_packed, layout)), "the arrays of the graph");
    for (const auto& [argument, begin] : layout.begins)
        m_arguments[argument] = m_graph.address() + begin;
    for (const auto& [argument, number] : layout.numbers)
        m_arguments[argument] = number;
    m_splitBegin = Buffer(std::span<const std::int32_t>(m_packed.graph->resultOffsets), "results of split rows");
}

void DevicePlan::run(const Stream& stream, const PlanKernels& kernels) const
{
    zero(stream, kernels);
    fusedAs(stream, kernels, m_arguments, zeroes());
    convertAs(stream, kernels, true);
}

void DevicePlan::zero(const Stream& stream, const PlanKernels& kernels) const
{
    if (!zeroes())
        return;
    const auto rows = static_cast<std::int64_t>(m_packed.addedRows.size());
    kernels.zero().launch(stream, helperGrid(rows * std::max<std::int64_t>(m_packed.ld / 4, 1)), helperThreads,
                          m_C.address(), m_addedRows.address(), rows, m_packed.ld);
}

void DevicePlan::fused(const Stream& stream, const PlanKernels& kernels, CUdeviceptr clocks) const
{
    KernelArguments arguments = m_arguments;
    arguments["clocks"] = clocks;
    fusedAs(stream, kernels, arguments, false);
}

void DevicePlan::convert(const Stream& stream, const PlanKernels& kernels) const
{
    convertAs(stream, kernels, false);
}

void DevicePlan::fusedAs(const Stream& stream, const PlanKernels& kernels, const KernelArguments& arguments,
                         bool early) const
{
    if (m_product && m_packed.op.sampled()) {
        m_product->run(stream, operand(RowsOf::Rows).address(), operand(RowsOf::Cols).address(), m_slots.address());
        kernels.fused().launch(stream, samplingBlocks(m_packed, kernels.threads()), kernels.threads(),
                               m_slots.address(), m_values.address(), m_outputs.address(), m_C.address(),
                               m_packed.rows * m_packed.rowPlaces());
        return;
    }
    if (m_product) {
        m_product->run(stream, m_values.address(), operand(RowsOf::Cols).address(), m_C.address());
        return;
    }
    if (onlyZeroes(m_packed)) {
        m_C.fill(0, stream);
        return;
    }
    const std::int64_t blocks =
        static_cast<std::int64_t>(m_packed.tasks.size()) + zeroingBlocks(m_packed, kernels.threads());
    if (blocks > 0)
        kernels.launch(stream, blocks, arguments, early);
}

void DevicePlan::convertAs(const Stream& stream, const PlanKernels& kernels, bool early) const
{
    if (!converts())
        return;
    const auto rows = static_cast<std::int64_t>(m_packed.addedRows.size());
    const std::int64_t grid = helperGrid(rows * std::max<std::int64_t>(m_packed.ld / 8, 1));
    const auto launch = [&](auto how) {
        (kernels.convert().*how)(stream, grid, helperThreads, m_C.address(), m_addedRows.address(), rows, m_packed.ld,
                                 m_slots.address());
    };
    using Address = CUdeviceptr;
    if (early)
        launch(&Function::launchEarlyWith<Address, Address, std::int64_t, std::int64_t, Address>);
    else
        launch(&Function::launch<Address, Address, std::int64_t, std::int64_t, Address>);
}

void DevicePlan::settle() const
{
    m_counters.fill(0);
    if (converts())
        m_slots.fill(0);
}

void DevicePlan::reorder(const std::vector<Task>& tasks)
{
    const std::vector<TaskRecord> records = taskRecords(m_packed, tasks);
    m_tasks.upload(records.data(), records.size() * sizeof(TaskRecord));
}

void DevicePlan::poison()
{
    m_C.fill(0xff);
    if (!converts()) // whose sums are zero before every run
        m_slots.fill(0xff);
}

std::vector<double> DevicePlan::result() const
{
    std::vector<std::uint8_t> bytes(m_C.bytes());
    m_C.download(bytes.data(), bytes.size());
    return decode(bytes, m_packed.op.dtype);
}

} // namespace sparsescope
