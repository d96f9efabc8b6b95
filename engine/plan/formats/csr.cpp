// CSR tiles: rows of any lengths one after another, with where each of them ends. A plan of them alone is plain CSR, what
// every decomposition is compared with.
#include "engine/core/error.h"
#include "engine/plan/formats/formats.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope {

namespace {

constexpr std::int64_t leastPlaces = 32;
constexpr std::int64_t mostPlaces = 1 << 16;

class CsrFormat final : public Format {
public:
    explicit CsrFormat(std::int64_t places) : m_places(places) {}

    std::string name() const override { return "csr"; }
    nlohmann::json parameters() const override { return {{"places", m_places}}; }
    std::string label() const override { return fmt::format("CSR {}", m_places); }
    std::string letter() const override { return "C"; }
    FormatFamily family() const override { return FormatFamily::CsrLike; }
    std::string description() const override { return csrFormatKind().description; }
    std::int64_t packedRows() const override { return m_places; }
    std::int64_t packedCols() const override { return 1 + 2 * m_places; }
    std::int64_t packedValues() const override { return m_places; }
    // Columns: the number of rows, where each ends, then the columns.
    PackedExtents extents(const TileView& tile) const override
    {
        const auto rows = static_cast<std::int64_t>(tile.rowIds.size());
        const auto places = static_cast<std::int64_t>(tile.entries.size());
        return {rows, 1 + rows + places, places, 1 + rows};
    }

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        validateListedRows(*this, tile, matrix, m_places);
    }

    void places(const TileView& tile, const Matrix&, DataType, std::span<std::int64_t> out) const override
    {
        std::copy(tile.entries.begin(), tile.entries.end(), out.begin());
    }

    void packCols(const TileView& tile, const Matrix& matrix, std::span<std::int32_t> out) const override
    {
        const std::size_t rows = tile.rowIds.size();
        out[0] = static_cast<std::int32_t>(rows);
        forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
            out[1 + i] = static_cast<std::int32_t>(e);
            for (; b < e; ++b)
                out[1 + rows + b] = matrix.colIdx()[Entry::position(tile.entries[b])];
        });
    }

    TileFeatures features(const TileView& tile, const Matrix& matrix) const override
    {
        std::int64_t issued = 0;
        forStoredRows(tile, matrix, tile.entries.size(),
                      [&](std::size_t, std::size_t b, std::size_t e) { issued += csrIssued(static_cast<std::int64_t>(e - b)); });
        return {this, static_cast<std::int64_t>(tile.rowIds.size()), static_cast<std::int64_t>(tile.entries.size()),
                distinctColsOf(tile, matrix), issued};
    }

    void spmm(const PackedTileView& tile, DataType dtype, const float* B, std::int64_t ldb, float* C, std::int64_t ldc,
              std::int64_t j0, std::int64_t j1) const override
    {
        forPlaces(tile, [&](std::int32_t row, std::int32_t col, std::size_t i) {
            const float a = loadValue(dtype, tile.values, i);
            for (std::int64_t j = j0; j < j1; ++j)
                C[row * ldc + j] += a * B[col * ldb + j];
        });
    }

    void sddmm(const PackedTileView& tile, DataType dtype, const float* X, std::int64_t ldx, const float* Y,
               std::int64_t ldy, float* out, std::int64_t k0, std::int64_t k1, bool add) const override
    {
        forPlaces(tile, [&](std::int32_t row, std::int32_t col, std::size_t i) {
            if (tile.outputs[i] >= 0)
                writeOutput(out, tile.outputs[i],
                            loadValue(dtype, tile.values, i) * partialDot(X + row * ldx, Y + col * ldy, k0, k1), add);
        });
    }

private:
    // Calls body(row, column, index of the value) for every place.
    template <class Body>
    static void forPlaces(const PackedTileView& tile, const Body& body)
    {
        const auto rows = static_cast<std::size_t>(tile.colIds[0]);
        std::size_t place = 0;
        for (std::size_t i = 0; i < rows; ++i)
            for (; place < static_cast<std::size_t>(tile.colIds[1 + i]); ++place)
                body(tile.rowIds[i], tile.colIds[1 + rows + place], place);
    }

    std::int64_t m_places;
};

FormatPtr makeCsr(const nlohmann::json& parameters)
{
    const std::int64_t places = integerParameter(parameters, "csr", "places");
    if (places < leastPlaces || places > mostPlaces || !std::has_single_bit(static_cast<std::uint64_t>(places)))
        failInput(fmt::format("format \"csr\" has places that are a power of two from {} to {}, not {}", leastPlaces,
                              mostPlaces, places));
    return std::make_shared<const CsrFormat>(places);
}

} // namespace

FormatKind csrFormatKind()
{
    return {"csr",
            FormatFamily::CsrLike,
            "Whole rows one after another, as in the matrix, up to a number of non-zeros a tile. "
            "Nothing is padded; rows of unlike lengths make the threads of a warp wait for each other.",
            {{"places", "a power of two from 32 to 65536: the most non-zeros of a tile"}},
            makeCsr};
}

} // namespace sparsescope
