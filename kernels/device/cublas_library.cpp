#ifdef SPARSESCOPE_HAS_CUBLAS

#include "kernels/device/cublas_library.h"

#include "engine/core/error.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <type_traits>

namespace sparsescope {

namespace {

std::string libraryFile()
{
    return fmt::format("libcublas.so.{}", CUBLAS_VER_MAJOR);
}

void* addressIn(CUdeviceptr address)
{
    return reinterpret_cast<void*>(address);
}

CublasFunctions loadCublas()
{
    void* const file = dlopen(libraryFile().c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!file)
        throw Error(ErrorKind::Device, fmt::format("cuBLAS is not installed: {}", dlerror()));
    const auto find = [&](const char* symbol, auto& function) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(file, symbol));
        return function != nullptr;
    };
    const auto need = [&](const char* symbol, auto& function) { requireCublas(find(symbol, function), symbol); };
    CublasFunctions library;
    need("cublasGetStatusName", library.statusName);
    need("cublasGetStatusString", library.statusString);
    need("cublasCreate_v2", library.create);
    need("cublasDestroy_v2", library.destroy);
    need("cublasSetStream_v2", library.setStream);
    need("cublasSetMathMode", library.setMathMode);
    need("cublasGemmEx_64", library.gemm);
    need("cublasGetProperty", library.property);
    find("cublasGemmStridedBatchedEx_64", library.gemmStridedBatched);
    find("cublasGemmGroupedBatchedEx_64", library.gemmGroupedBatched);
    return library;
}

} // namespace

const CublasFunctions& cublas()
{
    static const CublasFunctions library = loadCublas();
    return library;
}

void requireCublas(bool found, const char* function)
{
    if (!found)
        throw Error(ErrorKind::Device, fmt::format("{} has no function {}", libraryFile(), function));
}

void checkCublas(cublasStatus_t status, const char* call)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        throw Error(ErrorKind::Device,
                    fmt::format("{}: {}", cublas().statusName(status), cublas().statusString(status)), {.call = call});
}

CublasHandle::CublasHandle()
{
    checkCublas(cublas().create(&m_handle), "cublasCreate");
    const cublasStatus_t status = cublas().setMathMode(
        m_handle, static_cast<cublasMath_t>(CUBLAS_DEFAULT_MATH | CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION));
    if (status != CUBLAS_STATUS_SUCCESS) {
        cublas().destroy(m_handle);
        checkCublas(status, "cublasSetMathMode");
    }
}

CublasHandle::~CublasHandle()
{
    cublas().destroy(m_handle);
}

void CublasHandle::use(const Stream& stream)
{
    if (m_stream == stream.handle())
        return;
    checkCublas(cublas().setStream(m_handle, stream.handle()), "cublasSetStream");
    m_stream = stream.handle();
}

cublasComputeType_t sumsOfProduct(DataType dtype)
{
    return dtype == DataType::TFloat32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
}

// Row-major C = A B reads column-major as the transposed C' = B' A'.
void multiplyDense(const CublasHandle& handle, DataType dtype, const ProductShape& shape, CUdeviceptr A, CUdeviceptr B,
                   CUdeviceptr C)
{
    const cudaDataType type = libraryType(dtype);
    const float one = 1;
    const float zero = 0;
    checkCublas(cublas().gemm(handle.get(), shape.transposed ? CUBLAS_OP_T : CUBLAS_OP_N, CUBLAS_OP_N, shape.dense,
                              shape.rows, shape.inner, &one, addressIn(B), type, shape.ldB, addressIn(A), type,
                              shape.ldA, &zero, addressIn(C), type, shape.ldC, sumsOfProduct(dtype),
                              CUBLAS_GEMM_DEFAULT),
                "cublasGemmEx");
}

} // namespace sparsescope

#endif
