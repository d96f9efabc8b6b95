// A step of a dense tile: Rows x Inner values of A times Inner x Cols of B in shared memory, added to sums in
// registers. float16, bfloat16: by warpgroups where a GPU has them, else mma.sync m16n8k16; tf32: m16n8k8, all with
// float32 sums; float32: FFMA, exact. A lies row by row, or, where AColumns, column by column; B row by row, or, where
// BColumns, column by column. Includes nothing.

// Bytes from a row of so many bytes to the next. The odd 16 keep ldmatrix free of bank conflicts; where words of 32
// bits are read down a column, lanes of a quad are 8 banks apart.
__host__ __device__ constexpr int strideOf(int bytes, bool alongSum, int size)
{
    return bytes + (alongSum || size == 2 ? 16 : 32);
}

// Four 8 x 8 matrices of 16 bits from shared memory: eight lanes each name the rows of one, in order.
__device__ __forceinline__ void loadMatrices(unsigned& m0, unsigned& m1, unsigned& m2, unsigned& m3, const void* row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(m0), "=r"(m1), "=r"(m2), "=r"(m3)
                 : "r"(sharedAddress(row))
                 : "memory");
}

// Where A and B of a step stand in shared memory.
template <class T, int Rows, int Inner, int Cols, bool AColumns, bool BColumns>
struct TileLayout {
    static constexpr int size = sizeof(T);
    static constexpr int rowsA = AColumns ? Inner : Rows; // as they are stored
    static constexpr int rowsB = BColumns ? Cols : Inner;
    static constexpr int bytesA = (AColumns ? Rows : Inner) * size; // of such a row
    static constexpr int bytesB = (BColumns ? Inner : Cols) * size;
    static constexpr int strideA = strideOf(bytesA, !AColumns, size);
    static constexpr int strideB = strideOf(bytesB, BColumns, size);
    static constexpr bool grouped = warpgroups && size == 2;
    using PlacesA = SharedRows<rowsA, bytesA, grouped ? 0 : strideA>;
    using PlacesB = SharedRows<rowsB, bytesB, grouped ? 0 : strideB>;
    static constexpr int beginB = PlacesA::bytes;
    static constexpr int stageBytes = beginB + PlacesB::bytes;
    static_assert(!grouped || (beginB % 1024 == 0 && stageBytes % 1024 == 0)); // wgmma finds its eight lines there
};

template <class T, int Rows, int Inner, int Cols, bool AColumns, bool BColumns>
struct TileProduct : TileLayout<T, Rows, Inner, Cols, AColumns, BColumns> {
    using Layout = TileLayout<T, Rows, Inner, Cols, AColumns, BColumns>;
    static constexpr int size = Layout::size;
    static constexpr bool grouped = Layout::grouped;
    static constexpr int inner = 32 / size; // of an instruction
    // A warpgroup's instruction has 64 rows: of fewer the product is made transposed, and its rows are columns.
    static constexpr bool turned = grouped && Rows < 64;
    static constexpr bool goesOn = grouped && Rows >= 128; // while copies are queued
    // Warps, or warpgroups, below each other and side by side.
    static constexpr int units = threads / (grouped ? 128 : 32);
    static constexpr int unitsDown = turned                ? 1
                                     : grouped             ? (Rows / 64 < units ? Rows / 64 : units)
                                     : Rows <= 32          ? 1
                                     : Rows * units <= 256 ? Rows / 32
                                     : Cols == 64          ? 4
                                                           : 2;
    static constexpr int unitsAcross = units / unitsDown;
    static constexpr int rowsOf = Rows / unitsDown, colsOf = Cols / unitsAcross; // of a unit
    static constexpr int apart = grouped ? 64 : 16; // from a warp's 16 x 8 sums to the next below
    static constexpr int down = (turned ? colsOf : rowsOf) / apart;
    static constexpr int across = (turned ? rowsOf : colsOf) / 8;
    static_assert(down > 0 && across > 0 && across % 2 == 0 && (!grouped || colsOf % 64 == 0));

    float sum[down][across][4] = {};

