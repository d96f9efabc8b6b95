// Products in float64, for verification: a thread an element, sums in the order of the non-zeros. Includes nothing.
// Magnitudes above zero are at least `least`.

// C and magnitudes: rows x J. B is cols x ld.
template <class T>
__device__ __forceinline__ void referenceRows(const long long* rowPtr, const int* colIdx, const T* values, const T* B,
                                              long long rows, long long J, long long ld, double least, double* C,
                                              double* magnitudes)
{
    for (long long i = blockIdx.x * 256ll + threadIdx.x; i < rows * J; i += gridDim.x * 256ll) {
        const long long row = i / J;
        double sum = 0;
        double magnitude = 0;
        for (long long p = rowPtr[row]; p < rowPtr[row + 1]; ++p) {
            const double product = static_cast<double>(values[p]) * static_cast<double>(B[colIdx[p] * ld + i % J]);
            sum += product;
            magnitude += fabs(product);
        }
        C[i] = sum;
        magnitudes[i] = magnitude > 0 ? fmax(magnitude, least) : magnitude;
    }
}
extern "C" __global__ void __launch_bounds__(256)
    referenceSpmm(const long long* rowPtr, const int* colIdx, const float* values, const float* B, long long rows,
                  long long J, long long ld, double least, double* C, double* magnitudes)
{
    referenceRows(rowPtr, colIdx, values, B, rows, J, ld, least, C, magnitudes);
}
extern "C" __global__ void __launch_bounds__(256)
    referenceDoubles(const long long* rowPtr, const int* colIdx, const double* values, const double* B, long long rows,
                     long long J, long long ld, double least, double* C, double* magnitudes)
{
    referenceRows(rowPtr, colIdx, values, B, rows, J, ld, least, C, magnitudes);
}

// C and magnitudes: a value for each non-zero. X is rows x ld, Y is cols x ld.
extern "C" __global__ void __launch_bounds__(256)
    referenceSddmm(const int* rowIdx, const int* colIdx, const float* values, const float* X, const float* Y,
                   long long nnz, long long K, long long ld, double least, double* C, double* magnitudes)
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
        magnitude *= fabs(values[p]);
        magnitudes[p] = magnitude > 0 ? fmax(magnitude, least) : magnitude;
    }
}

// C and magnitudes: rows x L. X is sliceCols x ldX, W has K rows of ldW for each relation.
extern "C" __global__ void __launch_bounds__(256)
    referenceRgms(const long long* rowPtr, const int* colIdx, const float* values, const float* X, const float* W,
                  long long rows, long long L, long long sliceCols, long long K, long long ldX, long long ldW,
                  double least, double* C, double* magnitudes)
{
    for (long long i = blockIdx.x * 256ll + threadIdx.x; i < rows * L; i += gridDim.x * 256ll) {
        double sum = 0;
        double magnitude = 0;
        for (long long p = rowPtr[i / L]; p < rowPtr[i / L + 1]; ++p) {
            const float* const x = X + colIdx[p] % sliceCols * ldX;
            const float* const w = W + colIdx[p] / sliceCols * K * ldW + i % L;
            double dot = 0;
            double size = 0;
            for (long long k = 0; k < K; ++k) {
                const double product = static_cast<double>(x[k]) * static_cast<double>(w[k * ldW]);
                dot += product;
                size += fabs(product);
            }
            sum += static_cast<double>(values[p]) * dot;
            magnitude += fabs(static_cast<double>(values[p])) * size;
        }
        C[i] = sum;
        magnitudes[i] = magnitude > 0 ? fmax(magnitude, least) : magnitude;
    }
}

// A result against its reference: sums[3 b ...] of block b are the squares of the differences, those of the reference,
// and the largest difference over its magnitude, infinite where it is no number. C has rows of J elements, ld apart:
// float32 (type 0), float16 (1), bfloat16 (2) or float64 (3).
extern "C" __global__ void __launch_bounds__(256)
    compareWithReference(const void* C, int type, long long count, long long J, long long ld, const double* values,
                         const double* magnitudes, double* sums)
{
    double of[3] = {0, 0, 0};
    for (long long i = blockIdx.x * 256ll + threadIdx.x; i < count; i += gridDim.x * 256ll) {
        const long long place = i / J * ld + i % J;
        float result = 0;
        if (type == 0)
            result = static_cast<const float*>(C)[place];
        else if (type == 1)
            asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(static_cast<const unsigned short*>(C)[place]));
        else if (type == 2)
            result = __uint_as_float(static_cast<unsigned>(static_cast<const unsigned short*>(C)[place]) << 16);
        const double stored = type == 3 ? static_cast<const double*>(C)[place] : static_cast<double>(result);
        const double difference = fabs(stored - values[i]);
        of[0] += difference * difference;
        of[1] += values[i] * values[i];
        const double infinite = __longlong_as_double(0x7ff0000000000000ll);
        const double element = magnitudes[i] > 0 ? difference / magnitudes[i] : difference > 0 ? infinite : difference;
        of[2] = element <= infinite ? fmax(of[2], element) : infinite;
    }
    __shared__ double shared[3][256];
    for (int s = 0; s < 3; ++s)
        shared[s][threadIdx.x] = of[s];
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) {
            shared[0][threadIdx.x] += shared[0][threadIdx.x + half];
            shared[1][threadIdx.x] += shared[1][threadIdx.x + half];
            shared[2][threadIdx.x] = fmax(shared[2][threadIdx.x], shared[2][threadIdx.x + half]);
        }
    }
    if (threadIdx.x == 0)
        for (int s = 0; s < 3; ++s)
            sums[3 * blockIdx.x + s] = shared[s][0];
}
