// Sampled tiles that store row by row, CSR and ELL (SDDMM), in float32: a group of eight lanes takes a row, or where
// rows are few and long shares it with others. It keeps the row's part of X, and takes eight places at a time: each
// lane adds up its slices of 16 bytes for all of them, then lanes exchange halves of their sums until each has the
// whole sum of one place. So a group's columns, values and results are side by side.

// Eight lanes have a sum each of eight places. Each gives half of its sums to the lane that is half of them away and
// takes the other half from there, until it has the sum of all lanes of the place with its number.
__device__ __forceinline__ float exchanged(float (&sum)[8], int lane)
{
#pragma unroll
    for (int half = 4; half > 0; half /= 2) {
        const bool upper = (lane & half) != 0;
#pragma unroll
        for (int i = 0; i < half; ++i) {
            const float given = upper ? sum[i] : sum[half + i];
            sum[i] = (upper ? sum[half + i] : sum[i]) + __shfl_xor_sync(0xffffffffu, given, half);
        }
    }
    return sum[0];
}

template <class Rows, int DensePart, Sums How>
struct SampledRows {
    static constexpr int sharedBytes = 0;
    static constexpr int lanes = 8; // of a group
    static constexpr int groups = threads / lanes;
    static constexpr int slice = lanes * 4;                  // values of a row that a group loads at once
    static constexpr int slices = DensePart / slice;         // of a part
    static constexpr int kept = smaller(powerIn(slices), 4); // of X, in registers
    // Places of a group whose rows of Y are on their way.
    static constexpr int together = smaller(lanes, powerBelow(2 * gathers / kept));

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int part, unsigned char*)
    {
        const Rows layout(tile);
        const int count = layout.count();
        const int lane = threadIdx.x % lanes;
        const int group = threadIdx.x / lanes;
        const long long k = static_cast<long long>(part) * DensePart + lane * 4;
        int share = 1; // groups of a row, as long as each has eight places of it
        while (share < groups && share * count < 2 * groups && share * count * lanes < layout.end(count - 1))
            share *= 2;
            // All groups of a warp go the same way, though their rows are of unlike lengths.
#pragma unroll 1
        for (int first = 0; first < count; first += groups / share) {
            const int stored = first + group / share;
            const int row = stored < count ? tile.rowIds()[stored] : none;
            const int end = row < 0 ? 0 : layout.end(stored);
            int place = row < 0 ? 0 : layout.begin(stored) + group % share * lanes;
            const float* const X = static_cast<const float*>(args.X) + k + (row < 0 ? 0 : row) * args.ld;
            uint4 x[kept];
            load(X, x);
#pragma unroll 1
            for (int most; (most = __reduce_max_sync(0xffffffffu, end - place)) > 0; place += share * lanes) {
                const int mine = place + lane;
                const int col = place < end ? tile.colIdx()[smaller(mine, end - 1)] : 0;
                int at = none;
                float value = 0;
                if (mine < end) {
                    at = tile.outputs()[mine];
                    value = static_cast<const float*>(tile.values())[mine];
                }
                float sum[lanes] = {};
#pragma unroll 1
                for (int s = 0; s < slices; s += kept) {
                    if (slices > kept)
                        load(X + s * slice, x);
                    const float* const Y = static_cast<const float*>(args.Y) + k + s * slice;
#pragma unroll
                    for (int i = 0; i < lanes; i += together) {
                        if (i >= most)
                            break;
                        uint4 y[together][kept];
#pragma unroll
                        for (int j = 0; j < together; ++j)
                            load(Y + __shfl_sync(0xffffffffu, col, threadIdx.x % 32 - lane + i + j) * args.ld, y[j]);
#pragma unroll
                        for (int j = 0; j < together; ++j)
#pragma unroll
                            for (int of = 0; of < kept; ++of)
                                sum[i + j] = dot16<float>(x[of], y[j][of], sum[i + j]);
                    }
                }
                putDot<float, How>(args, part, at, value * exchanged(sum, lane));
            }
        }
    }

    // This lane's 16 bytes of some slices.
    static __device__ __forceinline__ void load(const float* from, uint4 (&values)[kept])
    {
#pragma unroll
        for (int s = 0; s < kept; ++s)
            values[s] = load16(from + s * slice);
    }
};
