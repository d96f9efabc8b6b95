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
    std::int64_t packedCols() const override { return m_places; }
    std::int64_t packedValues() const override { return m_places; }
    ArraySizes sizes(const TileView& tile) const override;
    void places(const TileView& tile, const Matrix& matrix, DataType dtype, std::span<std::int64_t> out) const override;
    void pack(const TileView& tile, const Matrix& matrix, const PackedSpans& out) const override;
    PackedAreas areas(const TileView& tile, const Matrix& matrix, DataType dtype) const override;
    TileFeatures features(const TileView& tile, const Matrix& matrix) const override;
    std::vector<FormatAxes> axes() const override;

    template <class Body>
    void forPlaces(const PackedTileView& tile, DataType, const Body& body) const
    {
        std::size_t place = 0;
        for (std::size_t i = 0; i < tile[rowEnd].size(); ++i)
            for (; place < static_cast<std::size_t>(tile[rowEnd][i]); ++place)
                body(tile[rowIds][i], tile[colIdx][place], place);
    }

protected:
    enum : std::size_t { rowIds, rows, rowEnd, colIdx, values };
    // `row`: the array of the rows that are listed.
    static std::vector<StoredArray> arraysWith(StoredArray row);

    std::int64_t m_places; // the most non-zeros of a tile
};

// Throws Error(Input).
std::int64_t csrPlaces(const nlohmann::json& parameters, const char* format);
std::vector<FormatParameter> csrParameterTexts();
// Tiles of like work, more or fewer.
std::vector<nlohmann::json> csrChoices(const Matrix& matrix, std::span<const std::uint32_t> positions,
                                       std::int64_t nonZeros);

} // namespace sparsescope
