// CELL's widths of buckets, each with its cost and the arithmetic written out.
#include "engine/core/at.h"
#include "engine/core/text.h"
#include "engine/learn/encoded.h"
#include "engine/learn/plan_parts.h"
#include "engine/search/liteform/memory_cost.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace sparsescope::learn {

double drawCosts(Drawing& d, double x, double right, double y,
                 const std::vector<std::pair<std::string, std::int64_t>>& costs, std::size_t here, std::int64_t most,
                 bool asked)
{
    double names = 0;
    for (const auto& cost : costs)
        names = std::max(names, textWidth(cost.first, TextSize::Middle, false, true) + 16);
    const double longest = right - x - names - 136; // of a bar, its number behind it
    std::int64_t least = costs.front().second;
    for (std::size_t i = 0; i <= here; ++i)
        least = std::min(least, costs[i].second);
    for (std::size_t i = 0; i <= here; ++i) {
        const bool hidden = asked && i == here;
        const double width = hidden ? 0 : longest * static_cast<double>(costs[i].second) / static_cast<double>(most);
        const bool best = !asked && costs[i].second == least;
        d.text(x, y, costs[i].first, TextSize::Middle, i == here ? Role::Text : Role::Secondary, false, i == here);
        d.box(x + names, y + 1, width, 16, best ? Role::Good : Role::Index, fmt::format("cost {}", costs[i].first));
        d.text(x + names + width + 8, y,
               (hidden ? "?" : formatCount(costs[i].second)) + (best && here > 0 ? "  least so far" : ""),
               TextSize::Middle, best ? Role::Good : Role::Text);
        y += 26;
    }
    return y;
}

namespace {

// CELL: buckets for every largest width, and the terms of the cost model.
class WidthsShow final : public Show {
public:
    explicit WidthsShow(const LearnState& state) : m_matrix(withNumbers(state.matrix)), m_asked(state.asked)
    {
        const ColumnDivision whole = divideColumns(*m_matrix, 1, allRows(*m_matrix), noProgress());
        const auto tried = liteform::tryWidths(*m_matrix, whole, columns, noProgress()).front();
        m_least = liteform::cheapest(tried).widest;
        for (const liteform::TriedWidth& t : tried) {
            const LearnFormat format{"cell", {{"partitions", 1}, {"width", t.widest}}, {}};
            m_widths.push_back(
                {t.widest, encoded(m_matrix, format, DataType::Float32), t.buckets, rounded(t.cost.total())});
        }
    }

    int steps() const override { return static_cast<int>(m_widths.size()); }

    std::string text(int step) const override
    {
        const Width& w = m_widths[at(step)];
        const FormatCounts c = w.encoded.counts();
        std::string text = fmt::format("Largest width {}: {}, {} of {} stored values are padding, cost {}.", w.width,
                                       plural(static_cast<std::int64_t>(w.buckets.size()), "bucket"),
                                       told(m_asked, "padding", c.padding), c.values, costText(w));
        if (step + 1 == steps())
            text += fmt::format(
                " The search halves the width from the longest row on and keeps the least cost: W = {}.", m_least);
        return text;
    }

    std::optional<LearnCost> cost() const override
    {
        const auto least =
            std::find_if(m_widths.begin(), m_widths.end(), [this](const Width& w) { return w.width == m_least; });
        return LearnCost{least->cost, text(static_cast<int>(least - m_widths.begin()))};
    }

    std::vector<FormatCounts> counts() const override
    {
        std::vector<FormatCounts> all;
        for (const Width& w : m_widths)
            all.push_back(w.encoded.counts()), all.back().label = fmt::format("W = {}", w.width);
        return all;
    }

    Point size(double room) const override
    {
        const Scene first = scene(0, room);
        return {first.width, first.height};
    }

