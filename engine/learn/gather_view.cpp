// Micro-tiles gathered into dense tiles, after SparDA's figure 2 and algorithm 1: the index, SLoad, the dense product,
// SWrite, each as a step. The four cases are those of section 3.2's text.
#include "engine/core/at.h"
#include "engine/core/text.h"
#include "engine/learn/drawing.h"
#include "engine/learn/gather_run.h"
#include "engine/learn/shows.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>
#include <tuple>

namespace sparsescope::learn {

namespace {

using Kind = GatheredPlace::Kind;

class GatherShow final : public Show {
public:
    explicit GatherShow(const LearnState& state) : m_run(state), m_matrix(m_run.matrix()), m_gathered(m_run.gathered())
    {
        std::size_t values = 1, results = 1;
        for (std::int64_t p = 0; p < m_matrix.nnz(); ++p)
            values = std::max(values, shortNumber(m_run.valueOf(p)).size());
        const auto longest = [&](const std::vector<double>& sums) {
            for (const double c : sums)
                results = std::max(results, shortNumber(c).size());
        };
        for (int step = 0; step < steps(); ++step)
            longest(m_run.result(step));
        for (std::size_t t = 0; t < m_gathered.tiles.size(); ++t)
            longest(m_run.sumsAfter(t));
        m_cell = sideFor(26, values);
        m_sum = sideFor(34, results);
        m_member = sideFor(24, std::to_string(std::max(m_matrix.rows(), m_matrix.cols())).size());
        const double wide = matrixSize(m_matrix, {.side = matrixSide(m_matrix)}).x;
        m_right = margin + std::max(wide + 16 + m_sum, 258.0) + 44;
    }

    int steps() const override { return static_cast<int>(m_run.phases().size()); }
    std::string text(int step) const override { return m_run.text(step); }
    std::vector<LearnNumber> numbers() const override { return m_run.numbers(); }

    Scene scene(int step, double) const override
    {
        Drawing d;
        const GatherPhase& p = m_run.phases()[at(step)];
        const double bottom = drawOperands(d, step);
        const double x = m_right;
        double y = drawIndex(d, p, x, body);
        y = drawTile(d, p, x, y + 20);
        y = drawLegend(d, x, y + 14);
        if (p.kind == GatherPhase::End)
            drawStored(d, x, y + 8);
        d.reserve(x + widest(), std::max(bottom, y + 70));
        drawPhases(d, p);
        return d.take();
    }

private:
    static constexpr double margin = 16, body = 52; // below the names of the phases
    static constexpr double listName = 112;
    static constexpr int perLine = 16; // members of a list

    // Algorithm 1, with what is done now marked.
    void drawPhases(Drawing& d, const GatherPhase& p) const
    {
        constexpr std::array words = {"index", "SLoad", "dense product", "SWrite"};
        double x = margin;
        for (std::size_t i = 0; i < words.size(); ++i) {
            const double width = textWidth(words[i], TextSize::Small, false) + 14;
            const bool here = p.kind == static_cast<GatherPhase::Kind>(GatherPhase::Index + static_cast<int>(i));
            const Role role = here ? Role::Highlight : p.kind > GatherPhase::Index ? Role::Index : Role::Faint;
            if (i > 0)
                d.arrow(x - 14, 27, x - 3, 27);
            d.box(x, 16, width, 22, role);
            d.textIn(x, 16, width, 22, words[i], Align::Centre, role == Role::Index ? Role::Text : role);
            x += width + 16;
        }
    }

    // The place of A's cell among the shapes with ids: drawMatrix() is drawn first.
    int cellShape(std::int64_t row, std::int64_t col) const
    {
        return static_cast<int>(m_matrix.cols() + row * (m_matrix.cols() + 1) + 1 + col);
    }

    static bool moves(const GatheredPlace& place) { return place.kind == Kind::Owned || place.kind == Kind::Zero; }

