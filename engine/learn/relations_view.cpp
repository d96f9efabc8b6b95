// Relations as slices of one matrix: a graph with typed edges, and the buckets of each relation, one after another.
#include "engine/core/at.h"
#include "engine/core/text.h"
#include "engine/learn/relations.h"
#include "engine/learn/relations_picture.h"
#include "engine/learn/shows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <numbers>

namespace sparsescope::learn {

namespace {

class RelationsShow final : public DrawnShow {
public:
    explicit RelationsShow(const LearnState& state) : m_relations(relationsOf(state)), m_asked(state.asked)
    {
        std::size_t characters = 1;
        for (std::int64_t p = 0; p < matrix().nnz(); ++p)
            characters = std::max(characters, shortNumber(matrix().value(p)).size());
        m_widest = sideFor(24, characters);
    }

    // The matrix, its relations, and what all of them store.
    int steps() const override { return static_cast<int>(m_relations.count()) + 2; }

    int stepOf(const std::string& id) const override
    {
        long long slice = 0;
        return std::sscanf(id.c_str(), "slice %lld", &slice) == 1 ? static_cast<int>(slice) + 1 : -1;
    }

    std::string text(int step) const override
    {
        const Relations& rel = m_relations;
        if (step == 0)
            return fmt::format(
                "{} of {} x {} side by side, {} x {}: A[r, i, j] stands in row i and column {} r + j. {} "
                "in all.",
                plural(rel.count(), "relation"), matrix().rows(), rel.cols(), matrix().rows(), matrix().cols(),
                rel.cols(), plural(matrix().nnz(), "non-zero"));
        if (step > rel.count())
            return storedText(m_asked);
        const std::int64_t r = step - 1;
        std::string tiles;
        std::int64_t longest = 0;
        for (const RelationTile& tile : rel.tiles())
            if (tile.relation == r) {
                tiles += fmt::format("{}{} x {}", tiles.empty() ? "" : ", ", tile.rows.size(), tile.width);
                longest = std::max(longest, tile.width);
            }
        if (tiles.empty())
            return fmt::format("Relation {} is empty: no tile.", r);
        return fmt::format("Relation {}: {}. Rows by length in buckets of widths 1 to {}: ELL tiles of {}.{}", r,
                           plural(rel.entriesOf(r), "non-zero"), rel.widest(), tiles,
                           longest == 1 ? " ELL(1): nothing is padded." : "");
    }

    std::vector<LearnNumber> numbers() const override
    {
        const Relations& rel = m_relations;
        const std::string text = storedText({});
        return {{"stored", rel.stored(), text},
                {"padding", rel.padding(), text},
                {"tiles", std::ssize(rel.tiles()), text},
                {"empty", rel.empty(), fmt::format("{} of {} relations hold nothing.", rel.empty(), rel.count())}};
    }

private:
    static constexpr double margin = 16, number = 22, cell = 22, tileGap = 20;
    static constexpr double graph = 190; // width and height of the drawn graph
    static constexpr std::int64_t mostNodes = 12;
    static constexpr double least = 14, tall = 170; // a place; the matrix, where places have room all the same

    const Matrix& matrix() const { return m_relations.matrix(); }

    // Each of the numbers follows from the others.
    std::string storedText(const Asked& asked) const
    {
        const Relations& rel = m_relations;
        if (asked.number("stored") || asked.number("padding"))
            return fmt::format("Places in {} ELL tiles stored = {} + padding.",
                               told(asked, "tiles", std::ssize(rel.tiles())), plural(matrix().nnz(), "non-zero"));
        return fmt::format("{} in {} stored = {} + {} of padding, {}.", plural(rel.stored(), "place"),
                           told(asked, "tiles", std::ssize(rel.tiles())) + " ELL tile" +
                               (rel.tiles().size() == 1 ? "" : "s"),
                           plural(matrix().nnz(), "non-zero"), rel.padding(),
                           formatPercent(static_cast<double>(rel.padding()) /
                                         static_cast<double>(std::max<std::int64_t>(1, rel.stored()))));
    }

    bool hasGraph() const { return matrix().rows() == m_relations.cols() && matrix().rows() <= mostNodes; }

    Scene draw(int step, double room, bool sizeAlone) const override
    {
        Drawing d;
        const std::int64_t here = step - 1 < m_relations.count() ? step - 1 : -1;
        d.text(margin, margin,
               fmt::format("A, {} x ({} x {})", matrix().rows(), m_relations.count(), m_relations.cols()),
               TextSize::Middle, Role::Heading, false, true);
        SliceStyle style;
        const double width = std::max(400.0, room - 2 * margin - (hasGraph() ? graph + 40 : 6));
        const double most = std::min(m_widest, std::max(least, tall / static_cast<double>(matrix().rows())));
        style.side = std::max(least, sliceSide(matrix(), m_relations.count(), width, most));
        style.here = here;
        style.role = [&](std::int64_t p) { return m_relations.relationOf(p) == here ? Role::Linked : Role::Cell; };
        const SlicePicture slices =
            drawSlices(d, matrix(), m_relations.count(), margin, 44, style, "; a click shows its tiles");
        double bottom = slices.bottom;
        if (hasGraph())
            bottom = std::max(bottom, drawGraph(d, slices.right + 32, here, step == 0));
        drawTiles(d, step, bottom + 22, room, slices, sizeAlone);
        return d.take();
    }

