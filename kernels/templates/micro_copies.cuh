// What a block reads for a step of a dense tile, on its way to shared memory, and the lists that name it. Includes
// nothing.

// 16 or 4 bytes of which the last are zeros where there are fewer; of none, nothing is read.
__device__ __forceinline__ void copyUpTo16(void* shared, const void* global, int bytes)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(sharedAddress(shared)), "l"(global), "r"(bytes)
                 : "memory");
}
__device__ __forceinline__ void copyWhole16(void* shared, const void* global)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sharedAddress(shared)), "l"(global) : "memory");
}
__device__ __forceinline__ void copyUpTo4(void* shared, const void* global, int bytes)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(sharedAddress(shared)), "l"(global), "r"(bytes)
                 : "memory");
}

__device__ __forceinline__ long long least(long long a, long long b)
{
    return a < b ? a : b;
}

// Where a line begins: lines are less than 4 GB apart, so that one instruction finds it.
__device__ __forceinline__ long long lineOf(int line, unsigned pitch)
{
    return static_cast<long long>(static_cast<unsigned long long>(static_cast<unsigned>(line)) * pitch);
}
__device__ __forceinline__ const char* inBytes(const void* pointer)
{
    return static_cast<const char*>(pointer);
}

// How many bytes from `at` on lie before `end`, up to a row's; 0 or less is none.
__device__ __forceinline__ int bytesBefore(long long end, long long at)
{
    constexpr int most = 1 << 16;
    const long long bytes = end - at;
    return bytes > most ? most : bytes > 0 ? static_cast<int>(bytes) : 0;
}

// Rows of RowBytes into shared ones that stand at Places, 16 bytes of every span a thread: source(row, byte of it,
// bytes) says from where, and how many there are from there on; of Whole rows all are there. The copies are not waited
// for.
template <int Rows, int RowBytes, class Places, bool Whole = false, class Source>
__device__ __forceinline__ void copyRows(unsigned char* shared, const Source& source)
{
    constexpr int lanes = Places::span / 16; // threads a row
    constexpr int atOnce = threads / lanes;
    const int byte = threadIdx.x % lanes * 16;
#pragma unroll
    for (int first = 0; first < Rows; first += atOnce) {
        const int row = first + threadIdx.x / lanes;
        if (Rows % atOnce == 0 || row < Rows) {
            int bytes = RowBytes;
            const void* const of = source(row, byte, bytes);
            const char* const from = static_cast<const char*>(of);
#pragma unroll
            for (int beyond = 0; beyond < RowBytes; beyond += Places::span) {
                const int rest = bytes - beyond;
                unsigned char* const to = shared + Places::at(row, byte + beyond);
                if constexpr (Whole)
                    copyWhole16(to, from + beyond);
                else
                    copyUpTo16(to, beyond == 0 || rest > 0 ? from + beyond : from,
                               rest >= 16 ? 16
                               : rest > 0 ? rest
                                          : 0);
            }
        }
    }
}

// The same value by value, where neighbours in shared memory are none in memory: source(row, column) is where it lies,
// or null. Values of 16 bits come through registers: load() when they are wanted, store() when they will have come.
template <class T, int Rows, int Columns, class Places>
struct SingleValues {
    static constexpr int pairs = Rows * Columns / 2 / threads; // of a thread
    static constexpr int atOnce = threads / (Columns / 2);
    static_assert(sizeof(T) == 2 && Rows % atOnce == 0);
    unsigned held[pairs];

    template <class Source>
    __device__ __forceinline__ void load(unsigned char*, const Source& source)
    {
        const int column = threadIdx.x % (Columns / 2) * 2;
#pragma unroll
        for (int i = 0; i < pairs; ++i) {
            const int row = i * atOnce + threadIdx.x / (Columns / 2);
            const T* const low = source(row, column);
            const T* const high = source(row, column + 1);
            held[i] = (low ? low->bits : 0u) | (high ? high->bits : 0u) << 16;
        }
    }
    __device__ __forceinline__ void store(unsigned char* shared) const
    {
        const int column = threadIdx.x % (Columns / 2) * 2;
#pragma unroll
        for (int i = 0; i < pairs; ++i)
            *reinterpret_cast<unsigned*>(shared + Places::at(i * atOnce + threadIdx.x / (Columns / 2), column * 2)) =
                held[i];
    }
};

template <int Rows, int Columns, class Places>
struct SingleWords {
    static constexpr int each = Rows * Columns / threads;
    static constexpr int atOnce = threads / Columns;

    template <class T, class Source>
    __device__ __forceinline__ void copy(unsigned char* shared, const T* base, const Source& source)
    {
        const int column = threadIdx.x % Columns;
#pragma unroll
        for (int i = 0; i < each; ++i) {
            const int row = i * atOnce + threadIdx.x / Columns;
            const T* const from = source(row, column);
            copyUpTo4(shared + Places::at(row, column * 4), from ? from : base, from ? 4 : 0);
        }
    }
};

