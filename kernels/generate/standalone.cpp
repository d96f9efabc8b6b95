// A plan as a CUDA project of its own: kernel, host program, arrays, README.
#include "engine/core/at.h"
#include "engine/core/files.h"
#include "engine/matrix/matrix.h"
#include "engine/run/executor.h"
#include "kernels/generate/arguments.h"
#include "kernels/generate/generate.h"
#include "kernels/generate/pieces.h"
#include "kernels/generate/templates.h"

#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <span>

namespace sparsescope {

namespace {

constexpr const char* rowReference =
    R"(        for (long long j = 0; j < dense; ++j) {
            double sum = 0, magnitude = 0;
            for (std::int64_t p = rowPtr[i]; p < rowPtr[i + 1]; ++p) {
                const auto at = static_cast<std::size_t>(p);
                const double product = values[at] * B[static_cast<std::size_t>(colIdx[at] * ld + j)];
                sum += product;
                magnitude += std::fabs(product);
            }
            errors.add(resultAt(result, static_cast<long long>(i) * ldC + j), sum, magnitude);
        }
)";

constexpr const char* sampledReference =
    R"(        for (std::int64_t p = rowPtr[i]; p < rowPtr[i + 1]; ++p) {
            const auto at = static_cast<std::size_t>(p);
            double sum = 0, magnitude = 0;
            for (long long k = 0; k < dense; ++k) {
                const double x = X[i * static_cast<std::size_t>(ld) + static_cast<std::size_t>(k)];
                const double product = x * Y[static_cast<std::size_t>(colIdx[at] * ld + k)];
                sum += product;
                magnitude += std::fabs(product);
            }
            errors.add(resultAt(result, p), values[at] * sum, std::fabs(values[at]) * magnitude);
        }
)";

// A table of the kernel's that a file holds.
struct Table {
    const char* argument;
    const char* type;
    const char* file;
    std::string bytes;
    const char* meaning;
};

template <class T>
std::string bytesOf(const std::vector<T>& elements)
{
    return {reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(T)};
}

std::vector<Table> tablesOf(const Packed& packed)
{
    if (packed.op.sampled())
        return {{"outputs", "const int*", "outputs.bin", bytesOf(packed.outputs),
                 "int32: the position in C of each value; -1: none"},
                {"outputCounts", "const int*", "outputCounts.bin", bytesOf(valueCounts(packed)),
                 "int32: values of each tile"}};
    return {{"emptyRows", "const int*", "emptyRows.bin", bytesOf(packed.emptyRows),
             "int32: rows of C without non-zeros, which become zero"},
            {"splits", "const SplitRecord*", "splits.bin", bytesOf(packed.splitRows),
             "rows of which several stored rows hold parts, as each of their tiles sees them (kernel.cu)"},
            {"splitBegin", "const int*", "splitBegin.bin", bytesOf(packed.splitBegin),
             "int32: where those of each tile begin"}};
}

} // namespace

void writeStandalone(const Plan& plan, const Matrix& matrix, const std::string& folder, Progress& progress)
{
    Plan oneLaunch = plan;
    oneLaunch.tiling().splitSums = SplitSums::Slots;
    const Packed packed = pack(oneLaunch, matrix, progress);
    const GeneratedSource source = generateKernel(packed);
    const auto path = [&](const char* name) { return (std::filesystem::path(folder) / name).string(); };
    const OperatorDefinition& op = packed.op.definition();
    const DataType dtype = packed.op.dtype;
    const ErrorNorms bounds = acceptedErrors(dtype);
    const std::vector<Table> tables = tablesOf(packed);
    std::string operands, loads, files;
    for (std::size_t i = 0; i < op.operands.size(); ++i)
        operands += fmt::format("    const std::vector<float> {0} = operandOf({1}, {2});\n"
                                "    args.{0} = operandOnDevice({0});\n",
                                op.operands[i].name, op.operands[i].ofRows ? "rows" : "cols", i + 1);
    for (const Table& table : tables) {
        loads += fmt::format("    args.{} = static_cast<{}>(fileOnDevice(\"{}\"));\n", table.argument, table.type,
                             table.file);
        files += fmt::format("{:<15} {}\n", table.file, table.meaning);
    }
    if (!packed.op.sampled())
        loads += fmt::format("    args.taskCount = taskCount;\n"
                             "    args.emptyCount = {};\n",
                             packed.emptyRows.size());
    const std::map<std::string, std::string> values = {
        {"FORMULA", fmt::format("{} {}{}", op.label, op.formula, op.axis.empty() ? " (here C = A B)" : "")},
        {"PROGRAM", name(packed.op.kind)},
        {"NARROW", std::to_string(dtype == DataType::Float16    ? 5
                                  : dtype == DataType::BFloat16 ? 8
                                                                : 0)},
        {"SAMPLED", packed.op.sampled() ? "true" : "false"},
        {"TYPE", longName(dtype)},
        {"ROWS", std::to_string(packed.rows)},
        {"COLS", std::to_string(packed.cols)},
        {"NNZ", std::to_string(matrix.nnz())},
        {"AXIS", op.axis.empty() ? "the dense extent" : op.axis},
        {"J", std::to_string(packed.op.dense)},
        {"LD", std::to_string(packed.ld)},
        {"PART", std::to_string(packed.densePart)},
        {"PARTS", std::to_string(packed.ld / packed.densePart)},
        {"TASKS", std::to_string(packed.tasks.size())},
        {"TILES", std::to_string(packed.tiles.size())},
        {"SLOTS", std::to_string(packed.addsOutputs() ? packed.ld / packed.densePart : packed.slots())},
        {"COUNTERS", std::to_string(counterCount(packed))},
        {"ZEROING", std::to_string(zeroingBlocks(packed, source.threads))},
        {"OPERANDS", operands},
        {"TABLES", loads},
        {"FILES", files},
        {"REFERENCE", packed.op.sampled() ? sampledReference : rowReference},
        {"RELATIVE", fmt::format("{}", bounds.relative)},
        {"WORST", fmt::format("{}", bounds.worstElement)},
        {"ARGUMENTS", argumentText(packed.op)},
        {"ENTRY", source.entry},
        {"THREADS", std::to_string(source.threads)},
    };
    std::vector<double> csrValues(static_cast<std::size_t>(matrix.nnz()));
    for (std::int64_t p = 0; p < matrix.nnz(); ++p)
        csrValues[at(p)] = rounded(dtype, matrix.value(p));
    writeSet(folder, [&] {
        const auto text = [&](const char* name, const std::string& lines) { writeText(path(name), lines, progress); };
        text("kernel.cu", source.text);
        text("host.cpp", filledTemplate("standalone_host.txt", values));
        text("README", filledTemplate("standalone_readme.txt", values));
        text("tasks.bin", bytesOf(packed.tasks));
        text("tiles.bin", bytesOf(packed.tiles));
        text("indices.bin", bytesOf(packed.indices));
        text("values.bin", bytesOf(packed.values));
        for (const Table& table : tables)
            text(table.file, table.bytes);
        const auto span = [&](const char* name, const auto& elements) {
            text(name, {reinterpret_cast<const char*>(std::data(elements)), std::size(elements) * sizeof(elements[0])});
        };
        span("rowPtr.bin", matrix.rowPtr());
        span("colIdx.bin", matrix.colIdx());
        span("csrValues.bin", csrValues);
    });
}

} // namespace sparsescope
