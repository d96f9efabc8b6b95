// The programs of operators and plans compute what the operators do, bit for bit, in every stage.
#include "engine/core/error.h"
#include "engine/ir/busy_part.h"
#include "engine/ir/check_stages.h"
#include "engine/ir/decompose.h"
#include "engine/ir/lower.h"
#include "engine/ir/parts.h"
#include "engine/ir/text.h"
#include "tests/engine/plans_by_hand.h"

#include <fmt/format.h>

using namespace sparsescope;
using namespace sparsescope::ir;

namespace {

std::vector<std::string> textsOf(const std::vector<StageCheck>& checks)
{
    std::vector<std::string> texts;
    for (const StageCheck& check : checks)
        texts.push_back(text(check));
    return texts;
}

std::vector<std::string> checkedPlan(const Plan& plan, const Matrix& matrix, bool joined = false)
{
    const WholeNumbers numbers = wholeNumbers(plan.op, matrix, 3);
    const Bindings bindings =
        ir::bind(plan, pack(plan, *numbers.matrix, noProgress()), *numbers.matrix, numbers.operands, joined);
    Program program = decomposed(programOf(plan.op), plan);
    if (joined)
        program = untiled(program, plan);
    return textsOf(checkStages(program, plan.op, numbers, bindings, noProgress()));
}

std::vector<std::string> checkedText(const std::string& program, const Operator& op, const Matrix& matrix)
{
    const WholeNumbers numbers = wholeNumbers(op, matrix, 3);
    return textsOf(checkStages(parse(program, "test"), op, numbers, ir::bind(op, *numbers.matrix, numbers.operands),
                               noProgress()));
}

bool exact(const std::vector<std::string>& texts)
{
    return texts.size() == 3 && std::all_of(texts.begin(), texts.end(), [](const std::string& one) {
               return one.find(": exact, ") != std::string::npos;
           });
}

Plan fixedPlan(const Matrix& matrix, const Operator& op, const char* format)
{
    Trace trace;
    const Planner& fixed = planner(std::string("fixed:") + format);
    return fixed.search(matrix, op, ModelEvaluator(*makeCostModel(readCalibration(defaultCalibration), op)),
                        completeOptions(fixed, nlohmann::json::object()), trace, noProgress());
}

bool canBeJoined(const Plan& plan)
{
    try {
        untiled(decomposed(programOf(plan.op), plan), plan);
        return true;
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Input);
        return false;
    }
}

} // namespace

TEST_CASE("whole numbers are from -8 to 8, none is 0, and the pattern is the matrix's")
{
    const MatrixPtr matrix = randomWithEmptyRows(30, 20, 0.2, 1);
    const WholeNumbers numbers = wholeNumbers(spmm(DataType::Float16, 7), *matrix, 1);
    CHECK(numbers.matrix->fingerprint().pattern == matrix->fingerprint().pattern);
    REQUIRE(numbers.operands.size() == 1);
    std::vector<double> all(numbers.matrix->values().begin(), numbers.matrix->values().end());
    all.insert(all.end(), numbers.operands[0].values.begin(), numbers.operands[0].values.end());
    CHECK(all.size() == static_cast<std::size_t>(matrix->nnz()) + 20 * 7);
    CHECK(*std::min_element(all.begin(), all.end()) == -8);
    CHECK(*std::max_element(all.begin(), all.end()) == 8);
    CHECK(std::count(all.begin(), all.end(), 0) == 0);
}

TEST_CASE("the operators' own programs are exact in every stage")
{
    const MatrixPtr matrix = randomWithEmptyRows(30, 20, 0.2, 1);
    for (const OperatorKind kind : operatorKinds()) {
        const Operator op = changed(spmm(DataType::Float32, 7), kind);
        CHECK(exact(checkedText(definitionOf(kind).program, op, *matrix)));
    }
    CHECK(checkedText(definitionOf(OperatorKind::SpMM).program, spmm(DataType::Float32, 7), *matrix)[2] ==
          "stage 3: exact, 210 elements");
}

