// Block tiles: 8 or 16 rows by a multiple of 16 condensed columns, stored dense, for tensor cores (STile 3.1,
// "condense").
#include "engine/core/error.h"
#include "engine/plan/formats/formats.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope {

namespace {

constexpr std::int64_t step = 16; // K of the tensor-core instruction m16n8k16
constexpr std::int64_t mostCols = 160;

// Index of place (r, c) in a packed tile of 8 or 16 rows. Sixteen-bit values stand in the order of the fragments of
// mma.m16n8k16 (PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type"): 16 rows as its A operand, eight
// values a lane and step of 16 columns; 8 rows as its B operand, transposed, four values a lane and step. So a lane
// loads what it needs with one access. The order of A is also that of the accumulators of two m16n8 results side by
// side, in which SDDMM makes its outputs. Float32 and tf32 stand row by row.
std::size_t packedIndex(std::int64_t r, std::int64_t c, std::int64_t rows, std::int64_t width, DataType dtype)
{
    if (!narrow(dtype))
        return static_cast<std::size_t>(r * width + c);
    const std::int64_t inStep = c % step;
    const std::int64_t lane = (r % 8) * 4 + (inStep % 8) / 2;
    const std::int64_t each = rows * step / 32; // values a lane and step
    const std::int64_t element = (inStep / 8) * (each / 2) + (r / 8) * 2 + inStep % 2;
    return static_cast<std::size_t>((c / step) * rows * step + lane * each + element);
}

// Stored column of each original column of a tile, by binary search.
class ColumnSlots {
public:
    explicit ColumnSlots(std::span<const std::int32_t> colIds) : m_size(colIds.size())
    {
        for (std::size_t i = 0; i < m_size; ++i)
            m_slots[i] = {colIds[i], static_cast<std::int32_t>(i)};
        std::sort(m_slots.begin(), m_slots.begin() + static_cast<std::ptrdiff_t>(m_size));
    }
    // -1 when the tile does not hold the column.
    std::int64_t find(std::int32_t col) const
    {
        const auto slots = used();
        const auto at = std::lower_bound(slots.begin(), slots.end(), Slot{col, 0});
        return at != slots.end() && at->first == col ? at->second : -1;
    }
    bool distinct() const
    {
        const auto slots = used();
        return std::adjacent_find(slots.begin(), slots.end(), [](Slot a, Slot b) { return a.first == b.first; }) ==
               slots.end();
    }

private:
    using Slot = std::pair<std::int32_t, std::int32_t>;
    std::span<const Slot> used() const { return std::span(m_slots).first(m_size); }

    std::array<Slot, mostCols> m_slots;
    std::size_t m_size;
};

class BlockFormat final : public Format {
public:
    BlockFormat(std::int64_t rows, std::int64_t width) : m_rows(rows), m_width(width) {}

