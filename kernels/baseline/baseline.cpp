#include "kernels/baseline/baseline.h"

#include "engine/core/error.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#ifdef SPARSESCOPE_HAS_CUSPARSE
#include "kernels/baseline/cusparse.h"
#endif

namespace sparsescope {

namespace {

#ifdef SPARSESCOPE_HAS_CUSPARSE
constexpr std::array variants = {
    CusparseVariant{"cusparse:csr_alg1", CUSPARSE_SPMM_CSR_ALG1, false, true},
    CusparseVariant{"cusparse:csr_alg2", CUSPARSE_SPMM_CSR_ALG2, false, false},
    CusparseVariant{"cusparse:csr_alg3", CUSPARSE_SPMM_CSR_ALG3, false, true},
    CusparseVariant{"cusparse:coo_alg4", CUSPARSE_SPMM_COO_ALG4, true, false},
};
#endif

}  // namespace

Baseline runBaseline(const std::string& name, const BaselineInput& input, const Stream& stream, Stopwatch& stopwatch, Progress& progress)
{
    requireKnownBaseline(name);
    Baseline failed;
    failed.name = name;
    const std::vector<std::string>& able = baselineNames(input.op.kind);
    if (std::find(able.begin(), able.end(), name) == able.end()) {
        failed.problem = "It does not compute " + label(input.op.kind) + ".";
        return failed;
    }
#ifdef SPARSESCOPE_HAS_CUSPARSE
    try {
        if (input.op.kind == OperatorKind::SDDMM)
            return runCusparseSddmm(name, input, stream, stopwatch, progress);
        const auto variant = std::find_if(variants.begin(), variants.end(), [&](const CusparseVariant& v) { return name == v.name; });
        return runCusparse(*variant, input, stream, stopwatch, progress);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled)
            throw;
        failed.problem = error.what();
    }
#else
    (void)input;
    (void)stream;
    (void)stopwatch;
    (void)progress;
    failed.problem = "This program was built without cuSPARSE; build it with a CUDA toolkit that has libcusparse.";
#endif
    return failed;
}

std::string cusparseVersion()
{
#ifdef SPARSESCOPE_HAS_CUSPARSE
    int major = 0, minor = 0, patch = 0;
    if (cusparseGetProperty(MAJOR_VERSION, &major) == CUSPARSE_STATUS_SUCCESS && cusparseGetProperty(MINOR_VERSION, &minor) == CUSPARSE_STATUS_SUCCESS &&
        cusparseGetProperty(PATCH_LEVEL, &patch) == CUSPARSE_STATUS_SUCCESS)
        return fmt::format("{}.{}.{}", major, minor, patch);
#endif
    return {};
}

}  // namespace sparsescope
