// Texts that are no programs: each is refused at the place of its fault, however hostile it is.
#include "engine/core/error.h"
#include "engine/ir/text.h"
#include "engine/plan/operators/operator.h"
#include "tests/support/catch.h"
#include "tests/support/program_text.h"
#include "tests/support/random_program.h"

#include <array>
#include <cctype>
#include <random>

using namespace sparsescope;
using namespace std::string_literals;

namespace {

// The first line of programs of stages 1 to 3.
constexpr std::array<const char*, 4> beginnings = {
    "",
    "program p stage 1 param m axis I = dense_fixed(m) buffer A(I): f32 buffer c(I): i32\n",
    "program p stage 2 param m axis I = dense_fixed(m) buffer A(I): f32 buffer c(I): i32\n",
    "program p stage 3 param m array A[m]: f32 array c[m]: i32\n",
};

struct Refusal {
    std::size_t stage = 0; // of the line before the text; 0: there is none
    const char* text = nullptr;
    const char* error = nullptr;
};

const std::vector<Refusal> refusals = {
    {0, "axis I = dense_fixed(m)", "1:1: \"axis\" where \"program\" is expected"},
    {0, "program for stage 1", "1:9: \"for\" where a name is expected"},
    {0, "program p stage 4", "1:17: \"4\" where 1, 2 or 3 is expected"},
    {0, "program p", "1:10: the text ends where \"stage\" is expected"},
    {1, "param", "2:6: the text ends where a name is expected"},
    {1, "param m,", "2:9: the text ends where a name is expected"},
    {1, "param m", "2:7: m is a param already"},
    {1, "tile m", "2:6: m is a param already"},
    {1, "axis m = dense_fixed(m)", "2:6: m is a param already"},
    {1, "param m.x", "2:7: \"m.x\" where a name is expected"},
    {1, "param stage", "2:7: \"stage\" where a name is expected"},
    {1, "axis J = dense(m)",
     "2:10: \"dense\" where dense_fixed, dense_variable, sparse_fixed or sparse_variable is expected"},
    {1, "axis J = sparse_fixed(m, m, m, c)", "2:23: m is a param and not an axis"},
    {1, "axis J = sparse_fixed(K, m, m, c)", "2:23: there is no axis K"},
    {1, "axis J = sparse_fixed(I, m, c)", "2:30: \")\" where \",\" is expected"},
    {1, "axis J = sparse_variable(I, m, c)", "2:33: \")\" where \",\" is expected"},
    {1, "axis J = dense_variable(L, m, m, p)\naxis K = dense_variable(J, m, m, p)\naxis L = dense_variable(K, m, m, p)",
     "3:25: axis J stands below itself"},
    {1, "axis J = dense_variable(J, m, m, p)", "2:25: axis J stands below itself"},
    {1, "axis J = dense_fixed(m) holes", "2:6: axis J is dense and has no holes"},
    {1, "axis J = sparse_fixed(I, m, m, m)", "2:32: m is a param and not a buffer"},
    {1, "axis J = sparse_fixed(I, m, m, A)", "2:32: A holds f32, and indices are i32 or i64"},
    {2, "axis J = sparse_fixed(I, m, m, C)", "2:32: there is no buffer C"},
    {1, "axis J = dense_fixed(I)", "2:22: I is an axis and not a number"},
    {1, "axis J = dense_fixed(q)", "2:22: nothing is called q here"},
    {1, "axis J = dense_fixed(c[0])", "2:22: sizes are made of params, tile values and numbers"},
    {3, "axis I = dense_fixed(m)", "2:6: an axis belongs to stages 1 and 2, and this program is of stage 3"},
    {1, "buffer B(J): f32", "2:10: there is no axis J"},
    {1, "buffer B(m): f32", "2:10: m is a param and not an axis"},
    {1, "buffer B(): f32", "2:10: \")\" where a name is expected"},
    {1, "buffer B(I): f8", "2:14: \"f8\" where f16, bf16, tf32, f32, f64, i32 or i64 is expected"},
    {1, "buffer B(I): f32 in mma.d", "2:21: \"mma.d\" where global, shared, local, mma.a, mma.b or mma.c is expected"},
    {1, "buffer B(I): f32 fragments", "2:8: buffer B has one axis, and fragments are of two"},
    {1, "buffer B(I) extra 4294967296: f32", "2:19: the number is larger than 2147483647"},
    {1, "buffer B(I) extra n: f32", "2:19: \"n\" where a number is expected"},
    {1, "domain A [0, m)", "2:8: A holds f32, and indices are i32 or i64"},
    {1, "domain B [0, m)", "2:8: there is no buffer B"},
    {1, "domain c [0, m) domain c [0, m)", "2:24: c has a domain already"},
    {1, "domain c [0, m]", "2:15: \"]\" where \")\" is expected"},
    {1, "array B[m]: f32", "2:7: an array belongs to stage 3, and this program is of stage 1"},
    {3, "array B[c[0]]: i32", "2:9: sizes are made of params, tile values and numbers"},
    {3, "A[0] = 1 param n", "2:10: declarations stand before all statements"},
    {3, "A[0, 1] = 1", "2:1: A has 2 indices where 1 is expected"},
    {3, "A[0] = A[A[0]]", "2:10: A holds f32, and whole numbers are needed here"},
    {3, "c[0] = A[0]", "2:8: A holds f32, and whole numbers are needed here"},
    {3, "A[0] = A[0] / 2", "2:8: A holds f32, and whole numbers are needed here"},
    {3, "A[0] = A[0] < 2", "2:8: A holds f32, and whole numbers are needed here"},
    {3, "if A[0] { }", "2:4: A holds f32, and whole numbers are needed here"},
    {3, "let x = 1 + A[0]", "2:13: A holds f32, and whole numbers are needed here"},
    {3, "for i: S in A[0] { }", "2:13: A holds f32, and whole numbers are needed here"},
    {3, "A[0] = rank(A, m, 3)", "2:8: A holds f32, and whole numbers are needed here"},
    {3, "A[0] = entry(c[0])", "2:8: c holds i32, and entry asks for values"},
    {3, "A[0] = pos(m)", "2:8: pos belongs to stage 1, and this program is of stage 3"},
    {3, "A[0] = find(A[:], 1)", "2:14: \"[\" where \",\" is expected"},
    {3, "A[0] = rank(A, 1)", "2:8: rank takes 2 expressions behind the name, not 1"},
    {3, "A[0] = min(1, 2, 3)", "2:8: min takes 2 expressions, not 3"},
    {3, "A[0] = select(1)", "2:8: select takes 3 expressions, not 1"},
    {3, "A[0] = sqrt(1)", "2:8: there is no function sqrt"},
    {3, "A[0] = A", "2:8: A is an array and not a number"},
    {3, "A[0] = q", "2:8: nothing is called q here"},
    {3, "A[0] = m[0]", "2:8: m is a param and not an array"},
    {3, "m[0] = 1", "2:1: m is a param and not an array"},
    {3, "m = 1", "2:3: \"=\" where \"[\" or \"(\" is expected"},
    {3, "A[] = 1", "2:3: \"]\" where an expression is expected"},
    {3, "A[0 = 1", "2:5: \"=\" where \",\" or \"]\" is expected"},
    {3, "A[0] - 1", "2:6: \"-\" where \"=\" or \"+=\" is expected"},
    {3, "A[0] = 1 < 2 < 3", "2:14: comparisons do not chain: put one of them into parentheses"},
    {3, "A[0] = 1 == 2 != 3", "2:15: comparisons do not chain: put one of them into parentheses"},
    {3, "A[0] = 1 +", "2:11: the text ends where an expression is expected"},
    {3, "A[0] = !m", "2:8: \"!\" cannot stand here"},
    {3, "A[0] = 1.5", "2:8: \"1.5\" is neither a whole number nor a word"},
    {3, "A[0] = 9223372036854775808", "2:8: the number is larger than 9223372036854775807"},
    {3, "A[0] = -9223372036854775809", "2:9: the number is larger than 9223372036854775807"},
    {3, "A[0] = 3x", "2:8: \"3x\" is neither a whole number nor a word"},
    {3, "iter a [I: S] as i { }", "2:1: iter belongs to stage 1, and this program is of stage 3"},
    {3, "for i: Q in 3 { }", "2:8: \"Q\" where S or R is expected"},
    {3, "for i: S in 3 @warp { }",
     "2:16: \"warp\" where blockIdx.x, blockIdx.y, threadIdx.x, threadIdx.y, threadIdx.z, unroll or vector is "
     "expected"},
    {3, "for i: S in 3 { for i: S in 3 { } }", "2:21: i is a loop already"},
    {3, "for i: S in 3 { } for i: S in i { }", "2:31: nothing is called i here"},
    {3, "for m: S in 3 { }", "2:5: m is a param already"},
    {3, "let x = 1 { }", "2:11: \"{\" where a statement is expected"},
    {3, "let x = x", "2:9: nothing is called x here"},
    {3, "if 1 { let x = 1 } let y = x", "2:28: nothing is called x here"},
    {3, "let x = 1 for x: S in 3 { }", "2:15: x is a let already"},
    {3, "for i: S in 3 {\n  if 1 {\n", "3:8: this \"{\" is never closed"},
    {3, "for i: S in 3 { } }", "2:19: \"}\" where a statement is expected"},
    {3, "else { }", "2:1: \"else\" where a statement is expected"},
    {3, "init { }", "2:1: \"init\" where a statement is expected"},
    {3, "block b atomic atomic { }", "2:16: \"atomic\" stands twice"},
    {3, "min(1, 2)", "2:1: \"min\" where a statement is expected"},
    {3, "barrier(", "2:9: the text ends where an expression is expected"},
    {3, "barrier(1,)", "2:11: \")\" where an expression is expected"},
    {2, "barrier()", "2:1: an intrinsic belongs to stage 3, and this program is of stage 2"},
    {2, "let x = find(c, 0, m, 1)", "2:15: \",\" where \"[\" is expected"},
    {2, "let x = find(c[1, :], 1)", "2:9: c has 2 indices where 1 is expected"},
    {2, "let x = rank(c, m, 1)", "2:9: rank takes 1 expression behind the name, not 2"},
    {2, "for i: S in 1 { let x = pos(i) }", "2:25: pos belongs to stage 1, and this program is of stage 2"},
    {1, "for i: S in 1 { }", "2:1: for belongs to stages 2 and 3, and this program is of stage 1"},
    {1, "block b { }", "2:1: block belongs to stages 2 and 3, and this program is of stage 1"},
    {1, "iter a [I: S] as i warp { }", "2:20: \"warp\" where \"{\" is expected"},
    {1, "iter a [I: S] as i, j { }", "2:1: a has 2 iterators for 1 axis"},
    {1, "axis K = dense_fixed(m) iter a [I: S, K: S] as i { }", "2:25: a has 1 iterator for 2 axes"},
    {1, "axis K = dense_fixed(m) iter a [fuse(I, K, I): S] as i, k, l { }", "2:44: a goes through axis I already"},
    {1, "iter a [m: S] as i { }", "2:9: m is a param and not an axis"},
    {1, "iter a [I] as i { }", "2:10: \"]\" where \":\" is expected"},
    {1, "iter a [I: S] as I { }", "2:18: I is an axis already"},
    {1, "iter a [I: R] as i { init { A[i] = 0 } A[i] = 1 }", "2:31: i is reduced, and init has no value of it"},
    {1, "iter a [I: R] as i { init { A[0] = pos(i) } }", "2:36: i is reduced, and init has no value of it"},
    {1, "iter a [I: S] as i { let x = pos(m) }", "2:30: m is a param and not an iterator"},
    {1, "iter a [I: S] as i { let x = 1 init { } }", "2:32: \"init\" where a statement is expected"},
    {1, "iter a [I: S] as i { } let x = i", "2:32: nothing is called i here"},
    {1, "iter a [I: S] as i { axis K = dense_fixed(m) }", "2:22: \"axis\" where a statement is expected"},
    {1, "#", "2:1: \"#\" cannot stand here"},
    {1, "axis J = dense_fixed(-m) axis K = dense_fixed(J)", "2:47: J is an axis and not a number"},
    {3, "param a.b", "2:7: \"a.b\" where a name is expected"},
    {3, "a.b[0] = 1", "2:4: \"[\" where \"(\" is expected"},
    {3, "A[0] = blockIdx.x", "2:8: \"blockIdx.x\" where an expression is expected"},
    {3, "A[0] = 1 // e\x01", "2:14: byte 0x01 cannot stand in a comment"},
    {3, "A[0] = \"1\"", "2:8: \"\"\" cannot stand here"},
    {3, "let pos = 1", "2:5: \"pos\" where a name is expected"},
    {1, "iter a [fuse(): S] as i { }", "2:14: \")\" where a name is expected"},
    {1, "iter a [] as i { }", "2:9: \"]\" where a name is expected"},
    {1, "domain c (0, m)", "2:10: \"(\" where \"[\" is expected"},
    {2, "c[0] = entry(A[:])", "2:16: \":\" where an expression is expected"},
    {2, "A[0, 0] += 1", "2:1: A has 2 indices where 1 is expected"},
    {3, "for i: S 3 { }", "2:10: \"3\" where \"in\" is expected"},
    {3, "array B[m] f32", "2:12: \"f32\" where \":\" is expected"},
    {3, "x", "2:2: the text ends where \"[\" or \"(\" is expected"},
    {3, "if { }", "2:4: \"{\" where an expression is expected"},
    {3, "if 1 A[0] = 1", "2:6: \"A\" where \"{\" is expected"},
    {3, "A[0] = (1", "2:10: the text ends where \")\" is expected"},
    {3, "A[0] = find(c, 1, 2)", "2:20: \")\" where \",\" is expected"},
    {3, "A[0] = pos(1)", "2:12: \"1\" where a name is expected"},
    {3, "A[0] =+ 1", "2:7: \"+\" where an expression is expected"},
    {3, "A[0] = 1 = 2", "2:10: \"=\" where a statement is expected"},
};

// What is said of a text that is refused, as every refusal has to be; empty where it is read.
std::string refusedAs(const std::string& text)
{
    try {
        const std::string lost = ir::lostInText(ir::parse(text, "p"));
        if (!lost.empty())
            FAIL(lost << "\n" << text);
        return {};
    } catch (const Error& e) {
        if (e.kind() != ErrorKind::Input || e.where().line < 1 || e.where().column < 1 || e.where().file != "p")
            FAIL(e.what() << "\n" << text);
        return e.what();
    }
}

std::string times(std::size_t n, const std::string& text)
{
    std::string all;
    for (std::size_t i = 0; i < n; ++i)
        all += text;
    return all;
}

// Words, numbers and signs with what is between them.
std::vector<std::string> piecesOf(const std::string& text)
{
    std::vector<std::string> pieces;
    const auto isOfWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (const char c : text)
        if (!pieces.empty() && isOfWord(c) && isOfWord(pieces.back().back()))
            pieces.back() += c;
        else
            pieces.emplace_back(1, c);
    return pieces;
}

} // namespace

