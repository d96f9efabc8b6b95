// A small part of a matrix, for people to follow and for matrices of which all of a program is too much.
#pragma once

#include "engine/core/progress.h"
#include "engine/matrix/matrix.h"

#include <cstdint>
#include <vector>

namespace sparsescope {
class Plan;
}

namespace sparsescope::ir {

// 24 rows from the first that has a non-zero, and of these the 24 columns with the most, or fewer where the matrix has
// no more: of a small one, all.
struct BusyPart {
    MatrixPtr matrix;
    std::int64_t firstRow = 0, firstColumn = 0;
    std::vector<std::int64_t> positions = {}; // of its non-zeros among those of the matrix
};
BusyPart busyPart(const Matrix& matrix);

// A plan of the part in the formats of a plan of the matrix, each with the non-zeros that it holds there, so that the
// program of the one is that of the other, however many tiles are left. Throws Error(Input) where a format cannot hold
// so few, naming it.
Plan planOfPart(const Plan& plan, const BusyPart& part, Progress& progress);

} // namespace sparsescope::ir