    std::string name() const override { return "block"; }
    nlohmann::json parameters() const override { return {{"rows", m_rows}, {"width", m_width}}; }
    std::string label() const override { return fmt::format("block {}x{}", m_rows, m_width); }
    std::string letter() const override { return "B"; }
    FormatFamily family() const override { return FormatFamily::Block; }
    std::string description() const override { return blockFormatKind().description; }
    std::int64_t packedRows() const override { return m_rows; }
    std::int64_t packedCols() const override { return m_width; }
    std::int64_t packedValues() const override { return m_rows * m_width; }

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        if (tile.rowIds.empty() || static_cast<std::int64_t>(tile.rowIds.size()) > m_rows)
            failInput(fmt::format("{} holds 1 to {} rows, not {}", label(), m_rows, tile.rowIds.size()));
        if (tile.colIds.empty() || static_cast<std::int64_t>(tile.colIds.size()) > m_width)
            failInput(fmt::format("{} holds 1 to {} columns, not {}", label(), m_width, tile.colIds.size()));
        const ColumnSlots slots(tile.colIds);
        if (!slots.distinct())
            failInput("a column is stored twice");
        for (std::size_t i = 0; i < tile.rowIds.size(); ++i)
            for (std::size_t j = i + 1; j < tile.rowIds.size(); ++j)
                if (tile.rowIds[i] == tile.rowIds[j])
                    failInput(fmt::format("row {} is stored twice", tile.rowIds[i]));
        std::int64_t outside = -1;
        const std::size_t placed =
            forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t, std::size_t b, std::size_t e) {
                for (; b < e; ++b) {
                    const std::uint32_t p = Entry::position(tile.entries[b]);
                    if (slots.find(matrix.colIdx()[p]) < 0)
                        outside = p;
                }
            });
        if (outside >= 0)
            failInput(fmt::format("entry {} lies in column {}, which the tile does not hold", outside,
                                  matrix.colIdx()[static_cast<std::size_t>(outside)]));
        if (placed != tile.entries.size())
            failInput(fmt::format("entry {} lies in none of the tile's rows, or out of their order",
                                  Entry::position(tile.entries[placed])));
    }

    void places(const TileView& tile, const Matrix& matrix, DataType dtype, std::span<std::int64_t> out) const override
    {
        std::fill(out.begin(), out.end(), padding);
        const ColumnSlots slots(tile.colIds);
        forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
            for (; b < e; ++b) {
                const std::int64_t c = slots.find(matrix.colIdx()[Entry::position(tile.entries[b])]);
                out[packedIndex(static_cast<std::int64_t>(i), c, m_rows, m_width, dtype)] = tile.entries[b];
            }
        });
    }

    void packCols(const TileView& tile, const Matrix&, std::span<std::int32_t> out) const override
    {
        const auto rest = std::copy(tile.colIds.begin(), tile.colIds.end(), out.begin());
        std::fill(rest, out.end(), tile.colIds.back());
    }

    TileFeatures features(const TileView&, const Matrix&) const override { return {this, m_rows, m_width, m_width}; }

    void spmm(const PackedTileView& tile, DataType dtype, const float* B, std::int64_t ldb, float* C, std::int64_t ldc,
              std::int64_t j0, std::int64_t j1) const override
    {
        for (std::int64_t r = 0; r < m_rows; ++r) {
            const std::int32_t row = tile.rowIds[static_cast<std::size_t>(r)];
            if (row < 0)
                continue;
            for (std::int64_t k = 0; k < m_width; ++k) {
                const float a = loadValue(dtype, tile.values, packedIndex(r, k, m_rows, m_width, dtype));
                if (a == 0)
                    continue;
                const float* b = B + tile.colIds[static_cast<std::size_t>(k)] * ldb;
                for (std::int64_t j = j0; j < j1; ++j)
                    C[row * ldc + j] += a * b[j];
            }
        }
    }

    void sddmm(const PackedTileView& tile, DataType dtype, const float* X, std::int64_t ldx, const float* Y,
               std::int64_t ldy, float* out, std::int64_t k0, std::int64_t k1, bool add) const override
    {
        for (std::int64_t r = 0; r < m_rows; ++r)
            for (std::int64_t c = 0; c < m_width; ++c) {
                const std::size_t at = packedIndex(r, c, m_rows, m_width, dtype);
                if (tile.outputs[at] < 0)
                    continue;
                const float* x = X + tile.rowIds[static_cast<std::size_t>(r)] * ldx;
                const float* y = Y + tile.colIds[static_cast<std::size_t>(c)] * ldy;
                writeOutput(out, tile.outputs[at], loadValue(dtype, tile.values, at) * partialDot(x, y, k0, k1), add);
            }
    }

private:
    std::int64_t m_rows;
    std::int64_t m_width;
};

FormatPtr makeBlock(const nlohmann::json& parameters)
{
    const std::int64_t rows = integerParameter(parameters, "block", "rows");
    const std::int64_t width = integerParameter(parameters, "block", "width");
    if (rows != 8 && rows != 16)
        failInput(fmt::format("format \"block\" has 8 or 16 rows, not {}", rows));
    if (width < step || width > mostCols || width % step != 0)
        failInput(fmt::format("format \"block\" has a width of {} to {} in steps of {}, not {}", step, mostCols, step,
                              width));
    return std::make_shared<const BlockFormat>(rows, width);
}

} // namespace

FormatKind blockFormatKind()
{
    return {"block",
            FormatFamily::Block,
            "Eight or sixteen rows by a few condensed columns, stored whole with its zeros. "
            "Tensor cores multiply it without looking at a single index.",
            {{"rows", "8 or 16"}, {"width", "a multiple of 16 from 16 to 160"}},
            makeBlock};
}

} // namespace sparsescope
