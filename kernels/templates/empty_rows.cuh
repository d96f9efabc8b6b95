// Blocks behind those of the tasks: rows without non-zeros become zero, 16 bytes a thread and step, or single values.
constexpr int zeroSteps = 8; // of a thread
template <class T, int DensePart>
__device__ __forceinline__ void zeroRows(const Arguments& args)
{
    const long long block = blockIdx.x - args.taskCount;
    long long i = block * (threads * zeroSteps) + threadIdx.x;
    if constexpr (DensePart == 1) {
#pragma unroll 1
        for (int step = 0; step < zeroSteps && i < args.emptyCount; ++step, i += threads)
            static_cast<T*>(args.C)[args.emptyRows[i]] = T{};
        return;
    }
    const long long perRow = args.ldC * static_cast<int>(sizeof(T)) / 16;
    const long long all = args.emptyCount * perRow;
#pragma unroll 1
    for (int step = 0; step < zeroSteps && i < all; ++step, i += threads) {
        T* const row = static_cast<T*>(args.C) + args.emptyRows[i / perRow] * args.ldC;
        reinterpret_cast<uint4*>(row)[i % perRow] = make_uint4(0, 0, 0, 0);
    }
}
