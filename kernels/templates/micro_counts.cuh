// The members of every bucket of all micro-tiles that a pairing may have, in one launch: what it is chosen anew by
// (SparDA, algorithm 2). A block looks at 128 rows by 1,024 columns, of which each lane makes words of 32 places,
// whatever the granularity: micro-tiles are aligned pieces of words then. Strips of 16 rows, ORed, are those of 32, 64
// and 128; a strip of columns holds the rows whose words in it are not 0. Includes nothing. Stands behind
//   constexpr int threads;  // of every block
//   struct Arguments;       // of the kernel

constexpr int warps = threads / 32;
constexpr int rowsOfWarp = 16;
constexpr int rowsOfBlock = warps * rowsOfWarp;
constexpr int colsOfBlock = 32 * 32;
static_assert(rowsOfBlock == 128, "the highest strip is a block's");

__device__ __forceinline__ int least(int a, int b)
{
    return a < b ? a : b;
}

// Bit 8 i: byte i is not 0.
__device__ __forceinline__ unsigned bytesOf(unsigned word)
{
    word |= word >> 4;
    word |= word >> 2;
    word |= word >> 1;
    return word & 0x01010101u;
}

// A word of granules of one column as they lie in memory: bits, or 32 bytes at a multiple of 16.
template <bool Bits>
struct Single {
    unsigned word;

    __device__ __forceinline__ void load(const unsigned char* line, int place, int cols)
    {
        word = place < cols ? *reinterpret_cast<const unsigned*>(line + place / 8) : 0u;
    }
    __device__ __forceinline__ unsigned places() const { return word; }
};

template <>
struct Single<false> {
    uint4 part[2];

    __device__ __forceinline__ void load(const unsigned char* line, int place, int cols)
    {
#pragma unroll
        for (int i = 0; i < 2; ++i)
            part[i] =
                place + 16 * i < cols ? *reinterpret_cast<const uint4*>(line + place + 16 * i) : make_uint4(0, 0, 0, 0);
    }
    // Bits 0, 8, 16 and 24 are moved to the highest four by one product, whose other bits fall elsewhere.
    __device__ __forceinline__ static unsigned four(unsigned bytes)
    {
        return bytesOf(bytes) * 0x01020408u >> 24 & 15;
    }
    __device__ __forceinline__ unsigned places() const
    {
        unsigned word = 0;
#pragma unroll
        for (int i = 0; i < 2; ++i)
            word |= (four(part[i].x) | four(part[i].y) << 4 | four(part[i].z) << 8 | four(part[i].w) << 12) << 16 * i;
        return word;
    }
};

// Places [place, place + 32) of a line of granules of any size; those behind the last column are 0.
template <bool Bits>
__device__ __forceinline__ unsigned placesOf(const unsigned char* line, int place, int cols, int size)
{
    unsigned word = 0;
    const int end = least(place + 32, cols) - place;
    for (int g = place / size; g * size < place + end; ++g) {
        if ((Bits ? line[g / 8] >> g % 8 & 1 : line[g]) == 0)
            continue;
        const int from = g * size - place, to = least(from + size, end);
        word |= ~0u >> (32 - to) & ~0u << (from > 0 ? from : 0);
    }
    return word;
}

__device__ __forceinline__ void add(int* counter, int count)
{
    asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;" : : "l"(counter), "r"(count) : "memory");
}

// What this warp's 16 rows have in its lanes' columns: all rows ORed, and a bit for each row that has something.
template <bool Bits>
__device__ __forceinline__ void look(const Arguments& args, int first, int place, unsigned& all, unsigned& rows)
{
    constexpr int ahead = 8; // loads on their way
    const unsigned char* const mask = static_cast<const unsigned char*>(args.mask);
    const int here = least(rowsOfWarp, args.rows - first);
    const auto lineOf = [&](int row) {
        return mask + (args.granuleRows == 1 ? row : row / args.granuleRows) * args.lineBytes;
    };
    if (args.granuleCols == 1 && (Bits || args.lineBytes % 16 == 0)) {
#pragma unroll
        for (int i = 0; i < rowsOfWarp; i += ahead) {
            Single<Bits> loaded[ahead];
#pragma unroll
            for (int a = 0; a < ahead; ++a)
                loaded[a].load(lineOf(first + i + a), place, i + a < here ? args.cols : 0);
#pragma unroll
            for (int a = 0; a < ahead; ++a) {
                const unsigned word = loaded[a].places();
                all |= word;
                rows |= (word != 0 ? 1u : 0u) << (i + a);
            }
        }
        return;
    }
    if (place < args.cols)
        for (int i = 0; i < here; ++i) {
            const unsigned word = placesOf<Bits>(lineOf(first + i), place, args.cols, args.granuleCols);
            all |= word;
            rows |= (word != 0 ? 1u : 0u) << i;
        }
}

