#include "engine/ir/check_stages.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/stage.h"
#include "engine/core/text.h"
#include "engine/ir/interpret.h"
#include "engine/ir/lower.h"
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
        std::vector<std::int32_t>(matrix.colIdx().begin(), matrix.colIdx().end()), std::move(values), matrix.source());
    for (const OperandDefinition& definition : op.definition().operands) {
        Dense operand{definition.ofRows ? matrix.rows() : matrix.cols(), op.dense, op.dense, {}};
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

BusyPart busyPart(const Matrix& matrix)
{
    constexpr std::int64_t size = 24;
    BusyPart part;
    if (matrix.nnz() > 0)
        part.firstRow = std::min(matrix.rowOf(0), std::max<std::int64_t>(0, matrix.rows() - size));
    const std::int64_t rows = std::min(size, matrix.rows() - part.firstRow);
    const std::int64_t cols = std::min(size, matrix.cols());
    std::vector<std::int32_t> columns;
    for (std::int64_t r = 0; r < rows; ++r) {
        const auto row = matrix.row(part.firstRow + r);
        columns.insert(columns.end(), row.begin(), row.end());
    }
    std::sort(columns.begin(), columns.end());
    std::size_t end = 0, most = 0;
    for (std::size_t begin = 0; begin < columns.size(); ++begin) {
        while (end < columns.size() && columns[end] < columns[begin] + cols)
            ++end;
        if (end - begin > most) {
            most = end - begin;
            part.firstColumn = std::min<std::int64_t>(columns[begin], matrix.cols() - cols);
        }
    }
    std::vector<std::int64_t> rowPtr = {0};
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    for (std::int64_t r = part.firstRow; r < part.firstRow + rows; ++r) {
        for (std::int64_t p = matrix.rowPtr()[at(r)]; p < matrix.rowPtr()[at(r + 1)]; ++p) {
            const std::int64_t column = matrix.colIdx()[at(p)] - part.firstColumn;
            if (column < 0 || column >= cols)
                continue;
            colIdx.push_back(static_cast<std::int32_t>(column));
            if (matrix.hasValues())
                values.push_back(matrix.value(p));
        }
        rowPtr.push_back(std::ssize(colIdx));
    }
    MatrixSource source;
    source.name = fmt::format("{} from ({}, {})", matrix.source().name, part.firstRow, part.firstColumn);
    part.matrix =
        std::make_shared<const Matrix>(rows, cols, std::move(rowPtr), std::move(colIdx), std::move(values), source);
    return part;
}

} // namespace sparsescope::ir
