// How ELL, BSR, condensed blocks, hyb and 1D follow from the six primitives of STile table 2.
#include "engine/learn/primitives.h"

#include "engine/core/at.h"
#include "engine/learn/drawing.h"
#include "engine/learn/shows.h"
#include "engine/search/stile/primitives.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>
#include <set>

namespace sparsescope::learn {

namespace {

using Stage = PrimitiveStage;
using Line = Stage::Line;
using Part = Stage::Part;
constexpr std::int64_t zero = Stage::zero;

Part wholeMatrix(const Matrix& m)
{
    Part part;
    part.cols.resize(static_cast<std::size_t>(m.cols()));
    std::iota(part.cols.begin(), part.cols.end(), 0);
    for (std::int64_t r = 0; r < m.rows(); ++r) {
        Line line{static_cast<std::int32_t>(r), std::vector<std::int64_t>(static_cast<std::size_t>(m.cols()), zero)};
        for (std::int64_t p = m.rowPtr()[at(r)]; p < m.rowPtr()[static_cast<std::size_t>(r) + 1]; ++p)
            line.places[at(m.colIdx()[at(p)])] = p;
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
        const std::string text = partsOf(size, "row", parts, [](const Part& part) { return part.lines.size(); });
        add(2, "Divide rows", text + ".", std::move(parts));
    }
    // Divides dense parts; those that hold nothing vanish.
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
        const std::string text = partsOf(size, "column", parts, [](const Part& part) { return part.cols.size(); });
        add(2, "Divide columns", text + (keepEmpty ? "." : "; parts without a non-zero vanish."), std::move(parts));
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
                    piece.lines.back().places.push_back(line.places[at(c)]);
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
    // "Parts of 4 columns", "Parts of 4 columns, 3 at the end", "Parts of up to 4 columns, 3 here".
    template <class SizeOf>
    static std::string partsOf(std::int64_t size, const char* what, const std::vector<Part>& parts,
                               const SizeOf& sizeOf)
    {
        std::set<std::size_t> smaller;
        bool whole = false;
        for (const Part& part : parts) {
            const auto has = static_cast<std::size_t>(sizeOf(part));
            if (static_cast<std::int64_t>(has) == size)
                whole = true;
            else
                smaller.insert(has);
        }
        std::string left;
        for (const std::size_t has : smaller)
            left += (left.empty() ? "" : " or ") + std::to_string(has);
        const std::string of = plural(size, what);
        return smaller.empty() ? fmt::format("Parts of {}", of)
               : whole         ? fmt::format("Parts of {}, {} at the end", of, left)
                               : fmt::format("Parts of up to {}, {} here", of, left);
    }
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

struct Example {
    const char* name;
    const char* label; // which primitives
    void (*derive)(Derivation& d, const Matrix& matrix);
};
constexpr std::array<Example, 5> derived = {{
    {"ell", "ELL: 3, 5",
     [](Derivation& d, const Matrix&) {
         d.squeeze();
         d.pad(false);
     }},
    {"bsr", "BSR: 2, 2",
     [](Derivation& d, const Matrix&) {
         d.divideRows(2);
         d.divideCols(2);
     }},
    {"condense", "Condensed blocks: 2, 1, 2",
     [](Derivation& d, const Matrix&) {
         d.divideRows(4);
         d.reorderCols();
         d.divideCols(4);
     }},
    {"hyb", "hyb: 2, 1, 3, 4, 5, 2",
     [](Derivation& d, const Matrix& matrix) {
         d.divideCols((matrix.cols() + 1) / 2, true);
         d.reorderRows();
         d.squeeze();
         d.splitRows(4);
         d.pad(true);
         d.groupByWidth();
     }},
    {"1d", "1D: 3, 6, 4, 2",
     [](Derivation& d, const Matrix&) {
         d.squeeze();
         d.flatten();
         d.splitRows(4);
         d.divideRows(1);
     }},
}};

} // namespace

std::vector<PrimitiveStage> primitiveStages(const Matrix& matrix, const std::string& example)
{
    const auto named =
        std::find_if(derived.begin(), derived.end(), [&](const Example& e) { return e.name == example; });
    Derivation d(matrix);
    (named == derived.end() ? derived.front() : *named).derive(d, matrix);
    return d.take();
}

std::vector<LearnExample> primitiveExamples()
{
    std::vector<LearnExample> examples;
    for (const Example& example : derived)
        examples.push_back({example.name, example.label});
    return examples;
}

} // namespace sparsescope::learn
