// Tiles of a dynamic plan (SparDA): the micro-tiles of one bucket that a thread block gathers, side by side as dense
// tiles in shared memory hold them, with the zeros that come along. Nothing is stored so on a GPU, which gathers from
// the dense operand; this is what one mask makes of it, for whoever draws, counts and checks.
#include "engine/plan/formats/micro.h"

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/plan/formats/block_rows.h"

namespace sparsescope {

namespace {

std::int64_t dividedUp(std::int64_t n, std::int64_t by)
{
    return (n + by - 1) / by;
}

constexpr std::int64_t mostRows = 1 << 12;
constexpr std::int64_t mostCols = INT32_MAX; // a period may be as long as a row
constexpr const char* aboutMicro =
    "Micro-tiles that hold something, gathered from anywhere along one axis into a dense tile. "
    "No index within them: the zeros that they cover are multiplied too.";

// The ids are whole runs of so many neighbours on the grid of these, cut off at the extent, ascending. Returns how
// many.
std::int64_t requireRuns(const Format& format, std::span<const std::int32_t> ids, std::int64_t run, std::int64_t extent,
                         const char* what)
{
    std::int64_t runs = 0;
    for (std::size_t i = 0; i < ids.size(); ++runs) {
        const std::int64_t first = ids[i];
        const std::int64_t length = std::min(run, extent - first);
        if (first % run != 0 || (i > 0 && ids[i - 1] >= first))
            failInput(fmt::format("{} {} begins no micro-tile of {}, or out of order", what, first, format.label()));
        for (std::int64_t k = 0; k < length; ++k)
            if (i + at(k) >= ids.size() || ids[i + at(k)] != first + k)
                failInput(
                    fmt::format("{} {} begins a micro-tile of {} that is not whole", what, first, format.label()));
        i += at(length);
    }
    return runs;
}

class MicroFormat final : public StoredPlaces<MicroFormat> {
public:
    explicit MicroFormat(const GatheredShape& shape) : m_shape(shape) {}

    std::string name() const override { return "micro"; }
    nlohmann::json parameters() const override
    {
        return {{"axis", sparsescope::name(m_shape.axis)},
                {"height", m_shape.height},
                {"width", m_shape.width},
                {"rows", m_shape.rows},
                {"columns", m_shape.columns}};
    }
    std::string label() const override
    {
        return fmt::format("micro {}x{} in {}x{} by {}", m_shape.height, m_shape.width, m_shape.rows, m_shape.columns,
                           sparsescope::name(m_shape.axis));
    }
    std::string letter() const override { return "M"; }
    FormatFamily family() const override { return FormatFamily::Block; }
    std::string description() const override { return aboutMicro; }
    std::string costedAs() const override { return "block"; }

    ArraySizes sizes(const TileView& tile) const override
    {
        const std::int64_t width = widthOf(tile);
        return {m_shape.rows, width, m_shape.rows * width};
    }
    std::span<const StoredArray> arrays() const override
    {
        static const std::vector<StoredArray> all = {{"rowIds", "the row of the matrix", ElementType::Row},
                                                     {"colIds", "the column of the matrix", ElementType::Column},
                                                     {"values", "the value", ElementType::Value}};
        return all;
    }
    std::int64_t placesOf(const TileView& tile, const Matrix&) const override { return m_shape.rows * widthOf(tile); }

    void validate(const TileView& tile, const Matrix& matrix) const override
    {
        if (tile.rowIds.empty() || static_cast<std::int64_t>(tile.rowIds.size()) > m_shape.rows)
            failInput(fmt::format("{} holds 1 to {} rows, not {}", label(), m_shape.rows, tile.rowIds.size()));
        const bool byRows = m_shape.axis == GatheredAxis::Rows;
        const bool steps = m_shape.axis == GatheredAxis::Inner;
        if (tile.colIds.empty() || (!steps && static_cast<std::int64_t>(tile.colIds.size()) > m_shape.columns))
            failInput(fmt::format("{} holds 1 to {} columns, not {}", label(), m_shape.columns, tile.colIds.size()));
        const std::int64_t down = requireRuns(*this, tile.rowIds, m_shape.height, matrix.rows(), "row");
        const std::int64_t across = requireRuns(*this, tile.colIds, m_shape.width, matrix.cols(), "column");
        if ((byRows ? across : down) != 1)
            failInput(
                fmt::format("{} gathers the micro-tiles of one strip, not of {}", label(), byRows ? across : down));
        requirePlaces(*this, placesOf(tile, matrix));
        std::int64_t outside = -1;
        const std::size_t placed = forPlaced(tile, matrix, [&](std::uint32_t entry, std::size_t, std::int64_t col) {
            if (col < 0)
                outside = Entry::position(entry);
        });
        if (outside >= 0)
            failInput(fmt::format("entry {} lies in column {}, which the tile does not hold", outside,
                                  matrix.colIdx()[at(outside)]));
        if (placed != tile.entries.size())
            failInput(fmt::format("entry {} lies in none of the tile's rows, or out of their order",
                                  Entry::position(tile.entries[placed])));
    }

    void places(const TileView& tile, const Matrix& matrix, DataType, std::span<std::int64_t> out) const override
    {
        std::fill(out.begin(), out.end(), padding);
        const std::int64_t width = widthOf(tile);
        forPlaced(tile, matrix, [&](std::uint32_t entry, std::size_t row, std::int64_t col) {
            out[at(static_cast<std::int64_t>(row) * width + col)] = entry;
        });
    }

