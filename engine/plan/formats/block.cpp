// Block tiles: 8 or 16 rows by a multiple of 16 condensed columns, stored dense, for tensor cores (STile 3.1,
// "condense").
#include "engine/core/error.h"
#include "engine/plan/formats/block_rows.h"

#include <array>

namespace sparsescope {

namespace {

constexpr std::int64_t step = 16; // K of the tensor-core instruction m16n8k16
constexpr std::int64_t mostCols = 160;

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

class BlockFormat final : public StoredPlaces<BlockFormat> {
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
    ArraySizes sizes(const TileView&) const override { return {m_rows, m_width, m_rows * m_width}; }
    std::span<const StoredArray> arrays() const override
    {
        static const std::vector<StoredArray> all = {{"rowIds", "the row of the matrix", ElementType::Row},
                                                     {"colIds", "the column of the matrix", ElementType::Column},
                                                     {"values", "the value", ElementType::Value}};
        return all;
    }

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
                out[indexOf(static_cast<std::int64_t>(i), c, dtype)] = tile.entries[b];
            }
        });
    }

    bool inFragments(DataType dtype) const override { return narrow(dtype); }

    void pack(const TileView& tile, const Matrix&, const PackedSpans& out) const override
    {
        packListedRows(tile, out[rowIds]);
        std::fill(std::copy(tile.colIds.begin(), tile.colIds.end(), out[colIds].begin()), out[colIds].end(),
                  tile.colIds.back());
    }

    TileFeatures features(const TileView&, const Matrix&) const override { return {this, m_rows, m_width, m_width}; }

    // Windows of rows that hold something, in their order; of each the fullest columns first (STile 3.1, "condense"),
    // cut at the width: the last blocks hold what is sparse.
    void cover(const Matrix& matrix, std::span<const std::uint32_t> positions, TileSet& out,
               Progress& progress) const override
    {
        const std::vector<GivenRow> rows = givenRows(matrix, positions);
        const auto count = static_cast<std::int64_t>(rows.size());
        coverRanges((count + m_rows - 1) / m_rows, 64, out, progress,
                    [&](std::int64_t begin, std::int64_t end, TileSet& tiles) {
                        for (std::int64_t w = begin; w < end; ++w)
                            coverWindow(
                                matrix, positions,
                                std::span(rows).subspan(static_cast<std::size_t>(w * m_rows),
                                                        static_cast<std::size_t>(std::min(m_rows, count - w * m_rows))),
                                tiles);
                    });
    }

    PackedAreas areas(const TileView& tile, const Matrix& matrix, DataType dtype) const override
    {
        PackedAreas areas = Format::areas(tile, matrix, dtype);
        for (std::size_t c = 0; c < areas[colIds].size(); ++c)
            areas[colIds][c] = c < tile.colIds.size() ? MatrixArea{0, matrix.rows(), tile.colIds[c], tile.colIds[c] + 1}
                                                      : MatrixArea();
        return areas;
    }

    std::vector<FormatAxes> axes() const override
    {
        return {{.declarations = fmt::format("axis I = sparse_fixed(T, m, {}, I_indices) holes\n"
                                             "axis J = sparse_fixed(T, n, {}, J_indices)\n",
                                             m_rows, m_width),
                 .axes = {"I", "J"},
                 .row = "i",
                 .column = "j",
                 .tileValues = {},
                 .arrays = {{"I_indices", rowIds}, {"J_indices", colIds}}}};
    }

    template <class Body>
    void forPlaces(const PackedTileView& tile, DataType dtype, const Body& body) const
    {
        for (std::int64_t r = 0; r < m_rows; ++r)
            if (const std::int32_t row = tile[rowIds][static_cast<std::size_t>(r)]; row >= 0)
                for (std::int64_t k = 0; k < m_width; ++k)
                    body(row, tile[colIds][static_cast<std::size_t>(k)], indexOf(r, k, dtype));
    }

