// Products of fragments on tensor cores.
#include "tests/engine/ir/run_fixtures.h"
#include "tests/engine/ir/schedule_fixtures.h"

using namespace sparsescope;
using namespace sparsescope::scheduling;

namespace {

const std::string blocks = R"(program spmm stage 1
param m, n, d, tiles_1
tile ROWS_1, BLOCKS_1
axis T_1 = dense_fixed(tiles_1)
axis IO_1 = dense_fixed(ROWS_1)
axis JO_1 = sparse_variable(IO_1, n, BLOCKS_1, JO_1_indptr, JO_1_indices)
axis II_1 = dense_fixed(16)
axis JI_1 = dense_fixed(16)
axis J_ = dense_fixed(n)
axis I = dense_fixed(m)
axis K = dense_fixed(d)
buffer rows_1(T_1, IO_1, II_1): i32
buffer A_1(T_1, IO_1, JO_1, II_1, JI_1): f16  buffer B(J_, K): f16  buffer C(I, K): f16
iter spmm_1 [T_1: S, IO_1: S, JO_1: R, II_1: S, JI_1: R, K: S] as t, io, jo, ii, ji, k {
  if rows_1[t, io, ii] >= 0 { C[rows_1[t, io, ii], k] += A_1[t, io, jo, ii, ji] * B[min(jo * 16 + ji, n - 1), k] }
}
)";

const std::string copied = "lower\nko, ki = split k 8\nreorder ko jo ii ji ki\nc = cache_write C mma.c ko\n"
                           "a = cache_read A_1 mma.a jo\nb = cache_read B mma.b jo\n";

const std::string head3 = R"(program p stage 3
array A[256]: f16  array B[128]: f16  array C[128]: f32
array a[256]: f16 in mma.a  array b[128]: f16 in mma.b  array c[128]: f32 in mma.c
)";

ir::Bindings operands()
{
    ir::Bindings bindings;
    bindings.launch.arrays["A"].values.assign(256, 2);
    bindings.launch.arrays["B"].values.assign(128, 3);
    bindings.launch.arrays["C"].values.assign(128, 0);
    return bindings;
}

std::string failsIn(const std::string& statements)
{
    return ir::refusalOf(head3 + statements, operands());
}

} // namespace

