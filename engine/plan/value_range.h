// What a data type cannot hold of a matrix and of its products: told before anything is run, and of results that are
// known.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"
#include "engine/plan/operators/operands.h"
#include "engine/plan/operators/operator.h"

#include <cstdint>
#include <string>

namespace sparsescope {

// Rounded to the operator's type. Results that are not known are bounded by what dense values of up to 1 in magnitude
// can give: of a row the sum of |A|, of a sampled output each |A| times the dense extent.
struct ValueRange {
    std::int64_t values = 0, results = 0;       // that are beyond the largest finite number of the type, or may be
    double largestValue = 0, largestResult = 0; // magnitudes; of finite values
    std::int64_t notFinite = 0;                 // values that the file says are infinite or not numbers
    std::int64_t vanished = 0, left = 0;        // values other than zero that are rounded to zero, and that are not

    bool holds() const { return values == 0 && results == 0; }
    bool vanish() const { return vanished > 0 && left == 0; } // all of them
};

// In parallel. `known`: float64 results; null: they are bounded. Throws Error(Cancelled).
ValueRange valueRange(const Matrix& matrix, const Operator& op, Progress& progress, const Reference* known = nullptr);

// How many values and how many results are beyond the type, the largest of each, and the types that hold them all;
// empty when the operator's type does.
std::string rangeNote(const Matrix& matrix, const Operator& op, Progress& progress, const Reference* known = nullptr);

} // namespace sparsescope
