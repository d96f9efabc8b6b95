// A sparse convolution as relations, after SparseTIR's figure 22: a step an offset, which a click on the kernel goes
// to.
#include "engine/core/at.h"
#include "engine/learn/convolution.h"
#include "engine/learn/relations_picture.h"
#include "engine/learn/shows.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <set>

namespace sparsescope::learn {

namespace {

class ConvolutionShow final : public DrawnShow {
public:
    explicit ConvolutionShow(const LearnState& state)
        : m_grid(state.matrix), m_convolution(*m_grid), m_asked(state.asked)
    {
        std::size_t characters = 1;
        for (std::int64_t r = 0; r <= offsets(); ++r)
            for (const double y : m_convolution.result(r))
                characters = std::max(characters, shortNumber(y).size());
        for (std::int64_t j = 0; j < voxels(); ++j)
            characters = std::max(characters, shortNumber(m_convolution.x(j)).size());
        const auto longer = static_cast<double>(std::max(m_grid->rows(), m_grid->cols()));
        m_side = sideFor(std::clamp(std::floor(184 / longer), 16.0, 44.0), characters);
        m_small = std::clamp(std::floor(184 / static_cast<double>(voxels())), 3.0, 28.0);
    }

    // The voxels, an offset each, and all of them.
    int steps() const override { return static_cast<int>(offsets()) + 2; }

    int stepOf(const std::string& id) const override
    {
        long long r = 0;
        const bool relation =
            std::sscanf(id.c_str(), "offset %lld", &r) == 1 || std::sscanf(id.c_str(), "slice %lld", &r) == 1;
        return relation ? static_cast<int>(r) + 1 : -1;
    }

    std::string text(int step) const override
    {
        if (step == 0)
            return fmt::format("{}, numbered row by row. A kernel of 3 x 3 has {} offsets: each is a relation of {} x "
                               "{} between the voxels and themselves.",
                               plural(voxels(), "voxel"), offsets(), voxels(), voxels());
        if (step > offsets())
            return fmt::format("{} No row of any has more than one: ELL(1). With all weights 1, Y = {}.",
                               countText(m_asked), valueList(m_convolution.result(offsets())));
        const std::int64_t r = step - 1;
        const std::string name = Convolution::name(r);
        const std::vector<std::int64_t>& pairs = m_convolution.pairs(r);
        if (pairs.empty())
            return fmt::format("Offset {}: no voxel has another one there, and relation {} is empty.", name, r);
        std::string list;
        constexpr std::size_t most = 6;
        for (std::size_t p = 0; p < std::min(pairs.size(), most); ++p)
            list += fmt::format("{}({}, {})", p == 0 ? "" : " ", m_convolution.target(pairs[p]),
                                m_convolution.source(pairs[p]));
        return fmt::format("Offset {}: A[{}, i, j] = 1 where voxel j = voxel i + {}. {}: {}{}. Each adds W[{}] X[j] to "
                           "Y[i].",
                           name, r, name, plural(std::ssize(pairs), "pair"), list,
                           pairs.size() > most ? fmt::format(" and {} more", pairs.size() - most) : "", r);
    }

    std::vector<LearnNumber> numbers() const override
    {
        return {{"pairs", m_convolution.relations().nnz(), countText({})},
                {"empty", empty(), countText({})},
                {"columns", m_convolution.relations().cols(),
                 fmt::format("{} relations of {} columns stand side by side.", offsets(), voxels())}};
    }

private:
    static constexpr double margin = 16, top = 44, kernelSide = 44, between = 36;
    static constexpr double roomy = 34;    // a place that has room for a number and what it holds
    static constexpr double numbered = 13; // a place with room for a number

    std::int64_t voxels() const { return m_convolution.voxels(); }
    static std::int64_t offsets() { return std::ssize(Convolution::offsets()); }
    std::int64_t empty() const
    {
        std::int64_t all = 0;
        for (std::int64_t r = 0; r < offsets(); ++r)
            all += m_convolution.pairs(r).empty() ? 1 : 0;
        return all;
    }
    std::string countText(const Asked& asked) const
    {
        return fmt::format("{} non-zeros in {} relations, {} of them empty.",
                           told(asked, "pairs", m_convolution.relations().nnz()), offsets(),
                           told(asked, "empty", empty()));
    }
    static std::string valueList(const std::vector<double>& values)
    {
        constexpr std::size_t most = 16;
        std::string text;
        for (std::size_t i = 0; i < std::min(values.size(), most); ++i)
            text += (i == 0 ? "" : " ") + shortNumber(values[i]);
        return text + (values.size() > most ? " ..." : "");
    }

