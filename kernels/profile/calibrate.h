// Measures what the cost models need to know about a GPU (STile section 4, algorithm 1).
#pragma once

#include "engine/core/progress.h"
#include "engine/cost/calibration.h"

namespace sparsescope {

struct CalibrateOptions {
    int device = 0;
    std::string name;                         // of the calibration
    std::vector<OperatorKind> operators = {}; // empty: all
    std::vector<DataType> dtypes = {};        // empty: all
    bool tiles = true;                        // costs of tiles
    bool pairings = true;                     // times of pairings and their index, for dynamic plans
};

// Block tables by width, ELL, 1D and CSR fits, for SpMM and SDDMM, every data type and several parts of the dense loop,
// and the fits for SpMV: plain, and with rows split, added and in slots, the latter three formats in kernels with
// blocks and without; cuBLAS's product of dense matrices, where it is installed; peak rates and the time of an empty
// launch. Times of pairings: calibrate_pairings.h. Each other time is that of a tile whose copies fill the GPU and read
// different rows of dense operands of 32,768 rows (SpMV: elements of a vector of 1,048,576). Throws Error(Device),
// Error(Cancelled).
Calibration calibrate(const CalibrateOptions& options, Progress& progress);

} // namespace sparsescope