    // A with its micro-tiles, B below, C beside; returns the lower end.
    double drawOperands(Drawing& d, int step) const
    {
        const GatherPhase& p = m_run.phases()[at(step)];
        const DenseTile* tile = m_run.tileOf(p);
        const double side = matrixSide(m_matrix), top = body + 22;
        std::set<std::pair<std::int32_t, std::int32_t>> zeros, loaded;
        if (p.kind >= GatherPhase::MicroTiles)
            for (const DenseTile& each : m_gathered.tiles)
                for (const GatheredPlace& place : each.places)
                    if (place.kind == Kind::Zero)
                        zeros.emplace(place.row, place.col);
        if (tile)
            for (const GatheredPlace& place : tile->places)
                if (moves(place))
                    loaded.emplace(place.row, place.col);
        MatrixStyle style;
        style.side = side;
        style.text = [this](std::int64_t position) { return shortNumber(m_run.valueOf(position)); };
        style.role = [&](std::int64_t r, std::int64_t c, std::int64_t position) {
            const std::pair place(static_cast<std::int32_t>(r), static_cast<std::int32_t>(c));
            return position < 0             ? (zeros.contains(place) ? Role::Padding : Role::Faint)
                   : loaded.contains(place) ? Role::Linked
                                            : Role::Cell;
        };
        const Point size = drawMatrix(d, m_matrix, margin, top, style);
        d.text(margin, body, fmt::format("A, {} x {}", m_matrix.rows(), m_matrix.cols()), TextSize::Middle,
               Role::Heading, false, true);
        const double left = margin + 22, first = top + 18;
        if (p.kind >= GatherPhase::MicroTiles)
            for (const GatherBucket& bucket : m_gathered.buckets)
                for (std::size_t m = 0; !m_run.both() && m < bucket.members.size(); ++m)
                    frame(d, bucket.rows[m], bucket.cols[m], left, first, side, false);
        if (p.kind >= GatherPhase::MicroTiles && m_run.both())
            for (const auto& [r, c] : corners(nullptr))
                frame(d, r, c, left, first, side, false);
        if (tile)
            for (const auto& [r, c] : corners(tile))
                frame(d, r, c, left, first, side, true);
        // What is loaded next lies on its cells, and glides from there.
        if (const DenseTile* next = m_run.nextOf(step))
            for (const GatheredPlace& place : next->places)
                if (moves(place))
                    drawHeld(d, place, left + place.col * side, first + place.row * side, side - 2);
        const double bTop = top + size.y + 12;
        d.textIn(margin, bTop, 18, side, "B", Align::Left, Role::Text, true);
        for (std::int64_t k = 0; k < m_matrix.cols(); ++k) {
            const bool used = tile && std::count(tile->cols.begin(), tile->cols.end(), k) > 0;
            d.cell(left + static_cast<double>(k) * side, bTop, side - 2, side - 2, used ? Role::Linked : Role::Index,
                   shortNumber(GatherRun::bOf(k)), fmt::format("b {}", k),
                   fmt::format("B[{}, j] = {}, for every j", k, GatherRun::bOf(k)));
        }
        d.text(left, bTop + side, "row k of B is k + 1: one column for all", TextSize::Small, Role::Secondary);
        const double x = margin + size.x + 16;
        d.textIn(x, top, m_sum, 18, "C", Align::Centre, Role::Text, true);
        for (std::int64_t r = 0; r < m_matrix.rows(); ++r) {
            const bool now =
                p.kind == GatherPhase::Write && tile && std::count(tile->rows.begin(), tile->rows.end(), r) > 0;
            const bool written = m_run.written(step)[at(r)];
            d.cell(x, first + static_cast<double>(r) * side, m_sum, side - 2,
                   now       ? Role::Linked
                   : written ? Role::Cell
                             : Role::Faint,
                   written ? shortNumber(m_run.result(step)[at(r)]) : "", fmt::format("c {}", r),
                   written ? fmt::format("C[{}, j] = {} so far", r, m_run.result(step)[at(r)])
                           : fmt::format("C[{}, j]: not written yet", r));
        }
        return bTop + side + lineHeight(TextSize::Small);
    }

