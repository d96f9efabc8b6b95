// What all tile kinds share: the records of tasks and tiles (as engine/plan/packed.h lays them out), conversions,
// 16-byte loads, and the stores of results. Includes nothing. Stands behind
//   constexpr int threads;  // of every block; 128 where tiles are blocks
//   constexpr int gathers;  // rows of a dense operand that a group of lanes has in flight: 2, 4 or 8
//   struct Arguments;       // of the kernel: arrays, dense operands, output

struct Half {
    unsigned short bits;
};

struct Bf16 {
    unsigned short bits;
};

// float32 storage, multiplied by tensor cores: the 13 lowest bits of the significand are zero.
struct Tf32 {
    float value;
};

struct TileRecord {
    int kind;          // case of the fused kernel
    unsigned begin[7]; // of each array, in units of 16 bytes, or the only number of one; structs below name them
};

// A sub-task. The record of its tile stands in it, so that a block asks for nothing before it.
struct TaskRecord {
    TileRecord record;
    int tile;
    int part; // of the dense loop
    int reserved[2];
};

// One block's life, written when the source is compiled with SPARSESCOPE_CLOCKS.
struct BlockClock {
    long long start; // cycles of its SM
    long long end;
    unsigned long long globalNs; // at the start
    unsigned int sm;
    unsigned int reserved;
};

static_assert(sizeof(TaskRecord) == 48 && sizeof(TileRecord) == 32 && sizeof(BlockClock) == 32,
              "the host lays these records out");

// What the 16-bit types do differently. In packed pairs `low` comes first in memory; packing rounds to nearest even.
template <class T>
struct Narrow;

template <>
struct Narrow<Half> {
    static __device__ __forceinline__ float toFloat(unsigned short bits)
    {
        float value;
        asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
        return value;
    }
    static __device__ __forceinline__ float low(unsigned packed)
    {
        return toFloat(static_cast<unsigned short>(packed));
    }
    static __device__ __forceinline__ float high(unsigned packed)
    {
        return toFloat(static_cast<unsigned short>(packed >> 16));
    }
    static __device__ __forceinline__ unsigned pack(float low, float high)
    {
        unsigned packed;
        asm("cvt.rn.f16x2.f32 %0, %2, %1;" : "=r"(packed) : "f"(low), "f"(high));
        return packed;
    }
};

template <>
struct Narrow<Bf16> {
    static __device__ __forceinline__ float low(unsigned packed) { return __uint_as_float(packed << 16); }
    static __device__ __forceinline__ float high(unsigned packed) { return __uint_as_float(packed & 0xffff0000u); }
    static __device__ __forceinline__ float toFloat(unsigned short bits) { return low(bits); }
    static __device__ __forceinline__ unsigned pack(float low, float high)
    {
        unsigned packed;
        asm("cvt.rn.bf16x2.f32 %0, %2, %1;" : "=r"(packed) : "f"(low), "f"(high));
        return packed;
    }
};

template <class T>
__device__ __forceinline__ float toFloat(T value)
{
    return Narrow<T>::toFloat(value.bits);
}
__device__ __forceinline__ float toFloat(float value)
{
    return value;
}
__device__ __forceinline__ float toFloat(Tf32 value)
{
    return value.value;
}

// A float32 result rounded to the type of the output: of tf32, float32.
template <class T>
__device__ __forceinline__ T rounded(float value)
{
    return T{static_cast<unsigned short>(Narrow<T>::pack(value, 0))};
}
template <>
__device__ __forceinline__ float rounded<float>(float value)
{
    return value;
}
template <>
__device__ __forceinline__ Tf32 rounded<Tf32>(float value)
{
    return Tf32{value};
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
    t.begin[0] = a.y;
    t.begin[1] = a.z;
    t.begin[2] = a.w;
    t.begin[3] = b.x;
    t.begin[4] = b.y;
    t.begin[5] = b.z;
    t.begin[6] = b.w;
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

__device__ __forceinline__ void waitCopies()
{
    asm volatile("cp.async.wait_all;" ::: "memory");
}

// Ends a group of this thread's copies; waitCopies<N>() ends all groups but the last N.
__device__ __forceinline__ void commitCopies()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

template <int Pending>
__device__ __forceinline__ void waitCopies()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(Pending) : "memory");
}