    Scene draw(int step, double room, bool) const override
    {
        Drawing d;
        const std::int64_t here = step >= 1 && step <= offsets() ? step - 1 : -1;
        drawKernel(d, step, here);
        double x = margin + 3 * kernelSide + between;
        const std::vector<int> cells = drawGrid(d, x, here);
        const double wide = static_cast<double>(m_grid->cols()) * m_side;
        x += std::max(wide, 120.0) + between;
        drawRelation(d, x, step, here, cells);
        x += 22 + std::max(static_cast<double>(voxels()) * m_small, 140.0) + between;
        drawResult(d, x, step, here);
        const double lower = top + std::max({3 * kernelSide + 40, static_cast<double>(m_grid->rows()) * m_side + 22,
                                             18 + static_cast<double>(voxels()) * m_small});
        drawAll(d, lower + 18, room, step, here, cells);
        return d.take();
    }

    static void heading(Drawing& d, double x, const std::string& text)
    {
        d.text(x, margin, text, TextSize::Middle, Role::Heading, false, true);
    }

    void drawKernel(Drawing& d, int step, std::int64_t here) const
    {
        heading(d, margin, "Kernel, 3 x 3");
        for (std::int64_t r = 0; r < offsets(); ++r) {
            const GridPlace by = Convolution::offsets()[at(r)];
            d.cell(margin + (by.col + 1) * kernelSide, top + (by.row + 1) * kernelSide, kernelSide - 2, kernelSide - 2,
                   r == here      ? Role::Highlight
                   : r < step - 1 ? Role::Cell
                                  : Role::Index,
                   fmt::format("{},{}", by.row, by.col), fmt::format("offset {}", r),
                   fmt::format("offset {}, relation {}: a click fills A[{}]", Convolution::name(r), r, r));
        }
        d.text(margin, top + 3 * kernelSide + 4, "row, column", TextSize::Small, Role::Secondary);
        d.text(margin, top + 3 * kernelSide + 20, "click an offset", TextSize::Small, Role::Secondary);
    }

    double gridX(double x, std::int64_t col) const { return x + static_cast<double>(col) * m_side; }
    double gridY(std::int64_t row) const { return top + static_cast<double>(row) * m_side; }

    // A place of a grid with the number of its voxel and what it holds.
    void drawVoxel(Drawing& d, double x, std::int64_t voxel, Role role, double value, const std::string& id,
                   const std::string& hint) const
    {
        const GridPlace at = m_convolution.place(voxel);
        const double left = gridX(x, at.col), y = gridY(at.row), side = m_side - 2;
        const std::string number = std::to_string(voxel), text = shortNumber(value);
        if (side < roomy) {
            d.cell(left, y, side, side, role, textWidth(text, TextSize::Small, true) <= side ? text : "", id, hint);
            return;
        }
        d.box(left, y, side, side, role, id, hint);
        d.textIn(left + 3, y + 1, side - 6, 14, number, Align::Left, Role::Axis, true);
        d.textIn(left, y + 4, side, side - 4, text, Align::Centre, role == Role::Highlight ? role : Role::Text, true);
    }

    // The voxels with X, and an arrow from j to i for each pair of the present offset; places of the cells among the
    // shapes with ids, a voxel each.
    std::vector<int> drawGrid(Drawing& d, double x, std::int64_t here) const
    {
        heading(d, x, "Voxels with X");
        std::set<std::int64_t> sources, targets;
        if (here >= 0)
            for (const std::int64_t p : m_convolution.pairs(here)) {
                sources.insert(m_convolution.source(p));
                targets.insert(m_convolution.target(p));
            }
        std::vector<int> cells;
        for (std::int64_t row = 0, voxel = 0; row < m_grid->rows(); ++row)
            for (std::int64_t col = 0; col < m_grid->cols(); ++col) {
                if (voxel < voxels() && m_convolution.place(voxel).row == row &&
                    m_convolution.place(voxel).col == col) {
                    cells.push_back(d.named());
                    drawVoxel(d, x, voxel, sources.contains(voxel) ? Role::Linked : Role::Cell, m_convolution.x(voxel),
                              cellId(row, col),
                              fmt::format("voxel {} at ({}, {}): X[{}] = {}", voxel, row, col, voxel,
                                          shortNumber(m_convolution.x(voxel))));
                    ++voxel;
                    continue;
                }
                d.box(gridX(x, col), gridY(row), m_side - 2, m_side - 2, Role::Faint, cellId(row, col),
                      fmt::format("({}, {}): no voxel", row, col));
            }
        if (here >= 0)
            for (const std::int64_t p : m_convolution.pairs(here))
                drawPair(d, x, m_convolution.source(p), m_convolution.target(p));
        if (m_side - 2 >= roomy)
            d.text(x, gridY(m_grid->rows()) + 4, "small: its number", TextSize::Small, Role::Secondary);
        return cells;
    }

    void drawPair(Drawing& d, double x, std::int64_t source, std::int64_t target) const
    {
        const GridPlace from = m_convolution.place(source), to = m_convolution.place(target);
        const double half = (m_side - 2) / 2;
        if (source == target) {
            d.box(gridX(x, to.col) + 1, gridY(to.row) + 1, m_side - 4, m_side - 4, Role::Accent);
            return;
        }
        if (m_side - 2 < roomy)
            return;
        // Between the numbers, which stand in the middle of their places.
        const double x0 = gridX(x, from.col) + half, y0 = gridY(from.row) + half + 2;
        const double dx = (to.col - from.col) * m_side, dy = (to.row - from.row) * m_side;
        constexpr double begin = 0.28, end = 0.72;
        d.arrow(x0 + begin * dx, y0 + begin * dy, x0 + end * dx, y0 + end * dy, Role::Accent);
    }

