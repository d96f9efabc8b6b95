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

constexpr const char* zeroesAlone =
    "    // There is nothing to multiply.\n"
    "    const auto run = [&] { check(cudaMemsetAsync(args.C, 0, bytesC), \"cudaMemsetAsync\"); };\n";

constexpr const char* emptyRowsMeaning = "int32: rows of C without non-zeros, which become zero";

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

Table valueTable(const Packed& packed, const char* type = "const void*")
{
    return {
        "values", type, "values.bin", {packed.values.begin(), packed.values.end()}, "stored values, of the type above"};
}

std::vector<Table> tablesOf(const Packed& packed)
{
    const std::vector<Table> all = {
        valueTable(packed),
        {"tasks", "const TaskRecord*", "tasks.bin", bytesOf(taskRecords(packed, packed.tasks)),
         "one a thread block: the record of its tile, int32 tile, int32 part of the dense loop, two int32 unused"},
        {"tiles", "const TileRecord*", "tiles.bin", bytesOf(tileRecords(packed)),
         "int32 kind, seven uint32: where its arrays begin in indices or values, in units of 16 bytes, or the number\n"
         "                of an array of one"},
        {"indices", "const int*", "indices.bin", bytesOf(packed.indices),
         "int32: the arrays of whole numbers of all tiles, which kernel.cu names; a row -1 is padding, -2^31 the\n"
         "                row before once more, others below -1 slots: row -2 - s of the scratch, in which a part of\n"
         "                a row of C is summed"}};
    const std::vector<Table> more =
        packed.op.sampled()
            ? std::vector<Table>{{"outputs", "const int*", "outputs.bin", bytesOf(packed.outputs),
                                  "int32: the position in C of each value; -1: none"},
                                 {"outputCounts", "const int*", "outputCounts.bin", bytesOf(valueCounts(packed)),
                                  "int32: values of each tile"}}
            : std::vector<Table>{
                  {"emptyRows", "const int*", "emptyRows.bin", bytesOf(packed.emptyRows), emptyRowsMeaning},
                  {"splits", "const SplitRecord*", "splits.bin", bytesOf(packed.splitRows),
                   "rows of which several tiles hold parts, as each of their tiles sees them (kernel.cu)"},
                  {"splitBegin", "const int*", "splitBegin.bin", bytesOf(packed.splitBegin),
                   "int32: where those of each tile begin"}};
    std::vector<Table> tables = all;
    tables.insert(tables.end(), more.begin(), more.end());
    return tables;
}

// What a project of a generated kernel and one that calls a library have each in its own way.
struct Product {
    std::string computes;                                   // "kernel.cu"
    std::string sources;                                    // on nvcc's line
    std::string declarations, operands, arguments, product; // of the host program
    std::string listed;                                     // files, for the README
    std::vector<std::pair<std::string, std::string>> files; // and their contents
};

// A table is a file, and an argument that points to it.
void addTable(const Table& table, Product& made)
{
    made.arguments +=
        fmt::format("    args.{} = static_cast<{}>(fileOnDevice(\"{}\"));\n", table.argument, table.type, table.file);
    made.listed += fmt::format("{:<15} {}\n", table.file, table.meaning);
    made.files.emplace_back(table.file, table.bytes);
}

Product sourceProduct(const GeneratedSource& source, const Packed& packed)
{
    Product made{"kernel.cu", "kernel.cu host.cpp", {}, {}, {}, {}, {}, {}};
    made.declarations = argumentText(argumentFields(packed));
    if (packed.op.relational()) {
        made.declarations +=
            fmt::format("constexpr long long inner = {};      // extent of the rows of X\n"
                        "constexpr long long ldX = {};        // their leading dimension\n"
                        "constexpr long long sliceCols = {};  // columns of a relation; the matrix has all of them "
                        "side by side\n\n",
                        packed.op.inner, operandLd(packed.op, packed.op.definition().operands.front(), packed.ld),
                        packed.shape().sliceCols());
        made.arguments = "    args.ldX = ldX;\n    args.sliceCols = sliceCols;\n";
    }
    made.listed = "kernel.cu       the generated kernel; includes nothing\n";
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
    }
    return made;
}

std::string launchText(const std::string& entry, std::int64_t blocks, int threads, const char* list,
                       std::int64_t sharedBytes)
{
    return fmt::format("        check(cudaLaunchKernel(reinterpret_cast<const void*>({0}), dim3({1}u), dim3({2}), "
                       "{3}, {4}, nullptr), \"{0}\");\n",
                       entry, blocks, threads, list, sharedBytes);
}

