// Branches for ranges of a number that is known when a program runs.
#include "tests/engine/ir/schedule_fixtures.h"

using namespace sparsescope;
using namespace sparsescope::scheduling;

namespace {

const std::string tiled = R"(program spmm stage 1
param m, n, d, tiles_1, tiles_2
tile ROWS_1, PLACES_1, ROWS_2
axis T_1 = dense_fixed(tiles_1)
axis I_1 = sparse_fixed(T_1, m, ROWS_1, I_1_indices)
axis J_1 = sparse_variable(I_1, n, PLACES_1, J_1_indptr, J_1_indices)
axis J_ = dense_fixed(n)
axis I = dense_fixed(m)
axis K = dense_fixed(d)
buffer A_1(T_1, I_1, J_1): f32  buffer B(J_, K): f32  buffer C(I, K): f32
iter spmm_1 [T_1: S, I_1: S, J_1: R, K: S] as t, i, j, k { C[i, k] += A_1[t, i, j] * B[j, k] }
)";

} // namespace

TEST_CASE("a nest under branches bears a name in each, by which it is scheduled alone")
{
    CHECK(after(tiled, "lower\nspmm_1: cols = cache_read J_1_indices local j\nspecialize ROWS_1 4\n"
                       "bind t blockIdx.x\nspmm_1_gt4: io, iy = split i 16\nspmm_1_le4: split k 2\n"
                       "spmm_1_gt4: ko, ki = split k 4") == R"(for t: S in tiles_1 @blockIdx.x {
  if ROWS_1 <= 4 {
    for i: S in ROWS_1 {
      block spmm_1_le4_0 {
        for j: R in J_1_indptr[t, i + 1] - J_1_indptr[t, i] {
          cols_le4[0] = J_1_indices[t, i, j]
          for ko: S in d / 2 {
            for ki: S in 2 {
              block spmm_1_le4_1 {
                C[I_1_indices[t, i], ko * 2 + ki] += A_1[t, i, j] * B[cols_le4[0], ko * 2 + ki]
              }
            }
          }
        }
      }
    }
  } else {
    for io: S in (ROWS_1 + 15) / 16 {
      for iy: S in 16 {
        block spmm_1_gt4_0 {
          if io * 16 + iy < ROWS_1 {
            for j: R in J_1_indptr[t, io * 16 + iy + 1] - J_1_indptr[t, io * 16 + iy] {
              cols_gt4[0] = J_1_indices[t, io * 16 + iy, j]
              for ko: S in d / 4 {
                for ki: S in 4 {
                  block spmm_1_gt4_1 {
                    C[I_1_indices[t, io * 16 + iy], ko * 4 + ki] += )"
                                                            R"(A_1[t, io * 16 + iy, j] * B[cols_gt4[0], ko * 4 + ki]
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
)");
    // The nest's own name is all of its branches'.
    const std::string all = after(tiled, "lower\nspecialize ROWS_1 2 8\nspmm_1: ko, ki = split k 4\nspmm_1: unroll ki");
    for (const std::string branch : {"spmm_1_le2_1", "spmm_1_le8_1", "spmm_1_gt8_1"})
        CHECK(all.find("for ki: S in 4 @unroll {\n" + std::string(branch == "spmm_1_le2_1" ? 14 : 16, ' ') + "block " +
                       branch + " {") != std::string::npos);
}

TEST_CASE("branches are of what is known before the nest runs, and share their thread blocks")
{
    CHECK(refusal(tiled, "lower\nspecialize j 4") == "specialize j 4: j is neither a param nor a tile value");
    CHECK(refusal(tiled, "lower\nspecialize I_1_indices[0,0] 4") ==
          "specialize I_1_indices[0,0] 4: I_1_indices is neither a param nor a tile value");
    CHECK(refusal(tiled, "lower\nspecialize 3 4") == "specialize 3 4: 3 is always the same");
    CHECK(refusal(tiled, "lower\nspecialize ROWS_1") ==
          "specialize ROWS_1: it takes an expression and one limit or more");
    CHECK(refusal(tiled, "lower\nspecialize ROWS_1 4 4") ==
          "specialize ROWS_1 4 4: limits ascend, and 4 stands behind 4");
    CHECK(refusal(tiled, "lower\nspecialize ROWS_2 4") ==
          "specialize ROWS_2 4: there is no loop through tiles that ROWS_2 is a value of");
    CHECK(refusal(tiled, "lower\nspmm_1: specialize ROWS_2 4") ==
          "spmm_1: specialize ROWS_2 4: ROWS_2 is a value of other tiles than t goes through");
    CHECK(refusal(spmmText, "lower\nspecialize d 4") ==
          "specialize d 4: there is no loop through tiles that d is a value of");
    CHECK(refusal(tiled, "lower\nspecialize ROWS_1 4\nspmm_1_le8: unroll k") ==
          "spmm_1_le8: unroll k: iteration spmm_1_le8: there is no loop k");
    CHECK(refusal(tiled, "lower\nspecialize ROWS_1 4\nspmm_1_le4: bind t blockIdx.x") ==
          "spmm_1_le4: bind t blockIdx.x: iteration spmm_1_le4: there is no loop t");
    const std::string columns = "lower\nko, ki = split k 4\nreorder ko j ki\nspecialize ROWS_1 4\n";
    CHECK(refusal(tiled, columns + "spmm_1_le4: bind ko blockIdx.y") ==
          "spmm_1_le4: bind ko blockIdx.y: ko is blockIdx.y in one branch, and another has no such loop");
    CHECK(refusal(tiled, columns + "spmm_1: bind ko blockIdx.y") == "");
}

TEST_CASE("whatever branch a tile takes, it computes the same bits")
{
    const FormatPtr csr = makeFormat("csr", {{"places", 64}});
    CHECK(inexact(OperatorKind::SpMM, csr, "lower\nspmm_1: specialize ROWS_1 2 8\nspmm_1_le2: split i 2") == "");
    CHECK(inexact(OperatorKind::SpMM, csr,
                  "lower\nbind t blockIdx.x\nspmm_1: ko, kx, kv = split k 4 2\nspmm_1: reorder ko kx j kv\n"
                  "spmm_1: specialize ROWS_1*2 4 12\nspmm_1_le4: bind kx threadIdx.x\n"
                  "spmm_1_le12: io, iy = split i 4\nspmm_1_le12: bind iy threadIdx.y\n"
                  "spmm_1_gt12: b = cache_read B local j\nspmm_1_gt12: a = cache_read A_1 shared j\nprefetch a 2") ==
          "");
    CHECK(
        inexact(OperatorKind::SDDMM, csr,
                "lower\nsddmm_1: specialize PLACES_1 20\nsddmm_1_gt20: ko, ki = split k 4\nsddmm_1_gt20: rfactor ki") ==
        "");
}
