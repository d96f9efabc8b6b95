// Relational gather-matmul-scatter: a tile of one relation (SparseTIR 4.4.1, figure 21). The relation's weights come to
// shared memory while rows of X are gathered; these stand there row by row, are multiplied, and what they give goes to
// rows of C. Some of the tile at a time, and where the inner axis is long, some of it at a time.

// What stands in shared memory: `step` places of the inner axis, of which there are `Inner`, filled up with zeros.
template <class T, int Inner, int DensePart>
struct RelationalShape {
    static constexpr int size = static_cast<int>(sizeof(T));
    static constexpr int filled = Inner <= 128 ? (Inner + 15) / 16 * 16 : (Inner + 63) / 64 * 64; // a row of X
    static __host__ __device__ constexpr bool fits(int places)
    {
        return filled % places == 0 && places * DensePart * size <= 32768;
    }
    static constexpr int step = filled <= 128 && fits(filled) ? filled : fits(64) ? 64 : fits(32) ? 32 : 16;
    static constexpr int steps = filled / step;
    // Bytes from a row to the next: lanes that read one place of different rows meet different banks.
    static constexpr int strideW = DensePart * size + (size == 4 ? 32 : 16);
    static constexpr int strideX = step * size + 16;
    static constexpr int strideProducts = (DensePart + 8) * 4;
    static constexpr int weightBytes = step * strideW;
    // Rows at once: of X, and where products are summed afterwards, of these in its place.
    static __host__ __device__ constexpr int bytesOf(int rows, bool products)
    {
        return weightBytes + rows * (products && strideProducts > strideX ? strideProducts : strideX);
    }
    static __host__ __device__ constexpr bool holds(int rows, bool products)
    {
        return bytesOf(rows, products) <= 49152 && rows * DensePart <= 32 * threads; // sums of a thread
    }
    static __host__ __device__ constexpr int most(bool products)
    {
        return holds(64, products) ? 64 : holds(32, products) ? 32 : 16;
    }
};

// Sums of rows of X of an ELL tile, `Step` places from X on: body(stored row, place, sum of the places from there on
// that a lane has).
template <class T, int Rows, int Width>
struct EllOfX {
    static constexpr int width = Width;
    template <class Tile>
    static __device__ __forceinline__ int rows(const Tile&)
    {
        return Rows;
    }
    template <int Step, class Tile, class Body>
    static __device__ __forceinline__ void sums(const Tile& tile, int first, int end, const T* X, long long ldX,
                                                const Body& body)
    {
        using Ell = EllTile<T, Rows, Width, Step, whole>;
        using Group = typename Ell::Group;
        constexpr int together = smaller(Ell::together, Rows);
        constexpr int teams = threads / (Ell::lanes * Ell::share);
        const bool keeps = threadIdx.x / Ell::lanes % Ell::share == 0; // of groups that share a row, one
#pragma unroll 1
        for (int chunk = 0; chunk < Group::chunks; ++chunk) {
            const int place = static_cast<int>(Group::columnOf(chunk, 0));
#pragma unroll 1
            for (int row = first + static_cast<int>(threadIdx.x) / (Ell::lanes * Ell::share) * together; row < end;
                 row += teams * together)
                Ell::template forRows<together>(row, tile.colIdx(), static_cast<const T*>(tile.values()), X + place,
                                                ldX, [&](int stored, const float(&sum)[Ell::perLane]) {
                                                    if (keeps)
                                                        body(stored, place, sum);
                                                });
        }
    }
};

// The same of a CSR tile, whose rows each have a length of their own: a group of lanes takes a row.
template <class T>
struct CsrOfX {
    static constexpr int width = 0;
    template <class Tile>
    static __device__ __forceinline__ int rows(const Tile& tile)
    {
        return tile.rows();
    }
    template <int Step, class Tile, class Body>
    static __device__ __forceinline__ void sums(const Tile& tile, int first, int end, const T* X, long long ldX,
                                                const Body& body)
    {
        using Csr = CsrTile<T, Step, whole>;
        using Group = typename Csr::Group;
        const int* const rowEnd = tile.rowEnd();
#pragma unroll 1
        for (int unit = threadIdx.x / Group::lanes; unit < (end - first) * Group::chunks; unit += Group::groups) {
            const int stored = first + unit / Group::chunks;
            const int place = static_cast<int>(Group::columnOf(unit, 0));
            const int begin = stored > 0 ? rowEnd[stored - 1] : 0;
            float sum[Group::perLane] = {};
            if (begin < rowEnd[stored])
                Csr::gather(sum, tile.colIdx(), static_cast<const T*>(tile.values()), X + place, ldX, begin,
                            rowEnd[stored], 0, gathers);
            body(stored, place, sum);
        }
    }
};

