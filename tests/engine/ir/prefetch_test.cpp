// Copies that are made before the iteration that uses them.
#include "tests/engine/ir/schedule_fixtures.h"

using namespace sparsescope;
using namespace sparsescope::scheduling;

namespace {

// SpMM on CSR with two rows of B, their columns and values copied for each iteration of jo.
std::string copies(const std::string& scope)
{
    return "lower\nspmm_1: ko, ki = split k 4\nspmm_1: jo, ju = split j 2\nspmm_1: reorder ko jo ju ki\n"
           "cols = cache_read J_1_indices " +
           scope + " jo\na = cache_read A_1 " + scope + " jo\nb = cache_read B " + scope + " jo\n";
}

const std::string oneColumn = "lower\nko, ki = split k 4\nreorder ko j ki\ncols = cache_read J_indices local j\n"
                              "b = cache_read B local j\n";

} // namespace

TEST_CASE("a copy one iteration ahead is made before the loop, handed on, and made anew unless the loop ends")
{
    CHECK(after(spmmText, oneColumn + "prefetch cols 1\nprefetch b 1") == R"(for i: S in m {
  block spmm0 {
    for ko: S in d / 4 {
      if 0 < J_indptr[i + 1] - J_indptr[i] {
        cols_next[0] = J_indices[i, 0]
      }
      if 0 < J_indptr[i + 1] - J_indptr[i] {
        for ki: S in 4 {
          b_next[ki] = B[cols_next[0], ko * 4 + ki]
        }
      }
      for j: R in J_indptr[i + 1] - J_indptr[i] {
        cols[0] = cols_next[0]
        if j + 1 < J_indptr[i + 1] - J_indptr[i] {
          cols_next[0] = J_indices[i, j + 1]
        }
        for ki: S in 4 {
          b[ki] = b_next[ki]
        }
        if j + 1 < J_indptr[i + 1] - J_indptr[i] {
          for ki: S in 4 {
            b_next[ki] = B[cols_next[0], ko * 4 + ki]
          }
        }
        for ki: S in 4 {
          block spmm1 {
            C[i, ko * 4 + ki] += A[i, j] * b[ki]
          }
        }
      }
    }
  }
}
)");
}

TEST_CASE("what a loop of one iteration copies is left as it is")
{
    const std::string once = "lower\nko, kc, ki = split k 1 4\nreorder ko j kc ki\nb = cache_read B local kc\n";
    CHECK(after(spmmText, once + "prefetch b 1") == after(spmmText, once));
}

TEST_CASE("a shared copy several iterations ahead has slots, which the loop goes round")
{
    const std::string text = after(spmmText, "lower\nko, ki = split k 4\nreorder ko j ki\na = cache_read A shared j\n"
                                             "prefetch a 2");
    CHECK(text == R"(for i: S in m {
  block spmm0 {
    for ko: S in d / 4 {
      for j_next: S in 2 {
        if j_next < J_indptr[i + 1] - J_indptr[i] {
          a[j_next, 0] = A[i, j_next]
        }
      }
      for j: R in J_indptr[i + 1] - J_indptr[i] {
        if j + 2 < J_indptr[i + 1] - J_indptr[i] {
          a[(j + 2) % 3, 0] = A[i, j + 2]
        }
        for ki: S in 4 {
          block spmm1 {
            C[i, ko * 4 + ki] += a[j % 3, 0] * B[J_indices[i, j], ko * 4 + ki]
          }
        }
      }
    }
  }
}
)");
}

