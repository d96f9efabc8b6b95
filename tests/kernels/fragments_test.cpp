// Float16 block tiles, lane by lane, as the PTX ISA lays out the registers of mma.m16n8k16 and ldmatrix: an error in
// the order of packed values, in the reading of B or in the placing of results shows without a GPU.
#include "tests/kernels/plans.h"
#include "tests/support/catch.h"

#include <array>
#include <cmath>
#include <numeric>
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

// A warp's registers: so many values a lane.
template <std::size_t Count>
using Registers = std::array<std::array<float, Count>, 32>;

// ldmatrix.trans of Count / 2 matrices: lane l names row l % 8, of eight values, of matrix l / 8; registers 2m and 2m +
// 1 of a lane hold two values of column lane / 4 of matrix m.
template <std::size_t Count>
Registers<Count> loadTransposed(const std::array<const float*, 4 * Count>& rows)
{
    Registers<Count> out{};
    for (std::size_t lane = 0; lane < 32; ++lane)
        for (std::size_t i = 0; i < Count; ++i)
            out[lane][i] = rows[i / 2 * 8 + lane % 4 * 2 + i % 2][lane / 4];
    return out;
}

// One warp's mma: gathers the operands from the lanes' registers, multiplies, scatters the sums.
void multiply(const Registers<8>& a, const Registers<4>& b, Registers<4>& c)
{
    float A[16][16], B[16][8];
    for (int lane = 0; lane < 32; ++lane) {
        for (int i = 0; i < 8; ++i)
            A[placeOfA(lane, i).row][placeOfA(lane, i).col] =
                a[static_cast<std::size_t>(lane)][static_cast<std::size_t>(i)];
        for (int i = 0; i < 4; ++i)
            B[placeOfB(lane, i).row][placeOfB(lane, i).col] =
                b[static_cast<std::size_t>(lane)][static_cast<std::size_t>(i)];
    }
    for (int lane = 0; lane < 32; ++lane)
        for (int i = 0; i < 4; ++i)
            for (int k = 0; k < 16; ++k)
                c[static_cast<std::size_t>(lane)][static_cast<std::size_t>(i)] +=
                    A[placeOfC(lane, i).row][k] * B[k][placeOfC(lane, i).col];
}

// A dense matrix of as many rows as a block, packed, and a dense operand. Small whole values: every sum is exact.
struct DenseBlock {
    std::size_t rows, width, columns;
    std::vector<double> values;        // row by row
    std::vector<std::int32_t> cols;    // original column of each stored one, in any order
    std::vector<std::int64_t> places;  // packed as float16: which of the values
    std::vector<std::vector<float>> B; // width x columns

    DenseBlock(std::size_t rows_, std::size_t columns_, std::mt19937_64& random)
        : rows(rows_), width(16 * (1 + random() % 10)), columns(columns_), cols(width),
          B(width, std::vector<float>(columns_))
    {
        const auto small = [&] { return static_cast<int>(random() % 17) - 8; };
        std::vector<std::int64_t> rowPtr = {0};
        std::vector<std::int32_t> colIdx, rowIds;
        std::vector<std::uint32_t> entries;
        for (std::size_t r = 0; r < rows; ++r) {
            rowIds.push_back(static_cast<std::int32_t>(r));
            for (std::size_t c = 0; c < width; ++c) {
                entries.push_back(static_cast<std::uint32_t>(colIdx.size()));
                colIdx.push_back(static_cast<std::int32_t>(c));
                values.push_back(small());
            }
            rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
        }
        const Matrix matrix(static_cast<std::int64_t>(rows), static_cast<std::int64_t>(width), rowPtr, colIdx, values,
                            {});
        std::iota(cols.begin(), cols.end(), 0);
        std::shuffle(cols.begin(), cols.end(), random);
        const FormatPtr format = block(static_cast<std::int64_t>(width), static_cast<std::int64_t>(rows));
        places.resize(rows * width);
        format->places({rowIds, cols, entries}, matrix, DataType::Float16, places);
        for (auto& row : B)
            for (float& value : row)
                value = static_cast<float>(small());
    }

