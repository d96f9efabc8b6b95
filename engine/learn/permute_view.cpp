// Rows and columns in another order: what a format stores then, and that the result is the same once it is put back.
#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/learn/drawing.h"
#include "engine/learn/encoded.h"
#include "engine/learn/shows.h"
#include "engine/matrix/permuted.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace sparsescope::learn {

namespace {

using Order = std::vector<std::int32_t>;

void requireOrder(const Order& order, std::int64_t size, const char* what)
{
    std::vector<char> seen(static_cast<std::size_t>(size), 0);
    bool good = static_cast<std::int64_t>(order.size()) == size;
    for (const std::int32_t line : order)
        if (!good || line < 0 || line >= size || seen[static_cast<std::size_t>(line)]++ != 0)
            good = false;
    if (!order.empty() && !good)
        failInput(fmt::format("an order of {} names each of 0 to {} once", what, size - 1));
}

class PermuteShow final : public Show {
public:
    explicit PermuteShow(const LearnState& state)
        : m_state(state), m_matrix(withNumbers(state.matrix)), m_rows(state.rowOrder), m_cols(state.colOrder)
    {
        const Matrix& m = *m_matrix;
        requireOrder(m_rows, m.rows(), "rows");
        requireOrder(m_cols, m.cols(), "columns");
        if (state.formats.empty() || state.formats.size() > 4)
            failInput(fmt::format("one to four formats stand side by side, not {}", state.formats.size()));
        // Nothing was moved: the fullest rows and columns first.
        if (m_rows.empty() && m_cols.empty()) {
            m_rows.resize(static_cast<std::size_t>(m.rows()));
            m_cols.resize(static_cast<std::size_t>(m.cols()));
            std::iota(m_rows.begin(), m_rows.end(), 0);
            std::iota(m_cols.begin(), m_cols.end(), 0);
            std::stable_sort(m_rows.begin(), m_rows.end(),
                             [&](std::int32_t a, std::int32_t b) { return m.rowLength(a) > m.rowLength(b); });
            std::stable_sort(m_cols.begin(), m_cols.end(), [&](std::int32_t a, std::int32_t b) {
                return m.countIn(0, m.rows(), a, a + 1) > m.countIn(0, m.rows(), b, b + 1);
            });
        }
        for (int step = 0; step < 3; ++step) {
            const MatrixPtr now = permuted(m, lineOrder(rowsAt(step), colsAt(step)), noProgress()).matrix;
            std::vector<FormatCounts> counts;
            for (const LearnFormat& format : state.formats)
                counts.push_back(encoded(now, format, state.dtype).counts());
            m_counts.push_back(std::move(counts));
        }
    }

    int steps() const override { return 5; }

    std::string text(int step) const override
    {
        constexpr const char* texts[] = {
            "The matrix as it is, and what each format stores of it.",
            "The rows move. Formats of whole rows see other neighbours.",
            "The columns move, and with them the entries of x: every product A[i, k] x[k] is still the same.",
            "y has its entries in the order of the rows.",
            "Put back, y is what it was: no order changes the result, only what it costs to store and to compute."};
        return texts[step];
    }

    std::vector<FormatCounts> counts() const override { return m_counts[2]; }