// Gathers Width rows of a dense operand, Columns elements each from `column` on, into shared rows of Stride bytes:
// those that `ids` names; rows of the operand are `ld` elements apart. The copies are not waited for.
template <class T, int Width, int Columns, int Stride>
__device__ __forceinline__ void gatherRows(const T* operand, long long ld, const int* ids, long long column,
                                           unsigned char* shared)
{
    constexpr int lanes = Columns * static_cast<int>(sizeof(T)) / 16; // threads a row
    constexpr int rowsAtOnce = threads / lanes;
    constexpr bool allThreads = threads % lanes == 0; // or the last few copy nothing
    const int lane = threadIdx.x % lanes;
    const int of = threadIdx.x / lanes;
    const T* B = operand + column + lane * (16 / static_cast<int>(sizeof(T)));
#pragma unroll
    for (int first = 0; first < Width; first += rowsAtOnce) {
        const int k = first + of;
        if ((allThreads || of < rowsAtOnce) && (Width % rowsAtOnce == 0 || k < Width)) {
            const int row = ids[k];
            copy16(shared + k * Stride + lane * 16, B + row * ld);
        }
    }
}

__host__ __device__ constexpr int smaller(int a, int b)
{
    return a < b ? a : b;
}
// The largest power of two that divides n, at most 32.
__host__ __device__ constexpr int powerIn(int n)
{
    return n % 32 == 0 ? 32 : n % 16 == 0 ? 16 : n % 8 == 0 ? 8 : n % 4 == 0 ? 4 : n % 2 == 0 ? 2 : 1;
}
// The largest power of two that is at most n.
__host__ __device__ constexpr int powerBelow(int n)
{
    return n < 2 ? 1 : 2 * powerBelow(n / 2);
}

// A stored row of a tile is a row of C, or none, or, where other tiles hold parts of the same row of C, a slot: a row
// of the float32 scratch; rows_of_c.cuh says how slots become rows of C. Behind a stored row, `again` is another part
// of the same row.
enum : int { none = -1, again = -2147483647 - 1 };

__device__ __forceinline__ long long slotOf(int row)
{
    return none - 1ll - row;
}
__device__ __forceinline__ int rowOfSlot(int slot)
{
    return none - 1 - slot;
}

// What the stored rows of a kind of tile are.
enum Sums {
    whole,   // each a row of C
    inSlots, // some have slots of their own
    added    // some have a slot in common with others, and are added to it
};

// The kernel before this one in the stream has ended, and what it has stored can be read. Only one that is launched
// before that has to ask.
__device__ __forceinline__ void waitForKernelBefore()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// From here on, the kernel behind this one in the stream may begin where there is room.
__device__ __forceinline__ void letNextKernelBegin()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

// Four consecutive floats (16 bytes, aligned) added to memory that other blocks add to as well.
__device__ __forceinline__ void addFour(float* address, float a, float b, float c, float d)
{
#if __CUDA_ARCH__ >= 900
    asm volatile("red.relaxed.gpu.global.add.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(address), "f"(a), "f"(b), "f"(c),
                 "f"(d)
                 : "memory");
#else
    asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(address), "f"(a) : "memory");
    asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(address + 1), "f"(b) : "memory");
    asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(address + 2), "f"(c) : "memory");
    asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(address + 3), "f"(d) : "memory");
#endif
}

__device__ __forceinline__ void addOne(float* address, float value)
{
    asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(address), "f"(value) : "memory");
}