    // Nodes on a circle, an arrow from j to i for each non-zero of a row i and a column j; returns the lower end.
    double drawGraph(Drawing& d, double x, std::int64_t here, bool all) const
    {
        const auto nodes = static_cast<double>(matrix().rows());
        const double radius = graph / 2 - 24, cx = x + graph / 2, cy = 44 + graph / 2;
        const auto place = [&](std::int64_t node) {
            const double angle = 2 * std::numbers::pi * static_cast<double>(node) / nodes - std::numbers::pi / 2;
            return Point{cx + radius * std::cos(angle), cy + radius * std::sin(angle)};
        };
        d.text(x, margin, here < 0 ? "Edges j → i of all types" : fmt::format("Edges j → i of type {}", here),
               TextSize::Middle, Role::Heading, false, true);
        for (const bool front : {false, true})
            for (std::int64_t p = 0; p < matrix().nnz(); ++p) {
                const bool now = m_relations.relationOf(p) == here;
                if (now != front)
                    continue;
                const Point from = place(m_relations.sourceOf(p)), to = place(matrix().rowOf(p));
                const double dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
                const Role role = now ? Role::Accent : all ? Role::Secondary : Role::Line;
                if (length < 1) { // an edge to itself
                    d.box(from.x - 14, from.y - 14, 28, 28, role);
                    continue;
                }
                const double off = 13 / length;
                d.arrow(from.x + dx * off, from.y + dy * off, to.x - dx * off, to.y - dy * off, role);
            }
        for (std::int64_t node = 0; node < matrix().rows(); ++node) {
            const Point at = place(node);
            d.cell(at.x - 10, at.y - 10, 20, 20, Role::Index, std::to_string(node), fmt::format("node {}", node),
                   fmt::format("node {}: row {} of every relation, and its column {}", node, node, node));
        }
        d.reserve(x + graph, 44 + graph);
        return 44 + graph;
    }

    // Tiles of relations up to the present one, in lines that are no longer than there is room.
    void drawTiles(Drawing& d, int step, double y, double room, const SlicePicture& slices, bool sizeAlone) const
    {
        d.text(margin, y,
               fmt::format("hyb({}, {}): ELL tiles of each relation, the rows at the left and their columns",
                           m_relations.count(), std::bit_width(static_cast<std::uint64_t>(m_relations.widest())) - 1),
               TextSize::Middle, Role::Heading, false, true);
        y += 28;
        double x = margin, deepest = y;
        for (std::size_t t = 0; t < m_relations.tiles().size(); ++t) {
            const RelationTile& tile = m_relations.tiles()[t];
            const std::string name = fmt::format("A[{}]: {} x {}", tile.relation, tile.rows.size(), tile.width);
            const double width = std::max(number + static_cast<double>(tile.width) * cell,
                                          textWidth(name, TextSize::Small, false, true));
            if (x > margin && x + width > room - margin) {
                x = margin;
                y = deepest + 14;
            }
            deepest = std::max(deepest, y + 20 + static_cast<double>(tile.rows.size()) * cell);
            d.reserve(x + width, deepest);
            if (!sizeAlone)
                drawTile(d, t, tile.relation < step ? name : std::string(), x, y, tile.relation == step - 1, slices);
            x += width + tileGap;
        }
    }

    // `name` is empty where it is not reached yet.
    void drawTile(Drawing& d, std::size_t t, const std::string& name, double x, double y, bool now,
                  const SlicePicture& slices) const
    {
        const RelationTile& tile = m_relations.tiles()[t];
        if (!name.empty())
            d.text(x, y, name, TextSize::Small, now ? Role::Accent : Role::Secondary, false, now);
        y += 20;
        for (const RelationRow& row : tile.rows) {
            if (!name.empty())
                d.textIn(x, y, number - 5, cell - 2, std::to_string(row.row), Align::Right, Role::Axis, true);
            const auto line = &row - tile.rows.data();
            for (std::int64_t p = 0; p < tile.width; ++p) {
                const double cx = x + number + static_cast<double>(p) * cell;
                if (name.empty()) {
                    d.box(cx, y, cell - 2, cell - 2, Role::Faint);
                    continue;
                }
                const std::string id = fmt::format("stored {} {} {}", t, line, p);
                if (p >= row.length) {
                    d.box(cx, y, cell - 2, cell - 2, Role::Padding, id, "padding: it is multiplied, and adds nothing");
                    continue;
                }
                const std::int64_t position = row.begin + p;
                const int shape = d.named();
                d.cell(cx, y, cell - 2, cell - 2, now ? Role::Linked : Role::Index,
                       std::to_string(m_relations.sourceOf(position)), id,
                       fmt::format("A[{}, {}, {}] = {}", tile.relation, row.row, m_relations.sourceOf(position),
                                   matrix().value(position)));
                d.link(slices.shapes[at(position)], shape);
            }
            y += cell;
        }
    }

    Relations m_relations;
    Asked m_asked;
    double m_widest = 24; // of a place
};

} // namespace

std::shared_ptr<const Show> relationsShow(const LearnState& state)
{
    if (state.example == "sum" || state.example == "multiply")
        return rgmsShow(state);
    if (state.example == "convolution")
        return convolutionShow(state);
    return std::make_shared<const RelationsShow>(state);
}

} // namespace sparsescope::learn
