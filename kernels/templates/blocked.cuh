// Tiles of block rows: Height rows whose columns stand in groups of Width, each group stored dense. What BSR (a group
// is a block of neighbouring columns), SR-BCRS (a group is Width vectors of any columns), CSR and SELL-C-sigma (both of
// single rows and columns) differ in. The columns of a block row are counted on through its groups, `stride` apart.
// Includes nothing.

// Their lists begin with the number of block rows, of BSR the columns of the matrix, and where each block row ends.
template <int Height, int Width>
struct BsrLayout {
    static constexpr int height = Height;
    static constexpr int width = Width;
    static constexpr int stride = 1;
    const int* heading;
    __device__ __forceinline__ explicit BsrLayout(const int* colIds) : heading(colIds) {}
    __device__ __forceinline__ int count() const { return heading[0]; } // of block rows
    // The last column of the matrix: a block may hang over.
    __device__ __forceinline__ int last() const { return heading[1] - 1; }
    __device__ __forceinline__ int begin(int blockRow) const
    {
        return blockRow > 0 ? heading[1 + blockRow] * Width : 0;
    }
    __device__ __forceinline__ int end(int blockRow) const { return heading[2 + blockRow] * Width; }
    __device__ __forceinline__ int first(unsigned k) const
    {
        return heading[2 + count() + k / Width] + static_cast<int>(k % Width);
    }
    __device__ __forceinline__ int column(unsigned k) const { return smaller(first(k), last()); }
    // Elements of a vector for columns k .. k + Count - 1; Count divides k and Width.
    template <int Count, class T>
    __device__ __forceinline__ void elements(const T* x, unsigned k, float (&out)[Count]) const
    {
        const int from = first(k);
        if (from + Count <= last() + 1 && from % Count == 0)
            loadValues<Count>(x + from, out);
        else
#pragma unroll
            for (int i = 0; i < Count; ++i)
                out[i] = gatherOne(x + smaller(from + i, last()));
    }
};

template <int Height, int Width>
struct SrbcrsLayout {
    static constexpr int height = Height;
    static constexpr int width = Width;
    static constexpr int stride = 1;
    const int* heading;
    __device__ __forceinline__ explicit SrbcrsLayout(const int* colIds) : heading(colIds) {}
    __device__ __forceinline__ int count() const { return heading[0]; } // of stripes
    __device__ __forceinline__ int begin(int stripe) const { return stripe > 0 ? heading[stripe] : 0; }
    __device__ __forceinline__ int end(int stripe) const { return heading[1 + stripe]; }
    __device__ __forceinline__ int column(unsigned k) const { return heading[1 + count() + k]; }
    template <int Count, class T>
    __device__ __forceinline__ void elements(const T* x, unsigned k, float (&out)[Count]) const
    {
        int col[Count];
#pragma unroll
        for (int i = 0; i < Count; ++i)
            col[i] = column(k + i);
#pragma unroll
        for (int i = 0; i < Count; ++i)
            out[i] = gatherOne(x + col[i]);
    }
};

using CsrLayout = SrbcrsLayout<1, 1>; // its rows are stripes of one

// Slices of Slice rows, place k of all of them side by side; a row is counted through all places of its slice.
template <int Slice>
struct SellLayout {
    static constexpr int height = 1;
    static constexpr int width = 1;
    static constexpr int stride = Slice;
    const int* heading;
    __device__ __forceinline__ explicit SellLayout(const int* colIds) : heading(colIds) {}
    __device__ __forceinline__ int count() const { return heading[0] * Slice; } // of rows
    __device__ __forceinline__ int begin(int row) const
    {
        return (row >= Slice ? heading[row / Slice] : 0) + row % Slice;
    }
    __device__ __forceinline__ int end(int row) const { return heading[1 + row / Slice]; }
    __device__ __forceinline__ int column(unsigned k) const { return heading[1 + heading[0] + k]; }
};

// Place of row r and column k of a tile whose groups stand row by row.
template <class Layout>
__device__ __forceinline__ unsigned placeIn(unsigned r, unsigned k)
{
    return (k / Layout::width * Layout::height + r) * Layout::width + k % Layout::width;
}
