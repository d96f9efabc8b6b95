// SELL-C-sigma tile times a vector: a lane takes a row, so that lanes side by side read side by side, place after
// place. Where rows are few, several lanes share each and meet in shared memory.
template <class T, int Slice, bool Atomic>
struct VectorSell {
    static constexpr int sharedBytes = threads * 4;

    static __device__ __forceinline__ void run(const Arguments& args, const TileRecord& tile, int,
                                               unsigned char* shared)
    {
        const int* const heading = args.colIds + tile.colBegin;
        const int slices = heading[0];
        const int count = slices * Slice;
        int share = 1;
        while (share < threads && 2 * share * count <= threads)
            share *= 2;
        if (share == 1) {
#pragma unroll 1
            for (int stored = threadIdx.x; stored < count; stored += threads)
                putValue<T, Atomic>(args, args.rowIds[tile.rowBegin + stored],
                                    partial(args, tile, slices, stored, 0, 1));
            return;
        }
        float* const sums = reinterpret_cast<float*>(shared);
        const int stored = threadIdx.x % count;
        const int member = threadIdx.x / count;
        if (member < share)
            sums[threadIdx.x] = partial(args, tile, slices, stored, member, share);
        __syncthreads();
        if (member > 0)
            return;
        float sum = 0;
#pragma unroll 1
        for (int m = 0; m < share; ++m)
            sum += sums[m * count + stored];
        putValue<T, Atomic>(args, args.rowIds[tile.rowBegin + stored], sum);
    }

    // What one of `share` lanes adds up of a row.
    static __device__ __forceinline__ float partial(const Arguments& args, const TileRecord& tile, int slices,
                                                    int stored, int member, int share)
    {
        const int* const heading = args.colIds + tile.colBegin;
        const int slice = stored / Slice;
        const int begin = slice > 0 ? heading[slice] : 0;
        const int end = heading[1 + slice];
        const int* const cols = heading + 1 + slices;
        const T* const values = static_cast<const T*>(args.values) + tile.valueBegin;
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