    Scene scene(int step, double room) const override
    {
        Drawing d;
        d.text(16, planTop, "Matrix", TextSize::Middle, Role::Heading, false, true);
        MatrixStyle style;
        style.side = matrixSide(*m_matrix);
        const Point size = drawMatrix(d, *m_matrix, 16, 44, style);
        const Width& w = m_widths[at(step)];
        const double x = 16 + size.x + 40, cell = 24;
        d.text(x, planTop, fmt::format("Buckets, at most {} wide", w.width), TextSize::Middle, Role::Heading, false,
               true);
        const std::vector<EncodedElement>& values = w.encoded.arrays[at(w.encoded.values())].elements;
        const int first = d.named();
        for (std::size_t v = 0; v < values.size(); ++v) {
            const double y = 48 + w.encoded.places[v].y * cell + values[v].tile * 10;
            d.cell(x + 28 + w.encoded.places[v].x * cell, y, cell - 2, cell - 2,
                   values[v].position < 0 ? Role::Padding : Role::Ell, values[v].position < 0 ? "" : values[v].text,
                   values[v].position < 0 ? fmt::format("pad {}", v) : fmt::format("held {}", values[v].position));
            if (values[v].position >= 0)
                d.linkArea(first + static_cast<int>(v), values[v].about, *m_matrix);
            if (w.encoded.places[v].x == 0)
                d.textIn(x, y, 22, cell, std::to_string(w.encoded.rowOfLine[at(w.encoded.places[v].y)]), Align::Right,
                         Role::Axis, true);
        }
        const double tx = x + std::max(28 + static_cast<double>(m_widths.front().width) * cell, 230.0) + 24;
        const double right = std::clamp(room - 16, tx + 490, tx + 640);
        d.text(tx, planTop, fmt::format("2 I1 W + |columns| J + Atomic I2 J, with J = {}", columns), TextSize::Middle,
               Role::Heading, false, true);
        double y = 48;
        for (const liteform::Bucket& b : w.buckets) {
            const liteform::MemoryCost cost = liteform::costOf(b, columns);
            d.text(tx, y, fmt::format("width {}:", b.width), TextSize::Middle, Role::Text, false, true);
            d.text(tx + 72, y,
                   fmt::format("2 x {} x {} + {} x {} + ({}/{}) x {} x {}", b.rows, b.width, b.cols, columns, b.rows,
                               b.outputs, b.outputs, columns),
                   TextSize::Middle);
            d.text(tx + 312, y,
                   asked(w) ? "= ?" : fmt::format("= {} + {} + {} = {}", cost.a, cost.b, cost.c, cost.total()),
                   TextSize::Middle, Role::Accent);
            y += 24;
        }
        y = std::max(y + 16, 160.0);
        std::vector<std::pair<std::string, std::int64_t>> costs;
        std::int64_t most = 1;
        for (const Width& each : m_widths) {
            costs.emplace_back(
                fmt::format("W = {}: {} padded", each.width, told(m_asked, "padding", each.encoded.counts().padding)),
                each.cost);
            most = std::max(most, each.cost);
        }
        if (m_asked.number("cost")) // which is the least is told, and what it is asked
            for (std::size_t i = 0; i < costs.size(); ++i)
                if (asked(m_widths[i])) {
                    costs.erase(costs.begin() + static_cast<std::ptrdiff_t>(i), costs.end());
                    break;
                }
        if (const std::size_t shown = std::min(costs.size(), at(step) + 1); shown > 0)
            drawCosts(d, tx, right, y, costs, shown - 1, most);
        d.reserve(right,
                  200 + 26.0 * static_cast<double>(m_widths.size()) + 24.0 * static_cast<double>(m_widths.size()));
        double deepest = 0;
        for (const Width& each : m_widths)
            deepest = std::max(deepest, 48 + static_cast<double>(each.encoded.rowOfLine.size()) * cell +
                                            static_cast<double>(each.buckets.size()) * 10);
        d.reserve(0, deepest);
        return d.take();
    }

private:
    static constexpr std::int64_t columns = 4; // J

    static std::int64_t rounded(double cost) { return static_cast<std::int64_t>(std::llround(cost)); }

    struct Width {
        std::int64_t width;
        Encoded encoded;
        std::vector<liteform::Bucket> buckets;
        std::int64_t cost;
    };
    bool asked(const Width& w) const { return m_asked.number("cost") && w.width == m_least; }
    std::string costText(const Width& w) const { return asked(w) ? "?" : formatCount(w.cost); }

    MatrixPtr m_matrix;
    Asked m_asked;
    std::vector<Width> m_widths;
    std::int64_t m_least = 0;
};

} // namespace

std::shared_ptr<const Show> widthsShow(const LearnState& state)
{
    return std::make_shared<const WidthsShow>(state);
}

} // namespace sparsescope::learn
