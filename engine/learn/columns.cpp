#include "engine/learn/columns.h"

#include "engine/core/at.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

constexpr const char* loopOverColumns = "for (int j = 0; j < J; ++j)";

bool inName(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
}

// The next place of a whole name from a place on; npos: none.
std::size_t findName(const std::string& text, const std::string& name, std::size_t from)
{
    for (std::size_t at = text.find(name, from); at != std::string::npos; at = text.find(name, at + 1))
        if ((at == 0 || !inName(text[at - 1])) && (at + name.size() == text.size() || !inName(text[at + name.size()])))
            return at;
    return std::string::npos;
}

// The bracket that closes the one at a place.
std::size_t closing(const std::string& text, std::size_t open)
{
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i)
        if (text[i] == '(' || text[i] == '[' || text[i] == '{')
            ++depth;
        else if ((text[i] == ')' || text[i] == ']' || text[i] == '}') && --depth == 0)
            return i;
    return text.size();
}

// x[c] is B[c][j] then, y[r] is C[r][j], sum is sum[j]. Empty: the statement has none of them.
std::string ofColumn(std::string statement)
{
    bool found = false;
    for (const auto& [vector, matrix] : {std::pair("x", "B"), std::pair("y", "C")})
        for (std::size_t at = findName(statement, vector, 0); at != std::string::npos;
             at = findName(statement, vector, at + 1)) {
            statement[at] = *matrix;
            statement.insert(closing(statement, at) + 1, "[j]");
            found = true;
        }
    for (std::size_t at = findName(statement, "sum", 0); at != std::string::npos;
         at = findName(statement, "sum", at + 3)) {
        statement.insert(at + 3, "[j]");
        found = true;
    }
    return found ? statement : std::string();
}

// Reads a listing statement by statement and writes it anew.
class Rewriter {
public:
    explicit Rewriter(const std::vector<std::string>& lines)
    {
        for (const std::string& line : lines) {
            m_begins.push_back(m_text.size());
            m_text += line + "\n";
        }
        m_listing.lineOf.assign(lines.size(), -1);
        m_listing.repeated.assign(lines.size(), 0);
        m_listing.lines.emplace_back();
    }

    ColumnListing run()
    {
        for (std::size_t i = 0; i < m_text.size();) {
            const char c = m_text[i];
            if (std::isspace(static_cast<unsigned char>(c)) || c == '{' || c == '}') {
                put(i, m_text.substr(i, 1));
                ++i;
            } else if (m_text.compare(i, 2, "//") == 0) {
                i = copy(i, m_text.find('\n', i));
            } else if (m_text.compare(i, 4, "for ") == 0 || m_text.compare(i, 3, "if ") == 0) {
                i = copy(i, closing(m_text, m_text.find('(', i)) + 1);
            } else {
                std::size_t end = i;
                for (; m_text[end] != ';'; ++end)
                    if (m_text[end] == '(' || m_text[end] == '[' || m_text[end] == '{')
                        end = closing(m_text, end);
                i = statement(i, end + 1);
            }
        }
        while (m_listing.lines.back().empty())
            m_listing.lines.pop_back();
        for (std::string& line : m_listing.lines)
            if (const std::size_t at = line.find("y is 0 before"); at != std::string::npos)
                line[at] = 'C';
        return std::move(m_listing);
    }

private:
    void put(std::size_t from, const std::string& text)
    {
        const auto old = std::upper_bound(m_begins.begin(), m_begins.end(), from) - m_begins.begin() - 1;
        for (const char c : text) {
            if (c == '\n') {
                m_listing.lines.emplace_back();
                continue;
            }
            int& line = m_listing.lineOf[static_cast<std::size_t>(old)];
            if (line < 0 && c != ' ')
                line = static_cast<int>(m_listing.lines.size()) - 1;
            m_listing.lines.back() += c;
        }
    }
    std::size_t copy(std::size_t from, std::size_t end)
    {
        for (std::size_t i = from; i < end; ++i)
            put(i, m_text.substr(i, 1));
        return end;
    }