// Some rows of shared memory times the weights there, by tensor cores: strips of 16 rows and 16 columns, dealt to
// warps, which keep their sums from step to step.
template <class T, class Shape, int Chunk, int DensePart>
struct TensorProduct {
    static constexpr int across = DensePart / 16;
    static constexpr int strips = Chunk / 16 * across;
    static constexpr int warps = threads / 32;
    static constexpr int each = (strips + warps - 1) / warps;
    float sums[each][2][4];

    __device__ __forceinline__ void clear()
    {
#pragma unroll
        for (int i = 0; i < each * 8; ++i)
            sums[i / 8][i / 4 % 2][i % 4] = 0;
    }

    __device__ __forceinline__ void add(const unsigned char* X, const unsigned char* W)
    {
#pragma unroll
        for (int i = 0; i < each; ++i)
            if (const int strip = threadIdx.x / 32 + i * warps; strips % warps == 0 || strip < strips)
                addStrip(sums[i], X + strip / across * 16 * Shape::strideX, W + strip % across * 16 * Shape::size);
    }

    static __device__ __forceinline__ void addStrip(float (&sum)[2][4], const unsigned char* X, const unsigned char* W)
    {
        const int lane = threadIdx.x % 32;
        // Fragments as the PTX ISA lays them out: rows lane / 4 and eight below, two words across.
        const unsigned char* const row = X + lane / 4 * Shape::strideX + lane % 4 * 4;
        const auto word = [](const unsigned char* at) { return *reinterpret_cast<const unsigned*>(at); };
        constexpr int below = 8 * Shape::strideX;
        if constexpr (Shape::size == 2) {
            const unsigned char* const w = W + lane % 16 * Shape::strideW + lane / 16 * 16;
#pragma unroll
            for (int k = 0; k < Shape::step; k += 16) {
                unsigned b[4];
                loadTransposed(b[0], b[1], b[2], b[3], w + k * Shape::strideW);
                const unsigned char* const x = row + k * 2;
                const unsigned a[4] = {word(x), word(x + below), word(x + 16), word(x + below + 16)};
                multiplyAdd<T>(sum[0], a[0], a[1], a[2], a[3], b[0], b[1]);
                multiplyAdd<T>(sum[1], a[0], a[1], a[2], a[3], b[2], b[3]);
            }
        } else {
            const unsigned char* const w = W + lane % 4 * Shape::strideW + lane / 4 * 4;
#pragma unroll
            for (int k = 0; k < Shape::step; k += 8) {
                const unsigned char* const x = row + k * 4;
                const unsigned char* const b = w + k * Shape::strideW;
                const unsigned a[4] = {word(x), word(x + below), word(x + 16), word(x + below + 16)};
                multiplyAdd<T>(sum[0], a[0], a[1], a[2], a[3], word(b), word(b + 4 * Shape::strideW));
                multiplyAdd<T>(sum[1], a[0], a[1], a[2], a[3], word(b + 32), word(b + 32 + 4 * Shape::strideW));
            }
        }
    }

    // Into rows of C, of which rowOf(row of the chunk) says which, from `column` on.
    template <Sums How, class RowOf>
    __device__ __forceinline__ void store(const Arguments& args, long long column, const RowOf& rowOf) const
    {
#pragma unroll
        for (int i = 0; i < each; ++i)
            if (const int strip = threadIdx.x / 32 + i * warps; strips % warps == 0 || strip < strips) {
                const int row = rowOf(strip / across * 16 + stripRow<16>());
#pragma unroll
                for (int half = 0; half < 2; ++half)
                    storeStrip<T, 16, How>(args, row, column + strip % across * 16 + half * 8, sums[i][half]);
            }
    }

    // Into shared memory, as float32.
    __device__ __forceinline__ void keep(unsigned char* products) const
    {
        const int lane = threadIdx.x % 32;
#pragma unroll
        for (int i = 0; i < each; ++i)
            if (const int strip = threadIdx.x / 32 + i * warps; strips % warps == 0 || strip < strips)
#pragma unroll
                for (int half = 0; half < 4; ++half) { // of the rows, then of the columns
                    const int row = strip / across * 16 + lane / 4 + half % 2 * 8;
                    const int column = strip % across * 16 + half / 2 * 8 + lane % 4 * 2;
                    *reinterpret_cast<float2*>(products + row * Shape::strideProducts + column * 4) =
                        make_float2(sums[i][half / 2][half % 2 * 2], sums[i][half / 2][half % 2 * 2 + 1]);
                }
    }
};

// The same in float32 without tensor cores: a thread has a few rows of four columns.
template <class Shape, int Chunk, int DensePart>
struct ScalarProduct {
    static constexpr int across = DensePart / 4;
    static constexpr int rows = Chunk * across >= 4 * threads ? 4 : Chunk * across >= 2 * threads ? 2 : 1; // of a cell
    static constexpr int cells = Chunk / rows * across;
    static constexpr int each = (cells + threads - 1) / threads;
    float4 sums[each][rows];

