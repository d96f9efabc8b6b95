#include "engine/learn/drawing.h"

#include "engine/core/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/compile.h>
#include <numeric>

namespace sparsescope::learn {

namespace {

constexpr double codeLine = 17;
constexpr double matrixNumber = 22; // left of a matrix
constexpr double largeDigit = 9.15; // width: of 15 units, which are 18 pixels where 1060 units are seen on 1280

} // namespace

Shape& Drawing::box(double x, double y, double w, double h, Role role, std::string id, std::string hint)
{
    Shape s;
    s.role = role;
    s.x = x, s.y = y, s.w = w, s.h = h;
    s.id = std::move(id);
    s.hint = std::move(hint);
    return m_scene.shapes.emplace_back(std::move(s));
}

Shape& Drawing::cell(double x, double y, double w, double h, Role role, const std::string& text, std::string id,
                     std::string hint)
{
    box(x, y, w, h, role, std::move(id), std::move(hint));
    if (!text.empty())
        textIn(x, y, w, h, text, Align::Centre, role, true);
    return m_scene.shapes.back();
}

Shape& Drawing::text(double x, double y, const std::string& text, TextSize size, Role role, bool monospaced,
                     bool strong)
{
    Shape s;
    s.kind = Shape::Kind::Text;
    s.role = role;
    s.x = x, s.y = y, s.w = textWidth(text, size, monospaced, strong), s.h = lineHeight(size);
    s.text = text, s.size = size, s.monospaced = monospaced, s.strong = strong;
    return m_scene.shapes.emplace_back(std::move(s));
}

Shape& Drawing::textIn(double x, double y, double w, double h, const std::string& text, Align align, Role role,
                       bool monospaced)
{
    Shape& s = this->text(x, y, text, TextSize::Small, role, monospaced);
    s.w = w, s.h = h, s.align = align;
    return s;
}

double Drawing::paragraph(double x, double y, double width, const std::string& text, TextSize size, Role role)
{
    double at = y;
    std::string line;
    const auto flush = [&] {
        if (!line.empty())
            this->text(x, at, line, size, role);
        at += lineHeight(size);
        line.clear();
    };
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        const std::string longer = line.empty() ? word : line + " " + word;
        if (!line.empty() && textWidth(longer, size, false) > width) {
            flush();
            line = word;
        } else {
            line = longer;
        }
        if (end < text.size() && text[end] == '\n')
            flush();
        begin = end + 1;
    }
    flush();
    return at - y;
}

void Drawing::line(double x0, double y0, double x1, double y1, Role role)
{
    Shape s;
    s.kind = Shape::Kind::Line;
    s.role = role;
    s.x = x0, s.y = y0, s.w = x1 - x0, s.h = y1 - y0;
    m_scene.shapes.push_back(std::move(s));
}

void Drawing::arrow(double x0, double y0, double x1, double y1, Role role)
{
    line(x0, y0, x1, y1, role);
    m_scene.shapes.back().kind = Shape::Kind::Arrow;
}

int Drawing::named()
{
    for (; m_counted < m_scene.shapes.size(); ++m_counted)
        m_named += m_scene.shapes[m_counted].id.empty() ? 0 : 1;
    return m_named;
}

void Drawing::link(int one, int other)
{
    m_links.push_back({std::min(one, other), std::max(one, other)});
}

void Drawing::linkArea(int shape, const MatrixArea& area, const Matrix& matrix)
{
    // drawMatrix() has the numbers of the columns, then row after row its number and its cells.
    const auto row = [&](std::int64_t r) { return static_cast<int>(matrix.cols() + r * (matrix.cols() + 1)); };
    if (area.empty())
        return;
    const std::int64_t rows = std::min(area.rowEnd, matrix.rows());
    if (area.rowBegin == 0 && area.rowEnd == matrix.rows() && area.colEnd - area.colBegin < matrix.cols() && rows > 1)
        for (std::int64_t c = area.colBegin; c < std::min(area.colEnd, matrix.cols()); ++c)
            link(shape, static_cast<int>(c));
    else if (area.rowEnd - area.rowBegin > 1 || area.colEnd - area.colBegin > 1)
        for (std::int64_t r = area.rowBegin; r < rows; ++r)
            link(shape, row(r));
    else if (area.rowBegin < rows && area.colBegin < matrix.cols())
        link(shape, row(area.rowBegin) + 1 + static_cast<int>(area.colBegin));
}

