// cuSPARSE's products: their names, and the calls that each is made of. Only for files built with cuSPARSE.
#pragma once

#include "kernels/baseline/cusparse_operands.h"

#include <string>

namespace sparsescope {

struct SpmmVariant {
    const char* name; // of a baseline
    SparseLayout layout;
    cusparseSpMMAlg_t algorithm;
    bool preprocess = false; // it makes ALG1 and ALG3 of CSR faster and changes nothing in the others, says cuSPARSE
};
const SpmmVariant* spmmVariant(const std::string& name); // null: no SpMM has this name

// C = A B, summed in float32. The workspace has workspaceBytes(); all throw Error(Device) naming the call.
struct SpmmCall {
    cusparseHandle_t handle;
    cusparseSpMatDescr_t A;
    cusparseDnMatDescr_t B, C;
    cusparseSpMMAlg_t algorithm;

    std::size_t workspaceBytes() const;
    void preprocess(const Buffer& workspace) const;
    void run(const Buffer& workspace) const;
};

// C = X Y' at the places of C, of any values, which are overwritten.
struct SddmmCall {
    cusparseHandle_t handle;
    cusparseDnMatDescr_t X, Y;
    cusparseSpMatDescr_t C;

    std::size_t workspaceBytes() const;
    void preprocess(const Buffer& workspace) const;
    void run(const Buffer& workspace) const;
};

} // namespace sparsescope
