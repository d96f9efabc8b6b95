// ELL tile some of whose rows of C are in several stored rows, one after another: Ell is the tile without. Each group
// of lanes takes stored rows one after another and keeps the sum of a row until its last; where a row begins in one
// group and ends in another, the sums of the groups behind pass through shared memory, always added in the same order.
template <class Ell>
struct FoldedRows {
    using Group = typename Ell::Group;
    static constexpr int perLane = Ell::perLane;
    static constexpr int lanes = Ell::lanes;
    static constexpr int busy = smaller(Ell::workers, Ell::rows); // groups, or teams of `share` groups, with work
    static constexpr int each = Ell::rows / busy;                 // stored rows of one
    static constexpr int together = smaller(smaller(Ell::together, each), 16 / perLane); // more takes more registers
    static constexpr int sharedBytes = busy * 4 * (lanes * perLane + 1);

    // What a group has of a row that began in a group before it.
    struct Heads {
        float sums[busy][lanes * perLane];
        int all[busy]; // is that all it has?
    };
    static_assert(sizeof(Heads) == sharedBytes, "what the kernel sets aside");

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int part, unsigned char* shared)
    {
        Heads& heads = *reinterpret_cast<Heads*>(shared);
        const int* const rows = tile.rowIds();
        const int team = threadIdx.x / (lanes * Ell::share);
        const bool stores = threadIdx.x / lanes % Ell::share == 0; // of a team, one group
#pragma unroll 1
        for (int chunk = 0; chunk < Group::chunks; ++chunk) {
            const long long column = Group::columnOf(chunk, part);
            float sum[perLane] = {};
            int row = again; // the one whose sum is under way; at first, that of the team before
            if (chunk > 0)
                __syncthreads();
            if (team < busy)
                walk(args, tile, rows, column, team, stores, row, sum, heads);
            __syncthreads();
            if (team >= busy || !stores || row == again || row == none)
                continue;
#pragma unroll 1
            for (int next = team + 1; next < busy && rows[next * each] == again; ++next) {
#pragma unroll
                for (int i = 0; i < perLane; ++i)
                    sum[i] += heads.sums[next][i * lanes + threadIdx.x % lanes];
                if (!heads.all[next])
                    break;
            }
            Group::store(args, row, column, sum);
        }
    }

    // Adds up the team's stored rows, and stores those that end in it; `row` and `sum` are then the last.
    template <class Tile>
    static __device__ __forceinline__ void walk(const Arguments& args, const Tile& tile, const int* rows,
                                                long long column, int team, bool stores, int& row,
                                                float (&sum)[perLane], Heads& heads)
    {
        using T = typename Ell::Value;
        const int* const cols = tile.colIdx();
        const T* const values = static_cast<const T*>(tile.values());
        const T* const B = static_cast<const T*>(args.B) + column;
        const int first = team * each;
        const auto add = [&](int stored, const float(&part)[perLane]) {
            const int next = rows[stored];
            if (next != again) {
                if (row == again && stored > first)
                    keep(heads, team, stores, false, sum);
                else if (row != again && row != none && stores)
                    Group::store(args, row, column, sum);
                row = next;
            }
#pragma unroll
            for (int i = 0; i < perLane; ++i)
                sum[i] = (next == again ? sum[i] : 0.f) + part[i];
        };
#pragma unroll 1
        for (int stored = first; stored < first + each; stored += together)
            Ell::template forRows<together>(stored, cols, values, B, args.ld, add);
        if (row == again)
            keep(heads, team, stores, true, sum);
    }

    static __device__ __forceinline__ void keep(Heads& heads, int team, bool stores, bool all,
                                                const float (&sum)[perLane])
    {
        if (!stores)
            return;
        const int lane = threadIdx.x % lanes;
#pragma unroll
        for (int i = 0; i < perLane; ++i)
            heads.sums[team][i * lanes + lane] = sum[i];
        if (lane == 0)
            heads.all[team] = all;
    }
};