double Drawing::right() const
{
    double right = m_right;
    for (const Shape& s : m_scene.shapes)
        right = std::max({right, s.x, s.x + s.w});
    return right;
}

double Drawing::bottom() const
{
    double bottom = m_bottom;
    for (const Shape& s : m_scene.shapes)
        bottom = std::max({bottom, s.y, s.y + s.h});
    return bottom;
}

void Drawing::reserve(double right, double bottom)
{
    m_right = std::max(m_right, right);
    m_bottom = std::max(m_bottom, bottom);
}

Scene Drawing::take(double margin)
{
    m_scene.links = std::move(m_links);
    m_scene.width = right() + margin;
    m_scene.height = bottom() + margin;
    return std::move(m_scene);
}

std::string cellId(std::int64_t row, std::int64_t col)
{
    return fmt::format(FMT_COMPILE("cell {} {}"), row, col);
}

std::string arrayId(int format, const std::string& name, std::int64_t element)
{
    return fmt::format(FMT_COMPILE("array {} {} {}"), format, name, element);
}

double matrixSide(const Matrix& matrix, bool large)
{
    const std::int64_t longer = std::max(matrix.rows(), matrix.cols());
    const double least = longer <= 8 ? 26 : longer <= 16 ? 22 : 18;
    std::size_t characters = matrix.hasValues() ? 1 : shortNumber(static_cast<double>(matrix.nnz())).size();
    for (std::int64_t p = 0; p < matrix.nnz() && matrix.hasValues(); ++p)
        characters = std::max(characters, shortNumber(matrix.value(p)).size());
    constexpr double widest = 640, wide = 28; // of a matrix, and of a place in a larger one
    return std::max(least,
                    std::min(sideFor(least, characters, large), std::max(widest / static_cast<double>(longer), wide)));
}

double sideFor(double least, std::size_t characters, bool large)
{
    if (large)
        return std::max(least, std::ceil(static_cast<double>(std::max<std::size_t>(characters, 2)) * largeDigit + 3.5));
    constexpr std::size_t fitting = 3;
    return characters <= fitting ? least
                                 : std::max(least, textWidth(std::string(characters, '0'), TextSize::Small, true) + 4);
}

Point drawMatrix(Drawing& drawing, const Matrix& matrix, double x, double y, const MatrixStyle& style)
{
    const double side = style.side, number = matrixNumber;
    const auto line = [](const std::vector<std::int32_t>& order, std::int64_t place) {
        return order.empty() ? place : static_cast<std::int64_t>(order[static_cast<std::size_t>(place)]);
    };
    const auto numbered = [side](std::int64_t n) { // where there is room
        return side >= 16 || n % 4 == 0 ? std::to_string(n) : std::string();
    };
    for (std::int64_t j = 0; j < matrix.cols(); ++j) {
        Shape& s = drawing.textIn(x + number + static_cast<double>(j) * side, y, side, 18,
                                  numbered(line(style.cols, j)), Align::Centre, Role::Axis, true);
        s.id = style.ids ? fmt::format("col {}", line(style.cols, j)) : "";
    }
    for (std::int64_t i = 0; i < matrix.rows(); ++i) {
        const std::int64_t r = line(style.rows, i);
        const double top = y + 18 + static_cast<double>(i) * side;
        Shape& s = drawing.textIn(x, top, number - 6, side, numbered(r), Align::Right, Role::Axis, true);
        s.id = style.ids ? fmt::format("row {}", r) : "";
        for (std::int64_t j = 0; j < matrix.cols(); ++j) {
            const std::int64_t c = line(style.cols, j);
            const auto row = matrix.row(r);
            const auto found = std::lower_bound(row.begin(), row.end(), static_cast<std::int32_t>(c));
            const std::int64_t position = found != row.end() && *found == c
                                              ? matrix.rowPtr()[static_cast<std::size_t>(r)] + (found - row.begin())
                                              : -1;
            const Role role = style.role ? style.role(r, c, position) : position < 0 ? Role::Faint : Role::Cell;
            const std::string text = position < 0 ? ""
                                     : style.text ? style.text(position)
                                                  : shortNumber(matrix.value(position));
            drawing.cell(x + number + static_cast<double>(j) * side, top, side - 2, side - 2, role, text,
                         style.ids ? cellId(r, c) : "",
                         position < 0
                             ? fmt::format(FMT_COMPILE("row {}, column {}: zero"), r, c)
                             : fmt::format(FMT_COMPILE("row {}, column {}: {}"), r, c, matrix.value(position)));
        }
    }
    return matrixSize(matrix, style);
}

