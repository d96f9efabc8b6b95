// What tests of schedules share: programs on CSR, what steps make of them, and whether that computes the same bits.
#pragma once

#include "engine/ir/check_stages.h"
#include "engine/ir/decompose.h"
#include "engine/ir/defaults.h"
#include "engine/ir/schedule.h"
#include "engine/ir/text.h"
#include "tests/engine/format_fixtures.h"
#include "tests/support/catch.h"

#include <string>

namespace sparsescope::scheduling {

inline const std::string head = R"(program spmm stage 1
param m, n, nnz, d
axis I = dense_fixed(m)
axis J = sparse_variable(I, n, nnz, J_indptr, J_indices)
axis J_ = dense_fixed(n)
axis K = dense_fixed(d)
buffer A(I, J): f32   buffer B(J_, K): f32   buffer C(I, K): f32   buffer X(I, K): f32   buffer Y(J_, K): f32
buffer D(I, J): f32
)";
inline const std::string spmmText = head + "iter spmm [I: S, J: R, K: S] as i, j, k { C[i, k] += A[i, j] * B[j, k] }";
inline const std::string sddmmText =
    head + "iter sddmm [I: S, J: S, K: R] as i, j, k { D[i, j] += A[i, j] * X[i, k] * Y[j, k] }";

inline ir::ScheduleContext contextOfTest()
{
    ir::ScheduleContext context;
    context.constants = {{"part", 32}};
    context.multiples = {{"d", 32}};
    return context;
}

inline ir::Program scheduledProgram(const std::string& program, const std::string& schedule)
{
    const ir::Scheduled all =
        ir::scheduled(ir::parse(program, "test"), ir::parseSchedule(schedule, "schedule"), contextOfTest());
    CHECK(all.problem.empty());
    return all.programs.back();
}

// The statements of the program, from the first loop or iteration on.
inline std::string after(const std::string& program, const std::string& schedule)
{
    const std::string text = ir::print(scheduledProgram(program, schedule)).text;
    return text.substr(std::min(text.find("\nfor "), text.find("\niter ")) + 1);
}

// Why the last step is refused.
inline std::string refusal(const std::string& program, const std::string& schedule)
{
    return ir::scheduled(ir::parse(program, "test"), ir::parseSchedule(schedule, "schedule"), contextOfTest()).problem;
}

// What is not exact of a program after a schedule, in the stages from its own on; "": it is.
inline std::string inexact(const ir::Program& program, const std::string& schedule, const Operator& op,
                           const ir::WholeNumbers& numbers, const ir::Bindings& bindings,
                           const ir::ScheduleContext& context)
{
    const ir::Scheduled all = ir::scheduled(program, ir::parseSchedule(schedule, "schedule"), context);
    if (!all.problem.empty())
        return all.problem;
    const ir::Program& made = all.programs.back();
    if (!ir::same(ir::parse(ir::print(made).text, "again"), made))
        return "its text is another program";
    for (const ir::StageCheck& check : ir::checkStages(made, op, numbers, bindings, noProgress()))
        if (!check.exact())
            return ir::text(check) + "\n" + ir::print(made).text;
    return {};
}

// On matrices that are awkward to store: of an operator's own program, whose dense extent is 32, ..
inline std::string inexact(OperatorKind kind, const std::string& schedule)
{
    const Operator op{kind, DataType::Float32, kind == OperatorKind::SpMV ? 1 : 32};
    for (const MatrixPtr& matrix : oddMatrices(7)) {
        const ir::WholeNumbers numbers = ir::wholeNumbers(op, *matrix, 7);
        const std::string problem = inexact(ir::programOf(op), schedule, op, numbers,
                                            ir::bind(op, *numbers.matrix, numbers.operands), contextOfTest());
        if (!problem.empty())
            return matrix->source().name + ": " + problem;
    }
    return {};
}

// .. and, 16 columns of it, of its program on a format.
inline std::string inexact(OperatorKind kind, const FormatPtr& format, const std::string& schedule,
                           DataType dtype = DataType::Float32)
{
    const Operator op{kind, dtype, kind == OperatorKind::SpMV ? 1 : 16};
    for (const MatrixPtr& matrix : oddMatrices(7)) {
        const Plan plan = coveredBy(format, *matrix, op, 16);
        const ir::WholeNumbers numbers = ir::wholeNumbers(op, *matrix, 7);
        const std::string problem =
            inexact(ir::decomposed(ir::programOf(op), plan), schedule, op, numbers,
                    ir::bind(plan, pack(plan, *numbers.matrix, noProgress()), *numbers.matrix, numbers.operands),
                    ir::contextOf(op, &plan));
        if (!problem.empty())
            return matrix->source().name + ": " + problem;
    }
    return {};
}

} // namespace sparsescope::scheduling