    __device__ __forceinline__ int unit() const { return threadIdx.x / (grouped ? 128 : 32); }
    // Where a unit's part of the tile begins, and how far below that this warp's sums of number i do.
    __device__ __forceinline__ int unitRow() const { return unit() / unitsAcross * rowsOf; }
    __device__ __forceinline__ int unitColumn() const { return unit() % unitsAcross * colsOf; }
    __device__ __forceinline__ int below(int i) const { return (grouped ? threadIdx.x / 32 % 4 * 16 : 0) + i * apart; }

    // The fragment of 16 rows of A (PTX ISA, m16n8k16; m16n8k8 of tf32).
    __device__ __forceinline__ void loadA(unsigned (&a)[4], const unsigned char* A, int row, int k) const
    {
        const int lane = threadIdx.x % 32;
        if constexpr (!AColumns) {
            loadMatrices(a[0], a[1], a[2], a[3],
                         A + (row + lane % 16) * Layout::strideA + k * Layout::size + lane / 16 * 16);
        } else if constexpr (sizeof(T) == 2) {
            loadTransposed(a[0], a[1], a[2], a[3],
                           A + (k + lane % 8 + lane / 16 * 8) * Layout::strideA + (row + lane / 8 % 2 * 8) * 2);
        } else {
#pragma unroll
            for (int i = 0; i < 4; ++i)
                a[i] = *reinterpret_cast<const unsigned*>(A + (k + lane % 4 + i / 2 * 4) * Layout::strideA +
                                                          (row + lane / 4 + i % 2 * 8) * 4);
        }
    }
    // Those of 16 columns of B: of the first eight, and of the others.
    __device__ __forceinline__ void loadB(unsigned (&b)[4], const unsigned char* B, int column, int k) const
    {
        const int lane = threadIdx.x % 32;
        if constexpr (BColumns) {
            loadMatrices(b[0], b[1], b[2], b[3],
                         B + (column + lane % 8 + lane / 16 * 8) * Layout::strideB + k * Layout::size +
                             lane / 8 % 2 * 16);
        } else if constexpr (sizeof(T) == 2) {
            loadTransposed(b[0], b[1], b[2], b[3],
                           B + (k + lane % 16) * Layout::strideB + (column + lane / 16 * 8) * 2);
        } else {
#pragma unroll
            for (int i = 0; i < 4; ++i)
                b[i] = *reinterpret_cast<const unsigned*>(B + (k + lane % 4 + i % 2 * 4) * Layout::strideB +
                                                          (column + lane / 4 + i / 2 * 8) * 4);
        }
    }

    // Begins the product of a step, by warpgroups; else it is made. Sums are there, and this warpgroup has read the
    // stage, when it is finished.
    __device__ __forceinline__ void multiply(const unsigned char* stage)
    {
        if constexpr (grouped)
            multiplyByGroups(stage);
        else
            multiplyByWarps(stage);
    }
    __device__ __forceinline__ void finish()
    {
        if constexpr (grouped) {
            waitGroupProducts();
            holdSums();
        }
    }

    // The compiler moves nothing that reads or writes sums across this.
    __device__ __forceinline__ void holdSums()
    {
#pragma unroll
        for (int i = 0; i < down; ++i)
#pragma unroll
            for (int j = 0; j < across; ++j)
#pragma unroll
                for (int s = 0; s < 4; ++s)
                    asm volatile("" : "+f"(sum[i][j][s])::"memory");
    }

    __device__ __forceinline__ void multiplyByGroups(const unsigned char* stage)
    {
        constexpr int strips = across < 16 ? across : 16; // of an instruction
        using Group = GroupProduct<T, strips, turned ? !BColumns : AColumns, turned ? AColumns : !BColumns>;
        const auto ofA = [&](int row, int k) {
            return groupOperand<typename Layout::PlacesA, AColumns>(stage, unitRow() + row, k);
        };
        const auto ofB = [&](int column, int k) {
            return groupOperand<typename Layout::PlacesB, !BColumns>(stage + Layout::beginB, unitColumn() + column, k);
        };
        holdSums();
        beginGroupProducts();
#pragma unroll
        for (int k = 0; k < Inner; k += inner)
#pragma unroll
            for (int i = 0; i < down; ++i)
#pragma unroll
                for (int j = 0; j < across; j += strips)
                    if constexpr (turned)
                        Group::add(sum[i] + j, ofB(i * 64, k), ofA(j * 8, k));
                    else
                        Group::add(sum[i] + j, ofA(i * 64, k), ofB(j * 8, k));
        commitGroupProducts();
    }

