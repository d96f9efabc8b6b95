// Block tile: 8 or 16 rows times Width condensed columns, stored dense; one thread block computes Rows x DensePart of
// C. The Width rows of B that its columns name are gathered into shared memory, 16 bytes a thread, together with A.
// float16, bfloat16: mma.sync m16n8k16, tf32: m16n8k8, both with float32 sums; each warp takes strips of columns, those
// of 8 rows transposed: C^T = B^T A^T. float32: FFMA, exact.

// What a pass over Columns columns of B computes, A and B being in shared memory. Half and Bf16; the other types have
// their own below.
template <class T, int Rows, int Width, int Columns, Sums How>
struct BlockProduct {
    static constexpr int strideA = Width * 2;       // bytes; no gaps: A lies in fragment order
    static constexpr int stride = Columns * 2 + 16; // bytes; the odd 16 keep ldmatrix free of bank conflicts
    static constexpr int sharedB = Width * stride;
    static constexpr int strips = (Columns / stripColumns(Rows) + 3) / 4; // a warp's

    static __device__ __forceinline__ int storedRow() { return stripRow<Rows>(); }

    static __device__ __forceinline__ void run(const Arguments& args, int row, long long column, const unsigned char* A,
                                               unsigned char* B)
    {
        const int lane = threadIdx.x % 32;
        const int first = threadIdx.x / 32 * strips * stripColumns(Rows);
        if (first >= Columns)
            return;
        float sum[strips][4] = {};
#pragma unroll
        for (int step = 0; step < Width / 16; ++step) {
            // A, Rows bytes for each lane (PTX ISA, m16n8k16): operand A, or of 8 rows operand B.
            const unsigned char* const a = A + step * Rows * 32 + lane * Rows;
            const unsigned char* const b = B + step * 16 * stride + first * 2;
            if constexpr (Rows == 16) {
                const uint4 m = *reinterpret_cast<const uint4*>(a);
#pragma unroll
                for (int s = 0; s < strips; ++s) {
                    unsigned n0, n1; // lanes 0 .. 15 name the rows of B
                    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                                 : "=r"(n0), "=r"(n1)
                                 : "r"(sharedAddress(b + lane % 16 * stride + s * 16))
                                 : "memory");
                    multiplyAdd<T>(sum[s], m.x, m.y, m.z, m.w, n0, n1);
                }
            } else {
                const uint2 n = *reinterpret_cast<const uint2*>(a);
                unsigned m0, m1, m2, m3; // eight lanes each name eight rows of B: the first, twice, then the others
                loadTransposed(m0, m1, m2, m3, b + (lane / 16 * 8 + lane % 8) * stride + lane / 8 % 2 * 16);
                multiplyAdd<T>(sum[0], m0, m1, m2, m3, n.x, n.y);
            }
        }
#pragma unroll
        for (int s = 0; s < strips; ++s)
            storeStrip<T, Rows, How>(args, row, column + first + s * stripColumns(Rows), sum[s]);
    }
};

template <int Rows, int Width, int Columns, Sums How>
struct BlockProduct<Tf32, Rows, Width, Columns, How> {
    static constexpr int strideA = Width * 4 + 16;  // bytes: the rows of A lie 20 banks apart, or 4
    static constexpr int stride = Columns * 4 + 32; // bytes: rows k .. k+3 of B lie 8 banks apart
    static constexpr int sharedB = Width * stride;

    static __device__ __forceinline__ int storedRow() { return stripRow<Rows>(); }

    // Each warp takes one strip.
    static __device__ __forceinline__ void run(const Arguments& args, int row, long long column, const unsigned char* A,
                                               unsigned char* B)
    {
        static_assert(Columns <= 4 * stripColumns(Rows));
        const int g = threadIdx.x % 32 / 4;
        const int t = threadIdx.x % 4;
        const int first = threadIdx.x / 32 * stripColumns(Rows);
        if (first >= Columns)
            return;
        const unsigned* const a = reinterpret_cast<const unsigned*>(A + g * strideA) + t;
        const unsigned* const b = reinterpret_cast<const unsigned*>(B + t * stride) + first + g;
        float sum[4] = {};
#pragma unroll
        for (int k = 0; k < Width; k += 8) {
            const unsigned* const b0 = b + k * stride / 4;
            const unsigned* const b1 = b0 + stride; // four rows on
            if constexpr (Rows == 16)
                multiplyAdd<Tf32>(sum, a[k], a[k + 8 * strideA / 4], a[k + 4], a[k + 4 + 8 * strideA / 4], *b0, *b1);
            else
                multiplyAdd<Tf32>(sum, b0[0], b0[8], b1[0], b1[8], a[k], a[k + 4]);
        }
        storeStrip<Tf32, Rows, How>(args, row, column + first, sum);
    }
};

