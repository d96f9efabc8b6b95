// The members of all buckets: micro-tiles that hold something (SparDA, figure 6). A mask lies in memory in lines, one
// after another; a micro-tile is `LinesOf` places of lines times `AlongOf` places along them. Across: a bucket is a
// strip of lines, its members are counted along them. Down: a bucket is a piece of all lines, its members are counted
// from line to line. Includes nothing. Stands behind
//   constexpr int threads;  // of every block
//   struct Arguments;       // of the kernel
// A place belongs to granule (line / args.granuleLines, along / args.granuleAlong), an element of the mask in memory.

// What an element is: how many bits, how many bytes of a line a lane loads at once, and the bits of 32 that count.
struct BitsInput {
    static constexpr int bits = 1;
    static constexpr int unit = 4; // a row is whole words: more would leave lanes without work
    static constexpr unsigned keep = ~0u;
};
struct BytesInput {
    static constexpr int bits = 8;
    static constexpr int unit = 16;
    static constexpr unsigned keep = ~0u;
};
// Values, of which -0 is 0.
struct HalvesInput {
    static constexpr int bits = 16;
    static constexpr int unit = 16;
    static constexpr unsigned keep = 0x7fff7fffu;
};
struct FloatsInput {
    static constexpr int bits = 32;
    static constexpr int unit = 16;
    static constexpr unsigned keep = 0x7fffffffu;
};

constexpr int warps = threads / 32;

// From here on, the kernel behind this one in the stream may begin where there is room; it waits for the end of this.
__device__ __forceinline__ void letNextKernelBegin()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

__device__ __forceinline__ int least(int a, int b)
{
    return a < b ? a : b;
}

// The granule of a place; of granules of one place without a division.
__device__ __forceinline__ int granuleOf(int place, int size)
{
    return size == 1 ? place : place / size;
}

template <class Input>
struct Unit {
    static constexpr int words = Input::unit / 4;
    unsigned word[words];

    __device__ __forceinline__ void clear()
    {
#pragma unroll
        for (int i = 0; i < words; ++i)
            word[i] = 0;
    }
    // Those of a line at this byte. Where lines do not begin at multiples of 16 bytes, one by one up to the line's end.
    __device__ __forceinline__ void load(const unsigned char* line, int at, long long lineBytes, bool aligned)
    {
        if constexpr (words == 1) {
            word[0] = *reinterpret_cast<const unsigned*>(line + at);
        } else if (aligned) {
            const uint4 v = *reinterpret_cast<const uint4*>(line + at);
            word[0] = v.x;
            word[1] = v.y;
            word[2] = v.z;
            word[3] = v.w;
        } else {
            clear();
#pragma unroll
            for (int i = 0; i < Input::unit; ++i)
                if (at + i < lineBytes)
                    word[i / 4] |= static_cast<unsigned>(line[at + i]) << (i % 4 * 8);
        }
    }
    // Is one of the bits [begin, end), counted from the unit's own, that count not 0?
    __device__ __forceinline__ bool any(int begin, int end) const
    {
        unsigned all = 0;
#pragma unroll
        for (int i = 0; i < words; ++i) {
            unsigned bits = word[i] & Input::keep;
            if (begin > i * 32)
                bits &= begin >= i * 32 + 32 ? 0u : ~0u << (begin - i * 32);
            if (end < i * 32 + 32)
                bits &= end <= i * 32 ? 0u : ~0u >> (32 - (end - i * 32));
            all |= bits;
        }
        return all != 0;
    }
};

// Is one of the bits [begin, end) of these words not 0?
__device__ __forceinline__ bool anyBit(const unsigned* words, int begin, int end)
{
    int at = begin / 32;
    const int last = (end - 1) / 32;
    unsigned bits = words[at] & ~0u << begin % 32;
    for (; at < last; bits = words[at])
        if (++at, bits != 0)
            return true;
    return (bits & ~0u >> (31 - (end - 1) % 32)) != 0;
}

