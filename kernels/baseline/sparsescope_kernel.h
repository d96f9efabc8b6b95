/* A kernel of your own in a Sparsescope run: raced on the same inputs as the plan, checked against the same float64
 * reference and timed in the same way (CUDA events, warm-ups, warm and cold L2 cache).
 *
 * Build a shared library that defines the functions below, and name it:
 *
 *     sparsescope-cli profile MATRIX -o run.sscope --kernel ./my_kernel.so
 *
 * samples/kernels/csr_spmm.cu is one. The functions are called in this order, from one thread, with the GPU's primary
 * context current, which is the CUDA runtime's:
 *
 *     version, name, prepare, run (many times), release
 *
 * What is computed, with i a row and k or j a column of the sparse matrix A:
 *
 *     SpMM    C[i, j] = sum over k of A[i, k] B[k, j]               for j in 0 .. dense - 1
 *     SpMV    C[i] = sum over k of A[i, k] B[k]
 *     SDDMM   C[p] = A[p] * sum over k in 0 .. dense - 1 of X[i, k] B[j, k]    for each non-zero p = (i, j), in CSR
 * order
 *
 * Plain C; link nothing of Sparsescope. */
#ifndef SPARSESCOPE_KERNEL_H
#define SPARSESCOPE_KERNEL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SPARSESCOPE_KERNEL_VERSION 1

enum sparsescope_operator { SPARSESCOPE_SPMM = 0, SPARSESCOPE_SDDMM = 1, SPARSESCOPE_SPMV = 2 };

/* Of all values: A, B, X and C. tf32 is float32 whose 13 lowest bits are zero; its C is float32, and not rounded. f64
 * comes with SpMV alone. */
enum sparsescope_type {
    SPARSESCOPE_F16 = 0,
    SPARSESCOPE_BF16 = 1,
    SPARSESCOPE_TF32 = 2,
    SPARSESCOPE_F32 = 3,
    SPARSESCOPE_F64 = 4
};

typedef struct sparsescope_problem {
    int32_t version;         /* SPARSESCOPE_KERNEL_VERSION of the program that runs it */
    int32_t op;              /* enum sparsescope_operator */
    int32_t dtype;           /* enum sparsescope_type */
    int64_t rows, cols, nnz; /* of A */
    int64_t dense;           /* extent of the dense axis: J of SpMM, K of SDDMM, 1 of SpMV */
    int64_t ld;              /* elements from one row of B, X or C (SpMM) to the next; at least dense; 1 of SpMV */

    /* On the GPU, valid from prepare to release. */
    const int32_t* rowPtr; /* rows + 1 */
    const int32_t* colIdx; /* nnz, ascending within a row */
    const void* values;    /* nnz */
    const void* B;         /* cols x ld, row-major; SDDMM calls it Y */
    const void* X;         /* SDDMM: rows x ld, row-major; otherwise null */
    void* C;               /* to be written whole, empty rows too. SpMM: rows x ld, row-major, of which columns beyond
                              dense are not looked at; SpMV: rows values; SDDMM: nnz values. Holds anything before a
                              run. */
    void* stream;          /* CUstream, the same as cudaStream_t */
} sparsescope_problem;

#define SPARSESCOPE_EXPORT __attribute__((visibility("default")))

/* Returns SPARSESCOPE_KERNEL_VERSION. */
SPARSESCOPE_EXPORT int sparsescope_version(void);

/* What the kernel is called on screen and in files, in ASCII; valid while the library is loaded. */
SPARSESCOPE_EXPORT const char* sparsescope_name(void);

/* Whatever is done once for a matrix: conversions, analysis, buffers. Its time is told apart from the kernel's. *state
 * is yours. Returns 0, or another code to say that it failed or that this problem is not for this kernel; then neither
 * run nor release is called. */
SPARSESCOPE_EXPORT int sparsescope_prepare(const sparsescope_problem* problem, void** state);

/* Queues one product on problem->stream and returns: 0, or another code. Does not wait, nor allocate. */
SPARSESCOPE_EXPORT int sparsescope_run(const sparsescope_problem* problem, void* state);

/* Called once after a prepare that returned 0, when nothing runs any more. */
SPARSESCOPE_EXPORT void sparsescope_release(void* state);

/* May be left out: what a code means. */
SPARSESCOPE_EXPORT const char* sparsescope_error(int code);

#ifdef __cplusplus
}
#endif

#endif