template <int Rows, int Width, int Columns, Sums How>
struct BlockProduct<float, Rows, Width, Columns, How> {
    static_assert(Columns == 32);
    static constexpr int strideA = Width * 4 + 16;            // bytes; the odd 16 spread the rows over the banks
    static constexpr int stride = Columns * 4 + 16;           // bytes
    static constexpr int sharedSums = 4 * Rows * Columns * 4; // partial sums of the four warps, in place of B
    static constexpr int gathered = Width * stride;
    static constexpr int sharedB = gathered > sharedSums ? gathered : sharedSums;
    static constexpr int each = Rows / 4; // rows of a lane

    static __device__ __forceinline__ int storedRow() { return threadIdx.x / 8 % Rows; }

    // Warp w takes every fourth group of four stored columns; lanes: 4 x 8 groups of rows (i, i+4, ...) and 4 columns.
    // The four partial sums meet in shared memory.
    static __device__ __forceinline__ void run(const Arguments& args, int row, long long column, const unsigned char* A,
                                               unsigned char* B)
    {
        const int warp = threadIdx.x / 32;
        const int r = threadIdx.x % 32 / 8;
        const int c = threadIdx.x % 8;
        float* const sums = reinterpret_cast<float*>(B);
        float sum[each][4] = {};
#pragma unroll 1
        for (int k = warp * 4; k < Width; k += 16) {
            float4 a[each];
#pragma unroll
            for (int i = 0; i < each; ++i)
                a[i] = *reinterpret_cast<const float4*>(A + (r + 4 * i) * strideA + k * 4);
#pragma unroll
            for (int kk = 0; kk < 4; ++kk) {
                const float4 b = *reinterpret_cast<const float4*>(B + (k + kk) * stride + c * 16);
#pragma unroll
                for (int i = 0; i < each; ++i) {
                    const float x = kk == 0 ? a[i].x : kk == 1 ? a[i].y : kk == 2 ? a[i].z : a[i].w;
                    sum[i][0] += x * b.x;
                    sum[i][1] += x * b.y;
                    sum[i][2] += x * b.z;
                    sum[i][3] += x * b.w;
                }
            }
        }
        __syncthreads(); // B has been read by all; its place now takes the partial sums
#pragma unroll
        for (int i = 0; i < each; ++i)
            *reinterpret_cast<float4*>(sums + (warp * Rows + r + 4 * i) * Columns + c * 4) =
                make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        __syncthreads();
        float4 total = make_float4(0, 0, 0, 0);
#pragma unroll
        for (int w = 0; w < 4; ++w) {
            const float4 s = *reinterpret_cast<const float4*>(sums + (w * Rows + storedRow()) * Columns + c * 4);
            total = make_float4(total.x + s.x, total.y + s.y, total.z + s.z, total.w + s.w);
        }
        if (row != none && threadIdx.x < Rows * 8)
            Output<float, How>::four(args, row, column + c * 4, total.x, total.y, total.z, total.w);
    }
};

template <class T, int Rows, int Width, int DensePart, Sums How>
struct BlockTile {
    static_assert((Rows == 8 || Rows == 16) && Width % 16 == 0);
    static constexpr int columns = sizeof(T) == 2 && DensePart % 64 == 0 ? 64 : 32; // of a pass
    using Product = BlockProduct<T, Rows, Width, columns, How>;
    static constexpr int sharedA = Rows * Product::strideA;
    static constexpr int sharedBytes = sharedA + Product::sharedB;
    static constexpr int pieces = Width * static_cast<int>(sizeof(T)) / 16; // of 16 bytes, of a row of A

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int part, unsigned char* shared)
    {
        const T* const A = static_cast<const T*>(tile.values());
#pragma unroll
        for (int i = threadIdx.x; i < Rows * pieces; i += threads)
            copy16(shared + i / pieces * Product::strideA + i % pieces * 16, A + i * (Width / pieces));
        unsigned char* const B = shared + sharedA;
#pragma unroll 1
        for (int pass = 0; pass < DensePart / columns; ++pass) {
            const long long column = static_cast<long long>(part) * DensePart + pass * columns;
            gatherRows<T, Width, columns, Product::stride>(static_cast<const T*>(args.B), args.ld, tile.colIds(),
                                                           column, B);
            const int row = tile.rowIds()[Product::storedRow()];
            waitCopies();
            __syncthreads();
            Product::run(args, row, column, shared, B);
            if (pass + 1 < DensePart / columns)
                __syncthreads();
        }
    }
};