__device__ __forceinline__ int drawSlots(int* counter, int count)
{
    int before;
    asm volatile("atom.relaxed.gpu.global.add.s32 %0, [%1], %2;" : "=r"(before) : "l"(counter), "r"(count) : "memory");
    return before;
}

// 32 micro-tiles of a bucket, one a lane, of which `members` are members: each takes a slot from `slot` on. Who takes
// the first slot of a group appends the group to the tasks. Group: members of one; 0: tasks are whole buckets.
template <int Group>
__device__ __forceinline__ void takeSlots(const Arguments& args, int bucket, int tile, unsigned members, int slot)
{
    const int lane = threadIdx.x % 32;
    const bool member = (members >> lane & 1) != 0;
    slot += __popc(members & ((1u << lane) - 1));
    if (member) {
        const long long at = static_cast<long long>(bucket) * args.cap + slot;
        if (args.wide != 0)
            static_cast<int*>(args.index)[at] = tile;
        else
            static_cast<unsigned short*>(args.index)[at] = static_cast<unsigned short>(tile);
        if (args.listed)
            args.listed[tile] = 1;
    }
    if constexpr (Group > 0) {
        const bool begins = member && slot % Group == 0;
        const unsigned beginning = __ballot_sync(~0u, begins);
        if (beginning == 0)
            return;
        int first = 0;
        if (lane == 0)
            first = drawSlots(args.taskCount, __popc(beginning));
        first = __shfl_sync(~0u, first, 0);
        if (begins)
            static_cast<int2*>(args.tasks)[first + __popc(beginning & ((1u << lane) - 1))] =
                make_int2(bucket, slot / Group);
    }
}

// The first slot of this warp's members, of which there are so many. Unordered: as the counter says. Ordered: behind
// those of the warps before it, and of the passes before: all threads of the block take part.
template <bool Ordered>
__device__ __forceinline__ int firstSlot(const Arguments& args, int bucket, int members, int* counts, int& running)
{
    const int lane = threadIdx.x % 32;
    if constexpr (Ordered) {
        const int warp = threadIdx.x / 32;
        if (lane == 0)
            counts[warp] = members;
        __syncthreads();
        int before = running;
#pragma unroll
        for (int w = 0; w < warps; ++w) {
            const int count = counts[w];
            before += w < warp ? count : 0;
            running += count;
        }
        __syncthreads(); // the counts have been read
        return before;
    } else {
        int first = 0;
        if (lane == 0 && members > 0)
            first = drawSlots(args.count + bucket, members);
        return __shfl_sync(~0u, first, 0);
    }
}

