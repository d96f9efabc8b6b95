// Runs plans and references on the CPU.
#pragma once

#include "engine/core/progress.h"
#include "engine/plan/packed.h"
#include "engine/run/matrix_values.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sparsescope {

// Normal random values, rounded to dtype; columns cols .. ld-1 are zero. The same for the same seed anywhere.
Dense randomDense(std::int64_t rows, std::int64_t cols, std::int64_t ld, DataType dtype, std::uint64_t seed,
                  const Progress& progress = noProgress());

// ||C - R|| / ||R|| (Frobenius) and the worst |C - R| of any element over its magnitude.
struct ErrorNorms {
    double relative = 0;
    double worstElement = 0;
    bool accepted(DataType dtype) const; // at most acceptedErrors(); NaN never is
};
ErrorNorms acceptedErrors(DataType dtype); // what its rounding allows

// The operands of an operator on a matrix of this shape, random, in its order; operandLd() of ld says how far their
// rows are apart.
std::vector<Dense> randomOperands(const Operator& op, const MatrixShape& matrix, std::int64_t ld, std::uint64_t seed,
                                  const Progress& progress = noProgress());

Reference referenceOf(const Matrix& matrix, const Operator& op, std::span<const Dense> operands, Progress& progress);

// C (rows x cols, leading dimension ld) against the reference.
ErrorNorms compare(const Reference& reference, const float* C, std::int64_t ld,
                   const Progress& progress = noProgress());
ErrorNorms compare(const Reference& reference, const double* C, std::int64_t ld,
                   const Progress& progress = noProgress());
ErrorNorms compare(const Reference& reference, const Dense& C, const Progress& progress = noProgress());

// Runs the packed plan in parallel as the kernel would: float32 accumulation, output rounded once to dtype (tf32:
// float32); of Float64 all of it in float64. The result has the shape of the reference's. Throws Error(Usage) where an
// operand has another shape.
Dense execute(const Packed& packed, std::span<const Dense> operands, Progress& progress);

struct CheckedPlan {
    ErrorNorms error;
    std::string overflow; // rangeNote() of the reference; empty where the result is accepted
    MatrixValues values = MatrixValues::File;
    std::string message = {}; // why random ones were taken that nobody asked for
};
// Packs the plan, runs it with these values of the matrix, or those that takeValues() chooses, on random operands and
// compares with the float64 reference.
CheckedPlan checkPlan(const Plan& plan, const Matrix& matrix, std::uint64_t seed, Progress& progress,
                      std::optional<MatrixValues> values = {});

} // namespace sparsescope
