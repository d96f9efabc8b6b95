// ELL tile times a vector, some of whose rows are in several stored rows, one after another: Ell is the tile without.
// The sums of stored rows pass through shared memory, as many at a time as the groups of lanes have; where a row
// begins, a thread adds up all of it.
template <class Ell>
struct FoldedRows {
    static constexpr int most = Ell::workers * Ell::rowsEach; // stored rows at a time
    static constexpr int sharedBytes = 4 * (most + 4);

    struct Window {
        float sums[most];
        float open[2]; // of a row that goes on in the next window: its sum so far; windows take turns
        int row[2];
    };
    static_assert(sizeof(Window) == sharedBytes, "what the kernel sets aside");

    template <class Tile>
    static __device__ __forceinline__ void run(const Arguments& args, const Tile& tile, int, unsigned char* shared)
    {
        Window& window = *reinterpret_cast<Window*>(shared);
        const int* const rows = tile.rowIds();
        Ell::walk(args, tile, [&](int unit, const float(&sum)[Ell::rowsEach]) {
            const int turn = unit / Ell::workers % 2;
            const int first = unit / Ell::workers * most; // stored row of the window
            const int count = smaller(most, Ell::rows - first);
            if (unit < Ell::units && threadIdx.x % Ell::lanes == 0) {
#pragma unroll
                for (int r = 0; r < Ell::rowsEach; ++r)
                    window.sums[unit % Ell::workers * Ell::rowsEach + r] = sum[r];
            }
            __syncthreads();
#pragma unroll 1
            for (int i = threadIdx.x; i < count; i += threads) {
                int row = rows[first + i];
                if (row == none || (row == again && i > 0))
                    continue;
                float all = window.sums[i];
                if (row == again) {
                    all += window.open[1 - turn];
                    row = window.row[1 - turn];
                }
                int next = i + 1;
                for (; next < count && rows[first + next] == again; ++next)
                    all += window.sums[next];
                if (next == count && first + count < Ell::rows && rows[first + count] == again) {
                    window.open[turn] = all;
                    window.row[turn] = row;
                } else {
                    putValue<typename Ell::Value, Ell::how>(args, row, all);
                }
            }
            __syncthreads();
        });
    }
};
