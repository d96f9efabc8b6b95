// Rows of C of which several tiles hold parts (split rows). Where each part has a slot, the last to arrive of the tasks
// that share a row adds up what they have stored, always in the same order, and stores the row.

// A row that is split, as one of its tiles sees it.
struct SplitRecord {
    int row;       // of C
    int firstSlot; // of a slot for each of its tiles
    int tiles;     // that hold parts of it
    int slot;      // of this tile
};

__device__ __forceinline__ SplitRecord loadSplit(const SplitRecord* split)
{
    const uint4 v = load16(split);
    SplitRecord s = {};
    s.row = static_cast<int>(v.x);
    s.firstSlot = static_cast<int>(v.y);
    s.tiles = static_cast<int>(v.z);
    s.slot = static_cast<int>(v.w);
    return s;
}

// The sum of consecutive slots: of four columns from `column` on, or of the only one (SpMV).
__device__ __forceinline__ float4 sumOfSlots(const Arguments& args, int slot, int count, long long column)
{
    float4 sum = make_float4(0, 0, 0, 0);
    const float* from = args.scratch + slot * args.ldC + column;
#pragma unroll 4
    for (int i = 0; i < count; ++i, from += args.ldC) {
        const float4 part = loadStored(reinterpret_cast<const float4*>(from));
        sum = make_float4(sum.x + part.x, sum.y + part.y, sum.z + part.z, sum.w + part.w);
    }
    return sum;
}

__device__ __forceinline__ float sumOfSlots(const Arguments& args, int slot, int count)
{
    float sum = 0;
#pragma unroll 1
    for (int i = 0; i < count; ++i)
        sum += loadStored(args.scratch + slot + i);
    return sum;
}

// The split rows of this task's tile, when its threads have computed all of it. What the task is, is read again: it
// would take registers all along.
template <class T, int DensePart>
__device__ __forceinline__ void finishRows(const Arguments& args, unsigned char* shared)
{
    const int tile = args.tasks[blockIdx.x].tile;
    const int part = args.tasks[blockIdx.x].part;
    constexpr int pieces = DensePart / 4;             // of four columns
    int* const last = reinterpret_cast<int*>(shared); // the split rows that are this task's to store
    const int end = args.splitBegin[tile + 1];
    const long long column = static_cast<long long>(part) * DensePart;
#pragma unroll 1
    for (int first = args.splitBegin[tile]; first < end; first += threads) {
        const int count = smaller(end - first, threads);
        __syncthreads();
        if (threadIdx.x < count) {
            const SplitRecord s = loadSplit(args.splits + first + threadIdx.x);
            const bool mine = arriveLast(args.counters + s.firstSlot * args.parts + part, s.tiles);
            last[threadIdx.x] = mine ? first + static_cast<int>(threadIdx.x) : none;
        }
        __syncthreads();
#pragma unroll 1
        for (int i = threadIdx.x; i < count * pieces; i += threads) {
            const int split = last[i / pieces];
            if (split == none)
                continue;
            const SplitRecord s = loadSplit(args.splits + split);
            const long long at = column + i % pieces * 4;
            const float4 sum = sumOfSlots(args, s.firstSlot, s.tiles, at);
            Output<T, whole>::four(args, s.row, at, sum.x, sum.y, sum.z, sum.w);
        }
    }
}

// The same of rows that are single values: a thread each.
template <class T>
__device__ __forceinline__ void finishValues(const Arguments& args)
{
    const int tile = args.tasks[blockIdx.x].tile;
    const int end = args.splitBegin[tile + 1];
    __syncthreads();
#pragma unroll 1
    for (int i = args.splitBegin[tile] + threadIdx.x; i < end; i += threads) {
        const SplitRecord s = loadSplit(args.splits + i);
        if (arriveLast(args.counters + s.firstSlot, s.tiles))
            static_cast<T*>(args.C)[s.row] = rounded<T>(sumOfSlots(args, s.firstSlot, s.tiles));
    }
}
