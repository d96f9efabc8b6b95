#include "engine/learn/program_text.h"

#include "engine/core/at.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

constexpr double line = 17, apart = 8; // heights: of a line, between declarations and statements
constexpr std::size_t mostLines = 28;  // that are shown as they are

// A line of the text in lines of at most so many characters; those behind the first stand further to the right.
std::vector<std::string> broken(std::string text, std::size_t most)
{
    constexpr std::size_t further = 4;
    const std::size_t indent = text.find_first_not_of(' ') + further;
    std::vector<std::string> rows;
    while (text.size() > most) {
        // Outside of as many brackets as it can be.
        std::size_t space = 0;
        int depth = 0, least = std::numeric_limits<int>::max();
        for (std::size_t i = 0; i <= most; ++i) {
            depth += text[i] == '(' || text[i] == '[' ? 1 : text[i] == ')' || text[i] == ']' ? -1 : 0;
            if (text[i] == ' ' && depth <= least && i > indent + most / 4) {
                space = i;
                least = depth;
            }
        }
        if (space == 0)
            break;
        rows.push_back(text.substr(0, space));
        text = std::string(indent, ' ') + text.substr(space + 1);
    }
    rows.push_back(std::move(text));
    return rows;
}

double valueLeft(const std::string& row)
{
    return textWidth(row, TextSize::Small, true) + 20;
}

double valueWidth(const std::string& value)
{
    return textWidth(value, TextSize::Small, true, true);
}

} // namespace

ProgramText::ProgramText(const ProgramRun& run, std::set<std::string> highlights)
    : m_run(run), m_highlights(std::move(highlights)), m_values(run.lines().size()), m_declarations(run.lines().size())
{
    for (const ir::Span& span : m_run.printed().spans)
        m_declarations = std::min(m_declarations, at(span.line - 1));
    gatherAround(m_run.program().body, {});
    for (const ProgramStep& step : m_run.steps())
        for (const auto& [of, value] : loopValues(step)) {
            if (of == ofIteration)
                m_iterators = std::max(m_iterators, valueWidth(value));
            else if (value.size() > m_values[of].size())
                m_values[of] = value;
        }
    chooseLines();
}

void ProgramText::gatherAround(const ir::Body& body, const Around& outside)
{
    for (const ir::NodePtr& node : body) {
        Around inside = outside;
        if (const auto* loop = std::get_if<ir::For>(&node->what))
            inside.emplace_back(at(m_run.printed().lineOf(node->id) - 1), loop->name);
        if (const auto* iter = std::get_if<ir::Iter>(&node->what))
            for (const std::string& iterator : iter->iterators)
                inside.emplace_back(ofIteration, iterator);
        if (std::holds_alternative<ir::Store>(node->what))
            m_around[node->id] = inside;
        for (const ir::Body* inner : ir::bodiesOf(*node))
            gatherAround(*inner, inside);
    }
}

// The lines of each outermost statement, and a step for each way in which they are shown.
void ProgramText::chooseLines()
{
    const auto& lines = m_run.lines();
    for (const ir::NodePtr& node : m_run.program().body)
        m_tops.push_back(at(m_run.printed().lineOf(node->id) - 1));
    m_folded = lines.size() > mostLines;
    std::size_t widest = 0;
    for (std::size_t t = 0; t < m_tops.size(); ++t)
        widest = std::max(widest, endOf(t) - m_tops[t]);
    m_noDeclarations = m_folded && m_declarations + widest + m_tops.size() > mostLines;
    m_declarationsFirst =
        m_noDeclarations && m_run.program().stage == 1 && m_declarations + m_tops.size() <= mostLines + 2;
    m_layouts = {0};
    std::set<std::size_t> seen;
    if (!m_declarationsFirst)
        seen.insert(topOf(0));
    for (int s = 1; s <= std::ssize(m_run.steps()) && m_folded; ++s)
        if (seen.insert(topOf(s)).second)
            m_layouts.push_back(s);
}

