// COO tiles: non-zeros one after another, each with its row and column, as many as there are.
#include "engine/plan/formats/shared.h"

namespace sparsescope {

namespace {

class CooFormat final : public StoredPlaces<CooFormat> {
public:
    explicit CooFormat(std::int64_t places) : m_places(places) {}

    std::string name() const override { return "coo"; }
    nlohmann::json parameters() const override { return {{"places", m_places}}; }
    std::string label() const override { return fmt::format("COO {}", m_places); }
    std::string letter() const override { return "O"; }
    FormatFamily family() const override { return FormatFamily::OneD; }
    std::string description() const override { return cooFormatKind().description; }
    std::string costedAs() const override { return "1d"; }
    std::int64_t packedRows() const override { return m_places; }
    std::int64_t packedCols() const override { return m_places; }
    std::int64_t packedValues() const override { return m_places; }
    PackedExtents extents(const TileView& tile) const override
    {
        const auto places = static_cast<std::int64_t>(tile.entries.size());
        return {places, places, places};
    }

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        validateListedRows(*this, tile, matrix, m_places);
    }

    void places(const TileView& tile, const Matrix&, DataType, std::span<std::int64_t> out) const override
    {
        std::copy(tile.entries.begin(), tile.entries.end(), out.begin());
    }

    void packRows(const TileView& tile, const Matrix& matrix, std::span<std::int32_t> out) const override
    {
        forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
            for (; b < e; ++b)
                out[b] = tile.rowIds[i];
        });
    }

    void packCols(const TileView& tile, const Matrix& matrix, std::span<std::int32_t> out) const override
    {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = matrix.colIdx()[Entry::position(tile.entries[i])];
    }

    std::vector<PackedArray> arrays(const TileView& tile, const Matrix& matrix, DataType dtype) const override
    {
        const ArrayNames names(*this, tile, matrix, dtype);
        return {names.rows("rowIdx", "the row of the non-zero", false),
                ArrayNames::cols("colIdx", "the column of the non-zero", 0, names.places), names.values()};
    }

    void cover(const Matrix& matrix, std::span<const std::uint32_t> positions, TileSet& out,
               Progress& progress) const override
    {
        coverRuns(matrix, positions, static_cast<std::size_t>(m_places), out, progress);
    }

    TileFeatures features(const TileView& tile, const Matrix& matrix) const override
    {
        const auto places = static_cast<std::int64_t>(tile.entries.size());
        return {this, static_cast<std::int64_t>(tile.rowIds.size()), places, distinctColsOf(tile, matrix), places};
    }

    template <class Body>
    void forPlaces(const PackedTileView& tile, DataType, const Body& body) const
    {
        for (std::size_t i = 0; i < tile.rowIds.size(); ++i)
            body(tile.rowIds[i], tile.colIds[i], i);
    }

private:
    std::int64_t m_places;
};

FormatPtr makeCoo(const nlohmann::json& parameters)
{
    return std::make_shared<const CooFormat>(powerParameter(parameters, "coo", "places", 32, mostTilePlaces));
}

std::vector<nlohmann::json> cooChoices(const Matrix&, std::span<const std::uint32_t> positions)
{
    const std::int64_t usual = usualPlaces(positions.size());
    return {{{"places", usual / 2}}, {{"places", usual}}, {{"places", usual * 4}}};
}

} // namespace

FormatKind cooFormatKind()
{
    return {"coo",
            FormatFamily::OneD,
            "A list of coordinates: for every non-zero its row, its column and its value, and nothing else. "
            "Tiles hold equally many whatever the rows are like, but each row is named once a non-zero, and rows are "
            "cut between tiles.",
            {{"places", "a power of two from 32 to 65536: the most non-zeros of a tile"}},
            makeCoo,
            cooChoices};
}

} // namespace sparsescope
