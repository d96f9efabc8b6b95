// Projects of plans that cuBLAS computes, or whose dense product it computes.
#include "engine/core/error.h"
#include "kernels/generate/generate.h"
#include "kernels/generate/project.h"

#include <fmt/format.h>

namespace sparsescope {

namespace {

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

void addLibraryTable(const Table& table, Product& made)
{
    made.arguments += fmt::format("    args.{} = fileOnDevice(\"{}\");\n", table.argument, table.file);
    made.listed += fmt::format("{:<15} {}\n", table.file, table.meaning);
    made.files.emplace_back(table.file, table.bytes);
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
    addLibraryTable(outputTable(packed), made);
    made.arguments += fmt::format("    args.product = onDevice(nullptr, {});\n"
                                  "    long long places = {};\n",
                                  places * sparsescope::bytesOf(packed.op.dtype), places);
    return "        void* list[] = {&args.product, &args.values, &args.outputs, &args.C, &places};\n" +
           launchText(source.entry, samplingBlocks(packed, source.threads), source.threads, "list", 0);
}

} // namespace

Product libraryProduct(const Packed& packed)
{
    const DataType dtype = packed.op.dtype;
    const DenseCall call = denseCall(packed, dtype == DataType::Float16    ? "CUDA_R_16F"
                                             : dtype == DataType::BFloat16 ? "CUDA_R_16BF"
                                                                           : "CUDA_R_32F");
    Product made{"cuBLAS's product of dense matrices", "host.cpp -lcublas", {}, {}, {}, {}, {}, {}, {}};
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
    addLibraryTable(valueTable(packed), made);
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

} // namespace sparsescope
