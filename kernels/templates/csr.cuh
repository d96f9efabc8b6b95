// CSR tile: whole rows of any lengths. Its columns begin with the number of rows and where each of them ends. A group of
// lanes owns a row, several gathered rows of B in flight. Where rows are few, groups of one warp share each and add up at the
// end.
template <class T, int DensePart, bool Atomic>
struct CsrTile {
    using Group = RowGroup<T, DensePart, Atomic>;
    static constexpr int perLane = Group::perLane;
    static constexpr int lanes = Group::lanes;
    static constexpr int inFlight = gathers;
    static constexpr int sharedBytes = 0;

    static __device__ __forceinline__ void run(const Arguments& args, const TileRecord& tile, int part, unsigned char*)
    {
        const int* const heading = args.colIds + tile.colBegin;
        const int count = heading[0];
        int share = 1;  // groups of a row
#pragma unroll
        for (int s = 2; s * lanes <= 32; s *= 2)
            share = s * count <= Group::groups ? s : share;
        const int member = threadIdx.x / lanes % share;
#pragma unroll 1
        for (int chunk = 0; chunk < Group::chunks; ++chunk) {
            const long long column = Group::columnOf(chunk, part);
#pragma unroll 1
            for (int first = 0; first < count; first += Group::groups / share) {
                const int stored = first + threadIdx.x / (lanes * share);
                float sum[perLane] = {};
                int row = -1;
                if (stored < count) {
                    row = args.rowIds[tile.rowBegin + stored];
                    gather(sum, heading + 1 + count, static_cast<const T*>(args.values) + tile.valueBegin, static_cast<const T*>(args.B) + column,
                           args.ldB, (stored > 0 ? heading[stored] : 0) + member * inFlight, heading[1 + stored], share * inFlight);
                }
#pragma unroll 1
                for (int distance = lanes; distance < lanes * share; distance *= 2)
#pragma unroll
                    for (int i = 0; i < perLane; ++i)
                        sum[i] += __shfl_xor_sync(0xffffffffu, sum[i], distance);
                if (row >= 0 && member == 0)
                    Group::store(args, row, column, sum);
            }
        }
    }

    // Adds scaled rows of B: some places from `begin` on, then those `step` further on, up to `end`.
    static __device__ __forceinline__ void gather(float (&sum)[perLane], const int* cols, const T* values, const T* B, long long ldB,
                                                  int begin, int end, int step)
    {
#pragma unroll 1
        for (int k = begin; k < end; k += step) {
            int col[inFlight];
            float scale[inFlight];
#pragma unroll
            for (int i = 0; i < inFlight; ++i) {
                const int place = smaller(k + i, end - 1);
                col[i] = cols[place];
                scale[i] = k + i < end ? toFloat(values[place]) : 0;
            }
            uint4 b[inFlight];
#pragma unroll
            for (int i = 0; i < inFlight; ++i) {
                b[i] = make_uint4(0, 0, 0, 0);
                if (k + i < end)
                    b[i] = load16(B + col[i] * ldB);
            }
#pragma unroll
            for (int i = 0; i < inFlight; ++i)
                addScaled<T>(sum, scale[i], b[i]);
        }
    }
};
