// The CUDA driver, found at run time: this program starts, and explains itself, where there is none.
#pragma once

#include <cuda.h>
#include <cudaTypedefs.h>

#include <cstddef>
#include <string>

namespace sparsescope {

// Name and version of each function's signature, as cudaTypedefs.h spells them.
#define SPARSESCOPE_DRIVER_FUNCTIONS(X) \
    X(cuInit, 2000)                     \
    X(cuGetErrorName, 6000)             \
    X(cuGetErrorString, 6000)           \
    X(cuDriverGetVersion, 2020)         \
    X(cuDeviceGetCount, 2000)           \
    X(cuDeviceGet, 2000)                \
    X(cuDeviceGetName, 2000)            \
    X(cuDeviceTotalMem, 3020)           \
    X(cuDeviceGetAttribute, 2000)       \
    X(cuDevicePrimaryCtxRetain, 7000)   \
    X(cuDevicePrimaryCtxRelease, 11000) \
    X(cuCtxSetCurrent, 4000)            \
    X(cuMemGetInfo, 3020)               \
    X(cuMemAlloc, 3020)                 \
    X(cuMemFree, 3020)                  \
    X(cuMemHostAlloc, 2020)             \
    X(cuMemFreeHost, 2000)              \
    X(cuMemHostGetDevicePointer, 3020)  \
    X(cuMemcpyHtoD, 3020)               \
    X(cuMemcpyDtoH, 3020)               \
    X(cuMemcpyDtoHAsync, 3020)          \
    X(cuMemcpyDtoD, 3020)               \
    X(cuMemsetD8, 3020)                 \
    X(cuMemsetD8Async, 3020)            \
    X(cuStreamCreate, 2000)             \
    X(cuStreamDestroy, 4000)            \
    X(cuStreamQuery, 2000)              \
    X(cuStreamWaitEvent, 3020)          \
    X(cuEventCreate, 2000)              \
    X(cuEventDestroy, 4000)             \
    X(cuEventRecord, 2000)              \
    X(cuEventQuery, 2000)               \
    X(cuEventElapsedTime, 2000)         \
    X(cuModuleLoadData, 2000)           \
    X(cuModuleUnload, 2000)             \
    X(cuModuleGetFunction, 2000)        \
    X(cuFuncGetAttribute, 2020)         \
    X(cuFuncSetAttribute, 9000)         \
    X(cuLaunchKernelEx, 11060)          \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor, 6050)

struct Driver {
#define SPARSESCOPE_MEMBER(function, version) PFN_##function##_v##version function = nullptr;
    SPARSESCOPE_DRIVER_FUNCTIONS(SPARSESCOPE_MEMBER)
#undef SPARSESCOPE_MEMBER
};

// Loaded and initialised on the first call. Throws Error(Device): no driver, one that is too old, no device.
const Driver& driver();

// "CUDA_ERROR_OUT_OF_MEMORY: out of memory; what to do". `what` says what was asked for.
std::string describeError(CUresult result, const std::string& what = {});

// Throws Error(Device) naming the call unless the result is success.
void checkCuda(CUresult result, const char* call, const std::string& what = {});

// Version of the kernel module ("580.159.03"), or empty.
std::string driverModuleVersion();

// "139.8 GB"
std::string gigabytes(std::size_t bytes);

} // namespace sparsescope

// Calls a function of the driver and checks it where it is made.
#define CUDA_CHECKED(function, ...) ::sparsescope::checkCuda(::sparsescope::driver().function(__VA_ARGS__), #function)
