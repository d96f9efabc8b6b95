// Formats one above the other on one scale: the storage as a picture, its arrays as a memory holds them, and the kernel
// that reads them, filled step by step.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/learn/drawing.h"
#include "engine/learn/encoded.h"
#include "engine/learn/shows.h"
#include "engine/learn/storage_picture.h"
#include "engine/learn/warp.h"

#include <algorithm>
#include <fmt/compile.h>

namespace sparsescope::learn {

namespace {

constexpr double elementHeight = 21, lineGap = 3; // boxes of arrays

class ArraysShow final : public DrawnShow {
public:
    explicit ArraysShow(const LearnState& state) : m_state(state), m_matrix(withNumbers(state.matrix))
    {
        if (state.formats.empty() || state.formats.size() > 4)
            failInput(fmt::format("one to four formats stand side by side, not {}", state.formats.size()));
        for (const LearnFormat& format : state.formats) {
            m_formats.push_back(encoded(m_matrix, format, state.dtype));
            blank(m_formats.back(), static_cast<int>(m_formats.size()) - 1);
            m_listings.push_back(listingOf(m_formats.back()));
        }
        for (const Encoded& e : m_formats) {
            m_element = std::max(m_element, sideFor(elementHeight, longestNumber(e)));
            m_steps = std::max(m_steps, static_cast<int>(e.steps.size()) + 1);
            for (const StoredPlace& p : e.places)
                m_widest = std::max(m_widest, p.x + 1);
            for (const StoredFrame& frame : e.frames)
                m_labelled = m_labelled || !frame.label.empty();
        }
    }

    int steps() const override { return m_steps; }

    std::string text(int step) const override
    {
        if (step == 0)
            return fmt::format("{} x {}, {}. Step on, and each encoder writes its next element.", m_matrix->rows(),
                               m_matrix->cols(), plural(m_matrix->nnz(), "non-zero"));
        std::string text;
        for (const Encoded& e : m_formats) {
            const int last = static_cast<int>(e.steps.size());
            const std::string what = step > last                             ? std::string("done.")
                                     : writesAsked(e.steps[at(step - 1)], e) ? "what this step writes is asked."
                                                                             : e.text(e.steps[at(step - 1)]);
            if (m_formats.size() == 1)
                return what;
            text += (text.empty() ? "" : "\n") + e.label + ": " + what;
        }
        return text;
    }

    std::vector<FormatCounts> counts() const override
    {
        std::vector<FormatCounts> all;
        for (const Encoded& e : m_formats)
            all.push_back(e.counts());
        return all;
    }

private:
    // Elements that are asked show a "?", and are linked to nothing that would tell.
    void blank(Encoded& e, int format) const
    {
        for (EncodedArray& array : e.arrays)
            for (std::size_t i = 0; i < array.elements.size(); ++i)
                if (const auto& asked = m_state.asked.elements;
                    std::find(asked.begin(), asked.end(), arrayId(format, array.name, static_cast<std::int64_t>(i))) !=
                    asked.end()) {
                    array.elements[i].text = askedText;
                    array.elements[i].about = {};
                }
    }
    static bool writesAsked(const EncodeStep& step, const Encoded& e)
    {
        return std::any_of(step.written.begin(), step.written.end(), [&](const std::pair<int, int>& w) {
            return e.arrays[at(w.first)].elements[at(w.second)].text == askedText;
        });
    }

