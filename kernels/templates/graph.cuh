// A graph's kernel (AlphaSparse): what its nodes call. A thread block takes a BMTB, whose BMTs are dealt to threads;
// `branch` is the struct before the kernel that names what its branch reads. Sums are float32, or float64 where values
// are.

// How many bits of a word are set, and where the lowest one is, from 1; 0: there is none.
__device__ __forceinline__ int countOnes(unsigned bits)
{
    return __popc(static_cast<int>(bits));
}
__device__ __forceinline__ int lowestOne(unsigned bits)
{
    return __ffs(static_cast<int>(bits));
}

// Where the places of a BMT stand: one after another.
struct Places {
    static constexpr int width = 1;
    int first;
    __device__ __forceinline__ int operator[](int k) const { return first + k; }
};
// Those of interleaved BMTs: `Width` together, which a lane reads at once, the next ones `stride` behind them.
template <int Width>
struct Interleaved {
    static constexpr int width = Width;
    int first, stride;
    __device__ __forceinline__ int operator[](int k) const { return first + k / Width * stride + k % Width; }
};

// Consecutive elements that are read at once.
template <class T, int Count>
struct alignas(smaller(static_cast<int>(sizeof(T)) * Count, 16)) Together {
    T elements[Count];
};
template <int Count, class T>
__device__ __forceinline__ Together<T, Count> loadTogether(const T* first)
{
    return *reinterpret_cast<const Together<T, Count>*>(first);
}

// Copies the part of x that the places of a BMTB read to shared memory, to a multiple of 16 bytes; waitCopies() ends
// it.
template <class T>
__device__ __forceinline__ void copyStripe(T* to, const T* from, int count, int blockThreads)
{
    constexpr int together = 16 / static_cast<int>(sizeof(T));
    const int whole = reinterpret_cast<unsigned long long>(from) % 16 == 0 ? count / together * together : 0;
#pragma unroll 4
    for (int i = threadIdx.x * together; i < whole; i += blockThreads * together)
        copy16(to + i, from + i);
#pragma unroll 4
    for (int i = whole + threadIdx.x; i < count; i += blockThreads)
        to[i] = from[i];
}

// Places [begin, end) of a BMT, times what they gather of x, of which the branch has some under way. Of b, columns may
// count from a base.
template <class Branch, class P>
__device__ __forceinline__ auto sumOfPlaces(const Branch& branch, const P& places, int begin, int end, int b)
{
    using Sum = decltype(branch.value(0));
    Sum sum = 0;
#pragma unroll 1
    for (int k = begin; k < end; k += Branch::gathers) {
        int col[Branch::gathers];
        Sum scale[Branch::gathers];
#pragma unroll
        for (int i = 0; i < Branch::gathers; ++i) {
            const bool there = k + i < end;
            col[i] = there ? branch.col_indices(places[k + i], b) : -1;
            scale[i] = there ? branch.value(places[k + i]) : 0;
        }
#pragma unroll
        for (int i = 0; i < Branch::gathers; ++i)
            if (col[i] >= 0)
                sum += scale[i] * branch.x(col[i]);
    }
    return sum;
}

// All places of a BMT, whose count is a multiple of those that are read at once.
template <class Branch, class P>
__device__ __forceinline__ auto sumOfPlaces(const Branch& branch, const P& places, int count, int b)
{
    if constexpr (P::width == 1) {
        return sumOfPlaces(branch, places, 0, count, b);
    } else {
        constexpr int reads = Branch::gathers > P::width ? Branch::gathers / P::width : 1;
        using Sum = decltype(branch.value(0));
        Sum sum = 0;
#pragma unroll 1
        for (int k = 0; k < count; k += reads * P::width) {
            int col[reads][P::width];
            Sum scale[reads][P::width];
#pragma unroll
            for (int r = 0; r < reads; ++r)
                if (const int first = k + r * P::width; r == 0 || first < count)
                    branch.read(places[first], b, col[r], scale[r]);
#pragma unroll
            for (int r = 0; r < reads; ++r)
                if (r == 0 || k + r * P::width < count)
#pragma unroll
                    for (int i = 0; i < P::width; ++i)
                        sum += scale[r][i] * branch.x(col[r][i]);
        }
        return sum;
    }
}

// A row's column on a diagonal, or the matrix's next to it.
__device__ __forceinline__ int columnOn(int row, int diagonal, int last)
{
    const int col = row + diagonal;
    return col < 0 ? 0 : col > last ? last : col;
}

