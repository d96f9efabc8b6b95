#include "views/pages/program/program_check.h"

#include "engine/core/error.h"
#include "engine/ir/check_stages.h"
#include "engine/plan/plan.h"
#include "views/parts/numbers.h"

#include <QCoreApplication>
#include <QStringList>

#include <map>

namespace sparsescope {

namespace {

struct Checked {
    Q_DECLARE_TR_FUNCTIONS(Checked)
public:
    static StageVerdict verdict(const ir::StageCheck& check, const QString& where);
    static QString where(const ir::CheckedOn& on, const Operator& whole);
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

// "on 24 x 24 from row 3, column 1,200, in 2 columns"; empty: on all.
QString Checked::where(const ir::CheckedOn& on, const Operator& whole)
{
    QStringList parts;
    if (on.part)
        parts << tr("on %1 x %2 from row %3, column %4")
                     .arg(countText(on.part->matrix->rows()), countText(on.part->matrix->cols()),
                          countText(on.part->firstRow), countText(on.part->firstColumn));
    if (on.op.dense < whole.dense)
        parts << tr("in %1").arg(countOf(on.op.dense, tr("column"), tr("columns")));
    return parts.join(QStringLiteral(", "));
}

} // namespace

std::vector<StageVerdict> checkProgram(const ProgramAsked& asked, const ProgramStages& made, Progress& progress)
{
    std::vector<StageVerdict> verdicts;
    if (made.stages.empty() || !asked.matrix)
        return verdicts;
    const Operator whole = asked.plan ? asked.plan->op : asked.op;
    try {
        // Each as it is shown: behind steps of the schedule, a stage is not what the one before is lowered to.
        std::map<bool, ir::CheckedOn> on; // untiled, and tiled
        for (auto stage = made.stages.rbegin(); stage != made.stages.rend(); ++stage) {
            if (!on.contains(stage->untiled))
                on[stage->untiled] =
                    ir::checkedOn(stage->program, whole, asked.plan.get(), stage->untiled, *asked.matrix, progress);
            const ir::CheckedOn& its = on.at(stage->untiled);
            const ir::StageCheck check = ir::checkStage(stage->program, its.op, its.numbers, its.bindings, progress);
            verdicts.insert(verdicts.begin(), Checked::verdict(ir::inMatrix(check, its), Checked::where(its, whole)));
        }
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input)
            throw;
        verdicts.assign(1, {false, QString::fromStdString(error.what())});
    }
    return verdicts;
}

} // namespace sparsescope