    // Upper left places of the micro-tiles of a dense tile that are its own; of all.
    std::set<std::pair<std::int32_t, std::int32_t>> corners(const DenseTile* tile) const
    {
        std::set<std::pair<std::int32_t, std::int32_t>> all;
        for (const DenseTile& each : m_gathered.tiles)
            if (!tile || &each == tile)
                for (const GatheredPlace& place : each.places)
                    if (moves(place))
                        all.emplace(place.row - place.row % m_gathered.height, column(place.col));
        return all;
    }

    // Axis m: of a wide micro-tile a step holds a part.
    std::int32_t column(std::int32_t col) const
    {
        return static_cast<std::int32_t>(col - col % std::min(m_gathered.width, m_gathered.inner));
    }

    void frame(Drawing& d, std::int64_t row, std::int64_t col, double left, double top, double side, bool here) const
    {
        const std::int64_t whole = here ? std::min(m_gathered.width, m_gathered.inner) : m_gathered.width;
        const auto height = static_cast<double>(std::min(m_gathered.height, m_matrix.rows() - row));
        const auto width = static_cast<double>(std::min(whole, m_matrix.cols() - col));
        d.box(left + static_cast<double>(col) * side - 2, top + static_cast<double>(row) * side - 2, width * side + 2,
              height * side + 2, here ? Role::Accent : Role::Frame);
    }

    // A place of a member, on its way: its id goes along.
    void drawHeld(Drawing& d, const GatheredPlace& place, double x, double y, double side) const
    {
        const int shape = d.named();
        const bool owned = place.kind == Kind::Owned;
        d.cell(x, y, side, side, owned ? Role::Linked : Role::Padding,
               owned ? shortNumber(m_run.valueOf(place.position)) : "0",
               fmt::format("held {} {}", place.row, place.col),
               owned ? fmt::format("A[{}, {}] = {}", place.row, place.col, m_run.valueOf(place.position))
                     : fmt::format("A[{}, {}]: a zero that its micro-tile covers", place.row, place.col));
        d.link(shape, cellShape(place.row, place.col));
    }

    double widest() const
    {
        std::size_t most = 1;
        for (const GatherBucket& bucket : m_gathered.buckets)
            most = std::max(most, bucket.members.size());
        const double index = listName + 66 + m_member * static_cast<double>(std::min(most, at(perLine)));
        const double tile = 30 + m_cell * static_cast<double>(m_gathered.inner) + 30 + m_cell + 34 + m_sum;
        return std::max({index, tile, textWidth(m_run.storedText(), TextSize::Middle, false, true), 430.0});
    }

    double drawIndex(Drawing& d, const GatherPhase& p, double x, double y) const
    {
        const bool made = p.kind >= GatherPhase::Index;
        d.text(x, y, m_run.both() ? "Index: rows and columns of each dense tile" : "Index: a list for each strip",
               TextSize::Middle, Role::Heading, false, true);
        y += 26;
        const std::set<std::pair<std::size_t, std::size_t>> now = membersNow(p);
        for (std::size_t b = 0; b < m_gathered.buckets.size(); ++b) {
            const GatherBucket& bucket = m_gathered.buckets[b];
            d.textIn(x, y, listName, 20, bucket.label, Align::Left, Role::Secondary);
            if (made)
                d.textIn(x + listName, y, 60, 20, fmt::format("count {}", bucket.members.size()), Align::Left,
                         Role::Secondary);
            for (std::size_t m = 0; m < bucket.members.size(); ++m) {
                const double mx = x + listName + 66 + m_member * static_cast<double>(m % perLine);
                const double my = y + 22 * static_cast<double>(m / perLine);
                if (!made) {
                    d.reserve(mx + m_member, my + 20);
                    continue;
                }
                const int shape = d.named();
                d.cell(mx, my, m_member - 2, 20, now.contains({b, m}) ? Role::Linked : Role::Index,
                       std::to_string(bucket.members[m]), fmt::format("index {} {}", b, bucket.members[m]),
                       hintOf(bucket, m));
                linkMember(d, shape, bucket, m);
            }
            y += 22 * static_cast<double>(std::max<std::size_t>(1, (bucket.members.size() + perLine - 1) / perLine));
        }
        return y;
    }