std::size_t ProgramText::endOf(std::size_t top) const
{
    return top + 1 < m_tops.size() ? m_tops[top + 1] : m_run.lines().size();
}

// The outermost statement that a step is in; of the beginning the first that runs.
std::size_t ProgramText::topOf(int step) const
{
    const std::int64_t here = m_run.steps().empty() ? 0 : m_run.steps()[at(std::max(step - 1, 0))].line;
    std::size_t top = 0;
    while (top + 1 < m_tops.size() && m_tops[top + 1] <= at(here))
        ++top;
    return top;
}

// Those of an outermost statement that does not run are one, where all are too many; then declarations are there at the
// beginning of stage I, when no statement runs: axes are what it is about.
std::vector<ProgramText::Line> ProgramText::linesAt(int step) const
{
    std::vector<Line> shown;
    const auto& lines = m_run.lines();
    const bool beginning = step == 0 && m_declarationsFirst;
    for (std::size_t l = 0; l < m_declarations; ++l)
        if (!m_noDeclarations || beginning || l == 0)
            shown.push_back({l, lines[l]});
    if (m_noDeclarations && !beginning)
        shown.push_back({1, fmt::format("// {} declarations", m_declarations - 1)});
    const std::size_t here = topOf(step);
    for (std::size_t t = 0; t < m_tops.size(); ++t) {
        if (!m_folded || (t == here && !beginning) || endOf(t) - m_tops[t] == 1) {
            for (std::size_t l = m_tops[t]; l < endOf(t); ++l)
                shown.push_back({l, lines[l]});
            continue;
        }
        shown.push_back({m_tops[t], foldedText(t)});
    }
    return shown;
}

// "for t: S in tiles_1 { ... copy_A_1 ... }": which block it is, is said within.
std::string ProgramText::foldedText(std::size_t top) const
{
    std::string name;
    for (std::size_t l = m_tops[top]; l < endOf(top) && name.empty(); ++l) {
        const std::string& text = m_run.lines()[l];
        if (const std::size_t block = text.find("block "); block != std::string::npos)
            name = text.substr(block + 6, text.find(' ', block + 6) - block - 6);
    }
    // Blocks have the iteration's name and a number.
    while (!name.empty() && name.back() >= '0' && name.back() <= '9')
        name.pop_back();
    if (!name.empty() && name.back() == '_')
        name.pop_back();
    return m_run.lines()[m_tops[top]] + (name.empty() ? " ... }" : fmt::format(" ... {} ... }}", name));
}

// What the loops around a statement are at, by their lines, and the iterators.
std::map<std::size_t, std::string> ProgramText::loopValues(const ProgramStep& step) const
{
    std::map<std::size_t, std::string> values;
    std::size_t next = 0; // of the names, outer ones first
    for (const auto& [of, name] : m_around.at(step.node))
        if (next < step.names.size() && step.names[next].first == name) {
            std::string& text = values[of];
            text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, step.names[next].second);
            ++next;
        }
    return values;
}

// The width of the text, with the values of loops behind their lines.
double ProgramText::widthOf(std::size_t characters) const
{
    double width = 0;
    for (std::size_t l = 0; l < m_run.lines().size(); ++l) {
        const std::vector<std::string> rows = broken(m_run.lines()[l], characters);
        for (const std::string& row : rows)
            width = std::max(width, textWidth(row, TextSize::Small, true, true));
        if (!m_values[l].empty())
            width = std::max(width, valueLeft(rows.back()) + valueWidth(m_values[l]));
    }
    return width;
}

double ProgramText::height(double room) const
{
    Drawing d;
    for (const int step : m_layouts)
        draw(d, step, {0, 0}, room, {}, true);
    return d.bottom();
}