// A block ORs a strip's lines in pieces of `windows` x 32 units, each warp some lines of one, and tests the
// args.passTiles micro-tiles in them. Unordered: a pass a block; ordered: a strip a block.
template <class Input, int LinesOf, int AlongOf, int Group, bool Ordered>
__device__ __forceinline__ void indexAcross(const Arguments& args)
{
    constexpr int shares = LinesOf <= 16 ? 1 : LinesOf >= 16 * warps ? warps : LinesOf / 16; // warps of a window
    constexpr int windows = warps / shares;
    constexpr int words = Unit<Input>::words;
    constexpr int ahead = 16; // loads on their way: all lines that a warp has of a strip of single places
    __shared__ unsigned parts[warps][32 * words];
    __shared__ unsigned found[windows * 32 * words];
    __shared__ int counts[warps];
    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const int bucket = Ordered ? blockIdx.x : blockIdx.x / args.passes;
    const int first = granuleOf(bucket * LinesOf, args.granuleLines);
    const int last = granuleOf(least((bucket + 1) * LinesOf, args.lines) - 1, args.granuleLines);
    const bool aligned = args.lineBytes % Input::unit == 0;
    const unsigned char* const mask = static_cast<const unsigned char*>(args.mask);
    int running = 0;
    for (int pass = Ordered ? 0 : blockIdx.x % args.passes; pass < args.passes; ++pass) {
        const int begin = pass * args.passTiles;
        const int end = least(begin + args.passTiles, args.tiles);
        // Bits of a line from its window's first on.
        const int from = granuleOf(begin * AlongOf, args.granuleAlong) * Input::bits / (Input::unit * 8) * Input::unit;
        const int to = ((granuleOf(least(end * AlongOf, args.along) - 1, args.granuleAlong) + 1) * Input::bits + 7) / 8;
        const int at = from + (warp % windows * 32 + lane) * Input::unit;
        unsigned all[words] = {};
        if (at < to)
#pragma unroll 1
            for (int line = first + warp / windows; line <= last; line += ahead * shares) {
                Unit<Input> units[ahead];
#pragma unroll
                for (int i = 0; i < ahead; ++i)
                    if (line + i * shares <= last)
                        units[i].load(mask + (line + i * shares) * args.lineBytes, at, args.lineBytes, aligned);
                    else
                        units[i].clear();
#pragma unroll
                for (int i = 0; i < ahead; ++i)
#pragma unroll
                    for (int w = 0; w < words; ++w)
                        all[w] |= units[i].word[w];
            }
#pragma unroll
        for (int w = 0; w < words; ++w)
            parts[warp][lane * words + w] = all[w] & Input::keep;
        __syncthreads();
        for (int w = threadIdx.x; w < windows * 32 * words; w += threads) {
            unsigned word = 0;
#pragma unroll
            for (int s = 0; s < shares; ++s)
                word |= parts[s * windows + w / (32 * words)][w % (32 * words)];
            found[w] = word;
        }
        __syncthreads();
        const int share = (args.passTiles + threads - 1) / threads * 32;
        const auto membersOf = [&](int tile) {
            const int place = tile * AlongOf;
            bool member = false;
            if (tile < end) {
                const int a = granuleOf(place, args.granuleAlong) * Input::bits - from * 8;
                const int b =
                    (granuleOf(least(place + AlongOf, args.along) - 1, args.granuleAlong) + 1) * Input::bits - from * 8;
                member = anyBit(found, a, b);
            }
            return __ballot_sync(~0u, member);
        };
        const int mine = begin + warp * share;
        int count = 0;
        for (int tile = mine; tile < mine + share; tile += 32)
            count += __popc(membersOf(tile + lane));
        int slot = firstSlot<Ordered>(args, bucket, count, counts, running);
        if (count > 0)
            for (int tile = mine; tile < mine + share; tile += 32) {
                const unsigned members = membersOf(tile + lane);
                takeSlots<Group>(args, bucket, tile + lane, members, slot);
                slot += __popc(members);
            }
        if (!Ordered)
            return;
        __syncthreads(); // what was found has been tested
    }
    if (threadIdx.x == 0)
        args.count[bucket] = running;
}

