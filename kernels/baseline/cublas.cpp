#include "kernels/baseline/cublas.h"

#include "engine/core/error.h"

#ifdef SPARSESCOPE_HAS_CUBLAS

#include "kernels/baseline/storage.h"

#include <cublas_v2.h>

#include <fmt/format.h>
#include <span>

namespace sparsescope {

namespace {

void checkCublas(cublasStatus_t status, const char* call)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        throw Error(ErrorKind::Device, fmt::format("{}: {}", cublasGetStatusName(status), cublasGetStatusString(status)), {.call = call});
}

class Handle {
public:
    Handle() { checkCublas(cublasCreate(&m_handle), "cublasCreate"); }
    ~Handle() { cublasDestroy(m_handle); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    cublasHandle_t get() const { return m_handle; }

private:
    cublasHandle_t m_handle = nullptr;
};

void* pointer(CUdeviceptr address)
{
    return reinterpret_cast<void*>(address);
}

}  // namespace

void runCublas(Race& race)
{
    const BaselineInput& input = race.input;
    const Matrix& matrix = input.matrix;
    const DataType dtype = input.op.dtype;
    const cudaDataType type = libraryType(dtype);
    const std::int64_t ldA = (matrix.cols() + 7) / 8 * 8;  // rows at multiples of 16 bytes, for the fastest kernels
    const std::int64_t stored = matrix.rows() * ldA;
    if (const std::string refusal = storageRefusal("The dense matrix", stored, matrix.nnz(), dtype, freeMemory().free); !refusal.empty())
        throw Error(ErrorKind::Device, refusal);
    const Buffer A(std::span<const std::uint8_t>(storedValues(matrix, densePlaces(matrix, ldA), stored, dtype)), "A as a dense matrix");

    const Handle handle;
    checkCublas(cublasSetStream(handle.get(), race.stream.handle()), "cublasSetStream");
    // Parts of a sum may not be rounded to float16 before they are added up.
    checkCublas(cublasSetMathMode(handle.get(), static_cast<cublasMath_t>(CUBLAS_DEFAULT_MATH | CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION)),
                "cublasSetMathMode");
    const cublasComputeType_t compute = dtype == DataType::TFloat32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
    const float one = 1;
    const float zero = 0;
    // Row-major C = A B reads column-major as the transposed C' = B' A'.
    const auto run = [&] {
        checkCublas(cublasGemmEx_64(handle.get(), CUBLAS_OP_N, CUBLAS_OP_N, input.op.dense, matrix.rows(), matrix.cols(), &one, pointer(input.B),
                                    type, input.ld, pointer(A.address()), type, ldA, &zero, pointer(input.C.address()), type, input.ld, compute,
                                    CUBLAS_GEMM_DEFAULT),
                    "cublasGemmEx");
    };
    race.check(race.run(input.C, run), input.ld);
}

std::string cublasVersion()
{
    int major = 0, minor = 0, patch = 0;
    if (cublasGetProperty(MAJOR_VERSION, &major) == CUBLAS_STATUS_SUCCESS && cublasGetProperty(MINOR_VERSION, &minor) == CUBLAS_STATUS_SUCCESS &&
        cublasGetProperty(PATCH_LEVEL, &patch) == CUBLAS_STATUS_SUCCESS)
        return fmt::format("{}.{}.{}", major, minor, patch);
    return {};
}

}  // namespace sparsescope

#else

namespace sparsescope {

void runCublas(Race&)
{
    throw Error(ErrorKind::Device, "This program was built without cuBLAS; build it with a CUDA toolkit that has libcublas.");
}

std::string cublasVersion()
{
    return {};
}

}  // namespace sparsescope

#endif
