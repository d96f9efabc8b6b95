// SR-BCRS(t, q) tiles: stripes of t rows, of each the columns that hold anything as vectors of t values, in groups of q
// vectors (SparseTIR 4.3.2).
#include "engine/core/at.h"
#include "engine/plan/formats/block_rows.h"

namespace sparsescope {

namespace {

class SrBcrsFormat final : public StoredPlaces<SrBcrsFormat> {
public:
    SrBcrsFormat(std::int64_t t, std::int64_t q, std::int64_t most) : m_shape{t, 1, false}, m_q(q), m_most(most) {}

    std::string name() const override { return "srbcrs"; }
    nlohmann::json parameters() const override { return {{"t", m_shape.height}, {"q", m_q}, {"places", m_most}}; }
    std::string label() const override { return fmt::format("SR-BCRS {},{}", m_shape.height, m_q); }
    std::string letter() const override { return "V"; }
    FormatFamily family() const override { return FormatFamily::Block; }
    std::string description() const override { return srBcrsFormatKind().description; }
    std::string costedAs() const override { return "csr"; }

    ArraySizes sizes(const TileView& tile) const override
    {
        const std::int64_t count = blockRowCount(tile, m_shape);
        return {count * m_shape.height, 1, count, tile.places / m_shape.height, tile.places};
    }

    std::span<const StoredArray> arrays() const override
    {
        static const std::vector<StoredArray> all = {
            {"rowIds", "the row of the matrix", ElementType::Row, true},
            {"stripes", "how many stripes the tile has", ElementType::Index, true},
            {"rowEnd", "where the stripe ends, in vectors; the first begins at 0", ElementType::Index},
            {"colIdx", "the column of the vector", ElementType::Column},
            {"values", "the value", ElementType::Value}};
        return all;
    }

    std::int64_t placesOf(const TileView& tile, const Matrix& matrix) const override
    {
        const BlockRows held = blockRowsOf(tile, matrix, m_shape);
        std::int64_t vectors = 0;
        for (std::size_t i = 0; i < held.rows.size(); ++i)
            vectors += padded(held.ends[i] - held.begin(i));
        return vectors * m_shape.height;
    }

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        validateBlockRows(*this, tile, matrix, BlockShape{m_shape.height, 1, true}); // stripes may hold nothing
        requirePlaces(*this, placesOf(tile, matrix));
    }

    void places(const TileView& tile, const Matrix& matrix, DataType dtype, std::span<std::int64_t> out) const override
    {
        std::fill(out.begin(), out.end(), padding);
        const BlockRows held = blockRowsOf(tile, matrix, m_shape);
        const std::vector<std::int64_t> begins = beginsOf(held);
        forBlockEntries(tile, matrix, m_shape, held,
                        [&](std::uint32_t entry, std::size_t stripe, std::size_t vector, std::int64_t r, std::int64_t) {
                            const auto inStripe = static_cast<std::int64_t>(vector - held.begin(stripe));
                            out[indexOf(begins[stripe] + inStripe, r, dtype)] = entry;
                        });
    }

    bool inFragments(DataType dtype) const override { return narrow(dtype) && m_shape.height >= 8 && m_q % 16 == 0; }

    // Padding repeats the stripe's last column.
    void pack(const TileView& tile, const Matrix& matrix, const PackedSpans& out) const override
    {
        packBlockRows(tile, m_shape, out[rowIds]);
        const BlockRows held = blockRowsOf(tile, matrix, m_shape);
        const std::vector<std::int64_t> begins = beginsOf(held);
        out[stripes][0] = static_cast<std::int32_t>(held.rows.size());
        for (std::size_t i = 0; i < held.rows.size(); ++i) {
            out[rowEnd][i] = static_cast<std::int32_t>(begins[i + 1]);
            const auto vectors = std::span(held.cols).subspan(held.begin(i), held.ends[i] - held.begin(i));
            for (std::size_t v = 0; v < static_cast<std::size_t>(begins[i + 1] - begins[i]); ++v)
                out[colIdx][static_cast<std::size_t>(begins[i]) + v] = v < vectors.size() ? vectors[v] : vectors.back();
        }
    }

    PackedAreas areas(const TileView& tile, const Matrix& matrix, DataType dtype) const override
    {
        PackedAreas areas = Format::areas(tile, matrix, dtype);
        const BlockRows held = blockRowsOf(tile, matrix, m_shape);
        const std::vector<MatrixArea> blocks = blockAreas(held, matrix, m_shape);
        const std::vector<std::int64_t> begins = beginsOf(held);
        areas[rowEnd] = blockRowAreas(held, matrix, m_shape);
        areas[colIdx].assign(static_cast<std::size_t>(begins.back()), MatrixArea());
        for (std::size_t i = 0; i < held.rows.size(); ++i)
            std::copy(blocks.begin() + static_cast<std::ptrdiff_t>(held.begin(i)),
                      blocks.begin() + static_cast<std::ptrdiff_t>(held.ends[i]), areas[colIdx].begin() + begins[i]);
        return areas;
    }