TEST_CASE("however far ahead copies are made, guards of split loops and holes hold")
{
    const FormatPtr csr = makeFormat("csr", {{"places", 64}}), ell = makeFormat("ell", {{"rows", 16}, {"width", 32}});
    for (const std::string scope : {"local", "shared"}) {
        CHECK(inexact(OperatorKind::SpMM, csr, copies(scope) + "prefetch cols 1\nprefetch a 1\nprefetch b 1") == "");
        CHECK(inexact(OperatorKind::SpMM, csr, copies(scope) + "prefetch cols 3\nprefetch a 2\nprefetch b 2") == "");
        CHECK(inexact(OperatorKind::SpMM, csr, copies(scope) + "prefetch a 4\nsplit jo 3\nunroll ju") == "");
    }
    CHECK(inexact(OperatorKind::SDDMM, csr, "lower\nsddmm_1: x = cache_read J_1_indices local j\nprefetch x 2") == "");
    CHECK(inexact(OperatorKind::SpMM, ell,
                  "lower\nspmm_1: ko, ki = split k 4\nspmm_1: rows = cache_read I_1_indices local i\n"
                  "prefetch rows 2\nspmm_1: a = cache_read A_1 local j\nprefetch a 1\nspmm_1: split j 3") == "");
    CHECK(inexact(OperatorKind::SpMM, csr,
                  "lower\nspmm_1: ko, kx, kv = split k 4 2\nspmm_1: reorder ko kx j kv\nspmm_1: bind t blockIdx.x\n"
                  "spmm_1: bind kx threadIdx.x\nspmm_1: cols = cache_read J_1_indices local j\n"
                  "spmm_1: b = cache_read B local j\nprefetch cols 2\nprefetch b 1") == "");
}

TEST_CASE("a copy is prefetched where an iteration ahead says what it is")
{
    CHECK(refusal(spmmText, oneColumn + "prefetch b 1") == "prefetch b 1: cols says what b is, and is written in j");
    CHECK(refusal(spmmText, oneColumn + "prefetch cols 1\nprefetch b 2") ==
          "prefetch b 2: cols says what b is, and is prefetched 1 ahead");
    CHECK(refusal(spmmText, oneColumn + "prefetch A 1") ==
          "prefetch A 1: A is no local or shared memory that a step made");
    CHECK(refusal(spmmText, oneColumn + "prefetch x 1") == "prefetch x 1: there is no buffer x");
    CHECK(refusal(spmmText, oneColumn + "prefetch cols 9") == "prefetch cols 9: 9 is not from 1 to 8");
    CHECK(refusal(spmmText, oneColumn + "prefetch cols") ==
          "prefetch cols: it takes a copy, and how many iterations ahead it is made");
    CHECK(refusal(spmmText, "lower\nko, ki = split k 4\nreorder ko j ki\ns = cache_write C local ko\nprefetch s 1") ==
          "prefetch s 1: s is written in 2 places");
    CHECK(refusal(spmmText, oneColumn + "split j 2\nprefetch cols 1") ==
          "prefetch cols 1: there is no loop that copies something to cols and then uses it");
    CHECK(refusal(sddmmText,
                  "lower\njo, ji = split j 4\nbind ji threadIdx.x\nx = cache_read J_indices local ji\n"
                  "prefetch x 1") == "prefetch x 1: ji is threadIdx.x, and its iterations do not follow one another");
}

TEST_CASE("iterations that hand something on stay one behind the other")
{
    CHECK(refusal(sddmmText, "lower\nx = cache_read J_indices local j\nprefetch x 1\njo, ji = split j 4\n"
                             "reorder ji jo") ==
          "reorder ji jo: an iteration of ji finds in x_next what one before it left there");
    CHECK(refusal(spmmText, oneColumn + "prefetch cols 1\njo, ji = split j 4\nbind ji threadIdx.x") ==
          "bind ji threadIdx.x: an iteration of ji finds in cols_next what one before it left there");
    CHECK(refusal(sddmmText, "sparse_fuse [I, J]\nlower\nx = cache_read A local ij\nprefetch x 2\n"
                             "bind ij_next blockIdx.y") ==
          "bind ij_next blockIdx.y: x_next is a thread block's, and ij_next is blockIdx.y around some of its uses");
}
