#include "tests/kernels/emulated_kernel.h"

#include "engine/plan/graph/kernel_graph.h"
#include "engine/run/executor.h"
#include "kernels/generate/arguments.h"
#include "kernels/generate/graph.h"
#include "kernels/generate/pieces.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace sparsescope {

namespace {

std::vector<Unit> encoded(const Dense& operand, DataType dtype)
{
    if (dtype == DataType::Float64)
        return aligned(operand.doubles);
    std::vector<std::uint8_t> bytes(operand.size() * static_cast<std::size_t>(bytesOf(dtype)));
    for (std::size_t i = 0; i < operand.size(); ++i)
        storeValue(dtype, bytes.data(), i, static_cast<double>(operand.values[i]));
    return aligned(bytes);
}

} // namespace

EmulatedKernel::EmulatedKernel(const Packed& packed, const KernelParameters& parameters,
                               const ir::KernelProgram* program)
    : m_packed(packed), m_source(generateKernel(packed, parameters, -1, program))
{
    std::vector<std::int64_t> shared;
    for (const GraphLaunch& launch : m_source.launches)
        shared.push_back(launch.sharedBytes);
    std::string text = emulatedText(m_source.text, shared);
    std::string calls;
    // All kernels of a graph, of which the first one's blocks are told.
    std::vector<GraphLaunch> launches = m_source.launches;
    if (launches.empty())
        launches.push_back({m_source.entry, m_source.threads, 0, 0});
    for (std::size_t i = 0; i < launches.size(); ++i)
        calls +=
            fmt::format("    emulated::launch({}, {}, seed, [&] {{ {}(*static_cast<const Arguments*>(args)); }});\n",
                        i > 0 ? std::to_string(launches[i].blocks) : "blocks", launches[i].threads, launches[i].entry);
    text += "\nextern \"C\" void runFused(const void* args, unsigned blocks, unsigned seed)\n{\n" + calls + "}\n";
    const char* const helper = "extern \"C\" void runHelper(void* C, const int* rows, long long count, long long ld, "
                               "float* scratch)\n{{\n    emulated::launch(2, 256, 1, [&] {{ {}; }});\n}}\n";
    if (m_source.zeroes)
        text += fmt::format(fmt::runtime(helper), fmt::format("zeroAddedRows(static_cast<{}*>(C), rows, count, ld)",
                                                              packed.op.inFloat64() ? "double" : "float"));
    if (m_source.converts)
        text += fmt::format(fmt::runtime(helper), "convertAddedRows(C, rows, count, ld, scratch)");
    m_library.emplace(text);
}

