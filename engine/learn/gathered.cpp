#include "engine/learn/gathered.h"

#include "engine/core/at.h"
#include "engine/plan/dynamic/coverage.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <random>
#include <set>
#include <utility>

namespace sparsescope::learn {

namespace {

using Lines = std::vector<std::int32_t>;

constexpr std::int64_t mostTile = 8, mostOrders = 10;

bool onBoth(const std::string& example)
{
    return example == "both" || example == "single";
}

std::vector<std::int64_t> divisors(std::int64_t of)
{
    std::vector<std::int64_t> all;
    for (std::int64_t d = 1; d <= of; ++d)
        if (of % d == 0)
            all.push_back(d);
    return all;
}

// The order in which blocks may have found them; 0: ascending.
void shuffle(Lines& members, std::int64_t order, std::size_t bucket)
{
    if (order == 0)
        return;
    std::mt19937 random(static_cast<unsigned>(order * 64 + static_cast<std::int64_t>(bucket)));
    for (std::size_t i = members.size(); i > 1; --i)
        std::swap(members[i - 1], members[random() % i]);
}

// Lines of the matrix that micro-tiles of `size` stand on, filled up to a dense tile.
Lines linesOf(const Lines& microTiles, std::int64_t size, std::int64_t lines, std::int64_t filled)
{
    Lines all;
    for (const std::int32_t tile : microTiles)
        for (std::int64_t i = 0; i < size; ++i)
            all.push_back(tile * size + i < lines ? static_cast<std::int32_t>(tile * size + i) : -1);
    all.resize(at(filled), -1);
    return all;
}

class Gathering {
public:
    Gathering(const Matrix& matrix, const nlohmann::json& settings)
        : m_matrix(matrix), m_mask(maskOf(matrix)), m_coverage(m_mask), m_order(settings.at("order"))
    {
        m_out.rows = settings.at("bm");
        m_out.inner = settings.at("bk");
        m_out.owned = matrix.nnz();
    }

    Gathered along(GatheredAxis axis, std::int64_t height, std::int64_t width)
    {
        m_out.height = height;
        m_out.width = width;
        const Pairing pairing = pairingOf(axis, height, width, m_out.rows, m_out.inner);
        const Covering covering = m_coverage.of(pairing, {}); // of SpMM
        m_out.microTiles = covering.microTiles;
        m_out.members = covering.members;
        m_out.stored = covering.stored;
        m_out.zeros = covering.zeros;
        const bool byRows = axis == GatheredAxis::Rows;
        m_out.adds = byRows && covering.buckets > 1;
        for (std::int64_t b = 0; b < covering.buckets; ++b) {
            Lines members = m_coverage.members(pairing, b);
            shuffle(members, m_order, at(b));
            const auto strip = static_cast<std::int32_t>(b);
            addBucket(fmt::format("strip {}", b), members, byRows ? members : Lines(members.size(), strip),
                      byRows ? Lines(members.size(), strip) : members);
            byRows ? gatherRows(strip, members) : gatherColumns(strip, members);
        }
        return std::move(m_out);
    }

    // The paper shows such tiles and has no algorithm that finds them; ours tries what takes most micro-tiles at a
    // time. Each is taken once, whatever other dense tiles come across it.
    Gathered alongBoth(std::int64_t height, std::int64_t width)
    {
        m_out.height = height;
        m_out.width = width;
        m_out.adds = m_both = true;
        const Mask& grid = m_coverage.microTiles(height, width);
        const MaskShape& shape = grid.shape();
        m_out.microTiles = shape.down() * shape.across();
        m_out.zeros = grid.places() - m_out.owned;
        for (std::int64_t r = 0; r < shape.down(); ++r)
            forOnes(grid.row(r), [&](std::int64_t c) {
                m_left.emplace(static_cast<std::int32_t>(r), static_cast<std::int32_t>(c));
            });
        m_out.members = static_cast<std::int64_t>(m_left.size());
        while (!m_left.empty()) {
            Lines rows = fullest(true, shape.down(), allOf(shape.across()), 1);
            Lines cols = fullest(false, shape.across(), rows, m_out.inner / width);
            rows = fullest(true, shape.down(), cols, m_out.rows / height);
            cols = fullest(false, shape.across(), rows, m_out.inner / width);
            std::sort(rows.begin(), rows.end());
            std::sort(cols.begin(), cols.end());
            const std::size_t tile = m_out.tasks.size();
            shuffle(rows, m_order, 2 * tile);
            shuffle(cols, m_order, 2 * tile + 1);
            addBucket(fmt::format("tile {}, rows", tile), rows, rows, Lines(rows.size(), -1));
            addBucket(fmt::format("tile {}, columns", tile), cols, Lines(cols.size(), -1), cols);
            m_out.tasks.push_back({static_cast<int>(2 * tile), m_out.tiles.size(), m_out.tiles.size() + 1});
            addTile(linesOf(rows, height, m_matrix.rows(), m_out.rows),
                    linesOf(cols, width, m_matrix.cols(), m_out.inner));
            for (const std::int32_t r : rows)
                for (const std::int32_t c : cols)
                    m_left.erase({r, c});
        }
        m_out.stored = static_cast<std::int64_t>(m_out.tiles.size()) * m_out.rows * m_out.inner;
        return std::move(m_out);
    }

private:
    static Lines allOf(std::int64_t n)
    {
        Lines all(at(n));
        std::iota(all.begin(), all.end(), 0);
        return all;
    }