void ProgramText::drawSchedule(Drawing& d, Point corner, bool sizeAlone) const
{
    auto [x, y] = corner;
    if (m_run.schedule().empty())
        return;
    d.text(x, y, "Schedule", TextSize::Middle, Role::Heading, false, true);
    y += 26;
    for (std::size_t s = 0; s < m_run.schedule().size(); ++s) {
        const std::string& text = m_run.schedule()[s];
        const double width = textWidth(text, TextSize::Small, true, true);
        d.reserve(x + 6 + width, y + line);
        if (!sizeAlone) {
            const bool last = s + 1 == m_run.applied();
            d.textIn(x + 6, y, width, line, text, Align::Left, s < m_run.applied() ? Role::Text : Role::Secondary, true)
                .strong = last;
            if (last)
                d.line(x + 1, y + 1, x + 1, y + line - 1, Role::Accent);
        }
        y += line;
    }
}

void ProgramText::draw(Drawing& d, int step, Point corner, double room, const std::vector<std::vector<int>>& shapes,
                       bool sizeAlone) const
{
    const ProgramStep* now = step > 0 ? &m_run.steps()[at(step - 1)] : nullptr;
    static constexpr const char* stages[] = {"Stage I: coordinates", "Stage II: positions", "Stage III: offsets"};
    auto [x, y] = corner;
    const Shape& title = d.text(x, y, stages[m_run.program().stage - 1], TextSize::Middle, Role::Heading, false, true);
    const double after = title.x + title.w + 20;
    const std::map<std::size_t, std::string> values = now ? loopValues(*now) : std::map<std::size_t, std::string>();
    if (const auto iterators = values.find(ofIteration); iterators != values.end())
        d.text(after, y + 2, iterators->second, TextSize::Small, Role::Accent, true, true);
    d.reserve(after + m_iterators, y);
    y += 26;
    const auto characters = std::clamp<std::size_t>(
        static_cast<std::size_t>(std::max(0.0, room) / textWidth("0", TextSize::Small, true, true)), 60, 100);
    const double width = widthOf(characters);
    for (const Line& one : linesAt(step)) {
        y += one.line == m_tops.front() ? apart : 0;
        const std::vector<std::string> rows = broken(one.text, characters);
        const double height = static_cast<double>(rows.size()) * line;
        if (sizeAlone) {
            y += height;
            continue;
        }
        const std::string id = fmt::format("line 0 {}", one.line);
        const bool runs = now && at(now->line) == one.line, marked = m_highlights.contains(id);
        const int shape = d.named();
        d.box(x, y, width + 12, height, runs ? Role::CodeHere : Role::Code, id);
        if (m_run.changed().contains(one.line))
            d.line(x + 1, y + 1, x + 1, y + height - 1, Role::Accent);
        linkLine(d, shape, one.line, shapes);
        for (const std::string& row : rows) {
            d.textIn(x + 6, y, width, line, row, Align::Left, marked ? Role::Accent : Role::Code, true).strong =
                runs || marked;
            y += line;
        }
        if (const auto value = values.find(one.line); value != values.end())
            d.textIn(x + 6 + valueLeft(rows.back()), y - line, valueWidth(value->second), line, value->second,
                     Align::Left, Role::Accent, true)
                .strong = true;
    }
    d.reserve(x + width + 12, y);
}

// A line is lit with the arrays that it names.
void ProgramText::linkLine(Drawing& d, int shape, std::size_t line, const std::vector<std::vector<int>>& shapes) const
{
    const std::string& text = m_run.printed().text;
    std::size_t begin = 0;
    for (std::size_t l = 0; l < line; ++l)
        begin += m_run.lines()[l].size() + 1;
    const std::size_t end = begin + m_run.lines()[line].size();
    std::set<std::string> named;
    for (const ir::Mention& mention : m_run.printed().mentions)
        if (mention.begin >= begin && mention.end <= end)
            named.insert(text.substr(mention.begin, mention.end - mention.begin));
    for (std::size_t a = 0; a < m_run.arrays().size(); ++a)
        if (named.contains(m_run.arrays()[a].name))
            for (const int element : shapes[a])
                d.link(shape, element);
}

} // namespace sparsescope::learn
