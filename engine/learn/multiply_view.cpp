// A warp stepped by hand: what its lanes do, which addresses they touch, in which line of the kernel.
#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/learn/shows.h"
#include "engine/learn/storage_picture.h"
#include "engine/learn/warp.h"

#include <algorithm>
#include <fmt/compile.h>
#include <map>
#include <set>

namespace sparsescope::learn {

namespace {

constexpr double box = 22, sectorGap = 4, leastLabel = 56;
constexpr std::int64_t inSector = sectorBytes / 4;
constexpr std::int64_t mostDrawn = 96; // elements; larger arrays are drawn by sectors

struct Stepped {
    Encoded encoded;
    std::string name;
    WarpProgram program;
    std::vector<FormatCounts> sums; // after each step
    std::vector<std::int64_t> laneSteps;
    std::vector<std::vector<int>> touched; // the first step that touches each sector of each memory
};

class MultiplyShow final : public DrawnShow {
public:
    explicit MultiplyShow(const LearnState& state) : m_state(state), m_matrix(withNumbers(state.matrix))
    {
        if (state.formats.empty() || state.formats.size() > 2)
            failInput(fmt::format("one or two formats are multiplied side by side, not {}", state.formats.size()));
        for (const LearnFormat& format : state.formats) {
            Stepped s{encoded(m_matrix, format, DataType::Float32), {}, {}, {}, {}, {}};
            s.name = s.encoded.label;
            s.program = warpProgram(s.encoded, state.lanes);
            for (const Memory& memory : s.program.memories)
                s.touched.emplace_back(static_cast<std::size_t>((memory.elements + inSector - 1) / inSector), 1 << 30);
            for (std::size_t i = s.program.steps.size(); i-- > 0;)
                for (const Access& a : s.program.steps[i].accesses)
                    s.touched[static_cast<std::size_t>(a.memory)][static_cast<std::size_t>(a.element / inSector)] =
                        static_cast<int>(i);
            FormatCounts sum = s.encoded.counts();
            std::int64_t laneSteps = 0;
            for (const WarpStep& step : s.program.steps) {
                const SectorCount sectors = sectorsOf(s.program, step);
                sum.sectors += sectors.touched;
                sum.fewestSectors += sectors.fewest;
                sum.idle += idleLanes(step);
                s.sums.push_back(sum);
                s.laneSteps.push_back(laneSteps += state.lanes);
            }
            m_steps = std::max(m_steps, static_cast<int>(s.program.steps.size()));
            m_formats.push_back(std::move(s));
        }
        for (const Stepped& s : m_formats)
            m_characters = std::max(m_characters, longestNumber(s.encoded));
        m_box = sideFor(box, m_characters);
        for (const Stepped& s : m_formats)
            for (const Memory& memory : s.program.memories)
                m_label = std::max(m_label, textWidth(memory.name, TextSize::Small, true) + 8);
        // The way of working tells which of two alike is which.
        if (m_formats.size() == 2 && m_formats[0].encoded.label == m_formats[1].encoded.label)
            for (Stepped& s : m_formats) {
                s.name += ", " + s.encoded.mapping;
                for (FormatCounts& sum : s.sums)
                    sum.label = s.name;
            }
    }

    int steps() const override { return m_steps; }

    std::string text(int step) const override
    {
        std::string text;
        for (const Stepped& s : m_formats) {
            const bool ended = step >= static_cast<int>(s.program.steps.size());
            std::string what = "done.";
            if (!ended) {
                const WarpStep& at = s.program.steps[static_cast<std::size_t>(step)];
                what =
                    (s.program.warps > 1 ? fmt::format("Warp {} of {}. ", at.warp + 1, s.program.warps) : "") + at.text;
            }
            text += (text.empty() ? "" : "\n") + (m_formats.size() > 1 ? s.name + ": " : "") + what;
        }
        return text;
    }

