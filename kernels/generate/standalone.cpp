// A plan as a CUDA project of its own: kernel, host program, arrays, README.
#include "kernels/generate/standalone.h"
#include "engine/core/at.h"
#include "engine/core/files.h"
#include "engine/matrix/matrix.h"
#include "engine/plan/graph/kernel_graph.h"
#include "engine/plan/operators/shared.h"
#include "engine/run/executor.h"
#include "kernels/generate/arguments.h"
#include "kernels/generate/generate.h"
#include "kernels/generate/graph.h"
#include "kernels/generate/pieces.h"
#include "kernels/generate/project.h"
#include "kernels/generate/templates.h"

#include <filesystem>
#include <fmt/format.h>
#include <limits>
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

constexpr const char* relationalReference =
    R"(        for (long long l = 0; l < dense; ++l) {
            double sum = 0, magnitude = 0;
            for (std::int64_t p = rowPtr[i]; p < rowPtr[i + 1]; ++p) {
                const auto at = static_cast<std::size_t>(p);
                for (long long k = 0; k < inner; ++k) {
                    const double x = X[static_cast<std::size_t>(colIdx[at] % sliceCols * ldX + k)];
                    const double w = W[static_cast<std::size_t>((colIdx[at] / sliceCols * inner + k) * ld + l)];
                    const double product = values[at] * x * w;
                    sum += product;
                    magnitude += std::fabs(product);
                }
            }
            errors.add(resultAt(result, static_cast<long long>(i) * ldC + l), sum, magnitude);
        }
)";

using Holds = LaunchMemory::Holds;

constexpr const char* emptyRowsMeaning = "int32: rows of C without non-zeros, which become zero";

std::vector<Table> tablesOf(const Packed& packed)
{
    std::vector<Table> tables = {
        valueTable(packed),
        {"tasks", "tasks.bin", bytesOf(taskRecords(packed, packed.tasks)),
         "one a thread block: the record of its tile, int32 tile, int32 part of the dense loop, two int32 unused"},
        {"tiles", "tiles.bin", bytesOf(tileRecords(packed)),
         "int32 kind, seven uint32: where its arrays begin in indices or values, in units of 16 bytes, or the number\n"
         "                of an array of one"},
        {"indices", "indices.bin", bytesOf(packed.indices),
         "int32: the arrays of whole numbers of all tiles, which kernel.cu names; a row -1 is padding, -2^31 the\n"
         "                row before once more, others below -1 slots: row -2 - s of the scratch, in which a part of\n"
         "                a row of C is summed"}};
    const std::vector<Table> more =
        packed.op.sampled()
            ? std::vector<Table>{outputTable(packed),
                                 {"outputCounts", "outputCounts.bin", bytesOf(valueCounts(packed)),
                                  "int32: values of each tile"}}
            : std::vector<Table>{
                  {"emptyRows", "emptyRows.bin", bytesOf(packed.emptyRows), emptyRowsMeaning},
                  {"splits", "splits.bin", bytesOf(packed.splitRows),
                   "rows of which several tiles hold parts, as each of their tiles sees them (kernel.cu)"},
                  {"splitBegin", "splitBegin.bin", bytesOf(packed.splitBegin),
                   "int32: where those of each tile begin"}};
    tables.insert(tables.end(), more.begin(), more.end());
    if (usesPrograms(packed))
        tables.push_back({"sizes", "sizes.bin", bytesOf(arraySizes(packed)),
                          "int32: how many elements each array of a tile has, seven a tile"});
    return tables;
}

void addFile(const std::string& file, std::string bytes, const char* meaning, Product& made)
{
    made.listed += fmt::format("{:<15} {}\n", file, meaning);
    made.files.emplace_back(file, std::move(bytes));
}

// A table is a file, and an argument that points to it.
void addTable(const Table& table, Product& made)
{
    addFile(table.file, table.bytes, table.meaning, made);
    made.launch.add({table.argument, Holds::File, table.file});
}