    Scene scene(int step, double) const override
    {
        Drawing d;
        const Matrix& m = *m_matrix;
        const int at = std::min(step, 2);
        d.text(16, 16, "Matrix", TextSize::Middle, Role::Heading, false, true);
        MatrixStyle style;
        style.side = matrixSide(m);
        style.rows = rowsAt(at);
        style.cols = colsAt(at);
        style.role = [&](std::int64_t r, std::int64_t c, std::int64_t p) {
            return p < 0 ? Role::Faint
                   : std::find(m_state.highlights.begin(), m_state.highlights.end(), cellId(r, c)) !=
                           m_state.highlights.end()
                       ? Role::Linked
                       : Role::Cell;
        };
        const Point size = drawMatrix(d, m, 16, 44, style);
        // x below, y beside: x[k] = k + 1, so that every product can be checked by eye.
        const double xTop = 44 + size.y + 14;
        d.textIn(16, xTop, 18, style.side, "x", Align::Left, Role::Text, true);
        for (std::int64_t j = 0; j < m.cols(); ++j) {
            const std::int64_t c = style.cols.empty() ? j : style.cols[static_cast<std::size_t>(j)];
            d.cell(16 + 22 + static_cast<double>(j) * style.side, xTop, style.side - 2, style.side - 2, Role::Index,
                   std::to_string(c + 1), fmt::format("b {}", c));
        }
        const double yLeft = 16 + size.x + 24, wide = 48;
        d.textIn(yLeft, 44, wide, 18, "A x", Align::Centre, Role::Text, true);
        for (std::int64_t i = 0; i < m.rows(); ++i) {
            const std::int64_t r = step == 4 || style.rows.empty() ? i : style.rows[static_cast<std::size_t>(i)];
            d.cell(yLeft, 44 + 18 + static_cast<double>(i) * style.side, wide, style.side - 2,
                   step >= 3 ? Role::Linked : Role::Cell, shortNumber(product(r)), fmt::format("c {}", r),
                   fmt::format("y[{}] = {}", r, product(r)));
            d.textIn(yLeft + wide + 4, 44 + 18 + static_cast<double>(i) * style.side, 30, style.side - 2,
                     fmt::format("y{}", r), Align::Left, Role::Axis, true);
        }
        // What is stored.
        const double x = yLeft + wide + 72;
        double y = 16;
        d.text(x, y, "What is stored", TextSize::Middle, Role::Heading, false, true);
        y += 34;
        for (const char* head : {"bytes", "padding"})
            d.text(x + (head[0] == 'b' ? 230 : 370), y, head, TextSize::Small, Role::Secondary);
        y += 22;
        for (std::size_t f = 0; f < m_counts[0].size(); ++f) {
            const FormatCounts &before = m_counts[0][f], &now = m_counts[static_cast<std::size_t>(at)][f];
            d.text(x, y, now.label, TextSize::Middle);
            change(d, x + 230, y, "bytes", before.bytes, now.bytes, at > 0);
            change(d, x + 370, y, "padding", before.padding, now.padding, at > 0);
            y += 28;
        }
        d.reserve(x + 490, y);
        return d.take();
    }

private:
    Order rowsAt(int step) const { return step >= 1 ? m_rows : Order(); }
    Order colsAt(int step) const { return step >= 2 ? m_cols : Order(); }

    double product(std::int64_t r) const
    {
        double sum = 0;
        const std::int64_t begin = m_matrix->rowPtr()[static_cast<std::size_t>(r)];
        const auto row = m_matrix->row(r);
        for (std::size_t i = 0; i < row.size(); ++i)
            sum += m_matrix->value(begin + static_cast<std::int64_t>(i)) * (row[i] + 1);
        return sum;
    }

    void change(Drawing& d, double x, double y, const char* what, std::int64_t before, std::int64_t now,
                bool moved) const
    {
        if (m_state.asked.number(what)) {
            d.text(x, y, "?", TextSize::Middle);
            return;
        }
        if (!moved || before == now) {
            d.text(x, y, formatCount(now) + (moved ? "  same" : ""), TextSize::Middle,
                   moved ? Role::Secondary : Role::Text);
            return;
        }
        d.text(x, y, fmt::format("{} > {}  {}", formatCount(before), formatCount(now), now < before ? "less" : "more"),
               TextSize::Middle, now < before ? Role::Good : Role::Bad);
    }

    LearnState m_state;
    MatrixPtr m_matrix;
    Order m_rows, m_cols;
    std::vector<std::vector<FormatCounts>> m_counts; // as it is, rows moved, columns too
};

} // namespace

std::shared_ptr<const Show> permuteShow(const LearnState& state)
{
    return std::make_shared<const PermuteShow>(state);
}

} // namespace sparsescope::learn