    __device__ __forceinline__ void clear()
    {
#pragma unroll
        for (int i = 0; i < each * rows; ++i)
            sums[i / rows][i % rows] = make_float4(0, 0, 0, 0);
    }

    __device__ __forceinline__ void add(const unsigned char* X, const unsigned char* W)
    {
#pragma unroll
        for (int i = 0; i < each; ++i)
            if (const int cell = threadIdx.x + i * threads; cells % threads == 0 || cell < cells)
                addCell(sums[i], X + cell / across * rows * Shape::strideX, W + cell % across * 16);
    }

    static __device__ __forceinline__ void addCell(float4 (&sum)[rows], const unsigned char* X, const unsigned char* W)
    {
#pragma unroll 2
        for (int k = 0; k < Shape::step; k += 4) {
            float x[rows][4];
#pragma unroll
            for (int r = 0; r < rows; ++r) {
                const float4 v = *reinterpret_cast<const float4*>(X + r * Shape::strideX + k * 4);
                x[r][0] = v.x;
                x[r][1] = v.y;
                x[r][2] = v.z;
                x[r][3] = v.w;
            }
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                const float4 w = *reinterpret_cast<const float4*>(W + (k + j) * Shape::strideW);
#pragma unroll
                for (int r = 0; r < rows; ++r) {
                    sum[r].x += x[r][j] * w.x;
                    sum[r].y += x[r][j] * w.y;
                    sum[r].z += x[r][j] * w.z;
                    sum[r].w += x[r][j] * w.w;
                }
            }
        }
    }

    template <Sums How, class RowOf>
    __device__ __forceinline__ void store(const Arguments& args, long long column, const RowOf& rowOf) const
    {
        forSums([&](int row, int place, const float4& sum) {
            if (const int of = rowOf(row); of != none)
                Output<float, How>::four(args, of, column + place, sum.x, sum.y, sum.z, sum.w);
        });
    }

    __device__ __forceinline__ void keep(unsigned char* products) const
    {
        forSums([&](int row, int place, const float4& sum) {
            *reinterpret_cast<float4*>(products + row * Shape::strideProducts + place * 4) = sum;
        });
    }

    template <class Body>
    __device__ __forceinline__ void forSums(const Body& body) const
    {
#pragma unroll
        for (int i = 0; i < each; ++i)
            if (const int cell = threadIdx.x + i * threads; cells % threads == 0 || cell < cells)
#pragma unroll
                for (int r = 0; r < rows; ++r)
                    body(cell / across * rows + r, cell % across * 4, sums[i][r]);
    }
};

template <class T, class Shape, int Chunk, int DensePart>
struct RelationalProduct : TensorProduct<T, Shape, Chunk, DensePart> {
};
template <class Shape, int Chunk, int DensePart>
struct RelationalProduct<float, Shape, Chunk, DensePart> : ScalarProduct<Shape, Chunk, DensePart> {
};

// The relation of a tile, all of whose columns are its own.
template <class T, int Inner, int DensePart>
struct Relation {
    using Shape = RelationalShape<T, Inner, DensePart>;
    const T* X; // as the tile's columns count its rows
    const T* W;
    long long ldW;

    __device__ __forceinline__ Relation(const Arguments& args, int anyColumn, int part)
    {
        const int relation = anyColumn / static_cast<int>(args.sliceCols);
        X = static_cast<const T*>(args.X) - relation * args.sliceCols * args.ldX;
        W = static_cast<const T*>(args.W) + relation * Inner * args.ld + static_cast<long long>(part) * DensePart;
        ldW = args.ld;
    }

    // Begins to bring the weights of a step; those behind the inner axis are zero.
    __device__ __forceinline__ void copyWeights(int step, unsigned char* shared) const
    {
        constexpr int pieces = DensePart * Shape::size / 16; // of a row
#pragma unroll 1
        for (int i = threadIdx.x; i < Shape::step * pieces; i += threads) {
            const int k = step * Shape::step + i / pieces;
            unsigned char* const to = shared + i / pieces * Shape::strideW + i % pieces * 16;
            if (Inner % Shape::step == 0 || k < Inner)
                copy16(to, W + k * ldW + i % pieces * (16 / Shape::size));
            else
                *reinterpret_cast<uint4*>(to) = make_uint4(0, 0, 0, 0);
        }
    }
};

