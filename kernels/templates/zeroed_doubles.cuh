// zeroed_rows.cuh for sums in float64, which SpMV alone has: its rows are single values.
extern "C" __global__ void __launch_bounds__(256)
    zeroAddedRows(double* C, const int* rows, long long rowCount, long long)
{
    letNextKernelBegin();
    for (long long i = blockIdx.x * 256ll + threadIdx.x; i < rowCount; i += gridDim.x * 256ll)
        C[rows[i]] = 0;
}
