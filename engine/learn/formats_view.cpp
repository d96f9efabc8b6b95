// All formats of one matrix as small pictures on one scale, those of few bytes first: what each stores, and what its
// bytes are for.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/learn/shows.h"
#include "engine/learn/storage_picture.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace sparsescope::learn {

namespace {

constexpr double placeSide = 10; // side of a stored place
constexpr double bar = 130;      // of the format of most bytes
constexpr double between = 24;

class FormatsShow final : public DrawnShow {
public:
    explicit FormatsShow(const LearnState& state) : m_matrix(withNumbers(state.matrix)), m_asked(state.asked)
    {
        const std::vector<LearnKind> kinds = learnKinds(*m_matrix);
        for (const LearnFormat& format : state.formats)
            kindOf(kinds, format.name);
        for (const LearnKind& kind : kinds) {
            const auto before = m_formats.size();
            for (const LearnFormat& format : state.formats)
                if (format.name == kind.name)
                    m_formats.push_back(encoded(m_matrix, format, state.dtype));
            if (m_formats.size() == before)
                m_formats.push_back(encoded(m_matrix, {kind.name}, state.dtype));
        }
        std::stable_sort(m_formats.begin(), m_formats.end(),
                         [](const Encoded& a, const Encoded& b) { return a.counts().bytes < b.counts().bytes; });
        for (const Encoded& e : m_formats) {
            m_counts.push_back(e.counts());
            m_steps = std::max(m_steps, static_cast<int>(e.steps.size()) + 1);
        }
        for (std::size_t f = 0; f < m_formats.size(); ++f)
            m_widths.push_back(widthOf(f));
    }

    int steps() const override { return m_steps; }

    std::string text(int step) const override
    {
        const auto done = std::count_if(m_formats.begin(), m_formats.end(),
                                        [step](const Encoded& e) { return step >= static_cast<int>(e.steps.size()); });
        if (step + 1 < m_steps)
            return fmt::format("{} of {} encoders are done; every step writes one element of each other.", done,
                               m_formats.size());
        return fmt::format("{} takes the fewest bytes, {}, and {} the most, {}.", m_counts.front().label,
                           told(m_asked, "bytes", m_counts.front().bytes), m_counts.back().label,
                           told(m_asked, "bytes", m_counts.back().bytes));
    }

    std::vector<FormatCounts> counts() const override { return m_counts; }

private:
    Scene draw(int step, double room, bool sizeAlone) const override
    {
        if (step + 1 == m_steps)
            step = m_steps; // at the end no element is the present one
        Drawing d;
        std::vector<bool> reached(static_cast<std::size_t>(m_matrix->nnz()));
        for (const Encoded& e : m_formats)
            for (const EncodedElement& v : valuesOf(e).elements)
                if (v.position >= 0 && v.written == step && step > 0)
                    reached[at(v.position)] = true;
        constexpr double x = 16, top = 16;
        d.text(x, top, "Matrix", TextSize::Middle, Role::Heading, false, true);
        MatrixStyle style;
        const bool small = std::max(m_matrix->rows(), m_matrix->cols()) <= 8;
        style.side = small ? matrixSide(*m_matrix) : placeSide + 2; // room is for the formats
        if (!small)
            style.text = [](std::int64_t) { return std::string(); };
        style.role = [&](std::int64_t, std::int64_t, std::int64_t p) {
            return p < 0 ? Role::Faint : reached[at(p)] ? Role::Highlight : Role::Cell;
        };
        const Point size = sizeAlone ? matrixSize(*m_matrix, style) : drawMatrix(d, *m_matrix, x, 44, style);
        d.reserve(x + size.x, 44 + size.y);
        double y = 44 + size.y + 12;
        for (const auto& [role, what] : {std::pair(Role::Cell, "values"),
                                         {Role::Padding, "values that are padding"},
                                         {Role::Index, "where they stand"}}) {
            d.box(x, y + 2, 14, 12, role);
            d.text(x + 20, y, what, TextSize::Small, Role::Secondary);
            y += 18;
        }

        // Cards in columns, row by row.
        const double left = x + std::max(size.x, 160.0) + between;
        const std::vector<double> columns = columnsWithin(room - 16 - left);
        double cx = left, cy = top, lowest = top;
        for (std::size_t f = 0; f < m_formats.size(); ++f) {
            const std::size_t column = f % columns.size();
            if (column == 0 && f > 0) {
                cx = left;
                cy = lowest + between;
            }
            lowest = std::max(lowest, drawCard(d, f, step, cx, cy, sizeAlone));
            cx += columns[column] + between;
            d.reserve(cx - between, 0);
        }
        return d.take();
    }

