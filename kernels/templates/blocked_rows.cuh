// Tiles of rows and of block rows without tensor cores: a group of lanes owns a row, or some rows of a block row, 16
// bytes of the dense part a lane, so that every gathered row of B serves all of them. Where these are few, groups share
// each and meet in shared memory.
template <class T, class Layout, int DensePart, Sums How>
struct BlockedRows {
    using Group = RowGroup<T, DensePart, How>;
    static constexpr int perLane = Group::perLane;
    static constexpr int rows = smaller(powerIn(Layout::height), 16 / perLane); // of a group
    static constexpr int pieces = Layout::height / rows;                        // of a block row
    static constexpr int inFlight = rows == 1 ? gathers : smaller(gathers, 4);
    static constexpr int stride = Layout::stride;
    static constexpr int side = smaller(powerIn(Layout::width), inFlight); // values loaded at once
    static constexpr int sharedBytes = Group::template sharedFor<rows * perLane>;

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int part, unsigned char* shared)
    {
        const Layout layout(tile);
        const int units = layout.count() * pieces * Group::chunks;
        const typename Group::Deal deal = Group::deal(units);
        int unit = deal.unit;
        // Once for all, where they share.
        do {
            const int stored = unit / Group::chunks * rows; // its first row
            const long long column = Group::columnOf(unit, part);
            float sum[rows][perLane] = {};
            // Rows that fill up the last slice of a tile hold nothing.
            if (unit < units && (stride == 1 || tile.rowIds()[stored] != none)) {
                const int blockRow = stored / Layout::height;
                gather(sum, args, tile, layout, stored % Layout::height, column,
                       layout.begin(blockRow) + deal.member * inFlight * stride, layout.end(blockRow),
                       deal.share * inFlight * stride);
            }
            if (deal.share > 1)
                Group::addUp(sum, deal, reinterpret_cast<float*>(shared));
            if (unit >= units || deal.member > 0)
                return;
#pragma unroll
            for (int r = 0; r < rows; ++r) {
                const int row = tile.rowIds()[stored + r];
                if (row != none)
                    Group::store(args, row, column, sum[r]);
            }
            unit += deal.workers;
        } while (unit < units);
    }

    // Adds scaled rows of B to some rows, from `firstRow` of the block row on: some columns from `begin` on, then those
    // `step` further on, up to `end`.
    template <class Tile>
    static __device__ __forceinline__ void gather(float (&sum)[rows][perLane], const Arguments& args, const Tile& tile,
                                                  const Layout& layout, int firstRow, long long column, int begin,
                                                  int end, int step)
    {
        const T* const values = static_cast<const T*>(tile.values()) + firstRow * Layout::width;
        const T* const B = static_cast<const T*>(args.B) + column;
#pragma unroll 1
        for (int k = begin; k < end; k += step) {
            int col[inFlight];
#pragma unroll
            for (int i = 0; i < inFlight; ++i)
                col[i] = layout.column(smaller(k + i * stride, end - 1));
            typename Group::Values b[inFlight];
#pragma unroll
            for (int i = 0; i < inFlight; ++i) {
                b[i] = Group::zeros();
                if (Layout::width % inFlight == 0 || k + i * stride < end)
                    b[i] = Group::load(B + col[i] * args.ld);
            }
#pragma unroll
            for (int r = 0; r < rows; ++r)
#pragma unroll
                for (int i = 0; i < inFlight; i += side) {
                    float a[side] = {};
                    if (Layout::width % inFlight == 0 || k + i * stride < end)
                        loadValues<side>(values + placeIn<Layout>(r, k + i * stride), a);
#pragma unroll
                    for (int j = 0; j < side; ++j)
                        Group::add(sum[r], a[j], b[i + j]);
                }
        }
    }
};
