// Plans as programs: what is copied is what is packed, what is computed is the operator, and the text of small ones.
#include "engine/ir/lower.h"
#include "tests/engine/bucket_fixtures.h"
#include "tests/engine/ir/fixtures.h"

#include <array>
#include <cmath>

using namespace sparsescope;

namespace {

std::string refused(const ir::Program& program, const Plan& plan)
{
    try {
        ir::decomposed(program, plan);
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        return e.what();
    }
    return {};
}

std::vector<double> valuesOf(const ir::Bindings& bindings, const std::string& count, std::size_t tile,
                             const std::string& array)
{
    return bindings.tiles.at(count).at(tile).arrays.at(array).values;
}

// Without the columns that fill the rows of dense operands.
std::vector<double> resultOf(const ir::Bindings& ran, const Packed& packed)
{
    std::vector<double> kept;
    const std::vector<double>& all = ran.launch.arrays.at("C").values;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (packed.op.sampled() || static_cast<std::int64_t>(i) % packed.ld < packed.op.dense)
            kept.push_back(all[i]);
    return kept;
}

// All of the matrix in one format, for the operators in turn; where much is stored without a dense axis, which would be
// walked for each place.
Plan somePlan(const FormatPtr& format, const Matrix& matrix, std::size_t number)
{
    const std::array all = {
        Operator{OperatorKind::SpMV, DataType::Float16, 1}, Operator{OperatorKind::SpMM, DataType::Float16, 3},
        Operator{OperatorKind::SpMV, DataType::Float32, 1}, Operator{OperatorKind::SDDMM, DataType::Float16, 3}};
    const Plan plan = coveredBy(format, matrix, all[number % all.size()]);
    return summarise(plan).places.stored < 800 ? plan : coveredBy(format, matrix, all[number % 4 / 2 * 2]);
}

// hyb(1, 1) of section 7.
struct Worked {
    MatrixPtr matrix = workedMatrix();
    Operator op = spmm(DataType::Float32, 32);
    Plan plan = searchedBy("hyb", *matrix, op, {{"column-parts", "1"}, {"k", 1}, {"block-rows", 1}}).plan;
    Packed packed = pack(plan, *matrix, noProgress());
    std::vector<Dense> operands = wholeOperands(op, *matrix, 3);
    ir::Program program = ir::decomposed(ir::programOf(op), plan);
};

} // namespace

TEST_CASE("the program of an operator has its data type, and the result of tf32 is float32")
{
    for (const OperatorKind kind : operatorKinds())
        for (const DataType dtype : dataTypes) {
            const ir::Program program = ir::programOf({kind, dtype, 32});
            for (const ir::Buffer& buffer : program.buffers) {
                const bool result = buffer.name == "C";
                CHECK(ir::word(buffer.type) == name(dtype == DataType::TFloat32 && result ? DataType::Float32 : dtype));
            }
        }
}

