// Programs of every stage on the CPU: what SPARSETIR works by hand, and what is refused, with its line.
#include "engine/ir/lower.h"
#include "tests/engine/ir/run_fixtures.h"

using namespace sparsescope;
using namespace sparsescope::ir;

namespace {

const std::string declarations = R"(
param m, n, nnz, d
axis I = dense_fixed(m)   axis J = sparse_variable(I, n, nnz, J_indptr, J_indices)
axis J_ = dense_fixed(n)  axis K = dense_fixed(d)
)";
const std::string spmmBuffers = R"(
buffer A(I, J): f32       buffer B(J_, K): f32       buffer C(I, K): f32
)";
const std::string spmm1 = "program spmm stage 1" + declarations + spmmBuffers + R"(
iter spmm [I: S, J: R, K: S] as i, j, k { init { C[i, k] = 0 } C[i, k] += A[i, j] * B[j, k] }
)";
const std::string indexBuffers = R"(
axis J_dense = dense_variable(I, n, nnz, J_indptr)
buffer J_indptr(I) extra 1: i32   buffer J_indices(I, J_dense): i32
domain J_indptr [0, nnz + 1)      domain J_indices [0, n)
)";
const std::string spmm2 = "program spmm stage 2" + declarations + indexBuffers + spmmBuffers + R"(
for i: S in m { block spmm0 {
  for k: S in d { C[i, k] = 0 }
  for j: R in J_indptr[i + 1] - J_indptr[i] { for k: S in d { block spmm1 {
    C[i, k] += A[i, j] * B[J_indices[i, j], k] } } } } }
)";
const std::string spmm3 = arrays + R"(
for i: S in m { block spmm0 {
  for k: S in d { C[i*d + k] = 0 }
  for j: R in J_indptr[i + 1] - J_indptr[i] { for k: S in d { block spmm1 {
    C[i*d + k] += A[J_indptr[i] + j] * B[J_indices[J_indptr[i] + j]*d + k] } } } } }
)";

const std::vector<double> product = {6, 8, 77, 92, 0, 0, 124, 148};

std::vector<double> resultOf(const std::string& text, Bindings bindings = byHand())
{
    const BoundArray C = ran(text, std::move(bindings)).launch.arrays["C"];
    CHECK(C.written);
    return C.values;
}

} // namespace

TEST_CASE("the product worked by hand is the same in all stages, as written and as lowered")
{
    CHECK(resultOf(spmm1) == product);
    CHECK(resultOf(spmm2) == product);
    CHECK(resultOf(spmm3) == product);
    for (const int stage : {2, 3})
        CHECK(resultOf(print(lowered(parse(spmm1, "test"), stage)).text) == product);
}

TEST_CASE("coordinates that no iterator of the axis itself gives are searched for")
{
    // Along the columns: every element of a dense matrix is asked for, and those that are absent are 0.
    const std::string text = "program spmm stage 1" + declarations + spmmBuffers + R"(
iter zero [I: S, K: S] as i, k { C[i, k] = 0 }
iter all [J_: R, I: S, K: S] as j, i, k { C[i, k] += A[i, j] * B[j, k] })";
    CHECK(resultOf(text) == product);
    CHECK(resultOf(print(lowered(parse(text, "test"), 3)).text) == product);
    Bindings descending = byHand();
    descending.launch.arrays["J_indices"].values = {1, 3, 2, 0, 1, 3};
    CHECK(refusalOf(text, descending).ends_with("J_indices: elements 1 to 3 are searched, and do not ascend"));
    CHECK(refusalOf("program spmm stage 1" + declarations + spmmBuffers + R"(
iter all [J_: R] as j { A[0, j] = 1 })") == "spmm:11: A[0, 0]: is stored to, and its coordinates are absent");
}

TEST_CASE("fused axes go through all positions of the last one, in every stage")
{
    const std::string text = "program sddmm stage 1" + declarations + R"(
buffer A(I, J): f32  buffer X(I, K): f32  buffer Y(J_, K): f32  buffer C(I, J): f32
iter sddmm [fuse(I, J): S, K: R] as i, j, k { init { C[i, j] = 0 } C[i, j] += A[i, j] * X[i, k] * Y[j, k] })";
    Bindings bindings = byHand();
    bindings.launch.arrays["X"] = {{1, 2, 3, 4, 5, 6, 7, 8}};
    bindings.launch.arrays["Y"] = bindings.launch.arrays["B"];
    bindings.launch.arrays["C"] = {std::vector<double>(6), {}, false};
    const std::vector<double> expected = {2 * (3 + 8),   3 * (3 + 8),    5 * (15 + 24),
                                          7 * (21 + 32), 11 * (21 + 32), 13 * (49 + 64)};
    for (const int stage : {1, 2, 3})
        CHECK(resultOf(print(lowered(parse(text, "test"), stage)).text, bindings) == expected);
}