    Scene draw(int step, double room, bool sizeAlone) const override
    {
        Drawing d;
        const double side = matrixSide(*m_matrix), x = 16;
        std::vector<int> reached(static_cast<std::size_t>(m_matrix->nnz()),
                                 0); // 1: stored by the first format, 2: in this step
        for (std::size_t f = 0; f < m_formats.size(); ++f)
            for (const EncodedElement& v : valuesOf(f).elements)
                if (v.position >= 0 && v.written == std::min(step, m_steps) && step > 0)
                    reached[at(v.position)] = 2;
                else if (v.position >= 0 && v.written < step && f == 0)
                    reached[at(v.position)] = std::max(1, reached[at(v.position)]);
        // What pointers and blocks of this step speak of.
        std::vector<MatrixArea> spoken;
        for (const Encoded& e : m_formats)
            if (step > 0 && step <= static_cast<int>(e.steps.size()))
                for (const auto& [a, i] : e.steps[at(step - 1)].written)
                    if (a != e.values())
                        spoken.push_back(e.arrays[at(a)].elements[at(i)].about);
        const auto isSpoken = [&](std::int64_t r, std::int64_t c) {
            return std::any_of(spoken.begin(), spoken.end(), [&](const MatrixArea& a) {
                return r >= a.rowBegin && r < a.rowEnd && c >= a.colBegin && c < a.colEnd;
            });
        };
        d.text(x, 16, "Matrix", TextSize::Middle, Role::Heading, false, true);
        MatrixStyle style;
        style.side = side;
        style.role = [&](std::int64_t r, std::int64_t c, std::int64_t p) {
            if (p < 0)
                return isSpoken(r, c) ? Role::Spoken : Role::Faint;
            if (isSpoken(r, c) && reached[at(p)] != 2)
                return Role::Linked;
            if (std::find(m_state.highlights.begin(), m_state.highlights.end(), cellId(r, c)) !=
                m_state.highlights.end())
                return Role::Linked;
            return reached[at(p)] == 2 ? Role::Highlight : Role::Cell;
        };
        const Point size = sizeAlone ? matrixSize(*m_matrix, style) : drawMatrix(d, *m_matrix, x, 44, style);
        d.reserve(x + size.x, 44 + size.y);
        if (!m_state.matrix->hasValues())
            d.paragraph(x, 44 + size.y + 8, std::max(size.x, 180.0), "The values number the non-zeros.",
                        TextSize::Small, Role::Secondary);

        double y = 16;
        const double left = x + std::max(size.x, 180.0) + 28;
        for (std::size_t f = 0; f < m_formats.size(); ++f)
            y = drawFormat(d, f, step, left, y, room, sizeAlone) + 24;
        return d.take();
    }

    const EncodedArray& valuesOf(std::size_t f) const { return m_formats[f].arrays[at(m_formats[f].values())]; }