TEST_CASE("a plan of hyb(1, 1) is a program of an iteration a width")
{
    const Worked worked;
    CHECK(ir::print(worked.program).text == R"(program spmm stage 1
param m, n, nnz, ld, tiles_1, tiles_2
axis I = dense_fixed(m)
axis J = sparse_variable(I, n, nnz, J_indptr, J_indices)
axis J_ = dense_fixed(n)
axis K = dense_fixed(ld)
axis T_1 = dense_fixed(tiles_1)
axis I_1 = sparse_fixed(T_1, m, 8, I_1_indices) holes
axis J_1 = sparse_fixed(I_1, n, 1, J_1_indices)
axis T_2 = dense_fixed(tiles_2)
axis I_2 = sparse_fixed(T_2, m, 4, I_2_indices) holes
axis J_2 = sparse_fixed(I_2, n, 2, J_2_indices)
buffer A(I, J): f32
buffer B(J_, K): f32
buffer C(I, K): f32
buffer A_1(T_1, I_1, J_1): f32
buffer A_2(T_2, I_2, J_2): f32
iter copy_A_1 [T_1: S, I_1: S, J_1: S] as t, i, j preprocess {
  A_1[t, i, j] = select(entry(A_1[t, i, j]) >= 0, A[i, j], 0)
}
iter copy_A_2 [T_2: S, I_2: S, J_2: S] as t, i, j preprocess {
  A_2[t, i, j] = select(entry(A_2[t, i, j]) >= 0, A[i, j], 0)
}
iter zero_C [I: S, K: S] as i, k {
  C[i, k] = 0
}
iter spmm_1 [T_1: S, I_1: S, J_1: R, K: S] as t, i, j, k {
  C[i, k] += A_1[t, i, j] * B[j, k]
}
iter spmm_2 [T_2: S, I_2: S, J_2: R, K: S] as t, i, j, k atomic {
  C[i, k] += A_2[t, i, j] * B[j, k]
}
)");
    CHECK(ir::same(ir::parse(ir::print(worked.program).text, "printed"), worked.program));
}

TEST_CASE("hyb(1, 1) as one tile a width is what section 7 works by hand")
{
    const Worked worked;
    const ir::Program program = ir::untiled(worked.program, worked.plan);
    const ir::Bindings bound = ir::bind(worked.plan, worked.packed, *worked.matrix, worked.operands, true);
    REQUIRE(bound.tiles.at("tiles_1").size() == 1);
    REQUIRE(bound.tiles.at("tiles_2").size() == 1);
    CHECK(bound.launch.values.at("tiles_2") == 1);
    CHECK(valuesOf(bound, "tiles_1", 0, "I_1_indices") == std::vector<double>{0});
    CHECK(valuesOf(bound, "tiles_1", 0, "J_1_indices") == std::vector<double>{1});
    CHECK(valuesOf(bound, "tiles_2", 0, "I_2_indices") == std::vector<double>{1, 1, 3});
    CHECK(valuesOf(bound, "tiles_2", 0, "J_2_indices") == std::vector<double>{0, 2, 3, 3, 1, 3});
    CHECK(bound.tiles.at("tiles_2")[0].values.at("ROWS_2") == 3);
    CHECK(bound.tiles.at("tiles_1")[0].arrays.at("A_1").entries == std::vector<std::int64_t>{0});
    CHECK(bound.tiles.at("tiles_2")[0].arrays.at("A_2").entries == std::vector<std::int64_t>{1, 2, 3, -1, 4, 5});

    CHECK_THAT(ir::print(program).text, Catch::Contains("axis I_2 = sparse_fixed(T_2, m, ROWS_2, I_2_indices) holes"));
    CHECK_THAT(ir::print(ir::lowered(program, 3)).text,
               Catch::Contains(
                   "if I_2_indices[i] >= 0 {\n"
                   "            C[I_2_indices[i] * ld + k] += A_2[i * 2 + j] * B[J_2_indices[i * 2 + j] * ld + k]\n"));

    const ir::Bindings ran = ir::interpret(program, bound, noProgress());
    CHECK(valuesOf(ran, "tiles_1", 0, "A_1") == std::vector<double>{2});
    CHECK(valuesOf(ran, "tiles_2", 0, "A_2") == std::vector<double>{3, 5, 7, 0, 11, 13});
    CHECK(ran.launch.arrays.at("C").values == resultOf(worked.op, *worked.matrix, worked.operands));
}

