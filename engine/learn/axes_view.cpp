// Axes that may be in another order, and those that may not (SparDA definition 1, table 1): a small product whose rows
// and columns are moved, computed again and compared.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/learn/axis_classes.h"
#include "engine/learn/drawing.h"
#include "engine/learn/shows.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace sparsescope::learn {

namespace {

using LineOrder = std::vector<std::int32_t>;
using Numbers = std::vector<std::vector<double>>;

constexpr std::int64_t productColumns = 3, filterSize = 3, largest = 7; // of B; of the convolution; in B

bool isOrder(const LineOrder& order, std::int64_t size)
{
    LineOrder sorted = order;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < sorted.size(); ++i)
        if (sorted[i] != static_cast<std::int32_t>(i))
            return false;
    return static_cast<std::int64_t>(order.size()) == size;
}

LineOrder asItIs(std::int64_t size)
{
    LineOrder order(at(size));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

class AxesShow final : public Show {
public:
    explicit AxesShow(const LearnState& state)
        : m_matrix(withNumbers(state.matrix)), m_example(state.example.empty() ? "matmul" : state.example),
          m_convolution(m_example == "convolution"), m_alone(m_example == "alone"), m_rows(state.rowOrder),
          m_cols(state.colOrder), m_asked(state.asked)
    {
        const std::int64_t rows = m_matrix->rows(), cols = m_matrix->cols();
        for (const auto& [order, size, what] :
             {std::tuple(&m_rows, rows, "rows"), std::tuple(&m_cols, cols, "columns")})
            if (!order->empty() && !isOrder(*order, size))
                failInput(fmt::format("an order of {} names each of 0 to {} once", what, size - 1));
        // Nothing was moved: the first line goes to the middle.
        const bool none = m_rows.empty() && m_cols.empty();
        if (m_rows.empty())
            m_rows = none && !m_alone ? moved({}, rows, 0, rows / 2) : asItIs(rows);
        if (m_cols.empty())
            m_cols = none && !m_convolution ? moved({}, cols, 0, cols / 2) : asItIs(cols);
        m_a.assign(at(rows), std::vector<double>(at(cols)));
        for (std::int64_t p = 0; p < m_matrix->nnz(); ++p)
            m_a[at(m_matrix->rowOf(p))][at(m_matrix->colIdx()[at(p)])] = m_matrix->value(p);
        const std::int64_t bRows = m_convolution ? std::min(filterSize, cols) : cols;
        for (std::int64_t k = 0; k < bRows; ++k) {
            m_b.emplace_back();
            for (std::int64_t n = 0; n < (m_convolution ? 1 : productColumns); ++n)
                m_b.back().push_back(static_cast<double>((3 * k + 2 * n) % largest + 1));
        }
        for (const std::vector<double>& row : m_a) {
            double sum = 0;
            for (const double value : row)
                sum += largest * std::abs(value);
            m_rounding = std::max(m_rounding, 1e-12 * sum);
        }
        m_c = computed(asItIs(rows), asItIs(cols));
        m_moved = computed(m_rows, m_cols);
        for (std::size_t i = 0; i < m_moved.size(); ++i)
            for (std::size_t n = 0; n < m_moved[i].size(); ++n)
                m_wrong += same(m_moved[i][n], m_c[at(m_rows[i])][n]) ? 0 : 1;
        if (m_convolution && m_cols != asItIs(cols))
            refuse();
        std::size_t longest = 1;
        for (const Numbers* table : {&m_c, &m_moved})
            for (const std::vector<double>& row : *table)
                for (const double value : row)
                    longest = std::max(longest, shortNumber(value).size());
        m_sum = sideFor(matrixSide(*m_matrix), longest);
    }

    int steps() const override { return 4; }

    std::string text(int step) const override
    {
        const std::int64_t all = sums();
        switch (step) {
        case 0:
            return m_convolution
                       ? "C[n, x] = sum over i of A[n, x + i] B[i]. Drag a row of A, then a column, or pick a "
                         "place and move it with Alt and the arrows."
                       : "C[m, n] = sum over k of A[m, k] B[k, n]. Drag a row of A, then a column, or pick a "
                         "place and move it with Alt and the arrows.";
        case 1:
            return m_convolution ? "Axis n: rows of A in another order; B does not have it. Axis x is refused where a "
                                   "column is moved: it stands in x + i, with its neighbours."
                   : m_alone     ? "Columns of A are in another order, and rows of B are not: axis k of one operand "
                                   "alone."
                                 : "Axis m: rows of A in another order. Axis k: columns of A, and the rows of B with "
                                   "them.";
        case 2:
            if (m_wrong > 0)
                return fmt::format("Computed from what stands there, {} of {} sums are wrong: A[m, k] has met another "
                                   "row of B.",
                                   told(m_asked, "wrong", m_wrong), all);
            return fmt::format("Computed from what stands there, all {} sums are what they were. C's rows went along "
                               "with A's{}.",
                               all, m_convolution ? "" : "; sums over k are the same in any order");
        default:
            if (m_wrong > 0)
                return fmt::format("Put back, {} of {} are still wrong: no order of C repairs them. What is permuted "
                                   "has to be so in every operand that has the axis.",
                                   told(m_asked, "wrong", m_wrong), all);
            return m_convolution ? "Put back, C is what it was: n is permutation invariant, x and i are not."
                                 : "Put back, C is what it was: m, n and k are permutation invariant (definition 1).";
        }
    }

    std::vector<LearnNumber> numbers() const override
    {
        return {{"wrong", m_wrong, fmt::format("{} of {} sums differ from those of A as it is.", m_wrong, sums())}};
    }

    Point size(double room) const override
    {
        const Scene first = scene(0, room);
        return {first.width, first.height};
    }

    Scene scene(int step, double room) const override
    {
        Drawing d;
        const double side = matrixSide(*m_matrix), top = 44;
        MatrixStyle style;
        style.side = side;
        style.rows = step >= 1 ? m_rows : LineOrder();
        style.cols = step >= 1 ? m_cols : LineOrder();
        d.text(16, 16, "A", TextSize::Middle, Role::Heading, false, true);
        const Point size = drawMatrix(d, *m_matrix, 16, top, style);
        double x = 16 + size.x + 8;
        const double first = top + 18, middle = first + size.y / 2 - 18;
        d.textIn(x, middle, 24, 18, m_convolution ? "∗" : "×", Align::Centre, Role::Text);
        x = drawB(d, step, x + 28, first, side) + 8;
        d.textIn(x, middle, 24, 18, "=", Align::Centre, Role::Text);
        x = drawC(d, step, x + 28, first, side);
        double bottom = first + static_cast<double>(std::max(m_matrix->rows(), m_matrix->cols())) * side + 24;
        constexpr double widest = 470; // of the table
        if (x + 40 + widest <= room)
            drawTable(d, x + 40, 16, widest);
        else
            drawTable(d, 16, bottom + 16, widest);
        d.reserve(x, bottom);
        return d.take();
    }

private:
    std::int64_t sums() const { return static_cast<std::int64_t>(m_c.size() * m_c.front().size()); }

    // Sums in another order are rounded otherwise.
    bool same(double sum, double was) const { return !(std::abs(sum - was) > m_rounding); }

    // At each place of the orders.
    Numbers computed(const LineOrder& rows, const LineOrder& cols) const
    {
        Numbers c;
        for (const std::int32_t row : rows) {
            const std::vector<double>& a = m_a[at(row)];
            c.emplace_back();
            if (m_convolution) {
                for (std::size_t x = 0; x + m_b.size() <= cols.size(); ++x) {
                    c.back().push_back(0);
                    for (std::size_t i = 0; i < m_b.size(); ++i)
                        c.back()[x] += a[at(cols[x + i])] * m_b[i][0];
                }
                continue;
            }
            c.back().resize(at(productColumns));
            for (std::size_t k = 0; k < cols.size(); ++k)
                for (std::size_t n = 0; n < c.back().size(); ++n)
                    c.back()[n] += a[at(cols[k])] * m_b[m_alone ? k : at(cols[k])][n];
        }
        return c;
    }

    // Column x of C has no column of A to go along with.
    [[noreturn]] void refuse() const
    {
        std::string example;
        for (std::size_t i = 0; i < m_moved.size() && example.empty(); ++i)
            for (std::size_t x = 0; x < m_moved[i].size() && example.empty(); ++x)
                if (const double was = m_c[at(m_rows[i])][x]; !same(m_moved[i][x], was))
                    example = fmt::format(" Here C[{}, {}] would be {} and not {}.", m_rows[i], x,
                                          shortNumber(m_moved[i][x]), shortNumber(was));
        failInput("x is a compound axis and stays as it is: it stands in x + i, so that a column of A belongs to "
                  "several columns of C, each with its neighbours, and no order of C undoes another one of x." +
                  example);
    }

    double drawB(Drawing& d, int step, double x, double first, double side) const
    {
        d.text(x + 24, 16, "B", TextSize::Middle, Role::Heading, false, true);
        for (std::size_t p = 0; p < m_b.size(); ++p) {
            const std::size_t k = step >= 1 && !m_alone && !m_convolution ? at(m_cols[p]) : p;
            const double y = first + static_cast<double>(p) * side;
            d.textIn(x, y, 20, side, std::to_string(k), Align::Right, Role::Axis, true);
            for (std::size_t n = 0; n < m_b[k].size(); ++n)
                d.cell(x + 24 + static_cast<double>(n) * side, y, side - 2, side - 2, Role::Index,
                       shortNumber(m_b[k][n]), fmt::format("b {} {}", k, n),
                       m_convolution ? fmt::format("B[{}] = {}", k, m_b[k][n])
                                     : fmt::format("B[{}, {}] = {}", k, n, m_b[k][n]));
        }
        return x + 24 + static_cast<double>(m_b.front().size()) * side;
    }

    double drawC(Drawing& d, int step, double x, double first, double side) const
    {
        d.text(x + 24, 16, "C", TextSize::Middle, Role::Heading, false, true);
        const bool moves = step == 2 || step == 1;
        for (std::size_t p = 0; p < m_c.size(); ++p) {
            const std::size_t row = moves ? at(m_rows[p]) : p;
            // Where that row was computed.
            const std::size_t place =
                step == 3 ? static_cast<std::size_t>(std::find(m_rows.begin(), m_rows.end(), static_cast<int>(row)) -
                                                     m_rows.begin())
                          : p;
            const double y = first + static_cast<double>(p) * side;
            d.textIn(x, y, 20, side, std::to_string(row), Align::Right, Role::Axis, true);
            for (std::size_t n = 0; n < m_c[row].size(); ++n) {
                const double was = m_c[row][n], value = step >= 2 ? m_moved[place][n] : was;
                const Role role = step == 0          ? Role::Cell
                                  : step == 1        ? Role::Faint
                                  : same(value, was) ? Role::Active
                                                     : Role::Bad;
                d.cell(x + 24 + static_cast<double>(n) * m_sum, y, m_sum - 2, side - 2, role,
                       step == 1 ? "" : shortNumber(value), fmt::format("c {} {}", row, n),
                       same(value, was) ? fmt::format("C[{}, {}] = {}", row, n, was)
                                        : fmt::format("C[{}, {}] is {} here, and was {}", row, n, value, was));
            }
        }
        const double right = x + 24 + static_cast<double>(m_c.front().size()) * m_sum;
        const std::string verdict =
            m_wrong > 0 ? fmt::format("{} of {} wrong", told(m_asked, "wrong", m_wrong), sums()) : "all as before";
        if (step >= 2)
            d.text(x + 24, first + static_cast<double>(m_c.size()) * side + 4, verdict, TextSize::Small,
                   m_wrong > 0 ? Role::Bad : Role::Good, false, true);
        return std::max(right, x + 24 + textWidth(verdict, TextSize::Small, false, true));
    }

    // Table 1 with the axes of each operator by their class.
    void drawTable(Drawing& d, double x, double y, double width) const
    {
        d.text(x, y, "Table 1: axes of operators", TextSize::Middle, Role::Heading, false, true);
        y += 30;
        for (const TensorExpression& e : tensorExpressions()) {
            const bool here = e.name == (m_convolution ? "Convolution" : "MatMul");
            if (here)
                d.box(x - 6, y - 5, width + 4, 50, Role::Accent);
            d.text(x, y, e.name, TextSize::Small, here ? Role::Text : Role::Secondary, false, here);
            double chip = x + 96;
            for (const std::string& axis : axesOf(e)) {
                const AxisClass of = classOf(e, axis);
                d.cell(chip, y - 1, 22, 18, roleOf(of), axis, fmt::format("axis {} {}", e.name, axis),
                       fmt::format("{} of {}: {}", axis, e.name, aboutOf(of)));
                chip += 26;
            }
            d.text(x, y + 20, e.text, TextSize::Small, Role::Secondary, true);
            y += 54;
        }
        for (const AxisClass of : {AxisClass::Sporadic, AxisClass::Prevalent, AxisClass::Compound}) {
            d.box(x, y, 22, 16, roleOf(of));
            d.text(x + 30, y, fmt::format("{}: {}", name(of), aboutOf(of)), TextSize::Small, Role::Secondary);
            y += 21;
        }
        d.reserve(x + width, y);
    }

    static Role roleOf(AxisClass of)
    {
        return of == AxisClass::Sporadic ? Role::Cell : of == AxisClass::Prevalent ? Role::Active : Role::Sector;
    }

    MatrixPtr m_matrix;
    std::string m_example;
    bool m_convolution, m_alone;
    LineOrder m_rows, m_cols;
    Numbers m_a, m_b, m_c, m_moved; // m_moved: what is computed at each place
    double m_rounding = 0;          // at most, of any sum
    std::int64_t m_wrong = 0;
    Asked m_asked;
    double m_sum = 26; // width of a sum
};

} // namespace

std::vector<LearnExample> axesExamples()
{
    return {{"matmul", "Product: rows, columns with B's rows"},
            {"alone", "Product: A's columns without B's rows"},
            {"convolution", "Convolution: rows, and x"}};
}

std::shared_ptr<const Show> axesShow(const LearnState& state)
{
    return std::make_shared<const AxesShow>(state);
}

} // namespace sparsescope::learn
