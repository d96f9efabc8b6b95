// CSR tile times a vector: whole rows of any lengths. Its columns begin with the number of rows and where each of them ends.
// As many lanes take a row as it has places on average, at most a warp; few long rows are each taken by the whole block.
template <class T, bool Atomic>
struct VectorCsr {
    static constexpr int warps = threads / 32;
    static constexpr int sharedBytes = warps * 4;

    static __device__ __forceinline__ void run(const Arguments& args, const TileRecord& tile, int, unsigned char* shared)
    {
        const int* const ends = args.colIds + tile.colBegin + 1;
        const int count = ends[-1];
        const int* const rows = args.rowIds + tile.rowBegin;
        if (2 * count <= warps) {
#pragma unroll 1
            for (int stored = 0; stored < count; ++stored) {
                const float sum = ofBlock(partial(args, tile, ends, count, stored, threadIdx.x, threads), reinterpret_cast<float*>(shared));
                if (threadIdx.x == 0)
                    putValue<T, Atomic>(args, rows[stored], sum);
            }
            return;
        }
        int lanes = 1;
#pragma unroll
        for (int l = 2; l <= 32; l *= 2)
            lanes = l * count <= ends[count - 1] ? l : lanes;
        const int member = threadIdx.x % lanes;
#pragma unroll 1
        for (int first = 0; first < count; first += threads / lanes) {
            const int stored = first + threadIdx.x / lanes;
            float sum = stored < count ? partial(args, tile, ends, count, stored, member, lanes) : 0;
#pragma unroll 1
            for (int distance = 1; distance < lanes; distance *= 2)
                sum += __shfl_xor_sync(0xffffffffu, sum, distance);
            if (stored < count && member == 0)
                putValue<T, Atomic>(args, rows[stored], sum);
        }
    }

    // What one of `lanes` lanes adds up of a row: its places are `lanes` apart, so that lanes side by side read side by side.
    static __device__ __forceinline__ float partial(const Arguments& args, const TileRecord& tile, const int* ends, int count, int stored, int lane, int lanes)
    {
        const T* const values = static_cast<const T*>(args.values) + tile.valueBegin;
        const int* const cols = ends + count;
        const T* const x = static_cast<const T*>(args.B);
        const int end = ends[stored];
        float sum = 0;
#pragma unroll 1
        for (int k = (stored > 0 ? ends[stored - 1] : 0) + lane; k < end; k += gathers * lanes) {
            int col[gathers];
            float scale[gathers];
#pragma unroll
            for (int i = 0; i < gathers; ++i) {
                const int place = k + i * lanes;
                col[i] = place < end ? cols[place] : -1;
                scale[i] = place < end ? toFloat(values[place]) : 0;
            }
#pragma unroll
            for (int i = 0; i < gathers; ++i)
                if (col[i] >= 0)
                    sum += scale[i] * gatherOne(x + col[i]);
        }
        return sum;
    }

    // The sum over all threads, in the first one.
    static __device__ __forceinline__ float ofBlock(float sum, float* sums)
    {
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2)
            sum += __shfl_xor_sync(0xffffffffu, sum, distance);
        __syncthreads();  // what the row before left there has been read
        if (threadIdx.x % 32 == 0)
            sums[threadIdx.x / 32] = sum;
        __syncthreads();
        sum = 0;
#pragma unroll
        for (int warp = 0; warp < warps; ++warp)
            sum += sums[warp];
        return sum;
    }
};
