#include "engine/ir/check_stages.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/stage.h"
#include "engine/core/text.h"
#include "engine/ir/decompose.h"
#include "engine/ir/interpret.h"
#include "engine/ir/lower.h"
#include "engine/ir/parts.h"
#include "engine/matrix/patterns/random.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace sparsescope::ir {

namespace {

double wholeNumber(std::uint64_t seed, std::uint64_t stream, std::int64_t i)
{
    const auto bits = static_cast<std::int64_t>(RandomStream(seed, stream, static_cast<std::uint64_t>(i)).next() % 16);
    return static_cast<double>(bits < 8 ? bits + 1 : 7 - bits);
}

// C as the program has it, against the operator's sums. Rows of C may be padded: what stands there is 0.
void compareWith(const Reference& reference, const Operator& op, const Matrix& matrix, const std::vector<double>& C,
                 StageCheck& check)
{
    const std::int64_t rows = reference.rows;
    check.elements = std::ssize(C);
    const std::int64_t ld = rows > 0 ? check.elements / rows : 0;
    if (rows > 0 && (check.elements % rows != 0 || ld < reference.cols))
        failInput(
            fmt::format("C has {} elements, and the operator's result {} x {}", check.elements, rows, reference.cols));
    for (std::int64_t i = 0; i < rows * ld; ++i) {
        const std::int64_t row = i / ld, column = i % ld;
        const double shouldBe = column < reference.cols ? reference.values[at(row * reference.cols + column)] : 0;
        if (C[at(i)] == shouldBe)
            continue;
        if (check.differing++ > 0)
            continue;
        check.row = op.sampled() ? matrix.rowOf(row) : row;
        check.column = op.sampled() ? matrix.colIdx()[at(row)] : column;
        check.is = C[at(i)];
        check.shouldBe = shouldBe;
    }
}

} // namespace

WholeNumbers wholeNumbers(const Operator& op, const Matrix& matrix, std::uint64_t seed)
{
    std::vector<double> values(at(matrix.nnz()));
    for (std::int64_t p = 0; p < matrix.nnz(); ++p)
        values[at(p)] = wholeNumber(seed, 0, p);
    WholeNumbers made;
    made.matrix = std::make_shared<const Matrix>(
        matrix.rows(), matrix.cols(), std::vector<std::int64_t>(matrix.rowPtr().begin(), matrix.rowPtr().end()),
        std::vector<std::int32_t>(matrix.colIdx().begin(), matrix.colIdx().end()), std::move(values), matrix.source(),
        matrix.slices());
    for (const OperandDefinition& definition : op.definition().operands) {
        const OperandShape shape = operandShape(op, definition, shapeOf(matrix));
        Dense operand{shape.rows, shape.cols, shape.cols, {}};
        const auto fill = [&](auto& numbers) {
            numbers.resize(at(operand.rows * operand.ld));
            for (std::int64_t i = 0; i < std::ssize(numbers); ++i)
                numbers[at(i)] = static_cast<typename std::decay_t<decltype(numbers)>::value_type>(
                    wholeNumber(seed, made.operands.size() + 1, i));
        };
        if (op.inFloat64())
            fill(operand.doubles);
        else
            fill(operand.values);
        made.operands.push_back(std::move(operand));
    }
    return made;
}

namespace {

// A launch's params are those of the plan itself, however few columns there are.
void bindTo(CheckedOn& on, const Plan* plan, const Plan* whole, bool untiled, const Matrix& matrix, Progress& progress)
{
    constexpr std::uint64_t seed = 1; // any other finds the same
    on.numbers = wholeNumbers(on.op, matrix, seed);
    if (!plan) {
        on.bindings = ir::bind(on.op, *on.numbers.matrix, on.numbers.operands);
        return;
    }
    Packed packed = pack(*plan, *on.numbers.matrix, progress);
    const std::int64_t part = packedPart(*whole);
    packed.ld = (on.op.dense + part - 1) / part * part;
    on.bindings = ir::bind(*plan, packed, *on.numbers.matrix, on.numbers.operands, untiled, whole);
}

} // namespace