    __device__ __forceinline__ void multiplyByWarps(const unsigned char* stage)
    {
        constexpr int unrolled = down * across >= 16 ? 2 : Inner / inner; // all of many would spill
#pragma unroll unrolled
        for (int k = 0; k < Inner; k += inner) {
            unsigned a[down][4];
#pragma unroll
            for (int i = 0; i < down; ++i)
                loadA(a[i], stage, unitRow() + i * 16, k);
#pragma unroll
            for (int j = 0; j < across; j += 2) {
                unsigned b[4];
                loadB(b, stage + Layout::beginB, unitColumn() + j * 8, k);
#pragma unroll
                for (int i = 0; i < down; ++i) {
                    multiplyAdd<T>(sum[i][j], a[i][0], a[i][1], a[i][2], a[i][3], b[0], b[1]);
                    multiplyAdd<T>(sum[i][j + 1], a[i][0], a[i][1], a[i][2], a[i][3], b[2], b[3]);
                }
            }
        }
    }

    // Stores all of C's columns from `column` on that there are: rowOf(row of the tile) is a row of C, a slot, or none.
    // `shared`: a stage that this thread's warpgroup has read.
    template <Sums How, class RowOf>
    __device__ __forceinline__ void store(const Arguments& args, long long column, unsigned char* shared,
                                          const RowOf& rowOf) const
    {
        if constexpr (turned && How == whole) {
            storeByRows(args, column, shared, rowOf);
        } else if constexpr (sizeof(T) == 2 && How == whole) {
            storeEights(args, column, rowOf);
        } else if constexpr (turned) {
            storeTurned<How>(args, column, rowOf);
        } else {
            const int mine = threadIdx.x % 4 / 2 * 4; // the first of the four columns that this lane writes of a strip
#pragma unroll
            for (int i = 0; i < down; ++i) {
                const int row = rowOf(unitRow() + below(i) + stripRow<16>());
#pragma unroll
                for (int j = 0; j < across; ++j) {
                    const long long first = column + unitColumn() + j * 8;
                    storeStrip<T, 16, How>(args, first + mine < args.ldC ? row : static_cast<int>(none), first,
                                           sum[i][j]);
                }
            }
        }
    }

    // By way of shared memory, where the tile lies row by row, so that a row is written as a whole: stmatrix turns its
    // 8 x 8 matrices. Pieces of 16 bytes change places so that no bank is asked twice.
    template <class RowOf>
    __device__ __forceinline__ void storeByRows(const Arguments& args, long long column, unsigned char* shared,
                                                const RowOf& rowOf) const
    {
        constexpr int pieces = Cols / 8; // of a row
        static_assert(Rows * pieces * 16 <= Layout::stageBytes);
        const auto place = [&](int row, int piece) { return shared + (row * pieces + (piece ^ row % 8)) * 16; };
        const int lane = threadIdx.x % 32;
        __syncthreads(); // all warpgroups have read the stage
#pragma unroll
        for (int i = 0; i < down; ++i)
#pragma unroll
            for (int j = 0; j < across; j += 2) {
                const float(&a)[4] = sum[i][j];
                const float(&b)[4] = sum[i][j + 1];
                storeTransposed(place(j * 8 + lane / 16 * 8 + lane % 8, (unitColumn() + below(i)) / 8 + lane / 8 % 2),
                                Narrow<T>::pack(a[0], a[1]), Narrow<T>::pack(a[2], a[3]), Narrow<T>::pack(b[0], b[1]),
                                Narrow<T>::pack(b[2], b[3]));
            }
        __syncthreads();
        const int piece = threadIdx.x % pieces;
        const long long at = column + piece * 8;
#pragma unroll
        for (int first = 0; first < Rows; first += threads / pieces) {
            const int inTile = first + threadIdx.x / pieces;
            const int row = inTile < Rows ? rowOf(inTile) : static_cast<int>(none);
            if (row != none && at < args.ldC)
                *reinterpret_cast<uint4*>(static_cast<T*>(args.C) + row * args.ldC + at) =
                    *reinterpret_cast<const uint4*>(place(inTile, piece));
        }
    }

