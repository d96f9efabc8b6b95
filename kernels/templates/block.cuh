// Block tile: 16 rows times Width condensed columns, stored dense; one thread block computes 16 x DensePart of C.
// The Width rows of B that its columns name are gathered into shared memory, 16 bytes a thread, together with A.
// float16, bfloat16: mma.sync m16n8k16, tf32: m16n8k8, both with float32 sums; each warp takes strips of 8 columns.
// float32: FFMA, exact.

// Columns of the dense part that one pass of a block tile covers.
template <class T, int DensePart>
struct BlockPass {
    static constexpr int columns = sizeof(T) == 2 && DensePart % 64 == 0 ? 64 : 32;
};

// Stores the accumulators of one strip of 8 columns (PTX ISA, m16n8, C and D): a lane holds columns 2t, 2t+1 (t = lane %
// 4) of rows g and g + 8 (g = lane / 4). Neighbours swap halves, so that even lanes hold four columns of row g and odd
// lanes four of row g + 8; `row` is that row of C, `column` that of the strip.
template <class T, bool Atomic>
__device__ __forceinline__ void storeStrip(const Arguments& args, int row, long long column, const float (&sum)[4])
{
    const int lane = threadIdx.x % 32;
    const bool odd = lane % 2 != 0;
    const float x = __shfl_xor_sync(0xffffffffu, odd ? sum[0] : sum[2], 1);
    const float y = __shfl_xor_sync(0xffffffffu, odd ? sum[1] : sum[3], 1);
    const long long at = column + lane % 4 / 2 * 4;
    if (row < 0)
        return;
    if (odd)
        Output<T, Atomic>::four(args, row, at, x, y, sum[2], sum[3]);
    else
        Output<T, Atomic>::four(args, row, at, sum[0], sum[1], x, y);
}

// Half and Bf16; the other types have their own below.
template <class T, int Rows, int Width, int DensePart, bool Atomic>
struct BlockTile {
    static_assert(Rows == 16);
    static constexpr int columns = BlockPass<T, DensePart>::columns;
    static constexpr int stride = columns * 2 + 16;  // bytes; the odd 16 keep ldmatrix free of bank conflicts
    static constexpr int sharedA = Width * 32;
    static constexpr int sharedBytes = sharedA + Width * stride;
    static constexpr int strips = columns / 8 / 4;  // a warp's, of 8 columns

    static __device__ __forceinline__ void run(const Arguments& args, const TileRecord& tile, int part, unsigned char* shared)
    {
        // A lies in fragment order: per step of 16 columns, 16 bytes for each lane (PTX ISA, m16n8k16, operand A).
        const T* A = static_cast<const T*>(args.values) + tile.valueBegin;
#pragma unroll
        for (int i = threadIdx.x; i < Width * 2; i += threads)
            copy16(shared + i * 16, A + i * 8);

        const int warp = threadIdx.x / 32;
        const int lane = threadIdx.x % 32;
        unsigned char* const sharedB = shared + sharedA;
#pragma unroll 1
        for (int pass = 0; pass < DensePart / columns; ++pass) {
            const long long column = static_cast<long long>(part) * DensePart + pass * columns;
            gatherRows<T, Width, columns, stride>(args, tile, column, sharedB);
            // Stored rows of this lane's results: lane / 4 for even lanes, lane / 4 + 8 for odd ones: storeStrip().
            const int row = args.rowIds[tile.rowBegin + lane / 4 + (lane % 2) * 8];
            waitCopies();
            __syncthreads();

            float sum[strips][4] = {};
#pragma unroll
            for (int step = 0; step < Width / 16; ++step) {
                const uint4 a = *reinterpret_cast<const uint4*>(shared + step * 512 + lane * 16);
#pragma unroll
                for (int s = 0; s < strips; ++s) {
                    const unsigned char* b = sharedB + (step * 16 + lane % 16) * stride + (warp * strips + s) * 16;
                    multiply(sum[s], a, sharedAddress(b));
                }
            }
#pragma unroll
            for (int s = 0; s < strips; ++s)
                storeStrip<T, Atomic>(args, row, column + (warp * strips + s) * 8, sum[s]);
            if (pass + 1 < DensePart / columns)
                __syncthreads();
        }
    }

    // sum += A (16 x 16, fragments) times B (16 x 8 in shared memory, lanes 0 .. 15 name its rows).
    static __device__ __forceinline__ void multiply(float (&sum)[4], const uint4& a, unsigned b)
    {
        unsigned b0, b1;
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(b0), "=r"(b1) : "r"(b) : "memory");
        multiplyAdd<T>(sum, a.x, a.y, a.z, a.w, b0, b1);
    }
};

template <int Width, int DensePart, bool Atomic>
struct BlockTile<Tf32, 16, Width, DensePart, Atomic> {
    static constexpr int columns = 32;
    static constexpr int stride = columns * 4 + 32;   // bytes: rows k .. k+3 of B lie 8 banks apart
    static constexpr int strideA = Width * 4 + 16;    // bytes: the rows of A lie 20 banks apart, or 4
    static constexpr int sharedA = 16 * strideA;
    static constexpr int sharedBytes = sharedA + Width * stride;

