#include "kernels/device/dense_product.h"

#include "engine/core/error.h"

#ifdef SPARSESCOPE_HAS_CUBLAS

#include "kernels/device/cublas_library.h"

#include <fmt/format.h>

namespace sparsescope {

struct DenseProduct::Library {
    CublasHandle handle;
};

DenseProduct::DenseProduct(DataType dtype, const ProductShape& shape)
    : m_library(std::make_unique<Library>()), m_dtype(dtype), m_shape(shape)
{
}

DenseProduct::~DenseProduct() = default;

void DenseProduct::run(const Stream& stream, CUdeviceptr A, CUdeviceptr B, CUdeviceptr C) const
{
    m_library->handle.use(stream);
    multiplyDense(m_library->handle, m_dtype, m_shape, A, B, C);
}

std::string cublasVersion()
{
    try {
        int major = 0, minor = 0, patch = 0;
        checkCublas(cublas().property(MAJOR_VERSION, &major), "cublasGetProperty");
        checkCublas(cublas().property(MINOR_VERSION, &minor), "cublasGetProperty");
        checkCublas(cublas().property(PATCH_LEVEL, &patch), "cublasGetProperty");
        return fmt::format("{}.{}.{}", major, minor, patch);
    } catch (const Error&) {
        return {};
    }
}

} // namespace sparsescope

#else

namespace sparsescope {

struct DenseProduct::Library {};

DenseProduct::DenseProduct(DataType dtype, const ProductShape& shape) : m_dtype(dtype), m_shape(shape)
{
    throw Error(ErrorKind::Device, builtWithoutCublas);
}

DenseProduct::~DenseProduct() = default;

void DenseProduct::run(const Stream&, CUdeviceptr, CUdeviceptr, CUdeviceptr) const {}

std::string cublasVersion()
{
    return {};
}

} // namespace sparsescope

#endif
