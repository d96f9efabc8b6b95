// The arrays of block formats reproduce the matrix, and those that would be too large are refused in words.
#include "engine/core/at.h"
#include "kernels/baseline/storage.h"
#include "tests/device/odd_matrix.h"
#include "tests/support/catch.h"

using namespace sparsescope;

namespace {

constexpr std::int64_t sizes[] = {1, 3, 16, 32, 256};

// rows x cols of whole blocks, row-major, as the matrix says.
std::vector<float> denseOf(const Matrix& matrix, std::int64_t rows, std::int64_t cols, DataType dtype)
{
    std::vector<float> dense(at(rows * cols));
    for (std::int64_t r = 0; r < matrix.rows(); ++r)
        for (std::int64_t i = 0; i < matrix.rowLength(r); ++i)
            dense[at(r * cols + matrix.row(r)[at(i)])] =
                static_cast<float>(rounded(dtype, matrix.value(matrix.rowPtr()[at(r)] + i)));
    return dense;
}

struct Seeded {
    std::uint64_t seed = std::random_device{}();
    MatrixPtr matrix = oddMatrix(seed);
};

} // namespace

TEST_CASE("the blocks of a matrix are those that hold a non-zero, ascending in each row of the grid")
{
    const Seeded s;
    INFO("seed " << s.seed);
    for (const std::int64_t size : sizes) {
        INFO("blocks of " << size);
        const Blocks blocks = blocksOf(*s.matrix, size);
        CHECK(blocks.rows == (203 + size - 1) / size);
        CHECK(blocks.cols == (157 + size - 1) / size);
        REQUIRE(blocks.rowPtr.size() == at(blocks.rows + 1));
        std::vector<std::int32_t> rowPtr{0}, colIdx;
        for (std::int64_t r = 0; r < blocks.rows; ++r) {
            for (std::int64_t c = 0; c < blocks.cols; ++c)
                if (s.matrix->countIn(r * size, (r + 1) * size, c * size, (c + 1) * size) > 0)
                    colIdx.push_back(static_cast<std::int32_t>(c));
            rowPtr.push_back(static_cast<std::int32_t>(colIdx.size()));
        }
        CHECK(blocks.rowPtr == rowPtr);
        CHECK(blocks.colIdx == colIdx);
    }
}

TEST_CASE("sliced ELL: slices as wide as their longest row, column by column, are the matrix, and all else is padding")
{
    const Seeded s;
    INFO("seed " << s.seed);
    const Matrix& matrix = *s.matrix;
    for (const std::int64_t size : sizes) {
        INFO("slices of " << size);
        const Slices slices = slicesOf(matrix, size);
        REQUIRE(slices.begin.size() == at((203 + size - 1) / size + 1));
        const std::vector<std::int64_t> places = slicedPlaces(matrix, slices);
        const std::vector<std::int32_t> columns = slicedColumns(matrix, slices, places);
        const std::vector<std::uint8_t> values = storedValues(matrix, places, slices.stored(), DataType::Float16);
        REQUIRE(columns.size() == at(slices.stored()));
        std::vector<float> dense(at(203 * 157));
        std::int64_t stored = 0;
        for (std::size_t slice = 0; slice + 1 < slices.begin.size(); ++slice) {
            bool full = false;
            for (std::int64_t i = slices.begin[slice]; i < slices.begin[slice + 1]; ++i) {
                const std::int64_t row = static_cast<std::int64_t>(slice) * size + (i - slices.begin[slice]) % size;
                const float value = loadValue(DataType::Float16, values.data(), at(i));
                if (columns[at(i)] < 0) {
                    CHECK(value == 0);
                    continue;
                }
                REQUIRE(row < 203);
                dense[at(row * 157 + columns[at(i)])] = value;
                ++stored;
                full = full || i >= slices.begin[slice + 1] - size;
            }
            CHECK((full || slices.begin[slice] == slices.begin[slice + 1]));
        }
        CHECK(stored == matrix.nnz());
        CHECK((dense == denseOf(matrix, 203, 157, DataType::Float16)));
    }
}

TEST_CASE("BSR values, block after block, are the matrix")
{
    const Seeded s;
    INFO("seed " << s.seed);
    for (const DataType dtype : {DataType::Float16, DataType::Float32})
        for (const std::int64_t size : sizes) {
            INFO(name(dtype) << ", blocks of " << size);
            const Blocks blocks = blocksOf(*s.matrix, size);
            const std::vector<std::uint8_t> values =
                storedValues(*s.matrix, bsrPlaces(*s.matrix, blocks), blocks.count() * size * size, dtype);
            const std::int64_t cols = blocks.cols * size;
            std::vector<float> dense(at(blocks.rows * size * cols));
            std::size_t next = 0;
            for (std::int64_t blockRow = 0; blockRow < blocks.rows; ++blockRow)
                for (std::int32_t b = blocks.rowPtr[at(blockRow)]; b < blocks.rowPtr[at(blockRow + 1)]; ++b)
                    for (std::int64_t r = 0; r < size; ++r)
                        for (std::int64_t c = 0; c < size; ++c)
                            dense[at((blockRow * size + r) * cols + blocks.colIdx[at(b)] * size + c)] =
                                loadValue(dtype, values.data(), next++);
            CHECK(next * at(bytesOf(dtype)) == values.size());
            CHECK((dense == denseOf(*s.matrix, blocks.rows * size, cols, dtype)));
        }
}