    std::vector<FormatCounts> counts() const override
    {
        std::vector<FormatCounts> all;
        for (const Stepped& s : m_formats)
            all.push_back(s.sums.back());
        return all;
    }

private:
    Scene draw(int step, double room, bool sizeAlone) const override
    {
        Drawing d;
        std::set<std::int64_t> here;
        for (const Stepped& s : m_formats)
            if (step < static_cast<int>(s.program.steps.size()))
                for (const Product& p : s.program.steps[static_cast<std::size_t>(step)].products)
                    here.insert(p.position);
        d.text(16, 16, "Matrix", TextSize::Middle, Role::Heading, false, true);
        MatrixStyle style;
        style.side = matrixSide(*m_matrix) - 2;
        if (m_formats.size() > 1)
            style.side = sideFor(18, m_characters);
        style.role = [&](std::int64_t r, std::int64_t c, std::int64_t p) {
            if (p < 0)
                return Role::Faint;
            if (std::find(m_state.highlights.begin(), m_state.highlights.end(), cellId(r, c)) !=
                m_state.highlights.end())
                return Role::Linked;
            return here.count(p) > 0 ? Role::Highlight : Role::Cell;
        };
        const Point size = sizeAlone ? matrixSize(*m_matrix, style) : drawMatrix(d, *m_matrix, 16, 44, style);
        d.reserve(16 + size.x, 44 + size.y);
        double y = 44 + size.y + 16;
        legend(d, 16, y);
        // Two formats side by side where there is room, else one above the other.
        constexpr double top = 16, gap = 18;
        const double left = 16 + std::max(size.x, 168.0) + 20, right = room - 16;
        const double half = (right - left - gap) / 2, least = m_label + 2 * sectorWidth();
        const bool beside = m_formats.size() > 1 && half >= least;
        const double width = beside ? half : std::max(least, right - left);
        y = top;
        for (std::size_t f = 0; f < m_formats.size(); ++f) {
            const double x = beside ? left + static_cast<double>(f) * (half + gap) : left;
            if (f > 0 && !beside)
                d.line(x, y - 12, x + width, y - 12);
            const double bottom = drawFormat(d, f, step, x, beside ? top : y, width, sizeAlone);
            y = beside ? std::max(y, bottom) : bottom + 28;
        }
        if (beside)
            d.line(left + half + gap / 2, top, left + half + gap / 2, y);
        return d.take();
    }

    static void legend(Drawing& d, double x, double y)
    {
        const auto entry = [&](Role role, const std::string& text) {
            d.box(x, y + 2, 14, 14, role);
            d.text(x + 20, y, text, TextSize::Small, Role::Secondary);
            y += 20;
        };
        entry(Role::Highlight, "read or written in this step");
        entry(Role::Sector, "its 32-byte sector");
        entry(Role::Touched, "touched before");
        entry(Role::Active, "a lane that works");
        entry(Role::Padding, "a lane that multiplies padding");
        entry(Role::Idle, "a lane that waits");
    }

