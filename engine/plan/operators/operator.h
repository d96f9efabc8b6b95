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

enum class OperatorKind { SpMM, SDDMM, SpMV };

// A dense operand has a row for each row or for each column of the matrix, as long as the dense axis.
struct OperandDefinition {
    std::string name; // "B"
    bool ofRows = false;
};

struct OperatorDefinition {
    OperatorKind kind;
    std::string name;    // "sddmm", as files and options spell it
    std::string label;   // "SDDMM", as the screen spells it
    std::string formula; // "C[i,j] = A[i,j] sum_k X[i,k] Y[j,k]"
    std::string axis;    // name of the dense axis: "K"; empty: there is none, its extent is 1 and it has one part
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
    // The float64 result of operands of such shapes, and its magnitudes.
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

// The extents of the sparse axes come from the matrix, that of the dense axis is part of the operator.
struct Operator {
    OperatorKind kind{};
    DataType dtype = DataType::Float16; // of all operands and the output (tf32: float32); sums are float32, or float64
    std::int64_t dense = 32;

    const OperatorDefinition& definition() const { return definitionOf(kind); }
    bool sampled() const { return definition().sampled; }
    bool inFloat64() const { return dtype == DataType::Float64; }
    bool hasDenseAxis() const { return !definition().axis.empty(); }

    bool operator==(const Operator&) const = default;
};

// The operator of that kind: a dense axis of 1 where there is none, of 32 where there was none before.
Operator changed(Operator op, OperatorKind kind);

// "J = 128", with `equals` between the two; empty where there is no dense axis.
std::string extentText(const Operator& op, const std::string& equals = " = ");

} // namespace sparsescope
