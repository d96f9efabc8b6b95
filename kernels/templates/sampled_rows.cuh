// Sampled tiles that store row by row, CSR and ELL (SDDMM): a group of lanes takes a row, 16 bytes of the dense part a
// lane; it loads the row's part of X once for several places, and its lanes' sums meet by shuffles. Where rows are
// fewer than groups, several share each.

// Where the places of stored rows lie.
struct CsrRows {
    const int stored;
    const int* const rowEnd;
    template <class Tile>
    __device__ __forceinline__ explicit CsrRows(const Tile& tile) : stored(tile.rows()[0]), rowEnd(tile.rowEnd())
    {
    }
    __device__ __forceinline__ int count() const { return stored; }
    __device__ __forceinline__ int begin(int row) const { return row > 0 ? rowEnd[row - 1] : 0; }
    __device__ __forceinline__ int end(int row) const { return rowEnd[row]; }
};

template <int Rows, int Width>
struct EllRows {
    template <class Tile>
    __device__ __forceinline__ explicit EllRows(const Tile&)
    {
    }
    __device__ __forceinline__ int count() const { return Rows; }
    __device__ __forceinline__ int begin(int row) const { return row * Width; }
    __device__ __forceinline__ int end(int row) const { return row * Width + Width; }
};

template <class T, class Rows, int DensePart, Sums How>
struct SampledRows {
    static constexpr int sharedBytes = 0;
    static constexpr int perLane = 16 / static_cast<int>(sizeof(T));
    static constexpr int lanes = powerIn(DensePart / perLane);
    static constexpr int chunks = DensePart / perLane / lanes;
    static constexpr int groups = threads / lanes;
    static constexpr int together = gathers; // places of a group, gathered at once

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int part, unsigned char*)
    {
        const Rows layout(tile);
        const int* const cols = tile.colIdx();
        const int count = layout.count();
        const int lane = threadIdx.x % lanes;
        const int group = threadIdx.x / lanes;
        // The lanes of this group, which meet in shuffles; other groups of the warp may be elsewhere.
        const unsigned members =
            lanes == 32 ? 0xffffffffu : ((1u << lanes % 32) - 1) << (threadIdx.x % 32 / lanes * lanes);
        const long long k0 = static_cast<long long>(part) * DensePart + lane * perLane;
        const T* const Y = static_cast<const T*>(args.Y) + k0;
        int share = 1; // groups of a row
        while (share < groups && 2 * share * count <= groups)
            share *= 2;
#pragma unroll 1
        for (int stored = group / share; stored < count; stored += groups / share) {
            const int row = tile.rowIds()[stored];
            if (row < 0)
                continue;
            const T* const X = static_cast<const T*>(args.X) + k0 + row * args.ld;
            const int end = layout.end(stored);
#pragma unroll 1
            for (int place = layout.begin(stored) + group % share * together; place < end; place += share * together) {
                float sum[together] = {};
                int col[together];
#pragma unroll
                for (int j = 0; j < together; ++j)
                    col[j] = cols[smaller(place + j, end - 1)];
#pragma unroll 1
                for (int chunk = 0; chunk < chunks; ++chunk) {
                    const uint4 x = load16(X + chunk * lanes * perLane);
                    uint4 y[together];
#pragma unroll
                    for (int j = 0; j < together; ++j)
                        y[j] = load16(Y + col[j] * args.ld + chunk * lanes * perLane);
#pragma unroll
                    for (int j = 0; j < together; ++j)
                        sum[j] = dot16<T>(x, y[j], sum[j]);
                }
#pragma unroll
                for (int distance = 1; distance < lanes; distance *= 2)
#pragma unroll
                    for (int j = 0; j < together; ++j)
                        sum[j] += __shfl_xor_sync(members, sum[j], distance);
#pragma unroll
                for (int j = 0; j < together; ++j)
                    if (lane == j % lanes && place + j < end) {
                        const int at = place + j;
                        putDot<T, How>(args, part, tile.outputs()[at],
                                       toFloat(static_cast<const T*>(tile.values())[at]) * sum[j]);
                    }
            }
        }
    }
};