TEST_CASE("holes are passed over, and tiles bind their values and arrays")
{
    // hyb(1, 1) of section 7, tiled: rows that many elements share, a hole, and padding that owns no entry.
    const std::string declared = R"(program spmm stage 1
param m, n, nnz, d, tiles_2
tile rows_2
axis T_2 = dense_fixed(tiles_2)
axis I_2 = sparse_fixed(T_2, m, rows_2, I_2_indices) holes
axis J_2 = sparse_fixed(I_2, n, 2, J_2_indices)
axis I = dense_fixed(m)  axis J = sparse_variable(I, n, nnz, J_indptr, J_indices)
axis J_ = dense_fixed(n)  axis K = dense_fixed(d)
buffer A(I, J): f32  buffer A_2(T_2, I_2, J_2): f32  buffer B(J_, K): f32  buffer C(I, K): f32
)";
    const std::string text = declared + R"(
iter copy_A_2 [T_2: S, I_2: S, J_2: S] as t, i, j preprocess {
  A_2[t, i, j] = select(entry(A_2[t, i, j]) >= 0, A[i, j], 0) }
iter zero_C [I: S, K: S] as i, k { C[i, k] = 0 }
iter spmm_2 [T_2: S, I_2: S, J_2: R, K: S] as t, i, j, k { C[i, k] += A_2[t, i, j] * B[j, k] })";
    Bindings bindings = byHand();
    const auto tile = [](std::int64_t rows, std::vector<double> r, std::vector<double> c,
                         std::vector<std::int64_t> entries) {
        BoundNames names;
        names.values["rows_2"] = rows;
        names.arrays["I_2_indices"] = {std::move(r)};
        names.arrays["J_2_indices"] = {std::move(c)};
        names.arrays["A_2"] = {std::vector<double>(entries.size()), entries, false};
        return names;
    };
    bindings.tiles["tiles_2"] = {tile(2, {0, -1}, {1, 1, 0, 0}, {0, -1, -1, -1}), tile(1, {3}, {1, 3}, {4, 5}),
                                 tile(2, {1, 1}, {0, 2, 3, 3}, {1, 2, 3, -1})};
    for (const int stage : {1, 2, 3}) {
        INFO("stage " << stage);
        const Bindings after = ran(print(lowered(parse(text, "test"), stage)).text, bindings);
        CHECK(after.launch.arrays.at("C").values == product);
        CHECK(after.tiles.at("tiles_2")[2].arrays.at("A_2").values == std::vector<double>{3, 5, 7, 0});
        CHECK_FALSE(after.tiles.at("tiles_2")[0].arrays.at("A_2").written); // nobody needs what stands in a hole
        CHECK(after.tiles.at("tiles_2")[1].arrays.at("A_2").written);
    }
    CHECK(refusalOf(declared + "iter all [I: S] as i { C[i, 0] = A_2[0, i, i] }", bindings) ==
          "spmm:16: A_2[0, 0, 0]: is a tile's, and no loop goes through tiles_2 here");
    CHECK(refusalOf(declared + "iter all [T_2: S, I: S] as t, i { C[i, 0] = A_2[t + 1, i, i] }", bindings) ==
          "spmm:16: A_2[1, 0, 0]: is of another tile: T_2 is at tile 0");
    CHECK(refusalOf(declared + "iter all [T_2: S, I: S] as t, i { C[rows_2, 0] = 1 }", bindings).empty());
    CHECK(refusalOf(declared + "iter all [I: S] as i { C[rows_2, 0] = 1 }", bindings) ==
          "spmm:16: rows_2: is not bound: it is a tile's, and no loop goes through its tiles here");
    CHECK(refusalOf(declared + "iter all [fuse(T_2, I_2): S] as t, i { C[i, 0] = 1 }", bindings) ==
          "spmm:15: all: goes through tiles (T_2) and through something else at once");
    CHECK(refusalIn("for t: S in 2 * tiles_2 { C[t] = 1 }", "for t", "param tiles_2\n") ==
          "t: goes through tiles (tiles_2) and through something else at once");
}

