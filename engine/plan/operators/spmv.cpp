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
        .program = R"(program spmv stage 1
param m, n, nnz
axis I = dense_fixed(m)
axis J = sparse_variable(I, n, nnz, J_indptr, J_indices)
axis J_ = dense_fixed(n)
buffer A(I, J): f32
buffer B(J_): f32
buffer C(I): f32
iter spmv [I: S, J: R] as i, j {
  init {
    C[i] = 0
  }
  C[i] += A[i, j] * B[j]
}
)",
        .reference = referenceOfRows,
        .execute = executeRows};
    return definition;
}

} // namespace sparsescope
