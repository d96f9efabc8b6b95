// Runs plans and references on the CPU.
#pragma once

#include "engine/core/progress.h"
#include "engine/plan/packed.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sparsescope {

// A dense matrix, row-major, values exactly representable in the operator's data type.
struct Dense {
    std::int64_t rows = 0, cols = 0, ld = 0;
    std::vector<float> values;
};

// Normal random values, rounded to dtype; columns cols .. ld-1 are zero. The same for the same seed anywhere.
Dense randomDense(std::int64_t rows, std::int64_t cols, std::int64_t ld, DataType dtype, std::uint64_t seed);

// ||C - R|| / ||R|| (Frobenius) and the worst |C - R| / (|A| |B|) of any element (SDDMM: |A| (|X| |Y|)).
struct ErrorNorms {
    double relative = 0;
    double worstElement = 0;
    bool accepted(DataType dtype) const; // below the bounds that its rounding allows; NaN never is
};

// Float64 results on values rounded to dtype, and their magnitudes: the same with every operand's absolute value, at
// least the type's smallest normal number, or 0 for an element without any product.
// SpMM: rows x J, which is 1 for SpMV. SDDMM: nnz x 1, in CSR order; X is rows x K, Y is cols x K.
struct Reference {
    std::int64_t rows = 0, cols = 0;
    std::vector<double> values;
    std::vector<double> magnitudes;
};
// The magnitude by which an element's error is measured: below the least normal number of the type rounding is no longer
// relative to the value, so that it is at least that, except for an element to which nothing contributes.
double scaleOf(DataType dtype, double magnitude);
Reference referenceSpmm(const Matrix& matrix, DataType dtype, const Dense& B, Progress& progress);
Reference referenceSddmm(const Matrix& matrix, DataType dtype, const Dense& X, const Dense& Y, Progress& progress);

// C (rows x cols, leading dimension ld) against the reference.
ErrorNorms compare(const Reference& reference, const float* C, std::int64_t ld);

// Run the packed plan in parallel as the kernel would: float32 accumulation, output rounded once to dtype (tf32:
// float32). Throw Error(Usage) when the plan is for the other operator or an operand has another shape.
Dense executePlan(const Packed& packed, const Dense& B, Progress& progress);                  // SpMM, SpMV: rows x J
Dense executeSddmm(const Packed& packed, const Dense& X, const Dense& Y, Progress& progress); // nnz x 1, in CSR order

// A sentence that says how many values of the matrix, or else of the results, are beyond the largest finite one of the
// type, so that results are infinite or not numbers; empty when none is.
std::string overflowNote(const Matrix& matrix, DataType dtype, const Reference* results = nullptr);

struct CheckedPlan {
    ErrorNorms error;
    std::string overflow; // overflowNote(); empty where the result is accepted
};
// Packs the plan, runs it on random operands and compares with the float64 reference.
CheckedPlan checkPlan(const Plan& plan, const Matrix& matrix, std::uint64_t seed, Progress& progress);

} // namespace sparsescope
