// cuBLAS's product of dense matrices.
#pragma once

#include "engine/plan/data_type.h"
#include "kernels/device/device.h"

#include <cstdint>
#include <memory>
#include <string>

namespace sparsescope {

inline constexpr const char* builtWithoutCublas =
    "This program was built without cuBLAS; build it with a CUDA toolkit that has libcublas.";

// All row-major: A is rows x inner, B inner x dense, C rows x dense, with leading dimensions in elements.
struct ProductShape {
    std::int64_t rows = 0, inner = 0, dense = 0;
    std::int64_t ldA = 0, ldB = 0, ldC = 0;
    bool transposed = false; // C = A B': B is dense x inner
};

class DenseProduct {
public:
    // Summed in float32; tf32 on the tensor cores. Throws Error(Device) naming the call that failed, or saying that
    // cuBLAS is not installed or that this program was built without it.
    DenseProduct(DataType dtype, const ProductShape& shape);
    ~DenseProduct();
    DenseProduct(const DenseProduct&) = delete;
    DenseProduct& operator=(const DenseProduct&) = delete;

    // Queues C = A B, or A B'.
    void run(const Stream& stream, CUdeviceptr A, CUdeviceptr B, CUdeviceptr C) const;

private:
    struct Library;
    std::unique_ptr<Library> m_library;
    DataType m_dtype;
    ProductShape m_shape;
};

std::string cublasVersion(); // "13.0.2"; empty without cuBLAS

} // namespace sparsescope
