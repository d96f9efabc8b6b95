// Products with a vector (SpMV): what its tile kinds share. Includes nothing.

// Read-only data: one value.
__device__ __forceinline__ float gatherOne(const float* address)
{
    float value;
    asm("ld.global.nc.f32 %0, [%1];" : "=f"(value) : "l"(address));
    return value;
}

template <class T>
__device__ __forceinline__ float gatherOne(const T* address)
{
    unsigned short bits;
    asm("ld.global.nc.u16 %0, [%1];" : "=h"(bits) : "l"(address));
    return Narrow<T>::toFloat(bits);
}
