// ELL tile: Rows rows of Width places each, row-major. A group of lanes owns a row: 16 bytes of the dense part a lane,
// several gathered rows of B in flight. Long, few rows are shared by the groups of a warp or of several, which add up
// at the end.

template <class T, int Rows, int Width, int DensePart, Sums How>
struct EllTile {
    using Value = T;
    using Group = RowGroup<T, DensePart, How>;
    static constexpr int rows = Rows;
    static constexpr int perLane = Group::perLane;
    static constexpr int lanes = Group::lanes;
    static constexpr int chunks = Group::chunks;
    static constexpr int groups = Group::groups;
    static constexpr int units = Rows * chunks;
    static constexpr int power = powerBelow(Width);
    static constexpr int spare = units < groups ? powerBelow(groups / units) : 1;
    // Groups that share a unit; each takes at least four places, or one where there are few.
    static constexpr int team = Width == power ? smaller(spare, Width >= 4 ? Width / 4 : 1) : 1;
    static constexpr int share = smaller(team, 32 / lanes); // of them, those of one warp
    static constexpr int warpsOfTeam = team / share;
    static constexpr int places = Width / share; // of a group, where one warp has the unit
    static constexpr int workers = groups / share;
    // Short rows of a group, gathered at once.
    static constexpr int together = places <= 2 ? smaller(gathers, 4) / places : 1;
    static constexpr int sharedBytes = warpsOfTeam > 1 ? threads / 32 * lanes* perLane * 4 : 0;

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int part, unsigned char* shared)
    {
        const T* const values = static_cast<const T*>(tile.values());
        const int* const cols = tile.colIdx();
        const int* const rows = tile.rowIds();
        if constexpr (together > 1)
            shortRows(args, rows, cols, values, part);
        else
            longRows(args, rows, cols, values, part, reinterpret_cast<float4*>(shared));
    }

    static __device__ __forceinline__ void longRows(const Arguments& args, const int* rows, const int* cols,
                                                    const T* values, int part, float4* sums)
    {
        constexpr int teams = groups / team;
        constexpr int own = Width / team; // places of a group
        const int member = threadIdx.x / lanes % team;
#pragma unroll 1
        for (int first = 0; first < units; first += teams) {
            const int unit = first + threadIdx.x / (lanes * team);
            const int stored = unit / chunks;
            const long long column = Group::columnOf(unit, part);
            float sum[perLane] = {};
            int row = none;
            if (units % teams == 0 || unit < units) {
                row = rows[stored];
                const int place = stored * Width + member * own;
                gather<own>(sum, cols + place, values + place, rowsOfB<T>(args) + column, args.ld);
            }
#pragma unroll
            for (int distance = lanes; distance < lanes * share; distance *= 2) {
#pragma unroll
                for (int i = 0; i < perLane; ++i)
                    sum[i] += __shfl_xor_sync(0xffffffffu, sum[i], distance);
            }
            if constexpr (warpsOfTeam > 1) {
                addWarps(sum, sums, member == 0);
                if (first + teams < units)
                    __syncthreads(); // the sums have been read
            }
            if (row != none && member == 0)
                Group::store(args, row, column, sum);
        }
    }

    // Adds to the sums of a team's first group those of its other warps, each in the warp's first lanes.
    static __device__ __forceinline__ void addWarps(float (&sum)[perLane], float4* sums, bool isFirst)
    {
        float4* const mine = sums + threadIdx.x / 32 * (lanes * perLane / 4) + threadIdx.x % lanes;
        if (threadIdx.x % 32 < lanes)
#pragma unroll
            for (int i = 0; i < perLane; i += 4)
                mine[i / 4 * lanes] = make_float4(sum[i], sum[i + 1], sum[i + 2], sum[i + 3]);
        __syncthreads();
        if (!isFirst)
            return;
#pragma unroll
        for (int w = 1; w < warpsOfTeam; ++w)
#pragma unroll
            for (int i = 0; i < perLane; i += 4) {
                const float4 more = mine[w * (lanes * perLane / 4) + i / 4 * lanes];
                sum[i] += more.x;
                sum[i + 1] += more.y;
                sum[i + 2] += more.z;
                sum[i + 3] += more.w;
            }
    }

    static __device__ __forceinline__ void shortRows(const Arguments& args, const int* rows, const int* cols,
                                                     const T* values, int part)
    {
#pragma unroll 1
        for (int first = threadIdx.x / lanes; first < units; first += workers * together) {
            int row[together];
            int col[together][places];
            float value[together][places];
#pragma unroll
            for (int j = 0; j < together; ++j) {
                const int unit = first + j * workers;
                const int stored = smaller(unit, units - 1) / chunks;
                row[j] = unit < units ? rows[stored] : none;
                loadInts<places>(cols + stored * Width, col[j]);
                loadValues<places>(values + stored * Width, value[j]);
            }
            typename Group::Values b[together][places];
#pragma unroll
            for (int j = 0; j < together; ++j) {
                const T* const B = rowsOfB<T>(args) + Group::columnOf(first + j * workers, part);
#pragma unroll
                for (int i = 0; i < places; ++i)
                    b[j][i] = Group::load(B + col[j][i] * args.ld);
            }
#pragma unroll
            for (int j = 0; j < together; ++j) {
                float sum[perLane] = {};
#pragma unroll
                for (int i = 0; i < places; ++i)
                    Group::add(sum, value[j][i], b[j][i]);
                if (row[j] != none)
                    Group::store(args, row[j], Group::columnOf(first + j * workers, part), sum);
            }
        }
    }

    // Calls body(stored row, sum) for `Count` of them from `stored` on; all groups that share one have its sum.
    template <int Count, class Body>
    static __device__ __forceinline__ void forRows(int stored, const int* cols, const T* values, const T* B,
                                                   long long ldB, const Body& body)
    {
        if constexpr (Count > 1) {
            int col[Count][places];
            float value[Count][places];
            typename Group::Values b[Count][places];
#pragma unroll
            for (int j = 0; j < Count; ++j) {
                loadInts<places>(cols + (stored + j) * Width, col[j]);
                loadValues<places>(values + (stored + j) * Width, value[j]);
            }
#pragma unroll
            for (int j = 0; j < Count; ++j)
#pragma unroll
                for (int i = 0; i < places; ++i)
                    b[j][i] = Group::load(B + col[j][i] * ldB);
#pragma unroll
            for (int j = 0; j < Count; ++j) {
                float sum[perLane] = {};
#pragma unroll
                for (int i = 0; i < places; ++i)
                    Group::add(sum, value[j][i], b[j][i]);
                body(stored + j, sum);
            }
        } else {
            constexpr int all = lanes * share; // of the groups that share it: no other lane takes part
            const unsigned mask = 0xffffffffu >> (32 - all) << threadIdx.x % 32 / all * all;
            const int place = stored * Width + threadIdx.x / lanes % share * places;
            float sum[perLane] = {};
            gather<places>(sum, cols + place, values + place, B, ldB);
#pragma unroll
            for (int distance = lanes; distance < all; distance *= 2) {
#pragma unroll
                for (int i = 0; i < perLane; ++i)
                    sum[i] += __shfl_xor_sync(mask, sum[i], distance);
            }
            body(stored, sum);
        }
    }

    // Adds `Places` scaled rows of B; the next columns and values are loaded while the gathers are on their way.
    template <int Places>
    static __device__ __forceinline__ void gather(float (&sum)[perLane], const int* cols, const T* values, const T* B,
                                                  long long ldB)
    {
        constexpr int inFlight = smaller(powerIn(Places), gathers);
        int col[inFlight];
        float value[inFlight];
        loadInts<inFlight>(cols, col);
        loadValues<inFlight>(values, value);
#pragma unroll 1
        for (int k = 0; k < Places; k += inFlight) {
            typename Group::Values b[inFlight];
#pragma unroll
            for (int i = 0; i < inFlight; ++i)
                b[i] = Group::load(B + col[i] * ldB);
            float scale[inFlight];
#pragma unroll
            for (int i = 0; i < inFlight; ++i)
                scale[i] = value[i];
            if (k + inFlight < Places) {
                loadInts<inFlight>(cols + k + inFlight, col);
                loadValues<inFlight>(values + k + inFlight, value);
            }
#pragma unroll
            for (int i = 0; i < inFlight; ++i)
                Group::add(sum, scale[i], b[i]);
        }
    }
};
