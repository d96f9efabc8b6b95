// CSR tiles: rows of any lengths one after another, with where each of them ends. A plan of them alone is plain CSR,
// what every decomposition is compared with.
#include "engine/plan/formats/csr_tiles.h"

#include "engine/core/error.h"

namespace sparsescope {

namespace {

class CsrFormat final : public CsrTiles {
public:
    using CsrTiles::CsrTiles;

    std::string name() const override { return "csr"; }
    std::string label() const override { return fmt::format("CSR {}", m_places); }
    std::string letter() const override { return "C"; }
    std::string description() const override { return csrFormatKind().description; }

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        if (static_cast<std::int64_t>(tile.rowIds.size()) > m_places)
            failInput(fmt::format("{} holds 1 to {} rows, not {}", label(), m_places, tile.rowIds.size()));
        validateListedRows(*this, tile, matrix, m_places, true);
    }

    std::span<const StoredArray> arrays() const override
    {
        static const std::vector<StoredArray> all =
            arraysWith({"rowIds", "the row of the matrix", ElementType::Row, true});
        return all;
    }

    void cover(const Matrix& matrix, std::span<const std::uint32_t> positions, TileSet& out,
               Progress& progress) const override
    {
        coverListedRows(givenRows(matrix, positions, true), positions, static_cast<std::size_t>(m_places), out,
                        progress);
    }
};

FormatPtr makeCsr(const nlohmann::json& parameters)
{
    return std::make_shared<const CsrFormat>(csrPlaces(parameters, "csr"));
}

} // namespace

FormatKind csrFormatKind()
{
    return {"csr",
            FormatFamily::CsrLike,
            "Whole rows one after another, as in the matrix, up to a number of non-zeros a tile. "
            "Nothing is padded; rows of unlike lengths make the threads of a warp wait for each other.",
            csrParameterTexts(),
            makeCsr,
            csrChoices,
            {.onGpu = true,
             .plain = true,
             .repacking = Repacking::Run,
             .pieceSize = "places",
             .pieceMost = mostTilePlaces}};
}

} // namespace sparsescope
