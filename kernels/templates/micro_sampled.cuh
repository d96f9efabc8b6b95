// C[i, j] = sum of X[i, k] Y[j, k] where a mask has a non-zero, C dense (SparDA, axis n): a strip of Rows rows of C;
// the columns that its list names are gathered in runs of Width, Cols a group, and the dense axis is walked through,
// Inner a step. Blocks draw groups. Members' other places become 0, nothing else is written. C lies row by row,
// args.ldC elements apart, or, where Columns, column by column. Includes nothing.

// Does the mask have a non-zero at granule row `down`, granule column `over`? Of values, at this place.
struct BitsMask {
    static __device__ __forceinline__ bool holds(const Arguments& args, int down, int over)
    {
        const unsigned char* const line = static_cast<const unsigned char*>(args.mask) + down * args.lineBytes;
        return (line[over / 8] >> (over % 8) & 1) != 0;
    }
};
struct BytesMask {
    static __device__ __forceinline__ bool holds(const Arguments& args, int down, int over)
    {
        return static_cast<const unsigned char*>(args.mask)[down * args.lineBytes + over] != 0;
    }
};
template <class Word, bool Columns> // unsigned short or unsigned
struct ValuesMask {
    static __device__ __forceinline__ bool holds(const Arguments& args, int down, int over)
    {
        const unsigned char* const line =
            static_cast<const unsigned char*>(args.mask) + (Columns ? over : down) * args.lineBytes;
        const Word value = reinterpret_cast<const Word*>(line)[Columns ? down : over];
        return static_cast<Word>(value << 1) != 0; // -0 is 0
    }
};

template <class T, int Rows, int Inner, int Cols, int Height, int Width, bool Columns, class InMask>
struct GatheredCols {
    static_assert(Height == Rows && Cols % Width == 0);
    using Product = TileProduct<T, Rows, Inner, Cols, false, true>;
    static constexpr int size = sizeof(T);
    static constexpr int colsBegin = stages * Product::stageBytes;
    static constexpr int sharedBytes = colsBegin + Cols * 4 + 16;

    static __device__ __forceinline__ void run(const Arguments& args, unsigned char* shared)
    {
        int* const cols = reinterpret_cast<int*>(shared + colsBegin);
        waitForKernelBefore();
        clearCounters(args);
        runTasks(args, 1, cols + Cols, [&](const DrawnTask& task) { runTask(args, task, cols, shared); });
    }

    static __device__ __forceinline__ void runTask(const Arguments& args, const DrawnTask& task, int* cols,
                                                   unsigned char* shared)
    {
        const int members = args.count[task.bucket];
        if (threadIdx.x < Cols) {
            const int member = task.group * (Cols / Width) + threadIdx.x / Width;
            int column = -1;
            if (member < members) {
                const long long at = task.bucket * args.cap + member;
                column = args.wide != 0 ? static_cast<const int*>(args.index)[at]
                                        : static_cast<const unsigned short*>(args.index)[at];
                column = column * Width + threadIdx.x % Width;
            }
            cols[threadIdx.x] = column < args.cols ? column : -1;
        }
        __syncthreads();
        const T* const X = static_cast<const T*>(args.X);
        const T* const Y = static_cast<const T*>(args.Y);
        const int firstRow = task.bucket * Rows;
        const long long end = args.dense * size;
        Product product;
        const unsigned pitch = static_cast<unsigned>(args.ld * size);
        const auto fetch = [&](int step, unsigned char* stage) {
            const long long k = static_cast<long long>(step) * Inner;
            unsigned char* const stageB = stage + Product::beginB;
            if (k + Inner <= args.dense) { // rows that there are not are the last one's: they are not stored
                copyRows<Rows, Inner * size, typename Product::PlacesA, true>(stage, [&](int r, int byte, int&) {
                    return inBytes(X + k) + byte + lineOf(static_cast<int>(least(firstRow + r, args.rows - 1)), pitch);
                });
                copyRows<Cols, Inner * size, typename Product::PlacesB>(stageB, [&](int c, int byte, int& bytes) {
                    bytes = cols[c] < 0 ? 0 : Inner * size; // one column for all would be what all blocks wait for
                    return inBytes(Y + k) + byte + lineOf(cols[c] < 0 ? 0 : cols[c], pitch);
                });
                return;
            }
            copyRows<Rows, Inner * size, typename Product::PlacesA>(stage, [&](int r, int byte, int& bytes) {
                bytes = firstRow + r < args.rows ? bytesBefore(end, k * size + byte) : 0;
                return bytes > 0 ? inBytes(X + k) + byte + lineOf(firstRow + r, pitch) : inBytes(X);
            });
            copyRows<Cols, Inner * size, typename Product::PlacesB>(stageB, [&](int c, int byte, int& bytes) {
                bytes = cols[c] < 0 ? 0 : bytesBefore(end, k * size + byte);
                return bytes > 0 ? inBytes(Y + k) + byte + lineOf(cols[c], pitch) : inBytes(Y);
            });
        };
        runSteps<Product::stageBytes>(
            static_cast<int>((args.dense + Inner - 1) / Inner), shared, product, fetch, [](unsigned char*) {},
            [](unsigned char*) {});
        T* const C = static_cast<T*>(args.C);
        product.forSums([&](int r, int c, float value) {
            const int row = firstRow + r;
            const int column = cols[c];
            if (row >= args.rows || column < 0)
                return;
            if (args.whole == 0 && !InMask::holds(args, args.granuleRows == 1 ? row : row / args.granuleRows,
                                                  args.granuleCols == 1 ? column : column / args.granuleCols))
                value = 0;
            C[Columns ? column * args.ldC + row : row * args.ldC + column] = rounded<T>(value);
        });
    }
};
