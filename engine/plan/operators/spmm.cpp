// A sparse matrix times a dense one.
#include "engine/plan/operators/rows.h"

namespace sparsescope {

const OperatorDefinition& spmmDefinition()
{
    static const OperatorDefinition definition = {
        .kind = OperatorKind::SpMM,
        .name = "spmm",
        .label = "SpMM",
        .formula = "C[i,j] += A[i,k] B[k,j]",
        .axis = "J",
        .sampled = false,
        .operands = {{.name = "B"}},
        .measuredParts = {32, 64, 128},
        .baselines = {"cusparse:csr_alg1", "cusparse:csr_alg1_no_preprocess", "cusparse:csr_alg2", "cusparse:csr_alg3",
                      "cusparse:csr_alg3_no_preprocess", "cusparse:coo_alg4", "cusparse:bsr16", "cusparse:bsr32",
                      "cusparse:bell16", "cusparse:bell32", "cublas:dense"},
        .program = R"(program spmm stage 1
param m, n, nnz, d
axis I = dense_fixed(m)
axis J = sparse_variable(I, n, nnz, J_indptr, J_indices)
axis J_ = dense_fixed(n)
axis K = dense_fixed(d)
buffer A(I, J): f32
buffer B(J_, K): f32
buffer C(I, K): f32
iter spmm [I: S, J: R, K: S] as i, j, k {
  init {
    C[i, k] = 0
  }
  C[i, k] += A[i, j] * B[j, k]
}
)",
        .reference = referenceOfRows,
        .execute = executeRows};
    return definition;
}

} // namespace sparsescope
