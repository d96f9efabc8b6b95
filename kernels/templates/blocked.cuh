// Tiles of block rows: Height rows whose columns stand in groups of Width, each group stored dense. What BSR (a group
// is a block of neighbouring columns), SR-BCRS (a group is Width vectors of any columns), CSR and SELL-C-sigma (both of
// single rows and columns) differ in. The columns of a block row are counted on through its groups, `stride` apart.
// Includes nothing.

template <int Height, int Width>
struct BsrLayout {
    static constexpr int height = Height;
    static constexpr int width = Width;
    static constexpr int stride = 1;
    const int blockRows;
    const int cols;          // of the matrix
    const int* const rowEnd; // in blocks
    const int* const colIdx; // the first of each block
    template <class Tile>
    __device__ __forceinline__ explicit BsrLayout(const Tile& tile)
        : blockRows(tile.blockRows()), cols(tile.cols()), rowEnd(tile.rowEnd()), colIdx(tile.colIdx())
    {
    }
    __device__ __forceinline__ int count() const { return blockRows; }
    // The last column of the matrix: a block may hang over.
    __device__ __forceinline__ int last() const { return cols - 1; }
    __device__ __forceinline__ int begin(int blockRow) const { return blockRow > 0 ? rowEnd[blockRow - 1] * Width : 0; }
    __device__ __forceinline__ int end(int blockRow) const { return rowEnd[blockRow] * Width; }
    __device__ __forceinline__ int first(unsigned k) const { return colIdx[k / Width] + static_cast<int>(k % Width); }
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

// Rows of single columns, or of vectors of Height rows.
template <int Height, int Width>
struct StripeLayout {
    static constexpr int height = Height;
    static constexpr int width = Width;
    static constexpr int stride = 1;
    const int stripes;
    const int* const rowEnd;
    const int* const colIdx;
    __device__ __forceinline__ StripeLayout(int count, const int* ends, const int* cols)
        : stripes(count), rowEnd(ends), colIdx(cols)
    {
    }
    __device__ __forceinline__ int count() const { return stripes; }
    __device__ __forceinline__ int begin(int stripe) const { return stripe > 0 ? rowEnd[stripe - 1] : 0; }
    __device__ __forceinline__ int end(int stripe) const { return rowEnd[stripe]; }
    __device__ __forceinline__ int column(unsigned k) const { return colIdx[k]; }
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

template <int Height, int Width>
struct SrbcrsLayout : StripeLayout<Height, Width> {
    template <class Tile>
    __device__ __forceinline__ explicit SrbcrsLayout(const Tile& tile)
        : StripeLayout<Height, Width>(tile.stripes(), tile.rowEnd(), tile.colIdx())
    {
    }
};

struct CsrLayout : StripeLayout<1, 1> {
    template <class Tile>
    __device__ __forceinline__ explicit CsrLayout(const Tile& tile)
        : StripeLayout<1, 1>(tile.rows(), tile.rowEnd(), tile.colIdx())
    {
    }
};

// Slices of Slice rows, place k of all of them side by side; a row is counted through all places of its slice.
template <int Slice>
struct SellLayout {
    static constexpr int height = 1;
    static constexpr int width = 1;
    static constexpr int stride = Slice;
    const int slices;
    const int* const sliceEnd;
    const int* const colIdx;
    template <class Tile>
    __device__ __forceinline__ explicit SellLayout(const Tile& tile)
        : slices(tile.slices()), sliceEnd(tile.sliceEnd()), colIdx(tile.colIdx())
    {
    }
    __device__ __forceinline__ int count() const { return slices * Slice; } // of rows
    __device__ __forceinline__ int begin(int row) const
    {
        return (row >= Slice ? sliceEnd[row / Slice - 1] : 0) + row % Slice;
    }
    __device__ __forceinline__ int end(int row) const { return sliceEnd[row / Slice]; }
    __device__ __forceinline__ int column(unsigned k) const { return colIdx[k]; }
};

// Place of row r and column k of a tile whose groups stand row by row.
template <class Layout>
__device__ __forceinline__ unsigned placeIn(unsigned r, unsigned k)
{
    return (k / Layout::width * Layout::height + r) * Layout::width + k % Layout::width;
}
