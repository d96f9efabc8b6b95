// A program of a warp under construction: what the mappings of all formats share.
#pragma once

#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/learn/warp.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace sparsescope::learn {

// A program under construction.
class WarpBuilder {
public:
    // `columns`: of X and Y; what multiplies x or B is stepped for one, or for as many as lanes (takeColumns()).
    WarpBuilder(const Encoded& e, int lanes, std::int64_t columns) : m_e(e), m_lanes(lanes), m_columns(columns)
    {
        m_program.code = listingOf(e);
        for (std::size_t a = 0; a < e.arrays.size(); ++a)
            addMemory(e.arrays[a].name, static_cast<std::int64_t>(e.arrays[a].elements.size()), static_cast<int>(a));
    }

    // x and y, or B and C with as many columns.
    void addDense(std::int64_t columns)
    {
        m_program.columns = columns;
        addMemory(columns > 1 ? "B" : "x", m_e.matrix->cols() * columns, -1, columns);
        addMemory(columns > 1 ? "C" : "y", m_e.matrix->rows() * columns, -1, columns);
    }

    // X, Y and out, which has an element for every stored value.
    void addSampled()
    {
        m_program.columns = m_columns;
        addMemory("X", m_e.matrix->rows() * m_columns, -1, m_columns);
        addMemory("Y", m_e.matrix->cols() * m_columns, -1, m_columns);
        addMemory("out", static_cast<std::int64_t>(m_e.arrays[at(m_e.values())].elements.size()), -1);
    }

    int lanes() const { return m_lanes; }
    std::int64_t columns() const { return m_columns; }
    const Encoded& encoded() const { return m_e; }
    const std::vector<CodeLine>& code() const { return m_program.code; }
    const EncodedArray& array(const char* name) const
    {
        const int a = m_e.find(name);
        if (a < 0)
            failInput(fmt::format("{} has no array {}", m_e.label, name));
        return m_e.arrays[at(a)];
    }
    std::int64_t number(const char* listed) const { return m_e.number(listed); }
    std::int64_t element(const char* name, std::int64_t i) const
    {
        return static_cast<std::int64_t>(array(name).elements[at(i)].value);
    }
    const EncodedElement& value(std::int64_t i) const { return m_e.arrays[at(m_e.values())].elements[at(i)]; }
    bool names(const char* name) const { return m_e.find(name) >= 0; } // is it an array of the format?
    int memory(const char* name) const
    {
        for (std::size_t m = 0; m < m_program.memories.size(); ++m)
            if (m_program.memories[m].name == name)
                return static_cast<int>(m);
        failInput(fmt::format("{} has no array {}", m_e.label, name));
    }

    void warp(int w)
    {
        m_warp = w;
        m_program.warps = std::max(m_program.warps, w + 1);
    }
    // A step that is added later, or not at all.
    WarpStep stepApart(int line, std::string text) const
    {
        WarpStep s;
        s.text = std::move(text);
        s.line = line;
        s.warp = m_warp;
        s.lanes.resize(static_cast<std::size_t>(m_lanes));
        return s;
    }
    WarpStep& add(WarpStep step) { return m_program.steps.emplace_back(std::move(step)); }
    WarpStep& step(int line, std::string text) { return add(stepApart(line, std::move(text))); }
    static void works(WarpStep& s, int lane, std::string row, std::string what, bool padding = false)
    {
        s.lanes[at(lane)] = {padding ? LaneWork::Padding : LaneWork::Works, std::move(row), std::move(what)};
    }
    void read(WarpStep& s, int lane, const char* name, std::int64_t element) const
    {
        s.accesses.push_back({lane, memory(name), element, false});
    }
    void write(WarpStep& s, int lane, const char* name, std::int64_t element) const
    {
        s.accesses.push_back({lane, memory(name), element, true});
    }

    // A lane multiplies a value with x[col] and adds it to its sum of `row`.
    void multiply(WarpStep& s, int lane, std::int64_t place, std::int64_t row, std::int64_t col) const
    {
        read(s, lane, "values", place);
        read(s, lane, "x", col);
        const EncodedElement& v = value(place);
        works(s, lane, fmt::format("y{}", row), fmt::format("{}*x{}", v.text, col), v.position < 0);
        s.lanes[at(lane)].factor = col;
        product(s, row, col, v);
    }

