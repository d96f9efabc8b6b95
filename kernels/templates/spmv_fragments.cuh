// Tiles of block rows times a vector, stored for tensor cores: a warp takes a block row, 16 columns a step; of these a
// lane holds four in one row, or in two rows 8 apart, in the order of fragments (PTX ISA, m16n8k16). Where block rows
// are few, warps share each and meet in shared memory.
template <class T, class Layout, Sums How>
struct VectorFragments {
    static constexpr int rows = Layout::height;
    static_assert((rows == 8 || rows == 16) && Layout::width % 16 == 0);
    static constexpr int each = rows / 2; // values of a lane and step
    static constexpr int warps = threads / 32;
    static constexpr int sharedBytes = warps * rows * 4;

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int, unsigned char* shared)
    {
        const Layout layout(tile);
        float* const sums = reinterpret_cast<float*>(shared);
        const int lane = threadIdx.x % 32;
        const int warp = threadIdx.x / 32;
        int share = 1; // warps of a block row
        while (share < warps && 2 * share * layout.count() <= warps)
            share *= 2;
        const int workers = warps / share;
        const int r = lane / 4 + lane % 4 * 8; // the row that this lane stores, if there is one
#pragma unroll 1
        for (int first = 0; first < layout.count(); first += workers) {
            const int blockRow = first + warp % workers;
            const bool there = blockRow < layout.count();
            float sum[2] = {};
            const int end = there ? layout.end(blockRow) : 0;
#pragma unroll 1
            for (int k = there ? layout.begin(blockRow) + warp / workers * 16 : 0; k < end; k += share * 16)
                step(sum, args, tile, layout, k + lane % 4 * 2, k * rows + lane * each);
#pragma unroll
            for (int i = 0; i < rows / 8; ++i) {
                sum[i] += __shfl_xor_sync(0xffffffffu, sum[i], 1);
                sum[i] += __shfl_xor_sync(0xffffffffu, sum[i], 2);
            }
            float total = lane % 4 == 0 ? sum[0] : sum[1];
            if (share > 1) { // one round
                if (r < rows)
                    sums[warp * rows + r] = total;
                __syncthreads();
                total = 0;
#pragma unroll 1
                for (int w = warp; w < warps; w += workers)
                    total += r < rows ? sums[w * rows + r] : 0;
            }
            if (there && r < rows && warp < workers)
                putValue<T, How>(args, tile.rowIds()[blockRow * rows + r], total);
        }
    }

    // Columns k, k + 1, k + 8 and k + 9 of rows lane / 4 and, of 16, lane / 4 + 8.
    template <class Tile>
    static __device__ __forceinline__ void step(float (&sum)[2], const Arguments& args, const Tile& tile,
                                                const Layout& layout, int k, int at)
    {
        const T* const x = static_cast<const T*>(args.B);
        float a[each];
        loadValues<each>(static_cast<const T*>(tile.values()) + at, a);
        float low[2], high[2];
        layout.template elements<2>(x, k, low);
        layout.template elements<2>(x, k + 8, high);
#pragma unroll
        for (int i = 0; i < rows / 8; ++i) {
            const int upper = each / 2 + 2 * i;
            sum[i] += a[2 * i] * low[0] + a[2 * i + 1] * low[1] + a[upper] * high[0] + a[upper + 1] * high[1];
        }
    }
};
