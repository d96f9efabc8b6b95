// What the GPU can do at best: gathered rows, fused multiply-adds, tensor-core steps. Includes nothing.

// Every warp reads `steps` times eight rows of 512 bytes at random places of a table of a power of two of them.
extern "C" __global__ void __launch_bounds__(threads)
    gatherRate(const uint4* table, unsigned mask, int steps, uint4* sink)
{
    unsigned place = (blockIdx.x * 4 + threadIdx.x / 32) * 2654435761u;
    const int lane = threadIdx.x % 32;
    uint4 sum = make_uint4(0, 0, 0, 0);
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
        uint4 row[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            place = place * 1664525u + 1013904223u;
            row[i] = load16(table + ((place >> 8) & mask) * 32ll + lane);
        }
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            sum.x ^= row[i].x;
            sum.y ^= row[i].y;
            sum.z ^= row[i].z;
            sum.w ^= row[i].w;
        }
    }
    if (sum.x == 1 && sum.y == 2 && sum.z == 3 && sum.w == 4)
        *sink = sum;
}

// steps x 8 multiply-adds a thread.
extern "C" __global__ void __launch_bounds__(threads) scalarRate(int steps, float factor, float* sink)
{
    float sum[8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
        sum[i] = threadIdx.x + i;
#pragma unroll 4
    for (int step = 0; step < steps; ++step)
#pragma unroll
        for (int i = 0; i < 8; ++i)
            sum[i] = sum[i] * factor + 1.0f;
    float all = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i)
        all += sum[i];
    if (all == 0.12345f)
        *sink = all;
}

// steps x 8 tensor-core steps a warp.
template <class T>
__device__ __forceinline__ void tensorRate(int steps, float* sink)
{
    float sum[8][4] = {};
    const unsigned a = threadIdx.x & 1;
#pragma unroll 2
    for (int step = 0; step < steps; ++step)
#pragma unroll
        for (int i = 0; i < 8; ++i)
            multiplyAdd<T>(sum[i], a, a, a, a, a, a);
    float all = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i)
        all += sum[i][0] + sum[i][1] + sum[i][2] + sum[i][3];
    if (all == 0.12345f)
        *sink = all;
}

extern "C" __global__ void __launch_bounds__(threads) tensorRateHalf(int steps, float* sink)
{
    tensorRate<Half>(steps, sink);
}
extern "C" __global__ void __launch_bounds__(threads) tensorRateBf16(int steps, float* sink)
{
    tensorRate<Bf16>(steps, sink);
}
extern "C" __global__ void __launch_bounds__(threads) tensorRateTf32(int steps, float* sink)
{
    tensorRate<Tf32>(steps, sink);
}
