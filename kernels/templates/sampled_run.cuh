// SDDMM 1D tile: Size non-zeros one after another, each with its row of X and of Y. A group of lanes owns a place at a
// time, 16 bytes of the dense part a lane, several places in flight; the lanes' sums meet by shuffles.
template <class T, int Size, int DensePart, Sums How>
struct SampledRun {
    static constexpr int sharedBytes = 0;
    static constexpr int perLane = 16 / static_cast<int>(sizeof(T));
    static constexpr int lanes = powerIn(DensePart / perLane);
    static constexpr int chunks = DensePart / perLane / lanes;
    static constexpr int groups = smaller(threads / lanes, Size);
    static constexpr int together = smaller(chunks > 1 ? gathers / 2 : gathers,
                                            Size / groups); // places of a group, gathered at once

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int part, unsigned char*)
    {
        const int lane = threadIdx.x % lanes;
        const int group = threadIdx.x / lanes;
        if (group >= groups)
            return; // whole warps: Size is a multiple of 32
        const long long k = static_cast<long long>(part) * DensePart + lane * perLane;
        const T* const X = static_cast<const T*>(args.X) + k;
        const T* const Y = static_cast<const T*>(args.Y) + k;
#pragma unroll 1
        for (int first = 0; first < Size; first += groups * together) {
            float sum[together] = {};
            int row[together];
            int col[together];
#pragma unroll
            for (int j = 0; j < together; ++j) {
                const int place = first + j * groups + group;
                row[j] = tile.rowIdx()[place];
                row[j] = row[j] < 0 ? 0 : row[j];
                col[j] = tile.colIdx()[place];
            }
#pragma unroll 1
            for (int chunk = 0; chunk < chunks; ++chunk) {
                uint4 a[together];
                uint4 b[together];
#pragma unroll
                for (int j = 0; j < together; ++j) {
                    a[j] = load16(X + row[j] * args.ld + chunk * lanes * perLane);
                    b[j] = load16(Y + col[j] * args.ld + chunk * lanes * perLane);
                }
#pragma unroll
                for (int j = 0; j < together; ++j)
                    sum[j] = dot16<T>(a[j], b[j], sum[j]);
            }
#pragma unroll
            for (int distance = 1; distance < lanes; distance *= 2)
#pragma unroll
                for (int j = 0; j < together; ++j)
                    sum[j] += __shfl_xor_sync(0xffffffffu, sum[j], distance);
                    // Lane j of a group writes its place j; where lanes are few, some write several.
#pragma unroll
            for (int j = 0; j < together; ++j)
                if (lane == j % lanes) {
                    const int at = first + j * groups + group;
                    putDot<T, How>(args, part, tile.outputs()[at],
                                   toFloat(static_cast<const T*>(tile.values())[at]) * sum[j]);
                }
        }
    }
};