    double drawFormat(Drawing& d, std::size_t f, int step, double x, double y, double width, bool sizeAlone) const
    {
        const Stepped& s = m_formats[f];
        const int last = static_cast<int>(s.program.steps.size()) - 1, at = std::min(step, last);
        const bool ended = step > last;
        const WarpStep& now = s.program.steps[static_cast<std::size_t>(at)];
        const Shape& title = d.text(x, y, s.encoded.label, TextSize::Middle, Role::Heading, false, true);
        const double after = title.x + title.w + 12;
        const std::string warp =
            s.program.warps > 1 ? fmt::format("warp {} of {}", now.warp + 1, s.program.warps) : "one warp";
        d.text(after, y, ended ? fmt::format("done after {}", plural(last + 1, "step")) : warp, TextSize::Middle,
               Role::Secondary);
        double top = y + 24;
        for (const LearnMapping& mapping : mappingsOf(s.encoded.name))
            if (mapping.name == s.encoded.mapping)
                top +=
                    d.paragraph(x, top, width, mapping.name + ". " + mapping.about, TextSize::Small, Role::Secondary) +
                    8;
        // The numbers.
        const FormatCounts& sum = s.sums[static_cast<std::size_t>(at)];
        const SectorCount here = sectorsOf(s.program, now);
        const std::int64_t lanes = s.laneSteps[static_cast<std::size_t>(at)];
        number(d, x, top, "Sectors in this step", ended ? "0" : formatCount(here.touched),
               ended ? "" : fmt::format("fewest {}", here.fewest));
        number(d, x + 136, top, "Sectors so far", told(m_state.asked, "sectors", sum.sectors),
               fmt::format("fewest {}", formatCount(sum.fewestSectors)));
        number(d, x + 272, top, "Lane steps in vain", told(m_state.asked, "idle", sum.idle),
               fmt::format("of {}", formatCount(lanes)) +
                   (m_state.asked.number("idle")
                        ? ""
                        : ": " + formatPercent(static_cast<double>(sum.idle) / static_cast<double>(lanes))));
        top += 48;
        // The lanes.
        const double laneWidth = 52 - box + m_box, laneHeight = 54; // "5*x2" fits
        const int perLine = width >= 16 * laneWidth ? 16 : 8;
        for (int l = 0; l < m_state.lanes; ++l) {
            const LaneStep lane = ended ? LaneStep() : now.lanes[static_cast<std::size_t>(l)];
            const double lx = x + (l % perLine) * laneWidth, ly = top + (l / perLine) * (laneHeight + 4);
            const Role role = lane.work == LaneWork::Works     ? Role::Active
                              : lane.work == LaneWork::Padding ? Role::Padding
                                                               : Role::Idle;
            d.box(lx, ly, laneWidth - 4, laneHeight, role, fmt::format("lane {} {}", f, l));
            d.textIn(lx, ly + 1, laneWidth - 4, 17, fmt::format("lane {}", l), Align::Centre, Role::Secondary);
            d.textIn(lx, ly + 18, laneWidth - 4, 17, lane.work == LaneWork::Waits ? "waits" : lane.row, Align::Centre,
                     role, lane.work != LaneWork::Waits);
            d.textIn(lx, ly + 35, laneWidth - 4, 17, lane.what, Align::Centre, role, true);
        }
        top += (m_state.lanes + perLine - 1) / perLine * (laneHeight + 4) + 8;
        // The kernel stands beside the memory where that leaves it three sectors a line, else below.
        const double listing = codeWidth(s.program.code);
        const bool codeBeside = width - listing - 24 >= m_label + 3 * sectorWidth();
        const double memoryWidth = codeBeside ? width - listing - 24 : width;
        const double first = top;
        const int memories = d.named();
        for (std::size_t m = 0; m < s.program.memories.size(); ++m)
            top = drawMemory(d, f, m, at, ended, x, top, memoryWidth, sizeAlone);
        const double code = codeBeside ? x + std::min(memoryWidth, m_label + 4 * sectorWidth()) + 24 : x;
        const double codeTop = codeBeside ? first : top + 4;
        const int listed = d.named();
        const double bottom = codeTop + drawCode(d, code, codeTop, listing, s.program.code, ended ? -1 : now.line,
                                                 static_cast<int>(f), numbersOf(s.encoded));
        if (!sizeAlone)
            link(d, s, memories, listed);
        return std::max(top, bottom);
    }

    static void number(Drawing& d, double x, double y, const std::string& what, const std::string& value,
                       const std::string& beside)
    {
        d.text(x, y, what, TextSize::Small, Role::Secondary);
        const Shape& big = d.text(x, y + 16, value, TextSize::Large, Role::Text, false, true);
        const double after = big.x + big.w + 8;
        d.text(after, y + 24, beside, TextSize::Small, Role::Secondary);
    }