TEST_CASE("plans of every planner that need no GPU are exact in every stage, of all operators, tiled and joined")
{
    int exact = 0, joined = 0;
    const Calibration calibration = readCalibration(defaultCalibration);
    for (const OperatorKind kind : operatorKinds())
        for (const std::uint64_t seed : seeds(2)) {
            const bool oneRow = seed % 2 == 0;
            const MatrixPtr matrix = randomWithEmptyRows(oneRow ? 1 : 24, oneRow ? 40 : 21, 0.2, seed);
            const Operator op = changed(spmm(oneRow ? DataType::Float32 : DataType::Float16, 5), kind);
            const auto model = makeCostModel(calibration, op);
            for (const Planner* planner : planners()) {
                if (planner->inFloat64()) // graphs, which have no program
                    continue;
                Plan plan;
                try {
                    Trace trace;
                    plan = planner->search(*matrix, op, ModelEvaluator(*model), nlohmann::json::object(), trace,
                                           noProgress());
                } catch (const Error&) {
                    continue; // not every planner takes every operator, or does without a GPU
                }
                if (!whyNoProgram(plan).empty())
                    continue;
                INFO(planner->name() << " " << label(kind) << ", seed " << seed);
                for (const std::string& line : checkedPlan(plan, *matrix))
                    CHECK_THAT(line, Catch::Contains(": exact, "));
                ++exact;
                if (!canBeJoined(plan))
                    continue;
                for (const std::string& line : checkedPlan(plan, *matrix, true))
                    CHECK_THAT(line, Catch::Contains(": exact, "));
                ++joined;
            }
        }
    CHECK(exact > 60);
    CHECK(joined > 30);
}

TEST_CASE("a plan of all formats, with places that others own, is exact in every stage", "[slow]")
{
    const MatrixPtr matrix = randomWithEmptyRows(41, 37, 0.15, 5);
    for (const OperatorKind kind : operatorKinds()) {
        INFO(label(kind));
        for (const std::string& line :
             checkedPlan(mixedPlan(*matrix, changed(spmm(DataType::Float16, 5), kind), 32, 5), *matrix))
            CHECK_THAT(line, Catch::Contains(": exact, "));
    }
}

TEST_CASE("what a program does wrong is told with its first element")
{
    const MatrixPtr matrix = randomWithEmptyRows(30, 20, 0.2, 1);
    const Operator op = spmm(DataType::Float32, 7);
    std::string twice = definitionOf(op.kind).program;
    twice.replace(twice.find("A[i, j] * B[j, k]"), 17, "2 * A[i, j] * B[j, k]");
    const std::vector<std::string> texts = checkedText(twice, op, *matrix);
    REQUIRE(texts.size() == 3);
    for (const std::string& line : texts)
        CHECK_THAT(line, Catch::Contains(" of 210 elements differ, the first in row 0, column 0: "));

    std::string nothing = definitionOf(op.kind).program;
    nothing.replace(nothing.find("[I: S, J: R, K: S] as i, j, k"), 29, "[I: S, J: R] as i, j");
    for (std::size_t k = nothing.find("[i, k]"); k != std::string::npos; k = nothing.find("[i, k]"))
        nothing.replace(k, 6, "[i, 0]");
    nothing.replace(nothing.find("B[j, k]"), 7, "B[j, 0]");
    CHECK_THAT(checkedText(nothing, op, *matrix)[0],
               Catch::Contains("180 of 210 elements differ, the first in row 0, column 1: nobody wrote it"));

    std::string beyond = definitionOf(op.kind).program;
    beyond.replace(beyond.find("B[j, k]"), 7, "B[j + 1, k]");
    CHECK_THAT(checkedText(beyond, op, *matrix)[0], Catch::Contains("is out of bounds: J_ has no position 20"));
}

TEST_CASE("the busy part begins with the first row that has something, and has the columns with the most")
{
    std::vector<std::int64_t> rowPtr(101, 0);
    std::vector<std::int32_t> colIdx;
    for (std::size_t r = 40; r < 100; ++r) {
        for (const std::int32_t c : {3, 60, 70, 71})
            colIdx.push_back(c);
        rowPtr[r + 1] = static_cast<std::int64_t>(colIdx.size());
    }
    const Matrix matrix(100, 90, rowPtr, colIdx, {}, {});
    const BusyPart part = busyPart(matrix);
    CHECK(part.firstRow == 40);
    CHECK(part.firstColumn == 60);
    CHECK(part.matrix->rows() == 24);
    CHECK(part.matrix->cols() == 24);
    CHECK(part.matrix->nnz() == 24 * 3);
    const Matrix empty(2, 3, {0, 0, 0}, {}, {}, {});
    CHECK(busyPart(empty).matrix->cols() == 3);
}