Product sourceProduct(const GeneratedSource& source, const Packed& packed)
{
    Product made{"kernel.cu", "kernel.cu host.cpp", {}, {}, {}, {}, {}, {}, {}};
    made.declarations = argumentText(argumentFields(packed));
    if (packed.op.relational()) {
        const std::int64_t ldX = operandLd(packed.op, packed.op.definition().operands.front(), packed.ld);
        made.declarations +=
            fmt::format("constexpr long long inner = {};      // extent of the rows of X\n"
                        "constexpr long long ldX = {};        // their leading dimension\n"
                        "constexpr long long sliceCols = {};  // columns of a relation; the matrix has all of them "
                        "side by side\n\n",
                        packed.op.inner, ldX, packed.shape().sliceCols());
        made.launch.number("ldX", ldX);
        made.launch.number("sliceCols", packed.shape().sliceCols());
    }
    made.listed =
        "kernel.cu       the generated kernel; includes nothing\n"
        "launch.json     what host.cpp hands to it, for hosts in other languages: memory, arguments, launches\n";
    made.files = {{"kernel.cu", source.text}};
    for (std::size_t i = 0; i < packed.op.definition().operands.size(); ++i) {
        const OperandDefinition& operand = packed.op.definition().operands[i];
        const char* const rows = operand.rows == RowsOf::Rows    ? "rows"
                                 : operand.rows == RowsOf::Inner ? "cols / sliceCols * inner"
                                 : packed.op.relational()        ? "sliceCols"
                                                                 : "cols";
        made.operands +=
            fmt::format("    const std::vector<Value> {0} = operandOf({1}, {2}, {3});\n"
                        "    args.{0} = operandOnDevice({0});\n",
                        operand.name, rows,
                        packed.op.relational() && operand.rows == RowsOf::Cols ? "inner, ldX" : "dense, ld", i + 1);
        made.launch.add({operand.name, Holds::Operand});
    }
    made.launch.add({"C", Holds::Output});
    made.launch.number("ldC", outputLd(packed));
    return made;
}

// Sums of split rows, and counters of those who add to them.
void addScratch(const GeneratedSource& source, const Packed& packed, Product& made)
{
    if (source.zeroes)
        made.launch.arguments.push_back({"scratch", "C"});
    else
        made.launch.add(
            {"scratch", source.converts ? Holds::Zeros : Holds::Scratch, {}, scratchBytes(packed, outputLd(packed))});
    if (!packed.graph || packed.graph->keepsResults())
        made.launch.add({"counters", Holds::Zeros, {}, 4 * counterCount(packed)});
}

// The kernels of a run: before the fused one, that which zeroes rows that are added to, or behind it, that which
// rounds their sums.
void addKernels(const GeneratedSource& source, const Packed& packed, std::vector<ProjectKernel> fused, Product& made)
{
    for (const ProjectKernel& kernel : fused)
        made.declarations += fmt::format("extern \"C\" void {}(Arguments args);\n", kernel.entry);
    made.launch.kernels = std::move(fused);
    if (!packed.addsRows())
        return;
    addFile("addedRows.bin", bytesOf(packed.addedRows), "int32: rows of C that several results are added to", made);
    made.launch.memory.push_back({"addedRows", Holds::File, "addedRows.bin"});
    ProjectKernel helper{source.zeroes ? "zeroAddedRows" : "convertAddedRows", 256, 256};
    helper.parameters = {{"C", "C"},
                         {"addedRows", "addedRows"},
                         {"addedCount", {}, std::ssize(packed.addedRows)},
                         {"addedLd", {}, packed.ld}};
    if (source.converts)
        helper.parameters.push_back({"scratch", "scratch"});
    made.declarations +=
        fmt::format("extern \"C\" void {}({}* C, const int* rows, long long rowCount, long long ld{});\n", helper.entry,
                    !source.zeroes          ? "void"
                    : packed.op.inFloat64() ? "double"
                                            : "float",
                    source.zeroes ? "" : ", float* scratch");
    made.launch.kernels.insert(source.zeroes ? made.launch.kernels.begin() : made.launch.kernels.end(), helper);
}

Product generatedProduct(const Packed& packed, const KernelParameters& parameters)
{
    const GeneratedSource source = generateKernel(packed, parameters);
    Product made = sourceProduct(source, packed);
    for (const Table& table : tablesOf(packed))
        addTable(table, made);
    made.launch.number("ld", packed.ld);
    made.launch.number("parts", packed.ld / packed.densePart);
    if (!packed.op.sampled()) {
        made.launch.number("taskCount", std::ssize(packed.tasks));
        made.launch.number("emptyCount", std::ssize(packed.emptyRows));
    }
    if (usesPrograms(packed)) {
        made.launch.number("m", packed.rows);
        made.launch.number("n", packed.cols);
        made.launch.number("nnz", packed.nnz);
    }
    addScratch(source, packed, made);
    made.launch.values = {{"values", 0, std::ssize(packed.values) / sparsescope::bytesOf(packed.op.dtype)}};
    const std::int64_t blocks =
        std::ssize(packed.tasks) + (packed.op.sampled() ? 0 : zeroingBlocks(packed, source.threads));
    if (!packed.tasks.empty())
        addKernels(source, packed, {{source.entry, blocks, source.threads}}, made);
    made.product = runText(made.launch, "A thread block for each task, and behind them those that zero rows.");
    return made;
}

