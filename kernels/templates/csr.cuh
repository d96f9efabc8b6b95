// CSR tile: whole rows of any lengths. Its columns begin with the number of rows and where each of them ends. A group of
// lanes owns a row, several gathered rows of B in flight. Where rows are few, groups of one warp share each and add up at the
// end.
template <class T, int DensePart, bool Atomic>
struct CsrTile {
    using Group = RowGroup<T, DensePart, Atomic>;
    static constexpr int perLane = Group::perLane;
    static constexpr int lanes = Group::lanes;
    static constexpr int sharedBytes = 0;

    static __device__ __forceinline__ void run(const Arguments& args, const TileRecord& tile, int part, unsigned char*)
    {
        const int* const heading = args.colIds + tile.colBegin;
        const int count = heading[0];
        const int share = Group::shareOf(count);
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
                    Group::template gather<1>(sum, heading + 1 + count, static_cast<const T*>(args.values) + tile.valueBegin,
                                              static_cast<const T*>(args.B) + column, args.ldB,
                                              (stored > 0 ? heading[stored] : 0) + member * gathers, heading[1 + stored], share * gathers);
                }
                Group::addUp(sum, share);
                if (row >= 0 && member == 0)
                    Group::store(args, row, column, sum);
            }
        }
    }
};
