#include "views/pages/program/program_walk.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/ir/busy_part.h"
#include "engine/ir/check_stages.h"
#include "engine/ir/decompose.h"
#include "engine/plan/packed.h"
#include "views/parts/numbers.h"

#include <QCoreApplication>

#include <algorithm>
#include <vector>

namespace sparsescope {

namespace {

// Numbers of one digit, which fit into the picture of a matrix of 24 columns.
double digit(std::int64_t i)
{
    return static_cast<double>(i % 9 + 1);
}

MatrixPtr withDigits(const MatrixPtr& matrix)
{
    if (matrix->hasValues())
        return matrix;
    std::vector<double> values(at(matrix->nnz()));
    for (std::size_t p = 0; p < values.size(); ++p)
        values[p] = digit(static_cast<std::int64_t>(p));
    return std::make_shared<const Matrix>(matrix->rows(), matrix->cols(),
                                          std::vector<std::int64_t>(matrix->rowPtr().begin(), matrix->rowPtr().end()),
                                          std::vector<std::int32_t>(matrix->colIdx().begin(), matrix->colIdx().end()),
                                          std::move(values), matrix->source());
}

std::vector<Dense> operandsOfDigits(const Operator& op, const Matrix& matrix)
{
    std::vector<Dense> operands = learn::countedOperands(op, matrix);
    for (Dense& operand : operands) {
        for (std::size_t i = 0; i < operand.values.size(); ++i)
            operand.values[i] = static_cast<float>(digit(static_cast<std::int64_t>(i)));
        for (std::size_t i = 0; i < operand.doubles.size(); ++i)
            operand.doubles[i] = digit(static_cast<std::int64_t>(i));
    }
    return operands;
}

// The small matrix, and the plan's tiles there.
class Ground {
    Q_DECLARE_TR_FUNCTIONS(Ground)
public:
    Ground(const ProgramAsked& asked, Progress& progress)
        : m_asked(asked), m_part(ir::busyPart(*asked.matrix)), m_progress(progress)
    {
        m_all = m_part.matrix->rows() == asked.matrix->rows() && m_part.matrix->cols() == asked.matrix->cols();
        if (asked.plan)
            m_plan = m_all ? *asked.plan : ir::planOfPart(*asked.plan, m_part, progress);
    }

    // As many columns as are asked for.
    ir::Bindings bound(const Matrix& matrix, const Operator& op, const std::vector<Dense>& operands, bool untiled)
    {
        if (!m_plan)
            return ir::bind(op, matrix, operands);
        m_plan->op = op;
        Packed packed = pack(*m_plan, matrix, m_progress);
        packed.ld = op.dense; // rows of dense operands are not filled up
        return ir::bind(*m_plan, packed, matrix, operands, untiled, m_asked.plan.get());
    }

    // Few columns, of which the program computes what it does of all. One that is wrong of all of them is gone through
    // on as few as any.
    Operator few(const ProgramStage& stage)
    {
        Operator op = m_asked.plan ? m_asked.plan->op : m_asked.op;
        if (!op.hasDenseAxis())
            return op;
        const std::int64_t all = m_asked.plan ? packedPart(*m_asked.plan) : op.dense,
                           fewest = std::min<std::int64_t>(2, all);
        const bool anyDo = m_asked.schedule.trimmed().isEmpty();
        for (op.dense = fewest; !anyDo; op.dense = std::min(2 * op.dense, all)) {
            const ir::WholeNumbers numbers = ir::wholeNumbers(op, *m_part.matrix, 1);
            const ir::Bindings bindings = bound(*numbers.matrix, op, numbers.operands, stage.untiled);
            if (ir::checkStage(stage.program, op, numbers, bindings, m_progress).exact())
                return op;
            if (op.dense == all)
                break;
        }
        op.dense = fewest;
        return op;
    }

    MatrixPtr matrix() const { return withDigits(m_part.matrix); }
    QString words(std::int64_t columns) const
    {
        const Matrix& matrix = *m_part.matrix;
        const Operator& op = m_asked.plan ? m_asked.plan->op : m_asked.op;
        QString words = m_all ? tr("All of the matrix, %1 x %2").arg(matrix.rows()).arg(matrix.cols())
                              : tr("A part of the matrix: %1 x %2 from row %3, column %4")
                                    .arg(QString::number(matrix.rows()), QString::number(matrix.cols()),
                                         countText(m_part.firstRow), countText(m_part.firstColumn));
        if (!m_all && m_asked.plan)
            words += tr(", in the plan's formats");
        if (op.hasDenseAxis() && columns != op.dense)
            words += tr("; %1 of %2 columns").arg(countText(columns), countText(op.dense));
        return words + QLatin1Char('.');
    }

private:
    const ProgramAsked& m_asked;
    ir::BusyPart m_part;
    bool m_all = false;
    std::optional<Plan> m_plan;
    Progress& m_progress;
};

} // namespace

ProgramWalkPtr walkProgram(const ProgramAsked& asked, const ProgramStages& made, std::size_t stage, Progress& progress)
{
    auto walk = std::make_shared<ProgramWalk>();
    walk->stage = stage;
    try {
        const ProgramStage& shown = made.stages.at(stage);
        Ground ground(asked, progress);
        const Operator op = ground.few(shown);
        walk->on = ground.words(op.dense);
        const MatrixPtr matrix = ground.matrix();
        ir::Bindings bindings = ground.bound(*matrix, op, operandsOfDigits(op, *matrix), shown.untiled);
        walk->run.emplace(learn::ProgramToRun{matrix, op, shown.program, std::move(bindings)},
                          ProgramWalk::mostStatements, progress);
        walk->picture.emplace(*walk->run, std::set<std::string>(), nullptr);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled)
            throw;
        walk->run.reset();
        walk->problem = QString::fromStdString(error.what());
    }
    return walk;
}

} // namespace sparsescope
