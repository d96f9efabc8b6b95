// What bounds the time of a product, from what the GPU does at best.
#pragma once

#include "engine/cost/calibration.h"
#include "engine/matrix/matrix.h"
#include "engine/measure/profile.h"

namespace sparsescope {

// Empty where the rates are not known. SpMV has compulsory bytes and arithmetic alone, on its vectors: the rates of a
// gather are those of whole rows. compulsory bytes: A in CSR (4 bytes an index, 4 a row), every row of B that is
// touched and C (SDDMM: X and Y that are touched, and the output), each moved once, at the copy rate: a floor with a
// cold L2 cache. gather by rows: a row of B (SDDMM: Y) fetched from L2 for every non-zero, as kernels on CSR do. gather
// by 16 rows: a row of B for every distinct column of a window of 16 rows, as tensor-core blocks can. arithmetic: two
// operations a non-zero and dense column, at the rate of FFMA (SpMV in all types) or mma.sync.
std::vector<Limit> limitsOf(const Matrix& matrix, const Operator& op, const Rates& rates);

} // namespace sparsescope
