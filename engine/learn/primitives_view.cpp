// STile table 2: how ELL, BSR, condensed blocks, hyb and 1D follow from six primitives, applied one after another.
#include "engine/core/error.h"
#include "engine/core/text.h"
#include "engine/learn/drawing.h"
#include "engine/learn/shows.h"
#include "engine/search/stile/primitives.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace sparsescope::learn {

namespace {

constexpr std::int64_t zero = -1; // a place that holds a zero

struct Line {
    std::int32_t row = -1;
    std::vector<std::int64_t> places; // CSR positions or zero
};
struct Part {
    std::vector<std::int32_t> cols; // above dense parts
    std::vector<Line> lines;
    std::string name;
};
struct Stage {
    int primitive = 0; // of table 2; 0: the matrix
    std::string title, text;
    std::vector<Part> parts;
};

Part wholeMatrix(const Matrix& m)
{
    Part part;
    part.cols.resize(static_cast<std::size_t>(m.cols()));
    std::iota(part.cols.begin(), part.cols.end(), 0);
    for (std::int64_t r = 0; r < m.rows(); ++r) {
        Line line{static_cast<std::int32_t>(r), std::vector<std::int64_t>(static_cast<std::size_t>(m.cols()), zero)};
        for (std::int64_t p = m.rowPtr()[static_cast<std::size_t>(r)]; p < m.rowPtr()[static_cast<std::size_t>(r) + 1];
             ++p)
            line.places[static_cast<std::size_t>(m.colIdx()[static_cast<std::size_t>(p)])] = p;
        part.lines.push_back(std::move(line));
    }
    return part;
}

bool empty(const Part& part)
{
    return std::all_of(part.lines.begin(), part.lines.end(), [](const Line& l) {
        return std::all_of(l.places.begin(), l.places.end(), [](std::int64_t p) { return p == zero; });
    });
}

class Derivation {
public:
    explicit Derivation(const Matrix& m) : m_matrix(m), m_remaining(m), m_scratch(m.cols())
    {
        m_stages.push_back({0, "The matrix", "", {wholeMatrix(m)}});
    }