TEST_CASE("what is followed step by step tells names and values")
{
    std::vector<std::string> told;
    const Program program = parse(spmm3, "test");
    interpret(program, byHand(), noProgress(), [&](const StepTaken& step) {
        std::string line = print(program).text.empty() ? "" : step.target + " " + std::to_string(step.at);
        for (const auto& [name, value] : step.names)
            line += " " + name + " " + std::to_string(value);
        told.push_back(line + " = " + std::to_string(static_cast<int>(step.value)));
    });
    REQUIRE(told.size() == 8 + 12);
    CHECK(told.front() == "C 0 i 0 k 0 = 0");
    CHECK(told[3] == "C 1 i 0 j 0 k 1 = 8");
    CHECK(told.back() == "C 7 i 3 j 1 k 1 = 148");
}

TEST_CASE("what is followed step by step tells what is loaded, inner elements first, as the stage says it")
{
    for (const auto& [stage, place, loaded] :
         {std::tuple(1, "C[1, 1]", "A[1, 2] 2 5 B[2, 1] 5 6 "),
          std::tuple(2, "C[1, 1]", "A[1, 1] 2 5 J_indices[1, 1] 2 2 B[2, 1] 5 6 "),
          std::tuple(3, "C[3]", "J_indptr[1] 1 1 A[2] 2 5 J_indptr[1] 1 1 J_indices[2] 2 2 B[5] 5 6 ")}) {
        INFO("stage " << stage);
        std::vector<std::string> told;
        const Program program = lowered(parse(spmm1, "test"), stage);
        interpret(program, byHand(), noProgress(), [&](const StepTaken& step) {
            if (step.place == place)
                told.emplace_back();
            for (const ElementRead& read : step.reads)
                if (step.place == place)
                    told.back() += read.place + " " + std::to_string(read.at) + " " +
                                   std::to_string(static_cast<int>(read.value)) + " ";
        });
        REQUIRE(told.size() == 1 + 3); // init, and the three of row 1
        CHECK(told[0].empty());
        CHECK(told[2] == loaded);
    }
}

TEST_CASE("what cannot be done is refused with its line and the element")
{
    const std::string set = "C[0] = ";
    CHECK(refusalIn("C[8] = 1", "C[8]") == "C[8]: is out of bounds: element 8 of 8");
    CHECK(refusalIn("for i: S in 9 { C[i - 1] = 1 }", "C[i") == "C[-1]: is out of bounds: element -1 of 8");
    CHECK(refusalIn("for i: S in 2 { C[i] = B[i + 7] }", "C[i") == "B[8]: is out of bounds: element 8 of 8");
    CHECK(refusalIn("C[0] = 1\nC[0] = C[1]", "C[0] = C") == "C[1]: is read, and nobody wrote it");
    CHECK(refusalIn("C[0] += 1", "C[0]") == "C[0]: is read, and nobody wrote it");
    CHECK(refusalIn(set + "B[m / (m - 4)]", "C[0]") == "divides 4 by 0");
    CHECK(refusalIn(set + "B[m % 0]", "C[0]") == "divides 4 by 0");
    CHECK(refusalIn(set + "B[9223372036854775807 + m]", "C[0]") == "9223372036854775807 + 4 is beyond 64 bits");
    CHECK(refusalIn(set + "B[0 - 9223372036854775807 - m]", "C[0]") == "-9223372036854775807 - 4 is beyond 64 bits");
    CHECK(refusalIn(set + "B[4611686018427387904 * m]", "C[0]") == "4611686018427387904 * 4 is beyond 64 bits");
    CHECK(refusalIn("for i: S in m - 5 { C[i] = 1 }", "for i") == "a loop goes to -1");
    CHECK(refusalIn(set + "entry(B[0])", "C[0]") ==
          "B[0]: holds no places of the matrix, so that none of its entries is known");
    CHECK(refusalIn(set + "find(J_indices, 1, 7, 3)", "C[0]") == "J_indices: is out of bounds: elements 1 to 7 of 6");
    CHECK(refusalIn(set + "find(J_indices, 0, 4, 3)", "C[0]") ==
          "J_indices: elements 0 to 3 are searched, and do not ascend");
    CHECK(refusalIn(set + "rank(J_indices, 6, 3)", "C[0]") == "J_indices: is searched, and does not ascend");
    CHECK(refusalIn("C[0] = D[0]", "C[0]", "array D[4]: f32\n") == "D: is not bound");
    CHECK(refusalOf(arrays + "array D[4]: f32\nD[0] = 1\nC[0] = D[0]").empty()); // a memory that a step made
    CHECK(refusalIn("for i: S in m { mma.load(i) }", "mma.load") ==
          "mma.load: is an intrinsic that is not interpreted");
    Bindings half = byHand();
    half.launch.arrays["J_indices"].values[2] = 0.5;
    CHECK(refusalOf(arrays + "C[J_indices[2]] = 1", half) ==
          "spmm:8: J_indices[2]: holds 0.5, which is no whole number");
    half.launch.values.erase("m");
    CHECK(refusalOf(arrays + "C[m] = 1", half) == "spmm:8: m: is not bound");
}

