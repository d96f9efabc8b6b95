// Tiles of CSR and DCSR: rows of any lengths one after another, with where each of them ends.
#pragma once

#include "engine/plan/formats/shared.h"

namespace sparsescope {

class CsrTiles : public StoredPlaces<CsrTiles> {
public:
    explicit CsrTiles(std::int64_t places) : m_places(places) {}

    nlohmann::json parameters() const override { return {{"places", m_places}}; }
    FormatFamily family() const override { return FormatFamily::CsrLike; }
    std::int64_t packedRows() const override { return m_places; }
    std::int64_t packedCols() const override { return 1 + 2 * m_places; }
    std::int64_t packedValues() const override { return m_places; }
    PackedExtents extents(const TileView& tile) const override;
    void places(const TileView& tile, const Matrix& matrix, DataType dtype, std::span<std::int64_t> out) const override;
    void packCols(const TileView& tile, const Matrix& matrix, std::span<std::int32_t> out) const override;
    TileFeatures features(const TileView& tile, const Matrix& matrix) const override;

    template <class Body>
    void forPlaces(const PackedTileView& tile, DataType, const Body& body) const
    {
        const auto rows = static_cast<std::size_t>(tile.colIds[0]);
        std::size_t place = 0;
        for (std::size_t i = 0; i < rows; ++i)
            for (; place < static_cast<std::size_t>(tile.colIds[1 + i]); ++place)
                body(tile.rowIds[i], tile.colIds[1 + rows + place], place);
    }

protected:
    // `row`: the array of the rows that are listed.
    std::vector<PackedArray> arraysWith(const PackedArray& row, const ArrayNames& names) const;

    std::int64_t m_places; // the most non-zeros of a tile
};

// Throws Error(Input).
std::int64_t csrPlaces(const nlohmann::json& parameters, const char* format);
std::vector<FormatParameter> csrParameterTexts();
// Tiles of like work, more or fewer.
std::vector<nlohmann::json> csrChoices(const Matrix& matrix, std::span<const std::uint32_t> positions);

} // namespace sparsescope
