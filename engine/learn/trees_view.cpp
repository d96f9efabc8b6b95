// LiteForm's forests on a small matrix: two trees that are asked by hand, their mean, the candidate that is taken, and
// what the choice cost.
#include "engine/core/at.h"
#include "engine/learn/plan_parts.h"
#include "engine/search/liteform/model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

using liteform::TreeNode;

constexpr std::array candidateNames = {"CSR", "ELL", "CELL"}; // the simplest first
constexpr std::array toyTimes = {10.0, 12.0, 11.0};           // µs
constexpr int treeCount = 2;

// CSR's trees, x0 < 2 ? 0.1 : 0.5 and x1 < 1 ? 0.3 : 0; of the others each says the same of every matrix. A leaf holds
// its part of the mean.
liteform::Model toyForests()
{
    liteform::Model model;
    model.features = {"x0", "x1"};
    model.candidates.assign(candidateNames.begin(), candidateNames.end());
    model.trees = {{{0, 2, 1},
                    {-1, 0.1f / treeCount, 0},
                    {-1, 0.5f / treeCount, 0},
                    {1, 1, 4},
                    {-1, 0.3f / treeCount, 0},
                    {-1, 0, 0},
                    {-1, 0.4f / treeCount, 0},
                    {-1, 0.22f / treeCount, 0}},
                   {0, 3, 6, 6, 7, 7},
                   candidateNames.size(),
                   2,
                   {}};
    constexpr float most = std::max(mostRows, mostCols);
    model.training = {{"", "", {0, 0}}, {"", "", {most, most}}}; // no small matrix is outside
    return model;
}

// As they are said: 0.25, without what a float adds.
double asSaid(double value)
{
    return std::round(1e4 * value) / 1e4;
}

class TreesShow final : public Show {
public:
    explicit TreesShow(const LearnState& state)
        : m_asked(state.asked), m_matrix(withNumbers(state.matrix)), m_model(toyForests())
    {
        const liteform::RowSpread length = liteform::featuresOf(*m_matrix).length;
        m_x = {static_cast<float>(length.most), static_cast<float>(length.least)};
        m_choice = m_model.choose(m_x, std::vector<double>(candidateNames.size()));
        m_regret = toyTimes[m_choice.chosen] / *std::min_element(toyTimes.begin(), toyTimes.end()) - 1;
    }

    int steps() const override { return 6; }

    std::string text(int step) const override { return text(step, m_asked); }

    std::string text(int step, const Asked& asked) const
    {
        const std::vector<double>& means = m_choice.means;
        const auto least = at(std::min_element(means.begin(), means.end()) - means.begin());
        const std::string chosen = candidateNames[m_choice.chosen];
        switch (step) {
        case 0:
            return fmt::format(
                "The longest row has {} and the shortest {}: x0 = {}, x1 = {}. Of each candidate two trees "
                "say how much slower than the fastest it will be, as a logarithm.",
                plural(std::lround(m_x[0]), "non-zero"), std::lround(m_x[1]), m_x[0], m_x[1]);
        case 1:
        case 2: {
            const TreeNode& root = rootOf(step - 1);
            return fmt::format("Tree {} asks whether x{} is below {:g}: {:g} is{}, and it says {:g}.", "AB"[step - 1],
                               root.feature, root.cut, m_x[at(root.feature)],
                               m_x[at(root.feature)] < root.cut ? "" : " not", valueOf(step - 1));
        }
        case 3:
            return fmt::format(
                "CSR's mean is ({:g} + {:g}) / 2 = {}. The trees of ELL say 0.4 of every matrix, those of "
                "CELL 0.22. CSR is the least in {} of 2 trees: its votes.",
                valueOf(0), valueOf(1), asked.number("thousandths") ? "?" : fmt::format("{:g}", asSaid(means[0])),
                told(asked, "votes", m_choice.votes[0]));
        case 4:
            if (least == 0)
                return fmt::format("CSR has the least mean, {:g}, and is the simplest: it is chosen.",
                                   asSaid(means[0]));
            return fmt::format(
                "{} has the least mean, {:g}. A simpler candidate is taken whose mean is at most ln 1.03 = "
                "0.02956 above it, within 3 %: CSR's is {:g} above, so {} is chosen.",
                candidateNames[least], asSaid(means[least]), asSaid(means[0] - means[least]), chosen);
        default:
            return fmt::format("Measured, CSR takes 10 µs, ELL 12 µs and CELL 11 µs. {} was chosen, so the regret is "
                               "{:g} / 10 - 1 = {}.",
                               chosen, toyTimes[m_choice.chosen],
                               asked.number("regret") ? "?" : fmt::format("{:g}", asSaid(m_regret)));
        }
    }