    // Strips are 8 rows and 16 columns of C.
    template <Sums How, class RowOf>
    __device__ __forceinline__ void storeTurned(const Arguments& args, long long column, const RowOf& rowOf) const
    {
        const int lane = threadIdx.x % 32;
        const int mine = lane / 16 * 4 + lane / 8 % 2 * 8; // the first of the four columns that this lane writes
#pragma unroll
        for (int j = 0; j < across; ++j) {
            const int row = rowOf(j * 8 + stripRow<8>());
#pragma unroll
            for (int i = 0; i < down; ++i) {
                const long long first = column + unitColumn() + below(i);
                storeStrip<T, 8, How>(args, first + mine < args.ldC ? row : static_cast<int>(none), first, sum[i][j]);
            }
        }
    }

    // Elements of 16 bits: the four lanes of a quad have two columns each of two rows and two strips, and exchange
    // them, so that each has all eight of a row of a strip and both strips of a row are a sector.
    template <class RowOf>
    __device__ __forceinline__ void storeEights(const Arguments& args, long long column, const RowOf& rowOf) const
    {
        constexpr unsigned all = 0xffffffffu;
        const int lane = threadIdx.x % 32;
        const bool odd = lane % 2 != 0;
        const bool upper = lane / 2 % 2 != 0;
#pragma unroll
        for (int i = 0; i < down; ++i) {
            const int row = rowOf(unitRow() + below(i) + lane / 4 + (upper ? 8 : 0));
#pragma unroll
            for (int j = 0; j < across; j += 2) {
                const float(&a)[4] = sum[i][j];
                const float(&b)[4] = sum[i][j + 1];
                unsigned p0 = Narrow<T>::pack(a[0], a[1]), p1 = Narrow<T>::pack(b[0], b[1]);
                unsigned p2 = Narrow<T>::pack(a[2], a[3]), p3 = Narrow<T>::pack(b[2], b[3]);
                const unsigned x = __shfl_xor_sync(all, odd ? p0 : p1, 1);
                const unsigned y = __shfl_xor_sync(all, odd ? p2 : p3, 1);
                (odd ? p0 : p1) = x;
                (odd ? p2 : p3) = y;
                const unsigned z = __shfl_xor_sync(all, upper ? p0 : p2, 2);
                const unsigned w = __shfl_xor_sync(all, upper ? p1 : p3, 2);
                (upper ? p0 : p2) = z;
                (upper ? p1 : p3) = w;
                const long long at = column + unitColumn() + j * 8 + (odd ? 8 : 0);
                if (row != none && at < args.ldC)
                    *reinterpret_cast<uint4*>(static_cast<T*>(args.C) + row * args.ldC + at) =
                        make_uint4(p0, p1, p2, p3);
            }
        }
    }

    // body(row, column, value) for each sum of this thread.
    template <class Body>
    __device__ __forceinline__ void forSums(const Body& body) const
    {
        const int lane = threadIdx.x % 32;
#pragma unroll
        for (int i = 0; i < down; ++i)
#pragma unroll
            for (int j = 0; j < across; ++j)
#pragma unroll
                for (int s = 0; s < 4; ++s) {
                    const int along = below(i) + lane / 4 + s / 2 * 8;
                    const int beside = j * 8 + lane % 4 * 2 + s % 2;
                    body(unitRow() + (turned ? beside : along), unitColumn() + (turned ? along : beside), sum[i][j][s]);
                }
    }
};