    void pack(const TileView& tile, const Matrix&, const PackedSpans& out) const override
    {
        packListedRows(tile, out[rowIds]);
        std::fill(std::copy(tile.colIds.begin(), tile.colIds.end(), out[colIds].begin()), out[colIds].end(),
                  tile.colIds.back());
    }

    void cover(const Matrix&, std::span<const std::uint32_t>, TileSet&, Progress&) const override
    {
        failInput("micro-tiles are made of a whole mask, by a dynamic plan");
    }

    TileFeatures features(const TileView& tile, const Matrix&) const override
    {
        const std::int64_t width = widthOf(tile);
        return {this, m_shape.rows, width, width};
    }

    PackedAreas areas(const TileView& tile, const Matrix& matrix, DataType dtype) const override
    {
        PackedAreas areas = Format::areas(tile, matrix, dtype);
        for (std::size_t c = 0; c < areas[colIds].size(); ++c)
            areas[colIds][c] = c < tile.colIds.size() ? MatrixArea{0, matrix.rows(), tile.colIds[c], tile.colIds[c] + 1}
                                                      : MatrixArea();
        return areas;
    }

    template <class Body>
    void forPlaces(const PackedTileView& tile, DataType, const Body& body) const
    {
        const std::size_t width = tile[colIds].size();
        for (std::size_t r = 0; r < tile[rowIds].size(); ++r)
            if (const std::int32_t row = tile[rowIds][r]; row != padding)
                for (std::size_t k = 0; k < width; ++k)
                    body(row, tile[colIds][k], r * width + k);
    }

    const GatheredShape& shape() const { return m_shape; }

private:
    enum : std::size_t { rowIds, colIds, values };

    // Stored columns: of whole steps, or of the dense tile.
    std::int64_t widthOf(const TileView& tile) const
    {
        const auto held = static_cast<std::int64_t>(tile.colIds.size());
        return dividedUp(held, m_shape.columns) * m_shape.columns;
    }

    // body(entry, stored row, stored column or -1) of each entry in turn; how many lie in the tile's rows.
    template <class Body>
    static std::size_t forPlaced(const TileView& tile, const Matrix& matrix, const Body& body)
    {
        return forStoredRows(tile, matrix, tile.entries.size(), [&](std::size_t i, std::size_t b, std::size_t e) {
            auto stored = tile.colIds.begin(); // both ascend
            for (; b < e; ++b) {
                const std::int32_t col = matrix.colIdx()[Entry::position(tile.entries[b])];
                stored = std::lower_bound(stored, tile.colIds.end(), col);
                const bool held = stored != tile.colIds.end() && *stored == col;
                body(tile.entries[b], i, held ? stored - tile.colIds.begin() : -1);
            }
        });
    }

    GatheredShape m_shape;
};

FormatPtr makeMicro(const nlohmann::json& parameters)
{
    GatheredShape shape;
    const auto axis = parameters.find("axis");
    if (axis == parameters.end() || !axis->is_string())
        failInput("format \"micro\" needs the axis that is gathered: k, m or n");
    shape.axis = parseGatheredAxis(axis->get<std::string>());
    shape.height = rangedParameter(parameters, "micro", "height", 1, mostRows);
    shape.width = rangedParameter(parameters, "micro", "width", 1, mostCols);
    shape.rows = rangedParameter(parameters, "micro", "rows", 1, mostRows);
    shape.columns = rangedParameter(parameters, "micro", "columns", 1, mostCols);
    const bool byRows = shape.axis == GatheredAxis::Rows;
    if (byRows ? shape.rows % shape.height != 0 || shape.columns != shape.width
               : shape.rows != shape.height || shape.columns % shape.width != 0)
        failInput(fmt::format("format \"micro\" gathers {} of {} x {}, which do not fill dense tiles of {} x {}",
                              byRows ? "rows" : "columns", shape.height, shape.width, shape.rows, shape.columns));
    return std::make_shared<const MicroFormat>(shape);
}

} // namespace

std::optional<GatheredShape> gatheredShapeOf(const Format& format)
{
    const auto* micro = dynamic_cast<const MicroFormat*>(&format);
    return micro ? std::optional(micro->shape()) : std::nullopt;
}

std::int64_t membersOf(const GatheredShape& shape, const TileView& tile)
{
    return shape.axis == GatheredAxis::Rows ? dividedUp(std::ssize(tile.rowIds), shape.height)
                                            : dividedUp(std::ssize(tile.colIds), shape.width);
}

std::int64_t stripOf(const GatheredShape& shape, const TileView& tile)
{
    return shape.axis == GatheredAxis::Rows ? tile.colIds.front() / shape.width : tile.rowIds.front() / shape.height;
}

std::int64_t stepsOf(const GatheredShape& shape, const TileView& tile)
{
    return dividedUp(std::ssize(tile.colIds), shape.columns);
}

FormatKind microFormatKind()
{
    return {"micro",
            FormatFamily::Block,
            aboutMicro,
            {{"axis", "k, m or n: what is gathered along the sum's axis, rows, or columns of a sampled output"},
             {"height", "rows of a micro-tile"},
             {"width", "columns of a micro-tile"},
             {"rows", "rows of the dense tile: those of micro-tiles, of axis m a multiple"},
             {"columns", "columns of the dense tile: a multiple of the micro-tile's, of axis m the same"}},
            makeMicro,
            nullptr,
            // A group of 128 rows by 512 columns of which one place is a non-zero.
            {.described = false, .abbreviation = false, .onGrid = true, .mostPerNonZero = 1 << 16}};
}

} // namespace sparsescope
