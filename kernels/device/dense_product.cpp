#include "kernels/device/dense_product.h"

#include "engine/core/error.h"

#ifdef SPARSESCOPE_HAS_CUBLAS

#include <cublas_v2.h>

#include <dlfcn.h>
#include <fmt/format.h>
#include <type_traits>

namespace sparsescope {

namespace {

// Found at run time: half a gigabyte that only dense products need.
struct Functions {
    decltype(&cublasGetStatusName) statusName;
    decltype(&cublasGetStatusString) statusString;
    decltype(&cublasCreate_v2) create;
    decltype(&cublasDestroy_v2) destroy;
    decltype(&cublasSetStream_v2) setStream;
    decltype(&cublasSetMathMode) setMathMode;
    decltype(&cublasGemmEx_64) gemm;
    decltype(&cublasGetProperty) property;
};

Functions load()
{
    const std::string name = fmt::format("libcublas.so.{}", CUBLAS_VER_MAJOR);
    void* const file = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!file)
        throw Error(ErrorKind::Device, fmt::format("cuBLAS is not installed: {}", dlerror()));
    const auto find = [&](const char* symbol, auto& function) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(file, symbol));
        if (!function)
            throw Error(ErrorKind::Device, fmt::format("{} has no function {}", name, symbol));
    };
    Functions library{};
    find("cublasGetStatusName", library.statusName);
    find("cublasGetStatusString", library.statusString);
    find("cublasCreate_v2", library.create);
    find("cublasDestroy_v2", library.destroy);
    find("cublasSetStream_v2", library.setStream);
    find("cublasSetMathMode", library.setMathMode);
    find("cublasGemmEx_64", library.gemm);
    find("cublasGetProperty", library.property);
    return library;
}

const Functions& cublas()
{
    static const Functions library = load();
    return library;
}

void checkCublas(cublasStatus_t status, const char* call)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        throw Error(ErrorKind::Device,
                    fmt::format("{}: {}", cublas().statusName(status), cublas().statusString(status)), {.call = call});
}

class Handle {
public:
    Handle() { checkCublas(cublas().create(&m_handle), "cublasCreate"); }
    ~Handle() { cublas().destroy(m_handle); }
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

} // namespace

struct DenseProduct::Library {
    Handle handle;
    CUstream stream = nullptr; // that it was given last
};

DenseProduct::DenseProduct(DataType dtype, const ProductShape& shape)
    : m_library(std::make_unique<Library>()), m_dtype(dtype), m_shape(shape)
{
    // Parts of a sum may not be rounded to float16 before they are added up.
    checkCublas(cublas().setMathMode(
                    m_library->handle.get(),
                    static_cast<cublasMath_t>(CUBLAS_DEFAULT_MATH | CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION)),
                "cublasSetMathMode");
}

DenseProduct::~DenseProduct() = default;

// Row-major C = A B reads column-major as the transposed C' = B' A'.
void DenseProduct::run(const Stream& stream, CUdeviceptr A, CUdeviceptr B, CUdeviceptr C) const
{
    if (m_library->stream != stream.handle()) {
        checkCublas(cublas().setStream(m_library->handle.get(), stream.handle()), "cublasSetStream");
        m_library->stream = stream.handle();
    }
    const cudaDataType type = libraryType(m_dtype);
    const cublasComputeType_t compute =
        m_dtype == DataType::TFloat32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
    const float one = 1;
    const float zero = 0;
    checkCublas(cublas().gemm(m_library->handle.get(), CUBLAS_OP_N, CUBLAS_OP_N, m_shape.dense, m_shape.rows,
                              m_shape.inner, &one, pointer(B), type, m_shape.ldB, pointer(A), type, m_shape.ldA, &zero,
                              pointer(C), type, m_shape.ldC, compute, CUBLAS_GEMM_DEFAULT),
                "cublasGemmEx");
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
    throw Error(ErrorKind::Device,
                "This program was built without cuBLAS; build it with a CUDA toolkit that has libcublas.");
}

DenseProduct::~DenseProduct() = default;

void DenseProduct::run(const Stream&, CUdeviceptr, CUdeviceptr, CUdeviceptr) const {}

std::string cublasVersion()
{
    return {};
}

} // namespace sparsescope

#endif
