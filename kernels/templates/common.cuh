// What all tile kinds share: the kernel's arguments, the records of tasks and tiles (as engine/plan/packed.h lays them
// out), conversions, 16-byte loads and stores, and the adding stores of atomic rows. Includes nothing.

constexpr int threads = 128;  // of every block: four warps

struct Half {
    unsigned short bits;
};

struct TaskRecord {
    int tile;
    int part;  // of the dense loop
};

struct TileRecord {
    int kind;  // case of the fused kernel
    int reserved;
    long long rowBegin;    // into rowIds
    long long colBegin;    // into colIds
    long long valueBegin;  // into values, in elements; a multiple of 16 bytes
};

// One block's life, written when the source is compiled with SPARSESCOPE_CLOCKS.
struct BlockClock {
    long long start;  // cycles of its SM
    long long end;
    unsigned long long globalNs;  // at the start
    unsigned int sm;
    unsigned int reserved;
};

struct Arguments {
    const TaskRecord* tasks;  // one a block
    const TileRecord* tiles;
    const int* rowIds;  // row of C, or of the scratch for atomic tiles of float16; -1: padding, not stored
    const int* colIds;  // row of B
    const void* values;
    const void* B;
    void* C;
    float* scratch;   // float32 sums of atomic float16 rows
    long long ldB;    // in elements; multiples of the part of the dense loop
    long long ldC;    // of C and of the scratch
    BlockClock* clocks;
};

static_assert(sizeof(TaskRecord) == 8 && sizeof(TileRecord) == 32 && sizeof(BlockClock) == 32 && sizeof(Arguments) == 88,
              "the host lays these records out");

__device__ __forceinline__ float toFloat(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}

__device__ __forceinline__ float toFloat(Half value) { return toFloat(value.bits); }
__device__ __forceinline__ float toFloat(float value) { return value; }

__device__ __forceinline__ float lowHalf(unsigned packed) { return toFloat(static_cast<unsigned short>(packed)); }
__device__ __forceinline__ float highHalf(unsigned packed) { return toFloat(static_cast<unsigned short>(packed >> 16)); }

// Two floats rounded to nearest even; `low` comes first in memory.
__device__ __forceinline__ unsigned packHalves(float low, float high)
{
    unsigned packed;
    asm("{ .reg .b16 l, h; cvt.rn.f16.f32 l, %1; cvt.rn.f16.f32 h, %2; mov.b32 %0, {l, h}; }"
        : "=r"(packed)
        : "f"(low), "f"(high));
    return packed;
}

// Read-only data: 16 bytes, aligned.
__device__ __forceinline__ uint4 load16(const void* address)
{
    uint4 v;
    asm volatile("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "l"(address));
    return v;
}

__device__ __forceinline__ TileRecord loadTile(const TileRecord* tile)
{
    const uint4 a = load16(tile);
    const uint4 b = load16(reinterpret_cast<const char*>(tile) + 16);
    TileRecord t;
    t.kind = static_cast<int>(a.x);
    t.reserved = 0;
    t.rowBegin = static_cast<long long>(a.z | static_cast<unsigned long long>(a.w) << 32);
    t.colBegin = static_cast<long long>(b.x | static_cast<unsigned long long>(b.y) << 32);
    t.valueBegin = static_cast<long long>(b.z | static_cast<unsigned long long>(b.w) << 32);
    return t;
}

// Copies 16 bytes from global to shared memory without passing through registers; waitCopies() ends all of a thread's.
__device__ __forceinline__ unsigned sharedAddress(const void* pointer)
{
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ __forceinline__ void copy16(void* shared, const void* global)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(sharedAddress(shared)), "l"(global) : "memory");
}

__device__ __forceinline__ void waitCopies() { asm volatile("cp.async.wait_all;" ::: "memory"); }

// Four consecutive floats (16 bytes, aligned) added to memory that other blocks add to as well.
__device__ __forceinline__ void addFour(float* address, float a, float b, float c, float d)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("red.relaxed.gpu.global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(address), "f"(a), "f"(b), "f"(c), "f"(d)
                 : "memory");