TEST_CASE("positions are refused that their axis does not have")
{
    const std::string begin = "program spmm stage 2" + declarations + indexBuffers + spmmBuffers;
    CHECK(refusalOf(begin + "C[0, 2] = 1") == "spmm:15: C[0, 2]: is out of bounds: K has no position 2, it has 2");
    CHECK(refusalOf(begin + "C[0, 0] = A[0, 1]").empty()); // below zeros all positions count, of fused loops
    CHECK(refusalOf(begin + "C[0, 0] = A[1, 3]") ==
          "spmm:15: A[1, 3]: is out of bounds: J has no position 3, it has 3");
    CHECK(refusalOf(begin + "C[J_indptr[5], 0] = 1") ==
          "spmm:15: J_indptr[5]: is out of bounds: I has no position 5, it has 4 and 1 more");
    CHECK(refusalOf(begin + "C[0, 0] = A[2, find(J_indices[2, :], 0)]").empty()); // absent: 0
    CHECK(refusalOf(begin + "A[2, find(J_indices[2, :], 0)] = 1") ==
          "spmm:15: A[2, -1]: is stored to, and its coordinates are absent");
    Bindings broken = byHand();
    broken.launch.arrays["J_indptr"].values = {0, 1, 4, 3, 6};
    CHECK(refusalOf(spmm1, broken) == "spmm:10: J_indptr: does not ascend from 0: 4 stands before 3");
}

TEST_CASE("a program of too many statements is refused before it runs")
{
    const auto counted = [](const std::string& statements) {
        return countSteps(parse(arrays + statements, "test"), byHand());
    };
    CHECK(countSteps(parse(spmm1, "test"), byHand()) == 8 + 12 + 1); // the empty row's turn
    CHECK(countSteps(parse(spmm3, "test"), byHand()) == 20);
    CHECK(counted("for i: S in m { if i < 3 { C[i] = 1 C[i] = 2 } else { C[0] = 1 } }") == 4 + 6 + 1);
    CHECK(counted("for i: S in m { let e = J_indptr[i + 1] for j: R in e { C[i] = 1 } }") == 4 + 1 + 4 + 4 + 6);
    CHECK(counted("for i: S in 1000000 { for j: S in 0 { C[0] = 1 } }") == 1000000);
    CHECK(countSteps(parse(arrays + "for i: S in 1000000 { C[0] = 1 }", "test"), byHand(), 500) == 500);
    CHECK(refusalOf(arrays + "for i: S in 10000001 { C[0] = 1 }") ==
          "spmm: 10000001 statements would run, where 10000000 are the most");
    CHECK(refusalOf(arrays + R"(for i: S in 4000000000000000000 { for j: S in 4000000000000000000 { C[0] = 1 } })") ==
          "spmm: more than 10000000000 statements would run, where 10000000 are the most");
    CHECK(refusalOf(arrays + R"(for i: S in 4000000000000000000 { if i % 2 == 0 { C[0] = 1 } })")
              .ends_with("statements would run, where 10000000 are the most"));
    // What depends on what the program writes is found out on the way.
    CHECK(refusalOf(arrays + R"(J_indices[0] = 20000000 for i: S in J_indices[0] { C[0] = 1 })") ==
          "spmm:10: more than 10000000 statements would run");
}

TEST_CASE("a cancelled run ends")
{
    Progress progress;
    progress.cancel();
    try {
        interpret(parse(arrays + "for i: S in 10000000 { C[0] = 1 }", "test"), byHand(), progress);
        FAIL("it ran");
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Cancelled);
    }
}
