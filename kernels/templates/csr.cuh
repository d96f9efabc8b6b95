// CSR tile: a group of lanes owns a row, several gathered rows of B in flight. Columns and values come some at a time,
// the next ones while these are gathered, and so do the ends of the next row. Where rows are few, groups share each and
// meet in shared memory.
template <class T, int DensePart, Sums How>
struct CsrTile {
    using Group = RowGroup<T, DensePart, How>;
    static constexpr int perLane = Group::perLane;
    static constexpr int side = smaller(gathers, 4); // columns loaded at once
    static constexpr int sharedBytes = Group::template sharedFor<perLane>;

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int part, unsigned char* shared)
    {
        const int units = tile.rows() * Group::chunks;
        const int* const rowEnd = tile.rowEnd();
        const typename Group::Deal deal = Group::deal(units);
        int unit = deal.unit;
        int begin = 0, end = 0;
        const auto look = [&] {
            const int stored = unit / Group::chunks;
            begin = unit < units && stored > 0 ? rowEnd[stored - 1] : 0;
            end = unit < units ? rowEnd[stored] : 0;
        };
        look();
        // Once for all, where they share.
        do {
            const int from = begin, to = end;
            const long long column = Group::columnOf(unit, part);
            const int row = unit < units ? tile.rowIds()[unit / Group::chunks] : none;
            unit += deal.workers;
            look();
            float sum[perLane] = {};
            if (from < to)
                gather(sum, tile.colIdx(), static_cast<const T*>(tile.values()), rowsOfB<T>(args) + column, args.ld,
                       from, to, deal.member * gathers, deal.share * gathers);
            if (deal.share > 1)
                Group::addUp(sum, deal, reinterpret_cast<float*>(shared));
            if (row != none && deal.member == 0)
                Group::store(args, row, column, sum);
        } while (unit < units);
    }

    // Adds scaled rows of B: of the places from `begin` to `end`, those `offset` behind the first and `step` further
    // on.
    static __device__ __forceinline__ void gather(float (&sum)[perLane], const int* cols, const T* values, const T* B,
                                                  long long ldB, int begin, int end, int offset, int step)
    {
        const int last = (end - 1) / side * side;
        int nextCol[gathers / side][side];
        float nextValue[gathers / side][side];
        const auto ask = [&](int k) {
#pragma unroll
            for (int i = 0; i < gathers / side; ++i) {
                const int at = smaller(k + i * side, last);
                loadInts<side>(cols + at, nextCol[i]);
                loadValues<side>(values + at, nextValue[i]);
            }
        };
        int k = begin / side * side + offset;
        ask(k);
#pragma unroll 1
        for (; k < end; k += step) {
            typename Group::Values b[gathers];
            float value[gathers];
#pragma unroll
            for (int i = 0; i < gathers; ++i) {
                // What stands before or behind the row in its fours is another's.
                const bool inside = begin <= k + i && k + i < end;
                value[i] = inside ? nextValue[i / side][i % side] : 0;
                b[i] = Group::zeros();
                if (inside)
                    b[i] = Group::load(B + nextCol[i / side][i % side] * ldB);
            }
            ask(k + step);
#pragma unroll
            for (int i = 0; i < gathers; ++i)
                Group::add(sum, value[i], b[i]);
        }
    }
};