    // What lanes read of the packed values for a step of 16 columns.
    template <std::size_t Count>
    Registers<Count> packed(std::size_t step) const
    {
        Registers<Count> out{};
        for (std::size_t lane = 0; lane < 32; ++lane)
            for (std::size_t i = 0; i < Count; ++i)
                out[lane][i] =
                    static_cast<float>(values.at(static_cast<std::size_t>(places[(step * 32 + lane) * Count + i])));
        return out;
    }
    // Row k of a step's 16 gathered rows of B, from a column on.
    const float* gathered(std::size_t step, std::size_t k, std::size_t column) const
    {
        return &B[static_cast<std::size_t>(cols[step * 16 + k])][column];
    }
    void check(const std::vector<std::vector<float>>& C) const
    {
        for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t j = 0; j < columns; ++j) {
                double expected = 0;
                for (std::size_t k = 0; k < width; ++k)
                    expected += values[r * width + k] * B[k][j];
                INFO("width " << width << ", row " << r << ", column " << j);
                CHECK(static_cast<double>(C[r][j]) == expected);
            }
    }
};

using Results = std::vector<std::vector<float>>;

} // namespace

TEST_CASE("a packed float16 block of 16 rows, read as mma fragments, gives the dense product")
{
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    const DenseBlock tile(16, 8, random);
    Registers<4> c{};
    for (std::size_t step = 0; step < tile.width / 16; ++step) {
        std::array<const float*, 16> rows{};
        for (std::size_t lane = 0; lane < 16; ++lane)
            rows[lane] = tile.gathered(step, lane, 0);
        multiply(tile.packed<8>(step), loadTransposed<4>(rows), c);
    }

    // storeStrip(): even lanes end with four columns of row g, odd lanes with four of row g + 8.
    Results C(16, std::vector<float>(8, NAN));
    for (std::size_t lane = 0; lane < 32; ++lane) {
        const auto& own = c[lane];
        const auto& other = c[lane ^ 1];
        const bool odd = lane % 2 != 0;
        const float x = other[odd ? 2 : 0];
        const float y = other[odd ? 3 : 1];
        const std::array<float, 4> four = odd ? std::array{x, y, own[2], own[3]} : std::array{own[0], own[1], x, y};
        std::copy(four.begin(), four.end(),
                  C[lane / 4 + lane % 2 * 8].begin() + static_cast<std::ptrdiff_t>(lane % 4 / 2 * 4));
    }
    tile.check(C);
}

TEST_CASE("a packed float16 block of 8 rows, read as mma fragments, gives the dense product transposed")
{
    const auto seed = std::random_device{}();
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    const DenseBlock tile(8, 16, random);
    Registers<4> c{};
    for (std::size_t step = 0; step < tile.width / 16; ++step) {
        std::array<const float*, 32> rows{};
        for (std::size_t lane = 0; lane < 32; ++lane)
            rows[lane] = tile.gathered(step, lane / 16 * 8 + lane % 8, lane / 8 % 2 * 8);
        multiply(loadTransposed<8>(rows), tile.packed<4>(step), c);
    }

    // storeStrip(): two exchanges, between lanes of columns one and two apart; each ends with four columns of a row.
    Results C(8, std::vector<float>(16, NAN));
    Registers<4> paired{};
    for (std::size_t lane = 0; lane < 32; ++lane) {
        const auto& own = c[lane];
        const auto& other = c[lane ^ 4];
        paired[lane] = lane / 4 % 2 ? std::array{other[1], own[1], other[3], own[3]}
                                    : std::array{own[0], other[0], own[2], other[2]};
    }
    for (std::size_t lane = 0; lane < 32; ++lane) {
        const auto& own = paired[lane];
        const auto& other = paired[lane ^ 8];
        const bool upper = lane / 8 % 2 != 0;
        const std::array<float, 4> four =
            upper ? std::array{other[2], other[3], own[2], own[3]} : std::array{own[0], own[1], other[0], other[1]};
        const std::size_t at = lane / 16 * 4 + (upper ? 8 : 0);
        std::copy(four.begin(), four.end(), C[lane % 4 * 2 + lane / 4 % 2].begin() + static_cast<std::ptrdiff_t>(at));
    }
    tile.check(C);
}

