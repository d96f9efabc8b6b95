// Blocked ELL tiles: dense blocks of one shape, at multiples of it, equally many in every row of blocks.
#include "engine/plan/formats/block_rows.h"

#include "engine/core/at.h"
#include "engine/core/error.h"

namespace sparsescope {

namespace {

constexpr std::int64_t mostRowBlocks = 1 << 20;

class BellFormat final : public StoredPlaces<BellFormat> {
public:
    BellFormat(const BlockShape& shape, std::int64_t blocks, std::int64_t most)
        : m_shape(shape), m_blocks(blocks), m_most(most)
    {
    }

    std::string name() const override { return "bell"; }
    nlohmann::json parameters() const override
    {
        return {{"height", m_shape.height}, {"width", m_shape.width}, {"blocks", m_blocks}, {"places", m_most}};
    }
    std::string label() const override
    {
        return fmt::format("blocked ELL {}x{}x{}", m_blocks, m_shape.height, m_shape.width);
    }
    std::string letter() const override { return "L"; }
    FormatFamily family() const override { return FormatFamily::Block; }
    std::string description() const override { return bellFormatKind().description; }
    std::string costedAs() const override { return "bsr"; }

    ArraySizes sizes(const TileView& tile) const override
    {
        const std::int64_t rows = blockRowCount(tile, m_shape);
        return {rows * m_shape.height, 1, 1, rows * m_blocks, rows * m_blocks * m_shape.places()};
    }

    // The column of padding is -1.
    std::span<const StoredArray> arrays() const override
    {
        static const std::vector<StoredArray> all = {
            {"rowIds", "the row of the matrix", ElementType::Row, true},
            {"blockRows", "how many rows of blocks the tile has", ElementType::Index, true},
            {"cols", "how many columns the matrix has", ElementType::Index, true},
            {"colIdx", "the first column of the block", ElementType::Column},
            {"values", "the value", ElementType::Value}};
        return all;
    }

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        validateBlockRows(*this, tile, matrix, m_shape);
        requirePlaces(*this, blockRowCount(tile, m_shape) * m_blocks * m_shape.places());
        const BlockRows blocks = blockRowsOf(tile, matrix, m_shape);
        for (std::size_t i = 0; i < blocks.rows.size(); ++i)
            requireBlocks(blocks.rows[i], static_cast<std::int64_t>(blocks.ends[i] - blocks.begin(i)));
    }

    void places(const TileView& tile, const Matrix& matrix, DataType, std::span<std::int64_t> out) const override
    {
        std::fill(out.begin(), out.end(), padding);
        const BlockRows blocks = blockRowsOf(tile, matrix, m_shape);
        forBlockEntries(tile, matrix, m_shape, blocks,
                        [&](std::uint32_t entry, std::size_t row, std::size_t block, std::int64_t r, std::int64_t k) {
                            out[indexOf(static_cast<std::int64_t>(row) * m_blocks +
                                            static_cast<std::int64_t>(block - blocks.begin(row)),
                                        r, k)] = entry;
                        });
    }

    void pack(const TileView& tile, const Matrix& matrix, const PackedSpans& out) const override
    {
        packBlockRows(tile, m_shape, out[rowIds]);
        const BlockRows blocks = blockRowsOf(tile, matrix, m_shape);
        out[blockRows][0] = static_cast<std::int32_t>(blocks.rows.size());
        out[cols][0] = static_cast<std::int32_t>(matrix.cols());
        std::fill(out[colIdx].begin(), out[colIdx].end(), -1);
        for (std::size_t i = 0; i < blocks.rows.size(); ++i)
            for (std::size_t b = blocks.begin(i); b < blocks.ends[i]; ++b)
                out[colIdx][i * static_cast<std::size_t>(m_blocks) + b - blocks.begin(i)] =
                    static_cast<std::int32_t>(blocks.cols[b] * m_shape.width);
    }

    PackedAreas areas(const TileView& tile, const Matrix& matrix, DataType dtype) const override
    {
        PackedAreas areas = Format::areas(tile, matrix, dtype);
        const BlockRows blocks = blockRowsOf(tile, matrix, m_shape);
        const std::vector<MatrixArea> held = blockAreas(blocks, matrix, m_shape);
        areas[colIdx].assign(blocks.rows.size() * static_cast<std::size_t>(m_blocks), MatrixArea());
        for (std::size_t i = 0; i < blocks.rows.size(); ++i)
            std::copy(held.begin() + static_cast<std::ptrdiff_t>(blocks.begin(i)),
                      held.begin() + static_cast<std::ptrdiff_t>(blocks.ends[i]),
                      areas[colIdx].begin() + static_cast<std::ptrdiff_t>(i) * m_blocks);
        return areas;
    }

