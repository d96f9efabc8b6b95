// The storage of a matrix as a tree of levels, and the arrays of each: a place of the matrix, its path from the root
// and its elements light each other.
#include "engine/core/at.h"
#include "engine/core/text.h"
#include "engine/learn/drawing.h"
#include "engine/learn/level_tree.h"
#include "engine/learn/shows.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

constexpr double nodeHeight = 20, bandHeight = 52; // of a node, of a level
constexpr double levelLabel = 84, elementSide = 22, levelTop = 16;

class LevelsShow final : public DrawnShow {
public:
    explicit LevelsShow(const LearnState& state)
        : m_state(state), m_matrix(withNumbers(state.matrix)), m_tree(levelTree(state))
    {
        // Every node is as wide as what hangs below it; one without anything is a place wide.
        std::vector<double> below(m_tree.values.size(), 1);
        std::vector<std::vector<double>> widths(m_tree.levels.size());
        for (std::size_t l = m_tree.levels.size(); l-- > 0;) {
            const std::vector<LevelNode>& nodes = m_tree.levels[l].nodes;
            std::vector<double> above(l > 0 ? m_tree.levels[l - 1].nodes.size() : 1, 0);
            for (std::size_t n = 0; n < nodes.size(); ++n) {
                below[n] = std::max(1.0, below[n]);
                above[at(nodes[n].parent)] += below[n];
            }
            widths[l] = std::exchange(below, std::move(above));
        }
        m_places = std::max(1.0, below.front());
        m_centres.resize(m_tree.levels.size());
        std::vector<double> begins{0}; // of what hangs below each node of the level above
        for (std::size_t l = 0; l < m_tree.levels.size(); ++l) {
            std::vector<double> next = std::move(begins), here;
            for (std::size_t n = 0; n < widths[l].size(); ++n) {
                double& begin = next[at(m_tree.levels[l].nodes[n].parent)];
                here.push_back(begin);
                m_centres[l].push_back(begin + widths[l][n] / 2);
                begin += widths[l][n];
            }
            begins = std::move(here);
        }
    }

    int steps() const override { return static_cast<int>(m_tree.values.size()) + 1; }

    std::string text(int step) const override
    {
        if (step == 0)
            return m_tree.label + ". Step on, and each stored value shows its path from the root.";
        const std::int64_t value = step - 1;
        const std::vector<std::int64_t> path = m_tree.path(value);
        std::string text;
        for (std::size_t l = 0; l < path.size(); ++l) {
            const TreeLevel& level = m_tree.levels[l];
            const std::int64_t parent = level.nodes[at(path[l])].parent;
            text += fmt::format("{} = {}", level.axis, level.nodes[at(path[l])].coordinate);
            if (level.kind == LevelKind::Dense)
                text += l > 0 ? fmt::format(": {} x {} + {} = {}", parent, level.size,
                                            level.nodes[at(path[l])].coordinate, path[l])
                              : std::string(": counted");
            else if (level.kind == LevelKind::Singleton)
                text += fmt::format(": crd[{}]", path[l]);
            else
                text += fmt::format(": crd[{}], between pos[{}] = {} and pos[{}] = {}", path[l], parent,
                                    level.pos[at(parent)], parent + 1, level.pos[at(parent + 1)]);
            text += "; ";
        }
        const std::int64_t position = m_tree.values[at(value)];
        return text + fmt::format("values[{}] = {}.", value,
                                  position < 0 ? "0, padding" : shortNumber(m_matrix->value(position)));
    }

    std::vector<FormatCounts> counts() const override { return {m_tree.counts(m_state.dtype)}; }