// A warp tests 32 micro-tiles of a bucket, lines below each other, with as many lanes side by side as a piece of a line
// has units. Unordered: warps side by side take buckets side by side; ordered: a block walks down its bucket.
template <class Input, int LinesOf, int AlongOf, int Group, bool Ordered>
__device__ __forceinline__ void indexDown(const Arguments& args)
{
    constexpr int ahead = 8; // loads on their way
    __shared__ int counts[warps];
    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const long long mine = static_cast<long long>(blockIdx.x) * warps + warp;
    const int bucket = Ordered ? blockIdx.x : static_cast<int>(mine % args.buckets);
    const int fills = (args.tiles + 31) / 32;
    const bool aligned = args.lineBytes % Input::unit == 0;
    const unsigned char* const mask = static_cast<const unsigned char*>(args.mask);
    // The bucket's bits of a line, and the units that they are in.
    const int begin = granuleOf(bucket * AlongOf, args.granuleAlong) * Input::bits;
    const int end = (granuleOf(least((bucket + 1) * AlongOf, args.along) - 1, args.granuleAlong) + 1) * Input::bits;
    const int firstUnit = begin / (Input::unit * 8);
    const int units = (end - 1) / (Input::unit * 8) - firstUnit + 1;
    int side = 1; // lanes of a line
    while (side < 32 && side < units)
        side *= 2;
    const int perLine = (units + side - 1) / side; // loads of a lane
    const int perTile = LinesOf % args.granuleLines == 0   ? LinesOf / args.granuleLines
                        : args.granuleLines % LinesOf == 0 ? 1
                                                           : LinesOf / args.granuleLines + 2; // lines, at most
    int running = 0;
    for (int fill = Ordered ? warp : static_cast<int>(mine / args.buckets);
         Ordered ? fill - warp < fills : fill < fills; fill += warps) {
        unsigned members = 0;
        if (units == 1 && perTile == 1) { // one load a micro-tile
            const int tile = fill * 32 + lane;
            bool member = false;
            if (tile < args.tiles) {
                Unit<Input> loaded;
                loaded.load(mask + granuleOf(tile * LinesOf, args.granuleLines) * args.lineBytes,
                            firstUnit * Input::unit, args.lineBytes, aligned);
                const int from = firstUnit * Input::unit * 8;
                member = loaded.any(begin - from, end - from);
            }
            members = __ballot_sync(~0u, member);
        } else {
            int step = 0, down = 0, over = 0;
            while (step < side) {
                Unit<Input> loaded[ahead];
                int tile[ahead]; // of the 32, or -1: nothing was loaded
                int unit[ahead];
#pragma unroll
                for (int i = 0; i < ahead; ++i) {
                    const int row = step * (32 / side) + lane / side;
                    const int place = (fill * 32 + row) * LinesOf;
                    tile[i] = -1;
                    unit[i] = over * side + lane % side;
                    if (step < side && fill * 32 + row < args.tiles && unit[i] < units) {
                        const int line = granuleOf(place, args.granuleLines) + down;
                        if (line <= granuleOf(least(place + LinesOf, args.lines) - 1, args.granuleLines)) {
                            tile[i] = row;
                            loaded[i].load(mask + line * args.lineBytes, (firstUnit + unit[i]) * Input::unit,
                                           args.lineBytes, aligned);
                        }
                    }
                    if (++over == perLine) {
                        over = 0;
                        if (++down == perTile) {
                            down = 0;
                            ++step;
                        }
                    }
                }
#pragma unroll
                for (int i = 0; i < ahead; ++i) {
                    const int from = (firstUnit + unit[i]) * Input::unit * 8;
                    if (tile[i] >= 0 && loaded[i].any(begin - from, end - from))
                        members |= 1u << tile[i];
                }
            }
            // A lane has its share of them.
            asm volatile("redux.sync.or.b32 %0, %1, 0xffffffff;" : "=r"(members) : "r"(members));
        }
        const int slot = firstSlot<Ordered>(args, bucket, __popc(members), counts, running);
        if (members != 0)
            takeSlots<Group>(args, bucket, fill * 32 + lane, members, slot);
        if (!Ordered)
            return;
    }
    if (Ordered && threadIdx.x == 0)
        args.count[bucket] = running;
}

// One block, when the members are known: members, tasks, and the widths of all tasks. A bucket with members is a task
// of as many steps of `Step` members as it needs (Group 0), each `Width` wide; or one for each group, `width` wide.
template <int Group, int Step, int Width>
__device__ __forceinline__ void totalOf(const int* count, int buckets, long long width, long long* totals)
{
    constexpr int all = 256; // threads
    __shared__ long long sums[3][all];
    long long members = 0, tasks = 0, widths = 0;
    for (int b = threadIdx.x; b < buckets; b += all) {
        const int n = count[b];
        const long long groups = Group > 0 ? (n + Group - 1) / (Group > 0 ? Group : 1) : n > 0 ? 1 : 0;
        members += n;
        tasks += groups;
        widths += Group > 0 ? groups * width : static_cast<long long>((n + Step - 1) / Step) * Width;
    }
    sums[0][threadIdx.x] = members;
    sums[1][threadIdx.x] = tasks;
    sums[2][threadIdx.x] = widths;
    for (int half = all / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            for (int s = 0; s < 3; ++s)
                sums[s][threadIdx.x] += sums[s][threadIdx.x + half];
    }
    __syncthreads();
    if (threadIdx.x < 3)
        totals[threadIdx.x] = sums[threadIdx.x][0];
}
