// Which warp of the whole launch this is. Stands behind
//   constexpr int threads;  // of every block
__device__ __forceinline__ long long thisWarp()
{
    return blockIdx.x * (threads / 32ll) + threadIdx.x / 32;
}