    int stepOf(const std::string& id) const override
    {
        for (std::size_t v = 0; v < m_tree.values.size(); ++v)
            if (const MatrixArea& place = m_tree.levels.back().nodes[v].about;
                id == valueId(v) || id == nodeId(m_tree.levels.size() - 1, v) ||
                (!place.empty() && id == cellId(place.rowBegin, place.colBegin)))
                return static_cast<int>(v) + 1;
        return -1;
    }

private:
    Scene draw(int step, double room, bool) const override
    {
        Drawing d;
        const std::int64_t here = step - 1; // value
        const MatrixArea place = here < 0 ? MatrixArea() : m_tree.levels.back().nodes[at(here)].about;
        d.text(16, levelTop, "Matrix", TextSize::Middle, Role::Heading, false, true);
        MatrixStyle style;
        style.side = matrixSide(*m_matrix);
        style.role = [&](std::int64_t r, std::int64_t c, std::int64_t p) {
            if (!place.empty() && place.rowBegin == r && place.colBegin == c)
                return p < 0 ? Role::Spoken : Role::Highlight;
            if (std::find(m_state.highlights.begin(), m_state.highlights.end(), cellId(r, c)) !=
                m_state.highlights.end())
                return Role::Linked;
            return p < 0 ? Role::Faint : Role::Cell;
        };
        const Point size = drawMatrix(d, *m_matrix, 16, levelTop + 28, style);
        // Slices that stand side by side.
        for (std::int64_t slice = 1; slice < m_tree.slices; ++slice) {
            const double wide = static_cast<double>(m_matrix->cols()) * style.side;
            const double x =
                15 + size.x - wide * static_cast<double>(m_tree.slices - slice) / static_cast<double>(m_tree.slices);
            d.line(x, levelTop + 28 + 18, x, levelTop + 28 + size.y, Role::Accent);
        }
        const double beside = std::max(size.x, 190.0);
        double y = levelTop + 28 + size.y + 12;
        for (const LevelKind kind :
             {LevelKind::Dense, LevelKind::Compressed, LevelKind::NonUnique, LevelKind::Singleton})
            if (std::any_of(m_tree.levels.begin(), m_tree.levels.end(),
                            [kind](const TreeLevel& level) { return level.kind == kind; }))
                y += d.paragraph(16, y, beside, about(kind), TextSize::Small, Role::Secondary) + 6;
        const double left = 16 + beside + 28;
        const std::vector<std::int64_t> path = here < 0 ? std::vector<std::int64_t>() : m_tree.path(here);
        const double arrays = drawTree(d, left, path, room);
        drawArrays(d, left, arrays, path, here, room);
        return d.take();
    }

    static std::string nodeId(std::size_t level, std::size_t n) { return fmt::format("level {} {}", level, n); }
    static std::string valueId(std::size_t v) { return arrayId(0, "values", static_cast<std::int64_t>(v)); }

    // Returns its lower end.
    double drawTree(Drawing& d, double left, const std::vector<std::int64_t>& path, double room) const
    {
        const std::size_t levels = m_tree.levels.size();
        const Shape& title = d.text(left, levelTop, m_tree.label.substr(0, m_tree.label.find(':')), TextSize::Middle,
                                    Role::Heading, false, true);
        const double after = title.x + title.w + 12;
        const FormatCounts c = m_tree.counts(m_state.dtype);
        d.text(after, levelTop,
               fmt::format("{} bytes, {} of {} values are padding", told(m_state.asked, "bytes", c.bytes),
                           told(m_state.asked, "padding", c.padding), formatCount(c.values)),
               TextSize::Middle, Role::Secondary);
        const double tree = left + levelLabel, top = levelTop + 34;
        const double each = std::clamp((room - 16 - tree) / m_places, 20.0, 34.0);
        const auto x = [&](std::size_t level, std::int64_t n) { return tree + m_centres[level][at(n)] * each; };
        const auto lit = [&](std::size_t level, std::int64_t n) { return !path.empty() && path[level] == n; };
        const double root = tree + m_places * each / 2;
        d.textIn(left, top, levelLabel - 8, 16, "root", Align::Left, Role::Secondary);
        d.box(root - 5, top + 3, 10, 10, path.empty() ? Role::Index : Role::Highlight);
        // Edges first: what is on the path lies above the others.
        for (const bool onPath : {false, true})
            for (std::size_t l = 0; l < levels; ++l)
                for (std::size_t n = 0; n < m_tree.levels[l].nodes.size(); ++n) {
                    const auto node = static_cast<std::int64_t>(n);
                    if (lit(l, node) != onPath)
                        continue;
                    const double y = bandOf(l), from = l > 0 ? bandOf(l - 1) + nodeHeight : top + 13;
                    d.line(l > 0 ? x(l - 1, m_tree.levels[l].nodes[n].parent) : root, from, x(l, node), y,
                           onPath ? Role::Accent : Role::Line);
                }
        for (std::size_t l = 0; l < levels; ++l) {
            const TreeLevel& level = m_tree.levels[l];
            const double y = bandOf(l);
            d.text(left, y - 6, level.axis, TextSize::Middle, Role::Text, true, true);
            double line = y + 12;
            for (const char* word : {level.kind == LevelKind::NonUnique ? "compressed," : learn::name(level.kind),
                                     level.kind == LevelKind::NonUnique ? "non-unique" : ""}) {
                d.text(left, line, word, TextSize::Small, Role::Secondary);
                line += 14;
            }
            for (std::size_t n = 0; n < level.nodes.size(); ++n) {
                const auto node = static_cast<std::int64_t>(n);
                const bool stored = level.kind != LevelKind::Dense;
                d.cell(x(l, node) - (each - 4) / 2, y, each - 4, nodeHeight,
                       lit(l, node) ? Role::Highlight
                       : stored     ? Role::Index
                                    : Role::Faint,
                       std::to_string(level.nodes[n].coordinate), nodeId(l, n),
                       fmt::format("{} = {}: {} at position {}", level.axis, level.nodes[n].coordinate,
                                   learn::name(level.kind), n));
            }
        }
        return bandOf(levels) - 4;
    }