std::vector<double> EmulatedKernel::run(const std::vector<Dense>& operands, unsigned seed) const
{
    const Packed& packed = m_packed;
    const bool sampled = packed.op.sampled();
    const std::int64_t ldC = sampled ? (packed.nnz + 7) / 8 * 8 : packed.ld;
    const std::int64_t parts = packed.ld / packed.densePart;
    const std::int64_t rowsOfC = sampled ? 1 : packed.rows;
    const auto tasks = aligned(taskRecords(packed, packed.tasks)), tiles = aligned(tileRecords(packed)),
               indices = aligned(packed.indices), values = aligned(packed.values), outputs = aligned(packed.outputs),
               counts = aligned(valueCounts(packed)), empty = aligned(packed.emptyRows),
               splits = aligned(packed.splitRows), begins = aligned(packed.splitBegin),
               addedRows = aligned(packed.addedRows);
    std::vector<std::vector<Unit>> dense;
    for (const Dense& operand : operands)
        dense.push_back(encoded(operand, packed.op.dtype));
    const std::vector<std::uint8_t> poison(static_cast<std::size_t>(rowsOfC * ldC * bytesOf(packed.op.dtype)), 0xff);
    std::vector<Unit> C = aligned(poison);
    const std::uint8_t before = m_source.converts ? 0 : 0xff; // NaN
    const std::vector<std::uint8_t> scratch(static_cast<std::size_t>(scratchBytes(packed, ldC)), before);
    std::vector<Unit> units = aligned(scratch);
    std::vector<std::int32_t> counters(static_cast<std::size_t>(counterCount(packed)), 0);

    KernelArguments arguments(packed);
    const GraphLayout layout = packed.graph ? graphLayout(packed) : GraphLayout();
    const auto ofGraph = aligned(packed.graph ? graphBytes(packed, layout) : std::vector<std::uint8_t>());
    for (const auto& [argument, begin] : layout.begins)
        arguments[argument] = address(ofGraph) + begin;
    for (const auto& [argument, number] : layout.numbers)
        arguments[argument] = number;
    for (std::size_t i = 0; i < operands.size(); ++i)
        arguments[packed.op.definition().operands[i].name] = address(dense[i]);
    if (packed.op.relational()) {
        arguments["ldX"] = static_cast<std::uint64_t>(operands.front().ld);
        arguments["sliceCols"] = static_cast<std::uint64_t>(packed.shape().sliceCols());
    }
    arguments["C"] = address(C);
    arguments["scratch"] = m_source.zeroes ? address(C) : address(units);
    arguments["ldC"] = static_cast<std::uint64_t>(ldC);
    const auto offsets = aligned(packed.graph ? packed.graph->resultOffsets : graph::Numbers());
    if (packed.graph && packed.graph->keepsResults()) {
        arguments["resultOffsets"] = address(offsets);
        arguments["counters"] = address(counters);
    }
    if (!packed.graph) {
        arguments["tasks"] = address(tasks);
        arguments["tiles"] = address(tiles);
        arguments["indices"] = address(indices);
        arguments["values"] = address(values);
        arguments["ld"] = static_cast<std::uint64_t>(packed.ld);
        arguments["parts"] = static_cast<std::uint64_t>(parts);
        arguments["counters"] = address(counters);
    }
    const auto sizes = aligned(arraySizes(packed));
    if (usesPrograms(packed)) {
        arguments["sizes"] = address(sizes);
        arguments["m"] = static_cast<std::uint64_t>(packed.rows);
        arguments["n"] = static_cast<std::uint64_t>(packed.cols);
        arguments["nnz"] = static_cast<std::uint64_t>(packed.nnz);
    }
    if (sampled) {
        arguments["outputs"] = address(outputs);
        arguments["outputCounts"] = address(counts);
    } else {
        arguments["emptyRows"] = address(empty);
        arguments["emptyCount"] = packed.emptyRows.size();
    }
    if (!sampled && !packed.graph) {
        arguments["taskCount"] = packed.tasks.size();
        arguments["splits"] = address(splits);
        arguments["splitBegin"] = address(begins);
    }
    const auto helper = [&] {
        const auto run = reinterpret_cast<void (*)(void*, const void*, long long, long long, void*)>(
            m_library->function("runHelper"));
        run(C.data(), addedRows.data(), static_cast<long long>(packed.addedRows.size()), packed.ld, units.data());
    };
    if (m_source.zeroes)
        helper();
    const auto fused = reinterpret_cast<void (*)(const void*, unsigned, unsigned)>(m_library->function("runFused"));
    auto blocks = static_cast<std::int64_t>(packed.tasks.size());
    for (std::size_t i = 1; i < m_source.launches.size(); ++i)
        blocks -= m_source.launches[i].blocks;
    fused(arguments.bytes().data(),
          static_cast<unsigned>(blocks + (sampled ? 0 : zeroingBlocks(packed, m_source.threads))), seed);
    if (m_source.converts) {
        helper();
        CHECK(std::memcmp(units.data(), scratch.data(), scratch.size()) == 0);
    }
    CHECK(std::all_of(counters.begin(), counters.end(), [](std::int32_t n) { return n == 0; }));
    std::vector<double> result(static_cast<std::size_t>(sampled ? packed.nnz : rowsOfC * ldC));
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = loadValue(packed.op.dtype, reinterpret_cast<const std::uint8_t*>(C.data()), i);
    return result;
}

void checkEmulated(const Packed& packed, const Matrix& matrix, const KernelParameters& parameters,
                   const ir::KernelProgram* program)
{
    const EmulatedKernel kernel(packed, parameters, program);
    const std::vector<Dense> operands = randomOperands(packed.op, packed.shape(), packed.ld, 5);
    const Reference reference = referenceOf(matrix, packed.op, operands, noProgress());
    std::vector<double> first;
    for (const unsigned seed : {1u, 2u, 3u}) {
        const std::vector<double> result = kernel.run(operands, seed);
        const ErrorNorms norms = compare(reference, result.data(), packed.op.sampled() ? 1 : packed.ld);
        INFO("order " << seed << ": error " << norms.relative << ", worst element " << norms.worstElement);
        CHECK(norms.accepted(packed.op.dtype));
        if (first.empty())
            first = result;
        else if (!packed.addsRows())
            CHECK(std::memcmp(result.data(), first.data(), first.size() * sizeof(double)) == 0);
    }
}

} // namespace sparsescope
