// What this plan makes of the template: where the arrays of its tiles stand, and the kernel. Any number of blocks does,
// one for each part of the dense loop at least.
$ARRAYS$
using Rows = PanelRows<$TYPE$, $PART$, $FOURS$>;

extern "C" __global__ void __launch_bounds__(threads, $BLOCKS$) $ENTRY$(const Arguments args)
{
    extern __shared__ __align__(16) unsigned char shared[];
    constexpr int warps = threads / 32;
    const int parts = static_cast<int>(args.parts);
    const int part = blockIdx.x % parts;
    const int blocks = gridDim.x / parts; // of a part
    const int block = blockIdx.x / parts;
    if (block >= blocks)
        return;
    Rows::loadPanel(args, part, shared);
    // Rows without non-zeros become zero, this part of them.
    constexpr int pieces = Rows::stride / 16;
    for (long long i = block * threads + threadIdx.x; i < args.emptyCount * pieces; i += blocks * threads) {
        $TYPE$* const row = static_cast<$TYPE$*>(args.C) + args.emptyRows[i / pieces] * args.ldC;
        reinterpret_cast<uint4*>(row + part * $PART$)[i % pieces] = make_uint4(0, 0, 0, 0);
    }
    waitCopies();
    __syncthreads();
    // Each block takes as much as every other, in sixteenths of tiles: consecutive rows, each by the group of lanes
    // that has had none for the longest time.
    const long long all = args.taskCount / parts * 16;
    const long long begin = all * block / blocks;
    const long long end = all * (block + 1) / blocks;
    int turn = 0; // of the group that takes the next row
#pragma unroll 1
    for (long long t = begin / 16; t * 16 < end; ++t) {
#if $CLOCKS$
        const long long start = clock64();
        unsigned long long globalNs;
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(globalNs));
#endif
        const TileRecord record = loadTile(args.tiles + t);
        const $TILE$ tile{args, record};
        const int from = t * 16 < begin ? static_cast<int>(tile.rows() * (begin - t * 16) / 16) : 0;
        const int to = end - t * 16 < 16 ? static_cast<int>(tile.rows() * (end - t * 16) / 16) : tile.rows();
        const int group = threadIdx.x / Rows::lanes;
        Rows::run(args, tile, part, shared, from + (group - turn + Rows::groups) % Rows::groups, to);
        turn = (turn + to - from) % Rows::groups;
#if $CLOCKS$
        __syncthreads();
        if (threadIdx.x == 0 && from == 0 && to > 0) { // of two blocks that share a tile, the first
            BlockClock& clock = args.clocks[t * parts + part];
            clock.start = start;
            clock.end = clock64();
            clock.globalNs = globalNs;
            asm volatile("mov.u32 %0, %smid;" : "=r"(clock.sm));
            clock.reserved = 0;
        }
#endif
    }
}
