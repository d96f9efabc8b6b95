// Products with a vector (SpMV): what its tile kinds share. Includes nothing.

// Read-only data: one value.
__device__ __forceinline__ float gatherOne(const float* address)
{
    float value;
    asm("ld.global.nc.f32 %0, [%1];" : "=f"(value) : "l"(address));
    return value;
}

__device__ __forceinline__ double gatherOne(const double* address)
{
    double value;
    asm("ld.global.nc.f64 %0, [%1];" : "=d"(value) : "l"(address));
    return value;
}

template <class T>
__device__ __forceinline__ float gatherOne(const T* address)
{
    unsigned short bits;
    asm("ld.global.nc.u16 %0, [%1];" : "=h"(bits) : "l"(address));
    return Narrow<T>::toFloat(bits);
}

// The result of stored row `row`, which may be none: into y, or into its slot.
template <class T, Sums How>
__device__ __forceinline__ void putValue(const Arguments& args, int row, float value)
{
    if (How != whole && row < none) {
        if constexpr (How == added) {
            waitForKernelBefore();
            addOne(args.scratch + slotOf(row), value);
        } else {
            args.scratch[slotOf(row)] = value;
        }
    } else if (row != none) {
        static_cast<T*>(args.C)[row] = rounded<T>(value);
    }
}
