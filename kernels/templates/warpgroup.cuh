// Products by a warpgroup of 128 threads, which reads both operands from shared memory itself while its threads go on
// (PTX ISA, wgmma): on GPUs of sm_90 alone. Includes nothing.
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
constexpr bool warpgroups = true;
#else
constexpr bool warpgroups = false;
#endif

// Where rows of an operand stand in shared memory: Stride bytes apart, or, where Stride is 0, as wgmma reads them: a
// span of up to 128 bytes of each of the Rows rows, then the next span; pieces of 16 bytes change places with those of
// the rows beside, so that no bank is asked twice.
template <int Rows, int Bytes, int Stride>
struct SharedRows {
    static constexpr int span = Bytes < 128 ? Bytes : 128;
    static constexpr int nextSpan = Rows * span;
    static constexpr int bytes = Rows * (Stride > 0 ? Stride : Bytes);
    static __device__ __forceinline__ int at(int row, int byte)
    {
        if constexpr (Stride > 0)
            return row * Stride + byte;
        const int place = row * span + byte % span;
        return byte / span * nextSpan + (place ^ place / 128 % (span / 16) * 16);
    }
};

// What wgmma is told of 16 steps of such an operand, from the step k on and from `first` on, a multiple of 64: rows are
// steps where Along; else they are those of A, or columns of B, and hold the steps.
template <class Places, bool Along>
__device__ __forceinline__ unsigned long long groupOperand(const unsigned char* shared, int first, int k)
{
    constexpr int span = Places::span;
    constexpr unsigned long long swizzle = span == 128 ? 1 : span == 64 ? 2 : 3;
    constexpr unsigned long long eightRows = 8 * span / 16, nextSpan = Places::nextSpan / 16;
    static_assert(Along || Places::nextSpan == Places::bytes, "16 steps lie within a span");
    const int begin = Along ? first / 64 * Places::nextSpan + k * span : first * span + k * 2;
    return swizzle << 62 | eightRows << 32 | nextSpan << 16 | (sharedAddress(shared + begin) & 0x3ffff) / 16;
}

// Four 8 x 8 matrices of 16 bits to shared memory, transposed: a lane holds two of a row of each, and eight lanes each
// name the rows of one, in order.
__device__ __forceinline__ void storeTransposed(void* row, unsigned m0, unsigned m1, unsigned m2, unsigned m3)
{
    if constexpr (warpgroups)
        asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(sharedAddress(row)),
                     "r"(m0), "r"(m1), "r"(m2), "r"(m3)
                     : "memory");
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

// add(): sum (64 x 8 Strips) += 16 steps of one operand times the other, 16 bits an element. A warp has 16 rows; its
// sums lie as those of mma.sync m16n8, strip after strip.
template <class T, int Strips, bool AAlong, bool BAlong>
struct GroupProduct;

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define STRIP(j) "+f"(sum[j][0]), "+f"(sum[j][1]), "+f"(sum[j][2]), "+f"(sum[j][3])
#define FOUR_STRIPS(j) STRIP(j), STRIP(j + 1), STRIP(j + 2), STRIP(j + 3)
#define NAMES_8 "%0, %1, %2, %3, %4, %5, %6, %7"
#define NAMES_16 NAMES_8 ", %8, %9, %10, %11, %12, %13, %14, %15"
#define NAMES_32 NAMES_16 ", %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define NAMES_64                                                                                                      \
    NAMES_32 ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, " \
             "%52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define GROUP_PRODUCT(T, TYPE, STRIPS, COLUMNS, NAMES, OPERANDS, ...)                                           \
    template <bool AAlong, bool BAlong>                                                                         \
    struct GroupProduct<T, STRIPS, AAlong, BAlong> {                                                            \
        static __device__ __forceinline__ void add(float (*sum)[4], unsigned long long a, unsigned long long b) \
        {                                                                                                       \
            asm volatile("wgmma.mma_async.sync.aligned.m64n" COLUMNS "k16.f32." TYPE "." TYPE " {" NAMES        \
                         "}, " OPERANDS ";"                                                                     \
                         : __VA_ARGS__                                                                          \
                         : "l"(a), "l"(b), "n"(AAlong ? 1 : 0), "n"(BAlong ? 1 : 0));                           \
        }                                                                                                       \
    };
#define GROUP_PRODUCTS(T, TYPE)                                                                                \
    GROUP_PRODUCT(T, TYPE, 2, "16", NAMES_8, "%8, %9, 1, 1, 1, %10, %11", STRIP(0), STRIP(1))                  \
    GROUP_PRODUCT(T, TYPE, 4, "32", NAMES_16, "%16, %17, 1, 1, 1, %18, %19", FOUR_STRIPS(0))                   \
    GROUP_PRODUCT(T, TYPE, 8, "64", NAMES_32, "%32, %33, 1, 1, 1, %34, %35", FOUR_STRIPS(0), FOUR_STRIPS(4))   \
    GROUP_PRODUCT(T, TYPE, 16, "128", NAMES_64, "%64, %65, 1, 1, 1, %66, %67", FOUR_STRIPS(0), FOUR_STRIPS(4), \
                  FOUR_STRIPS(8), FOUR_STRIPS(12))
GROUP_PRODUCTS(Half, "f16")
GROUP_PRODUCTS(Bf16, "bf16")
#undef GROUP_PRODUCTS
#undef GROUP_PRODUCT
#undef NAMES_64
#undef NAMES_32
#undef NAMES_16
#undef NAMES_8
#undef FOUR_STRIPS
#undef STRIP
#endif
