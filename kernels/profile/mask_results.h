// What products of a mask are checked with.
#pragma once

#include "engine/matrix/matrix.h"
#include "engine/plan/operators/operands.h"
#include "engine/plan/operators/operator.h"
#include "kernels/device/device.h"

#include <cstdint>
#include <vector>

namespace sparsescope {

// The operand of a mask as float64 multiplies it: these values, whose columns repeat, where the pattern has places. Of
// a sampled product the pattern is all that there is.
Matrix withValues(const Matrix& pattern, const Operator& op, const Dense& values);

std::vector<std::uint8_t> downloaded(const Buffer& buffer);

// The places of a mask, in the order of its matrix, out of a dense result, row-major or, where `columns`, column-major.
std::vector<double> sampledOf(const std::vector<double>& dense, std::int64_t ld, bool columns, const Matrix& pattern);

// The largest difference between two results of the same product, of the largest magnitude; what neither has written is
// NaN in both. Infinity where one alone has written it.
double largestDifference(const std::vector<double>& a, const std::vector<double>& b);

} // namespace sparsescope
