// Nests that move into a loop of the one that uses what they make, or makes what they use.
#include "tests/engine/ir/schedule_fixtures.h"

using namespace sparsescope;
using namespace sparsescope::scheduling;

namespace {

const std::string copied = "lower\nko, ki = split k 4\njo, ju = split j 2\nreorder ko jo ju ki\n"
                           "cols = cache_read J_indices local jo\nb = cache_read B local jo\n";
const std::string summed = "lower\nko, kx, kv = split k 2 4\nreorder ko kx j kv\ns = cache_write C local ko\n";

} // namespace

TEST_CASE("a copy made where it is used is only what that iteration needs")
{
    CHECK(after(spmmText, copied + "compute_at b ju").find(R"(        for ju: R in 2 {
          for ki: S in 4 {
            if jo * 2 + ju < J_indptr[i + 1] - J_indptr[i] {
              b[ju, ki] = B[cols[ju], ko * 4 + ki]
            }
          }
          for ki: S in 4 {
            block spmm1 {
              if jo * 2 + ju < J_indptr[i + 1] - J_indptr[i] {
                C[i, ko * 4 + ki] += A[i, jo * 2 + ju] * b[ju, ki]
)") != std::string::npos);
    CHECK(refusal(spmmText, copied + "compute_at b ko") ==
          "compute_at b ko: behind what makes b is no loop ko that uses it");
    CHECK(refusal(spmmText, copied + "compute_at A ju") == "compute_at A ju: A is no buffer that a step made");
    CHECK(refusal(spmmText, copied + "compute_at x ju") == "compute_at x ju: there is no buffer x");
    CHECK(refusal(spmmText, copied + "compute_at b") == "compute_at b: it takes a memory and a loop");
    CHECK(refusal(spmmText, summed + "compute_at s kx") == "compute_at s kx: s is written in 2 places");
    CHECK(refusal(spmmText, copied + "prefetch cols 1\ncompute_at cols ju") ==
          "compute_at cols ju: cols_next says what cols is, and is written before ju uses that");
}

TEST_CASE("a sum is used in the loop of which each iteration makes its own elements")
{
    CHECK(after(spmmText, summed + "reverse_compute_at s kx") == R"(for i: S in m {
  block spmm0 {
    for ko: S in d / 8 {
      for kx: S in 2 {
        for kv: S in 4 {
          s[kx, kv] = 0
        }
      }
      for kx: S in 2 {
        for j: R in J_indptr[i + 1] - J_indptr[i] {
          for kv: S in 4 {
            block spmm1 {
              s[kx, kv] += A[i, j] * B[J_indices[i, j], (ko * 2 + kx) * 4 + kv]
            }
          }
        }
        for kv: S in 4 {
          C[i, (ko * 2 + kx) * 4 + kv] += s[kx, kv]
        }
      }
    }
  }
}
)");
    CHECK(refusal(spmmText, summed + "reverse_compute_at s j") ==
          "reverse_compute_at s j: an iteration of j is not all that makes an element of s");
    CHECK(refusal(spmmText, summed + "reverse_compute_at s kv") ==
          "reverse_compute_at s kv: an iteration of j is not all that makes an element of s");
    CHECK(refusal(spmmText, summed + "reverse_compute_at s i") ==
          "reverse_compute_at s i: there is no loop i that makes s");
}

TEST_CASE("wherever nests move, the bits stay")
{
    const FormatPtr csr = makeFormat("csr", {{"places", 64}});
    const std::string copies =
        "lower\nspmm_1: ko, ki = split k 8\nspmm_1: jo, ju = split j 3\nspmm_1: reorder ko jo ju ki\n"
        "cols = cache_read J_1_indices local jo\nb = cache_read B local jo\n";
    CHECK(inexact(OperatorKind::SpMM, csr, copies + "compute_at b ju\ncompute_at cols ju") == "");
    CHECK(inexact(OperatorKind::SpMM, csr, copies + "spmm_1: split ki 3\ncompute_at b ju\nprefetch cols 1") == "");
    CHECK(inexact(OperatorKind::SpMM, csr,
                  "lower\nspmm_1: ko, kx, kv = split k 2 4\nspmm_1: reorder ko kx j kv\ns = cache_write C local ko\n"
                  "reverse_compute_at s kx\nspmm_1: bind kx threadIdx.x") == "");
}
