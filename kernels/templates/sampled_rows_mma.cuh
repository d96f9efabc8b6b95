// Sampled tiles that store row by row, CSR and ELL (SDDMM), in 16 bits, by tensor cores: the rows of Y of 16 places one
// after another are operand A, the rows of X of the tile's next eight rows operand B. Of the 16 x 8 products those are
// kept that are of a place and its own row: the others cost less than sums that lanes would exchange. As of a block,
// the order of k in a sum is free, so that 16 bytes of a row are the fragments of two steps.
template <class T, class Rows, int DensePart, Sums How>
struct SampledRowsMma {
    static constexpr int sharedBytes = 0;
    static constexpr int warps = threads / 32;
    static constexpr int slices = DensePart / 32;            // of 64 bytes, 16 of a lane
    static constexpr int kept = smaller(powerIn(slices), 4); // of X, in registers
    // Of 16 places, whose rows of Y are on their way.
    static constexpr int strips = powerBelow(gathers / smaller(2 * kept, 4));

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int part, unsigned char*)
    {
        constexpr unsigned all = 0xffffffffu;
        const Rows layout(tile);
        const int count = layout.count();
        const int g = threadIdx.x % 32 / 4;
        const int t = threadIdx.x % 4;
        const long long k = static_cast<long long>(part) * DensePart + t * 8;
        const T* const X = static_cast<const T*>(args.X) + k;
        const T* const Y = static_cast<const T*>(args.Y) + k;
        const int places = layout.end(count - 1);
        const int each = (places + warps * 16 - 1) / (warps * 16) * 16; // of a warp
        int first = threadIdx.x / 32 * each;
        const int last = smaller(first + each, places);
        int row = 0; // of the first place: rows that end before it, counted by all lanes
#pragma unroll 4
        for (int base = 0; base < count; base += 32) {
            const int at = base + static_cast<int>(threadIdx.x % 32);
            row += __popc(__ballot_sync(all, at < count && layout.end(smaller(at, count - 1)) <= first));
        }
        int loaded = none; // the first of the rows in x
        uint4 x[kept];
        const T* Xrow = X;
#pragma unroll 1
        while (first < last) {
            const int own = smaller(row + g, count - 1); // the row of column g of operand B
            const int end = layout.end(own);
            const int next = smaller(smaller(first + 16 * strips, __shfl_sync(all, end, 28)), last);
            if (loaded != row) {
                const int id = tile.rowIds()[own];
                Xrow = X + (id < 0 ? 0 : id) * args.ld;
                if (slices == kept)
                    load(Xrow, x);
                loaded = row;
            }
            int col[2 * strips];
            int at[2 * strips];
            float value[2 * strips];
#pragma unroll
            for (int i = 0; i < 2 * strips; ++i) {
                const int place = first + i * 8 + g;
                const int inside = smaller(place, last - 1);
                col[i] = tile.colIdx()[inside];
                at[i] = place < next ? tile.outputs()[inside] : none;
                value[i] = toFloat(static_cast<const T*>(tile.values())[inside]);
            }
            float sum[strips][4] = {};
#pragma unroll 1
            for (int s = 0; s < slices; s += kept) {
                if (slices > kept)
                    load(Xrow + s * 32, x);
                uint4 y[2 * strips][kept];
#pragma unroll
                for (int i = 0; i < 2 * strips; ++i)
                    if (i < 2 || first + i / 2 * 16 < next)
                        load(Y + col[i] * args.ld + s * 32, y[i]);
#pragma unroll
                for (int strip = 0; strip < strips; ++strip)
#pragma unroll
                    for (int i = 0; i < kept; ++i)
                        multiplyTwice<T>(sum[strip], y[2 * strip][i], y[2 * strip + 1][i], x[i]);
            }
#pragma unroll
            for (int i = 0; i < 2 * strips; ++i) {
                int of = 0; // of the eight rows, the place's
#pragma unroll
                for (int half = 4; half > 0; half /= 2)
                    if (__shfl_sync(all, end, (of + half - 1) * 4) <= first + i * 8 + g)
                        of += half;
                const float even = sum[i / 2][i % 2 * 2];
                const float odd = sum[i / 2][i % 2 * 2 + 1];
                putDot<T, How>(args, part, of / 2 == t ? at[i] : none, value[i] * (of % 2 == 0 ? even : odd));
            }
            row += __popc(__ballot_sync(all, end <= next && row + g < count)) / 4;
            first = next;
        }
    }

    // This lane's 16 bytes of some slices.
    static __device__ __forceinline__ void load(const T* from, uint4 (&values)[kept])
    {
#pragma unroll
        for (int s = 0; s < kept; ++s)
            values[s] = load16(from + s * 32);
    }
};
