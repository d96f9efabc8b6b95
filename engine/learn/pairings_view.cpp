// SparDA's algorithm 2 on a small mask: four pairings with small measured times, what each stores, costs on one SM and
// on two, and the dense product beside them.
#include "engine/core/at.h"
#include "engine/core/text.h"
#include "engine/learn/gathered.h"
#include "engine/learn/plan_parts.h"
#include "engine/plan/dynamic/coverage.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

namespace sparsescope::learn {

namespace {

// A pairing with what a task of some widths takes: a page of the tile database.
struct ToyPairing {
    const char* name;
    Pairing pairing;
    std::vector<std::pair<std::int64_t, double>> costs; // by width, ascending

    // Between two widths linear, above as the last two, below the first.
    double cost(std::int64_t width) const
    {
        std::size_t above = 1;
        while (above + 1 < costs.size() && costs[above].first < width)
            ++above;
        if (costs.size() == 1 || width <= costs.front().first)
            return costs.front().second;
        const auto& [w0, c0] = costs[above - 1];
        const auto& [w1, c1] = costs[above];
        return c0 + (c1 - c0) * static_cast<double>(width - w0) / static_cast<double>(w1 - w0);
    }
};

std::vector<ToyPairing> toyPairings()
{
    using enum GatheredAxis;
    return {{"P1", pairingOf(Inner, 4, 1, 4, 2), {{2, 8}, {4, 12}, {8, 20}}},
            {"P2", pairingOf(Inner, 2, 1, 2, 4), {{4, 7}, {8, 10}}},
            {"P3", pairingOf(Rows, 1, 4, 2, 4), {{4, 9}}},
            {"P4", pairingOf(Inner, 4, 2, 4, 2), {{2, 7}, {4, 10}, {8, 16}}}};
}

constexpr double toyDense = 30.0 / 64; // a place of A

class PairingsShow final : public Show {
public:
    explicit PairingsShow(const LearnState& state)
        : m_asked(state.asked.number("cost")), m_matrix(withNumbers(state.matrix)), m_mask(maskOf(*m_matrix))
    {
        const Operator op; // SpMM
        MaskFacts facts;
        facts.shape = m_mask.shape();
        facts.period = m_matrix->cols();
        Coverage coverage(m_mask);
        for (const ToyPairing& toy : toyPairings()) {
            Tried tried{toy, refusal(toy.pairing, op, facts), {}, {}, {}, 0, 0};
            if (tried.refused.empty()) {
                tried.covering = coverage.of(toy.pairing, op);
                tried.tiles = coverage.microTiles(toy.pairing.height, toy.pairing.width);
                for (const auto& [width, tasks] : tried.covering.widths) {
                    tried.sum += toy.cost(width) * static_cast<double>(tasks);
                    tried.longest = std::max(tried.longest, toy.cost(width));
                }
                for (const std::int64_t members : coverage.counts(toy.pairing))
                    if (members > 0)
                        addTerms(tried, members);
            }
            m_tried.push_back(std::move(tried));
        }
        m_dense = toyDense * static_cast<double>(m_matrix->rows() * m_matrix->cols());
    }

    // The tile database, a pairing each, two SMs.
    int steps() const override { return static_cast<int>(m_tried.size()) + 2; }

    std::string text(int step) const override
    {
        if (step == 0)
            return "Measured before: what a task of each pairing takes by its width, the columns of A that it walks "
                   "through. The masks are not known then.";
        if (step + 1 == steps())
            return fmt::format("On two SMs a pairing takes half of all its tasks, but not less than its longest: {} is "
                               "least with {}. Dense takes {}.",
                               m_tried[least(2)].toy.name, shortNumber(m_tried[least(2)].on(2)),
                               shortNumber(m_dense / 2));
        const Tried& t = m_tried[at(step - 1)];
        if (!t.refused.empty())
            return fmt::format("{}, {}: not here, {}.", t.toy.name, labelOf(t.toy.pairing), t.refused);
        return fmt::format("{}, {}: {}, {} = {}. {} stored = {} owned + {} + {} of padding.", t.toy.name,
                           labelOf(t.toy.pairing), plural(t.covering.tasks, "task"), t.terms, sumText(t),
                           plural(t.covering.stored, "place"), t.covering.owned,
                           plural(t.covering.zeros, "covered zero"), t.covering.padding());
    }

