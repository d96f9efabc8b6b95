#include "engine/plan/formats/block_rows.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"

#include <limits>

namespace sparsescope {

namespace {

constexpr std::int64_t mostRows = 1 << 20; // that a tile spans

} // namespace

std::int64_t mostBlocks(const BlockRows& blocks)
{
    std::size_t most = 0;
    for (std::size_t i = 0; i < blocks.rows.size(); ++i)
        most = std::max(most, blocks.ends[i] - blocks.begin(i));
    return static_cast<std::int64_t>(most);
}

std::int64_t blockRowCount(const TileView& tile, const BlockShape& shape)
{
    if (shape.consecutive)
        return tile.rowIds.empty() ? 0 : tile.rowIds.back() / shape.height - tile.rowIds.front() / shape.height + 1;
    std::int64_t count = 0;
    std::int64_t last = -1;
    for (const std::int32_t row : tile.rowIds) {
        count += row / shape.height != last ? 1 : 0;
        last = row / shape.height;
    }
    return count;
}

BlockRows blockRowsOf(const TileView& tile, const Matrix& matrix, const BlockShape& shape)
{
    BlockRows blocks;
    const auto finish = [&] { // what was appended of the last row of blocks
        if (blocks.rows.empty())
            return;
        const auto first = blocks.cols.begin() + static_cast<std::ptrdiff_t>(blocks.begin(blocks.ends.size()));
        std::sort(first, blocks.cols.end());
        blocks.cols.erase(std::unique(first, blocks.cols.end()), blocks.cols.end());
        blocks.ends.push_back(blocks.cols.size());
    };
    blocks.rows.reserve(static_cast<std::size_t>(blockRowCount(tile, shape)));
    forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
        const auto row = static_cast<std::int32_t>(tile.rowIds[i] / shape.height);
        while (blocks.rows.empty() || blocks.rows.back() < row) {
            finish();
            blocks.rows.push_back(blocks.rows.empty() || !shape.consecutive ? row : blocks.rows.back() + 1);
        }
        std::int32_t last = -1;
        for (; b < e; ++b) {
            const auto col = static_cast<std::int32_t>(matrix.colIdx()[Entry::position(tile.entries[b])] / shape.width);
            if (col != last)
                blocks.cols.push_back(col);
            last = col;
        }
    });
    finish();
    return blocks;
}

std::int64_t distinctBlockCols(const TileView& tile, const Matrix& matrix, const BlockShape& shape)
{
    return std::min(distinctColsOf(tile, matrix, shape.width) * shape.width, matrix.cols());
}

void packBlockRows(const TileView& tile, const BlockShape& shape, std::span<std::int32_t> out)
{
    std::fill(out.begin(), out.end(), -1);
    std::int64_t at = -1, last = -1;
    for (const std::int32_t row : tile.rowIds) {
        const std::int64_t blockRow = row / shape.height;
        if (at < 0)
            at = 0;
        else if (blockRow != last)
            at += shape.consecutive ? blockRow - last : 1;
        last = blockRow;
        out[static_cast<std::size_t>(at * shape.height + row % shape.height)] = row;
    }
}

void requirePlaces(const Format& format, std::int64_t places)
{
    if (places > std::numeric_limits<std::int32_t>::max())
        failInput(fmt::format("{} would store {} places in a tile, which is too many", format.label(), places));
}

void validateBlockRows(const Format& format, const TileView& tile, const Matrix& matrix, const BlockShape& shape)
{
    if (tile.rowIds.empty())
        failInput(fmt::format("a tile {} has at least one row", format.label()));
    for (std::size_t i = 1; i < tile.rowIds.size(); ++i)
        if (tile.rowIds[i] <= tile.rowIds[i - 1])
            failInput(fmt::format("row {} is stored {} row {}", tile.rowIds[i],
                                  tile.rowIds[i] == tile.rowIds[i - 1] ? "twice:" : "behind", tile.rowIds[i - 1]));
    if (const std::int64_t rows = blockRowCount(tile, shape) * shape.height; rows > mostRows)
        failInput(fmt::format("{} spans at most {} rows, not {}", format.label(), mostRows, rows));
    validateListedRows(format, tile, matrix, matrix.nnz(), true);
    if (shape.consecutive)
        return;
    std::int64_t filled = -1; // the last row of blocks that holds something
    std::int64_t seen = -1;
    forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
        const std::int64_t row = tile.rowIds[i] / shape.height;
        if (row != seen && seen != filled)
            failInput(fmt::format("rows {} to {} are named, and the tile holds nothing of them", seen * shape.height,
                                  (seen + 1) * shape.height - 1));
        seen = row;
        filled = b < e ? row : filled;
    });
    if (seen != filled)
        failInput(fmt::format("rows {} to {} are named, and the tile holds nothing of them", seen * shape.height,
                              (seen + 1) * shape.height - 1));
}

