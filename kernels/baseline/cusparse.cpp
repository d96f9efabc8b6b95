#include "kernels/baseline/cusparse.h"

#include "engine/core/at.h"
#include "engine/core/error.h"

#ifdef SPARSESCOPE_HAS_CUSPARSE

#include "engine/core/parallel.h"
#include "kernels/baseline/cusparse_calls.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace sparsescope {

namespace {

struct SpmvVariant {
    const char* name;
    SparseLayout layout;
    cusparseSpMVAlg_t algorithm;
    bool preprocess = false;
};

struct SddmmVariant {
    const char* name;
    SparseLayout layout;
};

constexpr std::array spmvVariants = {
    SpmvVariant{"cusparse:spmv_csr_alg1", {SparseStorage::Csr}, CUSPARSE_SPMV_CSR_ALG1, true},
    SpmvVariant{"cusparse:spmv_csr_alg1_no_preprocess", {SparseStorage::Csr}, CUSPARSE_SPMV_CSR_ALG1},
    SpmvVariant{"cusparse:spmv_csr_alg2", {SparseStorage::Csr}, CUSPARSE_SPMV_CSR_ALG2, true},
    SpmvVariant{"cusparse:spmv_csr_alg2_no_preprocess", {SparseStorage::Csr}, CUSPARSE_SPMV_CSR_ALG2},
    SpmvVariant{"cusparse:spmv_coo_alg1", {SparseStorage::Coo}, CUSPARSE_SPMV_COO_ALG1},
    SpmvVariant{"cusparse:spmv_coo_alg2", {SparseStorage::Coo}, CUSPARSE_SPMV_COO_ALG2},
    SpmvVariant{"cusparse:spmv_sell32", {SparseStorage::SlicedEll, 32}, CUSPARSE_SPMV_SELL_ALG1},
    SpmvVariant{"cusparse:spmv_bsr16", {SparseStorage::Bsr, 16}, CUSPARSE_SPMV_BSR_ALG1},
};

constexpr std::array sddmmVariants = {
    SddmmVariant{"cusparse:sddmm", {SparseStorage::Csr}},
    SddmmVariant{"cusparse:sddmm_bsr16", {SparseStorage::Bsr, 16}},
    SddmmVariant{"cusparse:sddmm_bsr32", {SparseStorage::Bsr, 32}},
};

// Runs the variant of that name, if the table has it.
bool runNamed(const auto& variants, const std::string& name, Race& race, const auto& run)
{
    const auto found = std::find_if(variants.begin(), variants.end(), [&](const auto& v) { return name == v.name; });
    if (found == variants.end())
        return false;
    run(*found, race);
    return true;
}

constexpr float one = 1;
constexpr float zero = 0;
constexpr auto plain = CUSPARSE_OPERATION_NON_TRANSPOSE;

// What SpMV is summed in, and the factors of its product in that type.
struct Sums {
    cudaDataType type = CUDA_R_32F;
    const void* one = &sparsescope::one;
    const void* zero = &sparsescope::zero;
};

Sums sumsOf(DataType dtype)
{
    static constexpr double ofProduct = 1, ofOutput = 0;
    return dtype == DataType::Float64 ? Sums{CUDA_R_64F, &ofProduct, &ofOutput} : Sums{};
}

// The output in whole blocks, or input.C where that is large enough.
Buffer& outputOf(const SparseOperand& A, const BaselineInput& input, Buffer& whole)
{
    if (A.rows() <= input.matrix.rows())
        return input.C;
    whole =
        Buffer(static_cast<std::size_t>(A.rows() * input.ld * bytesOf(input.op.dtype)), "the output in whole blocks");
    return whole;
}

void runSpmm(const SpmmVariant& variant, Race& race)
{
    const BaselineInput& input = race.input;
    const Matrix& matrix = input.matrix;
    const DataType dtype = input.op.dtype;
    const CusparseHandle handle(race.stream);
    const SparseOperand A(matrix, dtype, variant.layout);
    const DenseOperand B({matrix.cols(), A.cols(), input.op.dense, input.ld}, input.B, dtype);
    Buffer whole;
    Buffer& output = outputOf(A, input, whole);
    const DenseOperand C({A.rows(), A.rows(), input.op.dense, input.ld}, output.address(), dtype);

    const SpmmCall call{handle.get(), A.get(), B.get(), C.get(), variant.algorithm};
    const Buffer workspace(call.workspaceBytes(), "cuSPARSE's workspace");
    if (variant.preprocess)
        race.preprocess([&] { call.preprocess(workspace); });
    race.run(output, input.ld, [&] { call.run(workspace); });
}

void runSpmv(const SpmvVariant& variant, Race& race)
{
    const BaselineInput& input = race.input;
    const Matrix& matrix = input.matrix;
    const DataType dtype = input.op.dtype;
    const CusparseHandle handle(race.stream);
    const SparseOperand A(matrix, dtype, variant.layout);
    const VectorOperand x(matrix.cols(), A.cols(), input.B, dtype);
    Buffer whole;
    Buffer& output = outputOf(A, input, whole);
    const VectorOperand y(A.rows(), A.rows(), output.address(), dtype);
    const Sums sums = sumsOf(dtype);

    std::size_t workspaceBytes = 0;
    checkCusparse(cusparseSpMV_bufferSize(handle.get(), plain, sums.one, A.get(), x.get(), sums.zero, y.get(),
                                          sums.type, variant.algorithm, &workspaceBytes),
                  "cusparseSpMV_bufferSize");
    const Buffer workspace(workspaceBytes, "cuSPARSE's workspace");
    void* const space = reinterpret_cast<void*>(workspace.address());
    if (variant.preprocess)
        race.preprocess([&] {
            checkCusparse(cusparseSpMV_preprocess(handle.get(), plain, sums.one, A.get(), x.get(), sums.zero, y.get(),
                                                  sums.type, variant.algorithm, space),
                          "cusparseSpMV_preprocess");
        });
    const auto run = [&] {
        checkCusparse(cusparseSpMV(handle.get(), plain, sums.one, A.get(), x.get(), sums.zero, y.get(), sums.type,
                                   variant.algorithm, space),
                      "cusparseSpMV");
    };
    race.run(output, input.ld, run);
}

void runSddmm(const SddmmVariant& variant, Race& race)
{
    const BaselineInput& input = race.input;
    const Matrix& matrix = input.matrix;
    const DataType dtype = input.op.dtype;
    const CusparseHandle handle(race.stream);
    SparseOperand pattern(matrix, dtype, variant.layout);
    const DenseOperand X({matrix.rows(), pattern.rows(), input.op.dense, input.ld}, input.X, dtype);
    const DenseOperand Y({matrix.cols(), pattern.cols(), input.op.dense, input.ld}, input.B, dtype);
    const SddmmCall call{handle.get(), X.get(), Y.get(), pattern.get()};
    const Buffer workspace(call.workspaceBytes(), "cuSPARSE's workspace");
    race.preprocess([&] { call.preprocess(workspace); });
    const auto run = [&] { call.run(workspace); };
    race.run(pattern.values(), run, [&](const std::vector<double>& stored) {
        std::vector<double> output(at(matrix.nnz()));
        parallelEach(matrix.nnz(), 1 << 16, [&](std::int64_t p) {
            output[at(p)] = stored[pattern.place(p)] * rounded(dtype, matrix.value(p));
        });
        return output;
    });
}

} // namespace

void runCusparse(const std::string& name, Race& race)
{
    if (const SpmmVariant* variant = spmmVariant(name))
        runSpmm(*variant, race);
    else if (!runNamed(sddmmVariants, name, race, runSddmm) && !runNamed(spmvVariants, name, race, runSpmv))
        throw Error(ErrorKind::Internal, fmt::format("{} stands in no table", name));
}

std::string cusparseVersion()
{
    int major = 0, minor = 0, patch = 0;
    if (cusparseGetProperty(MAJOR_VERSION, &major) == CUSPARSE_STATUS_SUCCESS &&
        cusparseGetProperty(MINOR_VERSION, &minor) == CUSPARSE_STATUS_SUCCESS &&
        cusparseGetProperty(PATCH_LEVEL, &patch) == CUSPARSE_STATUS_SUCCESS)
        return fmt::format("{}.{}.{}", major, minor, patch);
    return {};
}

} // namespace sparsescope

#else

namespace sparsescope {

void runCusparse(const std::string&, Race&)
{
    throw Error(ErrorKind::Device, builtWithoutCusparse);
}

std::string cusparseVersion()
{
    return {};
}

} // namespace sparsescope

#endif