    std::optional<LearnCost> cost() const override
    {
        const Tried& t = m_tried[least(1)];
        if (m_dense < t.sum)
            return LearnCost{static_cast<std::int64_t>(m_dense), "The dense product costs less than every pairing."};
        return LearnCost{static_cast<std::int64_t>(t.sum),
                         fmt::format("{} on one SM: {} = {}.", t.toy.name, t.terms, shortNumber(t.sum))};
    }

    Scene scene(int step, double) const override
    {
        Drawing d;
        const bool tried = step >= 1 && at(step) <= m_tried.size();
        d.text(16, planTop, "Mask", TextSize::Middle, Role::Heading, false, true);
        const double side = matrixSide(*m_matrix);
        const Tried* now = tried && m_tried[at(step - 1)].refused.empty() ? &m_tried[at(step - 1)] : nullptr;
        const auto member = [&](std::int64_t r, std::int64_t c) {
            return now && now->tiles->granule(r / now->toy.pairing.height, c / now->toy.pairing.width);
        };
        MatrixStyle style;
        style.side = side;
        style.text = [](std::int64_t) { return std::string(); };
        style.role = [&](std::int64_t r, std::int64_t c, std::int64_t position) {
            return position >= 0 ? Role::Cell : member(r, c) ? Role::Padding : Role::Faint;
        };
        const Point size = drawMatrix(d, *m_matrix, 16, 44, style);
        if (now)
            drawMembers(d, *now, side);
        const double x = 16 + size.x + 40;
        double y = planTop;
        d.text(x, y, "Tile database", TextSize::Middle, Role::Heading, false, true);
        y = 44;
        for (const Tried& t : m_tried) {
            std::string costs;
            for (const auto& [width, ns] : t.toy.costs)
                costs += fmt::format("{}{}: {}", costs.empty() ? "" : ", ", width, ns);
            d.text(x, y, t.toy.name, TextSize::Middle, Role::Text, false, true);
            d.text(x + 40, y, labelOf(t.toy.pairing), TextSize::Middle);
            d.text(x + 280, y, costs, TextSize::Middle, Role::Secondary);
            y += 24;
        }
        d.text(x + 40, y, "a task's cost by its width; dense: 30 for 8 x 8", TextSize::Small, Role::Secondary);
        drawTried(d, step, x, y + 36);
        d.reserve(x + columns.back() + 70, y + 36 + 26 * static_cast<double>(m_tried.size() + 2));
        return d.take();
    }

private:
    struct Tried {
        ToyPairing toy;
        std::string refused; // empty: it can be had
        Covering covering;
        std::optional<Mask> tiles; // members
        std::string terms;         // "12 + 12"
        double sum = 0, longest = 0;

        double on(int sms) const { return std::max(sum / sms, longest); }
        // Every step at the cost of one: what the paper's cost is.
        double paper() const { return static_cast<double>(covering.steps) * toy.costs.front().second; }
    };

    // Where numbers stand: members, stored, owned, zeros, padding, the paper's, on one SM, on two.
    static constexpr std::array<double, 8> columns = {60, 130, 190, 250, 310, 380, 450, 510};

    static std::string labelOf(const Pairing& p)
    {
        return fmt::format("{} x {} in {} x {}, axis {}", p.height, p.width, p.rows, p.inner, name(p.axis));
    }

    // Costs of the tasks of one bucket.
    static void addTerms(Tried& tried, std::int64_t members)
    {
        const Pairing& p = tried.toy.pairing;
        const bool byRows = p.axis == GatheredAxis::Rows;
        const std::int64_t tasks = byRows ? (members * p.height + p.rows - 1) / p.rows : 1;
        const std::int64_t width = byRows ? p.width : (members * p.width + p.inner - 1) / p.inner * p.inner;
        for (std::int64_t t = 0; t < tasks; ++t)
            tried.terms += (tried.terms.empty() ? "" : " + ") + shortNumber(tried.toy.cost(width));
    }

