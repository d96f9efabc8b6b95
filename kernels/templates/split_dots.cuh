// Outputs of SDDMM whose K is split: each part of it stores its sums in a row of the scratch; of the tasks of a tile,
// the last to arrive adds up the parts, in their order, and stores the outputs.

// The task is read again: it would take registers all along. Tile names the arrays of its tile.
template <class T, class Tile>
__device__ __forceinline__ void finishDots(const Arguments& args, unsigned char* shared)
{
    bool* const last = reinterpret_cast<bool*>(shared);
    const int index = args.tasks[blockIdx.x].tile;
    __syncthreads(); // the sums of this task are stored
    if (threadIdx.x == 0)
        *last = arriveLast(args.counters + index, static_cast<int>(args.parts));
    __syncthreads();
    if (!*last)
        return;
    const TileRecord record = loadTile(args.tiles + index);
    const int* const outputs = Tile{args, record}.outputs();
    const int count = args.outputCounts[index];
#pragma unroll 1
    for (int i = threadIdx.x; i < count; i += threads) {
        const int at = outputs[i];
        if (at < 0)
            continue;
        float sum = 0;
#pragma unroll 4
        for (int part = 0; part < args.parts; ++part)
            sum += loadStored(args.scratch + part * args.ldC + at);
        static_cast<T*>(args.C)[at] = rounded<T>(sum);
    }
}
