// The float16 block tile, lane by lane, as the PTX ISA lays out the registers of mma.m16n8k16 and ldmatrix: an error in the
// order of packed values, in the reading of B or in the placing of results shows without a GPU.
#include "tests/kernels/plans.h"
#include "tests/support/catch.h"

#include <array>
#include <cmath>
#include <random>

using namespace sparsescope;

namespace {

// PTX ISA 9.7.14.5.8, "Matrix Fragments for mma.m16n8k16 with floating point type": where element i of a lane lies.
struct Place {
    int row, col;
};

Place placeOfA(int lane, int i)
{
    const int group = lane >> 2, inGroup = lane % 4;
    const bool upper = i < 2 || (i >= 4 && i < 6);
    return {upper ? group : group + 8, inGroup * 2 + (i & 1) + (i < 4 ? 0 : 8)};
}

Place placeOfB(int lane, int i)
{
    const int group = lane >> 2, inGroup = lane % 4;
    return {inGroup * 2 + (i & 1) + (i < 2 ? 0 : 8), group};
}

Place placeOfC(int lane, int i)
{
    const int group = lane >> 2, inGroup = lane % 4;
    return {i < 2 ? group : group + 8, inGroup * 2 + (i & 1)};
}

// ldmatrix.x2.trans on 16 rows of eight values: lane l gives the address of row l; register m of a lane holds two values
// of the transposed matrix m: columns of its row lane / 4.
std::array<float, 4> loadTransposed(const float (&rows)[16][8], int lane)
{
    std::array<float, 4> out{};
    for (int m = 0; m < 2; ++m)
        for (int h = 0; h < 2; ++h)
            out[static_cast<std::size_t>(2 * m + h)] = rows[8 * m + 2 * (lane % 4) + h][lane / 4];
    return out;
}

// One warp's mma: gathers the operands from the lanes' registers, multiplies, scatters the sums.
void multiply(const std::array<std::array<float, 8>, 32>& a, const std::array<std::array<float, 4>, 32>& b, std::array<std::array<float, 4>, 32>& c)
{
    float A[16][16], B[16][8];
    for (int lane = 0; lane < 32; ++lane) {
        for (int i = 0; i < 8; ++i)
            A[placeOfA(lane, i).row][placeOfA(lane, i).col] = a[static_cast<std::size_t>(lane)][static_cast<std::size_t>(i)];
        for (int i = 0; i < 4; ++i)
            B[placeOfB(lane, i).row][placeOfB(lane, i).col] = b[static_cast<std::size_t>(lane)][static_cast<std::size_t>(i)];
    }
    for (int lane = 0; lane < 32; ++lane)
        for (int i = 0; i < 4; ++i)
            for (int k = 0; k < 16; ++k)
                c[static_cast<std::size_t>(lane)][static_cast<std::size_t>(i)] += A[placeOfC(lane, i).row][k] * B[k][placeOfC(lane, i).col];
}

}  // namespace