TEST_CASE("copies write what is packed, and the iterations compute the operator, in every format and stage")
{
    const std::uint64_t seed = 22;
    std::size_t number = 0, seen = 0;
    for (const MatrixPtr& matrix : oddMatrices(seed))
        for (const FormatPtr& format : formatsFor(*matrix, allPositions(*matrix))) {
            if ((seen++ + static_cast<std::size_t>(matrix->rows())) % 2 == 0)
                continue; // it has its turn in other matrices
            const Plan plan = somePlan(format, *matrix, number);
            const Operator& op = plan.op;
            const int stage = static_cast<int>(number++ % 3) + 1;
            INFO(matrix->source().name << ", " << format->label() << ", " << label(op.kind) << ", stage " << stage);
            const Packed packed = pack(plan, *matrix, noProgress());
            const std::vector<Dense> operands = wholeOperands(op, *matrix, seed);
            const ir::Program program = ir::lowered(ir::decomposed(ir::programOf(op), plan), stage);
            const ir::Bindings ran = ir::interpret(program, ir::bind(plan, packed, *matrix, operands), noProgress());
            for (std::size_t t = 0; t < packed.tiles.size(); ++t) {
                std::vector<double> copied;
                for (const ir::PlanPart& part : ir::partsOf(plan)) {
                    const std::vector<double> some = valuesOf(ran, part.count, t, part.values.name);
                    copied.insert(copied.end(), some.begin(), some.end());
                }
                // Holes are never written, nor read: the run would have ended.
                std::replace_if(
                    copied.begin(), copied.end(), [](double value) { return std::isnan(value); }, 0.0);
                std::vector<double> stored;
                for (std::int64_t i = 0; i < packed.sizes[t][format->valueArray()]; ++i)
                    stored.push_back(loadValue(op.dtype, packed.view(t).values, static_cast<std::size_t>(i)));
                REQUIRE(copied == stored);
            }
            REQUIRE(resultOf(ran, packed) == resultOf(op, *matrix, operands));
        }
}

TEST_CASE("a non-zero that two tiles hold is computed by the one that owns it")
{
    const std::uint64_t seed = 23;
    const MatrixPtr matrix = withWholeValues(*randomWithEmptyRows(40, 60, 0.1, seed), seed);
    for (const OperatorKind kind : {OperatorKind::SpMM, OperatorKind::SDDMM}) {
        const Operator op{kind, DataType::Float16, 32};
        const Plan plan = mixedPlan(*matrix, op, 32, seed);
        const Packed packed = pack(plan, *matrix, noProgress());
        const std::vector<Dense> operands = wholeOperands(op, *matrix, seed);
        const ir::Bindings ran = ir::interpret(ir::decomposed(ir::programOf(op), plan),
                                               ir::bind(plan, packed, *matrix, operands), noProgress());
        CHECK(ran.launch.arrays.at("C").values == resultOf(op, *matrix, operands));
    }
}

TEST_CASE("plans of all planners whose tiles axes describe are programs that compute the operator")
{
    const std::uint64_t seed = 26;
    const MatrixPtr matrix = withWholeValues(*rmat(64, 500, seed), seed);
    std::size_t compared = 0;
    for (const OperatorKind kind : operatorKinds()) {
        const Operator op{kind, DataType::Float32, kind == OperatorKind::SpMV ? 1 : 32};
        const auto model = makeCostModel(readCalibration("h200"), op);
        const std::vector<Dense> operands = wholeOperands(op, *matrix, seed);
        const std::vector<double> expected = resultOf(op, *matrix, operands);
        for (const Planner* each : planners()) {
            if (!takes(*each, op))
                continue;
            INFO(each->name() << ", " << label(kind));
            Trace trace;
            Plan plan;
            try {
                plan = each->search(*matrix, op, ModelEvaluator(*model), json::object(), trace, noProgress());
            } catch (const Error&) {
                continue; // it has no plan for this matrix
            }
            if (!ir::whyNoProgram(plan).empty())
                continue;
            const Packed packed = pack(plan, *matrix, noProgress());
            const ir::Bindings ran = ir::interpret(ir::decomposed(ir::programOf(op), plan),
                                                   ir::bind(plan, packed, *matrix, operands), noProgress());
            CHECK(resultOf(ran, packed) == expected);
            ++compared;
        }
    }
    CHECK(compared > 30);
}

