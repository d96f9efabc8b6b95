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

std::span<const OperatorDefinition* const> operatorDefinitions()
{
    static const std::array all = {&spmmDefinition(), &sddmmDefinition(), &spmvDefinition()};
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
    const bool had = op.hasDenseAxis();
    op.kind = kind;
    if (!op.hasDenseAxis())
        op.dense = 1;
    else if (!had)
        op.dense = 32;
    return op;
}

std::string extentText(const Operator& op, const std::string& equals)
{
    return op.hasDenseAxis() ? op.definition().axis + equals + std::to_string(op.dense) : std::string();
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
