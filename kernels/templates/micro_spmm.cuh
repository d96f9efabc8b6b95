// C = A B of a masked A (SparDA, figure 7): micro-tiles of Height x Width places are gathered into dense tiles of
// Rows x Inner x Cols. A comes from an array of its own, with a place for every place of the matrix, or of its period:
// row by row, args.ldA elements apart, or, where Columns, column by column. Rests of steps and groups are zeros in A
// and in B. Includes nothing.

// How what is gathered of A comes to shared memory: 16 bytes at a time where neighbours there are neighbours in memory.
template <class T, int Rows, int Columns, class Places>
struct SingleCopies { // else value by value
    SingleWords<Rows, Columns, Places> words;
    template <class Source>
    __device__ __forceinline__ void load(unsigned char* shared, const T* base, const Source& source)
    {
        words.copy(shared, base, source);
    }
    __device__ __forceinline__ void store(unsigned char*) const {}
};
template <int Rows, int Columns, class Places>
struct SingleCopies<Half, Rows, Columns, Places> : SingleValues<Half, Rows, Columns, Places> {
    template <class Source>
    __device__ __forceinline__ void load(unsigned char* shared, const Half*, const Source& source)
    {
        SingleValues<Half, Rows, Columns, Places>::load(shared, source);
    }
};
template <int Rows, int Columns, class Places>
struct SingleCopies<Bf16, Rows, Columns, Places> : SingleValues<Bf16, Rows, Columns, Places> {
    template <class Source>
    __device__ __forceinline__ void load(unsigned char* shared, const Bf16*, const Source& source)
    {
        SingleValues<Bf16, Rows, Columns, Places>::load(shared, source);
    }
};

// Rows first .. first + Rows - 1 of C become zero, in the columns of a part.
template <class T, int Rows, int Cols>
__device__ __forceinline__ void storeZeros(const Arguments& args, int first, long long column)
{
    constexpr int perLane = 16 / static_cast<int>(sizeof(T));
    constexpr int lanes = Cols / perLane;
    for (int i = threadIdx.x; i < Rows * lanes; i += threads) {
        const int row = first + i / lanes;
        const long long at = column + i % lanes * perLane;
        if (row < args.rows && at < args.ldC)
            *reinterpret_cast<uint4*>(static_cast<T*>(args.C) + row * args.ldC + at) = make_uint4(0, 0, 0, 0);
    }
}

// Axis k: a strip of Rows rows; the columns that its list names are gathered, Inner a step. A block a strip and
// args.partsOfBlock parts, one after another.
template <class T, int Rows, int Inner, int Cols, int Height, int Width, bool Columns>
struct GatheredInner {
    static_assert(Height == Rows && Inner % Width == 0);
    using Product = TileProduct<T, Rows, Inner, Cols, Columns, false>;
    static constexpr int size = sizeof(T);
    static constexpr bool single = !Columns && Width * size < 16; // values of A that are gathered one by one
    static constexpr int listBegin = stages * Product::stageBytes;
    static constexpr int sharedBytes = listBegin + MemberList::sharedBytes;
    static constexpr int perStep = Inner / Width; // members
    static_assert(Columns || Inner * size == 128);

    static __device__ __forceinline__ void run(const Arguments& args, unsigned char* shared)
    {
        const int strip = static_cast<int>(blockIdx.x % args.buckets);
        const int first = static_cast<int>(blockIdx.x / args.buckets * args.partsOfBlock);
        const int end = static_cast<int>(least(first + args.partsOfBlock, args.parts));
        waitForKernelBefore();
        const MemberList list(args, strip, shared + listBegin);
        list.fetch(0);
        const int members = args.count[strip];
        clearCounters(args);
        if (members == 0) {
            for (int part = first; part < end; ++part)
                storeZeros<T, Rows, Cols>(args, strip * Rows, static_cast<long long>(part) * Cols);
            return;
        }
        waitCopies();
        __syncthreads();
        // Steps of one part follow those of the part before, where the ring holds all of the list: the pipeline is
        // filled once. Else every part begins with its first members.
        const int together = members <= 2 * MemberList::part ? end - first : 1;
        for (int part = first; part < end; part += together) {
            if (part > first) {
                __syncthreads(); // the last members have been read
                list.fetch(0);
                waitCopies();
                __syncthreads();
            }
            runParts(args, shared, list, members, strip, part, together);
        }
    }

    // What the steps of a strip read.
    struct Operands {
        const Arguments* args;
        const T* A; // where its columns begin, or A
        const T* B;
        int firstRow;
        int members;
        int bytesA; // of a column of A from firstRow on
        unsigned pitchA, pitchB;
    };
    using Singles = SingleCopies<T, Rows, Inner, typename Product::PlacesA>;

