// What this plan makes of the templates: where its formats' arrays stand, its kinds of tile, the kernel that runs them.
$ARRAYS$
// The kinds of tile of this plan.
$KINDS$
__host__ __device__ constexpr int mostOf(int a)
{
    return a;
}
template <class... More>
__host__ __device__ constexpr int mostOf(int a, int b, More... more)
{
    return mostOf(a > b ? a : b, more...);
}
// One buffer for all kinds, as large as the largest need.
constexpr int sharedBytes = mostOf($SHARED$);

// $BLOCKS$ blocks on an SM: at most $REGISTERS$ registers a thread.
extern "C" __global__ void __launch_bounds__(threads, $BLOCKS$) $ENTRY$(const Arguments args)
{
    __shared__ __align__(16) unsigned char shared[sharedBytes];
    $EMPTY$;
#if $CLOCKS$
    // What the end needs is written at once, or it would be kept in registers all along.
    if (threadIdx.x == 0) {
        BlockClock& clock = args.clocks[blockIdx.x];
        clock.start = clock64();
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(clock.globalNs));
    }
#endif
    const int part = args.tasks[blockIdx.x].part;
    const TileRecord tile = loadTile(&args.tasks[blockIdx.x].record);
    $SPLIT$;
    switch (tile.kind) {
        $CASES$
    }
    $FINISH$;
#if $CLOCKS$
    __syncthreads();
    if (threadIdx.x == 0) {
        BlockClock& clock = args.clocks[blockIdx.x];
        clock.end = clock64();
        asm volatile("mov.u32 %0, %smid;" : "=r"(clock.sm));
        clock.reserved = 0;
    }
#endif
}