// A graph's kernels, and those before and after them where rows have several writers.
Product graphProduct(const Packed& packed, KernelParameters parameters)
{
    parameters.literals = true; // of one matrix anyway
    const GeneratedSource source = generateKernel(packed, parameters);
    const GraphLayout layout = graphLayout(packed);
    const std::vector<std::uint8_t> arrays = graphBytes(packed, layout);
    Product made = sourceProduct(source, packed);
    addTable({"emptyRows", "emptyRows.bin", bytesOf(packed.emptyRows), emptyRowsMeaning}, made);
    addFile("graph.bin", std::string(arrays.begin(), arrays.end()),
            "the arrays of the graph's branches, each where host.cpp says", made);
    made.launch.memory.push_back({"graph", Holds::File, "graph.bin"});
    for (const auto& [argument, begin] : layout.begins)
        made.launch.arguments.push_back({argument, "graph", static_cast<std::int64_t>(begin)});
    for (const auto& [argument, number] : layout.numbers)
        made.launch.number(argument, static_cast<std::int64_t>(number));
    made.launch.number("emptyCount", std::ssize(packed.emptyRows));
    if (packed.graph->keepsResults())
        addTable({"resultOffsets", "resultOffsets.bin", bytesOf(packed.graph->resultOffsets),
                  "int32: of each row that several write, where its results begin in the scratch"},
                 made);
    addScratch(source, packed, made);
    for (std::size_t i = 0; i < layout.values.size(); ++i)
        made.launch.values.push_back(
            {"graph", static_cast<std::int64_t>(layout.values[i]),
             std::ssize(packed.graph->branches[i].values) / sparsescope::bytesOf(packed.op.dtype)});
    std::vector<ProjectKernel> kernels;
    for (const GraphLaunch& one : source.launches) {
        const std::int64_t zeroing = kernels.empty() ? zeroingBlocks(packed, one.threads) : 0;
        kernels.push_back({one.entry, one.blocks + zeroing, one.threads, one.sharedBytes});
    }
    if (!onlyZeroes(packed))
        addKernels(source, packed, kernels, made);
    made.product = runText(made.launch, "A thread block for each BMTB, and behind those of the first launch blocks "
                                        "that zero rows.");
    return made;
}

// How the host program and launch.json hand all of it to the kernels, and where the values of the matrix are in it.
void addLaunch(const Plan& plan, const Matrix& matrix, const Packed& packed, Product& made, Progress& progress)
{
    made.arguments = memoryText(made.launch, packed);
    made.launch.positions = packed.op.sampled() ? "outputs.bin" : "positions.bin"; // which are the same
    if (!packed.op.sampled())
        addFile(made.launch.positions, bytesOf(valuePositions(plan, matrix, packed, progress)),
                "int32: the position in CSR of each stored value; -1: it is zero", made);
    made.files.emplace_back("launch.json", launchJson(made.launch, packed));
}

} // namespace

Table valueTable(const Packed& packed)
{
    return {"values", "values.bin", {packed.values.begin(), packed.values.end()}, "stored values, of the type above"};
}

Table outputTable(const Packed& packed)
{
    return {"outputs", "outputs.bin", bytesOf(packed.outputs), "int32: the position in C of each value; -1: none"};
}

std::string launchText(const std::string& entry, std::int64_t blocks, int threads, const char* list,
                       std::int64_t sharedBytes)
{
    return fmt::format("        check(cudaLaunchKernel(reinterpret_cast<const void*>({0}), dim3({1}u), dim3({2}), "
                       "{3}, {4}, nullptr), \"{0}\");\n",
                       entry, blocks, threads, list, sharedBytes);
}

