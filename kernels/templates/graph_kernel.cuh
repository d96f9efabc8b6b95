// $TITLE$
extern "C" __global__ void __launch_bounds__($BOUNDS$) $ENTRY$(const Arguments args)
{
    constexpr int blockThreads = $THREADS$;
    using T = $TYPE$;
    extern __shared__ __align__(16) unsigned char shared[];
    $EMPTY$;
#if $CLOCKS$
    if (threadIdx.x == 0) {
        BlockClock& clock = args.clocks[$FIRST$ + blockIdx.x];
        clock.start = clock64();
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(clock.globalNs));
    }
#endif
    int b = blockIdx.x; // BMTB of its branch
    $BRANCHES$
#if $CLOCKS$
    __syncthreads();
    if (threadIdx.x == 0) {
        BlockClock& clock = args.clocks[$FIRST$ + blockIdx.x];
        clock.end = clock64();
        asm volatile("mov.u32 %0, %smid;" : "=r"(clock.sm));
        clock.reserved = 0;
    }
#endif
}
