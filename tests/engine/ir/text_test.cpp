// Programs as text: what is printed is read as the same program.
#include "engine/ir/text.h"

#include "engine/plan/operators/operator.h"
#include "tests/engine/ir/fixtures.h"
#include "tests/support/catch.h"
#include "tests/support/program_text.h"
#include "tests/support/random_program.h"

using namespace sparsescope;

namespace {

constexpr const char* spmmOffsets = R"(program spmm stage 3
param m, n, nnz, d
array A[nnz]: f32
array B[n * d]: f32
array C[m * d]: f32
array J_indptr[m + 1]: i32
array J_indices[nnz]: i32
for i: S in m @blockIdx.x {
  block spmm0 {
    for j: R in J_indptr[i + 1] - J_indptr[i] {
      for k: S in d @threadIdx.x {
        C[i * d + k] += A[J_indptr[i] + j] * B[J_indices[J_indptr[i] + j] * d + k]
      }
    }
  }
}
)";

// A bit of everything that the others lack.
constexpr const char* everyWord1 = R"(program all_1 stage 1
param m, n, nnz, d, tiles_1
tile ROWS, first
axis T = dense_fixed(tiles_1)
axis I = sparse_fixed(T, m, ROWS, r) holes
axis J = sparse_variable(I, n, nnz, J_indptr, c)
axis W = dense_variable(I, n, nnz, J_indptr)
axis S = dense_fixed(d)
buffer A(T, I, J) extra 3: bf16 in shared fragments
buffer B(S, S): f64
buffer c(T, I, W): i64
domain c [first, first + n)
domain r [-1, m)
iter copy [T: S, fuse(I, J): R] as t, i, j preprocess atomic {
  init {
    B[0, 1] = -1
    let top = 2
    B[top, top] = 0
  }
  if pos(j) < 3 || entry(A[t, i, j]) >= 0 && i != j {
    B[0, find(c[t, i, :], 3)] = select(j == i, A[t, i, j], min(max(B[0, 1], 0 - m), B[1, 1]))
  } else {
    B[rank(c, -9223372036854775808), 9223372036854775807] += B[i % 3, i / 4]
  }
}
)";

constexpr const char* everyWord3 = R"(program all_3 stage 3
param m
tile ROWS
array A[m * (2 + ROWS)]: f16 in mma.a
array B[m]: tf32 in mma.b
array C[m]: f32 in mma.c
array L[8]: f32 in local
array c[m]: i32
for t: S in m @blockIdx.x {
  for k: S in 4 @blockIdx.y {
    for x: S in 32 @threadIdx.x {
      for y: S in c[0] @threadIdx.y {
        for z: R in 1 @threadIdx.z {
          block mma preprocess atomic warp {
            for u: R in 8 @unroll {
              mma.16x8x16(C[t], A[0], B[u], x + 1)
              barrier()
            }
            for v: S in 8 @vector {
              L[v] = C[find(c, 0, m, x)] + C[rank(c, m, y)]
            }
          }
        }
      }
    }
  }
}
)";

} // namespace

TEST_CASE("the programs of the operators are written as they are printed")
{
    for (const OperatorKind kind : operatorKinds()) {
        const std::string& text = definitionOf(kind).program;
        const ir::Program program = ir::parse(text, "operator");
        CHECK(ir::print(program).text == text);
        CHECK(ir::lostInText(program) == "");
    }
}

TEST_CASE("programs of every stage are printed as they were written")
{
    for (const std::string text : {spmmPositions, spmmOffsets, everyWord1, everyWord3}) {
        const ir::Program program = ir::parse(text, "program");
        CHECK(ir::print(program).text == text);
        CHECK(ir::lostInText(program) == "");
    }
}

