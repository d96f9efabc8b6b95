// Steps of schedules: what each makes, when it is refused, and that programs compute the same bits after any of them.
#include "engine/core/error.h"
#include "engine/ir/lower.h"
#include "tests/engine/ir/schedule_fixtures.h"

using namespace sparsescope;
using namespace sparsescope::scheduling;

namespace {

std::string wrongLine(const std::string& schedule)
{
    try {
        ir::parseSchedule(schedule, "s.sched");
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

} // namespace

TEST_CASE("a schedule is read a step a line, and printed as it is read")
{
    const std::vector<ir::Step> steps = ir::parseSchedule(
        "// comment\n  spmm_2 : io , ii = split i 4 // two\n\ndecompose hyb column-parts=1 k=2\nreorder i,j\n", "s");
    REQUIRE(steps.size() == 3);
    CHECK(ir::textOf(steps[0]) == "spmm_2: io, ii = split i 4");
    CHECK(steps[0].line == 2);
    CHECK(ir::textOf(steps[1]) == "decompose hyb column-parts=1 k=2");
    CHECK(ir::textOf(steps[2]) == "reorder i,j");
    CHECK(
        wrongLine("lower\n  spilt i 4").starts_with("s.sched:2:3: there is no step \"spilt\", but decompose, untile"));
    CHECK(wrongLine("spmm:") == "s.sched:1:6: a step is missing: [iteration:] [results =] step arguments");
    CHECK(wrongLine(": lower") == "s.sched:1:1: an iteration stands before \":\"");
    CHECK(wrongLine("a = ") == "s.sched:1:5: a step is missing: [iteration:] [results =] step arguments");
}

TEST_CASE("split cuts a loop, with a guard unless its length is a known multiple")
{
    CHECK(after(spmmText, "lower\nko, ki = split k part/4\njo, js, ju = split j 2 4") ==
          R"(for i: S in m {
  block spmm0 {
    for jo: R in (J_indptr[i + 1] - J_indptr[i] + 7) / 8 {
      for js: R in 2 {
        for ju: R in 4 {
          for ko: S in d / 8 {
            for ki: S in 8 {
              block spmm1 {
                if (jo * 2 + js) * 4 + ju < J_indptr[i + 1] - J_indptr[i] {
                  C[i, ko * 8 + ki] += )"
          R"(A[i, (jo * 2 + js) * 4 + ju] * B[J_indices[i, (jo * 2 + js) * 4 + ju], ko * 8 + ki]
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
    CHECK(refusal(spmmText, "lower\nsplit k 0") == "split k 0: 0 is not from 1 to 1048576");
    CHECK(refusal(spmmText, "lower\nsplit k x") == "split k x: x is no number that is known here");
    CHECK(refusal(spmmText, "lower\nsplit l 2") == "split l 2: there is no loop l");
    CHECK(refusal(spmmText, "lower\ni, ki = split k 2") == "i, ki = split k 2: the name i is taken");
    CHECK(refusal(spmmText, "lower\na, a = split k 2") == "a, a = split k 2: the name a is given twice");
    CHECK(refusal(spmmText, "split k 2") ==
          "split k 2: split is a step of stage 2 or 3, and the program is of stage 1");
}

TEST_CASE("loops are fused and exchanged where nothing between them forbids it")
{
    CHECK(after(spmmText, "lower\nreorder k j") == R"(for i: S in m {
  block spmm0 {
    for k: S in d {
      for j: R in J_indptr[i + 1] - J_indptr[i] {
        block spmm1 {
          C[i, k] += A[i, j] * B[J_indices[i, j], k]
        }
      }
    }
  }
}
)");
    CHECK(after(spmmText, "lower\nko, ki = split k 8\nfuse ko ki") == R"(for i: S in m {
  block spmm0 {
    for j: R in J_indptr[i + 1] - J_indptr[i] {
      for koki: S in d / 8 * 8 {
        block spmm1 {
          C[i, koki] += A[i, j] * B[J_indices[i, j], koki]
        }
      }
    }
  }
}
)");
    CHECK(refusal(spmmText, "lower\nfuse j k") == "fuse j k: k is spatial and the other reduced");
    CHECK(refusal(spmmText, "lower\nfuse i j") == "fuse i j: j does not stand in i alone");
    CHECK(refusal(spmmText, "lower\nreorder i j") ==
          "reorder i j: i, j are not nested in one another alone: beside or below i stands something else");
    CHECK(refusal(sddmmText, "lower\nreorder j j") == "reorder j j: the loop j is named twice");
}

TEST_CASE("axes are fused and exchanged where each stands behind its parent")
{
    CHECK(after(sddmmText, "sparse_fuse [I, J]") == R"(iter sddmm [fuse(I, J): S, K: R] as i, j, k {
  D[i, j] += A[i, j] * X[i, k] * Y[j, k]
}
)");
    CHECK(after(spmmText, "sparse_reorder [K, I, J]") == R"(iter spmm [K: S, I: S, J: R] as k, i, j {
  C[i, k] += A[i, j] * B[j, k]
}
)");
    CHECK(refusal(spmmText, "spmm: sparse_reorder [J, I, K]") ==
          "spmm: sparse_reorder [J, I, K]: axis J would stand before I, whose positions it depends on");
    CHECK(refusal(spmmText, "sparse_fuse [I, J]") ==
          "sparse_fuse [I, J]: iteration spmm is not atomic, and the axes are spatial and reduced");
    CHECK(refusal(spmmText, "sparse_fuse [J, K]") == "sparse_fuse [J, K]: axis K is not a child of J");
    CHECK(refusal(spmmText, "decompose hyb") == "decompose hyb: the program was made from a plan already");
    CHECK(after(spmmText, "atomic\nsparse_fuse [I, J]\nlower") == R"(for ij: R in nnz {
  for k: S in d {
    block spmm0 atomic {
      C[rank(J_indptr, ij), k] += A[0, ij] * B[J_indices[0, ij], k]
    }
  }
}
)");
}

TEST_CASE("a sum in a memory of its own is added to the output behind its loop")
{
    CHECK(after(sddmmText, "lower\nfactor_out A") == R"(for i: S in m {
  block sddmm0 {
    for j: S in J_indptr[i + 1] - J_indptr[i] {
      D_sum[0] = 0
      for k: R in d {
        block sddmm1 {
          D_sum[0] += X[i, k] * Y[J_indices[i, j], k]
        }
      }
      D[i, j] += A[i, j] * D_sum[0]
    }
  }
}
)");
    CHECK(after(spmmText, "lower\nko, ki = split k 4\nreorder ko j ki\nsum = cache_write C local ko") ==
          R"(for i: S in m {
  block spmm0 {
    for ko: S in d / 4 {
      for ki: S in 4 {
        sum[ki] = 0
      }
      for j: R in J_indptr[i + 1] - J_indptr[i] {
        for ki: S in 4 {
          block spmm1 {
            sum[ki] += A[i, j] * B[J_indices[i, j], ko * 4 + ki]
          }
        }
      }
      for ki: S in 4 {
        C[i, ko * 4 + ki] += sum[ki]
      }
    }
  }
}
)");
    CHECK(refusal(spmmText, "lower\ncache_write C local j") ==
          "cache_write C local j: j is reduced itself, and the block is not atomic");
    CHECK(refusal(spmmText, "lower\ncache_write C local i") ==
          "cache_write C local i: how far k goes is no constant; split it first");
    CHECK(refusal(spmmText, "lower\ncache_write B local i") ==
          "cache_write B local i: there is no loop i in which B is added to");
    CHECK(refusal(spmmText, "lower\nfactor_out A") == "factor_out A: A depends on a reduced loop");
}

TEST_CASE("partial sums are made by the iterations of a reduced loop, and added up by it")
{
    CHECK(after(sddmmText, "lower\nko, ki = split k 4\nD_part = rfactor ki\nbind ki threadIdx.x") ==
          R"(for i: S in m {
  block sddmm0 {
    for j: S in J_indptr[i + 1] - J_indptr[i] {
      for ki: S in 4 @threadIdx.x {
        D_part[ki] = 0
      }
      for ko: R in d / 4 {
        for ki: S in 4 @threadIdx.x {
          block sddmm1 {
            D_part[ki] += A[i, j] * X[i, ko * 4 + ki] * Y[J_indices[i, j], ko * 4 + ki]
          }
        }
      }
      for ki: R in 4 @threadIdx.x {
        D[i, j] += D_part[ki]
      }
    }
  }
}
)");
    CHECK(refusal(sddmmText, "lower\nrfactor i") == "rfactor i: there is no reduced loop i");
}

TEST_CASE("what is read below a loop is copied before it is read, and what says where before that")
{
    CHECK(after(spmmText, "lower\nko, ki = split k 4\nreorder ko j ki\ncols = cache_read J_indices local j\n"
                          "b = cache_read B local j") == R"(for i: S in m {
  block spmm0 {
    for ko: S in d / 4 {
      for j: R in J_indptr[i + 1] - J_indptr[i] {
        cols[0] = J_indices[i, j]
        for ki: S in 4 {
          b[ki] = B[cols[0], ko * 4 + ki]
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
    CHECK(refusal(spmmText, "lower\ncache_read C local j") == "cache_read C local j: C is written here");
    CHECK(refusal(spmmText, "lower\ncache_read B local j") ==
          "cache_read B local j: how far k goes is no constant; split it first");
    CHECK(refusal(spmmText, "lower\ncache_read B cache j") ==
          "cache_read B cache j: \"cache\" is no scope: global, shared, local, mma.a, mma.b or mma.c");
    CHECK(refusal(spmmText, "lower\nset_scope A local") == "set_scope A local: A is no buffer that a step made");
    CHECK(ir::print(scheduledProgram(spmmText, "lower\na = cache_read A local j\nset_scope a shared"))
              .text.find("buffer a(a_one): f32 in shared") != std::string::npos);
}

TEST_CASE("threads and vectors are of loops whose length is known")
{
    CHECK(refusal(spmmText, "lower\nbind k threadIdx.x") ==
          "bind k threadIdx.x: how far k goes is no constant; split it first");
    CHECK(refusal(spmmText, "lower\nbind i blockIdx.x") ==
          "bind i blockIdx.x: i does not go through tiles, which blockIdx.x is");
    CHECK(refusal(spmmText, "lower\nbind j blockIdx.y") == "bind j blockIdx.y: j is no part of the dense loop");
    CHECK(refusal(spmmText, "lower\njo, ji = split j 3\nbind ji threadIdx.x") ==
          "bind ji threadIdx.x: ji is summed across threads, whose number is a power of two, not 3");
    CHECK(refusal(spmmText,
                  "lower\nko, ki = split k 32\njo, ji = split j 64\nbind ki threadIdx.x\nbind ji threadIdx.y") ==
          "bind ji threadIdx.y: a block would have 2048 threads, and 1024 are the most");
    CHECK(refusal(spmmText, "lower\nko, ki = split k 4\nunroll ki\nunroll ki") == "unroll ki: ki is unroll already");
    CHECK(refusal(spmmText, "lower\nko, ki = split k 4\nlower\nvectorize ko") ==
          "vectorize ko: how far ko goes is no constant; split it first");
    CHECK(refusal(spmmText, "lower\njo, ji = split j 4\nlower\nvectorize ji") ==
          "vectorize ji: ji is not the innermost loop");
    CHECK(refusal(spmmText, "lower\nko, ki = split k 8\nlower\nvectorize ki") ==
          "vectorize ki: 8 of C are 32 bytes, not 4, 8 or 16");
    CHECK(refusal(spmmText, "lower\nko, ki = split k 4\nlower\nvectorize ki").empty());
}

TEST_CASE("a problem names its step's line, and the programs before it stand")
{
    const ir::Scheduled all =
        ir::scheduled(ir::parse(spmmText, "test"),
                      ir::parseSchedule("lower\n\nsplit k 4\nko2, ki2 = split k 4\nlower\n", "s"), contextOfTest());
    CHECK(all.programs.size() == 3);
    CHECK(all.line == 4);
    CHECK(all.problem == "ko2, ki2 = split k 4: there is no loop k");
}

TEST_CASE("a problem names the column of the argument that it speaks of, or else of the verb")
{
    const auto columnOf = [](const std::string& schedule) {
        return ir::scheduled(ir::parse(spmmText, "test"), ir::parseSchedule(schedule, "s"), contextOfTest()).column;
    };
    CHECK(columnOf("lower") == 0);
    CHECK(columnOf("lower\n  ko, ki = split q 4") == 18);
    CHECK(columnOf("lower\nreorder i q // q") == 9); // "i, q are not nested"
    CHECK(columnOf("split k 2") == 1);               // "is a step of stage 2 or 3"
    CHECK(columnOf("lower\n a = lower") == 6);
    CHECK(columnOf("lower\nspmm: split k 0") == 15);
    CHECK(columnOf("lower\nspmm:\tfuse") == 7);
}

TEST_CASE("a step for an iteration is not one for another whose name goes on with _")
{
    const std::string two = head + "iter a1 [I: S, J: R, K: S] as i, j, k { C[i, k] += A[i, j] * B[j, k] }\n"
                                   "iter a1_ [I: S, J: R, K: S] as i, j, k { C[i, k] += A[i, j] * B[j, k] }";
    const std::string first = after(two, "lower\na1: ko, ki = split k 4");
    const std::string second = after(two, "lower\na1_: ko, ki = split k 4");
    CHECK(first.find("for ko") < first.find("block a1__0"));
    CHECK(first.find("for ko", first.find("block a1__0")) == std::string::npos);
    CHECK(second.find("for ko") > second.find("block a1_0"));
    CHECK(second.find("for ko", second.find("block a1__0")) != std::string::npos);
}

TEST_CASE("a step is refused where it would change what is computed, or how long that takes to write down")
{
    const std::string reads =
        head + "iter p [I: S, J: R, K: S] as i, j, k { C[i, k] += A[i, j] * B[j, k] + C[i, k] * 2 }";
    CHECK(refusal(reads, "lower\nko, ki = split k 4\nreorder ko j ki\ncache_write C local ko") ==
          "cache_write C local ko: C is read where it is added to");
    CHECK(refusal(reads, "lower\nko, ki = split k 4\nreorder ko j ki\nrfactor j") ==
          "rfactor j: C is read where it is added to");
    CHECK(refusal(spmmText, "a = lower") == "a = lower: it makes nothing that could be named");
}

TEST_CASE("legal steps are those that may be taken")
{
    const ir::Program program = ir::parse(spmmText, "test");
    CHECK(ir::legal(program, contextOfTest()) ==
          std::vector<std::string>{"spmm: sparse_reorder [I, K, J]", "lower", "spmm: atomic"});
    const ir::Program loops = ir::lowered(program, 2);
    for (const std::string& text : ir::legal(loops, contextOfTest()))
        CHECK_NOTHROW(ir::applied(loops, ir::parseSchedule(text, "s").front(), contextOfTest()));
    CHECK(ir::legal(loops, contextOfTest()).size() > 10);
}