TEST_CASE("a packed float16 block, read as mma fragments, gives the dense product")
{
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    const std::int64_t width = 16 * (1 + static_cast<std::int64_t>(random() % 10));
    INFO("width " << width);

    // A dense 16 x width matrix with small whole values: every product and sum is exact.
    std::vector<std::int64_t> rowPtr = {0};
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    std::vector<std::int32_t> cols(static_cast<std::size_t>(width));
    for (std::int32_t c = 0; c < width; ++c)
        cols[static_cast<std::size_t>(c)] = c;
    for (int r = 0; r < 16; ++r) {
        for (std::int32_t c = 0; c < width; ++c) {
            colIdx.push_back(c);
            values.push_back(static_cast<double>(static_cast<int>(random() % 17) - 8));
        }
        rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
    }
    const Matrix matrix(16, width, rowPtr, colIdx, values, {});
    std::shuffle(cols.begin(), cols.end(), random);  // stored columns in any order

    const FormatPtr format = block(width);
    std::vector<std::int32_t> rows(16);
    std::vector<std::uint32_t> entries(colIdx.size());
    for (std::size_t r = 0; r < 16; ++r)
        rows[r] = static_cast<std::int32_t>(r);
    for (std::size_t p = 0; p < entries.size(); ++p)
        entries[p] = static_cast<std::uint32_t>(p);
    const TileView view{rows, cols, entries};
    std::vector<std::int64_t> places(static_cast<std::size_t>(format->packedValues()));
    format->places(view, matrix, DataType::Float16, places);
    std::vector<std::int32_t> packedCols(static_cast<std::size_t>(format->packedCols()));
    format->packCols(view, matrix, packedCols);

    std::vector<std::array<float, 8>> B(static_cast<std::size_t>(width));
    for (auto& row : B)
        for (float& value : row)
            value = static_cast<float>(static_cast<int>(random() % 17) - 8);

    std::array<std::array<float, 4>, 32> c{};
    for (std::int64_t step = 0; step < width / 16; ++step) {
        std::array<std::array<float, 8>, 32> a{};
        std::array<std::array<float, 4>, 32> b{};
        float shared[16][8];
        for (std::size_t k = 0; k < 16; ++k)
            for (std::size_t j = 0; j < 8; ++j)
                shared[k][j] = B[static_cast<std::size_t>(packedCols[static_cast<std::size_t>(step) * 16 + k])][j];
        for (int lane = 0; lane < 32; ++lane) {
            for (int i = 0; i < 8; ++i) {
                const std::int64_t entry = places[static_cast<std::size_t>(step * 256 + lane * 8 + i)];
                REQUIRE(entry != Format::padding);
                a[static_cast<std::size_t>(lane)][static_cast<std::size_t>(i)] = static_cast<float>(matrix.value(entry));
            }
            b[static_cast<std::size_t>(lane)] = loadTransposed(shared, lane);
        }
        multiply(a, b, c);
    }

    // The template's exchange between neighbours: even lanes end with four columns of row g, odd lanes of row g + 8.
    float C[16][8];
    for (auto& row : C)
        std::fill(std::begin(row), std::end(row), NAN);
    for (int lane = 0; lane < 32; ++lane) {
        const auto& own = c[static_cast<std::size_t>(lane)];
        const auto& other = c[static_cast<std::size_t>(lane ^ 1)];
        const bool odd = lane % 2 != 0;
        const bool otherOdd = !odd;
        const float x = otherOdd ? other[0] : other[2];
        const float y = otherOdd ? other[1] : other[3];
        const int row = lane / 4 + lane % 2 * 8;
        const int at = lane % 4 / 2 * 4;
        const std::array<float, 4> four = odd ? std::array<float, 4>{x, y, own[2], own[3]} : std::array<float, 4>{own[0], own[1], x, y};
        for (int i = 0; i < 4; ++i)
            C[row][at + i] = four[static_cast<std::size_t>(i)];
    }
    for (int r = 0; r < 16; ++r)
        for (int j = 0; j < 8; ++j) {
            double expected = 0;
            for (std::int64_t k = 0; k < width; ++k)
                expected += values[static_cast<std::size_t>(r * width + k)] * B[static_cast<std::size_t>(k)][static_cast<std::size_t>(j)];
            INFO("row " << r << ", column " << j);
            CHECK(static_cast<double>(C[r][j]) == expected);
        }
}

TEST_CASE("a packed float32 block is row-major")
{
    const MatrixPtr matrix = strided(16);
    const Plan plan = planOf(*matrix, {OperatorKind::SpMM, DataType::Float32, 32}, 32);
    REQUIRE(plan.tiles.size() == 1);
    const Packed packed = pack(plan, *matrix, noProgress());
    const auto* values = reinterpret_cast<const float*>(packed.values.data());
    for (std::int64_t r = 0; r < 16; ++r)
        for (std::int64_t k = 0; k < 16; ++k) {
            const std::int32_t col = packed.colIds[static_cast<std::size_t>(k)];
            const auto row = matrix->row(r);
            const bool there = k < plan.tiles[0].cols.size() && std::find(row.begin(), row.end(), col) != row.end();
            CHECK(values[r * 16 + k] == (there ? 1.0f : 0.0f));
        }
}