    double drawFormat(Drawing& d, std::size_t f, int step, double x, double y, double room, bool sizeAlone) const
    {
        const Encoded& e = m_formats[f];
        const int format = static_cast<int>(f);
        if (f > 0)
            d.line(x, y - 12, room - 16, y - 12);
        const Shape& title = d.text(x, y, e.label, TextSize::Middle, Role::Heading, false, true);
        const double after = title.x + title.w + 16;
        const FormatCounts all = e.counts(), now = sizeAlone ? all : e.counts(step);
        const Asked& asked = m_state.asked;
        const auto sentence = [&](const FormatCounts& c, bool whole) {
            const std::string order = e.order().empty() ? "" : e.order() + ": ";
            return c.bytes == 0 ? order + "nothing is written yet"
                                : fmt::format("{}{} bytes{}, {} of {} values are padding", order,
                                              told(asked, "bytes", c.bytes), whole ? "" : " so far",
                                              told(asked, "padding", c.padding), told(asked, "values", c.values));
        };
        d.text(after, y, sentence(now, step >= static_cast<int>(e.steps.size())), TextSize::Middle, Role::Secondary);
        d.reserve(after + textWidth(sentence(all, false), TextSize::Middle, false), 0); // as wide in all steps
        const double top = y + 28;
        // The storage.
        std::size_t characters = 1; // of a value
        for (const EncodedElement& v : valuesOf(f).elements)
            characters = std::max(characters, v.text.size());
        const double cell = sideFor(m_matrix->rows() > 8 ? 20 : 24, characters);
        const int stored = d.named();
        const double lowest = drawStorage(d, e, format, step, x, top, {cell, true, sizeAlone});
        // The arrays stand beside the storage where that leaves them long lines, else below it; the kernel beside them,
        // or below.
        constexpr double label = 72;
        const std::vector<CodeLine>& code = m_listings[f];
        const double listing = code.empty() ? 0 : codeWidth(code), right = room - 16;
        const double storage = x + 24 + std::max(m_widest, 4) * cell + (m_labelled ? 112 : 24);
        const auto places = [&](double from, double to) { return static_cast<int>((to - from - label) / m_element); };
        const bool beside = places(storage, right) >= 12;
        const double arrays = beside ? storage : x;
        const bool codeBeside = !code.empty() && beside && places(arrays, right - listing - 24) >= 12;
        const int perLine = std::clamp(places(arrays, codeBeside ? right - listing - 24 : right), 8, 24);
        const bool byStorage = !beside && !code.empty() && storage + listing <= right;
        double ay = beside ? top : std::max(lowest, byStorage ? top + codeHeight(code) : 0) + 12;
        const double first = ay;
        std::vector<int> begin; // of each array among the shapes with ids
        for (const EncodedArray& array : e.arrays) {
            begin.push_back(d.named());
            d.textIn(arrays, ay, label - 8, elementHeight, array.name, Align::Left, Role::Text, true).hint =
                array.meaning;
            for (std::size_t i = 0; i < array.elements.size(); ++i) {
                const EncodedElement& v = array.elements[i];
                const double ex = arrays + label + static_cast<double>(i % perLine) * m_element;
                const double ey = ay + static_cast<double>(i / perLine) * (elementHeight + lineGap);
                const bool begins = i > 0 && array.elements[i - 1].tile != v.tile; // another tile
                d.reserve(ex + m_element - 2, ey + elementHeight - (begins ? 0 : 2));
                if (sizeAlone)
                    continue;
                if (begins)
                    d.line(ex - 2, ey - 3, ex - 2, ey + elementHeight, Role::Secondary);
                d.cell(ex, ey, m_element - 2, elementHeight - 2, roleOf(array, v, step),
                       v.written <= step ? v.text : "", arrayId(format, array.name, static_cast<std::int64_t>(i)),
                       fmt::format(FMT_COMPILE("{}[{}]: {}"), array.name, i, array.meaning));
            }
            const auto lines = static_cast<double>((array.elements.size() + perLine - 1) / perLine);
            ay += lines * (elementHeight + lineGap) + 8;
        }
        if (!e.added.empty())
            ay += d.paragraph(arrays, ay, label + perLine * m_element, e.added, TextSize::Small, Role::Secondary) + 8;
        // The kernel.
        const int listed = d.named();
        double cy = top;
        if (byStorage)
            drawCode(d, storage, top, listing, code, -1, format, numbersOf(e));
        else if (codeBeside)
            cy = first +
                 drawCode(d, arrays + label + perLine * m_element + 24, first, listing, code, -1, format, numbersOf(e));
        else if (!code.empty()) {
            const bool under = arrays + listing <= right; // the arrays; else under all
            const double from = (under ? ay : std::max(ay, lowest)) + 4;
            cy = from + drawCode(d, under ? arrays : x, from, listing, code, -1, format, numbersOf(e));
        }
        if (!sizeAlone)
            link(d, f, stored, begin, listed);
        return std::max({lowest, ay, cy});
    }

    // The storage, its arrays and the listing begin with these of the shapes with ids.
    void link(Drawing& d, std::size_t f, int stored, const std::vector<int>& begin, int listed) const
    {
        const Encoded& e = m_formats[f];
        for (std::size_t a = 0; a < e.arrays.size(); ++a) {
            const EncodedArray& array = e.arrays[a];
            std::vector<int> lines; // that read it
            for (std::size_t l = 0; l < m_listings[f].size(); ++l)
                if (const auto& reads = m_listings[f][l].reads;
                    std::find(reads.begin(), reads.end(), array.name) != reads.end())
                    lines.push_back(listed + static_cast<int>(l));
            for (std::size_t i = 0; i < array.elements.size(); ++i) {
                const int element = begin[a] + static_cast<int>(i);
                if (static_cast<int>(a) == e.values())
                    d.link(element, stored + static_cast<int>(i));
                d.linkArea(element, array.elements[i].about, *m_matrix);
                for (const int line : lines)
                    d.link(element, line);
            }
        }
    }

    LearnState m_state;
    MatrixPtr m_matrix;
    std::vector<Encoded> m_formats;
    std::vector<std::vector<CodeLine>> m_listings;
    double m_element = elementHeight; // width of a box
    int m_steps = 1;
    int m_widest = 1;
    bool m_labelled = false; // some frame has a label
};

} // namespace

std::shared_ptr<const Show> arraysShow(const LearnState& state)
{
    return std::make_shared<const ArraysShow>(state);
}

} // namespace sparsescope::learn