TEST_CASE("a plan's program is exact on a part of the matrix, whose tiles are in the plan's formats")
{
    int exact = 0, others = 0;
    const Calibration calibration = readCalibration(defaultCalibration);
    for (const OperatorKind kind : operatorKinds()) {
        const MatrixPtr matrix = randomWithEmptyRows(90, 80, 0.2, 5);
        const BusyPart part = busyPart(*matrix);
        const Operator op = changed(spmm(DataType::Float32, 5), kind);
        const auto model = makeCostModel(calibration, op);
        for (const Planner* planner : planners()) {
            if (planner->inFloat64())
                continue;
            Plan plan;
            Trace trace;
            try {
                plan =
                    planner->search(*matrix, op, ModelEvaluator(*model), nlohmann::json::object(), trace, noProgress());
            } catch (const Error&) {
                continue;
            }
            if (!whyNoProgram(plan).empty())
                continue;
            INFO(planner->name() << " " << label(kind));
            const Plan ofPart = planOfPart(plan, part, noProgress());
            CHECK_NOTHROW(validatePlan(ofPart, *part.matrix));
            others += ofPart.tiling().tiles.size() < plan.tiling().tiles.size();
            const WholeNumbers numbers = wholeNumbers(op, *part.matrix, 3);
            for (const bool joined : {false, true}) {
                if (joined && !canBeJoined(plan))
                    continue;
                Program program = decomposed(programOf(op), plan);
                if (joined)
                    program = untiled(program, plan);
                const Bindings bindings = ir::bind(ofPart, pack(ofPart, *numbers.matrix, noProgress()), *numbers.matrix,
                                                   numbers.operands, joined, &plan);
                for (const StageCheck& check : checkStages(program, op, numbers, bindings, noProgress()))
                    CHECK_THAT(text(check), Catch::Contains(": exact, "));
                ++exact;
            }
        }
    }
    CHECK(exact > 40);
    CHECK(others > 20);
}

TEST_CASE("what takes too long is checked on a part, in fewer columns where that has to be")
{
    const MatrixPtr matrix = randomWithEmptyRows(1200, 1000, 0.1, 7);
    const Operator op = spmm(DataType::Float32, 128);
    const Plan plan = fixedPlan(*matrix, op, "csr");
    for (const Plan* its : {static_cast<const Plan*>(nullptr), &plan}) {
        const Program program = its ? decomposed(programOf(op), *its) : programOf(op);
        const CheckedOn on = checkedOn(program, op, its, false, *matrix, noProgress());
        REQUIRE(on.part);
        CHECK(on.numbers.matrix->rows() == 24);
        CHECK(on.op.dense == 128);
        CHECK(exact(textsOf(checkStages(program, on.op, on.numbers, on.bindings, noProgress()))));
    }
    Operator wide = op;
    wide.dense = 1 << 20;
    const CheckedOn narrow = checkedOn(programOf(wide), wide, nullptr, false, *matrix, noProgress());
    CHECK(narrow.op.dense < wide.dense);
    CHECK(narrow.op.dense > 1000);
    CHECK(checkStage(programOf(wide), narrow.op, narrow.numbers, narrow.bindings, noProgress()).exact());
    // A small one is taken as it is.
    const MatrixPtr small = randomWithEmptyRows(20, 20, 0.2, 7);
    CHECK(!checkedOn(programOf(op), op, nullptr, false, *small, noProgress()).part);

    StageCheck check;
    check.row = 3;
    check.column = 4;
    CheckedOn on;
    on.op = op;
    on.part = BusyPart{nullptr, 100, 200};
    CHECK(inMatrix(check, on).row == 103);
    CHECK(inMatrix(check, on).column == 4); // of C
    on.op.kind = OperatorKind::SDDMM;
    CHECK(inMatrix(check, on).column == 204);
}

TEST_CASE("a program of the tiles of another plan is told so")
{
    const MatrixPtr matrix = randomWithEmptyRows(40, 30, 0.2, 7);
    const Operator op = spmm(DataType::Float32, 8);
    const Plan csr = fixedPlan(*matrix, op, "csr");
    const Plan ell = fixedPlan(*matrix, op, "ell");
    const Program ofCsr = decomposed(programOf(op), csr);
    CHECK(whyNotOf(programOf(op), &csr).empty());
    CHECK(whyNotOf(programOf(op), nullptr).empty());
    CHECK(whyNotOf(ofCsr, &csr).empty());
    CHECK(whyNotOf(untiled(ofCsr, csr), &csr).empty());
    CHECK(whyNotOf(lowered(ofCsr, 3), &csr).empty());
    CHECK(whyNotOf(ofCsr, nullptr) == "the program is of the tiles of a plan (tiles_1), and there is none");
    CHECK_THAT(whyNotOf(ofCsr, &ell),
               Catch::StartsWith("the program is of the tiles of another plan: its axis J_1 is not that of ELL"));
    Program two = ofCsr;
    two.params.push_back("tiles_2");
    CHECK(whyNotOf(two, &csr) ==
          "the program is of the tiles of another plan: this one has none that tiles_2 could count");
    CHECK_THROWS_WITH(checkedOn(ofCsr, op, &ell, false, *matrix, noProgress()), Catch::Contains("of another plan"));
}
