// Graphs of AlphaSparse, node by node: the small matrix in the colours of who takes what (figures 2 and 3), the arrays
// of the metadata after each node (figure 5), the sums (figure 6), and at the end what is stored and runs (figures 7
// and 8).
#include "engine/core/at.h"
#include "engine/core/text.h"
#include "engine/learn/drawing.h"
#include "engine/learn/graph_steps.h"
#include "engine/learn/shows.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace sparsescope::learn {

using Level = BlocksOf::Level;

namespace {

// Neighbouring blocks differ; without hatching, which would run through numbers.
constexpr std::array blockRoles = {Role::Block, Role::Sector, Role::Active};

Role roleOfBlock(int block)
{
    return block < 0 ? Role::Cell : blockRoles[at(block) % blockRoles.size()];
}

const char* nameOf(Level level)
{
    return level == Level::Bmtb ? "thread block" : level == Level::Bmw ? "warp" : "thread";
}

std::string listed(const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

class GraphShow final : public SteppedShow {
public:
    explicit GraphShow(const LearnState& state) : m_asked(state.asked), m_run(withNumbers(state.matrix), state.example)
    {
        for (const GraphRun::Step& step : m_run.steps())
            m_arrays.push_back(m_run.arrays(step));
        std::size_t characters = 1;
        for (const auto& arrays : m_arrays)
            for (const GraphArray& array : arrays)
                for (const GraphElement& e : array.elements)
                    characters = std::max(characters, e.text.size());
        for (const GraphRun::Step& step : m_run.steps()) {
            m_sums.push_back(m_run.sums(step));
            for (const GraphSums& sums : m_sums.back())
                for (const GraphElement& e : sums.elements)
                    characters = std::max(characters, e.text.size());
        }
        m_cell = sideFor(22, characters);
        for (std::size_t b = 0; !m_run.refusal() && b < m_run.applied().branches.size(); ++b) {
            m_stored.push_back(m_run.stored(b));
            m_lines.push_back(m_run.lines(b));
        }
    }

    // The matrix, the nodes, and of each part what is stored and what runs.
    int steps() const override { return static_cast<int>(m_run.steps().size() + 2 * m_stored.size()); }

    std::string text(int step) const override
    {
        if (atEnd(step))
            return runs(step) ? "What runs: each node writes its lines, and those that bring sums to it. An array that "
                                "is a function of its index is computed, not read."
                              : storedText();
        const GraphRun::Step& s = m_run.steps()[at(step)];
        if (step == 0)
            return fmt::format("{}: a graph of {}. Each node changes what is known of the matrix and of who takes "
                               "what: its metadata.",
                               m_run.design().label,
                               plural(static_cast<std::int64_t>(m_run.chain().size()) - 1, "node"));
        const ChainNode& node = m_run.chain()[s.node];
        if (s.refused)
            return fmt::format("{} is refused: it {}.", node.node->kind->name, m_run.refusal()->reason());
        std::vector<std::string> changed, added;
        for (const GraphArray& array : m_arrays[at(step)])
            if (array.changed())
                (array.added ? added : changed).push_back(array.name);
        std::string text = fmt::format("{}: {}", node.text, node.node->kind->description);
        if (!changed.empty())
            text += fmt::format(" Changed: {}.", listed(changed));
        if (!added.empty())
            text += fmt::format(" New: {}.", listed(added));
        if (changed.empty() && added.empty())
            text += " No array changes.";
        return text;
    }

    std::vector<FormatCounts> counts() const override
    {
        if (m_run.refusal())
            return {};
        const Matrix& m = m_run.matrix();
        const std::int64_t places = m_run.places();
        return {{m_run.design().label, m_run.bytes(), places, places - m.nnz()}, {"plain CSR", csrBytes(), m.nnz(), 0}};
    }

private:
    // A picture under construction, and where the places of the matrix are among the shapes with ids.
    struct Picture {
        Drawing d;
        double left = 0, right = 0; // of what stands beside the matrix
        bool sizeAlone = false;
        std::vector<std::int32_t> placeOfRow;
    };

    bool atEnd(int step) const { return at(step) >= m_run.steps().size(); }
    bool runs(int step) const { return (at(step) - m_run.steps().size()) % 2 == 1; }
    // The part that a step is of.
    std::size_t branchOf(int step) const
    {
        return atEnd(step) ? (at(step) - m_run.steps().size()) / 2 : m_run.steps()[at(step)].branch;
    }
    // The run's own step that it shows: at the end the last of its part.
    const GraphRun::Step& stepOf(int step) const
    {
        const std::vector<GraphRun::Step>& steps = m_run.steps();
        if (!atEnd(step))
            return steps[at(step)];
        return *std::find_if(steps.rbegin(), steps.rend(),
                             [&](const GraphRun::Step& s) { return s.branch == branchOf(step); });
    }
    std::int64_t csrBytes() const { return 4 * (m_run.matrix().rows() + 1) + 8 * m_run.matrix().nnz(); }

    std::string storedText() const
    {
        std::int64_t computed = 0, all = 0;
        for (const auto& arrays : m_stored)
            for (const GraphStored& array : arrays) {
                computed += array.computed ? 1 : 0;
                ++all;
            }
        return fmt::format("Stored in float32: {}, where CSR takes {}. Of {} that the kernel needs, {} computed from "
                           "the index; u8 is a byte an element, added to the base.",
                           told(m_asked, "bytes", m_run.bytes()) + " bytes", formatCount(csrBytes()),
                           plural(all, "array"), computed == 1 ? "1 is" : fmt::format("{} are", computed));
    }

    Scene draw(int step, double room, bool sizeAlone) const override
    {
        Picture p;
        p.sizeAlone = sizeAlone;
        const GraphRun::Step& s = stepOf(step);
        const double matrixWidth = matrixSize(m_run.matrix(), {.side = matrixSide(m_run.matrix())}).x;
        p.left = margin + std::max(matrixWidth, 190.0) + between;
        p.right = std::max(room - margin, p.left + 420);
        // The chain's shapes have no ids: those of the matrix are the first.
        const double top = drawChain(p, step, p.right) + 14;
        drawMatrixOf(p, s, step, top);
        double y = top;
        if (atEnd(step)) {
            runs(step) ? drawLoops(p, branchOf(step), y) : drawStored(p, branchOf(step), y);
        } else {
            if (s.refused) {
                const ChainNode& node = m_run.chain()[s.node];
                p.d.text(p.left, y, node.node->kind->name + " is refused", TextSize::Middle, Role::Bad, false, true);
                y += 24;
                y += p.d.paragraph(p.left, y, p.right - p.left, fmt::format("It {}.", m_run.refusal()->reason())) + 12;
                p.d.text(p.left, y, "What there is before it:", TextSize::Small, Role::Secondary);
                y += 22;
            }
            const std::vector<GraphSums>& sums = m_sums[at(step)];
            for (std::size_t i = 0; i < sums.size(); ++i)
                y = drawSums(p, sums[i], i + 1 == sums.size(), y);
            for (const GraphArray& array : m_arrays[at(step)])
                if (sums.empty() || array.changed() || array.name == "values")
                    y = drawArray(p, array, y);
        }
        return p.d.take();
    }

    // The nodes in their order; returns the lower end.
    double drawChain(Picture& p, int step, double right) const
    {
        constexpr double height = 22, gap = 16;
        const std::vector<GraphRun::Step>& steps = m_run.steps();
        const std::vector<ChainNode>& chain = m_run.chain();
        double x = margin, y = margin;
        for (std::size_t n = 0; n < chain.size(); ++n) {
            const ChainNode& node = chain[n];
            const double width = textWidth(node.text, TextSize::Small, false) + 14;
            if (!node.branch.empty() || x + width > right) {
                x = margin + 20;
                y += height + 6;
            }
            if (!node.branch.empty()) {
                p.d.textIn(x, y, 40, height, node.branch, Align::Left, Role::Secondary);
                x += 40;
            } else if (n > 0) {
                p.d.arrow(x - gap + 2, y + height / 2, x - 3, y + height / 2);
            }
            const auto reached =
                std::find_if(steps.begin(), steps.end(), [n](const GraphRun::Step& s) { return s.node == n; });
            const bool here = !atEnd(step) && steps[at(step)].node == n;
            const bool done = reached - steps.begin() <= step;
            const Role role = here && steps[at(step)].refused ? Role::Bad
                              : here                          ? Role::Highlight
                              : done                          ? Role::Index
                                                              : Role::Faint;
            p.d.box(x, y, width, height, role, {}, node.node ? node.node->kind->description : std::string());
            p.d.textIn(x, y, width, height, node.text, Align::Centre,
                       role == Role::Index ? Role::Text
                       : here              ? role
                                           : Role::Secondary);
            x += width + gap;
        }
        return y + height;
    }

    void drawMatrixOf(Picture& p, const GraphRun::Step& s, int step, double y) const
    {
        const Matrix& m = m_run.matrix();
        const BlocksOf blocks = blocksOf(*s.now);
        const std::vector<std::int32_t>&colours = blocks.of(blocks.coloured), &numbers = blocks.of(blocks.finest);
        std::vector<int> block(at(m.nnz()), -1), number(at(m.nnz()), -1);
        std::vector<bool> mine(at(m.nnz()));
        const auto entries = (*s.now)[graph::Array::Entries];
        for (std::size_t i = 0; i < entries.size(); ++i)
            if (entries[i] >= 0) {
                mine[at(entries[i])] = true;
                block[at(entries[i])] = colours.empty() ? -1 : colours[i];
                number[at(entries[i])] = numbers.empty() ? -1 : numbers[i];
            }
        // Rows stand as they are stored, those that are not behind them.
        MatrixStyle style;
        const auto origin = (*s.now)[graph::Array::OriginRows];
        p.placeOfRow.assign(at(m.rows()), -1);
        for (const std::int32_t row : origin)
            if (row >= 0 && p.placeOfRow[at(row)] < 0) {
                p.placeOfRow[at(row)] = static_cast<std::int32_t>(style.rows.size());
                style.rows.push_back(row);
            }
        const bool sorted = !std::is_sorted(style.rows.begin(), style.rows.end());
        for (std::int32_t row = 0; row < m.rows(); ++row)
            if (p.placeOfRow[at(row)] < 0)
                style.rows.push_back(row);
        if (!sorted)
            std::sort(style.rows.begin(), style.rows.end());
        for (std::size_t i = 0; i < style.rows.size(); ++i)
            p.placeOfRow[at(style.rows[i])] = static_cast<std::int32_t>(i);
        style.side = matrixSide(m);
        style.role = [&](std::int64_t, std::int64_t, std::int64_t position) {
            return position < 0 ? Role::Faint : !mine[at(position)] ? Role::Index : roleOfBlock(block[at(position)]);
        };
        const char letter = blocks.finest == Level::Bmt ? 't' : blocks.finest == Level::Bmw ? 'w' : 'b';
        const bool values = blocks.finest == Level::None || atEnd(step);
        style.text = [&](std::int64_t position) {
            return values                     ? shortNumber(m.value(position))
                   : number[at(position)] < 0 ? std::string()
                                              : fmt::format("{}{}", letter, number[at(position)]);
        };
        const Point size = p.sizeAlone ? matrixSize(m, style) : drawMatrix(p.d, m, margin, y, style);
        p.d.reserve(margin + size.x, y + size.y);
        std::string legend;
        if (sorted)
            legend += "Rows stand as they are stored. ";
        if (blocks.finest != Level::None)
            legend += fmt::format("Colour: {} ({}). ", nameOf(blocks.coloured),
                                  blocks.coloured == Level::Bmtb  ? "BMTB"
                                  : blocks.coloured == Level::Bmw ? "BMW"
                                                                  : "BMT");
        if (!values)
            legend += fmt::format("{0}3 is {1} 3. ", letter, nameOf(blocks.finest));
        if (std::any_of(mine.begin(), mine.end(), [](bool b) { return !b; }))
            legend += "Grey: another part. ";
        if (!atEnd(step) && !m_sums[at(step)].empty())
            legend += "Sums are of A x with x = 1, 2, 3, … ";
        const double height = legend.empty() ? 0
                                             : p.d.paragraph(margin, y + size.y + 8, p.left - between - margin, legend,
                                                             TextSize::Small, Role::Secondary);
        p.d.reserve(0, y + size.y + 8 + height);
    }

    static constexpr double margin = 16, cellHeight = 20, oldHeight = 17, between = 28;
    static constexpr double names = 144; // width of those of arrays

    // Elements in lines, what they speak of linked; returns the lower end.
    double drawElements(Picture& p, const std::string& array, const std::vector<GraphElement>& elements, double y,
                        bool computed = false) const
    {
        const double x = p.left + names;
        const int perLine = perLineOf(p);
        for (std::size_t i = 0; i < elements.size(); ++i) {
            const GraphElement& e = elements[i];
            const double ex = x + static_cast<double>(i % at(perLine)) * m_cell;
            const double ey = y + static_cast<double>(i / at(perLine)) * (cellHeight + 2);
            p.d.reserve(ex + m_cell - 2, ey + cellHeight);
            if (p.sizeAlone)
                continue;
            const Role role = e.padding      ? Role::Padding
                              : computed     ? Role::Faint
                              : e.block >= 0 ? roleOfBlock(e.block)
                                             : Role::Index;
            const int shape = p.d.named();
            p.d.cell(ex, ey, m_cell - 2, cellHeight - 2, role, e.text, arrayId(0, array, e.id),
                     e.hint.empty() ? fmt::format("{}[{}] = {}", array, i, e.text) : e.hint);
            if (e.differs)
                p.d.box(ex - 1, ey - 1, m_cell, cellHeight, Role::Accent);
            if (i > 0 && i % at(perLine) != 0 && e.bmtb >= 0 && elements[i - 1].bmtb >= 0 &&
                elements[i - 1].bmtb != e.bmtb)
                p.d.line(ex - 1, ey - 2, ex - 1, ey + cellHeight, Role::Frame);
            link(p, shape, e);
        }
        const auto lines = (static_cast<int>(elements.size()) + perLine - 1) / perLine;
        return y + std::max(1, lines) * (cellHeight + 2);
    }

    int perLineOf(const Picture& p) const
    {
        return std::clamp(static_cast<int>((p.right - p.left - names) / m_cell), 8, 40);
    }

    // drawMatrix() has the numbers of the columns, then row after row its number and its cells.
    void link(Picture& p, int shape, const GraphElement& e) const
    {
        const Matrix& m = m_run.matrix();
        const auto rowShape = [&](std::int64_t row) {
            return static_cast<int>(m.cols() + p.placeOfRow[at(row)] * (m.cols() + 1));
        };
        if (e.row >= 0) {
            p.d.link(shape, rowShape(e.row));
            for (const std::int32_t col : m.row(e.row))
                p.d.link(shape, rowShape(e.row) + 1 + col);
        }
        for (const std::int32_t position : e.positions)
            p.d.link(shape, rowShape(m.rowOf(position)) + 1 + m.colIdx()[at(position)]);
    }

    double drawArray(Picture& p, const GraphArray& array, double y) const
    {
        if (!array.before.empty()) {
            p.d.textIn(p.left, y, names - 8, oldHeight, "before", Align::Right, Role::Secondary);
            const int perLine = perLineOf(p);
            for (std::size_t i = 0; i < array.before.size(); ++i) {
                const double ex = p.left + names + static_cast<double>(i % at(perLine)) * m_cell;
                const double ey = y + static_cast<double>(i / at(perLine)) * oldHeight;
                p.d.reserve(ex + m_cell - 2, ey + oldHeight);
                if (!p.sizeAlone)
                    p.d.textIn(ex, ey, m_cell - 2, oldHeight - 2, array.before[i], Align::Centre, Role::Secondary,
                               true);
            }
            y += static_cast<double>((array.before.size() + at(perLine) - 1) / at(perLine)) * oldHeight;
        }
        Shape& name = p.d.textIn(p.left, y, names - 8, cellHeight, array.name, Align::Left,
                                 array.changed() ? Role::Accent : Role::Text, true);
        name.hint = array.meaning;
        return drawElements(p, array.name, array.elements, y) + 2;
    }

    // `last`: what this step has made.
    double drawSums(Picture& p, const GraphSums& sums, bool last, double y) const
    {
        if (!sums.adapter.empty()) {
            const double height = 4 + p.d.paragraph(p.left + names, y, p.right - p.left - names, sums.adapter,
                                                    TextSize::Small, Role::Secondary);
            p.d.arrow(p.left + 8, y, p.left + 8, y + height - 2);
            y += height + 2;
        }
        p.d.textIn(p.left, y, names - 8, cellHeight, sums.name, Align::Left, last ? Role::Accent : Role::Text);
        return drawElements(p, sums.name, sums.elements, y) + 6;
    }

    void drawTitle(Picture& p, std::size_t branch, const char* title, double y) const
    {
        p.d.text(p.left, y, m_stored.size() > 1 ? fmt::format("{} of part {}", title, branch + 1) : title,
                 TextSize::Middle, Role::Heading, false, true);
    }

    // Each array with its function (figure 8).
    void drawStored(Picture& p, std::size_t branch, double y) const
    {
        drawTitle(p, branch, "What is stored", y);
        y += 26;
        for (const GraphStored& stored : m_stored[branch]) {
            p.d.text(p.left + names, y,
                     stored.computed ? stored.formula + ": computed, nothing is stored"
                                     : fmt::format("{}: {}", stored.formula, plural(stored.bytes, "byte")),
                     TextSize::Small, stored.computed ? Role::Good : Role::Secondary);
            p.d.textIn(p.left, y + 16, names - 8, cellHeight, stored.array.name, Align::Left, Role::Text, true).hint =
                stored.array.meaning;
            y = drawElements(p, stored.array.name, stored.array.elements, y + 16, stored.computed) + 3;
        }
        if (const std::vector<std::string> dropped = m_run.dropped(branch); !dropped.empty())
            p.d.paragraph(p.left, y + 4, p.right - p.left,
                          fmt::format("Not stored, as the kernel does without: {}.", listed(dropped)), TextSize::Small,
                          Role::Secondary);
    }

    // The loops with the nodes that wrote them (figures 6 and 7), and what they read.
    void drawLoops(Picture& p, std::size_t branch, double y) const
    {
        drawTitle(p, branch, "What runs", y);
        y += 26;
        std::vector<CodeLine> code;
        for (const KernelLine& line : m_lines[branch])
            code.push_back({line.text, line.reads});
        const int first = p.d.named();
        const double height = drawCode(p.d, p.left + names, y, codeWidth(code), code, -1, static_cast<int>(branch), "");
        const double each = height / static_cast<double>(code.size());
        for (std::size_t i = 0; i < code.size(); ++i)
            if (i == 0 || m_lines[branch][i].node != m_lines[branch][i - 1].node)
                p.d.textIn(p.left, y + static_cast<double>(i) * each, names - 8, each, m_lines[branch][i].node,
                           Align::Left, Role::Secondary);
        y += height + 12;
        for (const GraphStored& stored : m_stored[branch]) {
            if (stored.computed)
                continue;
            p.d.textIn(p.left, y, names - 8, cellHeight, stored.array.name, Align::Left, Role::Text, true).hint =
                stored.array.meaning;
            const int begin = p.d.named();
            y = drawElements(p, stored.array.name, stored.array.elements, y) + 2;
            for (std::size_t i = 0; i < code.size(); ++i)
                if (const auto& reads = code[i].reads;
                    std::find(reads.begin(), reads.end(), stored.array.name) != reads.end())
                    for (int shape = begin; shape < p.d.named(); ++shape)
                        p.d.link(first + static_cast<int>(i), shape);
        }
    }

    Asked m_asked;
    GraphRun m_run;
    std::vector<std::vector<GraphArray>> m_arrays; // of each of its steps
    std::vector<std::vector<GraphSums>> m_sums;
    std::vector<std::vector<GraphStored>> m_stored; // of each branch
    std::vector<std::vector<KernelLine>> m_lines;
    double m_cell = 22; // width of a box
};

} // namespace

std::vector<LearnExample> graphExamples()
{
    std::vector<LearnExample> examples;
    for (const GraphDesign& design : graphDesigns())
        examples.push_back({design.name, design.label});
    return examples;
}

std::shared_ptr<const Show> graphShow(const LearnState& state)
{
    return std::make_shared<const GraphShow>(state);
}

} // namespace sparsescope::learn
