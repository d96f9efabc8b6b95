// Products by a warpgroup of 128 threads, which reads both operands from shared memory itself while its threads go on
// (PTX ISA, wgmma): on GPUs of sm_90 alone. Includes nothing.
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
constexpr bool warpgroups = true;
#else
constexpr bool warpgroups = false;
#endif

// Where rows of an operand stand in shared memory: Stride bytes apart, or, where Stride is 0, as wgmma's swizzle of 128
// bytes has them: the first 128 bytes of all Rows rows, then the next, and 16 bytes of each where its row says.
template <int Rows, int Stride>
struct SharedRows {
    static constexpr int nextPiece = Stride > 0 ? 128 : Rows * 128; // from 128 bytes of a row to the next
    static __device__ __forceinline__ int at(int row, int byte)
    {
        if constexpr (Stride > 0)
            return row * Stride + byte;
        else
            return byte / 128 * nextPiece + row * 128 + (byte % 128 ^ row % 8 * 16);
    }
};

// What wgmma is told of such an operand from `begin` on: rows of 128 bytes, eight of them 1,024 bytes long; pieces of
// 128 bytes of these rows, where it reads several, `nextPiece` bytes apart.
__device__ __forceinline__ unsigned long long groupOperand(const void* begin, int nextPiece)
{
    constexpr unsigned long long swizzled = 1ull << 62, eightRows = 1024 / 16;
    return swizzled | eightRows << 32 | static_cast<unsigned long long>(nextPiece / 16) << 16 |
           static_cast<unsigned long long>(sharedAddress(begin) / 16);
}

// What this thread stored or copied to shared memory is seen by wgmma behind the next barrier.
__device__ __forceinline__ void showToGroups()
{
    if constexpr (warpgroups)
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
__device__ __forceinline__ void beginGroupProducts()
{
    if constexpr (warpgroups)
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ __forceinline__ void commitGroupProducts()
{
    if constexpr (warpgroups)
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
__device__ __forceinline__ void waitGroupProducts()
{
    if constexpr (warpgroups)
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}

// sum (64 x 8 Strips) += 16 steps of A times B, 16 bits an element. Rows of an operand are its own (row of A, column of
// B), or, where AAlong or BAlong, steps. Sums lie as those of mma.sync m16n8, strip after strip; a warp has 16 rows.
template <class T, int Strips, bool AAlong, bool BAlong>
struct GroupProduct;

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define STRIP(j) "+f"(sum[j][0]), "+f"(sum[j][1]), "+f"(sum[j][2]), "+f"(sum[j][3])
#define STRIPS(j) STRIP(j), STRIP(j + 1), STRIP(j + 2), STRIP(j + 3)
#define SUMS_OF_64                                                                                                     \
    "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, "  \
    "%24, %25, %26, %27, %28, %29, %30, %31}"
#define SUMS_OF_128                                                                                                    \
    "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, "  \
    "%24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, "   \
    "%46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}"
#define GROUP_PRODUCT(T, TYPE)                                                                                         \
    template <bool AAlong, bool BAlong>                                                                                \
    struct GroupProduct<T, 8, AAlong, BAlong> {                                                                        \
        static __device__ __forceinline__ void add(float (*sum)[4], unsigned long long a, unsigned long long b)        \
        {                                                                                                              \
            asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32." TYPE "." TYPE " " SUMS_OF_64                    \
                         ", %32, %33, 1, 1, 1, %34, %35;"                                                              \
                         : STRIPS(0), STRIPS(4)                                                                        \
                         : "l"(a), "l"(b), "n"(AAlong ? 1 : 0), "n"(BAlong ? 1 : 0));                                  \
        }                                                                                                              \
    };                                                                                                                 \
    template <bool AAlong, bool BAlong>                                                                                \
    struct GroupProduct<T, 16, AAlong, BAlong> {                                                                       \
        static __device__ __forceinline__ void add(float (*sum)[4], unsigned long long a, unsigned long long b)        \
        {                                                                                                              \
            asm volatile("wgmma.mma_async.sync.aligned.m64n128k16.f32." TYPE "." TYPE " " SUMS_OF_128                  \
                         ", %64, %65, 1, 1, 1, %66, %67;"                                                              \
                         : STRIPS(0), STRIPS(4), STRIPS(8), STRIPS(12)                                                 \
                         : "l"(a), "l"(b), "n"(AAlong ? 1 : 0), "n"(BAlong ? 1 : 0));                                  \
        }                                                                                                              \
    };
GROUP_PRODUCT(Half, "f16")
GROUP_PRODUCT(Bf16, "bf16")
#endif
