// cuBLAS, found at run time: half a gigabyte that only dense products need. Only for files built with cuBLAS.
#pragma once

#include "engine/plan/data_type.h"
#include "kernels/device/dense_product.h"
#include "kernels/device/device.h"

#include <cublas_v2.h>

namespace sparsescope {

struct CublasFunctions {
    decltype(&cublasGetStatusName) statusName = nullptr;
    decltype(&cublasGetStatusString) statusString = nullptr;
    decltype(&cublasCreate_v2) create = nullptr;
    decltype(&cublasDestroy_v2) destroy = nullptr;
    decltype(&cublasSetStream_v2) setStream = nullptr;
    decltype(&cublasSetMathMode) setMathMode = nullptr;
    decltype(&cublasGemmEx_64) gemm = nullptr;
    decltype(&cublasGetProperty) property = nullptr;
    // Null where the library that was found has none.
    decltype(&cublasGemmStridedBatchedEx_64) gemmStridedBatched = nullptr;
    decltype(&cublasGemmGroupedBatchedEx_64) gemmGroupedBatched = nullptr;
};

// Loaded on the first call. Throws Error(Device): it is not installed, or lacks a function (named).
const CublasFunctions& cublas();
// Throws Error(Device) naming the function unless there is one.
void requireCublas(bool found, const char* function);
// Throws Error(Device) naming the call unless the status is success.
void checkCublas(cublasStatus_t status, const char* call);

// Parts of a sum are not rounded to 16 bits before they are added up.
class CublasHandle {
public:
    CublasHandle();
    ~CublasHandle();
    CublasHandle(const CublasHandle&) = delete;
    CublasHandle& operator=(const CublasHandle&) = delete;

    cublasHandle_t get() const { return m_handle; }
    void use(const Stream& stream); // from now on

private:
    cublasHandle_t m_handle = nullptr;
    CUstream m_stream = nullptr; // that it was given last
};

// What products of the type are summed in: float32; tf32 on the tensor cores.
cublasComputeType_t sumsOfProduct(DataType dtype);

// Queues one product into the stream of the handle.
void multiplyDense(const CublasHandle& handle, DataType dtype, const ProductShape& shape, CUdeviceptr A, CUdeviceptr B,
                   CUdeviceptr C);

} // namespace sparsescope
