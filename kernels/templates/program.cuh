// What kernels that are printed from programs (engine/ir) stand on, beside what the hand-written templates share.
// Includes nothing.

static_assert(threads > 0 && gathers > 0, "schedules were told both");

// Where what is counted by `ends` begins: they say where each of its parts ends.
__device__ __forceinline__ int beginOf(const int* ends, int index)
{
    return index > 0 ? ends[index - 1] : 0;
}

// A number divided, and rounded down; -1, which is nothing, stays.
__device__ __forceinline__ int floorDivided(int a, int b)
{
    return a / b - (a % b != 0 && (a % b < 0) != (b < 0) ? 1 : 0);
}
__device__ __forceinline__ int floorRemainder(int a, int b)
{
    return a - floorDivided(a, b) * b;
}
__device__ __forceinline__ int larger(int a, int b)
{
    return a > b ? a : b;
}

// The place of x among ascending numbers from `from` to `to`; -1: it is not there.
__device__ __forceinline__ int findIn(const int* numbers, int from, int to, int x)
{
    int low = from;
    int high = to;
#pragma unroll 1
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (numbers[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low < to && numbers[low] == x ? low - from : -1;
}

// The last of `count` numbers, a 0 and then where parts end, that is at most x: the part in which position x lies.
__device__ __forceinline__ int rankIn(const int* ends, int count, int x)
{
    int low = 0;
    int high = count - 1;
#pragma unroll 1
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (ends[middle] <= x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The sum over lanes that are `Step`, 2 `Step` .. apart, of `Span` lanes side by side; all of them take part.
template <int Step, int Span>
__device__ __forceinline__ float sumOfLanes(float value)
{
    static_assert(Span <= 32, "lanes of one warp");
    const unsigned mask = 0xffffffffu >> (32 - Span) << threadIdx.x % 32 / Span * Span;
#pragma unroll
    for (int distance = Step; distance < Span; distance *= 2)
        value += __shfl_xor_sync(mask, value, distance);
    return value;
}

// The same of `Span` threads that are more than a warp, through a float of shared memory for each thread of the block.
// Those of other spans need not come here.
template <int Step, int Span>
__device__ __forceinline__ float sumOfThreads(float value, float* sums)
{
    constexpr int step = Step < 32 ? 32 : Step; // behind the sums of warps
    static_assert(threads / Span < 16, "barriers of a block");
    if constexpr (Step < 32)
        value = sumOfLanes<Step, 32>(value);
    const int place = threadIdx.x % Span;
    const int id = 1 + threadIdx.x / Span;
    sums[threadIdx.x] = value;
    asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(Span) : "memory");
    value = 0;
#pragma unroll
    for (int i = 0; i < Span; i += step)
        value += sums[threadIdx.x - place + i + place % step];
    asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(Span) : "memory");
    return value;
}

// Some elements of memory into registers from `at` on, by one load where they are 16 bytes.
template <int Count, class T, int Size>
__device__ __forceinline__ void loadInto(float (&out)[Size], int at, const T* address)
{
    float some[Count];
    loadValues<Count>(address, some);
#pragma unroll
    for (int i = 0; i < Count; ++i)
        out[at + i] = some[i];
}
template <int Count, int Size>
__device__ __forceinline__ void loadInto(int (&out)[Size], int at, const int* address)
{
    int some[Count];
    loadInts<Count>(address, some);
#pragma unroll
    for (int i = 0; i < Count; ++i)
        out[at + i] = some[i];
}

// sum[at ..] += a times the values of T in 16 bytes.
template <class T, int Size>
__device__ __forceinline__ void addScaledAt(float (&sum)[Size], int at, float a, const uint4& b)
{
    constexpr int count = 16 / static_cast<int>(sizeof(T));
    float some[count];
#pragma unroll
    for (int i = 0; i < count; ++i)
        some[i] = sum[at + i];
    addScaled<T>(some, a, b);
#pragma unroll
    for (int i = 0; i < count; ++i)
        sum[at + i] = some[i];
}

// One result of stored row `row`: into C, or into its slot.
template <class T, Sums How>
__device__ __forceinline__ void putOne(const Arguments& args, int row, long long column, float value)
{
    if (How == whole || row > none) {
        static_cast<T*>(args.C)[row * args.ldC + column] = rounded<T>(value);
        return;
    }
    float* const at = args.scratch + slotOf(row) * args.ldC + column;
    if constexpr (How == added) {
        waitForKernelBefore();
        addOne(at, value);
    } else {
        *at = value;
    }
}

// Eight of them, by a lane whose neighbours have other rows or columns.
template <class T, Sums How>
__device__ __forceinline__ void putEight(const Arguments& args, int row, long long column, const float (&v)[8])
{
    Output<T, How>::four(args, row, column, v[0], v[1], v[2], v[3]);
    Output<T, How>::four(args, row, column + 4, v[4], v[5], v[6], v[7]);
}

// A fragment of A (m16n8k16) whose values stand in the order of its lanes.
template <class T, int Size>
__device__ __forceinline__ void loadFragment(unsigned (&out)[Size], int at, const T* address)
{
    const uint4 v = load16(address);
    out[at] = v.x;
    out[at + 1] = v.y;
    out[at + 2] = v.z;
    out[at + 3] = v.w;
}

// Element `e` of four fragments of B: four values of 16 bits side by side.
template <class T, int Size>
__device__ __forceinline__ void loadAcross(unsigned short (&out)[Size], int e, const T* address)
{
    const uint2 v = *reinterpret_cast<const uint2*>(address);
    out[e] = static_cast<unsigned short>(v.x);
    out[4 + e] = static_cast<unsigned short>(v.x >> 16);
    out[8 + e] = static_cast<unsigned short>(v.y);
    out[12 + e] = static_cast<unsigned short>(v.y >> 16);
}

// c (16 x 8) += a (16 x 16) times b, of fragments that begin at these registers.
template <class T, int C, int A, int B>
__device__ __forceinline__ void multiplyFragments(float (&c)[C], int ci, const unsigned (&a)[A], int ai,
                                                  const unsigned short (&b)[B], int bi)
{
    float sum[4] = {c[ci], c[ci + 1], c[ci + 2], c[ci + 3]};
    multiplyAdd<T>(sum, a[ai], a[ai + 1], a[ai + 2], a[ai + 3], b[bi] | static_cast<unsigned>(b[bi + 1]) << 16,
                   b[bi + 2] | static_cast<unsigned>(b[bi + 3]) << 16);
#pragma unroll
    for (int i = 0; i < 4; ++i)
        c[ci + i] = sum[i];
}
