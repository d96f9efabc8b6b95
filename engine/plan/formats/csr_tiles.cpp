#include "engine/plan/formats/csr_tiles.h"

namespace sparsescope {

ArraySizes CsrTiles::sizes(const TileView& tile) const
{
    const auto listed = static_cast<std::int64_t>(tile.rowIds.size());
    const auto stored = static_cast<std::int64_t>(tile.entries.size());
    return {listed, 1, listed, stored, stored};
}

void CsrTiles::places(const TileView& tile, const Matrix&, DataType, std::span<std::int64_t> out) const
{
    std::copy(tile.entries.begin(), tile.entries.end(), out.begin());
}

void CsrTiles::pack(const TileView& tile, const Matrix& matrix, const PackedSpans& out) const
{
    packListedRows(tile, out[rowIds]);
    out[rows][0] = static_cast<std::int32_t>(tile.rowIds.size());
    forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
        out[rowEnd][i] = static_cast<std::int32_t>(e);
        for (; b < e; ++b)
            out[colIdx][b] = matrix.colIdx()[Entry::position(tile.entries[b])];
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

std::vector<StoredArray> CsrTiles::arraysWith(StoredArray row)
{
    return {std::move(row),
            {"rows", "how many rows the tile has", ElementType::Index, true},
            {"rowEnd", "where the row ends; the first begins at 0", ElementType::Index},
            {"colIdx", "the column of the non-zero", ElementType::Column},
            {"values", "the value", ElementType::Value}};
}

PackedAreas CsrTiles::areas(const TileView& tile, const Matrix& matrix, DataType dtype) const
{
    PackedAreas areas = Format::areas(tile, matrix, dtype);
    areas[rowEnd] = areas[rowIds];
    return areas;
}

std::vector<FormatAxes> CsrTiles::axes() const
{
    return {{.declarations = "axis I = sparse_fixed(T, m, ROWS, I_indices)\n"
                             "axis J = sparse_variable(I, n, PLACES, J_indptr, J_indices)\n",
             .axes = {"I", "J"},
             .row = "i",
             .column = "j",
             .tileValues = {{"ROWS", rowIds}, {"PLACES", colIdx}},
             .arrays = {{"I_indices", rowIds}, {"J_indptr", rowEnd, true}, {"J_indices", colIdx}}}};
}

std::int64_t csrPlaces(const nlohmann::json& parameters, const char* format)
{
    return powerParameter(parameters, format, "places", 32, mostTilePlaces);
}

std::vector<FormatParameter> csrParameterTexts()
{
    return {{"places", "a power of two from 32 to 65536: the most non-zeros of a tile"}};
}

std::vector<nlohmann::json> csrChoices(const Matrix&, std::span<const std::uint32_t>, std::int64_t nonZeros)
{
    const std::int64_t usual = usualPlaces(at(nonZeros));
    return {{{"places", usual / 2}}, {{"places", usual}}, {{"places", usual * 4}}};
}

} // namespace sparsescope