CheckedOn checkedOn(const Program& program, const Operator& op, const Plan* plan, bool untiled, const Matrix& matrix,
                    Progress& progress)
{
    if (const std::string why = whyNotOf(program, plan); !why.empty())
        failInput(why);
    CheckedOn on{op, {}, {}, {}};
    // What any program does at least is not bound to find out.
    if (matrix.nnz() + matrix.rows() <= mostSteps / op.dense) {
        bindTo(on, plan, plan, untiled, matrix, progress);
        if (countSteps(program, on.bindings) <= mostSteps)
            return on;
    }
    BusyPart part = busyPart(matrix);
    const bool all = part.matrix->nnz() == matrix.nnz() && part.matrix->rows() == matrix.rows();
    std::optional<Plan> its = plan ? std::optional(all ? *plan : planOfPart(*plan, part, progress)) : std::nullopt;
    const auto take = [&](std::int64_t columns) {
        on.op.dense = std::clamp<std::int64_t>(columns, 1, op.dense);
        if (its)
            its->op = on.op;
        bindTo(on, its ? &*its : nullptr, plan, untiled, *part.matrix, progress);
        return countSteps(program, on.bindings);
    };
    if (const std::int64_t steps =
            take(mostSteps / std::max<std::int64_t>(1, part.matrix->nnz() + part.matrix->rows()));
        steps > mostSteps)
        take(on.op.dense * mostSteps / steps / 2);
    if (!all)
        on.part = std::move(part);
    return on;
}

namespace {

void checkAgainst(const Reference& reference, const Program& program, const Operator& op, const WholeNumbers& numbers,
                  const Bindings& bindings, Progress& progress, StageCheck& check)
{
    try {
        const Bindings after = interpret(program, bindings, progress);
        const auto C = after.launch.arrays.find("C");
        if (C == after.launch.arrays.end())
            failInput("it has no result C");
        compareWith(reference, op, *numbers.matrix, C->second.values, check);
    } catch (const Error& e) {
        if (e.kind() != ErrorKind::Input)
            throw;
        check.error = e.what();
    }
}

Reference referenceOf(const Operator& op, const WholeNumbers& numbers, Progress& progress)
{
    return op.definition().reference(*numbers.matrix, op.dtype, numbers.operands, progress);
}

} // namespace

StageCheck checkStage(const Program& program, const Operator& op, const WholeNumbers& numbers, const Bindings& bindings,
                      Progress& progress)
{
    StageCheck check;
    check.stage = program.stage;
    checkAgainst(referenceOf(op, numbers, progress), program, op, numbers, bindings, progress, check);
    return check;
}

std::vector<StageCheck> checkStages(const Program& program, const Operator& op, const WholeNumbers& numbers,
                                    const Bindings& bindings, Progress& progress)
{
    const Reference reference = referenceOf(op, numbers, progress);
    std::vector<StageCheck> checks;
    Program now = program;
    for (int stage = program.stage; stage <= 3; ++stage) {
        StageCheck& check = checks.emplace_back();
        check.stage = stage;
        try {
            now = lowered(now, stage);
        } catch (const Error& e) {
            if (e.kind() != ErrorKind::Input)
                throw;
            check.error = e.what();
            break; // nothing to lower any further
        }
        const double begin = static_cast<double>(stage - program.stage) / (4 - program.stage);
        Stage part(progress, begin, begin + 1.0 / (4 - program.stage));
        checkAgainst(reference, now, op, numbers, bindings, part.progress(), check);
    }
    return checks;
}

StageCheck inMatrix(StageCheck check, const CheckedOn& on)
{
    if (on.part && check.row >= 0) {
        check.row += on.part->firstRow;
        check.column += on.op.sampled() ? on.part->firstColumn : 0;
    }
    return check;
}

std::string text(const StageCheck& check)
{
    const std::string begin = fmt::format("stage {}: ", check.stage);
    if (!check.error.empty())
        return begin + check.error;
    if (check.differing == 0)
        return begin + fmt::format("exact, {} elements", formatCount(check.elements));
    return begin + fmt::format("{} of {} elements differ, the first in row {}, column {}: {}",
                               formatCount(check.differing), formatCount(check.elements), check.row, check.column,
                               std::isnan(check.is) ? fmt::format("nobody wrote it, it should be {}", check.shouldBe)
                                                    : fmt::format("{} should be {}", check.is, check.shouldBe));
}

} // namespace sparsescope::ir
