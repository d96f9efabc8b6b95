// The list of all operators, and what holds for each of them.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/plan/operators/shared.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sparsescope {

const OperatorDefinition& spmmDefinition();
const OperatorDefinition& sddmmDefinition();
const OperatorDefinition& spmvDefinition();
const OperatorDefinition& rgmsDefinition();

std::span<const OperatorDefinition* const> operatorDefinitions()
{
    static const std::array all = {&spmmDefinition(), &sddmmDefinition(), &spmvDefinition(), &rgmsDefinition()};
    return all;
}

const OperatorDefinition& definitionOf(OperatorKind kind)
{
    return *operatorDefinitions()[static_cast<std::size_t>(kind)];
}

std::vector<OperatorKind> operatorKinds()
{
    std::vector<OperatorKind> kinds;
    for (const OperatorDefinition* definition : operatorDefinitions())
        kinds.push_back(definition->kind);
    return kinds;
}

std::string name(OperatorKind kind)
{
    return definitionOf(kind).name;
}

std::string label(OperatorKind kind)
{
    return definitionOf(kind).label;
}

OperatorKind parseOperatorKind(const std::string& text)
{
    std::vector<std::string> names;
    for (const OperatorDefinition* definition : operatorDefinitions()) {
        if (definition->name == text)
            return definition->kind;
        names.push_back(definition->name);
    }
    failUsage(fmt::format("operator \"{}\" is none of {}", text, fmt::join(names, ", ")));
}

Operator changed(Operator op, OperatorKind kind)
{
    const bool had = op.hasDenseAxis(), hadInner = op.relational();
    op.kind = kind;
    if (!op.relational())
        op.inner = 1;
    else if (!hadInner)
        op.inner = 32;
    if (!op.hasDenseAxis())
        op.dense = 1;
    else if (!had)
        op.dense = 32;
    return op;
}

std::string extentText(const Operator& op, const std::string& equals)
{
    if (!op.hasDenseAxis())
        return {};
    const std::string inner =
        op.relational() ? op.definition().inner + equals + std::to_string(op.inner) + ", " : std::string();
    return inner + op.definition().axis + equals + std::to_string(op.dense);
}

MatrixShape shapeOf(const Matrix& matrix)
{
    return {matrix.rows(), matrix.cols(), matrix.slices()};
}

OperandShape operandShape(const Operator& op, const OperandDefinition& operand, const MatrixShape& matrix)
{
    switch (operand.rows) {
    case RowsOf::Rows:
        return {matrix.rows, op.dense};
    case RowsOf::Inner:
        return {matrix.slices * op.inner, op.dense};
    case RowsOf::Cols:
        break;
    }
    return op.relational() ? OperandShape{matrix.sliceCols(), op.inner} : OperandShape{matrix.cols, op.dense};
}

std::int64_t operandLd(const Operator& op, const OperandDefinition& operand, std::int64_t ld)
{
    if (!op.relational() || operand.rows != RowsOf::Cols)
        return ld;
    const std::int64_t step = op.inner <= 2 * innerStep ? 16 : innerStep;
    return (op.inner + step - 1) / step * step;
}

Reference emptyReference(std::int64_t rows, std::int64_t cols)
{
    requireMemory(static_cast<std::uint64_t>(rows * cols) * 16, {},
                  fmt::format("a float64 reference of {} x {}", rows, cols));
    const auto size = static_cast<std::size_t>(rows * cols);
    return {rows, cols, std::vector<double>(size, 0.0), std::vector<double>(size, 0.0)};
}

double scaleOf(DataType dtype, double magnitude)
{
    const double least = dtype == DataType::Float16 ? 0x1p-14 : dtype == DataType::Float64 ? 0x1p-1022 : 0x1p-126;
    return magnitude > 0 ? std::max(magnitude, least) : magnitude;
}

} // namespace sparsescope