Point matrixSize(const Matrix& matrix, const MatrixStyle& style)
{
    return {matrixNumber + static_cast<double>(matrix.cols()) * style.side,
            18 + static_cast<double>(matrix.rows()) * style.side};
}

double codeHeight(const std::vector<CodeLine>& code)
{
    return static_cast<double>(code.size()) * codeLine;
}

double codeWidth(const std::vector<CodeLine>& code)
{
    double width = 0;
    for (const CodeLine& line : code)
        width = std::max(width, textWidth(line.text, TextSize::Small, true, true));
    return width + 12;
}

double drawCode(Drawing& drawing, double x, double y, double width, const std::vector<CodeLine>& code, int here,
                int format, const std::string& hint)
{
    const double step = codeLine;
    for (std::size_t i = 0; i < code.size(); ++i) {
        const double top = y + static_cast<double>(i) * step;
        const bool runs = static_cast<int>(i) == here;
        drawing.box(x, top, width, step, runs ? Role::CodeHere : Role::Code, fmt::format("line {} {}", format, i),
                    hint);
        drawing.textIn(x + 6, top, width - 12, step, code[i].text, Align::Left, Role::Code, true).strong = runs;
    }
    return codeHeight(code);
}

std::string shortNumber(double value)
{
    if (value == std::trunc(value) && std::abs(value) < 1e6) // as most are, and exact
        return std::to_string(static_cast<int>(value));
    if (std::abs(value) >= 999.5 && std::abs(value) < 1e6) // no power of ten for four digits
        return fmt::format("{:.0f}", value);
    std::string text = fmt::format("{:.3g}", value);
    if (text.rfind("0.", 0) == 0)
        text.erase(0, 1);
    else if (text.rfind("-0.", 0) == 0)
        text.erase(1, 1);
    return text;
}

Role roleOf(FormatFamily family)
{
    switch (family) {
    case FormatFamily::Block:
        return Role::Block;
    case FormatFamily::Ell:
        return Role::Ell;
    case FormatFamily::OneD:
        return Role::OneD;
    case FormatFamily::CsrLike:
        return Role::CsrLike;
    case FormatFamily::Diagonal:
        return Role::Diagonal;
    case FormatFamily::Other:
        return Role::Other;
    }
    return Role::Other;
}

std::string plural(std::int64_t n, const std::string& word)
{
    return formatCount(n) + " " + word + (n == 1 ? "" : "s");
}

MatrixPtr withNumbers(const MatrixPtr& matrix)
{
    if (matrix->hasValues() || matrix->nnz() == 0)
        return matrix;
    std::vector<double> values(static_cast<std::size_t>(matrix->nnz()));
    std::iota(values.begin(), values.end(), 1.0);
    return std::make_shared<const Matrix>(matrix->rows(), matrix->cols(),
                                          std::vector<std::int64_t>(matrix->rowPtr().begin(), matrix->rowPtr().end()),
                                          std::vector<std::int32_t>(matrix->colIdx().begin(), matrix->colIdx().end()),
                                          std::move(values), matrix->source());
}

} // namespace sparsescope::learn
