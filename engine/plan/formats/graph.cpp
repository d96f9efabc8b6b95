// Tiles of a graph (AlphaSparse): a BMTB each, stored as the leaf's nodes from ROW_PAD on lay it out, which are its one
// parameter. Its arrays here are as 1D's, a row, a column and a value for each place, for whoever is not the kernel.
#include "engine/core/error.h"
#include "engine/plan/formats/shared.h"
#include "engine/plan/graph/tiles.h"

#include <numeric>

namespace sparsescope {

namespace {

using graph::Array;
using graph::Metadata;

constexpr const char* about =
    "A thread block's rows and places as a graph's nodes lay them out. Those that reduce are its kernel.";

class GraphFormat final : public StoredPlaces<GraphFormat> {
public:
    explicit GraphFormat(graph::Chain nodes) : m_nodes(std::move(nodes)) {}

    std::string name() const override { return "graph"; }
    nlohmann::json parameters() const override { return {{"leaf", graph::toJson(m_nodes)}}; }
    std::string label() const override
    {
        const graph::Node& block = bmtBlock();
        const bool rows = block.has("rows");
        const std::int64_t size = block.number(rows ? "rows" : "nnz");
        return fmt::format("{} {} {}{}, {}", name(), size, rows ? "row" : "place", size == 1 ? "" : "s",
                           graph::text(graph::reductionsOf(m_nodes)));
    }
    std::string letter() const override { return "N"; } // nodes
    FormatFamily family() const override { return FormatFamily::Other; }
    std::string description() const override { return about; }
    std::string costedAs() const override
    {
        if (bmtBlock().kind->name == "BMT_NNZ_BLOCK")
            return "1d";
        const bool padded = std::any_of(m_nodes.begin(), m_nodes.end(), [](const graph::Node& n) {
            return n.kind->slot == graph::Slot::BmtPad || n.kind->slot == graph::Slot::Diagonals;
        });
        return padded ? "sell" : "csr";
    }

    std::span<const StoredArray> arrays() const override
    {
        static const std::vector<StoredArray> all = {{"row_indices", "the row of the place", ElementType::Row},
                                                     {"col_indices", "the column of the place", ElementType::Column},
                                                     {"values", "the value", ElementType::Value}};
        return all;
    }
    ArraySizes sizes(const TileView& tile) const override { return {tile.places, tile.places, tile.places}; }
    std::int64_t placesOf(const TileView& tile, const Matrix& matrix) const override
    {
        return graph::tilePlaces(m_nodes, tile, matrix, noProgress());
    }

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        validateListedRows(*this, tile, matrix, matrix.nnz());
        placesOf(tile, matrix);
    }

    void places(const TileView& tile, const Matrix& matrix, DataType, std::span<std::int64_t> out) const override
    {
        const Metadata m = laid(tile, matrix);
        std::copy(m[Array::Entries].begin(), m[Array::Entries].end(), out.begin());
    }

    void pack(const TileView& tile, const Matrix& matrix, const PackedSpans& out) const override
    {
        const Metadata m = laid(tile, matrix);
        const graph::Numbers rows = graph::rowIndices(m);
        std::transform(rows.begin(), rows.end(), out[rowIndices].begin(),
                       [&](std::int32_t row) { return row < 0 ? -1 : m[Array::OriginRows][at(row)]; });
        const graph::Numbers cols = graph::colIndices(m, matrix);
        std::copy(cols.begin(), cols.end(), out[colIndices].begin());
    }

    void cover(const Matrix&, std::span<const std::uint32_t>, TileSet&, Progress&) const override
    {
        failInput("a graph's tiles are made by its cuts, from the whole matrix");
    }

    TileFeatures features(const TileView& tile, const Matrix& matrix) const override
    {
        TileFeatures features{this, std::ssize(tile.rowIds), tile.places, distinctColsOf(tile, matrix), tile.places};
        forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t, std::size_t b, std::size_t e) {
            const auto length = static_cast<std::int64_t>(e - b);
            features.issued += csrIssued(length);
            features.longest = std::max(features.longest, length);
        });
        features.issued = std::max(features.issued, tile.places);
        return features;
    }

    // Places of a row may lie anywhere.
    template <class Body>
    void forPlaces(const PackedTileView& tile, DataType, const Body& body) const
    {
        const std::span<const std::int32_t> rows = tile[rowIndices], cols = tile[colIndices];
        std::vector<std::size_t> order(rows.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return std::pair(rows[a], cols[a]) < std::pair(rows[b], cols[b]);
        });
        for (const std::size_t i : order)
            if (rows[i] >= 0)
                body(rows[i], cols[i], i);
    }

private:
    enum : std::size_t { rowIndices, colIndices, values };

    const graph::Node& bmtBlock() const
    {
        return *std::find_if(m_nodes.begin(), m_nodes.end(),
                             [](const graph::Node& n) { return n.kind->slot == graph::Slot::BmtBlock; });
    }
    Metadata laid(const TileView& tile, const Matrix& matrix) const
    {
        return graph::tileMetadata(m_nodes, tile, matrix, noProgress());
    }

    graph::Chain m_nodes;
};

FormatPtr makeGraph(const nlohmann::json& parameters)
{
    const auto leaf = parameters.find("leaf");
    if (parameters.size() != 1 || leaf == parameters.end())
        failInput("format \"graph\" has one parameter, leaf: the nodes of a graph from ROW_PAD on");
    return std::make_shared<const GraphFormat>(graph::readTileNodes(*leaf, {}, "leaf"));
}

} // namespace

FormatKind graphFormatKind()
{
    return {"graph",
            FormatFamily::Other,
            about,
            {{"leaf", "the nodes of a graph's leaf from ROW_PAD on"}},
            makeGraph,
            nullptr,
            {.onGpu = true,
             .described = false,
             .ownKernel = true,
             .abbreviation = false,
             .onGrid = true,
             .mostPerNonZero = graph::mostPadding}};
}

} // namespace sparsescope
