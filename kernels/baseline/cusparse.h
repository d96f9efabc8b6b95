// cuSPARSE's SpMM and SDDMM. Only for files built with cuSPARSE.
#pragma once

#include "kernels/baseline/baseline.h"

#include <cusparse.h>

namespace sparsescope {

struct CusparseVariant {
    const char* name;  // "cusparse:csr_alg2"
    cusparseSpMMAlg_t algorithm;
    bool coordinates;  // COO, else CSR
    bool preprocess;
};

// Throws Error(Device) naming the call that failed.
Baseline runCusparse(const CusparseVariant& variant, const BaselineInput& input, const Stream& stream, Stopwatch& stopwatch, Progress& progress);

// cuSPARSE does not scale by the values of A: its output is scaled on the host before it is checked, untimed.
Baseline runCusparseSddmm(const std::string& name, const BaselineInput& input, const Stream& stream, Stopwatch& stopwatch, Progress& progress);

}  // namespace sparsescope
