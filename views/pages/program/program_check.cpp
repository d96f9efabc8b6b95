#include "views/pages/program/program_check.h"

#include "engine/core/error.h"
#include "engine/ir/check_stages.h"
#include "engine/ir/decompose.h"
#include "engine/ir/interpret.h"
#include "engine/plan/packed.h"
#include "views/parts/numbers.h"

#include <QCoreApplication>

namespace sparsescope {

namespace {

constexpr std::uint64_t seed = 1;

struct Checked {
    Q_DECLARE_TR_FUNCTIONS(Checked)
public:
    static StageVerdict verdict(const ir::StageCheck& check, const QString& where);
    static QString columns(std::int64_t dense) { return tr("in %1").arg(countOf(dense, tr("column"), tr("columns"))); }
};

StageVerdict Checked::verdict(const ir::StageCheck& check, const QString& where)
{
    if (!check.error.empty())
        return {false, QString::fromStdString(check.error)};
    if (check.differing > 0)
        return {false, tr("%1 of %2 values differ, first row %3, column %4: %5 instead of %6")
                           .arg(countText(check.differing), countText(check.elements), countText(check.row),
                                countText(check.column), figureText(check.is), figureText(check.shouldBe))};
    return {true, where.isEmpty() ? tr("same, every bit") : tr("same, every bit, %1").arg(where)};
}

ir::Bindings bindingsOf(const ProgramAsked& asked, const Operator& op, const ir::WholeNumbers& numbers,
                        Progress& progress)
{
    if (!asked.plan)
        return ir::bind(op, *numbers.matrix, numbers.operands);
    Plan plan = *asked.plan;
    plan.op = op;
    return ir::bind(plan, pack(plan, *numbers.matrix, progress), *numbers.matrix, numbers.operands, asked.untiled);
}

} // namespace

std::vector<StageVerdict> checkProgram(const ProgramAsked& asked, const ProgramStages& made, Progress& progress)
{
    std::vector<StageVerdict> verdicts;
    if (made.stages.empty() || !asked.matrix)
        return verdicts;
    const Operator whole = asked.plan ? asked.plan->op : asked.op;
    try {
        Operator op = whole;
        ir::WholeNumbers numbers = ir::wholeNumbers(op, *asked.matrix, seed);
        ir::Bindings bindings = bindingsOf(asked, op, numbers, progress);
        const std::int64_t steps = ir::countSteps(made.stages.back().program, bindings);
        if (steps > ir::mostSteps && op.hasDenseAxis() && op.dense > 1) {
            op.dense = std::max<std::int64_t>(1, op.dense * ir::mostSteps / steps / 2);
            numbers = ir::wholeNumbers(op, *asked.matrix, seed);
            bindings = bindingsOf(asked, op, numbers, progress);
        }
        const QString where = op.dense < whole.dense ? Checked::columns(op.dense) : QString();
        // Each as it is shown: behind steps of the schedule, a stage is not what the one before is lowered to.
        for (const ProgramStage& stage : made.stages)
            verdicts.push_back(Checked::verdict(ir::checkStage(stage.program, op, numbers, bindings, progress), where));
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input)
            throw;
        verdicts.assign(1, {false, QString::fromStdString(error.what())});
    }
    return verdicts;
}

} // namespace sparsescope