TEST_CASE("line ends, spaces, comments and the order of declarations mean nothing")
{
    std::string squeezed, spread = "// SpMM, \xC3\xA9\r\n";
    for (const char c : std::string(spmmPositions)) {
        squeezed += c == '\n' ? ' ' : c;
        spread += c;
        if (c == ' ' || c == '\n')
            spread += "\t\r\n // a comment\n";
    }
    const ir::Program program = ir::parse(spmmPositions, "program");
    CHECK(ir::same(ir::parse(squeezed, "squeezed"), program));
    CHECK(ir::same(ir::parse(spread, "spread"), program));
    const char* const turned = "program p stage 1 buffer A(J, I): f32 axis J = sparse_fixed(I, m, k, c)"
                               " param k axis I = dense_fixed(m) param m";
    CHECK(ir::print(ir::parse(turned, "turned")).text == "program p stage 1\n"
                                                         "param k, m\n"
                                                         "axis J = sparse_fixed(I, m, k, c)\n"
                                                         "axis I = dense_fixed(m)\n"
                                                         "buffer A(J, I): f32\n");
}

TEST_CASE("expressions bind as in C and are printed with no parenthesis too many")
{
    const std::vector<std::pair<const char*, const char*>> printedAs = {
        {"a - b - c", "a - b - c"},
        {"(a - b) - c", "a - b - c"},
        {"a - (b - c)", "a - (b - c)"},
        {"a + (b + c)", "a + (b + c)"},
        {"(a + b) % c", "(a + b) % c"},
        {"a + (b % c)", "a + b % c"},
        {"a * (b / c)", "a * (b / c)"},
        {"((a)) * b / c", "a * b / c"},
        {"a || b && c", "a || b && c"},
        {"(a || b) && c", "(a || b) && c"},
        {"(a < b) == (c > d)", "a < b == c > d"},
        {"a < (b == c)", "a < (b == c)"},
        {"(a < b) < c", "(a < b) < c"},
        {"a == (b != c)", "a == (b != c)"},
        {"a + 1 <= b - 1", "a + 1 <= b - 1"},
        {"-1", "-1"},
        {"a - -1", "a - -1"},
        {"a--1", "a - -1"},
        {"-(1)", "0 - 1"},
        {"-a", "0 - a"},
        {"- -a", "0 - (0 - a)"},
        {"-a * b", "(0 - a) * b"},
        {"-2 * b", "-2 * b"},
        {"- 9223372036854775808", "-9223372036854775808"},
        {"select(a < b, min(a, b), max(A[a, b + 1], 0))", "select(a < b, min(a, b), max(A[a, b + 1], 0))"},
        {"find(A, a, b, c)", "find(A, a, b, c)"},
        {"rank(A, a, b)", "rank(A, a, b)"},
        {"rank(A, (a))", "rank(A, a)"},
        {"pos(a) + entry(A[b])", "pos(a) + entry(A[b])"},
    };
    for (const auto& [text, printed] : printedAs) {
        const ir::ExprPtr expr = ir::parseExpr(text, "expression");
        CHECK(ir::print(expr) == printed);
        CHECK(ir::same(ir::parseExpr(printed, "printed"), expr));
    }
    CHECK(ir::print(ir::parseExpr("find(A[:], a)", "expression"), 1) == "find(A[:], a)");
    CHECK(ir::print(ir::parseExpr("find(A[a, b + 1, :], c)", "expression"), 2) == "find(A[a, b + 1, :], c)");
    const ir::ExprPtr tree = ir::parseExpr("a - b * -3", "expression");
    CHECK(ir::same(tree,
                   ir::made(ir::ExprKind::Subtract,
                            {ir::named("a"), ir::made(ir::ExprKind::Multiply, {ir::named("b"), ir::integer(-3)})})));
}

TEST_CASE("random programs of every stage survive their text")
{
    for (const std::uint64_t seed : seeds(300)) {
        INFO("seed " << seed);
        const ir::Program program = ir::RandomProgram(seed, 1 + static_cast<int>(seed % 3)).make();
        INFO(ir::print(program).text);
        REQUIRE(ir::lostInText(program) == "");
    }
}

