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
    ArraySizes sizes(const TileView& tile) const override
    {
        const auto stored = static_cast<std::int64_t>(tile.entries.size());
        return {stored, stored, stored};
    }

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        validateListedRows(*this, tile, matrix, m_places);
    }

    void places(const TileView& tile, const Matrix&, DataType, std::span<std::int64_t> out) const override
    {
        std::copy(tile.entries.begin(), tile.entries.end(), out.begin());
    }

    void pack(const TileView& tile, const Matrix& matrix, const PackedSpans& out) const override
    {
        forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
            for (; b < e; ++b) {
                out[rowIdx][b] = tile.rowIds[i];
                out[colIdx][b] = matrix.colIdx()[Entry::position(tile.entries[b])];
            }
        });
    }

    std::span<const StoredArray> arrays() const override
    {
        static const std::vector<StoredArray> all = {{"rowIdx", "the row of the non-zero", ElementType::Row},
                                                     {"colIdx", "the column of the non-zero", ElementType::Column},
                                                     {"values", "the value", ElementType::Value}};
        return all;
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

    std::vector<FormatAxes> axes() const override { return {listAxes(0, rowIdx, colIdx)}; }

    template <class Body>
    void forPlaces(const PackedTileView& tile, DataType, const Body& body) const
    {
        for (std::size_t i = 0; i < tile[rowIdx].size(); ++i)
            body(tile[rowIdx][i], tile[colIdx][i], i);
    }

private:
    enum : std::size_t { rowIdx, colIdx, values };

    std::int64_t m_places;
};

FormatPtr makeCoo(const nlohmann::json& parameters)
{
    return std::make_shared<const CooFormat>(powerParameter(parameters, "coo", "places", 32, mostTilePlaces));
}

std::vector<nlohmann::json> cooChoices(const Matrix&, std::span<const std::uint32_t>, std::int64_t nonZeros)
{
    const std::int64_t usual = usualPlaces(at(nonZeros));
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