    // The present relation as a matrix; at the end the sum of all.
    void drawRelation(Drawing& d, double x, int step, std::int64_t here, const std::vector<int>& cells) const
    {
        const bool all = step > offsets();
        heading(d, x,
                here >= 0 ? fmt::format("A[{}], offset {}", here, Convolution::name(here))
                : all     ? "Sum of all"
                          : "A of an offset");
        const double left = x + 22, first = top + 18, count = static_cast<double>(voxels());
        for (std::int64_t i = 0; i < voxels() && m_small >= numbered; ++i) {
            const double off = static_cast<double>(i) * m_small;
            d.textIn(left + off, top, m_small - 2, 16, std::to_string(i), Align::Centre, Role::Axis, true);
            d.textIn(x, first + off, 16, m_small - 2, std::to_string(i), Align::Right, Role::Axis, true);
        }
        const double space = m_small >= 8 ? 2 : 0;
        d.box(left - 3, first - 3, count * m_small + 4, count * m_small + 4, Role::Line);
        for (std::int64_t i = 0; i < voxels() && m_small >= 8; ++i)
            for (std::int64_t j = 0; j < voxels(); ++j)
                d.box(left + static_cast<double>(j) * m_small, first + static_cast<double>(i) * m_small, m_small - 2,
                      m_small - 2, Role::Faint);
        for (std::int64_t r = 0; r < offsets(); ++r)
            for (const std::int64_t p : m_convolution.pairs(r)) {
                if (r != here && !all)
                    continue;
                const std::int64_t i = m_convolution.target(p), j = m_convolution.source(p);
                const int shape = d.named();
                d.cell(left + static_cast<double>(j) * m_small, first + static_cast<double>(i) * m_small,
                       m_small - space, m_small - space, all ? Role::Cell : Role::Linked,
                       m_small >= numbered ? "1" : "", fmt::format("a {} {}", i, j),
                       fmt::format("voxel {} takes from voxel {}", i, j));
                d.link(cells[at(i)], shape);
                if (i != j)
                    d.link(cells[at(j)], shape);
            }
    }

    void drawResult(Drawing& d, double x, int step, std::int64_t here) const
    {
        const bool all = step > offsets();
        heading(d, x, all ? "Y" : "Y so far");
        const std::vector<double> y = m_convolution.result(std::clamp<std::int64_t>(step, 0, offsets()));
        std::set<std::int64_t> added;
        if (here >= 0)
            for (const std::int64_t p : m_convolution.pairs(here))
                added.insert(m_convolution.target(p));
        for (std::int64_t voxel = 0; voxel < voxels(); ++voxel)
            drawVoxel(d, x, voxel, added.contains(voxel) ? Role::Linked : Role::Cell, y[at(voxel)],
                      fmt::format("y {}", voxel), fmt::format("Y[{}] = {}", voxel, shortNumber(y[at(voxel)])));
        d.box(x - 3, top - 3, static_cast<double>(m_grid->cols()) * m_side + 4,
              static_cast<double>(m_grid->rows()) * m_side + 4, Role::Line);
        d.reserve(x + textWidth("Y so far", TextSize::Middle, false, true), 0);
    }

    // The wide matrix that is stored, filled up to the present relation.
    void drawAll(Drawing& d, double y, double room, int step, std::int64_t here, const std::vector<int>& cells) const
    {
        const Matrix& m = m_convolution.relations();
        d.text(margin, y, fmt::format("Side by side, {} x {}: column {} r + j", m.rows(), m.cols(), voxels()),
               TextSize::Middle, Role::Heading, false, true);
        SliceStyle style;
        style.side = sliceSide(m, offsets(), std::max(640.0, room - 2 * margin - 6), 24);
        style.here = here;
        style.places = style.side >= 6;
        style.id = "pair";
        style.role = [&](std::int64_t p) {
            const std::int64_t r = m.colIdx()[at(p)] / voxels();
            return r == here ? Role::Linked : r < step - 1 ? Role::Cell : Role::Faint;
        };
        const SlicePicture slices = drawSlices(d, m, offsets(), margin, y + 26, style, "; a click fills it");
        for (std::int64_t p = 0; p < m.nnz(); ++p)
            if (slices.shapes[at(p)] >= 0)
                d.link(cells[at(m_convolution.target(p))], slices.shapes[at(p)]);
    }

    MatrixPtr m_grid;
    Convolution m_convolution;
    Asked m_asked;
    double m_side = 44, m_small = 24; // of a place of the grid, of a relation
};

} // namespace

std::shared_ptr<const Show> convolutionShow(const LearnState& state)
{
    return std::make_shared<const ConvolutionShow>(state);
}

} // namespace sparsescope::learn