TEST_CASE("blocked ELL values, row after row, are the matrix, with -1 and zeros where a row has fewer blocks")
{
    const Seeded s;
    INFO("seed " << s.seed);
    for (const std::int64_t size : sizes) {
        INFO("blocks of " << size);
        const Blocks blocks = blocksOf(*s.matrix, size);
        const std::int64_t widest = blocks.widest();
        const std::vector<std::int32_t> columns = blockedEllColumns(blocks);
        REQUIRE(columns.size() == at(blocks.rows * widest));
        CHECK(std::count(columns.begin(), columns.end(), -1) == blocks.rows * widest - blocks.count());
        const std::vector<std::uint8_t> values = storedValues(*s.matrix, blockedEllPlaces(*s.matrix, blocks),
                                                              blocks.rows * size * widest * size, DataType::Float32);
        const std::int64_t cols = blocks.cols * size;
        std::vector<float> dense(at(blocks.rows * size * cols));
        bool paddingIsZero = true;
        for (std::int64_t r = 0; r < blocks.rows * size; ++r)
            for (std::int64_t i = 0; i < widest * size; ++i) {
                const float value = loadValue(DataType::Float32, values.data(), at(r * widest * size + i));
                const std::int32_t block = columns[at(r / size * widest + i / size)];
                if (block >= 0)
                    dense[at(r * cols + block * size + i % size)] = value;
                else
                    paddingIsZero = paddingIsZero && value == 0;
            }
        CHECK(paddingIsZero);
        CHECK((dense == denseOf(*s.matrix, blocks.rows * size, cols, DataType::Float32)));
    }
}

TEST_CASE("the dense matrix and CSR values are rounded to the type")
{
    const Seeded s;
    INFO("seed " << s.seed);
    const std::int64_t ld = 160;
    const std::vector<std::uint8_t> dense =
        storedValues(*s.matrix, densePlaces(*s.matrix, ld), 203 * ld, DataType::TFloat32);
    std::vector<float> values;
    for (std::size_t i = 0; i < at(203 * ld); ++i)
        values.push_back(loadValue(DataType::Float32, dense.data(), i));
    CHECK((values == denseOf(*s.matrix, 203, ld, DataType::TFloat32)));
    const std::vector<std::uint8_t> csr = storedValues(*s.matrix, {}, s.matrix->nnz(), DataType::BFloat16);
    REQUIRE(csr.size() == at(2 * s.matrix->nnz()));
    CHECK(loadValue(DataType::BFloat16, csr.data(), 5) == rounded(DataType::BFloat16, s.matrix->value(5)));
}

TEST_CASE("a matrix without non-zeros has no blocks")
{
    const Matrix empty(40, 20, std::vector<std::int64_t>(41, 0), {}, {}, {});
    const Blocks blocks = blocksOf(empty, 16);
    CHECK(blocks.count() == 0);
    CHECK(blocks.widest() == 0);
    CHECK(blockedEllColumns(blocks).empty());
    CHECK(bsrPlaces(empty, blocks).empty());
}

TEST_CASE("what would store too much is refused with how much and against what")
{
    const std::size_t free = 80'000'000'000;
    const std::int64_t nnz = 2'000'000;
    const auto refusal = [&](std::int64_t perNonZero, DataType dtype) {
        return storageRefusal("Its blocks", perNonZero * nnz, nnz, dtype, free);
    };
    CHECK(refusal(3200, DataType::Float32) == "Its blocks would store 3,200 times the non-zeros (25.6 GB); a quarter "
                                              "of the free GPU memory, 20 GB, is the most that is raced.");
    CHECK(refusal(1000, DataType::Float16) ==
          "Its blocks would store 1,000 times the non-zeros (4 GB); beyond 1 GB, 64 times is the most that is raced.");
    CHECK(refusal(64, DataType::Float32).empty());
    // Little enough to be raced whatever it holds, and large but dense.
    CHECK(refusal(250, DataType::Float16).empty());
    CHECK(storageRefusal("Its blocks", 9'000'000'000, 1'000'000'000, DataType::Float16, free).empty());
    // No overflow at the largest shapes, and none of a division.
    const std::int64_t side = (std::int64_t{1} << 31) - 1;
    CHECK_FALSE(storageRefusal("The dense matrix", side * side, 0, DataType::Float32, free).empty());
}