    // Queues a step, whose members are those from `first` on and whose columns of B begin at `column`: all of it, or as
    // far as it is there.
    template <bool Whole>
    static __device__ __forceinline__ void copyStep(const Operands& of, const MemberList& list, Singles& singles,
                                                    int first, long long column, unsigned char* stage)
    {
        const Arguments& args = *of.args;
        const int place = list.placeOf(first);
        // The column that stands at k of the step; -1: none.
        const auto columnAt = [&](int k) {
            const int at = list[place + k / Width] * Width + k % Width;
            return Whole || (first + k / Width < of.members && (Width == 1 || at < args.cols)) ? at : -1;
        };
        if constexpr (Columns)
            copyRows<Inner, Rows * size, typename Product::PlacesA, Whole>(stage, [&](int k, int byte, int& bytes) {
                const int at = columnAt(k);
                bytes = Whole ? bytes : at >= 0 ? of.bytesA - byte : 0;
                return Whole || bytes > 0 ? inBytes(of.A) + byte + lineOf(at, of.pitchA) : inBytes(of.A);
            });
        else if constexpr (single)
            singles.load(stage, of.A, [&](int r, int k) {
                const int at = columnAt(k);
                const int row = of.firstRow + r;
                return at >= 0 && row < args.rows ? of.A + row * args.ldA + at : nullptr;
            });
        else
            copyRows<Rows, Inner * size, typename Product::PlacesA, Whole>(stage, [&](int r, int byte, int& bytes) {
                const int at = columnAt(byte / size);
                const int row = of.firstRow + r;
                if constexpr (!Whole)
                    bytes = at >= 0 && row < args.rows
                                ? bytesBefore(args.cols * size, static_cast<long long>(at) * size)
                                : 0;
                return Whole || bytes > 0 ? inBytes(of.A + at) + lineOf(row, of.pitchA) : inBytes(of.A);
            });
        const char* const ofPart = inBytes(of.B + column);
        const int bytesB = bytesBefore(args.ldB * size, column * size);
        copyRows<Inner, Cols * size, typename Product::PlacesB, Whole>(
            stage + Product::beginB, [&](int k, int byte, int& bytes) {
                const int at = columnAt(k);
                bytes = Whole ? bytes : at >= 0 ? bytesB - byte : 0;
                return Whole || bytes > 0 ? ofPart + byte + lineOf(at, of.pitchB) : inBytes(of.B);
            });
    }

    static __device__ __forceinline__ void runParts(const Arguments& args, unsigned char* shared,
                                                    const MemberList& list, int members, int strip, int part, int parts)
    {
        const int steps = (members + perStep - 1) / perStep;
        Operands operands;
        operands.args = &args;
        operands.A = static_cast<const T*>(args.A) + (Columns ? strip * Rows : 0);
        operands.B = static_cast<const T*>(args.B);
        operands.firstRow = strip * Rows;
        operands.members = members;
        operands.bytesA = bytesBefore(args.ldA * size, static_cast<long long>(strip) * Rows * size);
        operands.pitchA = static_cast<unsigned>(args.ldA * size);
        operands.pitchB = static_cast<unsigned>(args.ldB * size);
        const bool wholeA = Columns ? operands.bytesA >= Rows * size : (strip + 1) * Rows <= args.rows;
        const int wholeSteps = wholeA && args.cols % Width == 0 ? members / perStep : 0;
        Product product;
        Singles singles;                                        // takes no register where it is not used
        int fetched = 0;                                        // the step that comes next, of the part
        long long column = static_cast<long long>(part) * Cols; // that it begins with
        const auto fetch = [&](int step, unsigned char* stage) {
            const int behind = fetched * perStep + MemberList::part;
            if (step < steps && behind % MemberList::part == 0 && behind < members)
                list.fetch(behind);
            if (fetched < wholeSteps && column + Cols <= args.ldB)
                copyStep<true>(operands, list, singles, fetched * perStep, column, stage);
            else
                copyStep<false>(operands, list, singles, fetched * perStep, column, stage);
            if (++fetched == steps) {
                fetched = 0;
                column += Cols;
            }
        };
        const auto settle = [&](unsigned char* stage) {
            if constexpr (single)
                singles.store(stage);
        };
        int multiplied = 0;
        long long ofC = static_cast<long long>(part) * Cols;
        runSteps<Product::stageBytes>(steps * parts, shared, product, fetch, settle, [&](unsigned char* stage) {
            if (++multiplied < steps)
                return;
            product.template store<whole>(args, ofC, stage, [&](int row) {
                const int at = strip * Rows + row;
                return at < args.rows ? at : static_cast<int>(none);
            });
            product = Product();
            multiplied = 0;
            ofC += Cols;
        });
    }
};

// Axis m: a strip of Width columns; the rows that its list names are gathered, Rows a group. Blocks draw groups. Rows
// of C are added in float32 to args.scratch where args.adds is not 0; else stored, as no other group has them, and rows
// that no list names become zeros.
template <class T, int Rows, int Inner, int Cols, int Height, int Width, bool Columns>
struct GatheredRows {
    static_assert(Rows % Height == 0 && Width % Inner == 0);
    using Product = TileProduct<T, Rows, Inner, Cols, Columns, false>;
    static constexpr int size = sizeof(T);
    static constexpr int rowsBegin = stages * Product::stageBytes;
    static constexpr int sharedBytes = rowsBegin + Rows * 4 + 16;

