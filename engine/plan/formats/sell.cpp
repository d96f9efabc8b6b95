// SELL-C-sigma tiles: sorting windows of sigma rows, in slices of C rows, each as wide as its longest row.
#include "engine/plan/formats/block_rows.h"

#include "engine/core/error.h"

#include <numeric>

namespace sparsescope {

namespace {

constexpr std::int64_t mostSigma = 1024;

class SellFormat final : public StoredPlaces<SellFormat> {
public:
    SellFormat(std::int64_t c, std::int64_t sigma) : m_c(c), m_sigma(sigma) {}

    std::string name() const override { return "sell"; }
    nlohmann::json parameters() const override { return {{"c", m_c}, {"sigma", m_sigma}}; }
    std::string label() const override { return fmt::format("SELL-{}-{}", m_c, m_sigma); }
    std::string letter() const override { return "S"; }
    FormatFamily family() const override { return FormatFamily::Ell; }
    std::string description() const override { return sellFormatKind().description; }
    std::string costedAs() const override { return "csr"; }
    std::int64_t packedRows() const override { return m_sigma; }

    ArraySizes sizes(const TileView& tile) const override
    {
        const std::int64_t count = slicesOf(tile);
        return {count * m_c, 1, count, tile.places, tile.places};
    }

    std::span<const StoredArray> arrays() const override
    {
        static const std::vector<StoredArray> all = {
            {"rowIds", "the row of the matrix, by descending length", ElementType::Row},
            {"slices", "how many slices the tile has", ElementType::Index, true},
            {"sliceEnd", "where the slice ends; the first begins at 0", ElementType::Index},
            {"colIdx", "the column of the place", ElementType::Column},
            {"values", "the value", ElementType::Value}};
        return all;
    }

    std::int64_t placesOf(const TileView& tile, const Matrix& matrix) const override
    {
        return endsOf(tile, matrix).back();
    }

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        if (tile.rowIds.empty() || static_cast<std::int64_t>(tile.rowIds.size()) > m_sigma)
            failInput(fmt::format("{} holds 1 to {} rows, not {}", label(), m_sigma, tile.rowIds.size()));
        validateListedRows(*this, tile, matrix, matrix.nnz(), true);
        requirePlaces(*this, placesOf(tile, matrix));
    }

    void places(const TileView& tile, const Matrix& matrix, DataType, std::span<std::int64_t> out) const override
    {
        std::fill(out.begin(), out.end(), padding);
        const std::vector<std::int64_t> ends = endsOf(tile, matrix);
        forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
            for (std::size_t k = b; k < e; ++k)
                out[placeOf(ends, i, k - b)] = tile.entries[k];
        });
    }

    // Padding repeats the last column of its row, or of the row above.
    void pack(const TileView& tile, const Matrix& matrix, const PackedSpans& out) const override
    {
        packListedRows(tile, out[rowIds]);
        const std::vector<std::int64_t> ends = endsOf(tile, matrix);
        out[slices][0] = static_cast<std::int32_t>(out[sliceEnd].size());
        std::transform(ends.begin() + 1, ends.end(), out[sliceEnd].begin(),
                       [](std::int64_t end) { return static_cast<std::int32_t>(end); });
        std::int32_t last = 0;
        const auto fill = [&](std::size_t i, std::size_t b, std::size_t e) {
            const std::size_t slice = i / static_cast<std::size_t>(m_c);
            const auto width = static_cast<std::size_t>((ends[slice + 1] - ends[slice]) / m_c);
            for (std::size_t k = 0; k < width; ++k) {
                if (b + k < e)
                    last = matrix.colIdx()[Entry::position(tile.entries[b + k])];
                out[colIdx][placeOf(ends, i, k)] = last;
            }
        };
        forStoredRows(tile, matrix, tile.entries.size(), fill);
        for (std::size_t i = tile.rowIds.size(); i < out[rowIds].size(); ++i)
            fill(i, 0, 0);
    }

    // The rows of a slice lie anywhere: what they span.
    PackedAreas areas(const TileView& tile, const Matrix& matrix, DataType dtype) const override
    {
        PackedAreas areas = Format::areas(tile, matrix, dtype);
        for (std::size_t s = 0; s < areas[sliceEnd].size(); ++s) {
            const auto first = tile.rowIds.begin() + static_cast<std::ptrdiff_t>(s) * m_c;
            const auto [low, high] = std::minmax_element(first, std::min(first + m_c, tile.rowIds.end()));
            areas[sliceEnd][s] = {*low, *high + 1, 0, matrix.cols()};
        }
        return areas;
    }

    // Windows of the given rows in their order, in each the longest first.
    void cover(const Matrix& matrix, std::span<const std::uint32_t> positions, TileSet& out,
               Progress& progress) const override
    {
        const std::vector<GivenRow> rows = givenRows(matrix, positions, true);
        const auto count = static_cast<std::int64_t>(rows.size());
        coverRanges((count + m_sigma - 1) / m_sigma, std::max<std::int64_t>(1, 4096 / m_sigma), out, progress,
                    [&](std::int64_t begin, std::int64_t end, TileSet& tiles) {
                        for (std::int64_t w = begin; w < end; ++w)
                            coverWindow(positions,
                                        {rows.begin() + w * m_sigma, rows.begin() + std::min(count, (w + 1) * m_sigma)},
                                        tiles);
                    });
    }

    TileFeatures features(const TileView& tile, const Matrix& matrix) const override
    {
        const std::vector<std::int64_t> ends = endsOf(tile, matrix);
        std::int64_t widest = 0;
        for (std::size_t s = 1; s < ends.size(); ++s)
            widest = std::max(widest, (ends[s] - ends[s - 1]) / m_c);
        TileFeatures features{this, static_cast<std::int64_t>(tile.rowIds.size()), tile.places,
                              distinctColsOf(tile, matrix), tile.places};
        features.longest = widest;
        features.lanePerRow = true;
        return features;
    }

    // W: the columns of places of a slice.
    std::vector<FormatAxes> axes() const override
    {
        return {{.declarations = fmt::format("axis S = dense_fixed(SLICES)\n"
                                             "axis W = dense_variable(S, n, WIDTHS, W_indptr)\n"
                                             "axis J = sparse_fixed(W, n, {0}, J_indices)\n"
                                             "axis L = dense_fixed({0})\n"
                                             "buffer rows(T, S, L): i32\n"
                                             "domain rows [-1, m)\n",
                                             m_c),
                 .axes = {"S", "W", "J"},
                 .row = "rows[t, s, pos(j)]",
                 .column = "j",
                 .held = "rows[t, s, pos(j)] >= 0",
                 .tileValues = {{"SLICES", slices, true}, {"WIDTHS", colIdx, false, m_c}},
                 .arrays = {{"rows", rowIds}, {"W_indptr", sliceEnd, true, m_c}, {"J_indices", colIdx}}}};
    }

    template <class Body>
    void forPlaces(const PackedTileView& tile, DataType, const Body& body) const
    {
        const auto c = static_cast<std::size_t>(m_c);
        for (std::size_t i = 0; i < tile[rowIds].size(); ++i) {
            if (tile[rowIds][i] < 0)
                continue;
            const std::size_t slice = i / c;
            const auto end = static_cast<std::size_t>(tile[sliceEnd][slice]);
            for (std::size_t place = (slice > 0 ? static_cast<std::size_t>(tile[sliceEnd][slice - 1]) : 0) + i % c;
                 place < end; place += c)
                body(tile[rowIds][i], tile[colIdx][place], place);
        }
    }

