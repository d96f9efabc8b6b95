// A block's tile of relational gather-matmul-scatter, after SparseTIR's figure 21: the weights of its relation are
// pinned, rows of X gathered, multiplied, and added to Y; in either order.
#include "engine/core/at.h"
#include "engine/core/text.h"
#include "engine/learn/relations_picture.h"
#include "engine/learn/rgms_run.h"
#include "engine/learn/shows.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <set>

namespace sparsescope::learn {

namespace {

class RgmsShow final : public DrawnShow {
public:
    explicit RgmsShow(const LearnState& state) : m_run(state), m_relations(m_run.relations())
    {
        std::size_t characters = 1;
        const auto look = [&](const NumberRows& rows) {
            for (const std::vector<double>& row : rows)
                for (const double n : row)
                    characters = std::max(characters, shortNumber(n).size());
        };
        for (std::int64_t p = 0; p < m_relations.matrix().nnz(); ++p)
            characters = std::max(characters, shortNumber(m_relations.matrix().value(p)).size());
        for (std::size_t t = 0; t < m_relations.tiles().size(); ++t) {
            look(m_run.block(t).middle);
            look(m_run.block(t).sums);
            const RelationTile& tile = m_relations.tiles()[t];
            m_lines = std::max(m_lines, static_cast<double>(tile.stored()) * line +
                                            static_cast<double>(tile.rows.size()) * groupGap);
        }
        for (int step = 0; step < steps(); ++step)
            if (m_run.phases()[at(step)].kind == RgmsPhase::Scatter)
                look(m_run.result(step));
        m_cell = sideFor(26, characters);
        const double k = columns(m_run.inner()), l = columns(m_run.outer());
        m_tileX = margin + number + k + gap;
        m_gatherX = m_tileX + 2 * index + m_cell + gap;
        m_middleX = m_gatherX + k + gap;
        m_sumX = m_middleX + (sums() ? k : l) + gap;
        m_yX = m_sumX + l + gap;
        const double most = std::clamp(tall / static_cast<double>(m_relations.matrix().rows()), 8.0, 16.0);
        m_side = sliceSide(m_relations.matrix(), m_relations.count(), m_middleX - margin - 24, most);
        const double a = band + 18 + m_side * static_cast<double>(m_relations.matrix().rows());
        const double w = band + line * static_cast<double>(m_run.inner());
        m_top = std::max(a, w) + 62;
    }

    int steps() const override { return static_cast<int>(m_run.phases().size()); }
    std::string text(int step) const override { return m_run.text(step); }
    std::vector<LearnNumber> numbers() const override { return m_run.numbers(); }

    int stepOf(const std::string& id) const override
    {
        long long slice = 0;
        if (std::sscanf(id.c_str(), "slice %lld", &slice) != 1)
            return -1;
        for (std::size_t t = 0; t < m_relations.tiles().size(); ++t)
            if (m_relations.tiles()[t].relation == slice)
                return m_run.stepOf(t);
        return -1;
    }

private:
    static constexpr double margin = 16, number = 22, index = 24, gap = 34, line = 22, groupGap = 6;
    static constexpr double band = 76, tall = 110; // of A and the weights

    bool sums() const { return m_run.order() == RgmsOrder::Sum; }
    double columns(std::int64_t n) const { return std::max(64.0, static_cast<double>(n) * m_cell); }

    Scene draw(int step, double, bool) const override
    {
        Drawing d;
        const RgmsPhase& p = m_run.phases()[at(step)];
        const SlicePicture slices = drawRelations(d, p);
        drawWeights(d, p);
        drawProducts(d, p);
        drawX(d, p);
        if (isBlock(p))
            drawBlock(d, p, slices);
        drawY(d, step);
        drawPhases(d, p);
        const auto lines = std::max(m_relations.cols(), m_relations.matrix().rows());
        d.reserve(m_yX + number + std::max(columns(m_run.outer()), 172.0),
                  m_top + std::max(m_lines, static_cast<double>(lines) * line));
        return d.take();
    }

    static bool isBlock(const RgmsPhase& p) { return p.kind >= RgmsPhase::Pin && p.kind <= RgmsPhase::Scatter; }
    const RelationTile& tileOf(const RgmsPhase& p) const { return m_relations.tiles()[p.tile]; }

