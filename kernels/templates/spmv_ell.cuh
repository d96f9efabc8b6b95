// ELL tile times a vector: Rows rows of Width places each, row-major. A lane takes `gathers` places side by side: parts
// of a row that its lanes add up at the end, or several short rows.
template <class T, int Rows, int Width, Sums How>
struct VectorEll {
    using Value = T;
    static constexpr Sums how = How;
    static constexpr int rows = Rows;
    static constexpr int each = gathers;                                       // places of a lane and step
    static constexpr int rowsEach = Width < each ? each / Width : 1;           // rows of a group of lanes
    static constexpr int lanes = Width < each ? 1 : smaller(Width / each, 32); // of a group, within a warp
    static constexpr int steps = Width < each ? 1 : Width / each / lanes;
    static constexpr int units = Rows / rowsEach;
    static constexpr int workers = threads / lanes;
    static constexpr int rounds = (units + workers - 1) / workers * steps;
    static constexpr int sharedBytes = 0;
    static_assert(Rows % rowsEach == 0 && Rows * Width >= each, "tiles hold 8 places or more");

    // The group's rows in a round, and where the lane begins in them.
    static __device__ __forceinline__ int unitOf(int round) { return round / steps * workers + threadIdx.x / lanes; }
    static __device__ __forceinline__ int placeOf(int round)
    {
        return unitOf(round) * rowsEach * Width + (round % steps * lanes + threadIdx.x % lanes) * each;
    }

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int, unsigned char*)
    {
        const int* const stored = tile.rowIds();
        walk(args, tile, [&](int unit, const float(&sum)[rowsEach]) {
#pragma unroll
            for (int r = 0; r < rowsEach; ++r)
                if (unit < units && threadIdx.x % lanes == 0)
                    putValue<T, How>(args, stored[unit * rowsEach + r], sum[r]);
        });
    }

    // Calls body(unit, its sums) for the units of every group, all threads at once; some units may not be there.
    template <class Tile, class Body>
    static __device__ __forceinline__ void walk(const Arguments& args, const Tile& tile, const Body& body)
    {
        const T* const values = static_cast<const T*>(tile.values());
        const int* const cols = tile.colIdx();
        const T* const x = static_cast<const T*>(args.B);
        int col[each] = {};
        float value[each] = {};
        if (unitOf(0) < units) {
            loadInts<each>(cols + placeOf(0), col);
            loadValues<each>(values + placeOf(0), value);
        }
        float sum[rowsEach] = {};
#pragma unroll 1
        for (int round = 0; round < rounds; ++round) {
            const int unit = unitOf(round);
            float product[each];
#pragma unroll
            for (int i = 0; i < each; ++i)
                product[i] = gatherOne(x + col[i]);
#pragma unroll
            for (int i = 0; i < each; ++i)
                product[i] *= value[i];
            // The next columns and values are loaded while the gathers are on their way.
            if (round + 1 < rounds && unitOf(round + 1) < units) {
                loadInts<each>(cols + placeOf(round + 1), col);
                loadValues<each>(values + placeOf(round + 1), value);
            }
#pragma unroll
            for (int i = 0; i < each; ++i)
                sum[i * rowsEach / each] += product[i];
            if (steps > 1 && round % steps != steps - 1)
                continue;
#pragma unroll
            for (int distance = 1; distance < lanes; distance *= 2)
                sum[0] += __shfl_xor_sync(0xffffffffu, sum[0], distance);
            body(unit, sum);
#pragma unroll
            for (int r = 0; r < rowsEach; ++r)
                sum[r] = 0;
        }
    }
};