    static const EncodedArray& valuesOf(const Encoded& e) { return e.arrays[at(e.values())]; }

    std::string sentence(const FormatCounts& c) const
    {
        return fmt::format("{} byte{}, {} of {} padding", told(m_asked, "bytes", c.bytes), c.bytes == 1 ? "" : "s",
                           told(m_asked, "padding", c.padding), told(m_asked, "values", c.values));
    }

    // Widths of as many columns as fit, one at least.
    std::vector<double> columnsWithin(double room) const
    {
        for (std::size_t n = m_formats.size();; --n) {
            std::vector<double> columns(n, 0);
            for (std::size_t f = 0; f < m_formats.size(); ++f)
                columns[f % n] = std::max(columns[f % n], m_widths[f]);
            if (n == 1 || std::accumulate(columns.begin(), columns.end(), between * static_cast<double>(n - 1)) <= room)
                return columns;
        }
    }

    // The same in all steps.
    double widthOf(std::size_t f) const
    {
        double width = std::max({textWidth(m_formats[f].kind, TextSize::Middle, false, true) + 6 +
                                     textWidth(m_formats[f].parameters, TextSize::Small, false),
                                 textWidth(sentence(m_counts[f]), TextSize::Small, false), barOf(m_counts[f].bytes)});
        for (const StoredPlace& p : m_formats[f].places)
            width = std::max(width, (p.x + 1) * placeSide);
        return width;
    }

    double barOf(std::int64_t bytes) const
    {
        return bar * static_cast<double>(bytes) / static_cast<double>(m_counts.back().bytes);
    }

    // Returns its lower end.
    double drawCard(Drawing& d, std::size_t f, int step, double x, double y, bool sizeAlone) const
    {
        const Encoded& e = m_formats[f];
        const FormatCounts now = sizeAlone ? m_counts[f] : e.counts(step);
        const double named = d.text(x, y, e.kind, TextSize::Middle, Role::Heading, false, true).w;
        d.text(x + named + 6, y + 2, e.parameters, TextSize::Small, Role::Secondary);
        d.text(x, y + 20, sentence(now), TextSize::Small, f == 0 && step == m_steps ? Role::Good : Role::Secondary);
        double bx = x;
        const std::int64_t each = valuesOf(e).bytesEach;
        for (const auto& [role, bytes] : {std::pair(Role::Cell, (now.values - now.padding) * each),
                                          {Role::Padding, now.padding * each},
                                          {Role::Index, now.bytes - now.values * each}})
            if (bytes > 0) {
                d.box(bx, y + 40, barOf(bytes), 8, role, {}, m_asked.empty() ? plural(bytes, "byte") : "");
                bx += barOf(bytes);
            }
        const int stored = d.named();
        const double lower = drawStorage(d, e, static_cast<int>(f), step, x, y + 56, {placeSide, false, sizeAlone});
        if (!sizeAlone)
            for (std::size_t v = 0; v < e.places.size(); ++v)
                d.linkArea(stored + static_cast<int>(v), valuesOf(e).elements[v].about, *m_matrix);
        return lower;
    }

    MatrixPtr m_matrix;
    Asked m_asked;
    std::vector<Encoded> m_formats;     // by bytes
    std::vector<FormatCounts> m_counts; // after all steps
    std::vector<double> m_widths;       // of their cards
    int m_steps = 1;
};

} // namespace

std::shared_ptr<const Show> formatsShow(const LearnState& state)
{
    return std::make_shared<const FormatsShow>(state);
}

} // namespace sparsescope::learn
