// STile table 2: how ELL, BSR, condensed blocks, hyb and 1D follow from six primitives, applied one after another.
#include "engine/core/at.h"
#include "engine/core/text.h"
#include "engine/learn/drawing.h"
#include "engine/learn/primitives.h"
#include "engine/learn/shows.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::learn {

namespace {

class PrimitivesShow final : public SteppedShow {
public:
    PrimitivesShow(MatrixPtr matrix, const std::string& example)
        : m_matrix(std::move(matrix)), m_stages(primitiveStages(*m_matrix, example))
    {
    }

    int steps() const override { return static_cast<int>(m_stages.size()); }

    std::string text(int step) const override
    {
        const PrimitiveStage& stage = m_stages[at(step)];
        if (step == 0)
            return fmt::format("{} primitives follow: {}.", m_stages.size() - 1, chain());
        std::int64_t stored = 0;
        for (const PrimitiveStage::Part& part : stage.parts)
            for (const PrimitiveStage::Line& line : part.lines)
                stored += static_cast<std::int64_t>(line.places.size());
        return fmt::format("Primitive {}, {}: {} {} for {}.", stage.primitive, stage.title, stage.text,
                           plural(stored, "stored place"), plural(m_matrix->nnz(), "non-zero"));
    }

private:
    std::string chain() const
    {
        std::string text;
        for (const PrimitiveStage& stage : m_stages)
            if (stage.primitive > 0)
                text += (text.empty() ? "" : " > ") + std::to_string(stage.primitive);
        return text;
    }

    // `sizeAlone`: of the places only where they end.
    Scene draw(int step, double room, bool sizeAlone) const override
    {
        Drawing d;
        const PrimitiveStage& stage = m_stages[at(step)];
        // The chain, the present primitive marked.
        double x = 16;
        for (std::size_t s = 0; s < m_stages.size(); ++s) {
            const std::string name = m_stages[s].primitive > 0
                                         ? fmt::format("{} {}", m_stages[s].primitive, m_stages[s].title)
                                         : m_stages[s].title;
            const double width = textWidth(name, TextSize::Middle, false) + 20;
            d.box(x, 16, width, 30,
                  static_cast<int>(s) == step  ? Role::Highlight
                  : static_cast<int>(s) < step ? Role::Index
                                               : Role::Faint,
                  fmt::format("primitive {}", s));
            Shape& text = d.textIn(x, 16, width, 30, name, Align::Centre,
                                   static_cast<int>(s) == step  ? Role::Highlight
                                   : static_cast<int>(s) < step ? Role::Text
                                                                : Role::Secondary);
            text.size = TextSize::Middle;
            if (s + 1 < m_stages.size())
                d.arrow(x + width + 4, 31, x + width + 22, 31);
            x += width + 28;
        }
        const double side = matrixSide(*m_matrix);
        double left = 16, y = 70, tallest = 0;
        int padding = 0;
        for (const PrimitiveStage::Part& part : stage.parts) {
            std::size_t widest = part.cols.size();
            for (const PrimitiveStage::Line& line : part.lines)
                widest = std::max(widest, line.places.size());
            // One long line is broken.
            const std::size_t each = part.lines.size() == 1 ? std::min<std::size_t>(widest, 24) : widest;
            const double width = 26 + static_cast<double>(each) * side;
            if (left > 16 && left + width > room - 16) {
                left = 16;
                y += tallest + 16;
                tallest = 0;
            }
            double top = y;
            if (!part.cols.empty())
                for (std::size_t c = 0; c < part.cols.size(); ++c)
                    d.textIn(left + 26 + static_cast<double>(c) * side, top, side, 16, std::to_string(part.cols[c]),
                             Align::Centre, Role::Axis, true);
            top += part.cols.empty() ? 0 : 18;
            const double begin = top;
            for (const PrimitiveStage::Line& line : part.lines) {
                if (line.row >= 0)
                    d.textIn(left, top, 20, side, std::to_string(line.row), Align::Right, Role::Axis, true);
                for (std::size_t k = 0; k < line.places.size(); ++k) {
                    if (k > 0 && k % each == 0)
                        top += side;
                    const std::int64_t p = line.places[k];
                    const double px = left + 26 + static_cast<double>(k % each) * side;
                    if (sizeAlone)
                        d.reserve(px + side - 2, top + side - 2);
                    else if (p == PrimitiveStage::zero && part.cols.empty())
                        d.cell(px, top, side - 2, side - 2, Role::Padding, "", fmt::format("padding {}", padding++));
                    else if (p == PrimitiveStage::zero)
                        d.cell(px, top, side - 2, side - 2, Role::Faint, "", cellId(line.row, part.cols[k]),
                               fmt::format("row {}, column {}: zero", line.row, part.cols[k]));
                    else
                        d.cell(px, top, side - 2, side - 2, Role::Cell, shortNumber(m_matrix->value(p)),
                               cellId(m_matrix->rowOf(p), m_matrix->colIdx()[at(p)]),
                               fmt::format("row {}, column {}", m_matrix->rowOf(p), m_matrix->colIdx()[at(p)]));
                }
                top += side;
            }
            if (stage.parts.size() > 1)
                d.box(left + 24, begin - 2, static_cast<double>(each) * side + 2, top - begin + 2, Role::Accent);
            tallest = std::max(tallest, top - y);
            left += width + 24;
        }
        return d.take();
    }

    MatrixPtr m_matrix;
    std::vector<PrimitiveStage> m_stages;
};

} // namespace

std::shared_ptr<const Show> primitivesShow(const LearnState& state)
{
    return std::make_shared<const PrimitivesShow>(withNumbers(state.matrix), state.example);
}

} // namespace sparsescope::learn