    std::size_t statement(std::size_t from, std::size_t end)
    {
        std::string text = m_text.substr(from, end - from);
        if (text == "float sum = 0;") {
            put(from, "float sum[J] = {};");
            return end;
        }
        text = ofColumn(std::move(text));
        if (text.empty())
            return copy(from, end);
        const auto old =
            static_cast<std::size_t>(std::upper_bound(m_begins.begin(), m_begins.end(), from) - m_begins.begin() - 1);
        std::string& line = m_listing.lines.back();
        std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
        if (indent < line.size()) { // behind a condition or a loop, which has a line of its own now
            line.erase(line.find_last_not_of(' ') + 1);
            indent += 4;
            m_listing.lines.emplace_back(indent, ' ');
        }
        m_listing.lines.back() += loopOverColumns;
        m_listing.lines.emplace_back(indent + 4, ' ');
        m_listing.repeated[old] = 1;
        for (const char c : text) // what goes on in the next line stands further to the right, too
            if (c == '\n')
                m_listing.lines.emplace_back(4, ' ');
            else
                m_listing.lines.back() += c;
        m_listing.lineOf[old] = static_cast<int>(m_listing.lines.size()) - 1; // the last one: there B is read
        return end;
    }

    std::string m_text;
    std::vector<std::size_t> m_begins; // of its lines
    ColumnListing m_listing;
};

// Lanes without a column leave the kernel.
ColumnListing withoutIdle(const std::vector<std::string>& lines)
{
    ColumnListing listing;
    for (const std::string& line : lines) {
        listing.lineOf.push_back(static_cast<int>(listing.lines.size()));
        listing.repeated.push_back(0);
        listing.lines.push_back(line);
        if (line.find("j = threadIdx.x;") != std::string::npos)
            listing.lines.emplace_back("if (j >= J) return;");
    }
    return listing;
}

ColumnListing unchanged(const std::vector<std::string>& lines)
{
    ColumnListing listing;
    listing.lines = lines;
    for (std::size_t l = 0; l < lines.size(); ++l)
        listing.lineOf.push_back(static_cast<int>(l));
    listing.repeated.assign(lines.size(), 0);
    return listing;
}

bool isDense(const WarpProgram& program, const Access& access)
{
    return program.memories[at(access.memory)].array < 0;
}

// A step for one column: what belongs to the format is read for the first of them, and kept.
WarpStep stepOfColumn(const WarpProgram& program, const WarpStep& step, std::int64_t column, std::int64_t columns)
{
    WarpStep s = step;
    s.text += fmt::format(" Column {}.", column);
    std::erase_if(s.accesses, [&](const Access& a) { return column > 0 && !isDense(program, a); });
    std::vector<char> busy(s.lanes.size(), step.accesses.empty() ? 1 : 0);
    for (Access& a : s.accesses) {
        busy[at(a.lane)] = 1;
        if (isDense(program, a))
            a.element = a.element * columns + column;
    }
    for (std::size_t l = 0; l < s.lanes.size(); ++l) {
        LaneStep& lane = s.lanes[l];
        if (!busy[l])
            lane = {};
        if (lane.row.starts_with('y'))
            lane.row = fmt::format("C{},{}", lane.row.substr(1), column);
        if (const std::size_t x = lane.what.find("*x"); x != std::string::npos)
            lane.what[x + 1] = 'B';
        lane.column = column;
    }
    for (Product& p : s.products)
        p.column = column;
    return s;
}

} // namespace

ColumnListing withColumns(const std::vector<CodeLine>& code, Columns how, std::int64_t columns, int lanes)
{
    std::vector<std::string> lines;
    for (const CodeLine& line : code)
        lines.push_back(line.text);
    return how == Columns::Loop && columns > 1        ? Rewriter(lines).run()
           : how == Columns::Lanes && columns < lanes ? withoutIdle(lines)
                                                      : unchanged(lines);
}

void takeColumns(WarpProgram& program, const ColumnListing& listing, std::int64_t columns, int lanes)
{
    std::vector<WarpStep> steps;
    for (WarpStep& step : program.steps) {
        const auto line = at(step.line);
        step.line = listing.lineOf[line];
        if (listing.repeated[line]) {
            for (std::int64_t j = 0; j < columns; ++j)
                steps.push_back(stepOfColumn(program, step, j, columns));
            continue;
        }
        if (program.how == Columns::Lanes) {
            std::erase_if(step.accesses, [&](const Access& a) { return a.lane >= columns; });
            for (Access& a : step.accesses)
                if (isDense(program, a))
                    a.element = a.element / lanes * columns + a.element % lanes;
            for (std::size_t l = at(columns); l < step.lanes.size(); ++l)
                step.lanes[l] = {};
        }
        steps.push_back(std::move(step));
    }
    program.steps = std::move(steps);
    std::int64_t next = 0;
    for (Memory& memory : program.memories) {
        if (memory.array < 0) {
            memory.elements = memory.elements / memory.width * columns;
            memory.width = columns;
            if (columns > 1)
                memory.name = memory.name == "x" ? "B" : memory.name == "y" ? "C" : memory.name;
        }
        memory.base = next;
        next = afterMemory(memory);
    }
    program.columns = columns;
}

} // namespace sparsescope::learn