    // Warp w takes columns 8w .. 8w+7 of the pass.
    static __device__ __forceinline__ void run(const Arguments& args, const TileRecord& tile, int part, unsigned char* shared)
    {
        const float* A = static_cast<const float*>(args.values) + tile.valueBegin;
#pragma unroll
        for (int i = threadIdx.x; i < Width * 4; i += threads)
            copy16(shared + i / (Width / 4) * strideA + i % (Width / 4) * 16, A + i * 4);

        const int warp = threadIdx.x / 32;
        const int lane = threadIdx.x % 32;
        const int g = lane / 4;
        const int t = lane % 4;
        const unsigned* const a = reinterpret_cast<const unsigned*>(shared + g * strideA) + t;
        const unsigned* const b = reinterpret_cast<const unsigned*>(shared + sharedA + t * stride) + warp * 8 + g;
#pragma unroll 1
        for (int pass = 0; pass < DensePart / columns; ++pass) {
            const long long column = static_cast<long long>(part) * DensePart + pass * columns;
            gatherRows<float, Width, columns, stride>(args, tile, column, shared + sharedA);
            const int row = args.rowIds[tile.rowBegin + g + (lane % 2) * 8];
            waitCopies();
            __syncthreads();
            float sum[4] = {};
#pragma unroll
            for (int k = 0; k < Width; k += 8)
                multiplyAdd<Tf32>(sum, a[k], a[k + 8 * strideA / 4], a[k + 4], a[k + 4 + 8 * strideA / 4], b[k * stride / 4],
                                  b[(k + 4) * stride / 4]);
            storeStrip<Tf32, Atomic>(args, row, column + warp * 8, sum);
            if (pass + 1 < DensePart / columns)
                __syncthreads();
        }
    }
};

template <int Width, int DensePart, bool Atomic>
struct BlockTile<float, 16, Width, DensePart, Atomic> {
    static constexpr int columns = BlockPass<float, DensePart>::columns;  // 32
    static constexpr int stride = columns * 4 + 16;                       // bytes
    static constexpr int strideA = Width * 4 + 16;  // bytes; the odd 16 spread the rows over the banks
    static constexpr int sharedA = 16 * strideA;
    static constexpr int sharedSums = 4 * 16 * columns * 4;  // partial sums of the four warps, in place of B
    static constexpr int sharedB = Width * stride;
    static constexpr int sharedBytes = sharedA + (sharedB > sharedSums ? sharedB : sharedSums);

    // Warp w takes every fourth group of four stored columns; lanes: 4 x 8 groups of 4 rows (i, i+4, i+8, i+12) and 4
    // columns. The four partial sums meet in shared memory.
    static __device__ __forceinline__ void run(const Arguments& args, const TileRecord& tile, int part, unsigned char* shared)
    {
        const float* A = static_cast<const float*>(args.values) + tile.valueBegin;
#pragma unroll
        for (int i = threadIdx.x; i < Width * 4; i += threads)
            copy16(shared + i / (Width / 4) * strideA + i % (Width / 4) * 16, A + i * 4);

        const int warp = threadIdx.x / 32;
        const int lane = threadIdx.x % 32;
        const int r = lane / 8;
        const int c = lane % 8;
        unsigned char* const B = shared + sharedA;
        float* const sums = reinterpret_cast<float*>(B);
#pragma unroll 1
        for (int pass = 0; pass < DensePart / columns; ++pass) {
            const long long column = static_cast<long long>(part) * DensePart + pass * columns;
            gatherRows<float, Width, columns, stride>(args, tile, column, B);
            const int row = args.rowIds[tile.rowBegin + threadIdx.x / 8];
            waitCopies();
            __syncthreads();

            float sum[4][4] = {};
#pragma unroll 1
            for (int k = warp * 4; k < Width; k += 16) {
                float4 a[4];
#pragma unroll
                for (int i = 0; i < 4; ++i)
                    a[i] = *reinterpret_cast<const float4*>(shared + (r + 4 * i) * strideA + k * 4);
#pragma unroll
                for (int kk = 0; kk < 4; ++kk) {
                    const float4 b = *reinterpret_cast<const float4*>(B + (k + kk) * stride + c * 16);
#pragma unroll
                    for (int i = 0; i < 4; ++i) {
                        const float x = kk == 0 ? a[i].x : kk == 1 ? a[i].y : kk == 2 ? a[i].z : a[i].w;
                        sum[i][0] += x * b.x;
                        sum[i][1] += x * b.y;
                        sum[i][2] += x * b.z;
                        sum[i][3] += x * b.w;
                    }
                }
            }
            __syncthreads();  // B has been read by all; its place now takes the partial sums
#pragma unroll
            for (int i = 0; i < 4; ++i)
                *reinterpret_cast<float4*>(sums + (warp * 16 + r + 4 * i) * columns + c * 4) =
                    make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
            __syncthreads();
            float4 total = make_float4(0, 0, 0, 0);
#pragma unroll
            for (int w = 0; w < 4; ++w) {
                const float4 s = *reinterpret_cast<const float4*>(sums + (w * 16 + threadIdx.x / 8) * columns + c * 4);
                total = make_float4(total.x + s.x, total.y + s.y, total.z + s.z, total.w + s.w);
            }
            if (row >= 0)
                Output<float, Atomic>::four(args, row, column + c * 4, total.x, total.y, total.z, total.w);
            if (pass + 1 < DensePart / columns)
                __syncthreads();
        }
    }
};
