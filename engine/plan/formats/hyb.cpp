// HYB tiles: the first places of every row as ELL, the rest of long rows as COO (Bell and Garland 2009).
#include "engine/plan/formats/shared.h"

#include "engine/core/error.h"

namespace sparsescope {

namespace {

class HybFormat final : public StoredPlaces<HybFormat> {
public:
    HybFormat(std::int64_t rows, std::int64_t width) : m_rows(rows), m_width(width) {}

    std::string name() const override { return "hyb"; }
    nlohmann::json parameters() const override { return {{"rows", m_rows}, {"width", m_width}}; }
    std::string label() const override { return fmt::format("HYB {}x{}", m_rows, m_width); }
    std::string letter() const override { return "H"; }
    FormatFamily family() const override { return FormatFamily::Ell; }
    std::string description() const override { return hybFormatKind().description; }
    std::string costedAs() const override { return "ell"; }

    ArraySizes sizes(const TileView& tile) const override
    {
        const std::int64_t count = tile.places - m_rows * m_width;
        return {m_rows, 1, m_rows * m_width, tile.places, count, count};
    }

    // The values of the ELL part row by row, then those of the overflow.
    std::span<const StoredArray> arrays() const override
    {
        static const std::vector<StoredArray> all = {
            {"ell.rowIds", "the row of the matrix", ElementType::Row, true},
            {"overflow", "how many places the COO part has", ElementType::Index, true},
            {"ell.colIdx", "the column of the place", ElementType::Column},
            {"values", "the value", ElementType::Value},
            {"coo.rowIdx", "the row of the non-zero", ElementType::Row},
            {"coo.colIdx", "the column of the non-zero", ElementType::Column}};
        return all;
    }

    std::int64_t placesOf(const TileView& tile, const Matrix& matrix) const override
    {
        std::int64_t beyond = 0;
        forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t, std::size_t b, std::size_t e) {
            beyond += std::max<std::int64_t>(0, static_cast<std::int64_t>(e - b) - m_width);
        });
        return m_rows * m_width + beyond;
    }

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        if (static_cast<std::int64_t>(tile.rowIds.size()) > m_rows)
            failInput(fmt::format("{} holds 1 to {} rows, not {}", label(), m_rows, tile.rowIds.size()));
        validateListedRows(*this, tile, matrix, matrix.nnz());
    }

    void places(const TileView& tile, const Matrix& matrix, DataType, std::span<std::int64_t> out) const override
    {
        std::fill(out.begin(), out.end(), padding);
        forSplit(tile, matrix, [&](std::size_t, std::size_t place, std::size_t e) { out[place] = tile.entries[e]; });
    }

    // Padding repeats the last column.
    void pack(const TileView& tile, const Matrix& matrix, const PackedSpans& out) const override
    {
        packListedRows(tile, out[ellRowIds]);
        out[overflow][0] = static_cast<std::int32_t>(out[cooRowIdx].size());
        std::fill(out[ellColIdx].begin(), out[ellColIdx].end(), -1);
        forSplit(tile, matrix, [&](std::size_t i, std::size_t place, std::size_t e) {
            const std::int32_t col = matrix.colIdx()[Entry::position(tile.entries[e])];
            if (place < ellPlaces()) {
                out[ellColIdx][place] = col;
            } else {
                out[cooRowIdx][place - ellPlaces()] = tile.rowIds[i];
                out[cooColIdx][place - ellPlaces()] = col;
            }
        });
        std::int32_t last = 0;
        for (std::int32_t& col : out[ellColIdx])
            last = col = col < 0 ? last : col;
    }

    void cover(const Matrix& matrix, std::span<const std::uint32_t> positions, TileSet& out,
               Progress& progress) const override
    {
        std::int64_t listed = 0, beyond = 0;
        const auto close = [&] {
            if (listed > 0)
                closeTile(out, m_rows * m_width + beyond);
            listed = beyond = 0;
        };
        out.entries.reserve(out.entries.size() + positions.size());
        std::size_t seen = 0;
        for (const GivenRow& row : givenRows(matrix, positions)) {
            if (++seen % 65536 == 0)
                progress.check();
            if (listed == m_rows)
                close();
            out.rowIds.push_back(row.row);
            out.entries.insert(out.entries.end(), positions.begin() + static_cast<std::ptrdiff_t>(row.begin),
                               positions.begin() + static_cast<std::ptrdiff_t>(row.end));
            beyond += std::max<std::int64_t>(0, static_cast<std::int64_t>(row.size()) - m_width);
            ++listed;
        }
        close();
    }

    TileFeatures features(const TileView& tile, const Matrix& matrix) const override
    {
        return {this, m_rows, tile.places, distinctColsOf(tile, matrix), tile.places};
    }

    std::vector<FormatAxes> axes() const override
    {
        FormatAxes beyond = listAxes(0, cooRowIdx, cooColIdx);
        beyond.firstValue = m_rows * m_width;
        return {ellAxes(m_rows, m_width, ellRowIds, ellColIdx), beyond};
    }

    template <class Body>
    void forPlaces(const PackedTileView& tile, DataType, const Body& body) const
    {
        const auto width = static_cast<std::size_t>(m_width);
        for (std::size_t place = 0; place < ellPlaces(); ++place)
            if (const std::int32_t row = tile[ellRowIds][place / width]; row >= 0)
                body(row, tile[ellColIdx][place], place);
        for (std::size_t i = 0; i < tile[cooRowIdx].size(); ++i)
            body(tile[cooRowIdx][i], tile[cooColIdx][i], ellPlaces() + i);
    }