    static double bandOf(std::size_t level) { return levelTop + 72 + static_cast<double>(level) * bandHeight; }

    struct DrawnArray {
        std::string id, level, name;
        const std::vector<std::int64_t>* numbers; // null: the values
        std::vector<std::int64_t> lit;
    };

    void drawArrays(Drawing& d, double left, double y, const std::vector<std::int64_t>& path, std::int64_t here,
                    double room) const
    {
        const auto after = static_cast<int>(m_matrix->cols() + m_matrix->rows() * (m_matrix->cols() + 1));
        std::vector<DrawnArray> all;
        for (std::size_t l = 0; l < m_tree.levels.size(); ++l) {
            const TreeLevel& level = m_tree.levels[l];
            const std::int64_t parent = path.empty() ? -2 : level.nodes[at(path[l])].parent;
            if (!level.pos.empty())
                all.push_back({fmt::format("pos{}", l), level.axis, "pos", &level.pos, {parent, parent + 1}});
            if (!level.crd.empty())
                all.push_back({fmt::format("crd{}", l), level.axis, "crd", &level.crd, {path.empty() ? -1 : path[l]}});
            if (level.pos.empty() && level.crd.empty())
                all.push_back({"", level.axis, fmt::format("size {}", level.size), nullptr, {}});
        }
        all.push_back({"values", "", "values", nullptr, {here}});
        std::size_t characters = 1;
        for (std::int64_t p = 0; p < m_matrix->nnz(); ++p)
            characters = std::max(characters, shortNumber(m_matrix->value(p)).size());
        const double side = sideFor(elementSide, characters);
        const auto perLine = std::max<std::size_t>(8, static_cast<std::size_t>((room - 16 - left - levelLabel) / side));
        std::vector<int> first(all.size(), -1); // of each array, among the shapes with ids
        for (std::size_t a = 0; a < all.size(); ++a) {
            const DrawnArray& array = all[a];
            d.textIn(left, y, 20, elementSide, array.level, Align::Left, Role::Text, true);
            d.textIn(left + 24, y, levelLabel - 28, elementSide, array.name, Align::Left,
                     array.id.empty() ? Role::Secondary : Role::Text, !array.id.empty());
            const bool values = array.id == "values";
            const std::size_t count = values                     ? m_tree.values.size()
                                      : array.numbers != nullptr ? array.numbers->size()
                                                                 : 0;
            first[a] = d.named();
            for (std::size_t i = 0; i < count; ++i) {
                const std::int64_t position = values ? m_tree.values[i] : 0;
                const bool lit =
                    std::find(array.lit.begin(), array.lit.end(), static_cast<std::int64_t>(i)) != array.lit.end();
                const std::string text = !values        ? std::to_string((*array.numbers)[i])
                                         : position < 0 ? std::string("0")
                                                        : shortNumber(m_matrix->value(position));
                d.cell(
                    left + levelLabel + static_cast<double>(i % perLine) * side,
                    y + static_cast<double>(i / perLine) * (elementSide + 2), side - 2, elementSide - 2,
                    lit            ? Role::Highlight
                    : !values      ? Role::Index
                    : position < 0 ? Role::Padding
                                   : Role::Cell,
                    text, arrayId(0, array.id, static_cast<std::int64_t>(i)),
                    fmt::format("{}{}[{}]", array.level.empty() ? "" : "level " + array.level + ": ", array.name, i));
            }
            y += static_cast<double>(std::max<std::size_t>(1, (count + perLine - 1) / perLine)) * (elementSide + 2) + 4;
        }
        link(d, after, all, first);
    }

