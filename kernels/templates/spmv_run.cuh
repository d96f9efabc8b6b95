// 1D tile times a vector: Size non-zeros one after another, each with its row; the places of a row stand together. A
// lane takes places side by side and stores the rows that end among them. What it knows of its last row is added up
// over the lanes of its warp, and over the warps before, for whoever holds the row's end.
template <class T, int Size, Sums How>
struct VectorRun {
    static constexpr int busy = smaller(threads, Size); // lanes with work: whole warps
    static constexpr int each = Size / busy;            // places of a lane
    static constexpr int inFlight = smaller(each, gathers);
    static constexpr int warps = busy / 32;
    static constexpr int sharedBytes = warps * 12;
    static_assert(Size % 32 == 0 && threads % 32 == 0, "warps are whole or idle");

    // What each warp keeps: its first and its last row, and its sum of the last.
    struct Ends {
        int first[warps];
        int last[warps];
        float sum[warps];
    };
    static_assert(sizeof(Ends) == sharedBytes, "what the kernel sets aside");

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int, unsigned char* shared)
    {
        Ends& ends = *reinterpret_cast<Ends*>(shared);
        const int begin = threadIdx.x * each;
        const int* const rows = tile.rowIdx();
        const int* const cols = tile.colIdx();
        const T* const values = static_cast<const T*>(tile.values());
        const int lane = threadIdx.x % 32;
        const int warp = threadIdx.x / 32;
        int head = none, row = none; // the first and the last row of this lane
        float headSum = 0, sum = 0;  // of them; the former where they differ
        if (threadIdx.x < busy) {
            head = row = rows[begin];
#pragma unroll 1
            for (int k = begin; k < begin + each; k += inFlight) {
                int col[inFlight];
                float product[inFlight];
                loadInts<inFlight>(cols + k, col);
                loadValues<inFlight>(values + k, product);
#pragma unroll
                for (int i = 0; i < inFlight; ++i)
                    product[i] *= gatherOne(static_cast<const T*>(args.B) + col[i]);
#pragma unroll
                for (int i = 0; i < inFlight; ++i) {
                    const int next = rows[k + i];
                    if (next != row) {
                        if (row == head)
                            headSum = sum;
                        else
                            putValue<T, How>(args, row, sum);
                        row = next;
                        sum = 0;
                    }
                    sum += product[i];
                }
            }
            // Lanes whose last row is the same follow each other.
#pragma unroll
            for (int distance = 1; distance < 32; distance *= 2) {
                const int other = __shfl_up_sync(0xffffffffu, row, distance);
                const float otherSum = __shfl_up_sync(0xffffffffu, sum, distance);
                if (lane >= distance && other == row)
                    sum += otherSum;
            }
            if (lane == 0)
                ends.first[warp] = head;
            if (lane == 31) {
                ends.last[warp] = row;
                ends.sum[warp] = sum;
            }
        }
        __syncthreads();
        if (threadIdx.x >= busy)
            return;
        // What the warps before hold of the row that this one begins with.
        const int firstRow = ends.first[warp];
        float before = 0;
#pragma unroll 1
        for (int w = warp - 1; w >= 0 && ends.last[w] == firstRow; --w) {
            before += ends.sum[w];
            if (ends.first[w] != firstRow)
                break;
        }
        const int other = __shfl_up_sync(0xffffffffu, row, 1);
        const float otherSum = __shfl_up_sync(0xffffffffu, sum, 1);
        if (head != row)
            putValue<T, How>(args, head,
                             headSum + (lane > 0 && other == head ? otherSum : 0) + (head == firstRow ? before : 0));
        if (begin + each == Size || rows[begin + each] != row)
            putValue<T, How>(args, row, sum + (row == firstRow ? before : 0));
    }
};
