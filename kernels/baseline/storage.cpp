#include "kernels/baseline/storage.h"

#include "engine/core/at.h"
#include "engine/core/files.h"
#include "engine/core/parallel.h"
#include "engine/core/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope {

namespace {

constexpr double mostPerNonZero = 64;
constexpr double alwaysRacedBytes = 1e9;

// Block columns that a row of the grid holds, ascending.
std::vector<std::int32_t> blockColumns(const Matrix& matrix, std::int64_t blockRow, std::int64_t size)
{
    std::vector<std::int32_t> found;
    const std::int64_t end = std::min((blockRow + 1) * size, matrix.rows());
    for (std::int64_t r = blockRow * size; r < end; ++r) {
        std::int32_t last = -1;
        for (const std::int32_t c : matrix.row(r)) {
            const auto block = static_cast<std::int32_t>(c / size);
            if (block != last)
                found.push_back(block);
            last = block;
        }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

// place(block row, index of the block in it, row and column in the block) of every non-zero.
template <class Place>
std::vector<std::int64_t> blockPlaces(const Matrix& matrix, const Blocks& blocks, const Place& place)
{
    std::vector<std::int64_t> places(at(matrix.nnz()));
    parallelEach(matrix.rows(), 256, [&](std::int64_t r) {
        const std::int64_t blockRow = r / blocks.size;
        const std::int32_t* const first = blocks.colIdx.data() + blocks.rowPtr[at(blockRow)];
        const std::int32_t* block = first;
        std::int64_t p = matrix.rowPtr()[at(r)];
        for (const std::int32_t c : matrix.row(r)) {
            while (*block < c / blocks.size)
                ++block;
            places[at(p++)] = place(blockRow, block - first, r % blocks.size, c % blocks.size);
        }
    });
    return places;
}

} // namespace

std::int64_t Blocks::widest() const
{
    std::int32_t most = 0;
    for (std::size_t i = 1; i < rowPtr.size(); ++i)
        most = std::max(most, rowPtr[i] - rowPtr[i - 1]);
    return most;
}

Blocks blocksOf(const Matrix& matrix, std::int64_t size)
{
    Blocks blocks;
    blocks.size = size;
    blocks.rows = (matrix.rows() + size - 1) / size;
    blocks.cols = (matrix.cols() + size - 1) / size;
    std::vector<std::vector<std::int32_t>> columns(at(blocks.rows));
    parallelEach(blocks.rows, 16, [&](std::int64_t b) { columns[at(b)] = blockColumns(matrix, b, size); });
    blocks.rowPtr.push_back(0);
    for (const std::vector<std::int32_t>& row : columns)
        blocks.rowPtr.push_back(blocks.rowPtr.back() + static_cast<std::int32_t>(row.size()));
    blocks.colIdx.reserve(at(blocks.rowPtr.back()));
    for (const std::vector<std::int32_t>& row : columns)
        blocks.colIdx.insert(blocks.colIdx.end(), row.begin(), row.end());
    return blocks;
}

std::vector<std::int64_t> bsrPlaces(const Matrix& matrix, const Blocks& blocks)
{
    return blockPlaces(matrix, blocks,
                       [&](std::int64_t blockRow, std::int64_t block, std::int64_t row, std::int64_t col) {
                           return ((blocks.rowPtr[at(blockRow)] + block) * blocks.size + row) * blocks.size + col;
                       });
}

std::vector<std::int64_t> blockedEllPlaces(const Matrix& matrix, const Blocks& blocks)
{
    const std::int64_t widest = blocks.widest();
    return blockPlaces(matrix, blocks,
                       [&](std::int64_t blockRow, std::int64_t block, std::int64_t row, std::int64_t col) {
                           return ((blockRow * blocks.size + row) * widest + block) * blocks.size + col;
                       });
}

std::vector<std::int64_t> densePlaces(const Matrix& matrix, std::int64_t ld)
{
    std::vector<std::int64_t> places(at(matrix.nnz()));
    parallelEach(matrix.rows(), 256, [&](std::int64_t r) {
        std::int64_t p = matrix.rowPtr()[at(r)];
        for (const std::int32_t c : matrix.row(r))
            places[at(p++)] = r * ld + c;
    });
    return places;
}

Slices slicesOf(const Matrix& matrix, std::int64_t size)
{
    Slices slices{size, {0}};
    for (std::int64_t first = 0; first < matrix.rows(); first += size) {
        std::int64_t widest = 0;
        for (std::int64_t r = first; r < std::min(first + size, matrix.rows()); ++r)
            widest = std::max(widest, matrix.rowLength(r));
        slices.begin.push_back(slices.begin.back() + widest * size);
    }
    return slices;
}

std::vector<std::int64_t> slicedPlaces(const Matrix& matrix, const Slices& slices)
{
    std::vector<std::int64_t> places(at(matrix.nnz()));
    parallelEach(matrix.rows(), 256, [&](std::int64_t r) {
        std::int64_t place = slices.begin[at(r / slices.size)] + r % slices.size;
        for (std::int64_t p = matrix.rowPtr()[at(r)]; p < matrix.rowPtr()[at(r + 1)]; ++p, place += slices.size)
            places[at(p)] = place;
    });
    return places;
}

std::vector<std::int32_t> slicedColumns(const Matrix& matrix, const Slices& slices,
                                        const std::vector<std::int64_t>& places)
{
    std::vector<std::int32_t> columns(at(slices.stored()), -1);
    for (std::size_t p = 0; p < places.size(); ++p)
        columns[at(places[p])] = matrix.colIdx()[p];
    return columns;
}

std::vector<std::int32_t> blockedEllColumns(const Blocks& blocks)
{
    const std::int64_t widest = blocks.widest();
    std::vector<std::int32_t> columns(at(blocks.rows * widest), -1);
    for (std::int64_t b = 0; b < blocks.rows; ++b)
        std::copy(blocks.colIdx.begin() + blocks.rowPtr[at(b)], blocks.colIdx.begin() + blocks.rowPtr[at(b + 1)],
                  columns.begin() + b * widest);
    return columns;
}

std::vector<std::uint8_t> storedValues(const Matrix& matrix, const std::vector<std::int64_t>& places,
                                       std::int64_t stored, DataType dtype)
{
    const std::size_t bytes = at(stored) * static_cast<std::size_t>(bytesOf(dtype));
    requireMemory(bytes, {}, "a baseline's copy of A");
    std::vector<std::uint8_t> values(bytes);
    parallelEach(matrix.nnz(), 1 << 16, [&](std::int64_t p) {
        storeValue(dtype, values.data(), at(places.empty() ? p : places[at(p)]), matrix.value(p));
    });
    return values;
}

std::string storageRefusal(const std::string& what, std::int64_t stored, std::int64_t nnz, DataType dtype,
                           std::size_t freeBytes)
{
    const double bytes = static_cast<double>(stored) * bytesOf(dtype);
    const double perNonZero = static_cast<double>(stored) / static_cast<double>(std::max<std::int64_t>(nnz, 1));
    const auto because = [&](const std::string& most) {
        return fmt::format("{} would store {} times the non-zeros ({}); {} is the most that is raced.", what,
                           formatCount(static_cast<std::int64_t>(perNonZero)),
                           formatBytes(static_cast<std::int64_t>(std::min(bytes, 9e18))), most);
    };
    const std::size_t quarter = freeBytes / 4;
    if (bytes > static_cast<double>(quarter))
        return because(
            fmt::format("a quarter of the free GPU memory, {},", formatBytes(static_cast<std::int64_t>(quarter))));
    if (bytes > alwaysRacedBytes && perNonZero > mostPerNonZero)
        return because(fmt::format("beyond {}, {:.0f} times", formatBytes(static_cast<std::int64_t>(alwaysRacedBytes)),
                                   mostPerNonZero));
    return {};
}

} // namespace sparsescope
