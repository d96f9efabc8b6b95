// SDDMM block tile: 8 or 16 rows of X against Width rows of Y; the sampled places of the Rows x Width products are
// scaled by A and written. Tensor cores: a warp takes every fourth strip of columns. The order of k in a sum is free,
// so a lane loads 16 bytes of one row of X or Y and uses them as the fragments of two steps: nothing passes through
// shared memory.

// The order of the columns in a strip is free too: of 16, transposed, row g of operand A is column 2g and row g + 8
// column 2g + 1, so that a lane has pairs of neighbours among its sums, as it has where the product is not transposed.
template <class T, int Rows, int Width, int DensePart, Sums How>
struct SampledBlock {
    static_assert(Rows == 8 || Rows == 16);
    static constexpr int sharedBytes = 0;
    static constexpr int rowsX = Rows / 8;               // a lane's
    static constexpr int rowsY = stripColumns(Rows) / 8; // a lane's, of a strip
    static constexpr int strips = Width / stripColumns(Rows);
    static constexpr int each = (strips + 3) / 4; // a warp's
    static constexpr int perLane = 16 / static_cast<int>(sizeof(T));
    static constexpr int steps = DensePart / (4 * perLane); // of 64 bytes a row
    static constexpr int ahead =
        each * rowsY <= 2 && steps % 2 == 0 ? 2 : 1; // steps whose loads are in flight together

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int part, unsigned char*)
    {
        const int warp = threadIdx.x / 32;
        const int lane = threadIdx.x % 32;
        if (warp >= strips)
            return;
        const int g = lane / 4;
        const int t = lane % 4;
        const int* const rows = tile.rowIds();
        const int* const cols = tile.colIds();
        const long long k = static_cast<long long>(part) * DensePart + t * perLane;
        const T* x[rowsX];
#pragma unroll
        for (int r = 0; r < rowsX; ++r) {
            const int row = rows[g + 8 * r];
            x[r] = static_cast<const T*>(args.X) + (row < 0 ? 0 : row) * args.ld + k;
        }
        int y[each][rowsY];
#pragma unroll
        for (int s = 0; s < each; ++s)
#pragma unroll
            for (int r = 0; r < rowsY; ++r)
                y[s][r] = cols[smaller(s * 4 + warp, strips - 1) * stripColumns(Rows) + g * rowsY + r];
        const T* const Y = static_cast<const T*>(args.Y) + k;

        float sum[each][4] = {};
#pragma unroll 1
        for (int step = 0; step < steps; step += ahead) {
            uint4 a[ahead][rowsX];
            uint4 b[ahead][each][rowsY];
#pragma unroll
            for (int i = 0; i < ahead; ++i) {
                const int at = (step + i) * 4 * perLane;
#pragma unroll
                for (int r = 0; r < rowsX; ++r)
                    a[i][r] = load16(x[r] + at);
#pragma unroll
                for (int s = 0; s < each; ++s)
#pragma unroll
                    for (int r = 0; r < rowsY; ++r)
                        b[i][s][r] = load16(Y + y[s][r] * args.ld + at);
            }
#pragma unroll
            for (int i = 0; i < ahead; ++i)
#pragma unroll
                for (int s = 0; s < each; ++s) {
                    if constexpr (Rows == 16)
                        multiplyTwice<T>(sum[s], a[i][0], a[i][1], b[i][s][0]);
                    else
                        multiplyTwice<T>(sum[s], b[i][s][0], b[i][s][1], a[i][0]);
                }
        }
        const T* const values = static_cast<const T*>(tile.values());
        const int* const outputs = tile.outputs();
#pragma unroll
        for (int s = 0; s < each; ++s) {
            const int strip = s * 4 + warp;
            if (strips % 4 != 0 && strip >= strips)
                break;
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                // Row g + 8 half, columns 2t and 2t + 1 of the strip; of 8 rows: row 2t + half, columns 2g and 2g + 1.
                const int row = Rows == 16 ? g + half * 8 : t * 2 + half;
                const int column = strip * stripColumns(Rows) + (Rows == 16 ? t : g) * 2;
                // 16 bits: in the order of the accumulators of two strips, or of operand B; else row by row.
                const int at = sizeof(T) == 4 ? row * Width + column
                               : Rows == 16   ? strip / 2 * 256 + lane * 8 + strip % 2 * 4 + half * 2
                                              : strip * 128 + row * 16 + g % 4 * 4 + g / 4 * 2;
                const int2 output = *reinterpret_cast<const int2*>(outputs + at);
                putDot<T, How>(args, part, output.x, toFloat(values[at]) * sum[s][Rows == 16 ? half * 2 : half]);
                putDot<T, How>(args, part, output.y,
                               toFloat(values[at + 1]) * sum[s][Rows == 16 ? half * 2 + 1 : half + 2]);
            }
        }
    }
};

