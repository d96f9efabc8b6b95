// Tiles of block rows of 8 or 16 rows and groups of a multiple of 16 columns on tensor cores: float16 and bfloat16,
// with float32 sums. A warp owns 32 columns of a block row of C and keeps its sums in registers while it walks through
// the block row, 16 columns a step; what the next steps read of A and of the gathered rows of B is on its way to a ring
// in shared memory of the warp's own. Where block rows are few, warps share each and add up at the end.
template <class T, class Layout, int DensePart, Sums How>
struct BlockedMma {
    static constexpr int rows = Layout::height;
    static_assert((rows == 8 || rows == 16) && Layout::width % 16 == 0 && DensePart % 32 == 0);
    static constexpr int columns = 32; // of a warp
    static constexpr int pieces = DensePart / columns;
    static constexpr int strips = columns / stripColumns(rows);
    static constexpr int warps = threads / 32;
    static constexpr int stages = 3;
    static constexpr int bytesA = rows * 32;        // of a step
    static constexpr int stride = columns * 2 + 16; // bytes; the odd 16 keep ldmatrix free of bank conflicts
    static constexpr int stageBytes = bytesA + 16 * stride;
    static constexpr int sharedBytes = warps * stages * stageBytes;
    static_assert(stages * stageBytes >= rows * columns * 4, "the ring takes a warp's sums in the end");

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int part, unsigned char* shared)
    {
        const Layout layout(tile);
        const int units = layout.count() * pieces;
        const int warp = threadIdx.x / 32;
        unsigned char* const ring = shared + warp * stages * stageBytes;
        int share = 1; // warps of a unit
        while (share < warps && 2 * share * units <= warps)
            share *= 2;
        const int workers = warps / share;
        const int member = warp / workers;
#pragma unroll 1
        for (int first = 0; first < units; first += workers) {
            const int unit = first + warp % workers;
            const int blockRow = unit / pieces;
            const long long column = static_cast<long long>(part) * DensePart + unit % pieces * columns;
            float sum[strips][4] = {};
            if (unit < units)
                walk(sum, args, tile, layout, column, layout.begin(blockRow) + member * 16, layout.end(blockRow),
                     share * 16, ring);
            if (share > 1)
                addUp(sum, member, share, workers, ring);
            if (unit >= units || member > 0)
                continue;
            const int row = tile.rowIds()[blockRow * rows + stripRow<rows>()];
#pragma unroll
            for (int s = 0; s < strips; ++s)
                storeStrip<T, rows, How>(args, row, column + s * stripColumns(rows), sum[s]);
        }
    }

    // The rows of B that this lane gathers of a step: those of columns k + lane / 4 and k + lane / 4 + 8.
    static __device__ __forceinline__ void name(int (&row)[2], const Layout& layout, int k)
    {
        const int mine = k + threadIdx.x % 32 / 4;
        row[0] = layout.column(mine);
        row[1] = layout.column(mine + 8);
    }

    static __device__ __forceinline__ void fetch(unsigned char* stage, const T* values, const T* B, long long ldB,
                                                 const int (&row)[2], int k)
    {
        const int lane = threadIdx.x % 32;
        if (lane * 16 < bytesA)
            copy16(stage + lane * 16, values + k * rows + lane * 8);
#pragma unroll
        for (int i = 0; i < 2; ++i)
            copy16(stage + bytesA + (lane / 4 + i * 8) * stride + lane % 4 * 16, B + row[i] * ldB);
    }

    // Adds the products of the steps that begin at columns `begin`, `begin` + `by` and so on, up to `end`.
    template <class Tile>
    static __device__ __forceinline__ void walk(float (&sum)[strips][4], const Arguments& args, const Tile& tile,
                                                const Layout& layout, long long column, int begin, int end, int by,
                                                unsigned char* ring)
    {
        const T* const values = static_cast<const T*>(tile.values());
        const T* const B = static_cast<const T*>(args.B) + column + threadIdx.x % 4 * 8;
        int row[2];
        int ahead = begin; // the step that is fetched next
        int at = 0;        // its place in the ring
        const auto next = [&] {
            if (ahead < end) {
                fetch(ring + at * stageBytes, values, B, args.ld, row, ahead);
                if (ahead + by < end)
                    name(row, layout, ahead + by);
            }
            commitCopies();
            ahead += by;
            at = at + 1 < stages ? at + 1 : 0;
        };
        if (begin < end)
            name(row, layout, begin);
        __syncwarp(); // the ring has been read
#pragma unroll
        for (int s = 0; s < stages - 1; ++s)
            next();
        int used = 0;
#pragma unroll 1
        for (int k = begin; k < end; k += by) {
            waitCopies<stages - 2>();
            __syncwarp(); // of all lanes; and the stage before has been read
            next();
            multiply(sum, ring + used * stageBytes);
            used = used + 1 < stages ? used + 1 : 0;
        }
    }

    static __device__ __forceinline__ void multiply(float (&sum)[strips][4], const unsigned char* A)
    {
        const int lane = threadIdx.x % 32;
        const unsigned char* const B = A + bytesA;
        // A, `rows` bytes for each lane (PTX ISA, m16n8k16): operand A, or of 8 rows operand B.
        if constexpr (rows == 16) {
            const uint4 m = *reinterpret_cast<const uint4*>(A + lane * 16);
#pragma unroll
            for (int s = 0; s < strips; s += 2) {
                unsigned n0, n1, n2, n3; // 16 lanes each name the rows of B for a strip
                loadTransposed(n0, n1, n2, n3, B + lane % 16 * stride + s * 16 + lane / 16 * 16);
                multiplyAdd<T>(sum[s], m.x, m.y, m.z, m.w, n0, n1);
                multiplyAdd<T>(sum[s + 1], m.x, m.y, m.z, m.w, n2, n3);
            }
        } else {
            const uint2 n = *reinterpret_cast<const uint2*>(A + lane * 8);
#pragma unroll
            for (int s = 0; s < strips; ++s) {
                unsigned m0, m1, m2, m3; // eight lanes each name eight rows of B: the first, twice, then the others
                loadTransposed(m0, m1, m2, m3, B + (lane / 16 * 8 + lane % 8) * stride + s * 32 + lane / 8 % 2 * 16);
                multiplyAdd<T>(sum[s], m0, m1, m2, m3, n.x, n.y);
            }
        }
    }

    // The sums of the warps that share a unit, in the first of them. All threads of the block take part.
    static __device__ __forceinline__ void addUp(float (&sum)[strips][4], int member, int share, int workers,
                                                 unsigned char* ring)
    {
        const int lane = threadIdx.x % 32;
#pragma unroll 1
        for (int left = share / 2; left > 0; left /= 2) {
            const int distance = left * workers * stages * stageBytes; // to the ring of the warp that it adds
            __syncwarp();
            if (member >= left && member < 2 * left)
#pragma unroll
                for (int s = 0; s < strips; ++s)
                    *reinterpret_cast<float4*>(ring + (s * 32 + lane) * 16) =
                        make_float4(sum[s][0], sum[s][1], sum[s][2], sum[s][3]);
            __syncthreads();
            if (member < left)
#pragma unroll
                for (int s = 0; s < strips; ++s) {
                    const float4 other = *reinterpret_cast<const float4*>(ring + distance + (s * 32 + lane) * 16);
                    sum[s][0] += other.x;
                    sum[s][1] += other.y;
                    sum[s][2] += other.z;
                    sum[s][3] += other.w;
                }
        }
    }
};