private:
    enum : std::size_t { ellRowIds, overflow, ellColIdx, values, cooRowIdx, cooColIdx };

    std::size_t ellPlaces() const { return static_cast<std::size_t>(m_rows * m_width); }

    // Calls body(stored row, place, index of the entry) for every entry.
    template <class Body>
    void forSplit(const TileView& tile, const Matrix& matrix, const Body& body) const
    {
        const auto width = static_cast<std::size_t>(m_width);
        std::size_t next = ellPlaces();
        forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
            for (std::size_t k = b; k < e; ++k)
                body(i, k - b < width ? i * width + (k - b) : next++, k);
        });
    }

    std::int64_t m_rows;
    std::int64_t m_width;
};

FormatPtr makeHyb(const nlohmann::json& parameters)
{
    const std::int64_t rows = rangedParameter(parameters, "hyb", "rows", 1, mostTilePlaces);
    const std::int64_t width = rangedParameter(parameters, "hyb", "width", 1, mostTilePlaces);
    if (rows * width > mostTilePlaces)
        failInput(fmt::format("format \"hyb\" has at most {} places in the ELL part, not rows {} x width {}",
                              mostTilePlaces, rows, width));
    return std::make_shared<const HybFormat>(rows, width);
}

// Widths about the mean length of the rows that hold something.
std::vector<nlohmann::json> hybChoices(const Matrix& matrix, std::span<const std::uint32_t> positions,
                                       std::int64_t nonZeros)
{
    const std::size_t rows = givenRows(matrix, positions).size();
    const auto mean = static_cast<std::int64_t>(positions.size() / std::max<std::size_t>(rows, 1));
    std::vector<nlohmann::json> made;
    std::int64_t last = 0;
    for (const std::int64_t width : {(mean + 1) / 2, mean, mean * 3 / 2, mean * 3})
        if (const std::int64_t w = std::clamp<std::int64_t>(width, 1, 4096); w != last) {
            made.push_back({{"rows", std::max<std::int64_t>(1, usualPlaces(at(nonZeros)) / w)}, {"width", w}});
            last = w;
        }
    return made;
}

} // namespace

FormatKind hybFormatKind()
{
    return {"hyb",
            FormatFamily::Ell,
            "The first few non-zeros of every row in an ELL part of fixed width, what longer rows have beyond that in "
            "a COO part. "
            "A few long rows then no longer widen all the others.",
            {{"rows", "rows of a tile, from 1 to 65536"},
             {"width", "places a row of the ELL part, from 1; rows x width up to 65536"}},
            makeHyb,
            hybChoices};
}

} // namespace sparsescope