    double drawMemory(Drawing& d, std::size_t f, std::size_t m, int at, bool ended, double x, double y, double room,
                      bool sizeAlone) const
    {
        const Stepped& s = m_formats[f];
        const Memory& memory = s.program.memories[m];
        std::map<std::int64_t, int> lanes; // that touch an element in this step: the first of them
        std::set<std::int64_t> sectors;
        if (!ended)
            for (const Access& a : s.program.steps[static_cast<std::size_t>(at)].accesses)
                if (a.memory == static_cast<int>(m)) {
                    sectors.insert(a.element / inSector);
                    lanes.emplace(a.element, a.lane);
                }
        const auto touched = [&](std::int64_t sector) {
            return s.touched[m][static_cast<std::size_t>(sector)] < (ended ? at + 1 : at);
        };
        d.textIn(x, y, m_label - 8, box, memory.name, Align::Left, Role::Text, true);
        d.textIn(x, y + 16, m_label - 8, 14, fmt::format("at {}", memory.base), Align::Left, Role::Secondary);
        const bool whole = drawnWhole(memory);
        const std::int64_t count = sectorsIn(memory);
        const double height = whole ? box + 20 : box + 6, wide = whole ? sectorWidth() - sectorGap : 104;
        const auto perLine = std::clamp<std::int64_t>(
            static_cast<std::int64_t>((room - m_label + sectorGap) / (wide + sectorGap)), 1, whole ? 4 : 6);
        for (std::int64_t t = 0; t < count; ++t) {
            const double sx = x + m_label + static_cast<double>(t % perLine) * (wide + sectorGap);
            const double sy = y + static_cast<double>(t / perLine) * height;
            const Role role = sectors.count(t) > 0 ? Role::Sector : touched(t) ? Role::Touched : Role::Faint;
            const std::int64_t first = t * inSector, end = std::min(memory.elements, first + inSector);
            d.box(sx - 2, sy - 2, (whole ? static_cast<double>(end - first) * m_box : wide) + 2,
                  whole ? box + 14 : box + 2, role, fmt::format(FMT_COMPILE("sector {} {} {}"), f, memory.name, t),
                  fmt::format(FMT_COMPILE("bytes {} to {}"), memory.base + 4 * first, memory.base + 4 * end - 1));
            if (!whole) {
                const std::string range = memory.width > 1
                                              ? fmt::format("{}[{}][{}..{}]", memory.name, first / memory.width,
                                                            first % memory.width, (end - 1) % memory.width)
                                              : fmt::format("{}[{}..{}]", memory.name, first, end - 1);
                d.textIn(sx, sy, wide - 2, box - 2, range, Align::Centre, role == Role::Faint ? Role::Secondary : role,
                         true);
                continue;
            }
            for (std::int64_t e = first; e < end && !sizeAlone; ++e) {
                const auto found = lanes.find(e);
                const double ex = sx + static_cast<double>(e - first) * m_box;
                const Role cell = found != lanes.end() ? Role::Highlight : roleOf(s, memory, e);
                d.cell(ex, sy, m_box - 2, box - 2, cell, textOf(s, memory, e),
                       arrayId(static_cast<int>(f), memory.name, e),
                       fmt::format(FMT_COMPILE("{}[{}], byte {}"), memory.name, e, memory.base + 4 * e));
                if (found != lanes.end())
                    d.textIn(ex, sy + box - 2, m_box - 2, 14, std::to_string(found->second), Align::Centre,
                             Role::Secondary);
            }
        }
        return y + static_cast<double>((count + perLine - 1) / perLine) * height + 6;
    }

    static std::string textOf(const Stepped& s, const Memory& memory, std::int64_t e)
    {
        if (memory.array < 0)
            return memory.width > 1 ? "" : fmt::format("{}{}", memory.name, e);
        return s.encoded.arrays[static_cast<std::size_t>(memory.array)].elements[static_cast<std::size_t>(e)].text;
    }

    static Role roleOf(const Stepped& s, const Memory& memory, std::int64_t e)
    {
        if (memory.array < 0)
            return Role::Index;
        const EncodedArray& array = s.encoded.arrays[static_cast<std::size_t>(memory.array)];
        const EncodedElement& element = array.elements[static_cast<std::size_t>(e)];
        if (element.about.empty())
            return Role::Padding;
        return array.element == ElementType::Value ? Role::Cell : Role::Index;
    }

    double sectorWidth() const { return static_cast<double>(inSector) * m_box + sectorGap; }
    static bool drawnWhole(const Memory& memory) { return memory.elements <= mostDrawn; }
    static std::int64_t sectorsIn(const Memory& memory) { return (memory.elements + inSector - 1) / inSector; }

    // The memories and the listing begin with these of the shapes with ids.
    void link(Drawing& d, const Stepped& s, int next, int listed) const
    {
        for (const Memory& memory : s.program.memories) {
            const EncodedArray* array =
                memory.array < 0 ? nullptr : &s.encoded.arrays[static_cast<std::size_t>(memory.array)];
            for (std::int64_t e = 0; e < memory.elements && drawnWhole(memory); ++e) {
                const int element = next + static_cast<int>(e / inSector + 1 + e); // each sector comes before its own
                if (array)
                    d.linkArea(element, array->elements[static_cast<std::size_t>(e)].about, *m_matrix);
                for (std::size_t line = 0; line < s.program.code.size(); ++line)
                    if (const auto& reads = s.program.code[line].reads;
                        std::find(reads.begin(), reads.end(), memory.name) != reads.end())
                        d.link(element, listed + static_cast<int>(line));
            }
            next += static_cast<int>(sectorsIn(memory) + (drawnWhole(memory) ? memory.elements : 0));
        }
    }

    LearnState m_state;
    MatrixPtr m_matrix;
    std::vector<Stepped> m_formats;
    int m_steps = 1;
    std::size_t m_characters = 1; // of the longest number
    double m_box = box;           // width of an element
    double m_label = leastLabel;  // wide enough for the names of arrays
};

} // namespace

std::shared_ptr<const Show> multiplyShow(const LearnState& state)
{
    return std::make_shared<const MultiplyShow>(state);
}

} // namespace sparsescope::learn