    std::vector<LearnNumber> numbers() const override
    {
        return {{"thousandths", std::lround(1000 * m_choice.means[0]), text(3, {})},
                {"votes", m_choice.votes[0], text(3, {})},
                {"regret", std::lround(100 * m_regret), text(5, {})}};
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
        style.role = [&](std::int64_t row, std::int64_t, std::int64_t position) {
            const auto length = static_cast<float>(m_matrix->rowLength(row));
            const bool asked = (step < 2 && length == m_x[0]) || (step % 2 == 0 && step < 3 && length == m_x[1]);
            return position < 0 ? Role::Faint : asked ? Role::Linked : Role::Cell;
        };
        const Point size = drawMatrix(d, *m_matrix, 16, 44, style);
        d.text(16, 44 + size.y + 12, fmt::format("x0 = {:g}, of the longest row", m_x[0]), TextSize::Middle);
        d.text(16, 44 + size.y + 34, fmt::format("x1 = {:g}, of the shortest", m_x[1]), TextSize::Middle);
        const double x = 16 + std::max(size.x, 190.0) + 40;
        for (int tree = 0; tree < treeCount; ++tree)
            drawTree(d, x + tree * (treeWidth + 32), tree, step);
        drawCandidates(d, x, 200, step, std::clamp(room - 16, x + 480, x + 640));
        return d.take();
    }

private:
    static constexpr double treeWidth = 224, nodeWidth = 96, nodeHeight = 28;

    const TreeNode& rootOf(int tree) const { return m_model.trees.nodes()[at(m_model.trees.root(0, at(tree)))]; }
    double valueOf(int tree) const { return asSaid(treeCount * m_model.trees.value(0, at(tree), m_x)); }

    // A question with a leaf at its left for yes, and one at its right for no.
    void drawTree(Drawing& d, double x, int tree, int step) const
    {
        const TreeNode& root = rootOf(tree);
        const bool asked = step > tree, now = step == tree + 1;
        d.text(x, planTop, fmt::format("CSR, tree {}", "AB"[tree]), TextSize::Middle, Role::Heading, false, true);
        const double top = 48, below = top + nodeHeight + 44, middle = x + treeWidth / 2;
        d.cell(middle - nodeWidth / 2, top, nodeWidth, nodeHeight, now ? Role::Highlight : Role::Index,
               fmt::format("x{} < {:g}?", root.feature, root.cut), fmt::format("tree {} question", tree));
        for (const bool yes : {true, false}) {
            const bool way = asked && yes == (m_x[at(root.feature)] < root.cut);
            const double left = yes ? x : x + treeWidth - nodeWidth;
            const TreeNode& leaf = m_model.trees.nodes()[at(root.yes + (yes ? 0 : 1))];
            d.arrow(middle, top + nodeHeight, left + nodeWidth / 2, below, way ? Role::Accent : Role::Line);
            d.textIn(yes ? left - 8 : left + nodeWidth / 2 + 8, top + nodeHeight + 8, nodeWidth / 2, 18,
                     yes ? "yes" : "no", yes ? Align::Right : Align::Left, way ? Role::Accent : Role::Secondary);
            d.cell(left, below, nodeWidth, nodeHeight, way ? now ? Role::Highlight : Role::Linked : Role::Index,
                   fmt::format("{:g}", asSaid(treeCount * leaf.cut)),
                   fmt::format("tree {} {}", tree, yes ? "yes" : "no"));
        }
    }

    // Means as bars, from the third step on; then what is chosen, and the times.
    void drawCandidates(Drawing& d, double x, double y, int step, double right) const
    {
        d.text(x, y, "Means, the simplest candidate first", TextSize::Middle, Role::Heading, false, true);
        constexpr double most = 0.5, names = 64;
        const double longest = right - x - names - 200;
        for (std::size_t c = 0; c < candidateNames.size(); ++c) {
            const double line = y + 32 + 28 * static_cast<double>(c);
            const bool chosen = step >= 4 && c == m_choice.chosen;
            d.text(x, line, candidateNames[c], TextSize::Middle, Role::Text, false, chosen);
            if (step < 3 && c == 0)
                continue; // nobody knows it yet
            const bool asked = c == 0 && m_asked.number("thousandths");
            const double width = asked ? 2 : std::max(2.0, longest * m_choice.means[c] / most);
            d.box(x + names, line + 1, width, 16, chosen ? Role::Good : Role::Index, fmt::format("mean {}", c));
            std::string words = asked ? "?" : fmt::format("{:g}", asSaid(m_choice.means[c]));
            if (chosen)
                words += ", chosen";
            if (step >= 5)
                words += fmt::format(", took {:g} µs", toyTimes[c]);
            d.text(x + names + width + 8, line, words, TextSize::Middle, chosen ? Role::Good : Role::Text);
        }
        d.reserve(right, y + 32 + 28 * static_cast<double>(candidateNames.size()));
    }

    Asked m_asked;
    MatrixPtr m_matrix;
    liteform::Model m_model;
    std::vector<float> m_x; // non-zeros in the longest row, in the shortest
    liteform::Choice m_choice;
    double m_regret = 0;
};

} // namespace

std::shared_ptr<const Show> treesShow(const LearnState& state)
{
    return std::make_shared<const TreesShow>(state);
}

} // namespace sparsescope::learn