std::map<std::string, std::string> standaloneMarks(const Operator& op, std::int64_t rows, std::int64_t cols,
                                                   std::int64_t nnz)
{
    const OperatorDefinition& definition = op.definition();
    const ErrorNorms bounds = acceptedErrors(op.dtype);
    std::map<std::string, std::string> marks = {
        {"FORMULA", fmt::format("{} {}{}", definition.label, definition.formula,
                                definition.axis.empty() ? " (here C = A B)" : "")},
        {"PROGRAM", name(op.kind)},
        {"NARROW", std::to_string(op.dtype == DataType::Float16    ? 5
                                  : op.dtype == DataType::BFloat16 ? 8
                                                                   : 0)},
        {"VALUE", op.inFloat64() ? "double" : "float"},
        {"SAMPLED", op.sampled() ? "true" : "false"},
        {"TYPE", longName(op.dtype)},
        {"ROWS", std::to_string(rows)},
        {"COLS", std::to_string(cols)},
        {"NNZ", std::to_string(nnz)},
        {"AXIS", definition.axis.empty() ? "the dense extent" : definition.axis},
        {"J", std::to_string(op.dense)},
        {"RELATIVE", fmt::format("{}", bounds.relative)},
        {"WORST", fmt::format("{}", bounds.worstElement)},
        {"LEAST", fmt::format("{}", scaleOf(op.dtype, std::numeric_limits<double>::denorm_min()))},
    };
    marks["HELPERS"] = filledTemplate("standalone_helpers.txt", marks);
    return marks;
}

void writeStandalone(const Plan& plan, const Matrix& matrix, const std::string& folder, Progress& progress,
                     Codegen codegen, const std::string& parameters)
{
    Plan oneLaunch = plan;
    oneLaunch.tiling().splitSums = SplitSums::Slots;
    const Packed packed = pack(oneLaunch, matrix, progress, codegen);
    if (packed.byLibrary && !parameters.empty())
        failUsage("a library computes this plan: it has no parameters of a kernel");
    Product product = packed.byLibrary ? libraryProduct(packed)
                      : packed.graph   ? graphProduct(packed, legalParametersOf(packed, parameters))
                                       : generatedProduct(packed, legalParametersOf(packed, parameters));
    if (!packed.byLibrary)
        addLaunch(plan, matrix, packed, product, progress);
    const auto path = [&](const std::string& name) { return (std::filesystem::path(folder) / name).string(); };
    std::map<std::string, std::string> values = standaloneMarks(packed.op, packed.rows, packed.cols, matrix.nnz());
    values.insert({{"COMPUTES", product.computes},
                   {"SOURCES", product.sources},
                   // Arguments of more than 4096 bytes came with 12.1.
                   {"TOOLKIT", packed.graph && argumentBytes(argumentFields(packed)) > 4096 ? "12.1" : "11.8"},
                   {"LD", std::to_string(packed.ld)},
                   {"PART", std::to_string(packed.densePart)},
                   {"DECLARATIONS", product.declarations},
                   {"OPERANDS", product.operands},
                   {"ARGUMENTS", product.arguments},
                   {"PRODUCT", product.product},
                   {"FILES", product.listed + fmt::format("rowPtr.bin, colIdx.bin, csrValues.bin   the matrix in CSR: "
                                                          "int64, int32, float64 (rounded to {})\n",
                                                          longName(packed.op.dtype))},
                   {"REFERENCE", packed.op.sampled()      ? sampledReference
                                 : packed.op.relational() ? relationalReference
                                                          : rowReference}});
    std::vector<double> csrValues(static_cast<std::size_t>(matrix.nnz()));
    for (std::int64_t p = 0; p < matrix.nnz(); ++p)
        csrValues[at(p)] = rounded(packed.op.dtype, matrix.value(p));
    writeSet(folder, [&] {
        const auto text = [&](const char* name, const std::string& lines) { writeText(path(name), lines, progress); };
        text("host.cpp", filledTemplate("standalone_host.txt", values));
        text("README", filledTemplate("standalone_readme.txt", values));
        for (const auto& [name, bytes] : product.files)
            text(name.c_str(), bytes);
        const auto span = [&](const char* name, const auto& elements) {
            text(name, {reinterpret_cast<const char*>(std::data(elements)), std::size(elements) * sizeof(elements[0])});
        };
        span("rowPtr.bin", matrix.rowPtr());
        span("colIdx.bin", matrix.colIdx());
        span("csrValues.bin", csrValues);
    });
}

} // namespace sparsescope
