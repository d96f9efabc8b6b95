// DIA tiles: a number of consecutive rows, of these every diagonal that holds anything, whole.
#include "engine/plan/formats/block_rows.h"

#include "engine/core/at.h"
#include "engine/core/error.h"

namespace sparsescope {

namespace {

class DiaFormat final : public StoredPlaces<DiaFormat> {
public:
    explicit DiaFormat(std::int64_t rows) : m_rows(rows) {}

    std::string name() const override { return "dia"; }
    nlohmann::json parameters() const override { return {{"rows", m_rows}}; }
    std::string label() const override { return fmt::format("DIA {}", m_rows); }
    std::string letter() const override { return "G"; }
    FormatFamily family() const override { return FormatFamily::Diagonal; }
    std::string description() const override { return diaFormatKind().description; }
    std::string costedAs() const override { return "ell"; }

    ArraySizes sizes(const TileView& tile) const override
    {
        const std::int64_t rows = spanned(tile);
        return {rows, 1, 1, tile.places / rows, tile.places};
    }

    // Offsets ascend.
    std::span<const StoredArray> arrays() const override
    {
        static const std::vector<StoredArray> all = {
            {"rowIds", "the row of the matrix", ElementType::Row, true},
            {"firstRow", "the first row of the tile", ElementType::Index, true},
            {"diagonals", "how many diagonals the tile has", ElementType::Index, true},
            {"offsets", "the diagonal: column minus row", ElementType::Index},
            {"values", "the value", ElementType::Value}};
        return all;
    }

    std::int64_t placesOf(const TileView& tile, const Matrix& matrix) const override
    {
        return static_cast<std::int64_t>(offsetsOf(tile, matrix).size()) * spanned(tile);
    }

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        validateBlockRows(*this, tile, matrix, {});
        if (spanned(tile) > m_rows)
            failInput(fmt::format("{} spans at most {} rows, not {}", label(), m_rows, spanned(tile)));
        requirePlaces(*this, placesOf(tile, matrix));
    }

    // Diagonal by diagonal, each as long as the tile has rows.
    void places(const TileView& tile, const Matrix& matrix, DataType, std::span<std::int64_t> out) const override
    {
        std::fill(out.begin(), out.end(), padding);
        const std::vector<std::int64_t> offsets = offsetsOf(tile, matrix);
        forOffsets(tile, matrix, [&](std::uint32_t entry, std::int64_t row, std::int64_t offset) {
            const auto diagonal = std::lower_bound(offsets.begin(), offsets.end(), offset) - offsets.begin();
            out[at(diagonal * spanned(tile) + row - tile.rowIds.front())] = entry;
        });
    }

    void pack(const TileView& tile, const Matrix& matrix, const PackedSpans& out) const override
    {
        packBlockRows(tile, {}, out[rowIds]);
        const std::vector<std::int64_t> held = offsetsOf(tile, matrix);
        out[firstRow][0] = tile.rowIds.front();
        out[diagonals][0] = static_cast<std::int32_t>(held.size());
        std::transform(held.begin(), held.end(), out[offsets].begin(),
                       [](std::int64_t offset) { return static_cast<std::int32_t>(offset); });
    }

    // A diagonal speaks of the rectangle that it crosses.
    PackedAreas areas(const TileView& tile, const Matrix& matrix, DataType dtype) const override
    {
        PackedAreas areas = Format::areas(tile, matrix, dtype);
        const std::int64_t first = tile.rowIds.front();
        const std::int64_t end = tile.rowIds.back() + 1;
        areas[firstRow] = {areas[rowIds].front()};
        areas[offsets].clear();
        for (const std::int64_t offset : offsetsOf(tile, matrix))
            areas[offsets].push_back({std::max(first, -offset), std::min(end, matrix.cols() - offset),
                                      std::max(first + offset, std::int64_t{0}),
                                      std::min(end + offset, matrix.cols())});
        return areas;
    }

    // Windows of the matrix's rows.
    void cover(const Matrix& matrix, std::span<const std::uint32_t> positions, TileSet& out,
               Progress& progress) const override
    {
        const std::vector<GivenRow> rows = givenRows(matrix, positions, true);
        std::vector<std::size_t> windows{0}; // where each begins
        for (std::size_t i = 1; i < rows.size(); ++i)
            if (rows[i].row / m_rows != rows[i - 1].row / m_rows)
                windows.push_back(i);
        windows.push_back(rows.size());
        coverRanges(static_cast<std::int64_t>(windows.size()) - 1, std::max<std::int64_t>(1, 4096 / m_rows), out,
                    progress, [&](std::int64_t begin, std::int64_t end, TileSet& tiles) {
                        for (auto w = static_cast<std::size_t>(begin); w < static_cast<std::size_t>(end); ++w)
                            coverWindow(matrix, positions,
                                        std::span(rows).subspan(windows[w], windows[w + 1] - windows[w]), tiles);
                    });
    }

