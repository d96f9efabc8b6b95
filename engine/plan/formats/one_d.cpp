// 1D tiles: a fixed number of non-zeros one after another, each with its row and column (STile 3.1, primitive 6: the
// axes squeezed and flattened, then divided).
#include "engine/core/error.h"
#include "engine/plan/formats/formats.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope {

namespace {

constexpr std::int64_t leastSize = 32;
constexpr std::int64_t mostSize = 1024;

class OneDFormat final : public Format {
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

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        validateListedRows(*this, tile, matrix, m_size);
    }

    void places(const TileView& tile, const Matrix&, DataType, std::span<std::int64_t> out) const override
    {
        std::fill(std::copy(tile.entries.begin(), tile.entries.end(), out.begin()), out.end(), padding);
    }

    void packRows(const TileView& tile, const Matrix& matrix, std::span<std::int32_t> out) const override
    {
        const std::size_t placed =
            forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
                for (; b < e; ++b)
                    out[b] = tile.rowIds[i];
            });
        std::fill(out.begin() + static_cast<std::ptrdiff_t>(placed), out.end(), -1);
    }

    // Padding repeats the last column.
    void packCols(const TileView& tile, const Matrix& matrix, std::span<std::int32_t> out) const override
    {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = i < tile.entries.size() ? matrix.colIdx()[Entry::position(tile.entries[i])] : out[i - 1];
    }

    TileFeatures features(const TileView& tile, const Matrix& matrix) const override
    {
        return {this, static_cast<std::int64_t>(tile.rowIds.size()), m_size, distinctColsOf(tile, matrix)};
    }

    void spmm(const PackedTileView& tile, DataType dtype, const float* B, std::int64_t ldb, float* C, std::int64_t ldc,
              std::int64_t j0, std::int64_t j1) const override
    {
        for (std::size_t i = 0; i < tile.rowIds.size(); ++i) {
            const float a = loadValue(dtype, tile.values, i);
            if (tile.rowIds[i] < 0 || a == 0)
                continue;
            const float* b = B + tile.colIds[i] * ldb;
            for (std::int64_t j = j0; j < j1; ++j)
                C[tile.rowIds[i] * ldc + j] += a * b[j];
        }
    }

    void sddmm(const PackedTileView& tile, DataType dtype, const float* X, std::int64_t ldx, const float* Y,
               std::int64_t ldy, float* out, std::int64_t k0, std::int64_t k1, bool add) const override
    {
        for (std::size_t i = 0; i < tile.outputs.size(); ++i)
            if (tile.outputs[i] >= 0)
                writeOutput(out, tile.outputs[i],
                            loadValue(dtype, tile.values, i) *
                                partialDot(X + tile.rowIds[i] * ldx, Y + tile.colIds[i] * ldy, k0, k1),
                            add);
    }

private:
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

} // namespace

FormatKind oneDFormatKind()
{
    return {"1d",
            FormatFamily::OneD,
            "Non-zeros one after another, each with its row and its column; only the last tile is padded. "
            "For SDDMM: no product is made in vain, but little of what is loaded is used twice.",
            {{"size", "a power of two from 32 to 1024"}},
            makeOneD};
}

} // namespace sparsescope
