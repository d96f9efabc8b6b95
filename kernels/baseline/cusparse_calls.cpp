#ifdef SPARSESCOPE_HAS_CUSPARSE

#include "kernels/baseline/cusparse_calls.h"

#include <algorithm>
#include <array>

namespace sparsescope {

namespace {

constexpr std::array spmmVariants = {
    SpmmVariant{"cusparse:csr_alg1", {SparseStorage::Csr}, CUSPARSE_SPMM_CSR_ALG1, true},
    SpmmVariant{"cusparse:csr_alg1_no_preprocess", {SparseStorage::Csr}, CUSPARSE_SPMM_CSR_ALG1},
    SpmmVariant{"cusparse:csr_alg2", {SparseStorage::Csr}, CUSPARSE_SPMM_CSR_ALG2},
    SpmmVariant{"cusparse:csr_alg3", {SparseStorage::Csr}, CUSPARSE_SPMM_CSR_ALG3, true},
    SpmmVariant{"cusparse:csr_alg3_no_preprocess", {SparseStorage::Csr}, CUSPARSE_SPMM_CSR_ALG3},
    SpmmVariant{"cusparse:coo_alg4", {SparseStorage::Coo}, CUSPARSE_SPMM_COO_ALG4},
    SpmmVariant{"cusparse:bsr16", {SparseStorage::Bsr, 16}, CUSPARSE_SPMM_BSR_ALG1},
    SpmmVariant{"cusparse:bsr32", {SparseStorage::Bsr, 32}, CUSPARSE_SPMM_BSR_ALG1},
    SpmmVariant{"cusparse:bell16", {SparseStorage::BlockedEll, 16}, CUSPARSE_SPMM_BLOCKED_ELL_ALG1},
    SpmmVariant{"cusparse:bell32", {SparseStorage::BlockedEll, 32}, CUSPARSE_SPMM_BLOCKED_ELL_ALG1},
};

constexpr float productScale = 1;
constexpr float outputScale = 0;
constexpr auto asItIs = CUSPARSE_OPERATION_NON_TRANSPOSE;
constexpr auto transposed = CUSPARSE_OPERATION_TRANSPOSE;
constexpr auto sampledProduct = CUSPARSE_SDDMM_ALG_DEFAULT;

void* spaceOf(const Buffer& buffer)
{
    return reinterpret_cast<void*>(buffer.address());
}

} // namespace

const SpmmVariant* spmmVariant(const std::string& name)
{
    const auto* const found =
        std::find_if(spmmVariants.begin(), spmmVariants.end(), [&](const SpmmVariant& v) { return name == v.name; });
    return found == spmmVariants.end() ? nullptr : found;
}

std::size_t SpmmCall::workspaceBytes() const
{
    std::size_t bytes = 0;
    checkCusparse(cusparseSpMM_bufferSize(handle, asItIs, asItIs, &productScale, A, B, &outputScale, C, CUDA_R_32F,
                                          algorithm, &bytes),
                  "cusparseSpMM_bufferSize");
    return bytes;
}

void SpmmCall::preprocess(const Buffer& workspace) const
{
    checkCusparse(cusparseSpMM_preprocess(handle, asItIs, asItIs, &productScale, A, B, &outputScale, C, CUDA_R_32F,
                                          algorithm, spaceOf(workspace)),
                  "cusparseSpMM_preprocess");
}

void SpmmCall::run(const Buffer& workspace) const
{
    checkCusparse(cusparseSpMM(handle, asItIs, asItIs, &productScale, A, B, &outputScale, C, CUDA_R_32F, algorithm,
                               spaceOf(workspace)),
                  "cusparseSpMM");
}

std::size_t SddmmCall::workspaceBytes() const
{
    std::size_t bytes = 0;
    checkCusparse(cusparseSDDMM_bufferSize(handle, asItIs, transposed, &productScale, X, Y, &outputScale, C, CUDA_R_32F,
                                           sampledProduct, &bytes),
                  "cusparseSDDMM_bufferSize");
    return bytes;
}

void SddmmCall::preprocess(const Buffer& workspace) const
{
    checkCusparse(cusparseSDDMM_preprocess(handle, asItIs, transposed, &productScale, X, Y, &outputScale, C, CUDA_R_32F,
                                           sampledProduct, spaceOf(workspace)),
                  "cusparseSDDMM_preprocess");
}

void SddmmCall::run(const Buffer& workspace) const
{
    checkCusparse(cusparseSDDMM(handle, asItIs, transposed, &productScale, X, Y, &outputScale, C, CUDA_R_32F,
                                sampledProduct, spaceOf(workspace)),
                  "cusparseSDDMM");
}

} // namespace sparsescope

#endif
