// The papers' examples with small costs, the arithmetic written out: covers, levels, a greedy run, withdrawal.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/learn/plan_parts.h"
#include "engine/learn/shows.h"
#include "engine/learn/toy.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace sparsescope::learn {

namespace {

constexpr double top = planTop;

bool isFigure1(const Matrix& m)
{
    return m.rows() == 8 && m.cols() == 8 && m.nnz() == 10 && m.countIn(2, 4, 2, 4) == 4 &&
           m.countIn(5, 7, 5, 7) == 4 && m.countIn(1, 2, 6, 7) == 1 && m.countIn(7, 8, 0, 1) == 1;
}

// The matrix with tiles on it: owned places in the colour of their tile, stored zeros as padding.
double drawTiles(Drawing& d, const Matrix& m, const std::vector<ToyTile>& tiles, const std::vector<std::int32_t>& rows,
                 const std::vector<std::int32_t>& cols)
{
    std::map<std::pair<std::int64_t, std::int64_t>, Role> at;
    for (const ToyTile& t : tiles)
        for (const auto& [r, c] : t.cells)
            at[{r, c}] = t.role;
    MatrixStyle style;
    style.side = matrixSide(m) + 8;
    style.rows = rows;
    style.cols = cols;
    style.role = [&](std::int64_t r, std::int64_t c, std::int64_t p) {
        const auto found = at.find({r, c});
        if (found == at.end())
            return p < 0 ? Role::Faint : Role::Cell;
        return p < 0 ? Role::Padding : found->second;
    };
    const Point size = drawMatrix(d, m, 16, 44, style);
    const auto place = [](const std::vector<std::int32_t>& order, std::int32_t line) {
        return order.empty() ? line
                             : static_cast<std::int32_t>(std::find(order.begin(), order.end(), line) - order.begin());
    };
    for (std::size_t t = 0; t < tiles.size(); ++t) {
        std::int32_t r0 = 1 << 20, r1 = 0, c0 = 1 << 20, c1 = 0;
        for (const auto& [r, c] : tiles[t].cells) {
            r0 = std::min(r0, place(rows, r)), r1 = std::max(r1, place(rows, r) + 1);
            c0 = std::min(c0, place(cols, c)), c1 = std::max(c1, place(cols, c) + 1);
        }
        if (static_cast<std::size_t>((r1 - r0) * (c1 - c0)) != tiles[t].cells.size())
            continue; // no rectangle
        d.box(16 + 22 + c0 * style.side - 2, 44 + 18 + r0 * style.side - 2, (c1 - c0) * style.side + 2,
              (r1 - r0) * style.side + 2, Role::Accent, fmt::format("tile {}", t),
              fmt::format("{}: cost {}", tiles[t].label, tiles[t].cost));
    }
    return 16 + size.x + 40;
}

class CoversShow final : public Show {
public:
    CoversShow(const LearnState& state, MatrixPtr matrix, std::vector<ToyCover> covers, std::string costs)
        : m_matrix(std::move(matrix)), m_covers(std::move(covers)), m_costs(std::move(costs)),
          m_asked(state.asked.number("cost"))
    {
    }

    int steps() const override { return static_cast<int>(m_covers.size()) + 1; }

    std::string text(int step) const override
    {
        if (step == 0)
            return m_costs;
        const ToyCover& c = m_covers[at(step - 1)];
        return fmt::format("{}. {} {}.", c.title, c.text, c.arithmetic(asked(step)));
    }

    std::optional<LearnCost> cost() const override
    {
        const ToyCover& last = m_covers.back();
        return LearnCost{last.cost(), fmt::format("{}: {}.", last.title, last.arithmetic())};
    }

    Point size(double room) const override
    {
        const Scene first = scene(0, room);
        return {first.width, first.height};
    }

    Scene scene(int step, double room) const override
    {
        Drawing d;
        const ToyCover none;
        const ToyCover& cover = step == 0 ? none : m_covers[at(step - 1)];
        d.text(16, top, "Matrix", TextSize::Middle, Role::Heading, false, true);
        const double x = drawTiles(d, *m_matrix, cover.tiles, cover.rows, cover.cols);
        const double right = std::clamp(room - 16, x + 500, x + 760);
        double y = top;
        d.text(x, y, step == 0 ? "What things cost" : cover.title, TextSize::Large, Role::Heading, false, true);
        y += 34;
        y += d.paragraph(x, y, right - x, step == 0 ? m_costs : cover.text) + 8;
        if (step > 0)
            d.text(x, y, cover.arithmetic(asked(step)), TextSize::Large, Role::Accent);
        y = top + 130;
        std::vector<std::pair<std::string, std::int64_t>> costs;
        std::int64_t most = 1;
        for (const ToyCover& c : m_covers) {
            costs.emplace_back(c.title, c.cost());
            most = std::max(most, c.cost());
        }
        if (step > 0)
            drawCosts(d, x, right, y, costs, static_cast<std::size_t>(step - 1), most, asked(step));
        d.reserve(right, top + 130 + 26 * static_cast<double>(m_covers.size()));
        return d.take();
    }

private:
    bool asked(int step) const { return m_asked && step + 1 == steps(); } // the last cover's

