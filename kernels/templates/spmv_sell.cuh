// SELL-C-sigma tile times a vector: a lane takes a row, so that lanes side by side read side by side, place after
// place. Where rows are few, several lanes share each and meet in shared memory.
template <class T, int Slice, Sums How>
struct VectorSell {
    static constexpr int sharedBytes = threads * 4;

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int, unsigned char* shared)
    {
        const int count = tile.slices() * Slice;
        int share = 1;
        while (share < threads && 2 * share * count <= threads)
            share *= 2;
        if (share == 1) {
#pragma unroll 1
            for (int stored = threadIdx.x; stored < count; stored += threads)
                putValue<T, How>(args, tile.rowIds()[stored], partial(args, tile, stored, 0, 1));
            return;
        }
        float* const sums = reinterpret_cast<float*>(shared);
        const int stored = threadIdx.x % count;
        const int member = threadIdx.x / count;
        if (member < share)
            sums[threadIdx.x] = partial(args, tile, stored, member, share);
        __syncthreads();
        if (member > 0)
            return;
        float sum = 0;
#pragma unroll 1
        for (int m = 0; m < share; ++m)
            sum += sums[m * count + stored];
        putValue<T, How>(args, tile.rowIds()[stored], sum);
    }

    // What one of `share` lanes adds up of a row.
    template <class Tile>
    static __device__ __forceinline__ float partial(const Arguments& args, const Tile& tile, int stored, int member,
                                                    int share)
    {
        const int slice = stored / Slice;
        const int begin = slice > 0 ? tile.sliceEnd()[slice - 1] : 0;
        const int end = tile.sliceEnd()[slice];
        const int* const cols = tile.colIdx();
        const T* const values = static_cast<const T*>(tile.values());
        const T* const x = static_cast<const T*>(args.B);
        float sum = 0;
#pragma unroll 1
        for (int k = begin + stored % Slice + member * Slice; k < end; k += gathers * share * Slice) {
            int col[gathers];
            float scale[gathers];
#pragma unroll
            for (int i = 0; i < gathers; ++i) {
                const int place = k + i * share * Slice;
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
};