TEST_CASE("of a packed float16 block of 8 rows, a lane's sums of the sampled product stand in pairs")
{
    std::mt19937_64 random(1);
    const DenseBlock tile(8, 16, random);
    for (std::size_t strip = 0; strip < tile.width / 16; ++strip)
        for (int lane = 0; lane < 32; ++lane)
            for (int i = 0; i < 4; ++i) {
                // Rows g and g + 8 of operand A are columns 2g and 2g + 1 of the strip: SampledBlock.
                const Place sum = placeOfC(lane, i);
                const auto row = static_cast<std::size_t>(sum.col);
                const auto column = strip * 16 + static_cast<std::size_t>(sum.row % 8 * 2 + sum.row / 8);
                const auto g = static_cast<std::size_t>(lane / 4);
                const std::size_t at = strip * 128 + row * 16 + g % 4 * 4 + g / 4 * 2 + static_cast<std::size_t>(i / 2);
                CHECK(tile.places[at] == static_cast<std::int64_t>(row * tile.width) + tile.cols[column]);
            }
}

TEST_CASE("16-bit blocks of BSR and groups of SR-BCRS stand in the order of fragments that block tiles have")
{
    for (const std::int64_t rows : {16, 8}) {
        constexpr std::int64_t width = 32;
        std::vector<std::int64_t> rowPtr = {0};
        std::vector<std::int32_t> colIdx, rowIds, cols(width);
        std::iota(cols.begin(), cols.end(), 0);
        for (std::int64_t r = 0; r < rows; ++r) {
            rowIds.push_back(static_cast<std::int32_t>(r));
            colIdx.insert(colIdx.end(), cols.begin(), cols.end());
            rowPtr.push_back(static_cast<std::int64_t>(colIdx.size()));
        }
        const Matrix matrix(rows, width, rowPtr, colIdx, {}, {});
        std::vector<std::uint32_t> entries(colIdx.size());
        std::iota(entries.begin(), entries.end(), 0u);
        const auto placesOf = [&](const FormatPtr& format, std::span<const std::int32_t> columns) {
            std::vector<std::int64_t> places(entries.size());
            TileView view{rowIds, columns, entries};
            view.places = format->placesOf(view, matrix);
            format->places(view, matrix, DataType::BFloat16, places);
            return places;
        };
        const std::vector<std::int64_t> blocks = placesOf(block(width, rows), cols);
        CHECK((placesOf(makeFormat("srbcrs", {{"t", rows}, {"q", 16}, {"places", 1024}}), {}) == blocks));
        CHECK((placesOf(makeFormat("srbcrs", {{"t", rows}, {"q", 32}, {"places", 1024}}), {}) == blocks));
        for (const std::int64_t w : {16, 32})
            CHECK((placesOf(makeFormat("bsr", {{"height", rows}, {"width", w}, {"places", 1024}}), {}) == blocks) ==
                  (rows == 16));
    }
}

TEST_CASE("a packed float32 block is row-major")
{
    const MatrixPtr matrix = strided(16);
    const Plan plan = planOf(*matrix, {OperatorKind::SpMM, DataType::Float32, 32}, 32);
    REQUIRE(plan.tiling().tiles.size() == 1);
    const Packed packed = pack(plan, *matrix, noProgress());
    const auto* values = reinterpret_cast<const float*>(packed.values.data());
    for (std::int64_t r = 0; r < 16; ++r)
        for (std::int64_t k = 0; k < 16; ++k) {
            const std::int32_t col = packed.array(0, "colIds")[static_cast<std::size_t>(k)];
            const auto row = matrix->row(r);
            const bool there =
                k < plan.tiling().tiles[0].cols.size() && std::find(row.begin(), row.end(), col) != row.end();
            CHECK(values[r * 16 + k] == (there ? 1.0f : 0.0f));
        }
}