    // Every lane multiplies the value of one place with its own column of row `col` of B.
    void multiplyRow(WarpStep& s, std::int64_t element, std::int64_t row, std::int64_t col) const
    {
        const EncodedElement& v = value(element);
        for (int l = 0; l < m_lanes; ++l) {
            read(s, l, "values", element);
            read(s, l, "B", col * m_lanes + l);
            works(s, l, fmt::format("C{},{}", row, l), fmt::format("{}*B{}", v.text, col), v.position < 0);
            s.lanes[at(l)].factor = col;
            s.lanes[at(l)].column = l;
        }
        product(s, row, col, v);
    }
    // A step in which all lanes read the column of one place and multiply its value with that row of B.
    WarpStep& takeTogether(int line, const char* cols, std::int64_t element, std::int64_t row)
    {
        const std::int64_t col = this->element(cols, element);
        const EncodedElement& v = value(element);
        WarpStep& s =
            step(line, v.position < 0
                           ? fmt::format("A padded place of row {}: all lanes multiply zero with row {} of B, in vain.",
                                         row, col)
                           : fmt::format("All lanes take {} of row {}, column {}, each against its own column of B.",
                                         v.text, row, col));
        for (int l = 0; l < m_lanes; ++l)
            read(s, l, cols, element);
        multiplyRow(s, element, row, col);
        return s;
    }
    // Every lane does the same for its own column of a row of C.
    void everyLane(WarpStep& s, std::int64_t row, const char* what) const
    {
        for (int l = 0; l < m_lanes; ++l)
            works(s, l, fmt::format("C{},{}", row, l), what);
    }
    // Half of the lanes add what the other half have, until lane 0 has the whole of `sum`.
    void addAcrossLanes(int line, const std::string& sum)
    {
        for (int d = m_lanes / 2; d > 0; d /= 2) {
            WarpStep& s = step(
                line, fmt::format("Each lane adds the sum of the lane {} further on; only the first {} matter.", d, d));
            for (int l = 0; l < d; ++l)
                works(s, l, sum, fmt::format("+lane{}", l + d));
        }
    }
    void storeRow(WarpStep& s, std::int64_t row) const
    {
        everyLane(s, row, "stores");
        for (int l = 0; l < m_lanes; ++l)
            write(s, l, "C", row * m_lanes + l);
    }

    static void product(WarpStep& s, std::int64_t row, std::int64_t col, const EncodedElement& v,
                        std::int64_t column = -1)
    {
        if (v.position >= 0)
            s.products.push_back({static_cast<std::int32_t>(row), static_cast<std::int32_t>(col), v.position, column});
    }

    WarpProgram take() { return std::move(m_program); }

private:
    void addMemory(const std::string& name, std::int64_t elements, int array, std::int64_t width = 1)
    {
        Memory m;
        m.name = name;
        m.base = m_next;
        m.elements = elements;
        m.array = array;
        m.width = width;
        m_next = afterMemory(m);
        m_program.memories.push_back(std::move(m));
    }

    const Encoded& m_e;
    int m_lanes;
    std::int64_t m_columns;
    WarpProgram m_program;
    std::int64_t m_next = 0;
    int m_warp = 0;
};

// Begin and end of each stored row, from rowEnd.
inline std::vector<std::pair<std::int64_t, std::int64_t>> rowRanges(const WarpBuilder& b)
{
    std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
    std::int64_t begin = 0;
    for (const EncodedElement& e : b.array("rowEnd").elements) {
        ranges.emplace_back(begin, static_cast<std::int64_t>(e.value));
        begin = ranges.back().second;
    }
    return ranges;
}

// Elements of arrays that are read together.
using ArrayReads = std::vector<std::pair<const char*, std::int64_t>>;

// What is read to know where part i begins and ends, of an array of ends.
inline ArrayReads beginAndEnd(const char* name, std::int64_t i)
{
    ArrayReads reads;
    if (i > 0)
        reads.emplace_back(name, i - 1);
    reads.emplace_back(name, i);
    return reads;
}

// What one thread does for one row.
struct RowWork {
    std::int64_t row = -1;
    std::vector<std::int64_t> places; // of values
    ArrayReads first, last;           // before and after the sum
};
// Lines of the listing, and what is said of the end.
struct RowKernel {
    int first, multiply, store;
    const char* cols = "colIdx";
    bool adds = false; // to y, where others may add too
};

// A thread a row: every thread of a warp takes its next place in the same step, and waits when it has none left. Warps
// are counted from `warp` on; returns the next one.
int threadRows(WarpBuilder& b, const std::vector<RowWork>& rows, RowKernel kernel, int warp = 0);
// A warp a row, its lanes over columns of B. Warps are counted from `warp` on; returns the next one.
int columnsOfRows(WarpBuilder& b, const std::vector<RowWork>& rows, RowKernel kernel, int warp = 0);
// Rows of one width from a line and a value on, stored by columns or by rows.
std::vector<RowWork> rowsOfOneWidth(const WarpBuilder& b, std::int64_t firstLine, std::int64_t firstValue,
                                    std::int64_t rows, std::int64_t width);
// A thread for each of `count` single non-zeros, from a value on, whose rows and columns are named; the first of two
// lines.
void threadNonZeros(WarpBuilder& b, const char* rowNames, const char* cols, std::int64_t firstValue, int line,
                    int warp);
// A warp for each of them, its lanes over columns of B.
void columnsOfNonZeros(WarpBuilder& b, const char* rowNames, const char* cols, std::int64_t firstValue, int line,
                       int warp);
// "1 lane waits", "3 lanes wait".
std::string lanesThat(int lanes, const char* many, const char* one);
// The most of them that are alike: threads whose sums go to one address.
int mostAlike(const std::vector<std::int64_t>& rows);

} // namespace sparsescope::learn
