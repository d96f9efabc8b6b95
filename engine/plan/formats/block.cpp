// Block tiles: 16 rows by a multiple of 16 condensed columns, stored dense, for tensor cores (STile 3.1, "condense").
#include "engine/core/error.h"
#include "engine/plan/formats/formats.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sparsescope {

namespace {

constexpr std::int64_t tileRows = 16;
constexpr std::int64_t step = 16;  // K of the tensor-core instruction m16n8k16
constexpr std::int64_t mostCols = 160;

// Index of place (r, c) in a packed tile. Float16 values stand in the order of the A fragments of mma.m16n8k16 (PTX
// ISA, "Matrix Fragments for mma.m16n8k16"), so that a lane loads the eight that it needs with one 16-byte access.
std::size_t packedIndex(std::int64_t r, std::int64_t c, std::int64_t width, DataType dtype)
{
    if (dtype != DataType::Float16)
        return static_cast<std::size_t>(r * width + c);
    const std::int64_t inStep = c % step;
    const std::int64_t lane = (r % 8) * 4 + (inStep % 8) / 2;
    const std::int64_t element = (inStep / 8) * 4 + (r / 8) * 2 + inStep % 2;
    return static_cast<std::size_t>((c / step) * tileRows * step + lane * 8 + element);
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
        return std::adjacent_find(slots.begin(), slots.end(), [](Slot a, Slot b) { return a.first == b.first; }) == slots.end();
    }

private:
    using Slot = std::pair<std::int32_t, std::int32_t>;
    std::span<const Slot> used() const { return std::span(m_slots).first(m_size); }

    std::array<Slot, mostCols> m_slots;
    std::size_t m_size;
};

class BlockFormat final : public Format {
public:
    explicit BlockFormat(std::int64_t width) : m_width(width) {}

    std::string name() const override { return "block"; }
    nlohmann::json parameters() const override { return {{"rows", tileRows}, {"width", m_width}}; }
    std::string label() const override { return fmt::format("block {}x{}", tileRows, m_width); }
    std::string letter() const override { return "B"; }
    FormatFamily family() const override { return FormatFamily::Block; }
    std::string description() const override { return blockFormatKind().description; }
    std::int64_t packedRows() const override { return tileRows; }
    std::int64_t packedCols() const override { return m_width; }
    std::int64_t packedValues() const override { return tileRows * m_width; }

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        if (tile.rowIds.empty() || static_cast<std::int64_t>(tile.rowIds.size()) > tileRows)
            failInput(fmt::format("{} holds 1 to {} rows, not {}", label(), tileRows, tile.rowIds.size()));
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
        const std::size_t placed = forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t, std::size_t b, std::size_t e) {
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
                out[packedIndex(static_cast<std::int64_t>(i), c, m_width, dtype)] = tile.entries[b];
            }
        });
    }

    void packCols(const TileView& tile, const Matrix&, std::span<std::int32_t> out) const override
    {
        const auto rest = std::copy(tile.colIds.begin(), tile.colIds.end(), out.begin());
        std::fill(rest, out.end(), tile.colIds.back());
    }

    TileFeatures features(const TileView&, const Matrix&) const override { return {this, tileRows, m_width, m_width}; }

    void spmm(const PackedTileView& tile, DataType dtype, const float* B, std::int64_t ldb, float* C, std::int64_t ldc,
              std::int64_t j0, std::int64_t j1) const override
    {
        for (std::int64_t r = 0; r < tileRows; ++r) {
            const std::int32_t row = tile.rowIds[static_cast<std::size_t>(r)];
            if (row < 0)
                continue;
            for (std::int64_t k = 0; k < m_width; ++k) {
                const std::size_t at = packedIndex(r, k, m_width, dtype);
                const float a = dtype == DataType::Float16 ? fromHalf(static_cast<const std::uint16_t*>(tile.values)[at])
                                                           : static_cast<const float*>(tile.values)[at];
                if (a == 0)
                    continue;
                const float* b = B + tile.colIds[static_cast<std::size_t>(k)] * ldb;
                for (std::int64_t j = j0; j < j1; ++j)
                    C[row * ldc + j] += a * b[j];
            }
        }
    }

private:
    std::int64_t m_width;
};

FormatPtr makeBlock(const nlohmann::json& parameters)
{
    const std::int64_t rows = integerParameter(parameters, "block", "rows");
    const std::int64_t width = integerParameter(parameters, "block", "width");
    if (rows != tileRows)
        failInput(fmt::format("format \"block\" has {} rows, not {}", tileRows, rows));
    if (width < step || width > mostCols || width % step != 0)
        failInput(fmt::format("format \"block\" has a width of {} to {} in steps of {}, not {}", step, mostCols, step, width));
    return std::make_shared<const BlockFormat>(width);
}

}  // namespace

FormatKind blockFormatKind()
{
    return {"block", FormatFamily::Block,
            "Sixteen rows by a few condensed columns, stored whole with its zeros. "
            "Tensor cores multiply it without looking at a single index.",
            {{"rows", "16"}, {"width", "a multiple of 16 from 16 to 160"}}, makeBlock};
}

}  // namespace sparsescope
