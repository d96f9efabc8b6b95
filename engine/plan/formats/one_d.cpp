// 1D tiles: a fixed number of non-zeros one after another, each with its row and column (STile 3.1, primitive 6: the
// axes squeezed and flattened, then divided).
#include "engine/core/error.h"
#include "engine/plan/formats/shared.h"

namespace sparsescope {

namespace {

constexpr std::int64_t leastSize = 32;
constexpr std::int64_t mostSize = 1024;

class OneDFormat final : public StoredPlaces<OneDFormat> {
public:
    explicit OneDFormat(std::int64_t size) : m_size(size) {}

    std::string name() const override { return "1d"; }
    nlohmann::json parameters() const override { return {{"size", m_size}}; }
    std::string label() const override { return fmt::format("1D {}", m_size); }
    std::string letter() const override { return "1"; }
    FormatFamily family() const override { return FormatFamily::OneD; }
    std::string description() const override { return oneDFormatKind().description; }
    std::int64_t packedRows() const override { return m_size; }
    std::int64_t packedCols() const override { return m_size; }
    std::int64_t packedValues() const override { return m_size; }
    ArraySizes sizes(const TileView&) const override { return {m_size, m_size, m_size}; }

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        validateListedRows(*this, tile, matrix, m_size);
    }

    void places(const TileView& tile, const Matrix&, DataType, std::span<std::int64_t> out) const override
    {
        std::fill(std::copy(tile.entries.begin(), tile.entries.end(), out.begin()), out.end(), padding);
    }

    // Padding repeats the last column.
    void pack(const TileView& tile, const Matrix& matrix, const PackedSpans& out) const override
    {
        std::int32_t last = 0;
        const std::size_t placed =
            forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
                for (; b < e; ++b) {
                    out[rowIdx][b] = tile.rowIds[i];
                    out[colIdx][b] = last = matrix.colIdx()[Entry::position(tile.entries[b])];
                }
            });
        std::fill(out[rowIdx].begin() + static_cast<std::ptrdiff_t>(placed), out[rowIdx].end(), -1);
        std::fill(out[colIdx].begin() + static_cast<std::ptrdiff_t>(placed), out[colIdx].end(), last);
    }

    TileFeatures features(const TileView& tile, const Matrix& matrix) const override
    {
        return {this, static_cast<std::int64_t>(tile.rowIds.size()), m_size, distinctColsOf(tile, matrix), m_size};
    }

    void cover(const Matrix& matrix, std::span<const std::uint32_t> positions, TileSet& out,
               Progress& progress) const override
    {
        coverRuns(matrix, positions, static_cast<std::size_t>(m_size), out, progress);
    }

    std::span<const StoredArray> arrays() const override
    {
        static const std::vector<StoredArray> all = {{"rowIdx", "the row of the non-zero", ElementType::Row},
                                                     {"colIdx", "the column of the non-zero", ElementType::Column},
                                                     {"values", "the value", ElementType::Value}};
        return all;
    }

    std::vector<FormatAxes> axes() const override { return {listAxes(m_size, rowIdx, colIdx)}; }

    template <class Body>
    void forPlaces(const PackedTileView& tile, DataType, const Body& body) const
    {
        for (std::size_t i = 0; i < tile[rowIdx].size(); ++i)
            if (tile[rowIdx][i] >= 0)
                body(tile[rowIdx][i], tile[colIdx][i], i);
    }

private:
    enum : std::size_t { rowIdx, colIdx, values };

    std::int64_t m_size;
};

FormatPtr makeOneD(const nlohmann::json& parameters)
{
    const std::int64_t size = integerParameter(parameters, "1d", "size");
    if (size < leastSize || size > mostSize || !std::has_single_bit(static_cast<std::uint64_t>(size)))
        failInput(fmt::format("format \"1d\" has a size that is a power of two from {} to {}, not {}", leastSize,
                              mostSize, size));
    return std::make_shared<const OneDFormat>(size);
}

std::vector<nlohmann::json> oneDChoices(const Matrix&, std::span<const std::uint32_t>, std::int64_t nonZeros)
{
    const std::int64_t usual = std::min<std::int64_t>(usualPlaces(at(nonZeros)), mostSize);
    return {{{"size", usual / 2}}, {{"size", usual}}, {{"size", std::min<std::int64_t>(usual * 4, mostSize)}}};
}

} // namespace

FormatKind oneDFormatKind()
{
    return {"1d",
            FormatFamily::OneD,
            "Non-zeros one after another, each with its row and its column; only the last tile is padded. "
            "For SDDMM: no product is made in vain, but little of what is loaded is used twice.",
            {{"size", "a power of two from 32 to 1024"}},
            makeOneD,
            oneDChoices,
            {.onGpu = true, .repacking = Repacking::Run, .pieceSize = "size", .pieceMost = 1024}};
}

} // namespace sparsescope
