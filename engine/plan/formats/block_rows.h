// What BSR, its relatives and SR-BCRS share: rows in groups of one height, columns in groups of one width, both as the
// matrix has them, and which of these blocks hold something.
#pragma once

#include "engine/plan/formats/shared.h"

namespace sparsescope {

struct BlockShape {
    std::int64_t height = 1, width = 1;
    // Are rows of blocks stored that hold nothing, between others that do?
    bool consecutive = true;

    std::int64_t places() const { return height * width; }
};

// The blocks of one tile.
struct BlockRows {
    std::vector<std::int32_t> rows; // of each stored row of blocks: which of the matrix's it is
    std::vector<std::size_t> ends;  // where its blocks end
    std::vector<std::int32_t> cols; // of each block: which of the matrix's columns of blocks it is; ascending in a row
    std::size_t begin(std::size_t row) const { return row > 0 ? ends[row - 1] : 0; }
};
BlockRows blockRowsOf(const TileView& tile, const Matrix& matrix, const BlockShape& shape);
// Blocks of the row of blocks that has most.
std::int64_t mostBlocks(const BlockRows& blocks);
std::int64_t blockRowCount(const TileView& tile, const BlockShape& shape);
// Columns that lie in some block of the tile, also where a block hangs over.
std::int64_t distinctBlockCols(const TileView& tile, const Matrix& matrix, const BlockShape& shape);
// Calls body(entry, row of blocks, block, row in the block, column in the block) for every entry.
template <class Body>
void forBlockEntries(const TileView& tile, const Matrix& matrix, const BlockShape& shape, const BlockRows& blocks,
                     const Body& body)
{
    std::size_t at = 0;
    forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
        const std::int64_t row = tile.rowIds[i];
        while (blocks.rows[at] < row / shape.height)
            ++at;
        std::size_t block = blocks.begin(at);
        for (; b < e; ++b) {
            const std::int64_t col = matrix.colIdx()[Entry::position(tile.entries[b])];
            while (blocks.cols[block] < col / shape.width)
                ++block;
            body(tile.entries[b], at, block, row % shape.height, col % shape.width);
        }
    });
}

// The rows of the blocks, one after another; -1 where the tile does not list one.
void packBlockRows(const TileView& tile, const BlockShape& shape, std::span<std::int32_t> out);

// Throws Error(Input) unless rows ascend, entries lie in them by ascending column, and no more rows are spanned than a
// tile can hold; without empty rows of blocks, where these are not stored.
void validateBlockRows(const Format& format, const TileView& tile, const Matrix& matrix, const BlockShape& shape);
// Throws Error(Input) where so many places have no number.
void requirePlaces(const Format& format, std::int64_t places);

// Blocks of each row of blocks in which something is given, with the given rows that lie in it.
struct GivenBlockRow {
    std::int32_t row = 0;
    std::int64_t blocks = 0;
    std::size_t rowBegin = 0, rowEnd = 0; // of GivenRows
};
std::vector<GivenBlockRow> givenBlockRows(const Matrix& matrix, std::span<const std::uint32_t> positions,
                                          std::span<const GivenRow> rows, const BlockShape& shape, Progress& progress);

// Tiles of whole rows of blocks: as many as stay within `most` stored places, placesOf(blocks) of a row of them, at
// least one, none of them too unlike. These places are the tile's (Format::placesOf).
void coverBlockRows(const Matrix& matrix, std::span<const std::uint32_t> positions, const BlockShape& shape,
                    std::int64_t most, const std::function<std::int64_t(std::int64_t blocks)>& placesOf, TileSet& out,
                    Progress& progress);

// How many groups of so many columns the matrix has, in the words of FormatAxes.
std::string columnGroups(std::int64_t width);
// Axes of rows of blocks, BLOCKROWS of them: `blocks` declares the axis JO of a row's blocks, whose coordinates are
// first columns divided by the width.
FormatAxes blockAxes(const BlockShape& shape, const std::string& blocks, std::size_t rowIds, std::size_t blockRows,
                     std::size_t colIdx);

// Where place (r, c) of 8 or 16 rows by a multiple of 16 columns of a 16-bit type stands, in the order of the fragments
// of mma.m16n8k16 (PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type"): 16 rows as its A operand,
// eight values a lane and step of 16 columns; 8 rows as its B operand, transposed, four values a lane and step. So a
// lane loads what it needs with one access. The order of A is also that of the accumulators of two m16n8 results side
// by side, in which SDDMM makes its outputs.
inline std::size_t fragmentIndex(std::int64_t r, std::int64_t c, std::int64_t rows)
{
    constexpr std::int64_t step = 16; // K of the instruction
    const std::int64_t inStep = c % step;
    const std::int64_t lane = (r % 8) * 4 + (inStep % 8) / 2;
    const std::int64_t each = rows * step / 32; // values a lane and step
    const std::int64_t element = (inStep / 8) * (each / 2) + (r / 8) * 2 + inStep % 2;
    return static_cast<std::size_t>((c / step) * rows * step + lane * each + element);
}

// The part of the matrix that each block is.
std::vector<MatrixArea> blockAreas(const BlockRows& blocks, const Matrix& matrix, const BlockShape& shape);
// The part that each stored row of blocks is.
std::vector<MatrixArea> blockRowAreas(const BlockRows& blocks, const Matrix& matrix, const BlockShape& shape);

} // namespace sparsescope
