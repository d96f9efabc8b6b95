#include "engine/plan/formats/csr_tiles.h"

namespace sparsescope {

// Columns: the number of rows, where each ends, then the columns.
PackedExtents CsrTiles::extents(const TileView& tile) const
{
    const auto rows = static_cast<std::int64_t>(tile.rowIds.size());
    const auto places = static_cast<std::int64_t>(tile.entries.size());
    return {rows, 1 + rows + places, places, 1 + rows};
}

void CsrTiles::places(const TileView& tile, const Matrix&, DataType, std::span<std::int64_t> out) const
{
    std::copy(tile.entries.begin(), tile.entries.end(), out.begin());
}

void CsrTiles::packCols(const TileView& tile, const Matrix& matrix, std::span<std::int32_t> out) const
{
    const std::size_t rows = tile.rowIds.size();
    out[0] = static_cast<std::int32_t>(rows);
    forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
        out[1 + i] = static_cast<std::int32_t>(e);
        for (; b < e; ++b)
            out[1 + rows + b] = matrix.colIdx()[Entry::position(tile.entries[b])];
    });
}

TileFeatures CsrTiles::features(const TileView& tile, const Matrix& matrix) const
{
    std::int64_t issued = 0, longest = 0;
    forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t, std::size_t b, std::size_t e) {
        issued += csrIssued(static_cast<std::int64_t>(e - b));
        longest = std::max(longest, static_cast<std::int64_t>(e - b));
    });
    const auto places = static_cast<std::int64_t>(tile.entries.size());
    return {this,   static_cast<std::int64_t>(tile.rowIds.size()), places, distinctColsOf(tile, matrix), places, issued,
            longest};
}

std::vector<PackedArray> CsrTiles::arraysWith(const PackedArray& row, const ArrayNames& names) const
{
    const auto rows = static_cast<std::int64_t>(row.about.size());
    return {row, ArrayNames::cols("rows", "how many rows the tile has", 0, {names.whole()}, true),
            ArrayNames::cols("rowEnd", "where the row ends; the first begins at 0", 1, row.about),
            ArrayNames::cols("colIdx", "the column of the non-zero", 1 + rows, names.places), names.values()};
}

std::int64_t csrPlaces(const nlohmann::json& parameters, const char* format)
{
    return powerParameter(parameters, format, "places", 32, mostTilePlaces);
}

std::vector<FormatParameter> csrParameterTexts()
{
    return {{"places", "a power of two from 32 to 65536: the most non-zeros of a tile"}};
}

std::vector<nlohmann::json> csrChoices(const Matrix&, std::span<const std::uint32_t> positions)
{
    const std::int64_t usual = usualPlaces(positions.size());
    return {{{"places", usual / 2}}, {{"places", usual}}, {{"places", usual * 4}}};
}

} // namespace sparsescope