// The list of a bucket's members, parts of which come through a ring in shared memory. The part behind the one that is
// read is on its way meanwhile: a part is as long as several steps.
struct MemberList {
    static constexpr int part = 512; // members
    static constexpr int sharedBytes = 2 * part * 4;
    const char* const list;
    unsigned char* const ring;
    const bool wide; // int, else unsigned short
    const int bytes; // of the whole list

    __device__ __forceinline__ MemberList(const Arguments& args, int bucket, unsigned char* shared)
        : list(static_cast<const char*>(args.index) + bucket * args.cap * (args.wide != 0 ? 4 : 2)), ring(shared),
          wide(args.wide != 0), bytes(static_cast<int>(args.cap) * (args.wide != 0 ? 4 : 2))
    {
    }
    // Members first .. first + part - 1; those behind the end of the list are zeros.
    __device__ __forceinline__ void fetch(int first) const
    {
        const int size = wide ? 4 : 2;
        for (int byte = threadIdx.x * 16; byte < part * size; byte += threads * 16) {
            const int from = first * size + byte;
            const int rest = bytes - from;
            copyUpTo16(ring + (first % (2 * part)) * size + byte, list + (rest > 0 ? from : 0),
                       rest >= 16 ? 16
                       : rest > 0 ? rest
                                  : 0);
        }
    }
    // Where a member is in the ring: those behind it up to the end of its part follow.
    __device__ __forceinline__ int placeOf(int member) const { return member % (2 * part); }
    __device__ __forceinline__ int operator[](int at) const // a place
    {
        return wide ? reinterpret_cast<const int*>(ring)[at] : reinterpret_cast<const unsigned short*>(ring)[at];
    }
};

// Counters that the next index counts with: zeros, so that it needs no memset.
__device__ __forceinline__ void clearCounters(const Arguments& args)
{
    for (long long i = static_cast<long long>(blockIdx.x) * threads + threadIdx.x; i < args.cleared;
         i += static_cast<long long>(gridDim.x) * threads)
        args.nextCounters[i] = 0;
}

// Tasks that blocks draw when they are free: part by part, those of one side by side.
struct DrawnTask {
    int bucket;
    int group; // of its members
    int part;
};

// run(task) for each task that this block draws. `drawn` is shared; the shared memory that run() takes is its own again
// when it is called.
template <class Run>
__device__ __forceinline__ void runTasks(const Arguments& args, int parts, int* drawn, const Run& run)
{
    const auto draw = [&] {
        int ticket;
        asm volatile("atom.relaxed.gpu.global.add.s32 %0, [%1], %2;"
                     : "=r"(ticket)
                     : "l"(args.ticket), "r"(1)
                     : "memory");
        return ticket;
    };
    const int tasks = *args.taskCount;
    int next = threadIdx.x == 0 ? draw() : 0;
    for (;;) {
        __syncthreads(); // what the task before had in shared memory has been read
        if (threadIdx.x == 0)
            *drawn = next;
        __syncthreads();
        const int ticket = *drawn;
        if (ticket >= tasks * parts)
            return;
        if (threadIdx.x == 0)
            next = draw(); // is on its way until this task ends
        const int2 task = static_cast<const int2*>(args.tasks)[ticket % tasks];
        run(DrawnTask{task.x, task.y, ticket / tasks});
    }
}

// While a step is multiplied, those behind it are on their way, in all `stages`. fetch(step, stage) queues what a step
// reads, settle(stage) stores what came through registers, the product is that of the stage, and done(stage) comes
// behind it.
template <int StageBytes, class Product, class Fetch, class Settle, class Done>
__device__ __forceinline__ void runSteps(int steps, unsigned char* shared, Product& product, const Fetch& fetch,
                                         const Settle& settle, const Done& done)
{
#pragma unroll
    for (int s = 0; s < stages - 1; ++s) {
        if (s < steps) {
            fetch(s, shared + s * StageBytes);
            settle(shared + s * StageBytes);
        }
        commitCopies();
    }
    int used = 0;
    int ahead = stages - 1;
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
        waitCopies<stages - 2>();
        if constexpr (Product::grouped)
            showToGroups();
        __syncthreads(); // of all threads; and the stage before has been read
        const bool more = step + stages - 1 < steps;
        // The product of many rows goes on by itself while the copies are queued; others wait less for these.
        if constexpr (Product::goesOn)
            product.multiply(shared + used * StageBytes);
        if (more)
            fetch(step + stages - 1, shared + ahead * StageBytes);
        commitCopies();
        if constexpr (!Product::goesOn)
            product.multiply(shared + used * StageBytes);
        if (more)
            settle(shared + ahead * StageBytes);
        product.finish();
        done(shared + used * StageBytes);
        used = used + 1 < stages ? used + 1 : 0;
        ahead = ahead + 1 < stages ? ahead + 1 : 0;
    }
}
