// What searches find, kept in arrays.
#include "tests/engine/ir/schedule_fixtures.h"

using namespace sparsescope;
using namespace sparsescope::scheduling;

TEST_CASE("a rank that is precomputed gives each place its row")
{
    const std::string fused = "sparse_fuse [I, J]\nlower\n";
    CHECK(after(sddmmText, fused + "rows = precompute rank(J_indptr, ij)\nlower") == R"(for ij: S in nnz {
  block find_rows0 preprocess {
    rows[ij] = rank(J_indptr, m + 1, ij)
  }
}
for ij: S in nnz {
  for k: R in d {
    block sddmm0 {
      D[ij] += A[ij] * X[rows[ij] * d + k] * Y[J_indices[ij] * d + k]
    }
  }
}
)");
    CHECK(refusal(sddmmText, fused + "precompute J_indptr") ==
          "precompute J_indptr: it takes a find() or a rank(), as the program has it");
    CHECK(refusal(sddmmText, fused + "precompute rank(J_indptr, k)") ==
          "precompute rank(J_indptr, k): rank(J_indptr, k) stands nowhere");
    CHECK(refusal(sddmmText, fused + "precompute rank(J_indptr, ij").find("\")\"") != std::string::npos);
    CHECK(refusal(sddmmText, fused + "cols = cache_read J_indices local ij\nprecompute rank(J_indptr, cols[0])") ==
          "precompute rank(J_indptr, cols[0]): cols is written here");
}

TEST_CASE("where nothing is found, there is no element")
{
    const std::string searched = head + R"(buffer rows(I): i32
iter p [I: S, K: S] as i, k { C[i, k] += A[i, rows[i]] * X[i, k] })";
    const std::string text = after(searched, "lower\ncols = precompute find(J_indices[i, :], rows[i])");
    CHECK(text == R"(for i: S in m {
  block find_cols0 preprocess {
    cols[i] = find(J_indices[i, :], rows[i])
  }
}
for i: S in m {
  for k: S in d {
    block p0 {
      C[i, k] += select(cols[i] >= 0, A[i, cols[i]], 0) * X[i, k]
    }
  }
}
)");
    CHECK(
        refusal(head + "iter p [I: S, J: S] as i, j { D[i, j] += A[i, j + 1] }",
                "lower\nprecompute find(J_indices[i, :], J_indices[i, j] + 1)") ==
        "precompute find(J_indices[i, :], J_indices[i, j] + 1): how far j goes is said by J_indptr, and not by params "
        "and tile values");
}

TEST_CASE("searches that are precomputed leave the bits as they are, in each tile")
{
    CHECK(inexact(OperatorKind::SDDMM, "sparse_fuse [I, J]\nlower\nprecompute rank(J_indptr, ij)\nsplit ij 4") == "");
    CHECK(inexact(OperatorKind::SDDMM, "sparse_fuse [I, J]\nlower\nijo, iji = split ij 4\n"
                                       "rows = precompute rank(J_indptr, ijo * 4 + iji)\nbind iji threadIdx.x\n"
                                       "sddmm: row = cache_read rows local iji") == "");
    const FormatPtr csr = makeFormat("csr", {{"places", 64}});
    CHECK(inexact(
              OperatorKind::SDDMM, csr,
              "sddmm_1: sparse_fuse [I_1, J_1]\nlower\nsddmm_1: precompute rank(J_1_indptr, ij)\nbind t blockIdx.x") ==
          "");
    CHECK(inexact(OperatorKind::SDDMM, makeFormat("dcsr", {{"places", 64}}),
                  "sddmm_1: sparse_fuse [I_1, J_1]\nlower\nsddmm_1: ijo, iji = split ij 4\n"
                  "sddmm_1: rows = precompute rank(J_1_indptr, ijo * 4 + iji)\nlower") == "");
}