    MatrixPtr m_matrix;
    std::vector<ToyCover> m_covers;
    std::string m_costs;
    bool m_asked;
};

// Algorithm 2 on figure 1: every round scores what is there by its cost a newly covered non-zero.
class GreedyShow final : public Show {
public:
    explicit GreedyShow(MatrixPtr matrix) : m_matrix(std::move(matrix)), m_tiles(figure3(*m_matrix)[2].tiles) {}

    int steps() const override { return 5; }

    std::string text(int step) const override
    {
        constexpr const char* texts[] = {
            "Nothing is covered yet. Every round scores all candidates by their cost for each newly covered non-zero.",
            "Round 1, level 1: a full 2 x 2 block costs 4 / 4 = 1 for each non-zero. Nothing is cheaper, and two of "
            "them are.",
            "Both blocks are taken. Non-zeros 4 and 5 of the paper (here 1 and 10) are left: they are a new matrix.",
            "Round 2, level 2: one ELL of both costs 3 / 2 = 1.5 for each, less than two blocks of 1 x 1.",
            "All are covered: 4 + 4 + 3 = 11. One level alone had to stop at 12."};
        return texts[step];
    }

    Scene scene(int step, double) const override
    {
        Drawing d;
        d.text(16, top, "Matrix", TextSize::Middle, Role::Heading, false, true);
        const std::size_t chosen = step < 2 ? 0 : step < 4 ? 2 : 3;
        const double x =
            drawTiles(d, *m_matrix, {m_tiles.begin(), m_tiles.begin() + static_cast<std::ptrdiff_t>(chosen)}, {}, {});
        struct Candidate {
            const char* name;
            int cost, covers;
        };
        const std::vector<Candidate> first = {{"2 x 2 block, full", 4, 4},
                                              {"ELL of the upper half", 6, 5},
                                              {"1 x 1 block", 2, 1},
                                              {"4 x 4 block", 15, 4}};
        const std::vector<Candidate> second = {
            {"ELL of what is left", 3, 2}, {"1 x 1 block", 2, 1}, {"2 x 2 block", 4, 1}};
        d.text(x, top, step < 2 ? "Round 1, level 1" : "Round 2, level 2", TextSize::Large, Role::Heading, false, true);
        double y = top + 38;
        for (const Candidate& c : step < 2 ? first : second) {
            const bool shown = step == 1 || step == 3 || step == 4;
            const bool best = shown && (&c == &first.front() || &c == &second.front());
            d.text(x, y, c.name, TextSize::Middle, best ? Role::Good : Role::Text, false, best);
            if (shown)
                d.text(x + 180, y,
                       fmt::format("{} / {} = {:.3g}", c.cost, c.covers, static_cast<double>(c.cost) / c.covers) +
                           (best ? "  least: chosen" : ""),
                       TextSize::Middle, best ? Role::Good : Role::Secondary);
            y += 26;
        }
        const std::int64_t sum = chosen == 0 ? 0 : chosen == 2 ? 8 : 11;
        d.text(x, top + 160,
               fmt::format("Cost so far: {}", chosen == 0   ? "0"
                                              : chosen == 2 ? "4 + 4 = 8"
                                                            : "4 + 4 + 3 = 11"),
               TextSize::Large, Role::Accent);
        d.text(x, top + 194,
               fmt::format("{} of 10 non-zeros covered", sum == 0   ? 0
                                                         : sum == 8 ? 8
                                                                    : 10),
               TextSize::Middle, Role::Secondary);
        d.reserve(x + 440, top + 230);
        return d.take();
    }

private:
    MatrixPtr m_matrix;
    std::vector<ToyTile> m_tiles;
};

class WithdrawShow final : public Show {
public:
    int steps() const override { return 4; }