    // Lists and their members that are in the dense tile.
    std::set<std::pair<std::size_t, std::size_t>> membersNow(const GatherPhase& p) const
    {
        std::set<std::pair<std::size_t, std::size_t>> now;
        const DenseTile* tile = m_run.tileOf(p);
        if (!tile)
            return now;
        const auto begin = at(m_gathered.tasks[p.task].bucket), end = begin + (m_run.both() ? 2 : 1);
        for (std::size_t b = begin; b < end; ++b)
            for (std::size_t m = 0; m < m_gathered.buckets[b].members.size(); ++m) {
                const bool byRows = m_run.both() ? b == begin : m_run.byRows();
                const std::vector<std::int32_t>& lines = byRows ? tile->rows : tile->cols;
                const std::int32_t line = byRows ? m_gathered.buckets[b].rows[m] : m_gathered.buckets[b].cols[m];
                if (std::count(lines.begin(), lines.end(), line) > 0)
                    now.emplace(b, m);
            }
        return now;
    }

    std::string hintOf(const GatherBucket& bucket, std::size_t m) const
    {
        const auto lines = [](const char* word, std::int64_t begin, std::int64_t size, std::int64_t all) {
            const std::int64_t last = std::min(begin + size, all) - 1;
            return last == begin ? fmt::format("{} {}", word, begin) : fmt::format("{}s {} to {}", word, begin, last);
        };
        std::string text;
        if (bucket.rows[m] >= 0)
            text = lines("row", bucket.rows[m], m_gathered.height, m_matrix.rows());
        if (bucket.cols[m] >= 0)
            text += (text.empty() ? "" : ", ") + lines("column", bucket.cols[m], m_gathered.width, m_matrix.cols());
        return text;
    }

    void linkMember(Drawing& d, int shape, const GatherBucket& bucket, std::size_t m) const
    {
        if (bucket.rows[m] < 0 || bucket.cols[m] < 0)
            return;
        for (std::int64_t r = bucket.rows[m]; r < std::min(bucket.rows[m] + m_gathered.height, m_matrix.rows()); ++r)
            for (std::int64_t c = bucket.cols[m]; c < std::min(bucket.cols[m] + m_gathered.width, m_matrix.cols()); ++c)
                d.link(shape, cellShape(r, c));
    }