    void addBucket(std::string label, Lines members, Lines rows, Lines cols)
    {
        for (std::int32_t& row : rows)
            row *= static_cast<std::int32_t>(m_out.height);
        for (std::int32_t& col : cols)
            col *= static_cast<std::int32_t>(m_out.width);
        m_out.buckets.push_back({std::move(label), std::move(members), std::move(rows), std::move(cols)});
    }

    // A strip of rows, `inner` columns a step; an empty one has no task here.
    void gatherColumns(std::int32_t strip, const Lines& members)
    {
        const std::size_t each = at(m_out.inner / m_out.width), begin = m_out.tiles.size();
        const Lines rows = linesOf({strip}, m_out.height, m_matrix.rows(), m_out.rows);
        for (std::size_t i = 0; i < members.size(); i += each)
            addTile(rows, linesOf(some(members, i, each), m_out.width, m_matrix.cols(), m_out.inner));
        if (!members.empty())
            m_out.tasks.push_back({strip, begin, m_out.tiles.size()});
    }

    // Groups of rows, each walked along through its strip of columns.
    void gatherRows(std::int32_t strip, const Lines& members)
    {
        const std::size_t each = at(m_out.rows / m_out.height);
        const Lines cols = linesOf({strip}, m_out.width, m_matrix.cols(), m_out.width);
        for (std::size_t i = 0; i < members.size(); i += each) {
            const std::size_t begin = m_out.tiles.size();
            const Lines rows = linesOf(some(members, i, each), m_out.height, m_matrix.rows(), m_out.rows);
            for (std::size_t c = 0; c < cols.size(); c += at(m_out.inner))
                addTile(rows, some(cols, c, at(m_out.inner)));
            m_out.tasks.push_back({strip, begin, m_out.tiles.size()});
        }
    }

    static Lines some(const Lines& of, std::size_t begin, std::size_t count)
    {
        const std::size_t end = std::min(begin + count, of.size());
        return {of.begin() + static_cast<std::ptrdiff_t>(begin), of.begin() + static_cast<std::ptrdiff_t>(end)};
    }

    // Both axes: the lines with most micro-tiles that are left on the others, at most so many; first ones first.
    Lines fullest(bool rows, std::int64_t lines, const Lines& others, std::int64_t most) const
    {
        std::vector<std::pair<std::int64_t, std::int32_t>> counted; // fullest first
        for (std::int32_t line = 0; line < lines; ++line) {
            const auto held = std::count_if(others.begin(), others.end(), [&](std::int32_t other) {
                return m_left.contains(rows ? std::pair(line, other) : std::pair(other, line));
            });
            if (held > 0)
                counted.emplace_back(-held, line);
        }
        std::sort(counted.begin(), counted.end());
        counted.resize(std::min(counted.size(), at(most)));
        Lines all;
        for (const auto& [held, line] : counted)
            all.push_back(line);
        return all;
    }

    void addTile(Lines rows, Lines cols)
    {
        DenseTile tile;
        for (const std::int32_t r : rows)
            for (const std::int32_t c : cols)
                tile.places.push_back(placeOf(r, c));
        tile.rows = std::move(rows);
        tile.cols = std::move(cols);
        m_out.tiles.push_back(std::move(tile));
    }