    static __device__ __forceinline__ void run(const Arguments& args, unsigned char* shared)
    {
        int* const rows = reinterpret_cast<int*>(shared + rowsBegin);
        waitForKernelBefore();
        clearCounters(args);
        if (args.adds == 0)
            storeUnlisted(args);
        runTasks(args, static_cast<int>(args.parts), rows + Rows,
                 [&](const DrawnTask& task) { runTask(args, task, rows, shared); });
    }

    static __device__ __forceinline__ void runTask(const Arguments& args, const DrawnTask& task, int* rows,
                                                   unsigned char* shared)
    {
        const int members = args.count[task.bucket];
        if (threadIdx.x < Rows) {
            const int member = task.group * (Rows / Height) + threadIdx.x / Height;
            int row = -1;
            if (member < members) {
                const long long at = task.bucket * args.cap + member;
                row = args.wide != 0 ? static_cast<const int*>(args.index)[at]
                                     : static_cast<const unsigned short*>(args.index)[at];
                row = row * Height + threadIdx.x % Height;
            }
            rows[threadIdx.x] = row < args.rows ? row : -1;
        }
        __syncthreads();
        const T* const A = static_cast<const T*>(args.A);
        const long long column = static_cast<long long>(task.part) * Cols;
        const long long firstK = static_cast<long long>(task.bucket) * Width;
        const T* const B = static_cast<const T*>(args.B);
        const long long inPeriod = firstK % args.period;
        const int bytesB = bytesBefore(args.ldB * size, column * size); // of a row of B that the part has
        Product product;
        SingleCopies<T, Inner, Rows, typename Product::PlacesA> singles; // takes no register where it is not used
        // Nothing is read for places of a group that no row has: all blocks would wait for the one row that they read.
        const unsigned pitchA = static_cast<unsigned>(args.ldA * size), pitchB = static_cast<unsigned>(args.ldB * size);
        const bool allThere = inPeriod + Width <= args.period && column + Cols <= args.ldB;
        const auto fetch = [&](int step, unsigned char* stage) {
            const long long k = inPeriod + step * Inner;
            const char* const A0 = inBytes(A + k);
            const char* const B0 = inBytes(B + (firstK + step * Inner) * args.ldB + column);
            unsigned char* const stageB = stage + Product::beginB;
            if constexpr (Columns)
                singles.load(stage, A, [&](int c, int r) {
                    const int row = rows[r];
                    return row >= 0 ? A + (k + c) * args.ldA + row : nullptr;
                });
            else if (allThere)
                copyRows<Rows, Inner * size, typename Product::PlacesA>(stage, [&](int r, int byte, int& bytes) {
                    bytes = rows[r] < 0 ? 0 : Inner * size;
                    return A0 + byte + lineOf(rows[r] < 0 ? 0 : rows[r], pitchA);
                });
            else
                copyRows<Rows, Inner * size, typename Product::PlacesA>(stage, [&](int r, int byte, int& bytes) {
                    bytes = rows[r] < 0 ? 0 : bytesBefore(args.period * size, k * size + byte);
                    return bytes > 0 ? A0 + byte + lineOf(rows[r], pitchA) : inBytes(A);
                });
            if (allThere)
                copyRows<Inner, Cols * size, typename Product::PlacesB, true>(
                    stageB, [&](int c, int byte, int&) { return B0 + byte + lineOf(c, pitchB); });
            else
                copyRows<Inner, Cols * size, typename Product::PlacesB>(stageB, [&](int c, int byte, int& bytes) {
                    bytes = bytesB - byte;
                    return bytes > 0 ? B0 + byte + lineOf(c, pitchB) : inBytes(B);
                });
        };
        const auto settle = [&](unsigned char* stage) {
            if constexpr (Columns)
                singles.store(stage);
        };
        runSteps<Product::stageBytes>(Width / Inner, shared, product, fetch, settle, [](unsigned char*) {});
        if (args.adds != 0)
            product.template store<added>(args, column, shared, [&](int row) {
                return rows[row] >= 0 ? rowOfSlot(rows[row]) : static_cast<int>(none);
            });
        else
            product.template store<whole>(args, column, shared, [&](int row) { return rows[row]; });
    }

    static __device__ __forceinline__ void storeUnlisted(const Arguments& args)
    {
        const int lane = threadIdx.x % 32;
        const long long tiles = (args.rows + Height - 1) / Height;
        constexpr int perLane = 16 / size;
        for (long long first = (static_cast<long long>(blockIdx.x) * threads + threadIdx.x) / 32 * 32; first < tiles;
             first += static_cast<long long>(gridDim.x) * threads) {
            const bool unlisted = first + lane < tiles && args.listed[first + lane] == 0;
            for (unsigned left = __ballot_sync(~0u, unlisted); left != 0; left &= left - 1) {
                const long long row = (first + __ffs(static_cast<int>(left)) - 1) * Height;
                const long long end = least(row + Height, args.rows) * args.ldC;
                for (long long at = row * args.ldC + lane * perLane; at < end; at += 32 * perLane)
                    *reinterpret_cast<uint4*>(static_cast<T*>(args.C) + at) = make_uint4(0, 0, 0, 0);
            }
        }
    }
};
