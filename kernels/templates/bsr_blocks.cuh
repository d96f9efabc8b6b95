// The blocks of 32 x 32 places of a dense matrix that hold something, as cuSPARSE's BSR: values block after block, each
// row by row. A is row-major with zeros outside, rows of `ld` elements, a multiple of 16 bytes. A warp a block of the
// grid. Stands behind warp_of_launch.cuh.

constexpr int elementBytes = $BYTES$;
constexpr int perUnit = 16 / elementBytes; // elements that a lane loads at once
constexpr int lanesOfRow = 32 / perUnit;
constexpr int rowsAtOnce = 32 / lanesOfRow;
constexpr int loadsOfBlock = 32 / rowsAtOnce;
constexpr unsigned withoutSigns = elementBytes == 2 ? 0x7fff7fffu : 0x7fffffffu; // -0 is 0

// This lane's share of block (blockRow, blockCol); zeros outside of the matrix.
__device__ __forceinline__ void loadBlock(const void* A, long long rows, long long ld, long long blockRow,
                                          long long blockCol, uint4 (&share)[loadsOfBlock])
{
    const int lane = threadIdx.x % 32;
    const long long column = blockCol * 32 + lane % lanesOfRow * perUnit;
#pragma unroll
    for (int i = 0; i < loadsOfBlock; ++i) {
        const long long row = blockRow * 32 + i * rowsAtOnce + lane / lanesOfRow;
        share[i] = make_uint4(0, 0, 0, 0);
        if (row < rows && column < ld)
            share[i] = static_cast<const uint4*>(A)[(row * ld + column) / perUnit];
    }
}

// flags[blockRow * blockCols + blockCol]: does the block hold something?
extern "C" __global__ void __launch_bounds__(threads)
    flagBlocks(const void* A, long long rows, long long ld, long long blockRows, long long blockCols,
               unsigned char* flags)
{
    const long long block = thisWarp();
    if (block >= blockRows * blockCols)
        return;
    uint4 share[loadsOfBlock];
    loadBlock(A, rows, ld, block / blockCols, block % blockCols, share);
    unsigned bits = 0;
#pragma unroll
    for (int i = 0; i < loadsOfBlock; ++i)
        bits |= share[i].x | share[i].y | share[i].z | share[i].w;
    const bool any = __ballot_sync(~0u, (bits & withoutSigns) != 0) != 0;
    if (threadIdx.x % 32 == 0)
        flags[block] = any ? 1 : 0;
}

// begins: of each block row among all blocks; places: of each block in its row. Where it is flagged, its column and its
// values.
extern "C" __global__ void __launch_bounds__(threads)
    copyBlocks(const void* A, long long rows, long long ld, long long blockRows, long long blockCols,
               const unsigned char* flags, const int* places, const int* begins, int* columns, void* values)
{
    const long long block = thisWarp();
    if (block >= blockRows * blockCols || flags[block] == 0)
        return;
    const long long to = begins[block / blockCols] + places[block];
    uint4 share[loadsOfBlock];
    loadBlock(A, rows, ld, block / blockCols, block % blockCols, share);
#pragma unroll
    for (int i = 0; i < loadsOfBlock; ++i)
        static_cast<uint4*>(values)[(to * loadsOfBlock + i) * 32 + threadIdx.x % 32] = share[i];
    if (threadIdx.x % 32 == 0)
        columns[to] = static_cast<int>(block % blockCols);
}
