// SELL-C-sigma tile: slices of Slice rows, each as wide as its longest row, place k of all its rows side by side. Its columns
// begin with the number of slices and where each of them ends. A group of lanes owns a row, several gathered rows of B in
// flight; the groups of a warp read neighbouring places. Where rows are few, groups of one warp share each.
template <class T, int Slice, int DensePart, bool Atomic>
struct SellTile {
    using Group = RowGroup<T, DensePart, Atomic>;
    static constexpr int perLane = Group::perLane;
    static constexpr int lanes = Group::lanes;
    static constexpr int sharedBytes = 0;

    static __device__ __forceinline__ void run(const Arguments& args, const TileRecord& tile, int part, unsigned char*)
    {
        const int* const heading = args.colIds + tile.colBegin;
        const int slices = heading[0];
        const int count = slices * Slice;
        const int share = Group::shareOf(count);
        const int member = threadIdx.x / lanes % share;
#pragma unroll 1
        for (int chunk = 0; chunk < Group::chunks; ++chunk) {
            const long long column = Group::columnOf(chunk, part);
#pragma unroll 1
            for (int first = 0; first < count; first += Group::groups / share) {
                const int stored = first + threadIdx.x / (lanes * share);
                float sum[perLane] = {};
                const int row = stored < count ? args.rowIds[tile.rowBegin + stored] : -1;
                if (row >= 0) {
                    const int slice = stored / Slice;
                    const int begin = slice > 0 ? heading[slice] : 0;
                    const int at = begin + stored % Slice;
                    Group::template gather<Slice>(sum, heading + 1 + slices + at, static_cast<const T*>(args.values) + tile.valueBegin + at,
                                                  static_cast<const T*>(args.B) + column, args.ldB, member * gathers,
                                                  (heading[1 + slice] - begin) / Slice, share * gathers);
                }
                Group::addUp(sum, share);
                if (row >= 0 && member == 0)
                    Group::store(args, row, column, sum);
            }
        }
    }
};
