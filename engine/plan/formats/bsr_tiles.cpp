#include "engine/plan/formats/bsr_tiles.h"

namespace sparsescope {

BsrParameters bsrParameters(const nlohmann::json& parameters, const char* format, bool consecutive)
{
    BsrParameters p;
    p.shape.height = rangedParameter(parameters, format, "height", 1, 64);
    p.shape.width = rangedParameter(parameters, format, "width", 1, 64);
    p.shape.consecutive = consecutive;
    p.places = rangedParameter(parameters, format, "places", 1, mostTilePlaces);
    return p;
}

std::vector<FormatParameter> bsrParameterTexts()
{
    return {{"height", "rows of a block, from 1 to 64"},
            {"width", "columns of a block, from 1 to 64"},
            {"places", "from 1 to 65536: the most stored places of a tile that is more than one row of blocks"}};
}

std::vector<nlohmann::json> bsrChoices(const Matrix&, std::span<const std::uint32_t>, std::int64_t nonZeros)
{
    std::vector<nlohmann::json> choices;
    for (const std::int64_t side : {2, 4, 8, 16})
        choices.push_back({{"height", side}, {"width", side}, {"places", usualPlaces(at(nonZeros)) * side}});
    return choices;
}

nlohmann::json BsrTiles::parameters() const
{
    return {{"height", m_shape.height}, {"width", m_shape.width}, {"places", m_most}};
}

ArraySizes BsrTiles::sizes(const TileView& tile) const
{
    const std::int64_t rows = blockRowCount(tile, m_shape);
    return {rows * m_shape.height, 1, 1, rows, tile.places / m_shape.places(), tile.places};
}

std::span<const StoredArray> BsrTiles::arrays() const
{
    const auto with = [](bool added) {
        return std::vector<StoredArray>{
            {"rowIds", "the row of the matrix", ElementType::Row, added},
            {"blockRows", "how many rows of blocks the tile has", ElementType::Index, true},
            {"cols", "how many columns the matrix has", ElementType::Index, true},
            {"rowEnd", "where the row of blocks ends, in blocks; the first begins at 0", ElementType::Index},
            {"colIdx", "the first column of the block", ElementType::Column},
            {"values", "the value", ElementType::Value}};
    };
    static const std::vector<StoredArray> consecutive = with(true), listed = with(false);
    return m_shape.consecutive ? consecutive : listed;
}

std::int64_t BsrTiles::placesOf(const TileView& tile, const Matrix& matrix) const
{
    return static_cast<std::int64_t>(blockRowsOf(tile, matrix, m_shape).cols.size()) * m_shape.places();
}

void BsrTiles::validate(const TileView& tile, const Matrix& matrix) const
{
    validateBlockRows(*this, tile, matrix, m_shape);
    requirePlaces(*this, placesOf(tile, matrix));
}

void BsrTiles::places(const TileView& tile, const Matrix& matrix, DataType dtype, std::span<std::int64_t> out) const
{
    std::fill(out.begin(), out.end(), padding);
    forBlockEntries(tile, matrix, m_shape, blockRowsOf(tile, matrix, m_shape),
                    [&](std::uint32_t entry, std::size_t, std::size_t block, std::int64_t r, std::int64_t k) {
                        out[indexOf(static_cast<std::int64_t>(block), r, k, dtype)] = entry;
                    });
}

void BsrTiles::pack(const TileView& tile, const Matrix& matrix, const PackedSpans& out) const
{
    packBlockRows(tile, m_shape, out[rowIds]);
    const BlockRows blocks = blockRowsOf(tile, matrix, m_shape);
    out[blockRows][0] = static_cast<std::int32_t>(blocks.rows.size());
    out[cols][0] = static_cast<std::int32_t>(matrix.cols());
    std::transform(blocks.ends.begin(), blocks.ends.end(), out[rowEnd].begin(),
                   [](std::size_t end) { return static_cast<std::int32_t>(end); });
    std::transform(blocks.cols.begin(), blocks.cols.end(), out[colIdx].begin(),
                   [&](std::int32_t col) { return static_cast<std::int32_t>(col * m_shape.width); });
}

PackedAreas BsrTiles::areas(const TileView& tile, const Matrix& matrix, DataType dtype) const
{
    PackedAreas areas = Format::areas(tile, matrix, dtype);
    const BlockRows blocks = blockRowsOf(tile, matrix, m_shape);
    areas[rowEnd] = blockRowAreas(blocks, matrix, m_shape);
    areas[colIdx] = blockAreas(blocks, matrix, m_shape);
    return areas;
}

void BsrTiles::cover(const Matrix& matrix, std::span<const std::uint32_t> positions, TileSet& out,
                     Progress& progress) const
{
    coverBlockRows(
        matrix, positions, m_shape, m_most, [&](std::int64_t blocks) { return blocks * m_shape.places(); }, out,
        progress);
}

TileFeatures BsrTiles::features(const TileView& tile, const Matrix& matrix) const
{
    TileFeatures features{this, blockRowCount(tile, m_shape) * m_shape.height, tile.places,
                          distinctBlockCols(tile, matrix, m_shape), tile.places};
    features.height = m_shape.height;
    features.longest = mostBlocks(blockRowsOf(tile, matrix, m_shape)) * m_shape.width;
    return features;
}

std::vector<FormatAxes> BsrTiles::axes() const
{
    FormatAxes axes = blockAxes(
        m_shape, fmt::format("sparse_variable(IO, {}, BLOCKS, JO_indptr, JO_indices)", columnGroups(m_shape.width)),
        rowIds, blockRows, colIdx);
    axes.tileValues.push_back({"BLOCKS", colIdx});
    axes.arrays.push_back({"JO_indptr", rowEnd, true});
    return {axes};
}

} // namespace sparsescope