TEST_CASE("a printed program tells where its nodes stand and where its names are written")
{
    const std::string text = definitionOf(OperatorKind::SpMM).program;
    const ir::Printed printed = ir::print(ir::parse(text, "operator"));
    REQUIRE(printed.spans.size() == 3);
    CHECK(text.substr(printed.spans[0].begin).starts_with("iter spmm ["));
    CHECK(printed.spans[0].end == text.size() - 1);
    CHECK(text.substr(printed.spans[1].begin, printed.spans[1].end - printed.spans[1].begin) == "C[i, k] = 0");
    CHECK(printed.lineOf(2) == 12);
    CHECK(printed.lineOf(4) == 0);
    std::map<std::string, int> mentions;
    for (const ir::Mention& mention : printed.mentions)
        ++mentions[mention.name];
    const std::map<std::string, int> expected = {
        {"m", 2},        {"n", 3},         {"nnz", 2}, {"d", 2}, {"I", 5}, {"J", 3}, {"J_", 2}, {"K", 4},
        {"J_indptr", 1}, {"J_indices", 1}, {"A", 2},   {"B", 2}, {"C", 3}, {"i", 4}, {"j", 3},  {"k", 4}};
    CHECK(mentions == expected);
}

TEST_CASE("what no text can say is a problem of a program all the same")
{
    const ir::Program good = ir::parse(definitionOf(OperatorKind::SpMM).program, "operator");
    const auto problemWith = [&](const auto& change) {
        ir::Program program = good;
        change(program);
        return ir::problemOf(program);
    };
    using ir::Program;
    CHECK(problemWith([](Program&) {}).empty());
    CHECK(problemWith([](Program& p) { p.stage = 4; }) == "there is no stage 4");
    CHECK(problemWith([](Program& p) { p.name = "a b"; }) == "\"a b\" cannot be a name");
    CHECK(problemWith([](Program& p) { p.params.push_back("for"); }) == "\"for\" cannot be a name");
    CHECK(problemWith([](Program& p) { p.axes[0].parent = "K"; }) == "axis I is dense_fixed and has a parent");
    CHECK(problemWith([](Program& p) { p.axes[1].parent.clear(); }) == "axis J is sparse_variable and has no parent");
    CHECK(problemWith([](Program& p) { p.axes[1].indices.clear(); }) ==
          "axis J is sparse_variable and has no buffer of indices");
    CHECK(problemWith([](Program& p) { p.axes[0].length = nullptr; }) == "an expression is missing");
    CHECK(problemWith([](Program& p) { p.axes[0].length = ir::made(ir::ExprKind::Min, {ir::named("m")}); }) ==
          "min has 1 operand where 2 are expected");
    CHECK(problemWith([](Program& p) { p.buffers[0].axes.clear(); }) == "buffer A has no axes");
    CHECK(problemWith([](Program& p) { p.buffers[0].extra = -1; }) == "buffer A has -1 extra elements");
    CHECK(problemWith([](Program& p) { p.nextId = 2; }) == "the id 2 of a statement is not its own");
    CHECK(problemWith([](Program& p) { p.body.push_back(p.body.front()); }) ==
          "the id 1 of a statement is not its own");
    CHECK(problemWith([](Program& p) { p.body.push_back(nullptr); }) == "a statement is missing");
    CHECK(problemWith([](Program& p) {
              ir::ExprPtr deep = ir::named("m");
              for (int i = 0; i < 1000; ++i)
                  deep = ir::made(ir::ExprKind::Add, {deep, ir::integer(1)});
              p.axes[0].length = deep;
          }) == "expressions stand in one another more than 64 deep");
    CHECK(problemWith([](Program& p) {
              for (int i = 0; i < 1000; ++i)
                  p.body = {
                      std::make_shared<const ir::Node>(ir::Node{p.nextId++, {}, ir::If{ir::named("m"), p.body, {}}})};
          }) == "bodies stand in one another more than 64 deep");
}
