// Tensor-core multiplication with float32 sums: the fragments of one step, and how the sums are stored. Includes
// nothing.

// sum (16 x 8) += A (16 x 16; tf32: 16 x 8) times B. Registers as the PTX ISA lays out m16n8k16, or m16n8k8 of tf32.
template <class T>
__device__ __forceinline__ void multiplyAdd(float (&sum)[4], unsigned a0, unsigned a1, unsigned a2, unsigned a3,
                                            unsigned b0, unsigned b1);

template <>
__device__ __forceinline__ void multiplyAdd<Half>(float (&sum)[4], unsigned a0, unsigned a1, unsigned a2, unsigned a3,
                                                  unsigned b0, unsigned b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

template <>
__device__ __forceinline__ void multiplyAdd<Bf16>(float (&sum)[4], unsigned a0, unsigned a1, unsigned a2, unsigned a3,
                                                  unsigned b0, unsigned b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

template <>
__device__ __forceinline__ void multiplyAdd<Tf32>(float (&sum)[4], unsigned a0, unsigned a1, unsigned a2, unsigned a3,
                                                  unsigned b0, unsigned b1)
{
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

// sum += two steps, of the 16 bytes that a lane has of rows g and g + 8 of operand A and of column g of operand B.
template <class T>
__device__ __forceinline__ void multiplyTwice(float (&sum)[4], const uint4& m0, const uint4& m1, const uint4& n)
{
    multiplyAdd<T>(sum, m0.x, m1.x, m0.y, m1.y, n.x, n.y);
    multiplyAdd<T>(sum, m0.z, m1.z, m0.w, m1.w, n.z, n.w);
}

// Columns of a strip of a block: 16 rows are the M of the instruction and 8 columns its N; 8 rows are its N and 16
// columns its M, so that the product is made transposed and no row of the instruction is wasted.
__host__ __device__ constexpr int stripColumns(int rows)
{
    return 128 / rows;
}

// Four 8 x 8 matrices of 16 bits from shared memory, transposed: eight lanes each name the rows of one, in order.
__device__ __forceinline__ void loadTransposed(unsigned& m0, unsigned& m1, unsigned& m2, unsigned& m3, const void* row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(m0), "=r"(m1), "=r"(m2), "=r"(m3)
                 : "r"(sharedAddress(row))
                 : "memory");
}

// Stored row of which this lane holds four columns when storeStrip() writes.
template <int Rows>
__device__ __forceinline__ int stripRow()
{
    const int lane = threadIdx.x % 32;
    return Rows == 16 ? lane / 4 + lane % 2 * 8 : lane % 4 * 2 + lane / 4 % 2;
}

// Stores the accumulators of one strip (PTX ISA, m16n8, C and D): of lane 4g + t, columns 2t and 2t + 1 of rows g and
// g + 8 of the result, or of its transpose. `row` is the row of C that stripRow() names, `column` the strip's first.
template <class T, int Rows, Sums How>
__device__ __forceinline__ void storeStrip(const Arguments& args, int row, long long column, const float (&sum)[4])
{
    constexpr unsigned all = 0xffffffffu;
    const int lane = threadIdx.x % 32;
    if constexpr (Rows == 16) {
        // Neighbours swap halves: even lanes get four columns of row g, odd lanes four of row g + 8.
        const bool odd = lane % 2 != 0;
        const float x = __shfl_xor_sync(all, odd ? sum[0] : sum[2], 1);
        const float y = __shfl_xor_sync(all, odd ? sum[1] : sum[3], 1);
        const long long at = column + lane % 4 / 2 * 4;
        if (row == none)
            return;
        if (odd)
            Output<T, How>::four(args, row, at, x, y, sum[2], sum[3]);
        else
            Output<T, How>::four(args, row, at, sum[0], sum[1], x, y);
    } else {
        // Lanes of columns g and g + 1 swap rows 2t and 2t + 1: each has a pair of columns twice, 8 apart, of one row.
        const bool odd = lane / 4 % 2 != 0;
        const float x = __shfl_xor_sync(all, odd ? sum[0] : sum[1], 4);
        const float y = __shfl_xor_sync(all, odd ? sum[2] : sum[3], 4);
        const float2 low = odd ? make_float2(x, sum[1]) : make_float2(sum[0], x);
        const float2 high = odd ? make_float2(y, sum[3]) : make_float2(sum[2], y);
        // Lanes two columns apart swap a pair: the four lanes of a row write 16 columns, whole sectors.
        const bool upper = lane / 8 % 2 != 0;
        const float p = __shfl_xor_sync(all, upper ? low.x : high.x, 8);
        const float q = __shfl_xor_sync(all, upper ? low.y : high.y, 8);
        const long long at = column + lane / 16 * 4;
        if (row == none)
            return;
        if (upper)
            Output<T, How>::four(args, row, at + 8, p, q, high.x, high.y);
        else
            Output<T, How>::four(args, row, at, low.x, low.y, p, q);
    }
}
