// What operators read and write besides the sparse matrix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sparsescope {

// A dense matrix, row-major, values exactly representable in the operator's data type.
struct Dense {
    std::int64_t rows = 0, cols = 0, ld = 0;
    std::vector<float> values;
    std::vector<double> doubles = {}; // in their place where the type is Float64

    std::size_t size() const { return values.size() + doubles.size(); }
};

// Float64 results on values rounded to the data type, and their magnitudes: the same with every operand's absolute
// value, at least the type's smallest normal number, or 0 for an element without any product.
// One row for each row of the matrix, or one value for each non-zero: see OperatorDefinition::sampled.
struct Reference {
    std::int64_t rows = 0, cols = 0;
    std::vector<double> values;
    std::vector<double> magnitudes;
};

} // namespace sparsescope
