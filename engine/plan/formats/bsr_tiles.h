// Tiles of BSR and DBSR: dense blocks of one shape at multiples of it, a row of blocks after the other, with where each
// of these rows ends and the first column of each block (SparseTIR 4.3.1).
#pragma once

#include "engine/core/at.h"
#include "engine/plan/formats/block_rows.h"

namespace sparsescope {

struct BsrParameters {
    BlockShape shape;
    std::int64_t places = 0; // most stored places of a tile, unless one row of blocks has more
};
// Throws Error(Input).
BsrParameters bsrParameters(const nlohmann::json& parameters, const char* format, bool consecutive);
std::vector<FormatParameter> bsrParameterTexts();
// Square blocks; tiles as many as keep a GPU busy.
std::vector<nlohmann::json> bsrChoices(const Matrix& matrix, std::span<const std::uint32_t> positions,
                                       std::int64_t nonZeros);

class BsrTiles : public StoredPlaces<BsrTiles> {
public:
    explicit BsrTiles(const BsrParameters& parameters) : m_shape(parameters.shape), m_most(parameters.places) {}

    nlohmann::json parameters() const override;
    FormatFamily family() const override { return FormatFamily::Block; }
    ArraySizes sizes(const TileView& tile) const override;
    std::span<const StoredArray> arrays() const override;
    std::int64_t placesOf(const TileView& tile, const Matrix& matrix) const override;
    void validate(const TileView& tile, const Matrix& matrix) const override;
    void places(const TileView& tile, const Matrix& matrix, DataType dtype, std::span<std::int64_t> out) const override;
    bool inFragments(DataType dtype) const final
    {
        return narrow(dtype) && m_shape.height == 16 && m_shape.width % 16 == 0;
    }
    void pack(const TileView& tile, const Matrix& matrix, const PackedSpans& out) const override;
    PackedAreas areas(const TileView& tile, const Matrix& matrix, DataType dtype) const override;
    void cover(const Matrix& matrix, std::span<const std::uint32_t> positions, TileSet& out,
               Progress& progress) const override;
    TileFeatures features(const TileView& tile, const Matrix& matrix) const override;
    std::vector<FormatAxes> axes() const override;

    template <class Body>
    void forPlaces(const PackedTileView& tile, DataType dtype, const Body& body) const
    {
        for (std::size_t i = 0; i < tile[rowIds].size(); ++i) {
            const std::size_t blockRow = i / static_cast<std::size_t>(m_shape.height);
            const auto r = static_cast<std::int64_t>(i) % m_shape.height;
            if (tile[rowIds][i] < 0)
                continue;
            for (std::int64_t block = blockRow > 0 ? tile[rowEnd][blockRow - 1] : 0; block < tile[rowEnd][blockRow];
                 ++block)
                for (std::int64_t k = 0; k < m_shape.width; ++k)
                    body(tile[rowIds][i], tile[colIdx][at(block)] + k, indexOf(block, r, k, dtype));
        }
    }

protected:
    std::string shapeText() const { return fmt::format("{}x{}", m_shape.height, m_shape.width); }

private:
    enum : std::size_t { rowIds, blockRows, cols, rowEnd, colIdx, values };

    std::size_t indexOf(std::int64_t block, std::int64_t r, std::int64_t k, DataType dtype) const;

    BlockShape m_shape;
    std::int64_t m_most;
};

inline std::size_t BsrTiles::indexOf(std::int64_t block, std::int64_t r, std::int64_t k, DataType dtype) const
{
    return static_cast<std::size_t>(block * m_shape.places()) +
           (inFragments(dtype) ? fragmentIndex(r, k, 16) : static_cast<std::size_t>(r * m_shape.width + k));
}

} // namespace sparsescope
