// As much of CUDA's runtime as the host programs of standalone projects call, on the CPU: its memory is the host's, and
// launches, which end at once, are where the emulated kernels are.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

enum cudaError_t { cudaSuccess, cudaErrorMemoryAllocation };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize };
enum cudaDeviceAttr { cudaDevAttrMultiProcessorCount };
using cudaEvent_t = int;
using cudaStream_t = void*;

struct dim3 {
    unsigned x;
    explicit dim3(unsigned count) : x(count) {}
};

cudaError_t cudaLaunchKernel(const void* kernel, dim3 blocks, dim3 threads, void** arguments, std::size_t sharedBytes,
                             cudaStream_t stream);

inline const char* cudaGetErrorString(cudaError_t)
{
    return "no memory";
}
inline const char* cudaGetErrorName(cudaError_t)
{
    return "cudaErrorMemoryAllocation";
}
inline cudaError_t cudaMalloc(void** memory, std::size_t bytes)
{
    *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    return *memory ? cudaSuccess : cudaErrorMemoryAllocation;
}
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind)
{
    std::memcpy(to, from, bytes);
    return cudaSuccess;
}
inline cudaError_t cudaMemset(void* memory, int byte, std::size_t bytes)
{
    std::memset(memory, byte, bytes);
    return cudaSuccess;
}
inline cudaError_t cudaMemsetAsync(void* memory, int byte, std::size_t bytes)
{
    return cudaMemset(memory, byte, bytes);
}
inline cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute, int)
{
    return cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int)
{
    *value = 2;
    return cudaSuccess;
}
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int, std::size_t)
{
    *blocks = 1;
    return cudaSuccess;
}
inline cudaError_t cudaEventCreate(cudaEvent_t*)
{
    return cudaSuccess;
}
inline cudaError_t cudaEventRecord(cudaEvent_t)
{
    return cudaSuccess;
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t)
{
    return cudaSuccess;
}
inline cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t, cudaEvent_t)
{
    *ms = 0;
    return cudaSuccess;
}
