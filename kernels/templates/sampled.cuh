// Sampled products (SDDMM): what its tile kinds share. Includes nothing.

// Where the places of stored rows lie.
struct CsrRows {
    const int stored;
    const int* const rowEnd;
    template <class Tile>
    __device__ __forceinline__ explicit CsrRows(const Tile& tile) : stored(tile.rows()), rowEnd(tile.rowEnd())
    {
    }
    __device__ __forceinline__ int count() const { return stored; }
    __device__ __forceinline__ int begin(int row) const { return row > 0 ? rowEnd[row - 1] : 0; }
    __device__ __forceinline__ int end(int row) const { return rowEnd[row]; }
};

template <int Rows, int Width>
struct EllRows {
    template <class Tile>
    __device__ __forceinline__ explicit EllRows(const Tile&)
    {
    }
    __device__ __forceinline__ int count() const { return Rows; }
    __device__ __forceinline__ int begin(int row) const { return row * Width; }
    __device__ __forceinline__ int end(int row) const { return row * Width + Width; }
};

// The sum of products of the values in 16 bytes each.
template <class T>
__device__ __forceinline__ float dot16(const uint4& x, const uint4& y, float sum)
{
    const unsigned a[4] = {x.x, x.y, x.z, x.w};
    const unsigned b[4] = {y.x, y.y, y.z, y.w};
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        if constexpr (sizeof(T) == 2) {
            sum += Narrow<T>::low(a[i]) * Narrow<T>::low(b[i]);
            sum += Narrow<T>::high(a[i]) * Narrow<T>::high(b[i]);
        } else {
            sum += __uint_as_float(a[i]) * __uint_as_float(b[i]);
        }
    }
    return sum;
}

// A product, place `at` of the output; -1: nothing. Where K is split it is the sum of a part, which waits for the
// others.
template <class T, Sums How>
__device__ __forceinline__ void putDot(const Arguments& args, int part, int at, float value)
{
    if (at < 0)
        return;
    if constexpr (How != whole)
        args.scratch[part * args.ldC + at] = value;
    else
        static_cast<T*>(args.C)[at] = rounded<T>(value);
}