__device__ __forceinline__ void addOne(double* address, double value)
{
    asm volatile("red.relaxed.gpu.global.add.f64 [%0], %1;" ::"l"(address), "d"(value) : "memory");
}

// Writes consecutive results of stored row `row`, from column `column` on: rounded once into C, or as they are into its
// slot.
template <class T, Sums How>
struct Output {
    static __device__ __forceinline__ void intoSlot(const Arguments& args, int row, long long column, float a, float b,
                                                    float c, float d)
    {
        float* const at = args.scratch + slotOf(row) * args.ldC + column;
        if constexpr (How == added) {
            waitForKernelBefore();
            addFour(at, a, b, c, d);
        } else {
            *reinterpret_cast<float4*>(at) = make_float4(a, b, c, d);
        }
    }
    static __device__ __forceinline__ void four(const Arguments& args, int row, long long column, float a, float b,
                                                float c, float d)
    {
        if (How != whole && row < none) {
            intoSlot(args, row, column, a, b, c, d);
            return;
        }
        const long long at = row * args.ldC + column;
        if constexpr (sizeof(T) == 2)
            *reinterpret_cast<uint2*>(static_cast<T*>(args.C) + at) =
                make_uint2(Narrow<T>::pack(a, b), Narrow<T>::pack(c, d));
        else
            *reinterpret_cast<float4*>(static_cast<float*>(args.C) + at) = make_float4(a, b, c, d);
    }
    // Elements of 16 bits. All lanes of a row take part, two or more, each with the eight columns behind those of the
    // lane before.
    static __device__ __forceinline__ void eight(const Arguments& args, int row, long long column, const float* v)
    {
        if (How == added && row < none) {
            // The lane beside has the eight columns beside, of the same row: together they add to whole sectors.
            const bool odd = threadIdx.x % 2 != 0;
            const unsigned pair = 3u << (threadIdx.x % 32 & ~1u);
            float other[4];
#pragma unroll
            for (int i = 0; i < 4; ++i)
                other[i] = __shfl_xor_sync(pair, odd ? v[i] : v[4 + i], 1);
            // One instruction for both lanes, or their halves of a sector would go apart.
            four(args, row, odd ? column - 4 : column, odd ? other[0] : v[0], odd ? other[1] : v[1],
                 odd ? other[2] : v[2], odd ? other[3] : v[3]);
            four(args, row, odd ? column + 4 : column + 8, odd ? v[4] : other[0], odd ? v[5] : other[1],
                 odd ? v[6] : other[2], odd ? v[7] : other[3]);
            return;
        }
        if (How == inSlots && row < none) {
            intoSlot(args, row, column, v[0], v[1], v[2], v[3]);
            intoSlot(args, row, column + 4, v[4], v[5], v[6], v[7]);
            return;
        }
        *reinterpret_cast<uint4*>(static_cast<T*>(args.C) + row * args.ldC + column) =
            make_uint4(Narrow<T>::pack(v[0], v[1]), Narrow<T>::pack(v[2], v[3]), Narrow<T>::pack(v[4], v[5]),
                       Narrow<T>::pack(v[6], v[7]));
    }
};

// One more task has arrived at a counter: is it the last of so many? Then the counter is zero again, and what the
// others had stored before they arrived can be read.
__device__ __forceinline__ bool arriveLast(int* counter, int tasks)
{
    int before;
    asm volatile("atom.acq_rel.gpu.global.add.s32 %0, [%1], 1;" : "=r"(before) : "l"(counter) : "memory");
    if (before != tasks - 1)
        return false;
    *counter = 0;
    return true;
}

// What other tasks have stored: not out of this SM's L1 cache.
__device__ __forceinline__ float4 loadStored(const float4* address)
{
    float4 v;
    asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "l"(address)
                 : "memory");
    return v;
}

__device__ __forceinline__ float loadStored(const float* address)
{
    float v;
    asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(v) : "l"(address) : "memory");
    return v;
}
