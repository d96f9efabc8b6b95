#include "tests/kernels/emulated_kernel.h"

#include "engine/core/at.h"
#include "engine/core/files.h"
#include "engine/plan/graph/kernel_graph.h"
#include "engine/run/executor.h"
#include "kernels/generate/arguments.h"
#include "kernels/generate/graph.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <dlfcn.h>
#include <fmt/format.h>

namespace sparsescope {

namespace {

// Behind the end of what opens at `at`, a parenthesis; texts in quotes hold none that count.
std::size_t behindParenthesis(const std::string& text, std::size_t at)
{
    int depth = 0;
    bool quoted = false;
    for (; at < text.size(); ++at) {
        quoted ^= text[at] == '"';
        depth += quoted ? 0 : text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
        if (!quoted && depth == 0)
            return at + 1;
    }
    return text.size();
}

// "mma.sync.aligned {%0}, ..." : "+f"(x) as "ptx::mma_sync_aligned(x)".
std::string callOf(const std::string& statement)
{
    const std::size_t name = statement.find('"') + 1;
    std::string call = "ptx::" + statement.substr(name, statement.find_first_of(" ;", name) - name);
    std::replace(call.begin() + 5, call.end(), '.', '_');
    std::string operands;
    for (std::size_t at = statement.find('('); (at = statement.find("\"(", at)) != std::string::npos;) {
        const std::size_t end = behindParenthesis(statement, at + 1);
        operands += (operands.empty() ? "" : ", ") + statement.substr(at + 2, end - at - 3);
        at = end;
    }
    return call + "(" + operands + ")";
}

std::string withoutAssembly(std::string text)
{
    for (std::size_t at = 0; (at = text.find("asm", at)) != std::string::npos;) {
        const std::size_t open = text.find('(', at);
        const std::string between = text.substr(at + 3, open - at - 3);
        if ((at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0) ||
            (!between.empty() && between != " volatile")) {
            ++at;
            continue;
        }
        const std::size_t end = behindParenthesis(text, open);
        text.replace(at, end - at, callOf(text.substr(at, end - at)));
    }
    return text;
}

// Dynamic shared memory as arrays of what each kernel is launched with.
std::string withStaticShared(const GeneratedSource& source)
{
    const std::string dynamic = "extern __shared__ __align__(16) unsigned char shared[];";
    std::string text = source.text;
    for (const GraphLaunch& launch : source.launches)
        text.replace(text.find(dynamic), dynamic.size(),
                     fmt::format("__shared__ __align__(16) unsigned char shared[{}];",
                                 std::max<std::int64_t>(launch.sharedBytes, 1)));
    return text;
}

template <class T>
std::uint64_t address(const std::vector<T>& data)
{
    return reinterpret_cast<std::uint64_t>(data.data());
}

// Arrays as the device has them: at multiples of 16 bytes.
struct alignas(16) Unit {
    std::uint8_t bytes[16];
};
template <class T>
std::vector<Unit> aligned(const std::vector<T>& data)
{
    std::vector<Unit> units((data.size() * sizeof(T) + sizeof(Unit) - 1) / sizeof(Unit) + 1);
    if (!data.empty())
        std::memcpy(units.data(), data.data(), data.size() * sizeof(T));
    return units;
}

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

bool EmulatedKernel::possible()
{
    static const bool there = std::system("c++ --version > /dev/null 2>&1") == 0;
    return there;
}

EmulatedKernel::EmulatedKernel(const Packed& packed, const KernelParameters& parameters)
    : m_packed(packed), m_source(generateKernel(packed, parameters))
{
    std::string text = "#include \"" + sourceFile("tests/kernels/emulated/cuda.h") + "\"\n" +
                       withoutAssembly(withStaticShared(m_source));
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
    writeText(m_folder / "kernel.cpp", text);
    const std::string library = m_folder / "kernel.so";
#ifdef __SANITIZE_ADDRESS__
    const char* const checks = "-fsanitize=address"; // of what the kernel reads and writes
#else
    const char* const checks = "";
#endif
    const std::string command = fmt::format("c++ -w -O1 -std=c++20 {} -shared -fPIC -o '{}' '{}' > '{}' 2>&1", checks,
                                            library, m_folder / "kernel.cpp", m_folder / "log");
    if (std::system(command.c_str()) != 0)
        FAIL(readText(m_folder / "log"));
    m_library = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!m_library)
        FAIL(::dlerror());
}

EmulatedKernel::~EmulatedKernel()
{
    if (m_library)
        ::dlclose(m_library);
}

std::vector<double> EmulatedKernel::run(const std::vector<Dense>& operands, unsigned seed) const
{
    const Packed& packed = m_packed;
    const bool sampled = packed.op.sampled();
    const std::int64_t ldC = sampled ? (packed.nnz + 7) / 8 * 8 : packed.ld;
    const std::int64_t parts = packed.ld / packed.densePart;
    const std::int64_t rowsOfC = sampled ? 1 : packed.rows;
    const auto tasks = aligned(packed.tasks), tiles = aligned(packed.tiles), indices = aligned(packed.indices),
               values = aligned(packed.values), outputs = aligned(packed.outputs),
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
            ::dlsym(m_library, "runHelper"));
        run(C.data(), addedRows.data(), static_cast<long long>(packed.addedRows.size()), packed.ld, units.data());
    };
    if (m_source.zeroes)
        helper();
    const auto fused = reinterpret_cast<void (*)(const void*, unsigned, unsigned)>(::dlsym(m_library, "runFused"));
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

void checkEmulated(const Packed& packed, const Matrix& matrix, const KernelParameters& parameters)
{
    const EmulatedKernel kernel(packed, parameters);
    const std::vector<Dense> operands = randomOperands(packed.op, packed.rows, packed.cols, packed.ld, 5);
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