    // Nodes begin with this one of the shapes with ids, arrays with those.
    void link(Drawing& d, int nodes, const std::vector<DrawnArray>& all, const std::vector<int>& first) const
    {
        const auto arrayOf = [&](const std::string& id) {
            const auto found = std::find_if(all.begin(), all.end(), [&](const DrawnArray& a) { return a.id == id; });
            return found == all.end() ? -1 : first[static_cast<std::size_t>(found - all.begin())];
        };
        std::vector<int> firstNode;
        int next = nodes;
        for (const TreeLevel& level : m_tree.levels) {
            firstNode.push_back(next);
            next += static_cast<int>(level.nodes.size());
        }
        for (std::size_t l = 0; l < m_tree.levels.size(); ++l) {
            const TreeLevel& level = m_tree.levels[l];
            const int pos = arrayOf(fmt::format("pos{}", l)), crd = arrayOf(fmt::format("crd{}", l));
            for (std::size_t n = 0; n < level.nodes.size(); ++n) {
                const int node = firstNode[l] + static_cast<int>(n);
                if (crd >= 0)
                    d.link(node, crd + static_cast<int>(n));
                const MatrixArea& about = level.nodes[n].about;
                if (about.rowEnd - about.rowBegin > 1 || about.colEnd - about.colBegin > 1)
                    d.linkArea(node, about, *m_matrix);
            }
            for (std::int64_t parent = 0; l > 0 && pos >= 0 && parent + 1 < static_cast<std::int64_t>(level.pos.size());
                 ++parent)
                for (const int end : {0, 1})
                    d.link(firstNode[l - 1] + static_cast<int>(parent), pos + static_cast<int>(parent) + end);
        }
        // The whole path of each value.
        const int values = arrayOf("values");
        for (std::size_t v = 0; v < m_tree.values.size(); ++v) {
            const std::vector<std::int64_t> path = m_tree.path(static_cast<std::int64_t>(v));
            const MatrixArea& place = m_tree.levels.back().nodes[v].about;
            d.link(firstNode.back() + static_cast<int>(v), values + static_cast<int>(v));
            if (place.empty())
                continue;
            const int cell =
                static_cast<int>(m_matrix->cols() + place.rowBegin * (m_matrix->cols() + 1) + 1 + place.colBegin);
            d.link(cell, values + static_cast<int>(v));
            for (std::size_t l = 0; l < path.size(); ++l) {
                const int pos = arrayOf(fmt::format("pos{}", l)), crd = arrayOf(fmt::format("crd{}", l));
                d.link(cell, firstNode[l] + static_cast<int>(path[l]));
                if (crd >= 0)
                    d.link(cell, crd + static_cast<int>(path[l]));
                for (const int end : {0, 1})
                    if (pos >= 0)
                        d.link(cell, pos + static_cast<int>(m_tree.levels[l].nodes[at(path[l])].parent) + end);
            }
        }
    }

    LearnState m_state;
    MatrixPtr m_matrix;
    LevelTree m_tree;
    double m_places = 1;                        // leaves side by side
    std::vector<std::vector<double>> m_centres; // of each node of each level, in places
};

} // namespace

std::shared_ptr<const Show> levelsShow(const LearnState& state)
{
    return std::make_shared<const LevelsShow>(state);
}

} // namespace sparsescope::learn
