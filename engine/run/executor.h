// Runs plans and references on the CPU.
#pragma once

#include "engine/core/progress.h"
#include "engine/plan/packed.h"

#include <cstdint>
#include <vector>

namespace sparsescope {

// A dense matrix, row-major, values exactly representable in the operator's data type.
struct Dense {
    std::int64_t rows = 0, cols = 0, ld = 0;
    std::vector<float> values;
};

// Normal random values, rounded to dtype; columns cols .. ld-1 are zero. The same for the same seed anywhere.
Dense randomDense(std::int64_t rows, std::int64_t cols, std::int64_t ld, DataType dtype, std::uint64_t seed);

// ||C - R|| / ||R|| (Frobenius) and the worst |C - R| / (|A| |B|) of any element.
struct ErrorNorms {
    double relative = 0;
    double worstElement = 0;
    bool accepted(DataType dtype) const;  // below the bounds that its rounding allows; NaN never is
};

// Float64 SpMM of the matrix (values rounded to dtype) with B, and the magnitudes |A| |B|; both rows x B.cols.
struct Reference {
    std::int64_t rows = 0, cols = 0;
    std::vector<double> values;
    std::vector<double> magnitudes;
};
Reference referenceSpmm(const Matrix& matrix, DataType dtype, const Dense& B, Progress& progress);

// C (rows x cols, leading dimension ld) against the reference.
ErrorNorms compare(const Reference& reference, const float* C, std::int64_t ld);

// Runs the packed plan in parallel as the kernel would: float32 accumulation, output rounded once to dtype.
Dense executePlan(const Packed& packed, const Dense& B, Progress& progress);

}  // namespace sparsescope
