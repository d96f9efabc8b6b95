// Dense tiles: some rows of the matrix with all of its columns, every place stored. One that is all of a plan is
// multiplied by cuBLAS: what sparsity has to beat, and often what is fastest for pruned weights.
#include "engine/plan/formats/block_rows.h"
#include "engine/plan/formats/dense_room.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/core/text.h"

namespace sparsescope {

namespace {

// Rows begin at multiples of 16 bytes in every type, and sums have as many terms as libraries like.
std::int64_t placesOfRow(const Matrix& matrix)
{
    return (matrix.cols() + 7) / 8 * 8;
}

class DenseFormat final : public StoredPlaces<DenseFormat> {
public:
    std::string name() const override { return "dense"; }
    nlohmann::json parameters() const override { return nlohmann::json::object(); }
    std::string label() const override { return "dense"; }
    std::string letter() const override { return "A"; }
    FormatFamily family() const override { return FormatFamily::Block; }
    std::string description() const override { return denseFormatKind().description; }
    bool byLibrary() const override { return true; }
    std::string costedAs() const override { return "block"; } // its latency, where the library's is not known

    ArraySizes sizes(const TileView& tile) const override
    {
        return {static_cast<std::int64_t>(tile.rowIds.size()), 1, tile.places};
    }

    std::span<const StoredArray> arrays() const override
    {
        static const std::vector<StoredArray> all = {
            {"rowIds", "the row of the matrix", ElementType::Row, true},
            {"rowPlaces", "places of a row: the columns, up to a multiple of eight", ElementType::Index, true},
            {"values", "the value", ElementType::Value}};
        return all;
    }

    std::int64_t placesOf(const TileView& tile, const Matrix& matrix) const override
    {
        return static_cast<std::int64_t>(tile.rowIds.size()) * placesOfRow(matrix);
    }

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        if (tile.rowIds.empty())
            failInput(fmt::format("a tile {} has at least one row", label()));
        validateListedRows(*this, tile, matrix, matrix.nnz(), true);
        if (!std::is_sorted(tile.rowIds.begin(), tile.rowIds.end()))
            failInput(fmt::format("the rows of a tile {} ascend", label()));
        requireRoom(placesOf(tile, matrix), static_cast<std::int64_t>(tile.entries.size()));
    }

