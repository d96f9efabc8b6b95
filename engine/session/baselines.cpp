#include "engine/session/baselines.h"

#include "engine/core/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sparsescope {

const std::vector<std::string>& baselineNames(OperatorKind op)
{
    static const std::vector<std::string> spmm = {"cusparse:csr_alg1",
                                                  "cusparse:csr_alg1_no_preprocess",
                                                  "cusparse:csr_alg2",
                                                  "cusparse:csr_alg3",
                                                  "cusparse:csr_alg3_no_preprocess",
                                                  "cusparse:coo_alg4",
                                                  "cusparse:bsr16",
                                                  "cusparse:bsr32",
                                                  "cusparse:bell16",
                                                  "cusparse:bell32",
                                                  "cublas:dense"};
    static const std::vector<std::string> sddmm = {"cusparse:sddmm", "cusparse:sddmm_bsr16", "cusparse:sddmm_bsr32"};
    static const std::vector<std::string> spmv = {"cusparse:spmv_csr_alg1",
                                                  "cusparse:spmv_csr_alg1_no_preprocess",
                                                  "cusparse:spmv_csr_alg2",
                                                  "cusparse:spmv_csr_alg2_no_preprocess",
                                                  "cusparse:spmv_coo_alg1",
                                                  "cusparse:spmv_coo_alg2",
                                                  "cusparse:spmv_sell32",
                                                  "cusparse:spmv_bsr16"};
    return op == OperatorKind::SpMM ? spmm : op == OperatorKind::SDDMM ? sddmm : spmv;
}

std::string userKernelFile(const std::string& name)
{
    return name.rfind(userKernelPrefix, 0) == 0 ? name.substr(userKernelPrefix.size()) : std::string();
}

void requireKnownBaseline(const std::string& name)
{
    if (!userKernelFile(name).empty())
        return;
    std::vector<std::string> known;
    for (const OperatorKind op : {OperatorKind::SpMM, OperatorKind::SDDMM, OperatorKind::SpMV})
        known.insert(known.end(), baselineNames(op).begin(), baselineNames(op).end());
    if (std::find(known.begin(), known.end(), name) == known.end())
        failUsage(fmt::format("there is no baseline \"{}\"; known are {}, and {}FILE for a kernel of your own", name, fmt::join(known, ", "), userKernelPrefix));
}

} // namespace sparsescope