    void cover(const Matrix& matrix, std::span<const std::uint32_t> positions, TileSet& out,
               Progress& progress) const override
    {
        for (const GivenBlockRow& row :
             givenBlockRows(matrix, positions, givenRows(matrix, positions), m_shape, progress))
            requireBlocks(row.row, row.blocks);
        coverBlockRows(
            matrix, positions, m_shape, m_most, [&](std::int64_t) { return m_blocks * m_shape.places(); }, out,
            progress);
        for (TileSet::Spans& tile : out.tiles)
            tile.places = 0; // rows say it
    }

    TileFeatures features(const TileView& tile, const Matrix& matrix) const override
    {
        return {this, blockRowCount(tile, m_shape) * m_shape.height, m_blocks * m_shape.width,
                distinctBlockCols(tile, matrix, m_shape)};
    }

    std::vector<FormatAxes> axes() const override
    {
        return {blockAxes(
            m_shape, fmt::format("sparse_fixed(IO, {}, {}, JO_indices) holes", columnGroups(m_shape.width), m_blocks),
            rowIds, blockRows, colIdx)};
    }

    template <class Body>
    void forPlaces(const PackedTileView& tile, DataType, const Body& body) const
    {
        for (std::size_t i = 0; i < tile[rowIds].size(); ++i) {
            if (tile[rowIds][i] < 0)
                continue;
            const std::int64_t blockRow = static_cast<std::int64_t>(i) / m_shape.height;
            for (std::int64_t block = blockRow * m_blocks; block < (blockRow + 1) * m_blocks; ++block)
                if (const std::int32_t first = tile[colIdx][at(block)]; first >= 0)
                    for (std::int64_t k = 0; k < m_shape.width; ++k)
                        body(tile[rowIds][i], first + k,
                             indexOf(block, static_cast<std::int64_t>(i) % m_shape.height, k));
        }
    }

private:
    enum : std::size_t { rowIds, blockRows, cols, colIdx, values };

    std::size_t indexOf(std::int64_t block, std::int64_t r, std::int64_t k) const
    {
        return static_cast<std::size_t>(block * m_shape.places() + r * m_shape.width + k);
    }

    void requireBlocks(std::int64_t row, std::int64_t blocks) const
    {
        if (blocks > m_blocks)
            failInput(fmt::format("rows {} to {} hold {} blocks, {} has room for {}", row * m_shape.height,
                                  (row + 1) * m_shape.height - 1, blocks, label(), m_blocks));
    }

    BlockShape m_shape;
    std::int64_t m_blocks;
    std::int64_t m_most;
};

FormatPtr makeBell(const nlohmann::json& parameters)
{
    BlockShape shape;
    shape.height = rangedParameter(parameters, "bell", "height", 1, 64);
    shape.width = rangedParameter(parameters, "bell", "width", 1, 64);
    const std::int64_t blocks = rangedParameter(parameters, "bell", "blocks", 1, mostRowBlocks);
    return std::make_shared<const BellFormat>(shape, blocks,
                                              rangedParameter(parameters, "bell", "places", 1, mostTilePlaces));
}

// Square blocks, as many a row as the fullest one has.
std::vector<nlohmann::json> bellChoices(const Matrix& matrix, std::span<const std::uint32_t> positions,
                                        std::int64_t nonZeros)
{
    std::vector<nlohmann::json> made;
    const std::vector<GivenRow> rows = givenRows(matrix, positions);
    for (const std::int64_t side : {2, 4, 8, 16}) {
        std::int64_t most = 1;
        for (const GivenBlockRow& row : givenBlockRows(matrix, positions, rows, {side, side}, noProgress()))
            most = std::max(most, row.blocks);
        if (most <= mostRowBlocks)
            made.push_back(
                {{"height", side}, {"width", side}, {"blocks", most}, {"places", usualPlaces(at(nonZeros)) * side}});
    }
    return made;
}

} // namespace

FormatKind bellFormatKind()
{
    return {"bell",
            FormatFamily::Block,
            "ELL of dense blocks: every row of blocks has room for the same number, so that no pointers are needed and "
            "all thread blocks do the same. "
            "Rows with fewer blocks are padded with whole blocks of zeros.",
            {{"height", "rows of a block, from 1 to 64"},
             {"width", "columns of a block, from 1 to 64"},
             {"blocks", "blocks a row, at least as many as any row has; up to 1048576"},
             {"places", "from 1 to 65536: the most stored places of a tile that is more than one row of blocks"}},
            makeBell,
            bellChoices,
            {.onGrid = true}};
}

} // namespace sparsescope