    // Row by row.
    void places(const TileView& tile, const Matrix& matrix, DataType, std::span<std::int64_t> out) const override
    {
        std::fill(out.begin(), out.end(), padding);
        const std::int64_t width = placesOfRow(matrix);
        forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
            for (; b < e; ++b)
                out[at(static_cast<std::int64_t>(i) * width + matrix.colIdx()[Entry::position(tile.entries[b])])] =
                    tile.entries[b];
        });
    }

    // Nothing is asked about the places that hold nothing: there may be a hundred million of them.
    void packValues(const TileView& tile, const Matrix& matrix, DataType dtype, std::uint8_t* values,
                    std::span<std::int32_t> outputs, const Progress& progress) const override
    {
        const std::int64_t width = placesOfRow(matrix);
        std::vector<std::size_t> ends(tile.rowIds.size()); // of each row in entries
        forStoredRows(tile, matrix, tile.entries.size(),
                      [&](std::size_t i, std::size_t, std::size_t e) { ends[i] = e; });
        parallelEach(static_cast<std::int64_t>(ends.size()), 64, [&](std::int64_t i) {
            progress.check();
            for (std::size_t e = i > 0 ? ends[at(i - 1)] : 0; e < ends[at(i)]; ++e) {
                const std::uint32_t entry = tile.entries[e];
                if (Entry::redundant(entry))
                    continue;
                const auto position = static_cast<std::int64_t>(entry);
                const std::size_t place = at(i * width + matrix.colIdx()[entry]);
                storeValue(dtype, values, place, matrix.value(position));
                if (!outputs.empty())
                    outputs[place] = static_cast<std::int32_t>(position);
            }
        });
    }

    void pack(const TileView& tile, const Matrix& matrix, const PackedSpans& out) const override
    {
        packListedRows(tile, out[rowIds]);
        out[rowPlaces][0] = static_cast<std::int32_t>(placesOfRow(matrix));
    }

    // One tile, however many rows.
    void cover(const Matrix& matrix, std::span<const std::uint32_t> positions, TileSet& out,
               Progress& progress) const override
    {
        if (positions.empty())
            return;
        const std::vector<GivenRow> rows = givenRows(matrix, positions, true);
        const std::int64_t places = static_cast<std::int64_t>(rows.size()) * placesOfRow(matrix);
        requireRoom(places, static_cast<std::int64_t>(positions.size()));
        progress.check();
        for (const GivenRow& row : rows)
            out.rowIds.push_back(row.row);
        out.entries.insert(out.entries.end(), positions.begin(), positions.end());
        closeTile(out, places);
    }

    TileFeatures features(const TileView& tile, const Matrix& matrix) const override
    {
        return {this, static_cast<std::int64_t>(tile.rowIds.size()), placesOfRow(matrix), matrix.cols()};
    }

    std::vector<FormatAxes> axes() const override
    {
        return {{.declarations = "axis I = dense_fixed(ROWS)\n"
                                 "axis J = dense_fixed((n + 7) / 8 * 8)\n"
                                 "buffer rows(T, I): i32\n"
                                 "domain rows [0, m)\n",
                 .axes = {"I", "J"},
                 .row = "rows[t, i]",
                 .column = "j",
                 .held = "j < n",
                 .tileValues = {{"ROWS", rowIds}},
                 .arrays = {{"rows", rowIds}}}};
    }

    template <class Body>
    void forPlaces(const PackedTileView& tile, DataType dtype, const Body& body) const
    {
        const std::int64_t width = tile[rowPlaces][0];
        for (std::size_t i = 0; i < tile[rowIds].size(); ++i)
            for (std::int64_t c = 0; c < width; ++c) {
                const std::size_t place = at(static_cast<std::int64_t>(i) * width + c);
                if (tile.outputs.empty() ? loadValue(dtype, tile.values, place) != 0 : tile.outputs[place] >= 0)
                    body(tile[rowIds][i], c, place);
            }
    }

private:
    enum : std::size_t { rowIds, rowPlaces, values };

    void requireRoom(std::int64_t places, std::int64_t nonZeros) const
    {
        requirePlaces(*this, places);
        if (const std::string reason = denseRefusal(places, nonZeros); !reason.empty())
            failInput(fmt::format("{} would store {}", label(), reason));
    }
};

FormatPtr makeDense(const nlohmann::json& parameters)
{
    if (!parameters.empty())
        failInput("format \"dense\" has no parameters");
    return std::make_shared<const DenseFormat>();
}

std::vector<nlohmann::json> denseChoices(const Matrix&, std::span<const std::uint32_t>, std::int64_t)
{
    return {nlohmann::json::object()};
}

} // namespace

std::string denseRefusal(std::int64_t places, std::int64_t nonZeros)
{
    constexpr std::int64_t always = 1 << 28;
    constexpr std::int64_t perNonZero = 64;
    if (places <= always || places / perNonZero <= nonZeros)
        return {};
    return fmt::format("{} places for {} non-zeros; it stores {} at most, or {} for each non-zero", formatCount(places),
                       formatCount(nonZeros), formatCount(always), perNonZero);
}

FormatKind denseFormatKind()
{
    return {"dense",
            FormatFamily::Block,
            "Every place of its rows is stored, zeros too, and there are no indices. "
            "Where a matrix is not very sparse, a library's product of dense matrices is the fastest.",
            {},
            makeDense,
            denseChoices,
            {.onGpu = true, .library = "cuBLAS", .abbreviation = false, .onGrid = true}};
}

} // namespace sparsescope
