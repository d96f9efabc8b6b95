// The schedules that kernels have where nobody wrote one.
#include "tests/engine/ir/schedule_fixtures.h"

using namespace sparsescope;
using namespace sparsescope::scheduling;

TEST_CASE("the default schedule of every format leaves the bits as they are", "[slow]")
{
    std::size_t number = 0, scheduled = 0;
    for (const MatrixPtr& matrix : oddMatrices(5))
        for (const FormatPtr& format : formatsFor(*matrix, allPositions(*matrix))) {
            if (number++ % 3 != 0 || matrix->cols() > 100)
                continue;
            const OperatorKind kind = operatorKinds()[number / 3 % operatorKinds().size()];
            const Operator op{kind, number / 9 % 2 == 0 ? DataType::Float32 : DataType::Float16,
                              kind == OperatorKind::SpMV ? 1 : 16};
            const Plan plan = coveredBy(format, *matrix, op, 16);
            if (!ir::whyNoProgram(plan).empty())
                continue;
            INFO(matrix->source().name << ", " << format->label() << ", " << label(kind));
            const ir::WholeNumbers numbers = ir::wholeNumbers(op, *matrix, 5);
            const ir::Bindings bindings =
                ir::bind(plan, pack(plan, *numbers.matrix, noProgress()), *numbers.matrix, numbers.operands);
            CHECK(inexact(ir::decomposed(ir::programOf(op), plan), ir::textOf(ir::defaultSteps(plan)), op, numbers,
                          bindings, ir::contextOf(op, &plan)) == "");
            ++scheduled;
        }
    CHECK(scheduled > 50);
}

TEST_CASE("a program is the default one where it is what the default steps make of its plan")
{
    const MatrixPtr matrix = randomWithEmptyRows(40, 30, 0.2, 3);
    const Operator op{OperatorKind::SpMM, DataType::Float32, 32};
    const Plan plan = coveredBy(makeFormat("ell", {{"rows", 16}, {"width", 4}}), *matrix, op);
    const auto after = [&](const std::string& schedule) {
        return ir::scheduled(ir::decomposed(ir::programOf(op), plan), ir::parseSchedule(schedule, "s"),
                             ir::contextOf(op, &plan))
            .programs.back();
    };
    const std::string steps = ir::textOf(ir::defaultSteps(plan));
    CHECK(ir::isDefault(after(steps), plan));
    CHECK_FALSE(ir::isDefault(after("lower\nlower"), plan));
    CHECK_FALSE(ir::isDefault(after(steps), coveredBy(makeFormat("ell", {{"rows", 16}, {"width", 8}}), *matrix, op)));
}