TEST_CASE("three loops around the product of two fragments are one instruction")
{
    CHECK(after(blocks, copied + "lower\ntensorize [ii, ji, ki] mma.16x8x16").find(R"(          for ji: S in 16 {
            for ki: S in 8 {
              b[ji * 8 + ki] = B[min(JO_1_indices[JO_1_indptr[io] + jo] * 16 + ji, n - 1) * d + ko * 8 + ki]
            }
          }
          block spmm_1_1 {
            mma.16x8x16(c[0], a[0], b[0])
          }
        }
        for ii: S in 16 {
          for ki: S in 8 {
            if rows_1[io * 16 + ii] >= 0 {
              C[rows_1[io * 16 + ii] * d + ko * 8 + ki] += c[ii * 8 + ki]
)") != std::string::npos);
    CHECK(refusal(blocks, copied + "tensorize [ii, ji, ki] mma.16x8x16") ==
          "tensorize [ii, ji, ki] mma.16x8x16: tensorize is a step of stage 3, and the program is of stage 2");
    CHECK(refusal(blocks, copied + "lower\ntensorize [ii, ji, ki] mma.4x4x4") ==
          "tensorize [ii, ji, ki] mma.4x4x4: there is no instruction mma.4x4x4, but mma.16x8x16, mma.8x16x16, "
          "mma.16x8x8");
    CHECK(refusal(blocks, copied + "lower\ntensorize ii ji mma.16x8x16") ==
          "tensorize ii ji mma.16x8x16: it takes three loops and an instruction");
    CHECK(refusal(blocks, copied + "lower\ntensorize [ii, ji, ki] mma.8x16x16") ==
          "tensorize [ii, ji, ki] mma.8x16x16: the loops over rows, columns and what is summed over do not go to 8, 16 "
          "and 16");
    CHECK(refusal(blocks, copied + "lower\ntensorize [jo, ji, ki] mma.16x8x16") ==
          "tensorize [jo, ji, ki] mma.16x8x16: jo, ji, ki are nowhere around a sum alone");
    const std::string local = "lower\nko, ki = split k 8\nreorder ko jo ii ji ki\nc = cache_write C mma.c ko\n"
                              "a = cache_read A_1 local jo\nb = cache_read B mma.b jo\nlower\n";
    CHECK(refusal(blocks, local + "tensorize [ii, ji, ki] mma.16x8x16") ==
          "tensorize [ii, ji, ki] mma.16x8x16: a is in local, and not in mma.a");
    CHECK(refusal(blocks, "lower\nko, ki = split k 8\nreorder ko jo ki ii ji\nc = cache_write C mma.c ko\n"
                          "a = cache_read A_1 mma.a jo\nb = cache_read B mma.b jo\nlower\n"
                          "tensorize [ki, ii, ji] mma.16x8x16")
              .starts_with("tensorize [ki, ii, ji] mma.16x8x16: the loops over rows"));
    CHECK(refusal(blocks, copied + "bind ki threadIdx.x") ==
          "bind ki threadIdx.x: c is a warp's, and ki is threadIdx.x");
    CHECK(refusal(blocks, copied + "lower\ntensorize [ii, ji, ki] mma.16x8x16\nvectorize ki") ==
          "vectorize ki: c is a warp's fragment");
}

TEST_CASE("a fragment is multiplied as a whole, and what nobody wrote of it reaches no result")
{
    const std::string load = "for x: S in 256 { a[x] = A[x] } for x: S in 128 { b[x] = B[x] c[x] = 0 } ";
    const std::string store = " for x: S in 128 { C[x] = c[x] }";
    CHECK(ir::ran(head3 + load + "mma.16x8x16(c[0], a[0], b[0])" + store, operands()).launch.arrays["C"].values ==
          std::vector<double>(128, 96));
    CHECK(failsIn(load + "mma.8x16x16(c[0], b[0], a[0])" + store).find("b[0]: is no fragment in mma.a") !=
          std::string::npos);
    CHECK(failsIn(load + "mma.16x8x16(c[0], a[8], b[0])" + store)
              .find("a[8]: is out of bounds: 256 elements from 8 of 256") != std::string::npos);
    CHECK(failsIn(load + "mma.16x8x16(c[0], a[0])" + store).find("takes 3 fragments, not 2") != std::string::npos);
    CHECK(failsIn(load + "mma.32x8x16(c[0], a[0], b[0])" + store).find("is an intrinsic that is not interpreted") !=
          std::string::npos);
    const std::string half = "for x: S in 128 { a[x] = A[x] b[x] = B[x] c[x] = 0 } mma.16x8x16(c[0], a[0], b[0])";
    CHECK(failsIn(half + store).find("c[64]: is read, and depends on what nobody wrote") != std::string::npos);
    CHECK(failsIn(half + " for x: S in 64 { C[x] = c[x] }") == "");
    CHECK(failsIn("for x: S in 2 @threadIdx.x { a[x] = A[x] }").find("a: is a warp's fragment") != std::string::npos);
}

TEST_CASE("formats of 8 and 16 rows on tensor cores compute the same bits")
{
    const auto exact = [](const FormatPtr& format, const std::string& schedule) {
        return inexact(OperatorKind::SpMM, format, schedule, DataType::Float16);
    };
    const std::string wide = "lower\nspmm_1: ko, ki = split k 8\nspmm_1: jio, jii = split ji 16\n"
                             "spmm_1: reorder ko jo jio ii jii ki\nspmm_1: c = cache_write C mma.c ko\n"
                             "spmm_1: a = cache_read A_1 mma.a jio\nspmm_1: b = cache_read B mma.b jio\nlower\n"
                             "spmm_1: tensorize [ii, jii, ki] mma.16x8x16";
    CHECK(exact(makeFormat("bsr", {{"height", 16}, {"width", 32}, {"places", 4096}}), wide) == "");
    CHECK(exact(makeFormat("srbcrs", {{"t", 16}, {"q", 16}, {"places", 4096}}), wide) == "");
    // From rings in shared memory that are filled ahead.
    std::string ahead = wide;
    ahead.insert(ahead.rfind("lower"), "spmm_1: sa = cache_read A_1 shared jo\nspmm_1: sb = cache_read B shared jo\n"
                                       "spmm_1: cols = cache_read JO_1_indices local jo\nprefetch cols 3\n"
                                       "prefetch sa 2\nprefetch sb 2\n");
    CHECK(exact(makeFormat("bsr", {{"height", 16}, {"width", 32}, {"places", 4096}}), ahead) == "");
    std::string eight = wide; // rows are columns of what the GPU computes
    eight.replace(eight.find("split k 8"), 9, "split k 16");
    eight.replace(eight.find("16x8x16"), 7, "8x16x16");
    CHECK(exact(makeFormat("srbcrs", {{"t", 8}, {"q", 32}, {"places", 1024}}), eight) == "");
    CHECK(exact(makeFormat("block", {{"rows", 16}, {"width", 32}}),
                "lower\nspmm_1: ko, ks, ki = split k 2 8\nspmm_1: jo, ji = split j 16\n"
                "spmm_1: reorder ko jo ks i ji ki\nspmm_1: c = cache_write C mma.c ko\n"
                "spmm_1: a = cache_read A_1 mma.a jo\nspmm_1: b = cache_read B mma.b jo\nlower\n"
                "spmm_1: tensorize [i, ji, ki] mma.16x8x16") == "");
}