    void divideRows(std::int64_t size)
    {
        std::vector<Part> parts;
        for (const Part& part : m_stages.back().parts)
            stile::divide(static_cast<std::int64_t>(part.lines.size()), size, [&](std::int64_t b, std::int64_t e) {
                parts.push_back({part.cols, {part.lines.begin() + b, part.lines.begin() + e}, part.name});
            });
        add(2, "Divide rows", fmt::format("Parts of {} rows.", size), std::move(parts));
    }
    // Of dense parts; those that hold nothing vanish.
    void divideCols(std::int64_t size, bool keepEmpty = false)
    {
        std::vector<Part> parts;
        for (const Part& part : m_stages.back().parts)
            stile::divide(static_cast<std::int64_t>(part.cols.size()), size, [&](std::int64_t b, std::int64_t e) {
                Part piece{{part.cols.begin() + b, part.cols.begin() + e}, {}, part.name};
                for (const Line& line : part.lines)
                    piece.lines.push_back({line.row, {line.places.begin() + b, line.places.begin() + e}});
                if (keepEmpty || !empty(piece))
                    parts.push_back(std::move(piece));
            });
        add(2, "Divide columns",
            fmt::format("Parts of {} columns{}.", size, keepEmpty ? "" : "; parts without a non-zero vanish"),
            std::move(parts));
    }
    // Fullest first; of dense parts of few rows.
    void reorderCols()
    {
        std::vector<Part> parts;
        for (const Part& part : m_stages.back().parts) {
            std::vector<std::int32_t> rows;
            for (const Line& line : part.lines)
                rows.push_back(line.row);
            Part piece;
            piece.cols = stile::reorderColumns(m_remaining, rows, m_scratch).cols;
            for (const Line& line : part.lines) {
                piece.lines.push_back({line.row, {}});
                for (const std::int32_t c : piece.cols)
                    piece.lines.back().places.push_back(line.places[static_cast<std::size_t>(c)]);
            }
            if (!piece.cols.empty())
                parts.push_back(std::move(piece));
        }
        add(1, "Reorder columns", "In each part the fullest columns come first, and columns without a non-zero vanish.",
            std::move(parts));
    }
    void reorderRows()
    {
        std::vector<Part> parts = m_stages.back().parts;
        for (Part& part : parts)
            std::stable_sort(part.lines.begin(), part.lines.end(),
                             [](const Line& a, const Line& b) { return held(a) > held(b); });
        add(1, "Reorder rows", "The longest rows come first.", std::move(parts));
    }
    void squeeze()
    {
        std::vector<Part> parts;
        for (const Part& part : m_stages.back().parts) {
            Part piece{{}, {}, part.name};
            for (const Line& line : part.lines) {
                Line held{line.row, {}};
                std::copy_if(line.places.begin(), line.places.end(), std::back_inserter(held.places),
                             [](std::int64_t p) { return p != zero; });
                if (!held.places.empty())
                    piece.lines.push_back(std::move(held));
            }
            if (!piece.lines.empty())
                parts.push_back(std::move(piece));
        }
        add(3, "Squeeze", "Only the non-zeros of each row are kept; each has to say its column now.", std::move(parts));
    }
    void splitRows(std::int64_t size)
    {
        std::vector<Part> parts;
        for (const Part& part : m_stages.back().parts) {
            Part piece{{}, {}, part.name};
            for (const Line& line : part.lines)
                stile::divide(static_cast<std::int64_t>(line.places.size()), size, [&](std::int64_t b, std::int64_t e) {
                    piece.lines.push_back({line.row, {line.places.begin() + b, line.places.begin() + e}});
                });
            parts.push_back(std::move(piece));
        }
        add(4, "Split rows", fmt::format("No row has more than {} places: longer ones go on in the next line.", size),
            std::move(parts));
    }
    void pad(bool powers)
    {
        std::vector<Part> parts = m_stages.back().parts;
        for (Part& part : parts) {
            std::size_t longest = 0;
            for (const Line& line : part.lines)
                longest = std::max(longest, line.places.size());
            for (Line& line : part.lines)
                line.places.resize(powers ? std::size_t{1}
                                                << stile::paddedExponent(static_cast<std::int32_t>(line.places.size()))
                                          : longest,
                                   zero);
        }
        add(5, "Zero padding",
            powers ? "Every row is padded to a power of two of places." : "Every row is padded to the longest.",
            std::move(parts));
    }
    void groupByWidth()
    {
        std::vector<Part> parts;
        for (const Part& part : m_stages.back().parts) {
            std::vector<Line> lines = part.lines;
            std::stable_sort(lines.begin(), lines.end(),
                             [](const Line& a, const Line& b) { return a.places.size() > b.places.size(); });
            for (const Line& line : lines) {
                if (parts.empty() || parts.back().name != part.name ||
                    parts.back().lines.front().places.size() != line.places.size())
                    parts.push_back({{}, {}, part.name});
                parts.back().lines.push_back(line);
            }
        }
        add(2, "Divide rows", "Rows of one width are a part: each is an ELL.", std::move(parts));
    }
    void flatten()
    {
        Part flat;
        flat.lines.emplace_back();
        for (const Part& part : m_stages.back().parts)
            for (const Line& line : part.lines)
                flat.lines[0].places.insert(flat.lines[0].places.end(), line.places.begin(), line.places.end());
        add(6, "Flatten", "All rows one after another; each non-zero has to say its row, too.", {flat});
    }
    std::vector<Stage> take() { return std::move(m_stages); }

private:
    static std::ptrdiff_t held(const Line& line)
    {
        return std::count_if(line.places.begin(), line.places.end(), [](std::int64_t p) { return p != zero; });
    }
    void add(int primitive, std::string title, std::string text, std::vector<Part> parts)
    {
        m_stages.push_back({primitive, std::move(title), std::move(text), std::move(parts)});
    }

