// What kernels that are printed from programs (engine/ir) stand on, beside what the hand-written templates share.
// Includes nothing.

static_assert(threads > 0 && gathers > 0, "schedules were told both");

// Whole numbers of a tile, which nobody writes: they may be loaded before what is stored in front of them.
struct Wholes {
    const int* numbers;
    __device__ __forceinline__ int operator[](int index) const { return __ldg(numbers + index); }
    __device__ __forceinline__ const int* operator+(int index) const { return numbers + index; }
};

// Where what is counted by `ends` begins: they say where each of its parts ends.
__device__ __forceinline__ int beginOf(const Wholes& ends, int index)
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
__device__ __forceinline__ int findIn(const Wholes& numbers, int from, int to, int x)
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
__device__ __forceinline__ int rankIn(const Wholes& ends, int count, int x)
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

// Each value's sum over lanes that are `Step`, 2 `Step` .. apart, of `Span` lanes side by side; all of them take part.
template <int Step, int Span, int Count>
__device__ __forceinline__ void addAcrossLanes(float (&values)[Count])
{
    static_assert(Span <= 32, "lanes of one warp");
    const unsigned mask = 0xffffffffu >> (32 - Span) << threadIdx.x % 32 / Span * Span;
#pragma unroll
    for (int distance = Step; distance < Span; distance *= 2)
#pragma unroll
        for (int i = 0; i < Count; ++i)
            values[i] += __shfl_xor_sync(mask, values[i], distance);
}

template <int Step, int Span, int Rows, int Count>
__device__ __forceinline__ void addAcrossLanes(float (&values)[Rows][Count])
{
#pragma unroll
    for (int r = 0; r < Rows; ++r)
        addAcrossLanes<Step, Span>(values[r]);
}

// Waits for all of `Span` threads side by side. Their barrier's number stands in the instruction: one that is computed
// would take all sixteen of the block's, and fewer blocks have room on an SM.
template <int Span, int Number = 1>
__device__ __forceinline__ void waitForThreads()
{
    if constexpr (Span == threads) {
        __syncthreads();
    } else if constexpr (Number == threads / Span) {
        asm volatile("bar.sync %0, %1;" ::"n"(Number), "n"(Span) : "memory");
    } else {
        if (static_cast<int>(threadIdx.x) / Span == Number - 1)
            asm volatile("bar.sync %0, %1;" ::"n"(Number), "n"(Span) : "memory");
        else
            waitForThreads<Span, Number + 1>();
    }
}

// The same of `Span` threads that are more than a warp, through shared memory: of each value a float for each warp of
// the block and each of its lanes that have sums of their own. Those of other spans need not come here.
template <int Step, int Span, int Rows, int Count>
__device__ __forceinline__ void addAcrossWarps(float (&values)[Rows][Count], float* sums)
{
    constexpr int step = Step < 32 ? 32 : Step; // behind the sums of warps
    constexpr int lanes = Step < 32 ? Step : 32;
    constexpr int warps = threads / 32;
    static_assert(threads / Span < 16, "barriers of a block");
    if constexpr (Step < 32)
        addAcrossLanes<Step, 32>(values);
    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x % lanes;
    if (lanes == 32 || threadIdx.x % 32 < lanes)
#pragma unroll
        for (int i = 0; i < Rows * Count; ++i)
            sums[(i * warps + warp) * lanes + lane] = values[i / Count][i % Count];
    waitForThreads<Span>();
    const int first = (threadIdx.x - threadIdx.x % Span + threadIdx.x % step) / 32;
#pragma unroll
    for (int i = 0; i < Rows * Count; ++i) {
        float sum = 0;
#pragma unroll
        for (int behind = 0; behind < Span; behind += step)
            sum += sums[(i * warps + first + behind / 32) * lanes + lane];
        values[i / Count][i % Count] = sum;
    }
    waitForThreads<Span>(); // all have been read
}
template <int Step, int Span, int Count>
__device__ __forceinline__ void addAcrossWarps(float (&values)[Count], float* sums)
{
    float row[1][Count];
#pragma unroll
    for (int i = 0; i < Count; ++i)
        row[0][i] = values[i];
    addAcrossWarps<Step, Span>(row, sums);
#pragma unroll
    for (int i = 0; i < Count; ++i)
        values[i] = row[0][i];
}