    // Figure 21, with what is done now marked.
    void drawPhases(Drawing& d, const RgmsPhase& p) const
    {
        const char *multiply = "multiply with W", *sum = "times A, sum the width";
        const std::array words = {"pin W", "gather X", sums() ? sum : multiply, sums() ? multiply : sum,
                                  "scatter: add to Y"};
        double x = margin;
        for (std::size_t i = 0; i < words.size(); ++i) {
            const double width = textWidth(words[i], TextSize::Small, false) + 14;
            const int kind = RgmsPhase::Pin + static_cast<int>(i);
            const Role role = p.kind == kind                ? Role::Highlight
                              : isBlock(p) && p.kind > kind ? Role::Index
                                                            : Role::Faint;
            if (i > 0)
                d.arrow(x - 14, 27, x - 3, 27);
            d.box(x, 16, width, 22, role);
            d.textIn(x, 16, width, 22, words[i], Align::Centre, role == Role::Index ? Role::Text : role);
            x += width + 16;
        }
    }

    void heading(Drawing& d, double x, double y, const std::string& text) const
    {
        d.text(x, y, text, TextSize::Small, Role::Heading, false, true);
    }

    SlicePicture drawRelations(Drawing& d, const RgmsPhase& p) const
    {
        const Matrix& m = m_relations.matrix();
        heading(d, margin, band - 24,
                fmt::format("A, {} relations of {} x {}", m_relations.count(), m.rows(), m_relations.cols()));
        std::set<std::int64_t> now, before;
        for (std::size_t t = 0; t < m_relations.tiles().size(); ++t)
            for (const RelationRow& row : m_relations.tiles()[t].rows)
                for (std::int64_t i = 0; i < row.length; ++i)
                    (isBlock(p) && t == p.tile ? now : before).insert(row.begin + i);
        SliceStyle style;
        style.side = m_side;
        style.here = isBlock(p) ? tileOf(p).relation : -1;
        style.role = [&](std::int64_t position) { return now.contains(position) ? Role::Linked : Role::Cell; };
        return drawSlices(d, m, m_relations.count(), margin, band, style, "; a click goes to its first tile");
    }

    void drawWeights(Drawing& d, const RgmsPhase& p) const
    {
        const double x = sums() ? m_sumX : m_middleX;
        const bool pinned = isBlock(p);
        heading(d, x, band - 24, pinned ? fmt::format("W[{}], pinned", tileOf(p).relation) : "W of a relation");
        const bool used = p.kind == (sums() ? RgmsPhase::Second : RgmsPhase::First) || p.kind == RgmsPhase::Pin;
        for (std::int64_t k = 0; k < m_run.inner(); ++k)
            for (std::int64_t l = 0; l < m_run.outer(); ++l) {
                const double weight = pinned ? RgmsRun::w(tileOf(p).relation, k, l) : 0;
                d.cell(x + static_cast<double>(l) * m_cell, band + static_cast<double>(k) * line, m_cell - 2, line - 2,
                       !pinned ? Role::Faint
                       : used  ? Role::Linked
                               : Role::Index,
                       pinned ? shortNumber(weight) : "", fmt::format("w {} {}", k, l),
                       pinned ? fmt::format("W[{}, {}, {}] = {}, in shared memory", tileOf(p).relation, k, l, weight)
                              : "");
            }
    }

    // How many multiplications with weights either order has, of the present tile or of all.
    void drawProducts(Drawing& d, const RgmsPhase& p) const
    {
        if (p.kind == RgmsPhase::Begin)
            return;
        const bool all = p.kind == RgmsPhase::End;
        heading(d, m_yX, band - 24, all ? "Products with all W" : "Products with W, of this tile");
        std::array<std::int64_t, 2> products{};
        for (const RgmsOrder order : {RgmsOrder::Sum, RgmsOrder::Multiply})
            products[at(static_cast<int>(order))] = all ? m_run.products(order) : m_run.block(p.tile, order).products;
        const auto most = static_cast<double>(std::max<std::int64_t>({1, products[0], products[1]}));
        for (const RgmsOrder order : {RgmsOrder::Sum, RgmsOrder::Multiply}) {
            const std::int64_t n = products[at(static_cast<int>(order))];
            const bool shown = order == m_run.order();
            const double y = band + (order == RgmsOrder::Sum ? 2 : 28), x = m_yX + 58;
            const double width = all && m_run.asked().number("products") ? 0 : 80 * static_cast<double>(n) / most;
            d.text(m_yX, y, order == RgmsOrder::Sum ? "sum" : "multiply", TextSize::Small,
                   shown ? Role::Text : Role::Secondary, false, shown);
            d.box(x, y, width, 16, shown ? Role::Cell : Role::Index,
                  order == RgmsOrder::Sum ? "products sum" : "products multiply",
                  order == RgmsOrder::Sum ? "the width is summed first"
                                          : "each place is multiplied first: the paper's");
            d.text(x + width + 6, y, all ? told(m_run.asked(), "products", n) : formatCount(n), TextSize::Small,
                   shown ? Role::Text : Role::Secondary, false, shown);
        }
    }

