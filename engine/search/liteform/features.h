// What LiteForm's two predictors are asked with (slides, "Automatic Format Composition").
#pragma once

#include "engine/matrix/matrix.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

namespace sparsescope::liteform {

// How the rows' numbers of non-zeros spread, empty rows included; all 0 without rows.
struct RowSpread {
    double mean = 0;
    double least = 0;
    double most = 0;
    double deviation = 0; // standard deviation, of all rows
};

// Seven for the format: rows, cols, nnz and the spread of the lengths; eight for the number of partitions: rows, cols,
// nnz, the spread of the densities (length / columns), and J, the product of the kernel's other dimensions.
struct Features {
    std::int64_t rows = 0, cols = 0, nnz = 0;
    RowSpread length;
    RowSpread density;
    std::int64_t otherDimensions = 0; // 0: no operator given
};

Features featuresOf(const Matrix& matrix, std::int64_t otherDimensions = 0);

nlohmann::json toJson(const Features& features);

} // namespace sparsescope::liteform