    TileFeatures features(const TileView& tile, const Matrix& matrix) const override
    {
        const std::int64_t rows = spanned(tile);
        return {this, rows, tile.places / rows, distinctColsOf(tile, matrix)};
    }

    std::vector<FormatAxes> axes() const override
    {
        const std::string column = "FIRST + r + offsets[t, d]";
        return {{.declarations = "axis D = dense_fixed(DIAGONALS)\n"
                                 "axis R = dense_fixed(ROWS)\n"
                                 "buffer rows(T, R): i32\n"
                                 "buffer offsets(T, D): i32\n"
                                 "domain rows [-1, m)\n"
                                 "domain offsets [1 - m, n)\n",
                 .axes = {"D", "R"},
                 .row = "rows[t, r]",
                 .column = column,
                 .held = fmt::format("rows[t, r] >= 0 && 0 <= {0} && {0} < n", column),
                 .tileValues = {{"DIAGONALS", diagonals, true}, {"ROWS", rowIds}, {"FIRST", firstRow, true}},
                 .arrays = {{"rows", rowIds}, {"offsets", offsets}}}};
    }

    template <class Body>
    void forPlaces(const PackedTileView& tile, DataType, const Body& body) const
    {
        const std::size_t rows = tile[rowIds].size();
        for (std::size_t i = 0; i < rows; ++i)
            if (tile[rowIds][i] >= 0)
                for (std::size_t d = 0; d < tile[offsets].size(); ++d)
                    body(tile[rowIds][i],
                         std::int64_t{tile[firstRow][0]} + static_cast<std::int64_t>(i) + tile[offsets][d],
                         d * rows + i);
    }

private:
    enum : std::size_t { rowIds, firstRow, diagonals, offsets, values };

    static std::int64_t spanned(const TileView& tile) { return tile.rowIds.back() - tile.rowIds.front() + 1; }

    // Calls body(entry, row, column - row) for every entry.
    template <class Body>
    static void forOffsets(const TileView& tile, const Matrix& matrix, const Body& body)
    {
        forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
            for (; b < e; ++b)
                body(tile.entries[b], tile.rowIds[i],
                     std::int64_t{matrix.colIdx()[Entry::position(tile.entries[b])]} - tile.rowIds[i]);
        });
    }

    static void makeDistinct(std::vector<std::int64_t>& offsets)
    {
        std::sort(offsets.begin(), offsets.end());
        offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
    }

    static std::vector<std::int64_t> offsetsOf(const TileView& tile, const Matrix& matrix)
    {
        std::vector<std::int64_t> offsets;
        forOffsets(tile, matrix, [&](std::uint32_t, std::int64_t, std::int64_t offset) { offsets.push_back(offset); });
        makeDistinct(offsets);
        return offsets;
    }

    static void coverWindow(const Matrix& matrix, std::span<const std::uint32_t> positions,
                            std::span<const GivenRow> rows, TileSet& tiles)
    {
        std::vector<std::int64_t> offsets;
        for (const GivenRow& row : rows)
            for (std::size_t p = row.begin; p < row.end; ++p)
                offsets.push_back(std::int64_t{matrix.colIdx()[positions[p]]} - row.row);
        if (offsets.empty())
            return;
        makeDistinct(offsets);
        for (const GivenRow& row : rows) {
            tiles.rowIds.push_back(row.row);
            tiles.entries.insert(tiles.entries.end(), positions.begin() + static_cast<std::ptrdiff_t>(row.begin),
                                 positions.begin() + static_cast<std::ptrdiff_t>(row.end));
        }
        closeTile(tiles, static_cast<std::int64_t>(offsets.size()) * (rows.back().row - rows.front().row + 1));
    }

    std::int64_t m_rows;
};

FormatPtr makeDia(const nlohmann::json& parameters)
{
    return std::make_shared<const DiaFormat>(rangedParameter(parameters, "dia", "rows", 1, mostTilePlaces));
}

std::vector<nlohmann::json> diaChoices(const Matrix&, std::span<const std::uint32_t>, std::int64_t)
{
    return {{{"rows", 16}}, {{"rows", 64}}, {{"rows", 256}}};
}

} // namespace

FormatKind diaFormatKind()
{
    return {"dia",
            FormatFamily::Diagonal,
            "Every diagonal that holds anything is stored whole, with its offset from the main one and no other index. "
            "A band costs almost nothing but its values; scattered non-zeros each bring a diagonal of zeros.",
            {{"rows", "rows of a tile, from 1 to 65536"}},
            makeDia,
            diaChoices,
            {.onGrid = true}};
}

} // namespace sparsescope
