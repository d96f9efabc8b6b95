// After the fused kernel, where parts of split rows are added in float32: row i of the scratch, rounded, becomes row
// rows[i] of C (16 bits), and zero for the next time. Eight values a step, or a row that is a single value (SpMV).
template <class T>
__device__ __forceinline__ void convertAll(T* C, const int* rows, long long rowCount, long long ld, float* scratch)
{
    const long long perRow = ld < 8 ? 1 : ld / 8;
    waitForKernelBefore();
    for (long long i = blockIdx.x * 256ll + threadIdx.x; i < rowCount * perRow; i += gridDim.x * 256ll) {
        const long long r = i / perRow;
        if (ld < 8) {
            C[rows[r]] = rounded<T>(scratch[r]);
            scratch[r] = 0;
            continue;
        }
        float4* const from = reinterpret_cast<float4*>(scratch + r * ld + i % perRow * 8);
        const float4 a = from[0];
        const float4 b = from[1];
        *reinterpret_cast<uint4*>(C + rows[r] * ld + i % perRow * 8) = make_uint4(
            Narrow<T>::pack(a.x, a.y), Narrow<T>::pack(a.z, a.w), Narrow<T>::pack(b.x, b.y), Narrow<T>::pack(b.z, b.w));
        from[0] = make_float4(0, 0, 0, 0);
        from[1] = make_float4(0, 0, 0, 0);
    }
}

extern "C" __global__ void __launch_bounds__(256)
    convertAddedRows(void* C, const int* rows, long long rowCount, long long ld, float* scratch)
{
    convertAll<$TYPE$>(static_cast<$TYPE$*>(C), rows, rowCount, ld, scratch);
}
