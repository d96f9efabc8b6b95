// Before the fused kernel, where parts of split rows are added in 32 bits: these rows of C become zero, 16 bytes a
// thread and step, or rows that are single values (SpMV).
extern "C" __global__ void __launch_bounds__(256)
    zeroAddedRows(float* C, const int* rows, long long rowCount, long long ld)
{
    letNextKernelBegin();
    const long long perRow = ld < 4 ? 1 : ld / 4;
    for (long long i = blockIdx.x * 256ll + threadIdx.x; i < rowCount * perRow; i += gridDim.x * 256ll) {
        float* const row = C + rows[i / perRow] * ld;
        if (ld < 4)
            *row = 0;
        else
            reinterpret_cast<float4*>(row)[i % perRow] = make_float4(0, 0, 0, 0);
    }
}
