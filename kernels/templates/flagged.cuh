// Numbers what is flagged: bytes that are not 0, flag i of a bucket at flags[bucket * toBucket + i * toItem]. Includes
// nothing.

// How many the threads before this one in the block have, of which it has `mine`, and `running`, which becomes what all
// have had so far. All 1,024 threads take part.
__device__ __forceinline__ int countedBefore(int mine, int (&sums)[32], int& running)
{
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    int upTo = mine;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const int below = __shfl_up_sync(~0u, upTo, distance);
        upTo += lane >= distance ? below : 0;
    }
    if (lane == 31)
        sums[warp] = upTo;
    __syncthreads();
    int before = running + upTo - mine;
#pragma unroll
    for (int w = 0; w < 32; ++w) {
        const int count = sums[w];
        before += w < warp ? count : 0;
        running += count;
    }
    __syncthreads(); // the sums have been read
    return before;
}

// A block a bucket of `items` flags: places[where the flag is] is how many are flagged before it in its bucket, nothing
// where it is not; counts[bucket] how many are.
extern "C" __global__ void __launch_bounds__(1024) numberFlagged(const unsigned char* flags, int* places, int* counts,
                                                                 long long items, long long toBucket, long long toItem)
{
    constexpr int each = 4; // flags of a thread at once
    __shared__ int sums[32];
    const long long bucket = blockIdx.x * toBucket;
    int running = 0;
    for (long long first = 0; first < items; first += 1024 * each) {
        const long long mine = first + static_cast<int>(threadIdx.x) * each;
        unsigned flagged = 0;
#pragma unroll
        for (int i = 0; i < each; ++i)
            if (mine + i < items && flags[bucket + (mine + i) * toItem] != 0)
                flagged |= 1u << i;
        int place = countedBefore(__popc(flagged), sums, running);
#pragma unroll
        for (int i = 0; i < each; ++i)
            if ((flagged >> i & 1) != 0)
                places[bucket + (mine + i) * toItem] = place++;
    }
    if (threadIdx.x == 0)
        counts[blockIdx.x] = running;
}

// One block: begins[i] is the sum of the counts before i, begins[n] of all.
extern "C" __global__ void __launch_bounds__(1024) sumCounts(const int* counts, long long n, int* begins)
{
    __shared__ int sums[32];
    int running = 0;
    for (long long first = 0; first < n; first += 1024) {
        const long long mine = first + threadIdx.x;
        const int before = countedBefore(mine < n ? counts[mine] : 0, sums, running);
        if (mine < n)
            begins[mine] = before;
    }
    if (threadIdx.x == 0)
        begins[n] = running;
}
