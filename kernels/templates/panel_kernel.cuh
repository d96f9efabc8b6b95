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
    const int tiles = static_cast<int>(args.taskCount) / parts;
#pragma unroll 1
    for (int t = block * warps + threadIdx.x / 32; t < tiles; t += blocks * warps) {
#if $CLOCKS$
        const long long start = clock64();
        unsigned long long globalNs;
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(globalNs));
#endif
        const TileRecord tile = loadTile(args.tiles + t);
        Rows::run(args, $TILE${args, tile}, part, shared);
#if $CLOCKS$
        __syncwarp();
        if (threadIdx.x % 32 == 0) {
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
