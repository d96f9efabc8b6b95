// ELL tiles: a fixed number of places a row; long rows are split into several stored rows (STile 3.1, table 2).
#include "engine/core/error.h"
#include "engine/plan/formats/shared.h"

#include <numeric>

namespace sparsescope {

namespace {

constexpr std::int64_t mostPlaces = 1 << 16; // rows x width of a tile: one thread block's work

class EllFormat final : public StoredPlaces<EllFormat> {
public:
    EllFormat(std::int64_t rows, std::int64_t width) : m_rows(rows), m_width(width) {}

    std::string name() const override { return "ell"; }
    nlohmann::json parameters() const override { return {{"rows", m_rows}, {"width", m_width}}; }
    std::string label() const override { return fmt::format("ELL {}x{}", m_rows, m_width); }
    std::string letter() const override { return "E"; }
    FormatFamily family() const override { return FormatFamily::Ell; }
    std::string description() const override { return ellFormatKind().description; }
    std::int64_t packedRows() const override { return m_rows; }
    std::int64_t packedCols() const override { return m_rows * m_width; }
    std::int64_t packedValues() const override { return m_rows * m_width; }
    ArraySizes sizes(const TileView&) const override { return {m_rows, m_rows * m_width, m_rows * m_width}; }
    std::span<const StoredArray> arrays() const override
    {
        static const std::vector<StoredArray> all = {{"rowIds", "the row of the matrix", ElementType::Row, true},
                                                     {"colIdx", "the column of the place", ElementType::Column},
                                                     {"values", "the value", ElementType::Value}};
        return all;
    }

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        if (tile.rowIds.empty() || static_cast<std::int64_t>(tile.rowIds.size()) > m_rows)
            failInput(fmt::format("{} holds 1 to {} rows, not {}", label(), m_rows, tile.rowIds.size()));
        if (!tile.colIds.empty())
            failInput("an ELL tile has no columns of its own");
        const std::size_t placed = forStoredRows(tile, matrix, width(), [](std::size_t, std::size_t, std::size_t) {});
        if (placed != tile.entries.size())
            failInput(fmt::format("entry {} lies in none of the tile's rows, out of their order, or past the width {}",
                                  Entry::position(tile.entries[placed]), m_width));
    }

    void places(const TileView& tile, const Matrix& matrix, DataType, std::span<std::int64_t> out) const override
    {
        std::fill(out.begin(), out.end(), padding);
        const std::vector<std::size_t> to = packedOrder(tile);
        forStoredRows(tile, matrix, width(), [&](std::size_t i, std::size_t b, std::size_t e) {
            for (std::size_t k = b; k < e; ++k)
                out[to[i] * width() + (k - b)] = tile.entries[k];
        });
    }

    // Padding repeats the last column of its row (its line of B is in the cache), or that of the row above.
    void pack(const TileView& tile, const Matrix& matrix, const PackedSpans& out) const override
    {
        const std::vector<std::size_t> to = packedOrder(tile);
        std::fill(out[rowIds].begin(), out[rowIds].end(), -1);
        std::int32_t last = 0;
        std::size_t filled = 0;
        forStoredRows(tile, matrix, width(), [&](std::size_t i, std::size_t b, std::size_t e) {
            out[rowIds][to[i]] = tile.rowIds[i];
            for (std::size_t k = 0; k < width(); ++k) {
                if (b + k < e)
                    last = matrix.colIdx()[Entry::position(tile.entries[b + k])];
                out[colIdx][to[i] * width() + k] = last;
            }
            filled = (i + 1) * width();
        });
        std::fill(out[colIdx].begin() + static_cast<std::ptrdiff_t>(filled), out[colIdx].end(), last);
    }

    TileFeatures features(const TileView& tile, const Matrix& matrix) const override
    {
        return {this, m_rows, m_width, distinctColsOf(tile, matrix)};
    }

    // Rows in their order, long ones folded into several stored rows, those of a row in one tile where it holds them.
    void cover(const Matrix& matrix, std::span<const std::uint32_t> positions, TileSet& out,
               Progress& progress) const override
    {
        std::int64_t stored = 0;
        std::size_t seen = 0;
        for (const GivenRow& row : givenRows(matrix, positions)) {
            if (++seen % 65536 == 0)
                progress.check();
            const auto pieces = static_cast<std::int64_t>((row.size() + width() - 1) / width());
            if (stored % m_rows != 0 && pieces > m_rows - stored % m_rows) {
                closeTile(out);
                stored = 0;
            }
            for (std::size_t p = row.begin; p < row.end; p += width()) {
                out.rowIds.push_back(row.row);
                out.entries.insert(out.entries.end(), positions.begin() + static_cast<std::ptrdiff_t>(p),
                                   positions.begin() + static_cast<std::ptrdiff_t>(std::min(row.end, p + width())));
                if (++stored % m_rows == 0)
                    closeTile(out);
            }
        }
        if (stored % m_rows != 0)
            closeTile(out);
    }

