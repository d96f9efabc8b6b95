// SpMM with a panel of B in shared memory: a block keeps the columns of one part of B, all rows of it, and takes the
// rows of some CSR tiles. Eight lanes share a row, 16 bytes of the panel a lane and slice; columns and values come in
// fours, the next ones while these are multiplied. What stands before or behind a row in its fours is another row's: it
// counts as zero.
template <class T, int DensePart, int Fours>
struct PanelRows {
    static constexpr int lanes = 8; // of a row
    static constexpr int groups = threads / lanes;
    static constexpr int perLane = 16 / static_cast<int>(sizeof(T));
    static constexpr int slice = lanes * perLane; // columns of B
    static constexpr int slices = DensePart / slice;
    static constexpr int stride = DensePart * static_cast<int>(sizeof(T)); // bytes from a row of the panel to the next

    // The copies are not waited for.
    static __device__ __forceinline__ void loadPanel(const Arguments& args, int part, unsigned char* panel)
    {
        constexpr int pieces = stride / 16; // of a row
        const T* const B = static_cast<const T*>(args.B) + static_cast<long long>(part) * DensePart;
#pragma unroll 4
        for (int i = threadIdx.x; i < panelRows * pieces; i += threads)
            copy16(panel + i * 16, B + i / pieces * args.ld + i % pieces * perLane);
    }

    // Rows `first` and every groups-th from it on, up to `last`.
    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int part,
                                               const unsigned char* panel, int first, int last)
    {
        const int lane = threadIdx.x % lanes;
        const int* const rowEnd = tile.rowEnd();
#pragma unroll 1
        for (int stored = first; stored < last; stored += groups) {
            const int begin = stored > 0 ? rowEnd[stored - 1] : 0;
            const int end = rowEnd[stored];
            float sum[slices][perLane] = {};
            if (begin < end)
                gather(sum, tile.colIdx(), static_cast<const T*>(tile.values()), begin, end, panel + lane * 16);
            const int row = tile.rowIds()[stored];
            if (row == none)
                continue;
            const long long column = static_cast<long long>(part) * DensePart + lane * perLane;
#pragma unroll
            for (int s = 0; s < slices; ++s)
                RowGroup<T, DensePart, whole>::store(args, row, column + s * slice, sum[s]);
        }
    }

    static __device__ __forceinline__ void gather(float (&sum)[slices][perLane], const int* cols, const T* values,
                                                  int begin, int end, const unsigned char* panel)
    {
        const int last = (end - 1) / 4 * 4;
        int nextCol[Fours][4];
        float nextValue[Fours][4];
        const auto ask = [&](int k) {
#pragma unroll
            for (int f = 0; f < Fours; ++f) {
                const int at = smaller(k + f * 4, last);
                loadInts<4>(cols + at, nextCol[f]);
                loadValues<4>(values + at, nextValue[f]);
            }
        };
        ask(begin / 4 * 4);
#pragma unroll 1
        for (int k = begin / 4 * 4; k < end; k += Fours * 4) {
            int col[Fours][4];
            float value[Fours][4];
            const bool whole = begin <= k && k + Fours * 4 <= end;
#pragma unroll
            for (int i = 0; i < Fours * 4; ++i) {
                col[i / 4][i % 4] = nextCol[i / 4][i % 4];
                const bool inside = whole || (begin <= k + i && k + i < end);
                value[i / 4][i % 4] = inside ? nextValue[i / 4][i % 4] : 0;
            }
            ask(k + Fours * 4);
#pragma unroll
            for (int i = 0; i < Fours * 4; ++i) {
                const unsigned char* const row = panel + col[i / 4][i % 4] * stride;
#pragma unroll
                for (int s = 0; s < slices; ++s)
                    addScaled<T>(sum[s], value[i / 4][i % 4], *reinterpret_cast<const uint4*>(row + s * lanes * 16));
            }
        }
    }
};