TEST_CASE("what breaks a rule of the language is named with its line and column")
{
    for (const Refusal& refusal : refusals)
        CHECK(refusedAs(beginnings.at(refusal.stage) + std::string(refusal.text)) == "p:" + std::string(refusal.error));
}

TEST_CASE("bodies and expressions nest 64 deep and no deeper")
{
    const std::string loops = beginnings[3], value = loops + "A[0] = ";
    const auto bodies = [&](std::size_t n) { return loops + times(n, "if 1 {") + times(n, "}"); };
    CHECK(refusedAs(bodies(64)) == "");
    CHECK(refusedAs(bodies(65)) == "p:2:390: bodies stand in one another more than 64 deep");
    CHECK(refusedAs(bodies(100'000)) == "p:2:390: bodies stand in one another more than 64 deep");
    const auto brackets = [&](std::size_t n) { return value + times(n, "(") + "1" + times(n, ")"); };
    CHECK(refusedAs(brackets(63)) == "");
    CHECK(refusedAs(brackets(64)) == "p:2:72: expressions stand in one another more than 64 deep");
    CHECK(refusedAs(brackets(100'000)) == "p:2:72: expressions stand in one another more than 64 deep");
    const auto sum = [&](std::size_t n) { return value + "1" + times(n, "+1"); };
    CHECK(refusedAs(sum(63)) == "");
    CHECK(refusedAs(sum(64)) == "p:2:135: expressions stand in one another more than 64 deep");
    CHECK(refusedAs(sum(100'000)) == "p:2:135: expressions stand in one another more than 64 deep");
    for (const char* const open : {"-", "- ", "A[", "min(", "select(1, 2, ", "entry(A[", "find(c, 0, 1, ", "1 - ("})
        CHECK(refusedAs(value + times(100'000, open)).ends_with("expressions stand in one another more than 64 deep"));
    CHECK(refusedAs(loops + times(70'000, "for i: S in 1 { block b {")).ends_with("more than 64 deep"));
}

TEST_CASE("the deepest index, operand and argument of a well-formed program are read again")
{
    ir::ExprPtr deep = ir::named("m");
    for (int i = 1; i < 64; ++i)
        deep = ir::made(ir::ExprKind::Subtract, {ir::integer(-1), deep});
    ir::Program program = ir::parse(beginnings[3], "p");
    program.body = {
        std::make_shared<const ir::Node>(ir::Node{1, {}, ir::Store{"A", {deep}, false, deep}}),
        std::make_shared<const ir::Node>(ir::Node{2, {}, ir::Call{"f", {deep}}}),
        std::make_shared<const ir::Node>(ir::Node{3, {}, ir::If{deep, {}, {}}}),
    };
    program.nextId = 4;
    CHECK(ir::lostInText(program) == "");
}

TEST_CASE("no text takes the reader down")
{
    const std::string good = definitionOf(OperatorKind::SpMM).program;
    for (std::size_t bytes = good.find("as i, j, k") + 10; bytes + 1 < good.size() - 1; ++bytes) // cut off
        CHECK(refusedAs(good.substr(0, bytes)) != "");
    CHECK(refusedAs("") == "p:1:1: the text ends where \"program\" is expected");
    CHECK(refusedAs(std::string(1, '\0')) == "p:1:1: byte 0x00 cannot stand here");
    CHECK(refusedAs(good + '\0') == "p:16:1: byte 0x00 cannot stand here");
    CHECK(refusedAs("// \0"s + good) == "p:1:4: byte 0x00 cannot stand in a comment");
    CHECK(refusedAs(good + "\xFF") == "p:16:1: byte 0xFF cannot stand here");
    CHECK(refusedAs(good + "\xC3\xA9") == "p:16:1: byte 0xC3 cannot stand here");
    CHECK(refusedAs("\xEF\xBB\xBF" + good) == "p:1:1: begins with a byte order mark: save it as UTF-8 without one");
    for (const char* const bytes : {"\xC3", "\xC3(", "\x80", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80",
                                    "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\x7F", "\x1B"})
        CHECK(refusedAs("//" + std::string(bytes) + "\n" + good).ends_with("cannot stand in a comment"));
    CHECK(refusedAs("// \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\n" + good) == "");
    CHECK(refusedAs("// without an end") == "p:1:18: the text ends where \"program\" is expected");

    CHECK(refusedAs(good + std::string(2'000'000 - good.size(), ' ')) == "");
    CHECK(refusedAs(good + std::string(2'000'001 - good.size(), '\n')) == "p:1999681:1: the text is longer than 2 MB");
    CHECK(refusedAs("program " + std::string(200, 'p') + " stage 1") == "");
    CHECK(refusedAs("program " + std::string(1'900'000, 'p') + " stage 1") == "p:1:9: a name has at most 200 letters");
    CHECK(refusedAs(std::string(1'900'000, 'p')) ==
          "p:1:1: \"" + std::string(40, 'p') + "...\" where \"program\" is expected");
    CHECK(refusedAs(beginnings[3] + std::string("A[0] = ") + std::string(1'900'000, '9')) ==
          "p:2:8: the number is larger than 9223372036854775807");
    CHECK(refusedAs(beginnings[3] + times(20'000, "A[0] = 1 ")) == ""); // many statements
    CHECK(refusedAs(beginnings[3] + times(40'000, "A[0] = q ")).starts_with("p:2:8: nothing is called q here"));
}

TEST_CASE("programs in which words are changed are refused with line and column, or can be used")
{
    std::vector<std::vector<std::string>> programs;
    for (const OperatorKind kind : operatorKinds())
        programs.push_back(piecesOf(definitionOf(kind).program));
    for (std::uint64_t seed = 1; seed <= 12; ++seed)
        programs.push_back(
            piecesOf(ir::print(ir::RandomProgram(seed, 1 + static_cast<int>(seed % 3)).make()).text.substr(0, 4000)));
    std::mt19937_64 random(28);
    const auto below = [&](std::size_t n) { return random() % n; };
    const auto oneOf = [&](const std::vector<std::string>& all) { return all[below(all.size())]; };
    int read = 0, refused = 0;
    for ([[maybe_unused]] const std::uint64_t seed : seeds(3000)) {
        std::vector<std::string> pieces = programs[below(programs.size())];
        for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
            const std::size_t place = below(pieces.size()), other = below(pieces.size());
            switch (below(4)) {
            case 0:
                pieces[place] = oneOf(pieces);
                break;
            case 1:
                pieces[place] = oneOf(programs[below(programs.size())]);
                break;
            case 2:
                std::swap(pieces[place], pieces[other]);
                break;
            default:
                pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(place));
            }
        }
        std::string text;
        for (const std::string& piece : pieces)
            text += piece;
        ++(refusedAs(text).empty() ? read : refused);
    }
    CHECK(read > 100);
    CHECK(refused > 1000);
}