    std::vector<FormatAxes> axes() const override { return {ellAxes(m_rows, m_width, rowIds, colIdx)}; }

    template <class Body>
    void forPlaces(const PackedTileView& tile, DataType, const Body& body) const
    {
        for (std::size_t r = 0; r < static_cast<std::size_t>(m_rows); ++r)
            if (const std::int32_t row = tile[rowIds][r]; row >= 0)
                for (std::size_t k = r * width(); k < (r + 1) * width(); ++k)
                    body(row, tile[colIdx][k], k);
    }

private:
    enum : std::size_t { rowIds, colIdx, values };

    // Where each stored row is packed: those of one row one after another, where its first stands.
    static std::vector<std::size_t> packedOrder(const TileView& tile)
    {
        std::vector<std::size_t> byRow(tile.rowIds.size());
        std::iota(byRow.begin(), byRow.end(), std::size_t{0});
        std::vector<std::size_t> to = byRow, first = byRow; // first: of the same row
        const auto row = [&](std::size_t i) { return tile.rowIds[i]; };
        std::sort(byRow.begin(), byRow.end(),
                  [&](std::size_t a, std::size_t b) { return row(a) != row(b) ? row(a) < row(b) : a < b; });
        bool folded = false;
        for (std::size_t k = 1; k < byRow.size(); ++k)
            if (row(byRow[k]) == row(byRow[k - 1])) {
                first[byRow[k]] = first[byRow[k - 1]];
                folded = true;
            }
        if (!folded)
            return to;
        std::vector<std::size_t> order = to;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return first[a] < first[b]; });
        for (std::size_t i = 0; i < order.size(); ++i)
            to[order[i]] = i;
        return to;
    }

    std::size_t width() const { return static_cast<std::size_t>(m_width); }

    std::int64_t m_rows;
    std::int64_t m_width;
};

FormatPtr makeEll(const nlohmann::json& parameters)
{
    const std::int64_t rows = integerParameter(parameters, "ell", "rows");
    const std::int64_t width = integerParameter(parameters, "ell", "width");
    for (const std::int64_t n : {rows, width})
        if (n < 1 || n > mostPlaces || !std::has_single_bit(static_cast<std::uint64_t>(n)))
            failInput(fmt::format("format \"ell\" has rows and width that are powers of two, not {}", n));
    if (rows * width < 8 || rows * width > mostPlaces)
        failInput(fmt::format("format \"ell\" has 8 to {} places, not {} x {}", mostPlaces, rows, width));
    return std::make_shared<const EllFormat>(rows, width);
}

// Widths about the mean length of the rows that hold something, and the longest.
std::vector<nlohmann::json> ellChoices(const Matrix& matrix, std::span<const std::uint32_t> positions,
                                       std::int64_t nonZeros)
{
    const std::vector<GivenRow> rows = givenRows(matrix, positions);
    std::size_t longest = 1;
    for (const GivenRow& row : rows)
        longest = std::max(longest, row.size());
    const std::size_t mean =
        std::bit_ceil(std::max<std::size_t>(1, positions.size() / std::max<std::size_t>(1, rows.size())));
    std::vector<nlohmann::json> made;
    std::size_t last = 0;
    for (const std::size_t width : {mean / 2, mean, mean * 2, std::bit_ceil(longest)})
        if (const std::size_t w = std::clamp<std::size_t>(width, 1, 1024); w > last) {
            const auto tall = static_cast<std::size_t>(usualPlaces(at(nonZeros))) / w;
            made.push_back({{"rows", std::max<std::size_t>(tall, w < 8 ? 8 / w : 1)}, {"width", w}});
            last = w;
        }
    return made;
}

} // namespace

FormatKind ellFormatKind()
{
    return {"ell",
            FormatFamily::Ell,
            "A fixed number of places a row, filled front to back and padded at the end. "
            "No row pointers and no divergence; a long row is split into several stored rows.",
            {{"rows", "a power of two"}, {"width", "a power of two; rows x width from 8 to 65536"}},
            makeEll,
            ellChoices,
            {.onGpu = true, .repacking = Repacking::Fold}};
}

} // namespace sparsescope