// The kernel before the fused one that zeroes rows which are added to, or the one behind it that rounds their sums.
struct AddedRows {
    std::string before, after;
};

AddedRows addedRows(const GeneratedSource& source, const Packed& packed, Product& made)
{
    AddedRows launches;
    if (!packed.addsRows())
        return launches;
    made.files.emplace_back("addedRows.bin", bytesOf(packed.addedRows));
    made.listed += "addedRows.bin   int32: rows of C that several results are added to\n";
    made.arguments += fmt::format("    const void* addedRows = fileOnDevice(\"addedRows.bin\");\n"
                                  "    long long addedCount = {}, addedLd = {};\n",
                                  packed.addedRows.size(), packed.ld);
    made.arguments += source.zeroes
                          ? "    args.scratch = static_cast<float*>(args.C);\n"
                          : "    const std::size_t sums = static_cast<std::size_t>(addedCount * addedLd) * 4;\n"
                            "    args.scratch = static_cast<float*>(onDevice(nullptr, sums));\n"
                            "    check(cudaMemset(args.scratch, 0, sums), \"cudaMemset\");\n";
    const char* const helper = source.zeroes ? "zeroAddedRows" : "convertAddedRows";
    const char* const scratch = source.zeroes ? "" : ", &args.scratch";
    made.declarations +=
        fmt::format("extern \"C\" void {}({}* C, const int* rows, long long rowCount, long long ld{});\n", helper,
                    !source.zeroes          ? "void"
                    : packed.op.inFloat64() ? "double"
                                            : "float",
                    source.zeroes ? "" : ", float* scratch");
    made.product += fmt::format("    void* added[] = {{&args.C, &addedRows, &addedCount, &addedLd{}}};\n", scratch);
    (source.zeroes ? launches.before : launches.after) = launchText(helper, 256, 256, "added", 0);
    return launches;
}

Product generatedProduct(const Packed& packed)
{
    const GeneratedSource source = generateKernel(packed);
    const std::int64_t parts = packed.ld / packed.densePart;
    Product made = sourceProduct(source, packed);
    made.declarations += fmt::format("extern \"C\" void {}(Arguments args);\n", source.entry);
    for (const Table& table : tablesOf(packed))
        addTable(table, made);
    const std::int64_t counters = counterCount(packed);
    made.arguments += fmt::format(
        "    args.ld = ld;\n"
        "    args.ldC = ldC;\n"
        "    args.parts = {};\n"
        "    args.scratch = static_cast<float*>(onDevice(nullptr, static_cast<std::size_t>({} * ldC * 4)));\n"
        "    args.counters = static_cast<int*>(onDevice(nullptr, {}));\n"
        "    check(cudaMemset(args.counters, 0, {}), \"cudaMemset\");\n",
        parts, packed.addsOutputs() ? parts : packed.slots(), counters * 4, counters * 4);
    if (!packed.op.sampled())
        made.arguments += fmt::format("    args.taskCount = {};\n"
                                      "    args.emptyCount = {};\n",
                                      packed.tasks.size(), packed.emptyRows.size());
    if (onlyZeroes(packed)) {
        made.product = zeroesAlone;
        return made;
    }
    if (usesPrograms(packed)) {
        addTable({"sizes", "const int*", "sizes.bin", bytesOf(arraySizes(packed)),
                  "int32: how many elements each array of a tile has, seven a tile"},
                 made);
        made.arguments += fmt::format("    args.m = {};\n    args.n = {};\n    args.nnz = {};\n", packed.rows,
                                      packed.cols, packed.nnz);
    }
    made.product = "    // A thread block for each task, and behind them those that zero rows.\n";
    const AddedRows added = addedRows(source, packed, made);
    const std::int64_t zeroing = packed.op.sampled() ? 0 : zeroingBlocks(packed, source.threads);
    made.product +=
        fmt::format("    const auto run = [&] {{\n"
                    "        void* list[] = {{&args}};\n"
                    "{}{}{}"
                    "    }};\n",
                    added.before,
                    std::ssize(packed.tasks) + zeroing > 0
                        ? launchText(source.entry, std::ssize(packed.tasks) + zeroing, source.threads, "list", 0)
                        : "",
                    added.after);
    return made;
}

