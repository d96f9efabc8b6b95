#include "engine/learn/program_picture.h"

#include "engine/core/at.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>

namespace sparsescope::learn {

namespace {

constexpr double margin = 16, between = 28, gap = 5;

std::string hintOf(const std::string& place, const std::string& value)
{
    return value.empty() ? place + ": not written yet" : fmt::format("{} = {}", place, value);
}

} // namespace

ProgramPicture::ProgramPicture(const ProgramRun& run, std::set<std::string> highlights, const ProgramText* text,
                               bool large)
    : m_run(run), m_matrix(run.matrix()), m_highlights(std::move(highlights)), m_text(text), m_large(large)
{
    std::size_t characters = 1;
    const auto look = [&](const std::optional<double>& value) {
        if (value)
            characters = std::max(characters, shortNumber(*value).size());
    };
    for (const ProgramArray& array : m_run.arrays())
        for (const std::optional<double>& value : array.initial)
            look(value);
    for (const ProgramStep& step : m_run.steps())
        look(step.value);
    m_cell = sideFor(26, characters, large);
    for (const ProgramArray& array : m_run.arrays())
        m_names = std::max(m_names, textWidth(array.title(), TextSize::Small, true) + 12);
}

Scene ProgramPicture::scene(int step, double room) const
{
    return draw(step, room, false);
}

Point ProgramPicture::size(double room) const
{
    Point size;
    for (const int step : m_text ? m_text->layouts() : std::vector<int>{0}) {
        const Scene each = draw(step, room, true);
        size = {std::max(size.x, each.width), std::max(size.y, each.height)};
    }
    return size;
}

// Where the text stands elsewhere, those of the launch, and of each part the tile's that a loop is at, or else the
// first one's; for sizes the longest.
std::vector<std::size_t> ProgramPicture::arraysAt(const Moment& now) const
{
    const std::vector<ProgramArray>& all = m_run.arrays();
    std::vector<std::size_t> shown;
    if (m_text) { // all of them
        shown.resize(all.size());
        std::iota(shown.begin(), shown.end(), std::size_t{0});
        return shown;
    }
    std::map<std::string, std::size_t> longest;
    for (std::size_t a = 0; a < all.size(); ++a)
        if (const auto [known, first] = longest.try_emplace(all[a].name, a);
            !first && all[a].initial.size() > all[known->second].initial.size())
            known->second = a;
    for (std::size_t a = 0; a < all.size(); ++a)
        if (a == (now.sizeAlone ? longest[all[a].name] : at(m_run.find(all[a].name, now.step))))
            shown.push_back(a);
    return shown;
}

ProgramPicture::Moment ProgramPicture::momentOf(int step) const
{
    Moment now;
    now.step = step > 0 ? &m_run.steps()[at(step - 1)] : nullptr;
    now.values = m_run.after(step);
    if (!now.step)
        return now;
    for (const ir::ElementRead& read : now.step->reads)
        if (const int array = m_run.find(read.array, now.step); array >= 0 && read.at >= 0)
            now.reads.emplace(at(array), read.at);
    for (const ProgramStep& other : m_run.steps()) {
        if (!m_run.bound() || other.thread.empty() || other.thread != now.step->thread)
            continue;
        now.own.emplace(other.array, other.at);
        for (const ir::ElementRead& read : other.reads)
            if (const int array = m_run.find(read.array, &other); array >= 0)
                now.own.emplace(at(array), read.at);
        now.ownPositions.insert(other.position);
    }
    return now;
}

Scene ProgramPicture::draw(int step, double room, bool sizeAlone) const
{
    Drawing d;
    Moment now = sizeAlone ? Moment() : momentOf(step);
    now.sizeAlone = sizeAlone;
    std::vector<std::vector<int>> shapes(m_run.arrays().size()); // of each array
    const Point band = drawOperands(d, now, shapes);
    const std::vector<std::size_t> arrays = arraysAt(now);
    std::size_t longest = 0;
    for (const std::size_t a : arrays)
        longest = std::max(longest, m_run.arrays()[a].initial.size() + (m_run.arrays()[a].rows.empty() ? 0 : 2));
    const double least = margin + m_names + static_cast<double>(std::clamp<std::size_t>(longest, 6, 14)) * m_cell;
    const double left = std::max(band.x, least);
    // The text stands beside all of this or, where there is no room, between the operands and the arrays.
    const double beside = left + between;
    const bool below = !m_text || beside + ProgramText::leastWidth > room - margin;
    const Point text = below ? Point{margin, band.y + 18} : Point{beside, margin};
    const double width = room - margin - text.x - 12;
    double y = band.y + 18 + (below && m_text ? m_text->height(width) + 18 : 0);
    for (const std::size_t a : arrays)
        if (m_run.arrays()[a].width == 0 || flat())
            y = drawArray(d, now, a, below ? std::max(left, room - margin) : left, y, shapes[a]);
    if (m_text) {
        m_text->drawSchedule(d, {margin, y + 12}, sizeAlone);
        m_text->draw(d, step, text, width, shapes, sizeAlone);
    }
    return d.take();
}

Role ProgramPicture::roleOf(const Moment& now, std::size_t array, std::int64_t element, const std::string& id) const
{
    const ProgramArray& a = m_run.arrays()[array];
    if (now.step && now.step->array == array && now.step->at == element)
        return Role::Highlight;
    if (now.reads.contains({array, element}) || m_highlights.contains(id))
        return Role::Linked;
    if (!now.values[array][at(element)])
        return now.own.contains({array, element}) ? Role::Spoken : Role::Faint;
    if (now.own.contains({array, element}))
        return Role::Active;
    if (!a.entries.empty() && a.entries[at(element)] < 0)
        return Role::Padding;
    return a.whole || isOperand(a) ? Role::Index : Role::Cell;
}

std::string ProgramPicture::textOf(const Moment& now, std::size_t array, std::int64_t element) const
{
    if (!now.values[array][at(element)])
        return {};
    return shortNumber(*now.values[array][at(element)]);
}

// A, and beside it the dense operands and the result as matrices; returns the lower right corner.
Point ProgramPicture::drawOperands(Drawing& d, const Moment& now, std::vector<std::vector<int>>& shapes) const
{
    const double side = matrixSide(m_matrix, m_large), top = 40, first = top + 18;
    MatrixStyle style;
    style.side = side;
    style.role = [&](std::int64_t r, std::int64_t c, std::int64_t position) {
        if (position < 0)
            return m_highlights.contains(cellId(r, c)) ? Role::Spoken : Role::Faint;
        return now.step && now.step->position == position ? Role::Highlight
               : m_highlights.contains(cellId(r, c))      ? Role::Linked
               : now.ownPositions.contains(position)      ? Role::Active
                                                          : Role::Cell;
    };
    const Point size = now.sizeAlone ? matrixSize(m_matrix, style) : drawMatrix(d, m_matrix, margin, top, style);
    d.reserve(margin + size.x, top + size.y);
    d.text(margin, margin, fmt::format("A, {} x {}", m_matrix.rows(), m_matrix.cols()), TextSize::Middle, Role::Heading,
           false, true);
    double x = margin + size.x + 14, bottom = top + size.y;
    const bool product = !m_run.op().sampled();
    bool firstOne = true;
    for (std::size_t a = 0; a < m_run.arrays().size(); ++a) {
        const ProgramArray& array = m_run.arrays()[a];
        if (array.width == 0)
            continue;
        if (product) {
            d.textIn(x - 8, first, 16, side, array.name == "C" ? "=" : firstOne ? "×" : "", Align::Centre, Role::Text);
            x += 8;
        }
        firstOne = false;
        x = drawDense(d, now, a, x, margin, side, shapes[a]) + 14;
        bottom = std::max(bottom, first + static_cast<double>(std::ssize(array.initial) / array.width) * side);
    }
    return {x - 14, bottom};
}

double ProgramPicture::drawDense(Drawing& d, const Moment& now, std::size_t a, double x, double y, double side,
                                 std::vector<int>& shapes) const
{
    const ProgramArray& array = m_run.arrays()[a];
    const bool result = array.name == "C";
    const double left = x + 22, top = y + 24 + 18;
    d.text(left, y, array.name, TextSize::Middle, Role::Heading, false, true);
    for (std::int64_t k = 0; k < array.width; ++k)
        d.textIn(left + static_cast<double>(k) * m_cell, y + 24, m_cell - 2, 18, std::to_string(k), Align::Centre,
                 Role::Axis, true);
    const double right = left + static_cast<double>(array.width) * m_cell;
    d.reserve(right, top + static_cast<double>(std::ssize(array.initial) / array.width) * side);
    for (std::int64_t i = 0; i < std::ssize(array.initial) && !now.sizeAlone; ++i) {
        const std::int64_t row = i / array.width, k = i % array.width;
        const double cy = top + static_cast<double>(row) * side;
        if (k == 0)
            d.textIn(x, cy, 18, side - 2, std::to_string(row), Align::Right, Role::Axis, true);
        const std::string id = fmt::format("{} {} {}", array.name == "B" ? "b" : result ? "c" : array.name, row, k);
        shapes.push_back(d.named());
        const std::string value = textOf(now, a, i);
        d.cell(left + static_cast<double>(k) * m_cell, cy, m_cell - 2, side - 2, roleOf(now, a, i, id), value, id,
               hintOf(fmt::format("{}[{}, {}]", array.name, row, k), value));
        // Rows of B stand for columns of A.
        const bool rows = result || operandOfRows(array.name);
        if (rows)
            linkRow(d, shapes.back(), row);
        else
            d.link(shapes.back(), static_cast<int>(row));
    }
    return right;
}

bool ProgramPicture::operandOfRows(const std::string& name) const
{
    for (const OperandDefinition& operand : m_run.op().definition().operands)
        if (operand.name == name)
            return operand.rows == RowsOf::Rows;
    return false;
}

// drawMatrix() has the numbers of the columns, then row after row its number and its cells.
int ProgramPicture::rowShape(std::int64_t row) const
{
    return static_cast<int>(m_matrix.cols() + row * (m_matrix.cols() + 1));
}

void ProgramPicture::linkPosition(Drawing& d, int shape, std::int64_t position) const
{
    d.link(shape, rowShape(m_matrix.rowOf(position)) + 1 + m_matrix.colIdx()[at(position)]);
}

// Elements in lines up to `right`; returns the lower end.
double ProgramPicture::drawArray(Drawing& d, const Moment& now, std::size_t a, double right, double y,
                                 std::vector<int>& shapes) const
{
    const ProgramArray& array = m_run.arrays()[a];
    constexpr double height = 20;
    const double numbers = flat() ? 13 : 0, left = margin + m_names;
    double x = left;
    d.textIn(margin, y + numbers, m_names - 8, height - 2, array.title(), Align::Left, Role::Text, true);
    std::size_t row = 0;
    for (std::int64_t i = 0; i < std::ssize(array.initial); ++i) {
        bool begins = false;
        for (; row < array.rows.size() && array.rows[row] <= i; ++row)
            begins = i > 0;
        x += begins ? gap : 0;
        if (x + m_cell - 2 > right && i > 0) {
            x = left;
            y += height + numbers + 2;
        }
        d.reserve(x + m_cell - 2, y + numbers + height - 2);
        if (now.sizeAlone) {
            x += m_cell;
            continue;
        }
        const std::string id = array.id(i), value = textOf(now, a, i);
        if (flat())
            d.textIn(x, y - 2, m_cell - 2, numbers + 2, std::to_string(i), Align::Centre, Role::Axis, true);
        const int shape = d.named();
        d.cell(x, y + numbers, m_cell - 2, height - 2, roleOf(now, a, i, id), value, id,
               hintOf(fmt::format("{}[{}]", array.name, i), value));
        linkElement(d, shape, array, i);
        if (array.width > 0)
            d.link(shape, shapes[at(i)]); // the same element in its matrix
        else
            shapes.push_back(shape);
        x += m_cell;
    }
    return y + height + numbers + (flat() ? 4 : 6);
}

void ProgramPicture::linkElement(Drawing& d, int shape, const ProgramArray& array, std::int64_t i) const
{
    const std::vector<std::int64_t>& entries = array.entries.empty() ? array.places : array.entries;
    if (i < std::ssize(entries) && entries[at(i)] >= 0)
        linkPosition(d, shape, entries[at(i)]);
    else if (array.name == "J_indptr" && i < m_matrix.rows())
        linkRow(d, shape, i);
    else if (array.name == "C" && array.width == 0 && i < m_matrix.nnz())
        linkPosition(d, shape, i);
}

} // namespace sparsescope::learn
