// Doubly compressed CSR tiles: CSR that lists its rows, so that empty ones cost nothing.
#include "engine/plan/formats/csr_tiles.h"

namespace sparsescope {

namespace {

class DcsrFormat final : public CsrTiles {
public:
    using CsrTiles::CsrTiles;

    std::string name() const override { return "dcsr"; }
    std::string label() const override { return fmt::format("DCSR {}", m_places); }
    std::string letter() const override { return "D"; }
    std::string description() const override { return dcsrFormatKind().description; }
    std::string costedAs() const override { return "csr"; }

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        validateListedRows(*this, tile, matrix, m_places);
    }

    std::span<const StoredArray> arrays() const override
    {
        static const std::vector<StoredArray> all =
            arraysWith({"rowIdx", "the row of the matrix, of those that hold something", ElementType::Row, false});
        return all;
    }

    void cover(const Matrix& matrix, std::span<const std::uint32_t> positions, TileSet& out,
               Progress& progress) const override
    {
        coverListedRows(givenRows(matrix, positions), positions, static_cast<std::size_t>(m_places), out, progress);
    }
};

FormatPtr makeDcsr(const nlohmann::json& parameters)
{
    return std::make_shared<const DcsrFormat>(csrPlaces(parameters, "dcsr"));
}

} // namespace

FormatKind dcsrFormatKind()
{
    return {
        "dcsr",
        FormatFamily::CsrLike,
        "CSR that lists the rows that hold something and has a row pointer for each of these alone. "
        "Of a matrix with more rows than non-zeros it stores less than CSR, which has a pointer for every empty row.",
        csrParameterTexts(),
        makeDcsr,
        csrChoices};
}

} // namespace sparsescope
