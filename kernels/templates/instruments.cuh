// Small kernels that measure: a gate that holds a stream, a clock, nothing at all. Includes nothing.

__device__ __forceinline__ unsigned long long globalNs()
{
    unsigned long long ns;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
    return ns;
}

// Holds the stream until the host sets flags[0], so that everything behind it is queued before it runs. Opens by itself
// after limitNs and says so in flags[1]: a host that waits for the stream by mistake is not held forever.
extern "C" __global__ void gate(volatile unsigned* flags, unsigned long long limitNs)
{
    const unsigned long long begin = globalNs();
    while (flags[0] == 0) {
        if (globalNs() - begin > limitNs) {
            flags[1] = 1;
            __threadfence_system();
            return;
        }
        __nanosleep(500);
    }
}

// Cycles of one SM and nanoseconds over at least forNs.
extern "C" __global__ void compareClocks(long long* out, unsigned long long forNs)
{
    unsigned long long ns0 = globalNs();
    for (const unsigned long long before = ns0; ns0 == before;)
        ns0 = globalNs(); // begin at a tick
    const long long cycles0 = clock64();
    unsigned long long ns1 = ns0;
    while (ns1 - ns0 < forNs)
        ns1 = globalNs();
    out[0] = clock64() - cycles0;
    out[1] = static_cast<long long>(ns1 - ns0);
}

// Reads and writes `count` times 16 bytes.
extern "C" __global__ void __launch_bounds__(256) flush(uint4* data, long long count)
{
    for (long long i = blockIdx.x * 256ll + threadIdx.x; i < count; i += gridDim.x * 256ll) {
        uint4 v = data[i];
        v.x += 1;
        data[i] = v;
    }
}

extern "C" __global__ void nothing() {}
