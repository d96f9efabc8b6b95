// Tiles of rows and of block rows times a vector, groups stored row by row: as many lanes take a row as it has pieces
// on average, at most a warp; a piece is values of a row side by side, and so are those of the vector that BSR
// multiplies them with. Few rows are each taken by the whole block.
template <class T, class Layout, Sums How>
struct VectorBlocked {
    static constexpr int side = smaller(powerIn(Layout::width), gathers); // values of a piece
    static constexpr int inFlight = gathers / side;                       // pieces of a lane
    static constexpr int warps = threads / 32;
    static constexpr int sharedBytes = warps * 4;

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int, unsigned char* shared)
    {
        const Layout layout(tile);
        const int rows = layout.count() * Layout::height;
        if (2 * rows <= warps) {
#pragma unroll 1
            for (int stored = 0; stored < rows; ++stored) {
                const float sum = ofBlock(partial(args, tile, layout, stored, threadIdx.x, threads),
                                          reinterpret_cast<float*>(shared));
                if (threadIdx.x == 0)
                    putValue<T, How>(args, tile.rowIds()[stored], sum);
            }
            return;
        }
        int lanes = 1;
#pragma unroll
        for (int l = 2; l <= 32; l *= 2)
            lanes = l * layout.count() <= layout.end(layout.count() - 1) / side ? l : lanes;
        const int member = threadIdx.x % lanes;
#pragma unroll 1
        for (int first = 0; first < rows; first += threads / lanes) {
            const int stored = first + threadIdx.x / lanes;
            float sum = stored < rows ? partial(args, tile, layout, stored, member, lanes) : 0;
#pragma unroll 1
            for (int distance = 1; distance < lanes; distance *= 2)
                sum += __shfl_xor_sync(0xffffffffu, sum, distance);
            if (stored < rows && member == 0)
                putValue<T, How>(args, tile.rowIds()[stored], sum);
        }
    }

    // What one of `lanes` lanes adds up of a row: its pieces are `lanes` apart.
    template <class Tile>
    static __device__ __forceinline__ float partial(const Arguments& args, const Tile& tile, const Layout& layout,
                                                    int stored, int member, int lanes)
    {
        const T* const values = static_cast<const T*>(tile.values());
        const T* const x = static_cast<const T*>(args.B);
        const int blockRow = stored / Layout::height;
        const int end = layout.end(blockRow);
        float sum = 0;
#pragma unroll 1
        for (int k = layout.begin(blockRow) + member * side; k < end; k += inFlight * lanes * side) {
            float a[inFlight][side] = {};
            float b[inFlight][side] = {};
#pragma unroll
            for (int i = 0; i < inFlight; ++i) {
                const int at = k + i * lanes * side;
                if (at < end) {
                    loadValues<side>(values + placeIn<Layout>(stored % Layout::height, at), a[i]);
                    layout.template elements<side>(x, at, b[i]);
                }
            }
#pragma unroll
            for (int i = 0; i < inFlight; ++i)
#pragma unroll
                for (int j = 0; j < side; ++j)
                    sum += a[i][j] * b[i][j];
        }
        return sum;
    }

    // The sum over all threads, in the first one.
    static __device__ __forceinline__ float ofBlock(float sum, float* sums)
    {
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2)
            sum += __shfl_xor_sync(0xffffffffu, sum, distance);
        __syncthreads(); // what the row before left there has been read
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
