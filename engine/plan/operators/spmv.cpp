// A sparse matrix times a vector: SpMM with a dense matrix of one column, which is stored and read otherwise.
#include "engine/plan/operators/rows.h"

namespace sparsescope {

const OperatorDefinition& spmvDefinition()
{
    static const OperatorDefinition definition = {
        .kind = OperatorKind::SpMV,
        .name = "spmv",
        .label = "SpMV",
        .formula = "y[i] += A[i,k] x[k]",
        .axis = "",
        .sampled = false,
        .inFloat64 = true,
        .operands = {{.name = "B"}},
        .measuredParts = {1},
        .baselines = {"cusparse:spmv_csr_alg1", "cusparse:spmv_csr_alg1_no_preprocess", "cusparse:spmv_csr_alg2",
                      "cusparse:spmv_csr_alg2_no_preprocess", "cusparse:spmv_coo_alg1", "cusparse:spmv_coo_alg2",
                      "cusparse:spmv_sell32", "cusparse:spmv_bsr16"},
        .reference = referenceOfRows,
        .execute = executeRows};
    return definition;
}

} // namespace sparsescope