// After DIAG_SPLIT: all places of a BMT that is a row of the matrix, one for each diagonal.
template <class Branch, class P>
__device__ __forceinline__ auto sumOfDiagonals(const Branch& branch, const P& places, int row)
{
    using Sum = decltype(branch.value(0));
    Sum sum = 0;
#pragma unroll
    for (int k = 0; k < Branch::diagonals; k += P::width) {
        int col[P::width];
        Sum scale[P::width];
        branch.read(places[k], k, row, col, scale);
#pragma unroll
        for (int i = 0; i < P::width; ++i)
            sum += scale[i] * branch.x(col[i]);
    }
    return sum;
}

// THREAD_BITMAP_RED: take(i, sum) for what ends before the place that begins result i + 1, then for the rest; i is -1
// before the first that begins. Bit k: a result begins at place k.
template <class Branch, class P, class Take>
__device__ __forceinline__ void forRuns(const Branch& branch, const P& places, int count, unsigned bits, int b,
                                        const Take& take)
{
    int result = (bits & 1u) != 0 ? 0 : -1;
    bits &= ~1u;
#pragma unroll 1
    for (int k = 0; k < count; ++result) {
        const int begins = lowestOne(bits);
        const int end = begins > 0 && begins <= count ? begins - 1 : count;
        bits &= bits - 1;
        take(result, sumOfPlaces(branch, places, k, end, b));
        k = end;
    }
}

// The sum over each `width` lanes, in the first of them.
template <class Sum>
__device__ __forceinline__ Sum sumOfLanes(Sum sum, int width)
{
#pragma unroll
    for (int by = 16; by > 0; by /= 2)
        if (by < width)
            sum += __shfl_down_sync(0xffffffffu, sum, by);
    return sum;
}

// What a segment of lanes sums up, in the lane that begins it. Bit i: lane i begins one.
template <class Sum>
__device__ __forceinline__ Sum sumOfSegment(Sum sum, unsigned begins)
{
    const int lane = threadIdx.x % 32;
    const int next = lowestOne(begins & (0xfffffffeu << lane)); // the one behind it that begins another, from 1
    const int end = next > 0 ? next - 1 : 32;
#pragma unroll
    for (int by = 1; by < 32; by *= 2) {
        const Sum other = __shfl_down_sync(0xffffffffu, sum, by);
        if (lane + by < end)
            sum += other;
    }
    return sum;
}

// WARP_SEG_RED of sums: a bit for each lane whose row is not that of the lane before. -1: no row.
__device__ __forceinline__ unsigned beginsOfRows(int row)
{
    const int before = __shfl_up_sync(0xffffffffu, row, 1);
    return __ballot_sync(0xffffffffu, row >= 0 && (threadIdx.x % 32 == 0 || row != before));
}

// WARP_SEG_RED of runs: what the lanes behind begin with is of the row that this one ends with.
template <class Sum>
__device__ __forceinline__ Sum sumOfHeads(Sum head, unsigned begins)
{
    const Sum next = __shfl_down_sync(0xffffffffu, head, 1);
    return sumOfSegment<Sum>(threadIdx.x % 32 == 31 ? 0 : next, begins);
}

// SHMEM_TOTAL_RED: the sum of what the warps' first lanes have, in thread 0.
template <class Sum>
__device__ __forceinline__ Sum sumOfWarps(Sum sum, Sum* partials, int blockThreads)
{
    if (threadIdx.x % 32 == 0)
        partials[threadIdx.x / 32] = sum;
    __syncthreads();
    return threadIdx.x < 32 ? sumOfLanes<Sum>(threadIdx.x < blockThreads / 32 ? partials[threadIdx.x] : 0, 32) : 0;
}

// GMEM_ATOM_RED: what a row of y becomes.
template <class T, class Branch, class Sum>
__device__ __forceinline__ void storeRow(const Branch& branch, int origin, Sum sum)
{
    if constexpr (sizeof(T) == 8)
        static_cast<T*>(branch.args.C)[origin] = sum;
    else
        static_cast<T*>(branch.args.C)[origin] = rounded<T>(sum);
}

// A final result of a stored row.
template <class T, class Branch, class Sum>
__device__ __forceinline__ void putRow(const Branch& branch, int row, int b, Sum sum)
{
    const int origin = branch.origin_rows(row, b);
    if (Branch::paddedRows && origin < 0)
        return;
    if constexpr (Branch::added) {
        if (const int slot = branch.row_slots(row); slot >= 0) {
            waitForKernelBefore();
            if constexpr (sizeof(T) == 2)
                addOne(branch.args.scratch + slot, sum);
            else
                addOne(static_cast<Sum*>(branch.args.C) + origin, sum);
            return;
        }
    }
    storeRow<T>(branch, origin, sum);
}