    GatheredPlace placeOf(std::int32_t row, std::int32_t col)
    {
        using Kind = GatheredPlace::Kind;
        GatheredPlace place{Kind::Padding, row, col, -1};
        if (row < 0 || col < 0)
            return place;
        const std::pair micro(static_cast<std::int32_t>(row / m_out.height),
                              static_cast<std::int32_t>(col / m_out.width));
        if (!m_coverage.microTiles(m_out.height, m_out.width).granule(micro.first, micro.second))
            return place;
        const auto columns = m_matrix.row(row);
        const auto found = std::lower_bound(columns.begin(), columns.end(), col);
        if (found != columns.end() && *found == col)
            place.position = m_matrix.rowPtr()[at(row)] + (found - columns.begin());
        place.kind = m_both && !m_left.contains(micro) ? Kind::Elsewhere
                     : place.position >= 0             ? Kind::Owned
                                                       : Kind::Zero;
        return place;
    }

    const Matrix& m_matrix;
    Mask m_mask;
    Coverage m_coverage;
    std::int64_t m_order;
    bool m_both = false;
    std::set<std::pair<std::int32_t, std::int32_t>> m_left; // both axes: micro-tiles that no dense tile has
    Gathered m_out;
};

} // namespace

std::vector<LearnExample> gatherExamples()
{
    return {{"k", "Columns are gathered: axis k"},
            {"m", "Rows are gathered: axis m"},
            {"both", "Both axes: small blocks"},
            {"single", "Both axes: single places"}};
}

std::vector<LearnParameter> gatherSettings(const LearnState& state, nlohmann::json& now)
{
    const std::string example = state.example.empty() ? gatherExamples().front().name : state.example;
    std::vector<LearnParameter> all;
    now = nlohmann::json::object();
    const auto setting = [&](LearnParameter p) { return addSetting(std::move(p), state, all, now); };
    std::vector<std::int64_t> sizes(at(mostTile)), inner;
    std::iota(sizes.begin(), sizes.end(), 1);
    const std::int64_t cols = state.matrix->cols();
    // Strips of columns are multiples of BK and divide the row.
    std::copy_if(sizes.begin(), sizes.end(), std::back_inserter(inner),
                 [&](std::int64_t size) { return example != "m" || cols % size == 0; });
    const std::int64_t bm = setting({"bm", "BM", "Rows of the dense tile", sizes, example == "m" ? 2 : 4});
    const std::int64_t bk =
        setting({"bk", "BK", "Columns of A that a dense tile holds", inner, example == "k" ? 2 : 4});
    if (example == "m" || example == "both")
        setting({"h", "h", "Rows of a micro-tile: they divide BM", divisors(bm), example == "m" ? 1 : 2});
    if (example == "m") {
        std::vector<std::int64_t> widths = divisors(cols);
        std::erase_if(widths, [bk](std::int64_t w) { return w % bk != 0; });
        setting({"w", "w", "Columns of a micro-tile: a multiple of BK that divides the row", widths, bk});
    } else if (example != "single") {
        setting({"w", "w", "Columns of a micro-tile: they divide BK", divisors(bk), example == "k" ? 1 : 2});
    }
    std::vector<std::int64_t> orders(at(mostOrders));
    std::iota(orders.begin(), orders.end(), 0);
    setting({"order", "Shuffle", "The lists in another order, as blocks may have found the members", orders, 0, true});
    return all;
}

Gathered gathered(const Matrix& matrix, const std::string& example, const nlohmann::json& settings)
{
    Gathering gathering(matrix, settings);
    if (onBoth(example))
        return gathering.alongBoth(settings.value("h", std::int64_t{1}), settings.value("w", std::int64_t{1}));
    if (example == "m")
        return gathering.along(GatheredAxis::Rows, settings.at("h"), settings.at("w"));
    return gathering.along(GatheredAxis::Inner, settings.at("bm"), settings.at("w"));
}

Pairing pairingOf(GatheredAxis axis, std::int64_t height, std::int64_t width, std::int64_t rows, std::int64_t inner)
{
    Pairing pairing{axis, height, width, rows, inner, 1, MaskLayout::Row};
    requireShape(pairing);
    return pairing;
}

} // namespace sparsescope::learn