TEST_CASE("iterations are atomic where others add to their rows")
{
    const Operator op = spmm(DataType::Float32, 32);
    const auto atomics = [&](const FormatPtr& format, const Matrix& matrix, const Operator& of) {
        std::vector<bool> found;
        ir::forEachNode(ir::decomposed(ir::programOf(of), coveredBy(format, matrix, of)).body,
                        [&](const ir::Node& node) {
                            const auto* iter = std::get_if<ir::Iter>(&node.what);
                            if (iter && !iter->preprocess && iter->name.find("zero") != 0)
                                found.push_back(iter->atomic);
                        });
        return found;
    };
    const MatrixPtr matrix = workedMatrix();
    const FormatPtr wide = makeFormat("ell", {{"rows", 8}, {"width", 4}}),
                    narrow = makeFormat("ell", {{"rows", 8}, {"width", 1}}), coo = makeFormat("coo", {{"places", 32}}),
                    hyb = makeFormat("hyb", {{"rows", 8}, {"width", 1}});
    CHECK(atomics(wide, *matrix, op) == std::vector<bool>{false});
    CHECK(atomics(narrow, *matrix, op) == std::vector<bool>{true}); // row 1 is folded
    CHECK(atomics(coo, *matrix, op) == std::vector<bool>{true});
    CHECK(atomics(hyb, *matrix, op) == std::vector<bool>{true, true});
    CHECK(atomics(makeFormat("dia", {{"rows", 8}}), *matrix, op) == std::vector<bool>{false});
    CHECK(atomics(makeFormat("sell", {{"c", 2}, {"sigma", 4}}), *matrix, op) == std::vector<bool>{false});
    // In SDDMM each output is one place's.
    CHECK(atomics(coo, *matrix, {OperatorKind::SDDMM, DataType::Float32, 32}) == std::vector<bool>{false});
    CHECK(atomics(narrow, *matrix, {OperatorKind::SDDMM, DataType::Float32, 32}) == std::vector<bool>{false});
}

TEST_CASE("an iteration that does not go through A place by place is not decomposed")
{
    const Operator op = spmm(DataType::Float32, 32);
    const Plan plan = coveredBy(makeFormat("csr", {{"places", 32}}), *workedMatrix(), op);
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = op.definition().program;
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        return refused(ir::parse(text.replace(at, from.size(), to), "test"), plan);
    };
    CHECK(with("B[j, k]", "B[j, k]") == "");
    CHECK_THAT(with("[I: S, J: R, K: S]", "[fuse(I, J): S, K: S]"), Catch::Contains("fused"));
    CHECK_THAT(with("A[i, j] *", "A[i, 0] *"), Catch::Contains("A is not read at [i, j]"));
    CHECK_THAT(with("A[i, j] *", "A[i, j] * pos(j) *"), Catch::Contains("pos(j)"));
    CHECK_THAT(with("A[i, j] *", "C[i, k] + A[i, j] *"), Catch::Contains("it reads C, which it writes"));
    CHECK_THAT(with("R, K: S] as i, j, k {\n  init {\n    C[i, k] = 0",
                    "S, K: S] as i, j, k {\n  init {\n    C[i, k] = k * j"),
               Catch::Contains("init depends on j"));
    CHECK_THAT(refused(ir::parse("program none stage 1 param m axis I = dense_fixed(m) buffer C(I): f32 "
                                 "iter none [I: S] as i { C[i] = 0 }",
                                 "test"),
                       plan),
               Catch::Contains("no buffer A"));
    CHECK_THAT(refused(ir::lowered(ir::programOf(op), 2), plan), Catch::Contains("stage 2"));
}

