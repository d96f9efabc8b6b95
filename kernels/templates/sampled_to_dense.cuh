// What a library has sampled, in CSR order, to its places of a dense matrix with rows of `ld` elements; other places
// stay as they are. A warp a row. Stands behind warp_of_launch.cuh.
extern "C" __global__ void __launch_bounds__(threads)
    placeSampled(const int* rowPtr, const int* colIdx, const $WORD$* values, $WORD$* C, long long rows, long long ld)
{
    const long long row = thisWarp();
    if (row >= rows)
        return;
    for (int p = rowPtr[row] + static_cast<int>(threadIdx.x % 32); p < rowPtr[row + 1]; p += 32)
        C[row * ld + colIdx[p]] = values[p];
}