    const Matrix& m_matrix;
    stile::Remaining m_remaining;
    Scratch m_scratch;
    std::vector<Stage> m_stages;
};

std::vector<Stage> stagesOf(const Matrix& m, const std::string& example)
{
    Derivation d(m);
    if (example == "bsr") {
        d.divideRows(2);
        d.divideCols(2);
    } else if (example == "condense") {
        d.divideRows(4);
        d.reorderCols();
        d.divideCols(4);
    } else if (example == "hyb") {
        d.divideCols((m.cols() + 1) / 2, true);
        d.reorderRows();
        d.squeeze();
        d.splitRows(4);
        d.pad(true);
        d.groupByWidth();
    } else if (example == "1d") {
        d.squeeze();
        d.flatten();
        d.splitRows(4);
        d.divideRows(1);
    } else {
        d.squeeze();
        d.pad(false);
    }
    return d.take();
}

class PrimitivesShow final : public Show {
public:
    PrimitivesShow(MatrixPtr matrix, const std::string& example)
        : m_matrix(std::move(matrix)), m_stages(stagesOf(*m_matrix, example))
    {
    }

    int steps() const override { return static_cast<int>(m_stages.size()); }

    std::string text(int step) const override
    {
        const Stage& stage = m_stages[static_cast<std::size_t>(step)];
        if (step == 0)
            return fmt::format("{} primitives follow: {}.", m_stages.size() - 1, chain());
        std::int64_t stored = 0;
        for (const Part& part : stage.parts)
            for (const Line& line : part.lines)
                stored += static_cast<std::int64_t>(line.places.size());
        return fmt::format("Primitive {}, {}: {} {} for {}.", stage.primitive, stage.title, stage.text,
                           plural(stored, "stored place"), plural(m_matrix->nnz(), "non-zero"));
    }

    Scene scene(int step, double room) const override
    {
        Scene scene = draw(step, room, false);
        const Point whole = size(room);
        scene.width = whole.x;
        scene.height = whole.y;
        return scene;
    }

    // Of the largest step.
    Point size(double room) const override
    {
        Point size;
        for (int s = 0; s < steps(); ++s) {
            const Scene each = draw(s, room, true);
            size = {std::max(size.x, each.width), std::max(size.y, each.height)};
        }
        return size;
    }

private:
    std::string chain() const
    {
        std::string text;
        for (const Stage& stage : m_stages)
            if (stage.primitive > 0)
                text += (text.empty() ? "" : " > ") + std::to_string(stage.primitive);
        return text;
    }

    // `sizeAlone`: of the places only where they end.
    Scene draw(int step, double room, bool sizeAlone) const
    {
        Drawing d;
        const Stage& stage = m_stages[static_cast<std::size_t>(step)];
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
        for (const Part& part : stage.parts) {
            std::size_t widest = part.cols.size();
            for (const Line& line : part.lines)
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
            for (const Line& line : part.lines) {
                if (line.row >= 0)
                    d.textIn(left, top, 20, side, std::to_string(line.row), Align::Right, Role::Axis, true);
                for (std::size_t k = 0; k < line.places.size(); ++k) {
                    if (k > 0 && k % each == 0)
                        top += side;
                    const std::int64_t p = line.places[k];
                    const double px = left + 26 + static_cast<double>(k % each) * side;
                    if (sizeAlone)
                        d.reserve(px + side - 2, top + side - 2);
                    else if (p == zero)
                        d.cell(px, top, side - 2, side - 2, part.cols.empty() ? Role::Padding : Role::Faint, "",
                               fmt::format("zero {}", padding++));
                    else
                        d.cell(px, top, side - 2, side - 2, Role::Cell, shortNumber(m_matrix->value(p)),
                               fmt::format("held {}", p),
                               fmt::format("row {}, column {}", m_matrix->rowOf(p),
                                           m_matrix->colIdx()[static_cast<std::size_t>(p)]));
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
    std::vector<Stage> m_stages;
};

} // namespace

std::vector<LearnExample> primitiveExamples()
{
    return {{"ell", "ELL: 3, 5"},
            {"bsr", "BSR: 2, 2"},
            {"condense", "Condensed blocks: 2, 1, 2"},
            {"hyb", "hyb: 2, 1, 3, 4, 5, 2"},
            {"1d", "1D: 3, 6, 4, 2"}};
}

std::shared_ptr<const Show> primitivesShow(const LearnState& state)
{
    return std::make_shared<const PrimitivesShow>(withNumbers(state.matrix), state.example);
}

} // namespace sparsescope::learn