// Members of strips of rows: of single columns, of 8, and of Inner, behind each other for all strips of a height.
template <int Inner>
__device__ __forceinline__ void countRows(const Arguments& args, int band, const unsigned (&found)[warps][32])
{
    const int lane = threadIdx.x % 32;
    constexpr int strips = 2 * warps - 1; // of this block, of all heights
    for (int role = threadIdx.x / 32; role < strips; role += warps) {
        int level = 0, strip = role, before = 0; // counts of lower strips
        for (; strip >= warps >> level; ++level) {
            strip -= warps >> level;
            before += 3 * ((args.rows + (rowsOfWarp << level) - 1) / (rowsOfWarp << level));
        }
        const int all = (args.rows + (rowsOfWarp << level) - 1) / (rowsOfWarp << level);
        unsigned word = 0;
        for (int w = strip << level; w < (strip + 1) << level; ++w)
            word |= found[w][lane];
        const unsigned pair = Inner == 64 ? word | __shfl_xor_sync(~0u, word, 1) : word;
        const bool begins = Inner == 32 || lane % 2 == 0;
        // Up to 1,024, 128 and 32 of them, added up as one number.
        int members = __popc(word) | __popc(bytesOf(word)) << 11 | (begins && pair != 0 ? 1 : 0) << 20;
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2)
            members += __shfl_xor_sync(~0u, members, distance);
        const int count = lane == 0 ? members & 2047 : lane == 1 ? members >> 11 & 511 : members >> 20;
        if (lane < 3 && count > 0)
            add(args.counts + before + lane * all + band * (warps >> level) + strip, count);
    }
}

// The rows of one warp in strips of 64, 128, 256 and 512 columns, one behind the other.
__device__ __forceinline__ void sumStrips(unsigned rows, int (&sums)[32])
{
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int level = 0; level < 4; ++level) {
        rows |= __shfl_xor_sync(~0u, rows, 1 << level);
        if (lane % (2 << level) == 0)
            sums[32 - (32 >> level) + lane / (2 << level)] = __popc(rows);
    }
}

// Members of strips of columns, those of the period, if it is none of these widths, by a bit for each row that has been
// counted, as they lie in several blocks.
__device__ __forceinline__ void countCols(const Arguments& args, int band, int window, const int (&sums)[warps][32],
                                          const unsigned (&rows)[warps][32])
{
    const int thread = threadIdx.x;
    int begin = args.colsBegin;
    for (int level = 0; level < 4; ++level) {
        const int strip = thread - (32 - (32 >> level));
        if (strip >= 0 && strip < 16 >> level) {
            int count = 0;
#pragma unroll
            for (int w = 0; w < warps; ++w)
                count += sums[w][thread];
            if (count > 0)
                add(args.counts + begin + window * (16 >> level) + strip, count);
        }
        begin += (args.cols + (64 << level) - 1) / (64 << level);
    }
    if (args.period == 0)
        return;
    constexpr int quarters = rowsOfBlock / 32;
    const int from = window * colsOfBlock, to = least(from + colsOfBlock, args.cols);
    const int strip = from / args.period + thread / quarters, quarter = thread % quarters;
    if (strip * static_cast<long long>(args.period) >= to)
        return;
    const int begins = strip * args.period - from; // the period is a multiple of 32
    const int last = least((begins + args.period) / 32, 32);
    unsigned bits = 0;
    for (int lane = begins > 0 ? begins / 32 : 0; lane < last; ++lane)
        bits |= rows[2 * quarter][lane] | rows[2 * quarter + 1][lane] << 16;
    if (bits == 0)
        return;
    const int words = (args.rows + rowsOfBlock - 1) / rowsOfBlock * quarters;
    unsigned before;
    asm volatile("atom.relaxed.gpu.global.or.b32 %0, [%1], %2;"
                 : "=r"(before)
                 : "l"(args.seen + static_cast<long long>(strip) * words + band * quarters + quarter), "r"(bits)
                 : "memory");
    if ((bits & ~before) != 0)
        add(args.counts + begin + strip, __popc(bits & ~before));
}

// Cols: strips of columns are counted too.
template <bool Bits, int Inner, bool Cols>
__device__ __forceinline__ void countMembers(const Arguments& args)
{
    __shared__ unsigned found[warps][32]; // of 16 rows
    __shared__ unsigned rows[warps][32];
    __shared__ int sums[warps][32];
    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const int band = blockIdx.x / args.windows, window = blockIdx.x % args.windows;
    unsigned all = 0, filled = 0;
    look<Bits>(args, band * rowsOfBlock + warp * rowsOfWarp, window * colsOfBlock + lane * 32, all, filled);
    found[warp][lane] = all;
    if constexpr (Cols) {
        rows[warp][lane] = filled;
        sumStrips(filled, sums[warp]);
    }
    __syncthreads();
    countRows<Inner>(args, band, found);
    if constexpr (Cols)
        countCols(args, band, window, sums, rows);
}