// float32: FFMA, exact. Rows of X and Y come to shared memory 32 values at a time; a lane has a quarter of the rows and
// every 32nd column, so that a warp reads eight rows of Y at a time, which is all that shared memory gives at once.
template <int Rows, int Width, int DensePart, Sums How>
struct SampledBlock<float, Rows, Width, DensePart, How> {
    static constexpr int stride = 32 * 4 + 16; // bytes
    static constexpr int sharedBytes = (Rows + Width) * stride;
    static constexpr int each = (Width + 31) / 32;
    static constexpr int rowsX = Rows / 4; // a lane's

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int part, unsigned char* shared)
    {
        const int quarter = threadIdx.x % 32 / 8;
        const int own = threadIdx.x / 32 * 8 + threadIdx.x % 8; // the first of its columns
        const int* const rows = tile.rowIds();
        float sum[rowsX][each] = {};
#pragma unroll 1
        for (int step = 0; step < DensePart; step += 32) {
            const long long k = static_cast<long long>(part) * DensePart + step;
            if (step > 0)
                __syncthreads();
            if (threadIdx.x < Rows * 8) {
                const int row = rows[threadIdx.x / 8];
                copy16(shared + threadIdx.x / 8 * stride + threadIdx.x % 8 * 16,
                       static_cast<const float*>(args.X) + (row < 0 ? 0 : row) * args.ld + k + threadIdx.x % 8 * 4);
            }
            gatherRows<float, Width, 32, stride>(static_cast<const float*>(args.Y), args.ld, tile.colIds(), k,
                                                 shared + Rows * stride);
            waitCopies();
            __syncthreads();
#pragma unroll 1
            for (int i = 0; i < 8; ++i) {
                float4 x[rowsX];
#pragma unroll
                for (int r = 0; r < rowsX; ++r)
                    x[r] = *reinterpret_cast<const float4*>(shared + (quarter * rowsX + r) * stride + i * 16);
#pragma unroll
                for (int c = 0; c < each; ++c) {
                    const int column = smaller(c * 32 + own, Width - 1);
                    const float4 y = *reinterpret_cast<const float4*>(shared + (Rows + column) * stride + i * 16);
#pragma unroll
                    for (int r = 0; r < rowsX; ++r)
                        sum[r][c] += x[r].x * y.x + x[r].y * y.y + x[r].z * y.z + x[r].w * y.w;
                }
            }
        }
        const float* const values = static_cast<const float*>(tile.values());
        const int* const outputs = tile.outputs();
#pragma unroll
        for (int c = 0; c < each; ++c) {
            const int column = c * 32 + own;
            if (Width % 32 != 0 && column >= Width)
                break;
#pragma unroll
            for (int r = 0; r < rowsX; ++r) {
                const int at = (quarter * rowsX + r) * Width + column;
                putDot<float, How>(args, part, outputs[at], values[at] * sum[r][c]);
            }
        }
    }
};
