// Operators whose output has a row for each row of the matrix, to which every place of the row adds: SpMM, and SpMV
// with a dense axis of 1. Operands and results as OperatorDefinition says.
#pragma once

#include "engine/plan/operators/operator.h"

namespace sparsescope {

Reference referenceOfRows(const Matrix& matrix, DataType dtype, std::span<const Dense> operands, Progress& progress);
Dense executeRows(const Packed& packed, std::span<const Dense> operands, Progress& progress);

} // namespace sparsescope