    void cover(const Matrix& matrix, std::span<const std::uint32_t> positions, TileSet& out,
               Progress& progress) const override
    {
        coverBlockRows(
            matrix, positions, BlockShape{m_shape.height, 1, true}, m_most,
            [&](std::int64_t vectors) { return padded(static_cast<std::size_t>(vectors)) * m_shape.height; }, out,
            progress);
    }

    TileFeatures features(const TileView& tile, const Matrix& matrix) const override
    {
        TileFeatures features{this, blockRowCount(tile, m_shape) * m_shape.height, tile.places,
                              distinctColsOf(tile, matrix), tile.places};
        features.height = m_shape.height;
        features.longest = padded(static_cast<std::size_t>(mostBlocks(blockRowsOf(tile, matrix, m_shape))));
        return features;
    }

    std::vector<FormatAxes> axes() const override
    {
        return {{.declarations = fmt::format("axis IO = dense_fixed(STRIPES)\n"
                                             "axis JO = dense_variable(IO, {2}, GROUPS, JO_indptr)\n"
                                             "axis II = dense_fixed({1})\n"
                                             "axis JI = sparse_fixed(JO, n, {0}, JI_indices)\n"
                                             "buffer rows(T, IO, II): i32\n"
                                             "domain rows [-1, m)\n",
                                             m_q, m_shape.height, columnGroups(m_q)),
                 .axes = {"IO", "JO", "II", "JI"},
                 .row = "rows[t, io, ii]",
                 .column = "ji",
                 .held = "rows[t, io, ii] >= 0",
                 .tileValues = {{"STRIPES", stripes, true}, {"GROUPS", colIdx, false, m_q}},
                 .arrays = {{"rows", rowIds}, {"JO_indptr", rowEnd, true, m_q}, {"JI_indices", colIdx}}}};
    }

    template <class Body>
    void forPlaces(const PackedTileView& tile, DataType dtype, const Body& body) const
    {
        const auto t = static_cast<std::size_t>(m_shape.height);
        for (std::size_t i = 0; i < tile[rowIds].size(); ++i) {
            if (tile[rowIds][i] < 0)
                continue;
            const std::size_t stripe = i / t;
            for (std::int64_t v = stripe > 0 ? tile[rowEnd][stripe - 1] : 0; v < tile[rowEnd][stripe]; ++v)
                body(tile[rowIds][i], tile[colIdx][at(v)], indexOf(v, static_cast<std::int64_t>(i % t), dtype));
        }
    }

private:
    enum : std::size_t { rowIds, stripes, rowEnd, colIdx, values };

    std::int64_t padded(std::size_t vectors) const
    {
        return (static_cast<std::int64_t>(vectors) + m_q - 1) / m_q * m_q;
    }

    // Where the stored vectors of each stripe begin, and where the last ones end.
    std::vector<std::int64_t> beginsOf(const BlockRows& held) const
    {
        std::vector<std::int64_t> begins{0};
        for (std::size_t i = 0; i < held.rows.size(); ++i)
            begins.push_back(begins.back() + padded(held.ends[i] - held.begin(i)));
        return begins;
    }

    // Where row r of a vector stands: row by row in its group, or in the order of the tensor cores' fragments.
    std::size_t indexOf(std::int64_t vector, std::int64_t r, DataType dtype) const
    {
        const std::int64_t k = vector % m_q;
        const std::int64_t t = m_shape.height;
        return static_cast<std::size_t>((vector - k) * t) +
               (inFragments(dtype) ? fragmentIndex(r, k, t) : static_cast<std::size_t>(r * m_q + k));
    }

    BlockShape m_shape; // a vector is a block of one column
    std::int64_t m_q;
    std::int64_t m_most;
};

FormatPtr makeSrBcrs(const nlohmann::json& parameters)
{
    const std::int64_t t = powerParameter(parameters, "srbcrs", "t", 1, 16);
    const std::int64_t q = rangedParameter(parameters, "srbcrs", "q", 1, 64);
    return std::make_shared<const SrBcrsFormat>(t, q,
                                                rangedParameter(parameters, "srbcrs", "places", 1, mostTilePlaces));
}

std::vector<nlohmann::json> srbcrsChoices(const Matrix&, std::span<const std::uint32_t>, std::int64_t nonZeros)
{
    std::vector<nlohmann::json> made;
    for (const auto& [t, q] : {std::pair{2, 4}, std::pair{4, 4}, std::pair{8, 16}, std::pair{16, 16}})
        made.push_back({{"t", t}, {"q", q}, {"places", usualPlaces(at(nonZeros)) * t}});
    return made;
}

} // namespace

FormatKind srBcrsFormatKind()
{
    return {"srbcrs",
            FormatFamily::Block,
            "Stripes of t rows; of each, every column that holds anything is stored as a vector of t values, and "
            "vectors are "
            "padded to groups of q, which tensor cores take at once. Between CSR (t = 1) and blocks: it pads columns, "
            "not whole blocks.",
            {{"t", "rows of a stripe: 1, 2, 4, 8 or 16"},
             {"q", "vectors of a group, from 1 to 64"},
             {"places", "from 1 to 65536: the most stored places of a tile that is more than one stripe"}},
            makeSrBcrs,
            srbcrsChoices,
            {.onGpu = true, .onGrid = true}};
}

} // namespace sparsescope