    void drawX(Drawing& d, const RgmsPhase& p) const
    {
        heading(d, margin + number, m_top - 42, "X");
        d.text(margin + number, m_top - 22, "global memory", TextSize::Small, Role::Secondary);
        std::set<std::int64_t> read;
        if (p.kind == RgmsPhase::Gather || p.kind == RgmsPhase::Pin)
            for (const RelationRow& row : tileOf(p).rows)
                for (std::int64_t i = 0; i < row.length; ++i)
                    read.insert(m_relations.sourceOf(row.begin + i));
        for (std::int64_t j = 0; j < m_relations.cols(); ++j) {
            const double y = m_top + static_cast<double>(j) * line;
            d.textIn(margin, y, number - 6, line - 2, std::to_string(j), Align::Right, Role::Axis, true);
            for (std::int64_t k = 0; k < m_run.inner(); ++k)
                d.cell(margin + number + static_cast<double>(k) * m_cell, y, m_cell - 2, line - 2,
                       read.contains(j) ? Role::Linked : Role::Index, shortNumber(RgmsRun::x(j, k)),
                       fmt::format("x {} {}", j, k), fmt::format("X[{}, {}] = {}", j, k, RgmsRun::x(j, k)));
        }
    }

    // Where a place of the tile stands, and the middle of a stored row.
    double placeY(const RelationTile& tile, std::int64_t place) const
    {
        const std::int64_t gaps = place / tile.width;
        return m_top + static_cast<double>(place) * line + static_cast<double>(gaps) * groupGap;
    }
    double rowY(const RelationTile& tile, std::int64_t row) const
    {
        return (placeY(tile, row * tile.width) + placeY(tile, (row + 1) * tile.width - 1)) / 2;
    }

    void drawNumbers(Drawing& d, double x, double y, const std::vector<double>& numbers, Role role,
                     const std::string& id, const std::string& hint) const
    {
        for (std::size_t i = 0; i < numbers.size(); ++i)
            d.cell(x + static_cast<double>(i) * m_cell, y, m_cell - 2, line - 2, role, shortNumber(numbers[i]),
                   fmt::format("{} {}", id, i), hint);
    }

    void drawBlock(Drawing& d, const RgmsPhase& p, const SlicePicture& slices) const
    {
        const RelationTile& tile = tileOf(p);
        const RgmsBlock& block = m_run.block(p.tile);
        heading(d, m_tileX, m_top - 42, fmt::format("Tile: {} x {}", tile.rows.size(), tile.width));
        const std::array<std::string, 3> names = {"i", "j", "A"};
        for (std::size_t i = 0; i < names.size(); ++i)
            d.textIn(m_tileX + static_cast<double>(i) * index, m_top - 22, (i < 2 ? index : m_cell) - 2, 18, names[i],
                     Align::Centre, Role::Axis, true);
        heading(d, m_gatherX, m_top - 42, "Gathered rows of X");
        d.text(m_gatherX, m_top - 22, "shared memory", TextSize::Small, Role::Secondary);
        for (std::int64_t i = 0; i < std::ssize(tile.rows); ++i)
            for (std::int64_t w = 0; w < tile.width; ++w)
                drawPlace(d, p, i, i * tile.width + w, slices);
        const std::string summed = "Summed", times = fmt::format("times W[{}]", tile.relation);
        heading(d, m_middleX, m_top - 42, sums() ? summed : times);
        d.text(m_middleX, m_top - 22, sums() ? "times A" : "each place", TextSize::Small, Role::Secondary);
        for (std::int64_t i = 0; i < std::ssize(block.middle); ++i) {
            const double y = sums() ? rowY(tile, i) : placeY(tile, i);
            drawRow(d, m_middleX, y, block.middle[at(i)], p.kind - RgmsPhase::First, fmt::format("middle {}", i),
                    sums() ? "times A, summed over the width" : "a product: row of X with the weights");
        }
        heading(d, m_sumX, m_top - 42, sums() ? times : summed);
        d.text(m_sumX, m_top - 22, sums() ? "each row" : "times A", TextSize::Small, Role::Secondary);
        for (std::int64_t i = 0; i < std::ssize(block.sums); ++i) {
            const double y = rowY(tile, i);
            drawRow(d, m_sumX, y, block.sums[at(i)], p.kind - RgmsPhase::Second, fmt::format("sum {}", i),
                    fmt::format("for row {} of Y", tile.rows[at(i)].row));
            if (p.kind == RgmsPhase::Scatter)
                d.arrow(m_sumX + static_cast<double>(m_run.outer()) * m_cell + 4, y + line / 2 - 1, m_yX - 2,
                        m_top + static_cast<double>(tile.rows[at(i)].row) * line + line / 2 - 1, Role::Accent);
        }
    }

