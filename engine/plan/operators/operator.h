// What is computed with a matrix. Each operator stands in a file of this folder; nothing else tells operators apart by
// their names, but asks what they read and write.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/plan/data_type.h"
#include "engine/plan/operators/operands.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sparsescope {

enum class OperatorKind { SpMM, SDDMM, SpMV, RGMS };

// What a dense operand has a row for: each row of the matrix, each column of it (of one of its slices), or each place
// of the inner axis in each slice. Rows for columns are as long as the inner axis where there is one; the others, as
// the dense axis.
enum class RowsOf { Rows, Cols, Inner };

struct OperandDefinition {
    std::string name; // "B"
    RowsOf rows = RowsOf::Cols;
};

struct OperatorDefinition {
    OperatorKind kind;
    std::string name;    // "sddmm", as files and options spell it
    std::string label;   // "SDDMM", as the screen spells it
    std::string formula; // "C[i,j] = A[i,j] sum_k X[i,k] Y[j,k]"
    std::string axis;    // name of the dense axis: "K"; empty: there is none, its extent is 1 and it has one part
    // Name of a second dense axis, which is summed over: "K". A matrix with several slices is one for each relation
    // then, each with weights of its own. Empty: there is none, its extent is 1 and slices are columns like any other.
    std::string inner = {};
    // The output has one value for each non-zero, in CSR order, each written by the place that owns the non-zero; the
    // dense axis is summed over, so that its parts add up. Otherwise the output has a row for each row of the matrix,
    // as long as the dense axis, to which every place of the row adds.
    bool sampled = false;
    bool inFloat64 = false;                  // computed in Float64 too, of planners that take it (Planner::inFloat64)
    std::vector<OperandDefinition> operands; // in the order in which functions and kernels take them
    std::vector<std::int64_t> measuredParts; // of the dense axis, of which a calibration measures the costs
    std::vector<std::string> baselines;      // libraries' kernels that compute it, in the order of tables
    // What it computes, stage 1 of the language of engine/ir; f32 stands for the data type.
    std::string program;
    // The float64 result of operands of such shapes (operandShape()), and its magnitudes.
    Reference (*reference)(const Matrix& matrix, DataType dtype, std::span<const Dense> operands, Progress& progress);
    // The result of a packed plan as the kernel computes it, before it is rounded: float32 sums, of Float64 float64.
    Dense (*execute)(const struct Packed& packed, std::span<const Dense> operands, Progress& progress);
};

// In the order in which the screen lists them.
std::span<const OperatorDefinition* const> operatorDefinitions();
const OperatorDefinition& definitionOf(OperatorKind kind);
std::vector<OperatorKind> operatorKinds();

std::string name(OperatorKind kind);
std::string label(OperatorKind kind);
OperatorKind parseOperatorKind(const std::string& text); // throws Error(Usage)

// The extents of the sparse axes come from the matrix, those of dense axes are part of the operator.
struct Operator {
    OperatorKind kind{};
    DataType dtype = DataType::Float16; // of all operands and the output (tf32: float32); sums are float32, or float64
    std::int64_t dense = 32;
    std::int64_t inner = 1;

    const OperatorDefinition& definition() const { return definitionOf(kind); }
    bool sampled() const { return definition().sampled; }
    bool inFloat64() const { return dtype == DataType::Float64; }
    bool hasDenseAxis() const { return !definition().axis.empty(); }
    bool relational() const { return !definition().inner.empty(); }

    bool operator==(const Operator&) const = default;
};

// The operator of that kind: axes of 1 where there are none, of 32 where there were none before.
Operator changed(Operator op, OperatorKind kind);

// What a matrix has, as operands see it; slices divide the columns evenly.
struct MatrixShape {
    std::int64_t rows = 0, cols = 0, slices = 1;
    std::int64_t sliceCols() const { return cols / slices; }
};
MatrixShape shapeOf(const Matrix& matrix);

struct OperandShape {
    std::int64_t rows = 0, cols = 0;
    bool operator==(const OperandShape&) const = default;
};
OperandShape operandShape(const Operator& op, const OperandDefinition& operand, const MatrixShape& matrix);
// Elements from a row of it to the next, where those of the output and of operands as long are `ld` apart. A row of the
// inner axis is filled up to whole steps of tensor cores, and where it is longer than two steps of a kernel, to those.
inline constexpr std::int64_t innerStep = 64;
std::int64_t operandLd(const Operator& op, const OperandDefinition& operand, std::int64_t ld);

// "J = 128", "K = 32, L = 64", with `equals` between name and extent; empty where there is no dense axis.
std::string extentText(const Operator& op, const std::string& equals = " = ");

} // namespace sparsescope