// Some elements of memory into registers from `at` on, by one load where they are 16 bytes; zeros where there are none.
template <int Count, class T, int Size>
__device__ __forceinline__ void loadInto(float (&out)[Size], int at, const T* address, bool there = true)
{
    float some[Count] = {};
    if (there)
        loadValues<Count>(address, some);
#pragma unroll
    for (int i = 0; i < Count; ++i)
        out[at + i] = some[i];
}
template <int Count, int Size>
__device__ __forceinline__ void loadInto(int (&out)[Size], int at, const int* address, bool there = true)
{
    int some[Count] = {};
    if (there)
        loadInts<Count>(address, some);
#pragma unroll
    for (int i = 0; i < Count; ++i)
        out[at + i] = some[i];
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

// Waits for the first `Count` threads of the block, who all come here: at another barrier than any waitForThreads().
template <int Count>
__device__ __forceinline__ void waitForFirst()
{
    if constexpr (Count == threads)
        __syncthreads();
    else if constexpr (Count % 32 == 0)
        asm volatile("bar.sync %0, %1;" ::"n"(threads / 64 + 1), "n"(Count) : "memory");
    else
        __syncwarp((1u << Count) - 1);
}

// Adds up stored rows that hold parts of one row, and stores their sum. `Groups` groups of `Lanes` threads take stored
// rows one after another, `Count` values a thread. Where a row begins in one group and ends in another, the sums of the
// groups behind pass through shared memory, always added in the same order: for each group those of all its lanes, and
// whether it has any.
template <class T, Sums How, int Lanes, int Groups, int Count, bool Pairs>
class Folds {
public:
    __device__ __forceinline__ Folds(const Arguments& args, long long column, int group, int lane, float* heads)
        : args(args), column(column), group(group), lane(lane), heads(heads)
    {
    }

    // One more stored row of this group, and what it holds.
    __device__ __forceinline__ void add(int next, const float (&part)[Count])
    {
        if (next != again) {
            if (row != again)
                store();
            else if (headed)
                keep(ended);
            row = next;
        }
        headed = headed || row == again;
#pragma unroll
        for (int i = 0; i < Count; ++i)
            sum[i] = (next == again ? sum[i] : 0.f) + part[i];
    }

    // All threads have added theirs; of those that share a group, one stores.
    template <int Threads>
    __device__ __forceinline__ void end(bool stores)
    {
        if (stores && (row == again || !headed))
            keep(headed ? all : nothing);
        waitForFirst<Threads>();
        if (!stores || row == again)
            return;
#pragma unroll 1
        for (int next = group + 1; next < Groups; ++next) {
            const float* const head = heads + next * (Lanes * Count + 1);
            const float has = head[Lanes * Count];
            if (has == nothing)
                break;
#pragma unroll
            for (int i = 0; i < Count; ++i)
                sum[i] += head[i * Lanes + lane];
            if (has == ended)
                break;
        }
        store();
    }

private:
    enum : int { nothing, ended, all }; // what a group has of a row that began before it

    __device__ __forceinline__ void keep(int has)
    {
        float* const head = heads + group * (Lanes * Count + 1);
        if (has != nothing)
#pragma unroll
            for (int i = 0; i < Count; ++i)
                head[i * Lanes + lane] = sum[i];
        if (lane == 0)
            head[Lanes * Count] = static_cast<float>(has);
    }

    __device__ __forceinline__ void store() const
    {
        if constexpr (Count == 4)
            Output<T, How>::four(args, row, column, sum[0], sum[1], sum[2], sum[3]);
        else if constexpr (Pairs)
            Output<T, How>::eight(args, row, column, sum);
        else
            putEight<T, How>(args, row, column, sum);
    }

    const Arguments& args;
    const long long column;
    const int group, lane;
    float* const heads;
    float sum[Count] = {};
    int row = again; // whose sum is under way; at first that of the group before
    bool headed = false;
};

// A fragment of A (m16n8k16), of 16 rows or, as second operand, of eight, whose values stand in the order of its lanes.
template <int Registers, class T, int Size>
__device__ __forceinline__ void loadFragment(unsigned (&out)[Size], int at, const T* address, bool there = true)
{
    if constexpr (Registers == 4) {
        const uint4 v = there ? load16(address) : make_uint4(0, 0, 0, 0);
        out[at] = v.x;
        out[at + 1] = v.y;
        out[at + 2] = v.z;
        out[at + 3] = v.w;
    } else {
        const uint2 v = there ? *reinterpret_cast<const uint2*>(address) : make_uint2(0, 0);
        out[at] = v.x;
        out[at + 1] = v.y;
    }
}

// Takes those of 16 numbers that are of rows of B which a lane holds (m16n8k16): two, and the two eight further.
template <int Size>
__device__ __forceinline__ void loadRows(int (&out)[Size], int at, const int* numbers, bool there = true)
{
    const int2 v = there ? __ldg(reinterpret_cast<const int2*>(numbers)) : make_int2(0, 0);
    const int2 w = there ? __ldg(reinterpret_cast<const int2*>(numbers + 8)) : make_int2(0, 0);
    out[at] = v.x;
    out[at + 1] = v.y;
    out[at + 2] = w.x;
    out[at + 3] = w.y;
}

// The register of four fragments of B that holds two rows: of each row, four values of 16 bits side by side.
template <class T, int Size>
__device__ __forceinline__ void loadAcross(unsigned (&out)[Size], int at, const T* one, const T* next,
                                           bool there = true)
{
    const uint2 v = there ? *reinterpret_cast<const uint2*>(one) : make_uint2(0, 0);
    const uint2 w = there ? *reinterpret_cast<const uint2*>(next) : make_uint2(0, 0);
    out[at] = __byte_perm(v.x, w.x, 0x5410);
    out[at + 2] = __byte_perm(v.x, w.x, 0x7632);
    out[at + 4] = __byte_perm(v.y, w.y, 0x5410);
    out[at + 6] = __byte_perm(v.y, w.y, 0x7632);
}

// The registers of two fragments of the transpose of B that hold two of its columns: of each, two values, eight rows
// apart, of both fragments side by side.
template <class T, int Size>
__device__ __forceinline__ void loadAcrossPairs(unsigned (&out)[Size], int at, const T* one, const T* next,
                                                bool there = true)
{
    const uint2 v = there ? *reinterpret_cast<const uint2*>(one) : make_uint2(0, 0);
    const uint2 w = there ? *reinterpret_cast<const uint2*>(next) : make_uint2(0, 0);
    out[at] = __byte_perm(v.x, w.x, 0x5410);
    out[at + 1] = __byte_perm(v.y, w.y, 0x5410);
    out[at + 4] = __byte_perm(v.x, w.x, 0x7632);
    out[at + 5] = __byte_perm(v.y, w.y, 0x7632);
}

// c (16 x 8) += a (16 x 16) times b, of fragments that begin at these registers.
template <class T, int C, int A, int B>
__device__ __forceinline__ void multiplyFragments(float (&c)[C], int ci, const unsigned (&a)[A], int ai,
                                                  const unsigned (&b)[B], int bi)
{
    float sum[4] = {c[ci], c[ci + 1], c[ci + 2], c[ci + 3]};
    multiplyAdd<T>(sum, a[ai], a[ai + 1], a[ai + 2], a[ai + 3], b[bi], b[bi + 1]);
#pragma unroll
    for (int i = 0; i < 4; ++i)
        c[ci + i] = sum[i];
}

// c (8 x 16) += a (8 x 16) times b (16 x 16): the transpose of c is that of b times that of a.
template <class T, int C, int A, int B>
__device__ __forceinline__ void multiplyTransposed(float (&c)[C], int ci, const unsigned (&a)[A], int ai,
                                                   const unsigned (&b)[B], int bi)
{
    float sum[4] = {c[ci], c[ci + 1], c[ci + 2], c[ci + 3]};
    multiplyAdd<T>(sum, b[bi], b[bi + 1], b[bi + 2], b[bi + 3], a[ai], a[ai + 1]);
#pragma unroll
    for (int i = 0; i < 4; ++i)
        c[ci + i] = sum[i];
}
