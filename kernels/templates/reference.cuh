// Products in float64, for verification: a thread an element, sums in the order of the non-zeros. Includes nothing.

// C and magnitudes: rows x J. B is cols x ld.
extern "C" __global__ void __launch_bounds__(256)
    referenceSpmm(const long long* rowPtr, const int* colIdx, const float* values, const float* B, long long rows,
                  long long J, long long ld, double* C, double* magnitudes)
{
    for (long long i = blockIdx.x * 256ll + threadIdx.x; i < rows * J; i += gridDim.x * 256ll) {
        const long long row = i / J;
        double sum = 0;
        double magnitude = 0;
        for (long long p = rowPtr[row]; p < rowPtr[row + 1]; ++p) {
            const double product = static_cast<double>(values[p]) * B[colIdx[p] * ld + i % J];
            sum += product;
            magnitude += fabs(product);
        }
        C[i] = sum;
        magnitudes[i] = magnitude;
    }
}

// C and magnitudes: a value for each non-zero. X is rows x ld, Y is cols x ld.
extern "C" __global__ void __launch_bounds__(256)
    referenceSddmm(const int* rowIdx, const int* colIdx, const float* values, const float* X, const float* Y,
                   long long nnz, long long K, long long ld, double* C, double* magnitudes)
{
    for (long long p = blockIdx.x * 256ll + threadIdx.x; p < nnz; p += gridDim.x * 256ll) {
        double sum = 0;
        double magnitude = 0;
        for (long long k = 0; k < K; ++k) {
            const double product = static_cast<double>(X[rowIdx[p] * ld + k]) * Y[colIdx[p] * ld + k];
            sum += product;
            magnitude += fabs(product);
        }
        C[p] = values[p] * sum;
        magnitudes[p] = fabs(values[p]) * magnitude;
    }
}