private:
    enum : std::size_t { rowIds, colIds, values };

    // Where place (r, c) stands: float32 and tf32 row by row.
    std::size_t indexOf(std::int64_t r, std::int64_t c, DataType dtype) const
    {
        return inFragments(dtype) ? fragmentIndex(r, c, m_rows) : static_cast<std::size_t>(r * m_width + c);
    }

    // The columns of these rows, ascending, each as often as rows hold it.
    static std::vector<std::int32_t> columnsOf(const Matrix& matrix, std::span<const std::uint32_t> positions,
                                               std::span<const GivenRow> rows)
    {
        constexpr std::size_t large = 1024;
        std::vector<std::int32_t> all;
        std::vector<std::ptrdiff_t> ends = {0};
        for (const GivenRow& row : rows) {
            for (std::size_t p = row.begin; p < row.end; ++p)
                all.push_back(matrix.colIdx()[positions[p]]);
            ends.push_back(std::ssize(all));
        }
        if (all.size() < large) {
            std::sort(all.begin(), all.end());
            return all;
        }
        for (std::size_t step = 1; step < rows.size(); step *= 2) // each row ascends
            for (std::size_t r = 0; r + step < rows.size(); r += 2 * step)
                std::inplace_merge(all.begin() + ends[r], all.begin() + ends[r + step],
                                   all.begin() + ends[std::min(r + 2 * step, rows.size())]);
        return all;
    }

    void coverWindow(const Matrix& matrix, std::span<const std::uint32_t> positions, std::span<const GivenRow> rows,
                     TileSet& tiles) const
    {
        std::vector<std::int32_t> all = columnsOf(matrix, positions, rows);
        std::vector<std::size_t> held;                      // by how many rows, of each column
        std::vector<std::size_t> place(rows.size() + 1, 0); // of the next column that so many rows hold
        for (std::size_t i = 0, end = 0; i < all.size(); i = end) {
            while (end < all.size() && all[end] == all[i])
                ++end;
            held.push_back(end - i);
            ++place[end - i];
        }
        all.erase(std::unique(all.begin(), all.end()), all.end());
        // Columns that most rows hold come first, those that as many hold in their order.
        std::size_t first = 0;
        for (std::size_t count = rows.size(); count > 0; --count)
            first += std::exchange(place[count], first);
        std::vector<std::int32_t> order(all.size());
        std::vector<std::size_t> blockOf(all.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::size_t to = place[held[i]]++;
            order[to] = all[i];
            blockOf[i] = to / static_cast<std::size_t>(m_width);
        }
        struct Part {
            std::vector<std::int32_t> rows;
            std::vector<std::uint32_t> entries;
        };
        std::vector<Part> blocks((order.size() + static_cast<std::size_t>(m_width) - 1) /
                                 static_cast<std::size_t>(m_width));
        for (const GivenRow& row : rows) {
            auto at = all.begin(); // columns of a row ascend
            const bool most = 8 * (row.end - row.begin) > all.size();
            for (std::size_t p = row.begin; p < row.end; ++p) {
                const std::int32_t column = matrix.colIdx()[positions[p]];
                at = most ? std::find(at, all.end(), column) : std::lower_bound(at, all.end(), column);
                Part& block = blocks[blockOf[static_cast<std::size_t>(at - all.begin())]];
                if (block.rows.empty() || block.rows.back() != row.row)
                    block.rows.push_back(row.row); // a row that gives nothing would be written for nothing
                block.entries.push_back(positions[p]);
            }
        }
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            tiles.rowIds.insert(tiles.rowIds.end(), blocks[b].rows.begin(), blocks[b].rows.end());
            tiles.entries.insert(tiles.entries.end(), blocks[b].entries.begin(), blocks[b].entries.end());
            const auto begin = order.begin() + static_cast<std::ptrdiff_t>(b) * m_width;
            tiles.colIds.insert(tiles.colIds.end(), begin,
                                begin + std::min<std::ptrdiff_t>(m_width, order.end() - begin));
            closeTile(tiles);
        }
    }

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

std::vector<nlohmann::json> blockChoices(const Matrix&, std::span<const std::uint32_t>, std::int64_t)
{
    return {{{"rows", 16}, {"width", 16}},
            {{"rows", 16}, {"width", 32}},
            {{"rows", 16}, {"width", 80}},
            {{"rows", 8}, {"width", 32}}};
}

} // namespace

FormatKind blockFormatKind()
{
    return {"block",
            FormatFamily::Block,
            "Eight or sixteen rows by a few condensed columns, stored whole with its zeros. "
            "Tensor cores multiply it without looking at a single index.",
            {{"rows", "8 or 16"}, {"width", "a multiple of 16 from 16 to 160"}},
            makeBlock,
            blockChoices,
            {.onGpu = true, .costTables = true, .abbreviation = false, .repacking = Repacking::Condense}};
}

} // namespace sparsescope