    std::string text(int step) const override
    {
        constexpr const char* texts[] = {"x1 and x2 are chosen: 8 + 3 = 11, and 15 of 20 points are covered. (The "
                                         "paper gives costs and averages; the 15 points are our drawing.)",
                                         "The best ordinary candidate is x3: 6 / 5 = 1.2 for each of 5 new points. "
                                         "Taking it would cost 11 + 6 = 17.",
                                         "x4 covers all that x1 and x2 cover, and the 5 points too. Replacing them "
                                         "costs (12 - (8 + 3)) / 5 = 0.2 for each new point.",
                                         "0.2 is less than 1.2: x1 and x2 are withdrawn. The total rises from 11 to 12 "
                                         "and covers all 20 points, where x3 would have made it 17."};
        return texts[step];
    }

    Scene scene(int step, double) const override
    {
        Drawing d;
        const std::vector<ToySubTask> tasks = figure6();
        const double x = 120, side = 34;
        d.text(16, top, "Figure 6: withdrawing sub-tasks", TextSize::Large, Role::Heading, false, true);
        const bool withdrawn = step == 3;
        const auto covered = [&](int p) { return withdrawn || p < 15; };
        d.text(16, 64, "points", TextSize::Middle, Role::Secondary);
        for (int p = 0; p < 20; ++p)
            d.cell(x + p * side, 60, side - 3, 28, covered(p) ? Role::Cell : Role::Faint, std::to_string(p),
                   fmt::format("point {}", p));
        double y = 108;
        for (const ToySubTask& t : tasks) {
            const bool chosen = withdrawn ? t.name == "x4" : t.name == "x1" || t.name == "x2";
            const bool gone = withdrawn && (t.name == "x1" || t.name == "x2");
            const bool scored = (step == 1 && t.name == "x3") || (step == 2 && t.name == "x4");
            const bool shown =
                chosen || gone || scored || (step == 2 && t.name == "x3") || (withdrawn && t.name == "x3");
            if (shown) {
                d.text(16, y + 4, t.name, TextSize::Middle, Role::Text, false, true);
                d.box(x + t.begin * side, y, (t.end - t.begin) * side - 3, 28,
                      chosen   ? Role::Block
                      : scored ? Role::Accent
                               : Role::Padding,
                      fmt::format("task {}", t.name));
                d.textIn(x + t.begin * side, y, (t.end - t.begin) * side - 3, 28,
                         fmt::format("cost {}{}", t.cost, gone ? ", withdrawn" : ""), Align::Centre, Role::Text);
            }
            y += 38;
        }
        y += 8;
        constexpr const char* sums[] = {"8 + 3 = 11", "x3: 6 / 5 = 1.2 each", "x4: (12 - (8 + 3)) / 5 = 0.2 each",
                                        "12 instead of 8 + 3 + 6 = 17"};
        d.text(16, y, sums[step], TextSize::Large, step == 3 ? Role::Good : Role::Accent);
        d.reserve(x + 20 * side, y + 34);
        return d.take();
    }
};

} // namespace

std::vector<LearnExample> planExamples()
{
    return {{"figure2", "STile figure 2: covers"},       {"figure3", "STile figure 3: parts and levels"},
            {"greedy", "STile algorithm 2 on figure 1"}, {"figure6", "STile figure 6: withdrawal"},
            {"widths", "LiteForm: widths of buckets"},   {"pairings", "SparDA algorithm 2: pairings"},
            {"trees", "LiteForm: two trees by hand"}};
}

std::shared_ptr<const Show> planShow(const LearnState& state)
{
    const MatrixPtr matrix = withNumbers(state.matrix);
    const std::string& example = state.example;
    const bool figure = isFigure1(*matrix);
    if ((example == "figure3" || example == "greedy") && !figure)
        failInput(fmt::format("the example {} belongs to the matrix of STile figure 1", example));
    if (example == "figure3")
        return std::make_shared<const CoversShow>(state, matrix, figure3(*matrix),
                                                  "A 2 x 2 block costs 4, a 1 x 1 block 2, an ELL of a half of the "
                                                  "matrix 6, an ELL of two rows of one place 3.");
    if (example == "greedy")
        return std::make_shared<const GreedyShow>(matrix);
    if (example == "figure6")
        return std::make_shared<const WithdrawShow>();
    if (example == "widths")
        return widthsShow(state);
    if (example == "pairings")
        return pairingsShow(state);
    if (example == "trees")
        return treesShow(state);
    return std::make_shared<const CoversShow>(state, matrix, figure2(*matrix),
                                              "A block of 1 x 1 costs 2, of 2 x 2 costs 4, of 4 x 4 costs 15. A cover "
                                              "holds every non-zero; it costs what its blocks cost.");
}

} // namespace sparsescope::learn
