#include "engine/learn/relations_picture.h"

#include "engine/core/at.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

constexpr double rowNumbers = 22, sliceGap = 8, namesHeight = 18;
constexpr double leastNumbered = 13, leastWritten = 10; // sides below have no room for numbers of rows, for values

} // namespace

double sliceSide(const Matrix& matrix, std::int64_t slices, double width, double most)
{
    const double gaps = sliceGap * static_cast<double>(slices - 1);
    return std::clamp((width - rowNumbers - gaps) / static_cast<double>(matrix.cols()), 2.0, most);
}

SlicePicture drawSlices(Drawing& d, const Matrix& m, std::int64_t slices, double x, double y, const SliceStyle& style,
                        const std::string& hint)
{
    const std::int64_t cols = m.cols() / slices;
    const double side = style.side, width = side * static_cast<double>(cols), space = side > 6 ? 2 : side > 3 ? 1 : 0;
    const auto left = [&](std::int64_t c) {
        const std::int64_t gaps = c / cols;
        return x + rowNumbers + static_cast<double>(c) * side + static_cast<double>(gaps) * sliceGap;
    };
    const double top = y + namesHeight, height = side * static_cast<double>(m.rows());
    // Narrow slices have no room for every name.
    const double nameWidth = textWidth(fmt::format("A[{}]", slices - 1), TextSize::Small, true) + 4;
    const auto every = static_cast<std::int64_t>(nameWidth / (width + sliceGap)) + 1;
    for (std::int64_t s = 0; s < slices; ++s) {
        const bool here = s == style.here;
        if (s % every == 0 || here) {
            Shape& name = d.textIn(left(s * cols), y, width, namesHeight, fmt::format("A[{}]", s), Align::Centre,
                                   here ? Role::Accent : Role::Axis, true);
            name.strong = here;
            name.id = fmt::format("slice {}", s);
            name.hint = fmt::format("relation {}: columns {} to {}{}", s, s * cols, (s + 1) * cols - 1, hint);
        }
        d.box(left(s * cols) - 3, top - 3, width + (space > 0 ? 4 : 6), height + (space > 0 ? 4 : 6),
              here ? Role::Accent : Role::Line);
    }
    SlicePicture picture;
    picture.shapes.resize(at(m.nnz()), -1);
    for (std::int64_t r = 0; r < m.rows(); ++r) {
        const double line = top + static_cast<double>(r) * side;
        if (side >= leastNumbered)
            d.textIn(x, line, rowNumbers - 8, side - space, std::to_string(r), Align::Right, Role::Axis, true);
        std::int64_t p = m.rowPtr()[at(r)];
        const std::int64_t end = m.rowPtr()[at(r) + 1];
        for (std::int64_t c = 0; c < m.cols(); ++c) {
            const bool there = p < end && m.colIdx()[at(p)] == c;
            const Role role = !there ? Role::Faint : style.role ? style.role(p) : Role::Cell;
            if (role == Role::Faint && !style.places) {
                p += there ? 1 : 0;
                continue;
            }
            std::string text = there && style.texts ? shortNumber(m.value(p)) : std::string();
            if (side < leastWritten || textWidth(text, TextSize::Small, true) > side || role == Role::Faint)
                text.clear();
            const bool named = there || style.id == "cell";
            if (there)
                picture.shapes[at(p)] = d.named();
            d.cell(left(c), line, side - space, side - space, role, text,
                   named ? fmt::format("{} {} {}", style.id, r, c) : std::string(),
                   there ? fmt::format("relation {}, row {}, column {}: {}", c / cols, r, c % cols, m.value(p))
                         : fmt::format("relation {}, row {}, column {}: zero", c / cols, r, c % cols));
            p += there ? 1 : 0;
        }
    }
    picture.right = left(m.cols() - 1) + side;
    picture.bottom = top + height;
    d.reserve(picture.right + 4, picture.bottom + 4);
    return picture;
}

} // namespace sparsescope::learn
