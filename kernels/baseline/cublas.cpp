#include "kernels/baseline/cublas.h"

#include "engine/core/error.h"

#ifdef SPARSESCOPE_HAS_CUBLAS

#include "kernels/baseline/storage.h"

#include <cublas_v2.h>

#include <dlfcn.h>
#include <fmt/format.h>
#include <span>
#include <type_traits>

namespace sparsescope {

namespace {

// Found at run time: half a gigabyte that only this baseline needs.
struct Library {
    decltype(&cublasGetStatusName) statusName;
    decltype(&cublasGetStatusString) statusString;
    decltype(&cublasCreate_v2) create;
    decltype(&cublasDestroy_v2) destroy;
    decltype(&cublasSetStream_v2) setStream;
    decltype(&cublasSetMathMode) setMathMode;
    decltype(&cublasGemmEx_64) gemm;
    decltype(&cublasGetProperty) property;
};

Library load()
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
    Library library{};
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

const Library& cublas()
{
    static const Library library = load();
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

void runCublas(Race& race)
{
    const BaselineInput& input = race.input;
    const Matrix& matrix = input.matrix;
    const DataType dtype = input.op.dtype;
    const cudaDataType type = libraryType(dtype);
    const std::int64_t ldA = (matrix.cols() + 7) / 8 * 8; // rows at multiples of 16 bytes, for the fastest kernels
    const std::int64_t stored = matrix.rows() * ldA;
    if (const std::string refusal = storageRefusal("The dense matrix", stored, matrix.nnz(), dtype, freeMemory().free);
        !refusal.empty())
        throw Error(ErrorKind::Device, refusal);
    const Buffer A(std::span<const std::uint8_t>(storedValues(matrix, densePlaces(matrix, ldA), stored, dtype)),
                   "A as a dense matrix");

    const Handle handle;
    checkCublas(cublas().setStream(handle.get(), race.stream.handle()), "cublasSetStream");
    // Parts of a sum may not be rounded to float16 before they are added up.
    checkCublas(cublas().setMathMode(
                    handle.get(),
                    static_cast<cublasMath_t>(CUBLAS_DEFAULT_MATH | CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION)),
                "cublasSetMathMode");
    const cublasComputeType_t compute = dtype == DataType::TFloat32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
    const float one = 1;
    const float zero = 0;
    // Row-major C = A B reads column-major as the transposed C' = B' A'.
    const auto run = [&] {
        checkCublas(cublas().gemm(handle.get(), CUBLAS_OP_N, CUBLAS_OP_N, input.op.dense, matrix.rows(), matrix.cols(),
                                  &one, pointer(input.B), type, input.ld, pointer(A.address()), type, ldA, &zero,
                                  pointer(input.C.address()), type, input.ld, compute, CUBLAS_GEMM_DEFAULT),
                    "cublasGemmEx");
    };
    race.check(race.run(input.C, run), input.ld);
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

void runCublas(Race&)
{
    throw Error(ErrorKind::Device,
                "This program was built without cuBLAS; build it with a CUDA toolkit that has libcublas.");
}

std::string cublasVersion()
{
    return {};
}

} // namespace sparsescope

#endif