// A graph's kernels, and those before and after them where rows have several writers.
Product graphProduct(const Packed& packed)
{
    const GeneratedSource source = generateKernel(packed, {.literals = true}); // of one matrix anyway
    const GraphLayout layout = graphLayout(packed);
    const std::vector<std::uint8_t> arrays = graphBytes(packed, layout);
    Product made = sourceProduct(source, packed);
    addTable({"emptyRows", "const int*", "emptyRows.bin", bytesOf(packed.emptyRows), emptyRowsMeaning}, made);
    made.files.emplace_back("graph.bin", std::string(arrays.begin(), arrays.end()));
    made.listed += "graph.bin       the arrays of the graph's branches, each where host.cpp says\n";
    made.arguments += "    char* const graph = static_cast<char*>(fileOnDevice(\"graph.bin\"));\n";
    for (const auto& [argument, begin] : layout.begins)
        made.arguments += fmt::format("    args.{} = graph + {};\n", argument, begin);
    for (const auto& [argument, number] : layout.numbers)
        made.arguments += fmt::format("    args.{} = {};\n", argument, static_cast<std::int64_t>(number));
    made.arguments += fmt::format("    args.ldC = ldC;\n"
                                  "    args.emptyCount = {};\n",
                                  packed.emptyRows.size());
    if (packed.graph->keepsResults()) {
        addTable({"resultOffsets", "const int*", "resultOffsets.bin", bytesOf(packed.graph->resultOffsets),
                  "int32: of each row that several write, where its results begin in the scratch"},
                 made);
        const std::int64_t counters = 4 * counterCount(packed);
        made.arguments += fmt::format("    args.scratch = static_cast<float*>(onDevice(nullptr, {}));\n"
                                      "    args.counters = static_cast<int*>(onDevice(nullptr, {}));\n"
                                      "    check(cudaMemset(args.counters, 0, {}), \"cudaMemset\");\n",
                                      scratchBytes(packed, 1), counters, counters);
    }
    if (onlyZeroes(packed)) {
        made.product = zeroesAlone;
        return made;
    }
    made.product = "    void* list[] = {&args};\n";
    std::string launches;
    const AddedRows added = addedRows(source, packed, made);
    for (const GraphLaunch& one : source.launches) {
        made.declarations += fmt::format("extern \"C\" void {}(Arguments args);\n", one.entry);
        made.product += fmt::format("    check(cudaFuncSetAttribute(reinterpret_cast<const void*>({}), "
                                    "cudaFuncAttributeMaxDynamicSharedMemorySize, {}), \"cudaFuncSetAttribute\");\n",
                                    one.entry, one.sharedBytes);
        const std::int64_t zeroing = launches.empty() ? zeroingBlocks(packed, one.threads) : 0;
        launches += launchText(one.entry, one.blocks + zeroing, one.threads, "list", one.sharedBytes);
    }
    made.product += "    // A thread block for each BMTB, and behind those of the first launch blocks that zero rows.\n"
                    "    const auto run = [&] {\n" +
                    added.before + launches + added.after + "    };\n";
    return made;
}

// What a project calls cuBLAS with: fields of the arguments, the operand with a row for each column of the matrix, and
// what stands between the handle and the type of the sums.
struct DenseCall {
    const char* fields;
    const char* second;
    std::string operands;
    const char* reads; // "C = A B reads column-major as the transposed C' = B' A'"
    std::string arguments;
};

DenseCall denseCall(const Packed& packed, const std::string& type)
{
    const auto secondOperand = [](const char* name, int seed) {
        return fmt::format("    std::vector<Value> {0} = operandOf(cols, dense, ld, {1});\n"
                           "    {0}.resize(static_cast<std::size_t>(inner * ld), 0.0f);\n"
                           "    args.{0} = operandOnDevice({0});\n",
                           name, seed);
    };
    if (packed.op.sampled())
        return {"*values, *X, *Y, *product, *outputs, *C", "Y",
                "    const std::vector<Value> X = operandOf(rows, dense, ld, 1);\n"
                "    args.X = operandOnDevice(X);\n" +
                    secondOperand("Y", 2),
                "P = X Y' reads column-major as P' = Y X'",
                fmt::format("CUBLAS_OP_T, CUBLAS_OP_N, inner, rows, dense, &one, args.Y, {0}, ld, args.X, {0}, ld, "
                            "&zero, args.product, {0}, inner",
                            type)};
    return {"*values, *B, *C", "B", secondOperand("B", 1), "C = A B reads column-major as the transposed C' = B' A'",
            fmt::format("CUBLAS_OP_N, CUBLAS_OP_N, dense, rows, inner, &one, args.B, {0}, ld, args.values, {0}, "
                        "inner, &zero, args.C, {0}, ldC",
                        type)};
}

