// Rows that lie in periods of columns, as tokens of experts: flags[row * periods + period]. Each is copied into a
// matrix of all rows of its period, and what that is multiplied to is added up again. A row's place in its period is
// places[row * periods + period], behind begins[period] rows of others, or, where every period has `each` rows, each
// times the period. Rows are whole units of 16 bytes. A warp a row. Stands behind common.cuh and
// warp_of_launch.cuh.

// body(place) for each period that the row lies in, ascending. All lanes take part.
template <class Body>
__device__ __forceinline__ void forPeriods(const unsigned char* flags, const int* places, const int* begins,
                                           long long row, long long periods, long long each, const Body& body)
{
    const int lane = threadIdx.x % 32;
    for (long long first = 0; first < periods; first += 32) {
        const long long mine = row * periods + first + lane;
        unsigned flagged = __ballot_sync(~0u, first + lane < periods && flags[mine] != 0);
        for (; flagged != 0; flagged &= flagged - 1) {
            const long long period = first + __ffs(static_cast<int>(flagged)) - 1;
            const long long place = places[row * periods + period];
            body(place + (each > 0 ? each * period : begins[period]));
        }
    }
}

extern "C" __global__ void __launch_bounds__(threads)
    packRows(const uint4* __restrict__ from, uint4* __restrict__ to, const unsigned char* flags, const int* places,
             const int* begins, long long rows, long long periods, long long each, long long units)
{
    const long long row = thisWarp();
    if (row >= rows)
        return;
    forPeriods(flags, places, begins, row, periods, each, [&](long long place) {
        const uint4* const source = from + row * units;
        uint4* const packed = to + place * units;
#pragma unroll 4
        for (int unit = threadIdx.x % 32; unit < static_cast<int>(units); unit += 32)
            packed[unit] = source[unit];
    });
}

// A unit of values added to sums in float32, and rounded.
template <class T>
struct UnitSums {
    float sums[8] = {};
    __device__ __forceinline__ void add(uint4 v)
    {
        const unsigned pairs[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            sums[2 * i] += Narrow<T>::low(pairs[i]);
            sums[2 * i + 1] += Narrow<T>::high(pairs[i]);
        }
    }
    __device__ __forceinline__ void store(uint4* to) const
    {
        *to = make_uint4(Narrow<T>::pack(sums[0], sums[1]), Narrow<T>::pack(sums[2], sums[3]),
                         Narrow<T>::pack(sums[4], sums[5]), Narrow<T>::pack(sums[6], sums[7]));
    }
};
template <>
struct UnitSums<float> {
    float4 sums = {0, 0, 0, 0};
    __device__ __forceinline__ void add(uint4 v)
    {
        sums.x += __uint_as_float(v.x);
        sums.y += __uint_as_float(v.y);
        sums.z += __uint_as_float(v.z);
        sums.w += __uint_as_float(v.w);
    }
    __device__ __forceinline__ void store(uint4* to) const { *reinterpret_cast<float4*>(to) = sums; }
};

// Zeros where a row lies in no period.
extern "C" __global__ void __launch_bounds__(threads)
    addPackedRows(const uint4* from, uint4* C, const unsigned char* flags, const int* places, const int* begins,
                  long long rows, long long periods, long long each, long long units)
{
    const long long row = thisWarp();
    if (row >= rows)
        return;
    for (long long first = 0; first < units; first += 32) {
        const long long unit = first + threadIdx.x % 32;
        UnitSums<$TYPE$> sums;
        forPeriods(flags, places, begins, row, periods, each, [&](long long place) {
            if (unit < units)
                sums.add(from[place * units + unit]);
        });
        if (unit < units)
            sums.store(C + row * units + unit);
    }
}