std::vector<GivenBlockRow> givenBlockRows(const Matrix& matrix, std::span<const std::uint32_t> positions,
                                          std::span<const GivenRow> rows, const BlockShape& shape, Progress& progress)
{
    std::vector<GivenBlockRow> given;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto row = static_cast<std::int32_t>(rows[i].row / shape.height);
        if (given.empty() || given.back().row != row)
            given.push_back({row, 0, i, i});
        given.back().rowEnd = i + 1;
    }
    const auto blockCols = static_cast<std::size_t>((matrix.cols() + shape.width - 1) / shape.width);
    parallelRanges(static_cast<std::int64_t>(given.size()),
                   std::max<std::int64_t>(64, static_cast<std::int64_t>(given.size()) / 64),
                   [&](std::int64_t begin, std::int64_t end) {
                       progress.check();
                       std::vector<std::int32_t> seenIn(blockCols, -1); // the last row of blocks that has each
                       for (auto g = static_cast<std::size_t>(begin); g < static_cast<std::size_t>(end); ++g)
                           for (std::size_t i = given[g].rowBegin; i < given[g].rowEnd; ++i)
                               for (std::size_t p = rows[i].begin; p < rows[i].end; ++p) {
                                   std::int32_t& seen =
                                       seenIn[static_cast<std::size_t>(matrix.colIdx()[positions[p]] / shape.width)];
                                   given[g].blocks += seen != given[g].row ? 1 : 0;
                                   seen = given[g].row;
                               }
                   });
    return given;
}

void coverBlockRows(const Matrix& matrix, std::span<const std::uint32_t> positions, const BlockShape& shape,
                    std::int64_t most, const std::function<std::int64_t(std::int64_t)>& placesOf, TileSet& out,
                    Progress& progress)
{
    const std::vector<GivenRow> rows = givenRows(matrix, positions, true);
    const std::vector<GivenBlockRow> given = givenBlockRows(matrix, positions, rows, shape, progress);
    // Rows that hold nothing stand in tiles that span no more rows than one of full blocks.
    const std::int64_t mostBlockRows = std::clamp<std::int64_t>(most / shape.places(), 1, mostRows / shape.height);
    out.entries.reserve(out.entries.size() + positions.size());
    out.rowIds.reserve(out.rowIds.size() + rows.size());
    std::int64_t stored = 0;
    std::int64_t filled = 0; // rows of blocks of the tile that hold anything
    std::int32_t first = -1; // its first row of blocks
    std::int32_t next = 0;   // the one behind its last
    const auto close = [&] {
        if (filled > 0)
            closeTile(out, stored);
        else
            out.rowIds.resize(out.tiles.empty() ? 0 : out.tiles.back().rowEnd);
        stored = filled = 0;
        first = -1;
    };
    for (const GivenBlockRow& g : given) {
        if (g.blocks == 0 && !shape.consecutive)
            continue;
        const std::int64_t here = placesOf(g.blocks);
        const std::int64_t between = first >= 0 && shape.consecutive ? (g.row - next) * placesOf(0) : 0;
        if (first >= 0 && (stored + between + here > most || (shape.consecutive && g.row - first >= mostBlockRows) ||
                           (placesOf(0) == 0 && lengthsDiffer(stored, filled, here, most))))
            close();
        if (first < 0)
            first = g.row;
        else
            stored += between;
        next = g.row + 1;
        stored += here;
        filled += g.blocks > 0 ? 1 : 0;
        for (std::size_t i = g.rowBegin; i < g.rowEnd; ++i) {
            out.rowIds.push_back(rows[i].row);
            out.entries.insert(out.entries.end(), positions.begin() + static_cast<std::ptrdiff_t>(rows[i].begin),
                               positions.begin() + static_cast<std::ptrdiff_t>(rows[i].end));
        }
    }
    close();
}

std::vector<MatrixArea> blockAreas(const BlockRows& blocks, const Matrix& matrix, const BlockShape& shape)
{
    std::vector<MatrixArea> areas;
    for (std::size_t i = 0; i < blocks.rows.size(); ++i)
        for (std::size_t b = blocks.begin(i); b < blocks.ends[i]; ++b)
            areas.push_back({blocks.rows[i] * shape.height,
                             std::min((blocks.rows[i] + 1) * shape.height, matrix.rows()), blocks.cols[b] * shape.width,
                             std::min((blocks.cols[b] + 1) * shape.width, matrix.cols())});
    return areas;
}

std::vector<MatrixArea> blockRowAreas(const BlockRows& blocks, const Matrix& matrix, const BlockShape& shape)
{
    std::vector<MatrixArea> areas;
    for (const std::int32_t row : blocks.rows)
        areas.push_back({row * shape.height, std::min((row + 1) * shape.height, matrix.rows()), 0, matrix.cols()});
    return areas;
}

std::string columnGroups(std::int64_t width)
{
    return width > 1 ? fmt::format("(n + {}) / {}", width - 1, width) : "n";
}

FormatAxes blockAxes(const BlockShape& shape, const std::string& blocks, std::size_t rowIds, std::size_t blockRows,
                     std::size_t colIdx)
{
    return {.declarations = fmt::format("axis IO = dense_fixed(BLOCKROWS)\n"
                                        "axis JO = {}\n"
                                        "axis II = dense_fixed({})\n"
                                        "axis JI = dense_fixed({})\n"
                                        "buffer rows(T, IO, II): i32\n"
                                        "domain rows [-1, m)\n",
                                        blocks, shape.height, shape.width),
            .axes = {"IO", "JO", "II", "JI"},
            .row = "rows[t, io, ii]",
            .column = fmt::format("min(jo * {} + ji, n - 1)", shape.width),
            .held = "rows[t, io, ii] >= 0",
            .tileValues = {{"BLOCKROWS", blockRows, true}},
            .arrays = {{"rows", rowIds}, {"JO_indices", colIdx, false, shape.width}}};
}

} // namespace sparsescope
