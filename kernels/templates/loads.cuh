// Several columns or values of a tile at once. Includes nothing.

// The first `Count` (1, 2, 4 or 8) values or columns at an address aligned to their size, at most to 16 bytes.
template <int Count>
__device__ __forceinline__ void loadInts(const int* address, int (&out)[Count])
{
    if constexpr (Count >= 4) {
#pragma unroll
        for (int i = 0; i < Count; i += 4) {
            const uint4 v = load16(address + i);
            out[i] = static_cast<int>(v.x);
            out[i + 1] = static_cast<int>(v.y);
            out[i + 2] = static_cast<int>(v.z);
            out[i + 3] = static_cast<int>(v.w);
        }
    } else if constexpr (Count == 2) {
        const int2 v = *reinterpret_cast<const int2*>(address);
        out[0] = v.x;
        out[1] = v.y;
    } else {
        out[0] = *address;
    }
}

template <int Count>
__device__ __forceinline__ void loadValues(const float* address, float (&out)[Count])
{
    if constexpr (Count >= 4) {
#pragma unroll
        for (int i = 0; i < Count; i += 4) {
            const float4 v = *reinterpret_cast<const float4*>(address + i);
            out[i] = v.x;
            out[i + 1] = v.y;
            out[i + 2] = v.z;
            out[i + 3] = v.w;
        }
    } else if constexpr (Count == 2) {
        const float2 v = *reinterpret_cast<const float2*>(address);
        out[0] = v.x;
        out[1] = v.y;
    } else {
        out[0] = *address;
    }
}

template <int Count, class T>
__device__ __forceinline__ void loadValues(const T* address, float (&out)[Count])
{
    if constexpr (Count == 8) {
        const uint4 v = load16(address);
        const unsigned pairs[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            out[2 * i] = Narrow<T>::low(pairs[i]);
            out[2 * i + 1] = Narrow<T>::high(pairs[i]);
        }
    } else if constexpr (Count == 4) {
        const uint2 v = *reinterpret_cast<const uint2*>(address);
        out[0] = Narrow<T>::low(v.x);
        out[1] = Narrow<T>::high(v.x);
        out[2] = Narrow<T>::low(v.y);
        out[3] = Narrow<T>::high(v.y);
    } else if constexpr (Count == 2) {
        const unsigned v = *reinterpret_cast<const unsigned*>(address);
        out[0] = Narrow<T>::low(v);
        out[1] = Narrow<T>::high(v);
    } else {
        out[0] = toFloat(*address);
    }
}
