// 1D tile: Size non-zeros one after another, each with its row. A group of lanes takes as many places one after another
// as every other group does; a row that begins and ends among them is stored by its group, the rows at the two ends
// pass through shared memory, because others may hold the rest of them.
template <class T, int Size, int DensePart, Sums How>
struct RunTile {
    using Group = RowGroup<T, DensePart, How>;
    static constexpr int perLane = Group::perLane;
    static constexpr int lanes = Group::lanes;
    static constexpr int busy = smaller(Group::groups, Size); // groups with work
    static constexpr int each = Size / busy;                  // places of a group
    static constexpr int inFlight = smaller(each, gathers);
    static constexpr int sharedBytes = 2 * busy * 4 * (lanes * perLane + 1);

    // What a group knows of its first row and, where another follows, of its last.
    struct Ends {
        float sums[2][busy][lanes * perLane];
        int rows[2][busy];
    };
    static_assert(sizeof(Ends) == sharedBytes, "what the kernel sets aside");

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int part, unsigned char* shared)
    {
        Ends& ends = *reinterpret_cast<Ends*>(shared);
        const int group = threadIdx.x / lanes;
        const int* const rows = tile.rowIdx();
#pragma unroll 1
        for (int chunk = 0; chunk < Group::chunks; ++chunk) {
            const long long column = Group::columnOf(chunk, part);
            if (chunk > 0)
                __syncthreads();
            if (group < busy)
                walk(args, tile, column, group, ends);
            __syncthreads();
            if (group >= busy)
                continue;
            // Who holds the beginning of a row at an end adds up and stores it.
            const int head = ends.rows[0][group];
            if (group == 0 || rows[group * each - 1] != head)
                finish(args, column, group, 0, head, ends);
            if (ends.rows[1][group] != none)
                finish(args, column, group, 1, ends.rows[1][group], ends);
        }
    }

    static __device__ __forceinline__ void keep(Ends& ends, int which, int group, int row, const float (&sum)[perLane])
    {
        const int lane = threadIdx.x % lanes;
#pragma unroll
        for (int i = 0; i < perLane; ++i)
            ends.sums[which][group][i * lanes + lane] = sum[i];
        if (lane == 0)
            ends.rows[which][group] = row;
    }

    template <class Tile>
    static __device__ __forceinline__ void walk(const Arguments& args, const Tile& tile, long long column, int group,
                                                Ends& ends)
    {
        const int* const rows = tile.rowIdx() + group * each;
        const int* const cols = tile.colIdx() + group * each;
        const T* const values = static_cast<const T*>(tile.values()) + group * each;
        const T* const B = static_cast<const T*>(args.B) + column;
        float sum[perLane] = {};
        int row = rows[0];
        bool first = true; // the row may have begun in the group before
#pragma unroll 1
        for (int k = 0; k < each; k += inFlight) {
            typename Group::Values b[inFlight];
#pragma unroll
            for (int i = 0; i < inFlight; ++i)
                b[i] = Group::load(B + cols[k + i] * args.ld);
#pragma unroll
            for (int i = 0; i < inFlight; ++i) {
                const int next = rows[k + i];
                if (next != row) {
                    if (first)
                        keep(ends, 0, group, row, sum);
                    else
                        Group::store(args, row, column, sum);
                    first = false;
                    row = next;
#pragma unroll
                    for (int j = 0; j < perLane; ++j)
                        sum[j] = 0;
                }
                Group::add(sum, toFloat(values[k + i]), b[i]);
            }
        }
        keep(ends, first ? 0 : 1, group, row, sum);
        if (first && threadIdx.x % lanes == 0)
            ends.rows[1][group] = none;
    }

    // Stores the row whose sum begins at an end of this group: with what the groups behind hold of it.
    static __device__ __forceinline__ void finish(const Arguments& args, long long column, int group, int which,
                                                  int row, const Ends& ends)
    {
        if (row == none)
            return;
        const int lane = threadIdx.x % lanes;
        float sum[perLane];
#pragma unroll
        for (int i = 0; i < perLane; ++i)
            sum[i] = ends.sums[which][group][i * lanes + lane];
        bool goesOn = which == 1 || ends.rows[1][group] == none;
#pragma unroll 1
        for (int next = group + 1; goesOn && next < busy && ends.rows[0][next] == row; ++next) {
#pragma unroll
            for (int i = 0; i < perLane; ++i)
                sum[i] += ends.sums[0][next][i * lanes + lane];
            goesOn = ends.rows[1][next] == none;
        }
        Group::store(args, row, column, sum);
    }
};
