// Rows of C by scalar products (SpMM): what the tile kinds without tensor cores share. Includes nothing.

// sum += a times the values of T in 16 bytes.
template <class T>
__device__ __forceinline__ void addScaled(float (&sum)[4], float a, const uint4& b)
{
    sum[0] += a * __uint_as_float(b.x);
    sum[1] += a * __uint_as_float(b.y);
    sum[2] += a * __uint_as_float(b.z);
    sum[3] += a * __uint_as_float(b.w);
}

template <class T>
__device__ __forceinline__ void addScaled(float (&sum)[8], float a, const uint4& b)
{
    sum[0] += a * Narrow<T>::low(b.x);
    sum[1] += a * Narrow<T>::high(b.x);
    sum[2] += a * Narrow<T>::low(b.y);
    sum[3] += a * Narrow<T>::high(b.y);
    sum[4] += a * Narrow<T>::low(b.z);
    sum[5] += a * Narrow<T>::high(b.z);
    sum[6] += a * Narrow<T>::low(b.w);
    sum[7] += a * Narrow<T>::high(b.w);
}

// A group of lanes takes a row of C, 16 bytes of the dense part a lane; where 32 lanes are not enough, a chunk of it.
template <class T, int DensePart, Sums How>
struct RowGroup {
    static constexpr int perLane = 16 / static_cast<int>(sizeof(T)); // values of the dense part
    static constexpr int lanes = powerIn(DensePart / perLane);       // of a group; a power of two, within a warp
    static constexpr int chunks = DensePart / perLane / lanes;
    static constexpr int groups = threads / lanes;

    // Where a unit, a chunk of a row, begins for this lane.
    static __device__ __forceinline__ long long columnOf(int unit, int part)
    {
        return static_cast<long long>(part) * DensePart + (unit % chunks * lanes + threadIdx.x % lanes) * perLane;
    }

    static __device__ __forceinline__ void store(const Arguments& args, int row, long long column,
                                                 const float (&sum)[perLane])
    {
        if constexpr (perLane == 8)
            Output<T, How>::eight(args, row, column, sum);
        else
            Output<T, How>::four(args, row, column, sum[0], sum[1], sum[2], sum[3]);
    }
};