// SDDMM: the kernel behind the dense product, and its launch.
std::string addSampling(const Packed& packed, Product& made)
{
    const GeneratedSource source = generateKernel(packed);
    const std::int64_t places = packed.rows * packed.rowPlaces();
    made.computes += ", which kernel.cu samples";
    made.sources = "kernel.cu " + made.sources;
    made.listed = "kernel.cu       the generated kernel; includes nothing\n" + made.listed;
    made.files.emplace_back("kernel.cu", source.text);
    made.declarations +=
        fmt::format("\nextern \"C\" void {}(const void* product, const void* values, const int* outputs, "
                    "void* C, long long places);\n",
                    source.entry);
    addTable({"outputs", "void*", "outputs.bin", bytesOf(packed.outputs),
              "int32: the position in C of each value; -1: none"},
             made);
    made.arguments += fmt::format("    args.product = onDevice(nullptr, {});\n"
                                  "    long long places = {};\n",
                                  places * sparsescope::bytesOf(packed.op.dtype), places);
    return "        void* list[] = {&args.product, &args.values, &args.outputs, &args.C, &places};\n" +
           launchText(source.entry, samplingBlocks(packed, source.threads), source.threads, "list", 0);
}

// cuBLAS's product of dense matrices; of SDDMM it is X Y', which a kernel of ours samples.
Product libraryProduct(const Packed& packed)
{
    const DataType dtype = packed.op.dtype;
    const DenseCall call = denseCall(packed, dtype == DataType::Float16    ? "CUDA_R_16F"
                                             : dtype == DataType::BFloat16 ? "CUDA_R_16BF"
                                                                           : "CUDA_R_32F");
    Product made{"cuBLAS's product of dense matrices", "host.cpp -lcublas", {}, {}, {}, {}, {}, {}};
    made.declarations =
        fmt::format("#include <cublas_v2.h>\n\n"
                    "constexpr long long inner = {};  // columns of A, and rows of {}, with zeros behind "
                    "those of the matrix\n\n"
                    "struct Arguments {{\n"
                    "    void {};\n"
                    "}};\n\n"
                    "static void check(cublasStatus_t status, const char* what)\n"
                    "{{\n"
                    "    if (status != CUBLAS_STATUS_SUCCESS) {{\n"
                    "        std::fprintf(stderr, \"%s: %s\\n\", what, cublasGetStatusString(status));\n"
                    "        std::exit(3);\n"
                    "    }}\n"
                    "}}\n",
                    packed.rowPlaces(), call.second, call.fields);
    made.operands = call.operands;
    addTable(valueTable(packed, "void*"), made);
    const std::string sampling = packed.op.sampled() ? addSampling(packed, made) : "";
    made.arguments += "    cublasHandle_t handle;\n"
                      "    check(cublasCreate(&handle), \"cublasCreate\");\n"
                      "    // Parts of a sum may not be rounded to 16 bits before they are added up.\n"
                      "    check(cublasSetMathMode(handle, static_cast<cublasMath_t>(CUBLAS_DEFAULT_MATH | "
                      "CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION)), \"cublasSetMathMode\");\n";
    made.product =
        fmt::format("    const float one = 1, zero = 0;\n"
                    "    // Row-major {}.\n"
                    "    const auto run = [&] {{\n"
                    "        check(cublasGemmEx(handle, {}, {}, CUBLAS_GEMM_DEFAULT), \"cublasGemmEx\");\n"
                    "{}"
                    "    }};\n",
                    call.reads, call.arguments,
                    dtype == DataType::TFloat32 ? "CUBLAS_COMPUTE_32F_FAST_TF32" : "CUBLAS_COMPUTE_32F", sampling);
    return made;
}

} // namespace

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
                     Codegen codegen)
{
    Plan oneLaunch = plan;
    oneLaunch.tiling().splitSums = SplitSums::Slots;
    const Packed packed = pack(oneLaunch, matrix, progress, codegen);
    const Product product = packed.byLibrary ? libraryProduct(packed)
                            : packed.graph   ? graphProduct(packed)
                                             : generatedProduct(packed);
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
