// After the fused kernel: rows that were added to in float32 become rows of C.
extern "C" __global__ void __launch_bounds__(256)
    convertRows(void* C, const int* rows, long long rowCount, long long ld, const float* scratch)
{
    convertAll<$TYPE$>(C, rows, rowCount, ld, scratch);
}
