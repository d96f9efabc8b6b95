// Gather, GEMM, scatter: the row of X of every non-zero is copied, what comes of it is multiplied by the non-zero and
// added to a row of float32 sums. Rows are whole units of 16 bytes, a thread each. Stands behind common.cuh.
constexpr int unitValues = 16 / static_cast<int>(sizeof($TYPE$));

template <class Body>
__device__ __forceinline__ void forUnits(long long places, long long units, const Body& body)
{
    for (long long i = blockIdx.x * static_cast<long long>(threads) + threadIdx.x; i < places * units;
         i += gridDim.x * static_cast<long long>(threads))
        body(i / units, i % units);
}

extern "C" __global__ void __launch_bounds__(threads)
    gatherPlaces(const uint4* __restrict__ X, const int* __restrict__ columns, uint4* __restrict__ gathered,
                 long long places, long long units)
{
    forUnits(places, units, [&](long long place, long long unit) {
        gathered[place * units + unit] = X[columns[place] * units + unit];
    });
}

template <class T>
__device__ __forceinline__ void addUnit(float* to, float a, uint4 v)
{
    if constexpr (sizeof(T) == 4) {
        addFour(to, a * __uint_as_float(v.x), a * __uint_as_float(v.y), a * __uint_as_float(v.z),
                a * __uint_as_float(v.w));
    } else {
        using Pair = Narrow<T>;
        addFour(to, a * Pair::low(v.x), a * Pair::high(v.x), a * Pair::low(v.y), a * Pair::high(v.y));
        addFour(to + 4, a * Pair::low(v.z), a * Pair::high(v.z), a * Pair::low(v.w), a * Pair::high(v.w));
    }
}

extern "C" __global__ void __launch_bounds__(threads)
    scatterPlaces(const uint4* __restrict__ products, const int* __restrict__ rows, const $TYPE$* __restrict__ values,
                  float* sums, long long places, long long units)
{
    forUnits(places, units, [&](long long place, long long unit) {
        addUnit<$TYPE$>(sums + (rows[place] * units + unit) * unitValues, toFloat(values[place]),
                        products[place * units + unit]);
    });
}

// The sums become C and are zero for the next time.
extern "C" __global__ void __launch_bounds__(threads) roundSums($TYPE$* C, float* sums, long long rows, long long units)
{
    forUnits(rows, units, [&](long long row, long long unit) {
        const long long at = (row * units + unit) * unitValues;
#pragma unroll
        for (int i = 0; i < unitValues; ++i) {
            C[at + i] = rounded<$TYPE$>(sums[at + i]);
            sums[at + i] = 0;
        }
    });
}