#else
    asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(address), "f"(a) : "memory");
    asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(address + 1), "f"(b) : "memory");
    asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(address + 2), "f"(c) : "memory");
    asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(address + 3), "f"(d) : "memory");
#endif
}

// Writes four consecutive results of row `row`, from column `column` on: rounded once and stored, or added in float32.
template <class T, bool Atomic>
struct Output;

template <>
struct Output<float, false> {
    static __device__ __forceinline__ void four(const Arguments& args, int row, long long column, float a, float b, float c, float d)
    {
        *reinterpret_cast<float4*>(static_cast<float*>(args.C) + row * args.ldC + column) = make_float4(a, b, c, d);
    }
};

template <>
struct Output<float, true> {
    static __device__ __forceinline__ void four(const Arguments& args, int row, long long column, float a, float b, float c, float d)
    {
        addFour(static_cast<float*>(args.C) + row * args.ldC + column, a, b, c, d);
    }
};

template <>
struct Output<Half, false> {
    static __device__ __forceinline__ void four(const Arguments& args, int row, long long column, float a, float b, float c, float d)
    {
        *reinterpret_cast<uint2*>(static_cast<Half*>(args.C) + row * args.ldC + column) =
            make_uint2(packHalves(a, b), packHalves(c, d));
    }
    static __device__ __forceinline__ void eight(const Arguments& args, int row, long long column, const float (&v)[8])
    {
        *reinterpret_cast<uint4*>(static_cast<Half*>(args.C) + row * args.ldC + column) =
            make_uint4(packHalves(v[0], v[1]), packHalves(v[2], v[3]), packHalves(v[4], v[5]), packHalves(v[6], v[7]));
    }
};

template <>
struct Output<Half, true> {
    static __device__ __forceinline__ void four(const Arguments& args, int row, long long column, float a, float b, float c, float d)
    {
        addFour(args.scratch + row * args.ldC + column, a, b, c, d);
    }
    static __device__ __forceinline__ void eight(const Arguments& args, int row, long long column, const float (&v)[8])
    {
        float* const at = args.scratch + row * args.ldC + column;
        addFour(at, v[0], v[1], v[2], v[3]);
        addFour(at + 4, v[4], v[5], v[6], v[7]);
    }
};

// Before the fused kernel: listed rows of C and the whole scratch become zero. 16 bytes a thread and step.
extern "C" __global__ void __launch_bounds__(256)
    zeroRows(void* C, const int* rows, long long rowCount, long long rowBytes, float* scratch, long long scratchBytes)
{
    const long long perRow = rowBytes / 16;
    const long long inRows = rowCount * perRow;
    const long long all = inRows + scratchBytes / 16;
    const uint4 zero = make_uint4(0, 0, 0, 0);
    for (long long i = blockIdx.x * 256ll + threadIdx.x; i < all; i += gridDim.x * 256ll) {
        if (i < inRows) {
            const long long row = rows[i / perRow];
            *reinterpret_cast<uint4*>(static_cast<char*>(C) + row * rowBytes + i % perRow * 16) = zero;
        } else {
            reinterpret_cast<uint4*>(scratch)[i - inRows] = zero;
        }
    }
}

// After the fused kernel: row i of the float32 scratch, rounded, becomes row rows[i] of C (float16). Eight values a step.
extern "C" __global__ void __launch_bounds__(256)
    convertRows(void* C, const int* rows, long long rowCount, long long ld, const float* scratch)
{
    const long long perRow = ld / 8;
    for (long long i = blockIdx.x * 256ll + threadIdx.x; i < rowCount * perRow; i += gridDim.x * 256ll) {
        const long long r = i / perRow;
        const long long column = i % perRow * 8;
        const float4 a = *reinterpret_cast<const float4*>(scratch + r * ld + column);
        const float4 b = *reinterpret_cast<const float4*>(scratch + r * ld + column + 4);
        *reinterpret_cast<uint4*>(static_cast<Half*>(C) + rows[r] * ld + column) =
            make_uint4(packHalves(a.x, a.y), packHalves(a.z, a.w), packHalves(b.x, b.y), packHalves(b.z, b.w));
    }
}
