// A kernel for Sparsescope to race: SpMM on CSR in float32, a warp for each row, a lane for each column of C.
//
//     nvcc -O3 -arch=native -shared -Xcompiler -fPIC -I ../../include -I ../../kernels/baseline csr_spmm.cu -o csr_spmm.so
//     sparsescope-cli profile MATRIX --op spmm --dense 128 --dtype f32 -o run.sscope --kernel ./csr_spmm.so
#include <sparsescope_kernel.h>

#include <cuda_runtime.h>

namespace {

constexpr int warpsPerBlock = 8;
constexpr int notForThis = -1;  // other codes are the CUDA runtime's

__global__ void csrSpmm(const sparsescope_problem p)
{
    const long long row = static_cast<long long>(blockIdx.x) * warpsPerBlock + threadIdx.y;
    if (row >= p.rows)
        return;
    const float* const values = static_cast<const float*>(p.values);
    const float* const B = static_cast<const float*>(p.B);
    float* const C = static_cast<float*>(p.C);
    for (long long j = threadIdx.x; j < p.dense; j += 32) {
        float sum = 0;
        for (int i = p.rowPtr[row]; i < p.rowPtr[row + 1]; ++i)
            sum += values[i] * B[p.colIdx[i] * p.ld + j];
        C[row * p.ld + j] = sum;
    }
}

}  // namespace

int sparsescope_version(void)
{
    return SPARSESCOPE_KERNEL_VERSION;
}

const char* sparsescope_name(void)
{
    return "csr_warp_per_row";
}

int sparsescope_prepare(const sparsescope_problem* problem, void** state)
{
    *state = nullptr;  // CSR is what it gets: nothing to convert
    return problem->op == SPARSESCOPE_SPMM && problem->dtype == SPARSESCOPE_F32 ? 0 : notForThis;
}

int sparsescope_run(const sparsescope_problem* problem, void*)
{
    const auto blocks = static_cast<unsigned>((problem->rows + warpsPerBlock - 1) / warpsPerBlock);
    csrSpmm<<<blocks, dim3(32, warpsPerBlock), 0, static_cast<cudaStream_t>(problem->stream)>>>(*problem);
    return cudaGetLastError();
}

void sparsescope_release(void*) {}

const char* sparsescope_error(int code)
{
    return code == notForThis ? "it computes SpMM in float32 alone" : cudaGetErrorString(static_cast<cudaError_t>(code));
}