// float32: a thread has `down` rows below each other times fours of columns, or, where B lies column by column, single
// columns that lie apart.
template <int Rows, int Inner, int Cols, bool AColumns, bool BColumns>
struct TileProduct<float, Rows, Inner, Cols, AColumns, BColumns>
    : TileLayout<float, Rows, Inner, Cols, AColumns, BColumns> {
    using Layout = TileLayout<float, Rows, Inner, Cols, AColumns, BColumns>;
    static constexpr int each = Rows * Cols / threads;
    static constexpr int across = each >= 32 ? 8 : 4;
    static constexpr int down = each / across;
    static constexpr int lanes = Cols / across; // threads side by side

    float sum[down][across] = {};

    __device__ __forceinline__ int firstRow() const { return threadIdx.x / lanes * down; }
    __device__ __forceinline__ int columnOf(int c) const
    {
        const int lane = threadIdx.x % lanes;
        return BColumns ? c * lanes + lane : (c / 4 * lanes + lane) * 4 + c % 4;
    }

    __device__ __forceinline__ void multiply(const unsigned char* stage)
    {
        const float* const A = reinterpret_cast<const float*>(stage);
        const float* const B = reinterpret_cast<const float*>(stage + Layout::beginB);
        constexpr int strideA = Layout::strideA / 4;
        constexpr int strideB = Layout::strideB / 4;
#pragma unroll 2
        for (int k = 0; k < Inner; k += 4) {
            float a[4][down];
            float b[4][across];
#pragma unroll
            for (int i = 0; i < down; ++i)
                if constexpr (AColumns) {
#pragma unroll
                    for (int s = 0; s < 4; ++s)
                        a[s][i] = A[(k + s) * strideA + firstRow() + i];
                } else {
                    const float4 v = *reinterpret_cast<const float4*>(A + (firstRow() + i) * strideA + k);
                    a[0][i] = v.x;
                    a[1][i] = v.y;
                    a[2][i] = v.z;
                    a[3][i] = v.w;
                }
            if constexpr (BColumns) {
#pragma unroll
                for (int c = 0; c < across; ++c) {
                    const float4 v = *reinterpret_cast<const float4*>(B + columnOf(c) * strideB + k);
                    b[0][c] = v.x;
                    b[1][c] = v.y;
                    b[2][c] = v.z;
                    b[3][c] = v.w;
                }
            } else {
#pragma unroll
                for (int s = 0; s < 4; ++s)
#pragma unroll
                    for (int c = 0; c < across; c += 4) {
                        const float4 v = *reinterpret_cast<const float4*>(B + (k + s) * strideB + columnOf(c));
                        b[s][c] = v.x;
                        b[s][c + 1] = v.y;
                        b[s][c + 2] = v.z;
                        b[s][c + 3] = v.w;
                    }
            }
#pragma unroll
            for (int s = 0; s < 4; ++s)
#pragma unroll
                for (int i = 0; i < down; ++i)
#pragma unroll
                    for (int c = 0; c < across; ++c)
                        sum[i][c] += a[s][i] * b[s][c];
        }
    }

    static constexpr bool goesOn = false;
    __device__ __forceinline__ void finish() {}

    template <Sums How, class RowOf>
    __device__ __forceinline__ void store(const Arguments& args, long long column, unsigned char*,
                                          const RowOf& rowOf) const
    {
#pragma unroll
        for (int i = 0; i < down; ++i) {
            const int row = rowOf(firstRow() + i);
            if (row == none)
                continue;
#pragma unroll
            for (int c = 0; c < across; c += 4)
                if (column + columnOf(c) < args.ldC)
                    Output<float, How>::four(args, row, column + columnOf(c), sum[i][c], sum[i][c + 1], sum[i][c + 2],
                                             sum[i][c + 3]);
        }
    }

    template <class Body>
    __device__ __forceinline__ void forSums(const Body& body) const
    {
#pragma unroll
        for (int i = 0; i < down; ++i)
#pragma unroll
            for (int c = 0; c < across; ++c)
                body(firstRow() + i, columnOf(c), sum[i][c]);
    }
};