    std::size_t least(int sms) const
    {
        std::size_t best = 0;
        for (std::size_t i = 1; i < m_tried.size(); ++i)
            if (m_tried[i].refused.empty() && m_tried[i].on(sms) < m_tried[best].on(sms))
                best = i;
        return best;
    }

    void drawMembers(Drawing& d, const Tried& now, double side) const
    {
        const Pairing& p = now.toy.pairing;
        const MaskShape& shape = now.tiles->shape();
        for (std::int64_t r = 0; r < shape.down(); ++r)
            forOnes(now.tiles->row(r), [&](std::int64_t c) {
                const std::int64_t bottom = std::min((r + 1) * p.height, shape.rows);
                const std::int64_t right = std::min((c + 1) * p.width, shape.cols);
                d.box(38 + static_cast<double>(c * p.width) * side - 2,
                      62 + static_cast<double>(r * p.height) * side - 2,
                      static_cast<double>(right - c * p.width) * side + 2,
                      static_cast<double>(bottom - r * p.height) * side + 2, Role::Accent);
            });
    }

    // A row for each pairing that was tried, as far as the step is.
    void drawTried(Drawing& d, int step, double x, double y) const
    {
        constexpr std::array heads = {"members", "stored", "owned", "zeros", "padding", "paper", "1 SM", "2 SMs"};
        const bool two = step + 1 == steps();
        const auto number = [&](std::size_t column, const std::string& text, Role role, bool strong = false) {
            d.textIn(x + columns[column], y, 56, 18, text, Align::Right, role).strong = strong;
        };
        for (std::size_t c = 0; c < heads.size(); ++c)
            number(c, heads[c], Role::Secondary);
        for (std::size_t i = 0; i < m_tried.size() && static_cast<int>(i) < step; ++i) {
            const Tried& t = m_tried[i];
            y += 26;
            d.text(x, y, t.toy.name, TextSize::Middle, Role::Text, false, static_cast<int>(i) + 1 == step);
            if (!t.refused.empty()) {
                d.text(x + columns[0], y, "not here", TextSize::Small, Role::Secondary);
                continue;
            }
            const Covering& c = t.covering;
            const std::array places = {c.members, c.stored, c.owned, c.zeros, c.padding()};
            for (std::size_t p = 0; p < places.size(); ++p)
                number(p, formatCount(places[p]), Role::Text);
            number(5, shortNumber(t.paper()), Role::Secondary);
            const bool one = at(step) >= m_tried.size() && i == least(1) && t.sum <= m_dense;
            number(6, (one ? "✓ " : "") + sumText(t), one ? Role::Good : Role::Text, one);
            if (two) {
                const bool best = i == least(2) && t.on(2) <= m_dense / 2;
                number(7, (best ? "✓ " : "") + shortNumber(t.on(2)), best ? Role::Good : Role::Text, best);
            }
        }
        if (at(step) >= m_tried.size()) {
            y += 26;
            d.text(x, y, "dense", TextSize::Middle, Role::Secondary);
            number(6, m_asked && m_dense < m_tried[least(1)].sum ? "?" : shortNumber(m_dense), Role::Secondary);
            if (two)
                number(7, shortNumber(m_dense / 2), Role::Secondary);
        }
    }

    std::string sumText(const Tried& t) const
    {
        return m_asked && &t == &m_tried[least(1)] && t.sum <= m_dense ? "?" : shortNumber(t.sum);
    }

    bool m_asked; // what the least costs
    MatrixPtr m_matrix;
    Mask m_mask;
    std::vector<Tried> m_tried;
    double m_dense = 0;
};

} // namespace

std::shared_ptr<const Show> pairingsShow(const LearnState& state)
{
    return std::make_shared<const PairingsShow>(state);
}

} // namespace sparsescope::learn