    // Numbers that so many steps ago, or now, came out of what stands at their left; negative: not yet.
    void drawRow(Drawing& d, double x, double y, const std::vector<double>& numbers, int age, const std::string& id,
                 const std::string& hint) const
    {
        if (age < 0) {
            for (std::size_t i = 0; i < numbers.size(); ++i)
                d.box(x + static_cast<double>(i) * m_cell, y, m_cell - 2, line - 2, Role::Faint);
            return;
        }
        d.arrow(x - gap + 6, y + line / 2 - 1, x - 6, y + line / 2 - 1, age == 0 ? Role::Accent : Role::Line);
        drawNumbers(d, x, y, numbers, age == 0 ? Role::Linked : Role::Index, id, hint);
    }

    // Its row, column and value, and the row of X that is gathered for it, which lies on X before.
    void drawPlace(Drawing& d, const RgmsPhase& p, std::int64_t i, std::int64_t place, const SlicePicture& slices) const
    {
        const RelationTile& tile = tileOf(p);
        const RelationRow& row = tile.rows[at(i)];
        const std::int64_t w = place % tile.width, position = row.begin + w;
        const double y = placeY(tile, place);
        const bool padding = w >= row.length;
        if (w == 0)
            d.textIn(m_tileX, rowY(tile, i), index - 2, line - 2, std::to_string(row.row), Align::Centre, Role::Text,
                     true);
        const std::int64_t j = padding ? -1 : m_relations.sourceOf(position);
        d.textIn(m_tileX + index, y, index - 2, line - 2, padding ? "–" : std::to_string(j), Align::Centre, Role::Text,
                 true);
        const int shape = d.named();
        const double value = padding ? 0 : m_relations.matrix().value(position);
        d.cell(m_tileX + 2 * index, y, m_cell - 2, line - 2, padding ? Role::Padding : Role::Linked, shortNumber(value),
               fmt::format("place {}", place),
               padding ? "padding" : fmt::format("A[{}, {}, {}] = {}", tile.relation, row.row, j, value));
        if (!padding)
            d.link(slices.shapes[at(position)], shape);
        const bool gathered = p.kind >= RgmsPhase::Gather;
        for (std::int64_t k = 0; !gathered && k < m_run.inner(); ++k)
            d.box(m_gatherX + static_cast<double>(k) * m_cell, y, m_cell - 2, line - 2, Role::Faint);
        if (!gathered && padding)
            return;
        drawNumbers(d, gathered ? m_gatherX : margin + number, gathered ? y : m_top + static_cast<double>(j) * line,
                    m_run.block(p.tile).gathered[at(place)],
                    padding                       ? Role::Padding
                    : p.kind <= RgmsPhase::Gather ? Role::Linked
                                                  : Role::Index,
                    fmt::format("held {}", place), padding ? "padding: zeros" : fmt::format("row {} of X", j));
    }

    void drawY(Drawing& d, int step) const
    {
        const RgmsPhase& p = m_run.phases()[at(step)];
        const NumberRows& y = m_run.result(step);
        heading(d, m_yX + number, m_top - 42, p.kind == RgmsPhase::End ? "Y" : "Y so far");
        d.text(m_yX + number, m_top - 22, "global memory", TextSize::Small, Role::Secondary);
        std::set<std::int64_t> added;
        if (p.kind == RgmsPhase::Scatter)
            for (const RelationRow& row : tileOf(p).rows)
                added.insert(row.row);
        for (std::int64_t i = 0; i < std::ssize(y); ++i) {
            const double top = m_top + static_cast<double>(i) * line;
            d.textIn(m_yX, top, number - 6, line - 2, std::to_string(i), Align::Right, Role::Axis, true);
            const bool zero = std::all_of(y[at(i)].begin(), y[at(i)].end(), [](double n) { return n == 0; });
            drawNumbers(d, m_yX + number, top, y[at(i)],
                        added.contains(i) ? Role::Linked
                        : zero            ? Role::Faint
                                          : Role::Cell,
                        fmt::format("y {}", i), fmt::format("row {} of Y", i));
        }
    }

    RgmsRun m_run;
    const Relations& m_relations;
    double m_cell = 26, m_side = 16;                                        // of numbers, of A's places
    double m_tileX = 0, m_gatherX = 0, m_middleX = 0, m_sumX = 0, m_yX = 0; // where columns of numbers begin
    double m_top = 0, m_lines = 0;                                          // of these; the height of the tallest tile
};

} // namespace

std::shared_ptr<const Show> rgmsShow(const LearnState& state)
{
    return std::make_shared<const RgmsShow>(state);
}

} // namespace sparsescope::learn