// Stored rows' rows of X are summed, rounded once, and multiplied: as many products as there are stored rows.
template <class T, class Source, int Inner, int DensePart, Sums How>
struct SummedRelation {
    using Shape = RelationalShape<T, Inner, DensePart>;
    static constexpr int chunk = Shape::most(false);
    static constexpr int sharedBytes = Shape::bytesOf(chunk, false);

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int part, unsigned char* shared)
    {
        const Relation<T, Inner, DensePart> relation(args, tile.colIdx()[0], part);
        unsigned char* const X = shared + Shape::weightBytes;
        const int* const rowIds = tile.rowIds();
        int rows = Source::rows(tile);
        while (rows > chunk && rowIds[rows - chunk] == none)
            rows -= chunk; // padding, which stands behind all rows
        RelationalProduct<T, Shape, chunk, DensePart> product;
#pragma unroll 1
        for (int first = 0; first < rows; first += chunk) {
            const int end = smaller(first + chunk, rows);
            product.clear();
#pragma unroll 1
            for (int step = 0; step < Shape::steps; ++step) {
                if (first + step > 0)
                    __syncthreads(); // what stands there has been read
                if (Shape::steps > 1 || first == 0)
                    relation.copyWeights(step, shared);
                Source::template sums<Shape::step>(
                    tile, first, end, relation.X + step * Shape::step, args.ldX,
                    [&](int stored, int place, const float(&sum)[16 / Shape::size]) {
                        unsigned char* const to = X + (stored - first) * Shape::strideX + place * Shape::size;
                        if constexpr (Shape::size == 2)
                            *reinterpret_cast<uint4*>(to) =
                                make_uint4(Narrow<T>::pack(sum[0], sum[1]), Narrow<T>::pack(sum[2], sum[3]),
                                           Narrow<T>::pack(sum[4], sum[5]), Narrow<T>::pack(sum[6], sum[7]));
                        else
                            *reinterpret_cast<float4*>(to) = make_float4(sum[0], sum[1], sum[2], sum[3]);
                    });
                waitCopies();
                __syncthreads();
                product.add(X, shared);
            }
            product.template store<How>(args, static_cast<long long>(part) * DensePart, [&](int row) {
                return first + row < rows ? rowIds[first + row] : static_cast<int>(none);
            });
        }
    }
};

// Every place's row of X is multiplied, and what that gives, times the place's value, is summed (the paper's order): as
// many products as there are places.
template <class T, int Rows, int Width, int Inner, int DensePart, Sums How>
struct MultipliedRelation {
    using Shape = RelationalShape<T, Inner, DensePart>;
    static constexpr int places = Rows * Width;
    static constexpr int chunk = Shape::most(true);
    static constexpr int gathered = smaller(chunk, places);
    static constexpr int together = smaller(Width, gathered); // places of a row in a chunk
    static constexpr int quads = DensePart / 4;
    static constexpr int sharedBytes = Shape::bytesOf(chunk, true);

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int part, unsigned char* shared)
    {
        const Relation<T, Inner, DensePart> relation(args, tile.colIdx()[0], part);
        unsigned char* const X = shared + Shape::weightBytes; // then, in its place, the products
        const T* const values = static_cast<const T*>(tile.values());
        RelationalProduct<T, Shape, chunk, DensePart> product;
        float4 sum = make_float4(0, 0, 0, 0); // of a row that takes several chunks
#pragma unroll 1
        for (int first = 0; first < places; first += gathered) {
            if (first > 0 && tile.rowIds()[first / Width] == none)
                break; // padding stands behind all rows
            product.clear();
#pragma unroll 1
            for (int step = 0; step < Shape::steps; ++step) {
                if (first + step > 0)
                    __syncthreads(); // what stands there has been read
                if (Shape::steps > 1 || first == 0)
                    relation.copyWeights(step, shared);
                gatherRows<T, gathered, Shape::step, Shape::strideX>(relation.X, args.ldX, tile.colIdx() + first,
                                                                     step * Shape::step, X);
                waitCopies();
                __syncthreads();
                product.add(X, shared);
            }
            __syncthreads();
            product.keep(X);
            __syncthreads();
#pragma unroll 1
            for (int i = threadIdx.x; i < gathered / together * quads; i += threads) {
                const int row = i / quads;
                if (Width <= gathered || first % Width == 0)
                    sum = make_float4(0, 0, 0, 0);
                for (int j = 0; j < together; ++j) {
                    const float a = toFloat(values[first + row * together + j]);
                    const float4 v = *reinterpret_cast<const float4*>(X + (row * together + j) * Shape::strideProducts +
                                                                      i % quads * 16);
                    sum.x += a * v.x;
                    sum.y += a * v.y;
                    sum.z += a * v.z;
                    sum.w += a * v.w;
                }
                const int stored = (first + row * together) / Width;
                const bool complete = Width <= gathered || (first + gathered) % Width == 0;
                if (const int of = tile.rowIds()[stored]; of != none && complete)
                    Output<T, How>::four(args, of, static_cast<long long>(part) * DensePart + i % quads * 4, sum.x,
                                         sum.y, sum.z, sum.w);
            }
        }
    }
};
