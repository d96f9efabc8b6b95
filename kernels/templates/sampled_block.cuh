// SDDMM block tile: 16 rows of X against Width rows of Y; the sampled places of the 16 x Width products are scaled by A
// and written. Tensor cores: a warp takes every fourth strip of 8 columns. The order of k in a sum is free, so a lane
// loads 16 bytes of one row of X or Y and uses them as the fragments of two steps: nothing passes through shared memory.
template <class T, int Rows, int Width, int DensePart, bool Add>
struct SampledBlock {
    static_assert(Rows == 16);
    static constexpr int sharedBytes = 0;
    static constexpr int strips = Width / 8;
    static constexpr int each = (strips + 3) / 4;  // a warp's
    static constexpr int perLane = 16 / static_cast<int>(sizeof(T));
    static constexpr int steps = DensePart / (4 * perLane);  // of 64 bytes a row
    static constexpr int ahead = each <= 2 && steps % 2 == 0 ? 2 : 1;  // steps whose loads are in flight together

    static __device__ __forceinline__ void run(const Arguments& args, const TileRecord& tile, int part, unsigned char*)
    {
        const int warp = threadIdx.x / 32;
        const int lane = threadIdx.x % 32;
        if (warp >= strips)
            return;
        const int g = lane / 4;
        const int* const rows = args.rowIds + tile.rowBegin;
        const int* const cols = args.colIds + tile.colBegin;
        const long long k = static_cast<long long>(part) * DensePart + lane % 4 * perLane;
        const auto rowOf = [](const void* base, int row, long long ld) { return static_cast<const T*>(base) + (row < 0 ? 0 : row) * ld; };
        const T* const x0 = rowOf(args.X, rows[g], args.ldB) + k;
        const T* const x1 = rowOf(args.X, rows[g + 8], args.ldB) + k;
        int y[each];
#pragma unroll
        for (int s = 0; s < each; ++s)
            y[s] = cols[smaller(s * 4 + warp, strips - 1) * 8 + g];
        const T* const Y = static_cast<const T*>(args.B) + k;

        float sum[each][4] = {};
#pragma unroll 1
        for (int step = 0; step < steps; step += ahead) {
            uint4 a[ahead][2];
            uint4 b[ahead][each];
#pragma unroll
            for (int i = 0; i < ahead; ++i) {
                const int at = (step + i) * 4 * perLane;
                a[i][0] = load16(x0 + at);
                a[i][1] = load16(x1 + at);
#pragma unroll
                for (int s = 0; s < each; ++s)
                    b[i][s] = load16(Y + y[s] * args.ldB + at);
            }
#pragma unroll
            for (int i = 0; i < ahead; ++i)
#pragma unroll
                for (int s = 0; s < each; ++s) {
                    multiplyAdd<T>(sum[s], a[i][0].x, a[i][1].x, a[i][0].y, a[i][1].y, b[i][s].x, b[i][s].y);
                    multiplyAdd<T>(sum[s], a[i][0].z, a[i][1].z, a[i][0].w, a[i][1].w, b[i][s].z, b[i][s].w);
                }
        }
        const T* const values = static_cast<const T*>(args.values) + tile.valueBegin;
        const int* const outputs = args.outputs + tile.valueBegin;
#pragma unroll
        for (int s = 0; s < each; ++s) {
            const int strip = s * 4 + warp;
            if (strips % 4 != 0 && strip >= strips)
                break;
#pragma unroll
            for (int half = 0; half < 2; ++half) {  // rows g and g + 8, two columns each
                // 16 bits: in the order of the accumulators of two strips; else row by row.
                const int at = sizeof(T) == 2 ? strip / 2 * 256 + lane * 8 + strip % 2 * 4 + half * 2
                                              : (g + half * 8) * Width + strip * 8 + lane % 4 * 2;
                const int2 output = *reinterpret_cast<const int2*>(outputs + at);
                putSample<T, Add>(args, output.x, toFloat(values[at]) * sum[s][half * 2]);
                putSample<T, Add>(args, output.y, toFloat(values[at + 1]) * sum[s][half * 2 + 1]);
            }
        }
    }
};

// float32: FFMA, exact. Rows of X and Y come to shared memory 32 values at a time; a warp has four rows, a lane every
// 32nd column.
template <int Width, int DensePart, bool Add>
struct SampledBlock<float, 16, Width, DensePart, Add> {
    static constexpr int stride = 32 * 4 + 16;  // bytes
    static constexpr int sharedBytes = (16 + Width) * stride;
    static constexpr int each = (Width + 31) / 32;

    static __device__ __forceinline__ void run(const Arguments& args, const TileRecord& tile, int part, unsigned char* shared)
    {
        const int warp = threadIdx.x / 32;
        const int lane = threadIdx.x % 32;
        const int* const rows = args.rowIds + tile.rowBegin;
        float sum[4][each] = {};
#pragma unroll 1
        for (int step = 0; step < DensePart; step += 32) {
            const long long k = static_cast<long long>(part) * DensePart + step;
            if (step > 0)
                __syncthreads();
            const int row = rows[threadIdx.x / 8];
            copy16(shared + threadIdx.x / 8 * stride + threadIdx.x % 8 * 16,
                   static_cast<const float*>(args.X) + (row < 0 ? 0 : row) * args.ldB + k + threadIdx.x % 8 * 4);
            gatherRows<float, Width, 32, stride>(args, tile, k, shared + 16 * stride);
            waitCopies();
            __syncthreads();
#pragma unroll 1
            for (int i = 0; i < 8; ++i) {
                float4 x[4];
#pragma unroll
                for (int r = 0; r < 4; ++r)
                    x[r] = *reinterpret_cast<const float4*>(shared + (warp * 4 + r) * stride + i * 16);
#pragma unroll
                for (int c = 0; c < each; ++c) {
                    const int column = smaller(c * 32 + lane, Width - 1);
                    const float4 y = *reinterpret_cast<const float4*>(shared + (16 + column) * stride + i * 16);
#pragma unroll
                    for (int r = 0; r < 4; ++r)
                        sum[r][c] += x[r].x * y.x + x[r].y * y.y + x[r].z * y.z + x[r].w * y.w;
                }
            }
        }
        const float* const values = static_cast<const float*>(args.values) + tile.valueBegin;
        const int* const outputs = args.outputs + tile.valueBegin;
#pragma unroll
        for (int c = 0; c < each; ++c) {
            const int column = c * 32 + lane;
            if (Width % 32 != 0 && column >= Width)
                break;
#pragma unroll
            for (int r = 0; r < 4; ++r) {
                const int at = (warp * 4 + r) * Width + column;
                putSample<float, Add>(args, outputs[at], values[at] * sum[r][c]);
            }
        }
    }
};