    double drawTile(Drawing& d, const GatherPhase& p, double x, double y) const
    {
        const Gathered& g = m_gathered;
        const DenseTile* tile = m_run.tileOf(p);
        std::string title = fmt::format("Dense tile, {} x {}", g.rows, g.inner);
        if (tile)
            title += fmt::format(": {} of {}", p.tile + 1, g.tiles.size());
        d.text(x, y, title, TextSize::Middle, Role::Heading, false, true);
        y += 24;
        const auto number = [](std::int32_t line) { return line < 0 ? std::string("–") : std::to_string(line); };
        const double left = x + 30, top = y + 18;
        const double bLeft = left + m_cell * static_cast<double>(g.inner) + 30, cLeft = bLeft + m_cell + 34;
        for (std::int64_t i = 0; i < g.rows; ++i) {
            const double cy = top + static_cast<double>(i) * m_cell;
            if (tile)
                d.textIn(x, cy, 24, m_cell - 2, number(tile->rows[at(i)]), Align::Right, Role::Axis, true);
            for (std::int64_t k = 0; k < g.inner; ++k) {
                const double cx = left + static_cast<double>(k) * m_cell;
                if (tile)
                    drawPlace(d, tile->places[at(i * g.inner + k)], cx, cy);
                else
                    d.box(cx, cy, m_cell - 2, m_cell - 2, Role::Faint);
            }
            const bool summed = p.kind == GatherPhase::Multiply || p.kind == GatherPhase::Write;
            d.cell(cLeft, cy, m_sum, m_cell - 2, summed ? Role::Linked : Role::Faint,
                   summed ? shortNumber(m_run.sumsAfter(p.tile)[at(i)]) : "", fmt::format("sum {}", i),
                   "a sum of this task");
        }
        for (std::int64_t k = 0; k < g.inner; ++k) {
            const double cy = top + static_cast<double>(k) * m_cell;
            const std::int32_t col = tile ? tile->cols[at(k)] : -1;
            if (tile)
                d.textIn(left + static_cast<double>(k) * m_cell, y, m_cell - 2, 18, number(col), Align::Centre,
                         Role::Axis, true);
            d.cell(bLeft, cy, m_cell - 2, m_cell - 2,
                   col >= 0 ? Role::Index
                   : tile   ? Role::Idle
                            : Role::Faint,
                   col >= 0 ? shortNumber(GatherRun::bOf(col))
                   : tile   ? "0"
                            : "",
                   fmt::format("held b {}", k), col >= 0 ? fmt::format("B[{}, j]", col) : "nothing is loaded here");
        }
        const double middle = top + static_cast<double>(std::min(g.rows, g.inner)) * m_cell / 2 - 9;
        d.textIn(bLeft - 30, middle, 28, 18, "×", Align::Centre, Role::Text);
        d.textIn(cLeft - 32, middle, 28, 18, "=", Align::Centre, Role::Text);
        return top + static_cast<double>(std::max(g.rows, g.inner)) * m_cell;
    }

    void drawPlace(Drawing& d, const GatheredPlace& place, double x, double y) const
    {
        if (moves(place)) {
            drawHeld(d, place, x, y, m_cell - 2);
            return;
        }
        const bool elsewhere = place.kind == Kind::Elsewhere;
        d.cell(x, y, m_cell - 2, m_cell - 2, elsewhere ? Role::Redundant : Role::Idle, "0");
    }

    double drawLegend(Drawing& d, double x, double y) const
    {
        const auto entry = [&](Role role, const std::string& text, const char* in) {
            d.cell(x, y, 20, 18, role, in);
            d.text(x + 26, y + 1, text, TextSize::Small, Role::Secondary);
            x += 26 + textWidth(text, TextSize::Small, false) + 16;
        };
        entry(Role::Cell, "non-zero", "");
        entry(Role::Padding, "covered zero", "0");
        entry(Role::Idle, "padding", "0");
        if (m_run.both())
            entry(Role::Redundant, "another tile's", "0");
        return y + 24;
    }

    // Owned, covered zeros, padding: as long as they are many.
    void drawStored(Drawing& d, double x, double y) const
    {
        const Gathered& g = m_gathered;
        d.text(x, y, m_run.storedText(), TextSize::Middle, Role::Text, false, true);
        const double unit = 420 / static_cast<double>(std::max<std::int64_t>(1, g.stored));
        double left = x;
        for (const auto& [role, places, name] :
             {std::tuple(Role::Cell, g.owned, "owned"), std::tuple(Role::Padding, g.zeros, "covered zeros"),
              std::tuple(Role::Idle, g.padding(), "padding")}) {
            if (places == 0)
                continue;
            const double width = static_cast<double>(places) * unit;
            d.box(left, y + 24, width - 2, 18, role, fmt::format("bar {}", name),
                  m_run.asks() ? std::string(name) : fmt::format("{}: {}", name, plural(places, "place")));
            left += width;
        }
    }

    GatherRun m_run;
    const Matrix& m_matrix;
    const Gathered& m_gathered;
    double m_cell = 26, m_sum = 34, m_member = 24; // widths of boxes
    double m_right = 0;                            // of A and C
};

} // namespace

std::shared_ptr<const Show> gatherShow(const LearnState& state)
{
    return std::make_shared<const GatherShow>(state);
}

} // namespace sparsescope::learn
