// Rows of C by scalar products (SpMM): what the tile kinds without tensor cores share. Includes nothing.

// The operand B, asked for where a tile is run: kernels that only gather as it does have none of that name.
template <class T, class Given>
__device__ __forceinline__ const T* rowsOfB(const Given& args)
{
    return static_cast<const T*>(args.B);
}

// sum += a times the values of T in 16 bytes: four, or eight.
template <class T>
__device__ __forceinline__ void addScaled(float* sum, float a, const uint4& b)
{
    const unsigned words[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
    for (int i = 0; i < 4; ++i)
        if constexpr (sizeof(T) == 4) {
            sum[i] += a * __uint_as_float(words[i]);
        } else {
            sum[2 * i] += a * Narrow<T>::low(words[i]);
            sum[2 * i + 1] += a * Narrow<T>::high(words[i]);
        }
}

// A group of lanes takes a row of C, of the dense part a lane 16 bytes, or twice 16 with those of the other lanes
// between them; where 32 lanes are not enough, a chunk of it.
template <class T, int DensePart, Sums How>
struct RowGroup {
    static constexpr int perAccess = 16 / static_cast<int>(sizeof(T)); // values of the dense part
    static constexpr int perLane = perAccess * accesses;
    static constexpr int lanes = powerIn(DensePart / perLane); // of a group; a power of two, within a warp
    static constexpr int chunks = DensePart / perLane / lanes;
    static constexpr int groups = threads / lanes;
    static constexpr int stride = lanes * perAccess; // from one access of a lane to the next

    // What a lane has of a row of B.
    struct Values {
        uint4 of[accesses];
    };

    // Where a unit, a chunk of a row, begins for this lane.
    static __device__ __forceinline__ long long columnOf(int unit, int part)
    {
        return static_cast<long long>(part) * DensePart + unit % chunks * lanes * perLane +
               threadIdx.x % lanes * perAccess;
    }

    static __device__ __forceinline__ Values load(const T* row)
    {
        Values values;
#pragma unroll
        for (int i = 0; i < accesses; ++i)
            values.of[i] = load16(row + i * stride);
        return values;
    }

    static __device__ __forceinline__ Values zeros()
    {
        Values values;
#pragma unroll
        for (int i = 0; i < accesses; ++i)
            values.of[i] = make_uint4(0, 0, 0, 0);
        return values;
    }

    // sum += a times what a lane has of a row of B.
    static __device__ __forceinline__ void add(float (&sum)[perLane], float a, const Values& b)
    {
#pragma unroll
        for (int i = 0; i < accesses; ++i)
            addScaled<T>(sum + i * perAccess, a, b.of[i]);
    }

    static __device__ __forceinline__ void store(const Arguments& args, int row, long long column,
                                                 const float (&sum)[perLane])
    {
#pragma unroll
        for (int i = 0; i < accesses; ++i) {
            const float* const some = sum + i * perAccess;
            if constexpr (perAccess == 8)
                Output<T, How>::eight(args, row, column + i * stride, some);
            else
                Output<T, How>::four(args, row, column + i * stride, some[0], some[1], some[2], some[3]);
        }
    }

    // What this group takes of some units: each is one group's, or where they are few, shared by several.
    struct Deal {
        int share;   // groups of a unit
        int workers; // units at once
        int member;  // of those that share one, this group
        int unit;    // the first
    };

    static __device__ __forceinline__ Deal deal(int units)
    {
        int share = 1;
        while (share < groups && 2 * share * units <= groups)
            share *= 2;
        const int workers = groups / share;
        const int group = threadIdx.x / lanes;
        return {share, workers, group / workers, group % workers};
    }

    // Bytes of shared memory for addUp() of `Count` sums.
    template <int Count>
    static constexpr int sharedFor = threads / 2 * Count * 4;

    // The sum over those that share a unit, in the first of them. All threads of the block take part.
    template <class Sum>
    static __device__ __forceinline__ void addUp(Sum& sum, const Deal& deal, float* shared)
    {
        constexpr int count = sizeof(Sum) / 4;
        constexpr int half = threads / 2;
        float* const sums = reinterpret_cast<float*>(&sum);
        const int worker = threadIdx.x / lanes % deal.workers;
#pragma unroll 1
        for (int left = deal.share / 2; left > 0; left /= 2) {
            float* const at = shared + (deal.member % left * deal.workers + worker) * lanes + threadIdx.x % lanes;
            __syncthreads(); // what was left there has been read
            if (deal.member >= left && deal.member < 2 * left)
#pragma unroll
                for (int i = 0; i < count; ++i)
                    at[i * half] = sums[i];
            __syncthreads();
            if (deal.member < left)
#pragma unroll
                for (int i = 0; i < count; ++i)
                    sums[i] += at[i * half];
        }
    }
};