private:
    enum : std::size_t { rowIds, slices, sliceEnd, colIdx, values };

    std::int64_t slicesOf(const TileView& tile) const
    {
        return (static_cast<std::int64_t>(tile.rowIds.size()) + m_c - 1) / m_c;
    }

    // Where the places of each slice begin, and where the last ones end.
    std::vector<std::int64_t> endsOf(const TileView& tile, const Matrix& matrix) const
    {
        std::vector<std::int64_t> ends(static_cast<std::size_t>(slicesOf(tile)) + 1, 0);
        forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
            std::int64_t& width = ends[i / static_cast<std::size_t>(m_c) + 1];
            width = std::max(width, static_cast<std::int64_t>(e - b));
        });
        for (std::size_t s = 1; s < ends.size(); ++s)
            ends[s] = ends[s - 1] + ends[s] * m_c;
        return ends;
    }

    // Column-major in a slice.
    std::size_t placeOf(const std::vector<std::int64_t>& ends, std::size_t row, std::size_t k) const
    {
        const auto c = static_cast<std::size_t>(m_c);
        return static_cast<std::size_t>(ends[row / c]) + k * c + row % c;
    }

    void coverWindow(std::span<const std::uint32_t> positions, std::vector<GivenRow> rows, TileSet& tiles) const
    {
        std::stable_sort(rows.begin(), rows.end(),
                         [](const GivenRow& a, const GivenRow& b) { return a.size() > b.size(); });
        if (rows.front().size() == 0)
            return;
        std::int64_t places = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (i % static_cast<std::size_t>(m_c) == 0)
                places += static_cast<std::int64_t>(rows[i].size()) * m_c;
            tiles.rowIds.push_back(rows[i].row);
            tiles.entries.insert(tiles.entries.end(), positions.begin() + static_cast<std::ptrdiff_t>(rows[i].begin),
                                 positions.begin() + static_cast<std::ptrdiff_t>(rows[i].end));
        }
        closeTile(tiles, places);
    }

    std::int64_t m_c;
    std::int64_t m_sigma;
};

FormatPtr makeSell(const nlohmann::json& parameters)
{
    const std::int64_t c = powerParameter(parameters, "sell", "c", 2, 32);
    const std::int64_t sigma = integerParameter(parameters, "sell", "sigma");
    if (sigma < c || sigma > mostSigma || sigma % c != 0)
        failInput(fmt::format("format \"sell\" has a sigma that is a multiple of c = {} up to {}, not {}", c, mostSigma,
                              sigma));
    return std::make_shared<const SellFormat>(c, sigma);
}

std::vector<nlohmann::json> sellChoices(const Matrix&, std::span<const std::uint32_t>, std::int64_t)
{
    return {
        {{"c", 4}, {"sigma", 32}}, {{"c", 8}, {"sigma", 64}}, {{"c", 32}, {"sigma", 64}}, {{"c", 32}, {"sigma", 256}}};
}

} // namespace

FormatKind sellFormatKind()
{
    return {
        "sell",
        FormatFamily::Ell,
        "Windows of sigma rows are sorted by length and cut into slices of C rows, each padded to its own longest row "
        "and stored "
        "column by column. The lanes of a warp read side by side as in ELL, and one long row widens its slice alone.",
        {{"c", "rows of a slice: a power of two from 2 to 32"},
         {"sigma", "rows of a sorting window, which is a tile: a multiple of c up to 1024"}},
        makeSell,
        sellChoices,
        {.onGpu = true}};
}

} // namespace sparsescope