TEST_CASE("a plan with tiles that axes do not describe has no program, and says why")
{
    const Operator op = spmm(DataType::Float32, 32);
    Plan plan = coveredBy(makeFormat("csr", {{"places", 32}}), *workedMatrix(), op);
    CHECK(ir::whyNoProgram(plan) == "");
    plan.tiling().formats.push_back(
        makeFormat("micro", {{"axis", "k"}, {"height", 4}, {"width", 1}, {"rows", 4}, {"columns", 8}}));
    CHECK_THAT(ir::whyNoProgram(plan),
               Catch::Contains("the plan has no program: axes cannot describe its tiles of format micro"));
    CHECK(refused(ir::programOf(op), plan) == ir::whyNoProgram(plan));
}

TEST_CASE("what a program does besides is left as it is, and iterators keep out of each other's way")
{
    const Operator op = spmm(DataType::Float32, 32);
    const Plan plan = coveredBy(makeFormat("coo", {{"places", 32}}), *workedMatrix(), op);
    std::string text = op.definition().program;
    for (std::size_t at;
         (at = text.find("k] ")) != std::string::npos || (at = text.find(", k {")) != std::string::npos;)
        text[text.find('k', at)] = 'p'; // the iterator of COO's axis
    text[text.rfind("k]")] = 'p';
    text += "iter double [I: S, K: S] as i, k {\n  C[i, k] = C[i, k] + C[i, k] * d\n}\n";
    const std::string printed = ir::print(ir::decomposed(ir::parse(text, "test"), plan)).text;
    CHECK_THAT(printed, Catch::Contains("as t, p, p_ atomic"));
    CHECK_THAT(printed, Catch::Contains("C[rows_1[t, p], p_] += A_1[t, p] * B[cols_1[t, p], p_]"));
    CHECK_THAT(printed, Catch::Contains("C[i, k] = C[i, k] + C[i, k] * ld"));
}

TEST_CASE("tiles that share no columns or diagonals are not made one")
{
    const MatrixPtr matrix = randomUniform(60, 60, 0.2, 24);
    const Operator op = spmm(DataType::Float32, 32);
    const auto joined = [&](const FormatPtr& format) -> std::string {
        const Plan plan = coveredBy(format, *matrix, op);
        REQUIRE(plan.tiling().tiles.size() > 1);
        try {
            ir::untiled(ir::decomposed(ir::programOf(op), plan), plan);
        } catch (const Error& e) {
            return e.what();
        }
        return {};
    };
    CHECK_THAT(joined(makeFormat("block", {{"rows", 16}, {"width", 16}})),
               Catch::Contains("the tiles block 16x16 cannot be made one"));
    CHECK_THAT(joined(makeFormat("dia", {{"rows", 5}})), Catch::Contains("cannot be made one"));
    CHECK(joined(makeFormat("1d", {{"size", 64}})) == "");
}

TEST_CASE("one tile of all that a format holds computes the operator, too")
{
    const std::uint64_t seed = 25;
    std::size_t number = 0;
    for (const MatrixPtr& matrix : oddMatrices(seed))
        for (const FormatPtr& format : formatsFor(*matrix, allPositions(*matrix))) {
            const Plan plan = somePlan(format, *matrix, number++);
            const Operator& op = plan.op;
            INFO(matrix->source().name << ", " << format->label() << ", " << label(op.kind));
            const std::vector<ir::PlanPart> parts = ir::partsOf(plan);
            if (number % 2 == 0 || (plan.tiling().tiles.size() > 1 && !parts.front().whyNotJoined().empty()))
                continue;
            const Packed packed = pack(plan, *matrix, noProgress());
            const std::vector<Dense> operands = wholeOperands(op, *matrix, seed);
            const ir::Program program = ir::untiled(ir::decomposed(ir::programOf(op), plan), plan);
            const ir::Bindings ran =
                ir::interpret(program, ir::bind(plan, packed, *matrix, operands, true), noProgress());
            for (const ir::PlanPart& part : parts)
                REQUIRE(ran.tiles.at(part.count).size() == 1);
            REQUIRE(resultOf(ran, packed) == resultOf(op, *matrix, operands));
        }
}
