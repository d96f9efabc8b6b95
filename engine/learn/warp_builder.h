// A program of a warp under construction: what the mappings of all formats share.
#pragma once

#include "engine/core/error.h"
#include "engine/learn/warp.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace sparsescope::learn {

// A program under construction.
class WarpBuilder {
public:
    WarpBuilder(const Encoded& e, const std::string& mapping, int lanes) : m_e(e), m_lanes(lanes)
    {
        m_program.code = listingOf(e, mapping);
        for (std::size_t a = 0; a < e.arrays.size(); ++a)
            if (!e.arrays[a].added)
                addMemory(e.arrays[a].name, static_cast<std::int64_t>(e.arrays[a].elements.size()), static_cast<int>(a));
    }

    // x and y, or B and C with as many columns.
    void addDense(std::int64_t columns)
    {
        m_program.columns = columns;
        addMemory(columns > 1 ? "B" : "x", m_e.matrix->cols() * columns, -1, columns);
        addMemory(columns > 1 ? "C" : "y", m_e.matrix->rows() * columns, -1, columns);
    }

    int lanes() const { return m_lanes; }
    const Encoded& encoded() const { return m_e; }
    const EncodedArray& array(const char* name) const
    {
        const int a = m_e.find(name);
        if (a < 0)
            failInput(fmt::format("{} has no array {}", m_e.label, name));
        return m_e.arrays[static_cast<std::size_t>(a)];
    }
    std::int64_t number(const char* name, std::int64_t i) const
    {
        return static_cast<std::int64_t>(array(name).elements[static_cast<std::size_t>(i)].value);
    }
    const EncodedElement& value(std::int64_t i) const
    {
        return m_e.arrays[static_cast<std::size_t>(m_e.values())].elements[static_cast<std::size_t>(i)];
    }
    // Is it an array of the format as it is taught?
    bool names(const char* name) const
    {
        return std::any_of(m_program.memories.begin(), m_program.memories.end(), [&](const Memory& m) { return m.name == name; });
    }
    int memory(const char* name) const
    {
        for (std::size_t m = 0; m < m_program.memories.size(); ++m)
            if (m_program.memories[m].name == name)
                return static_cast<int>(m);
        failInput(fmt::format("{} has no array {}", m_e.label, name));
    }
    Memory& memoryOf(const char* name) { return m_program.memories[static_cast<std::size_t>(memory(name))]; }

    void warp(int w)
    {
        m_warp = w;
        m_program.warps = std::max(m_program.warps, w + 1);
    }
    WarpStep& step(int line, std::string text)
    {
        WarpStep s;
        s.text = std::move(text);
        s.line = line;
        s.warp = m_warp;
        s.lanes.resize(static_cast<std::size_t>(m_lanes));
        return m_program.steps.emplace_back(std::move(s));
    }
    static void works(WarpStep& s, int lane, std::string row, std::string what, bool padding = false)
    {
        s.lanes[static_cast<std::size_t>(lane)] = {padding ? LaneWork::Padding : LaneWork::Works, std::move(row), std::move(what)};
    }
    void read(WarpStep& s, int lane, const char* name, std::int64_t element) const { s.accesses.push_back({lane, memory(name), element, false}); }
    void write(WarpStep& s, int lane, const char* name, std::int64_t element) const { s.accesses.push_back({lane, memory(name), element, true}); }

    // A lane multiplies the value at place p of memory with x[col] and adds it to its sum of `row`.
    void multiply(WarpStep& s, int lane, std::int64_t p, std::int64_t element, std::int64_t row, std::int64_t col, bool columnRead) const
    {
        read(s, lane, "values", p);
        if (columnRead)
            read(s, lane, "colIdx", p);
        read(s, lane, "x", col);
        const EncodedElement& v = value(element);
        works(s, lane, fmt::format("y{}", row), fmt::format("{}*x{}", v.text, col), v.position < 0);
        if (v.position >= 0)
            s.products.push_back({static_cast<std::int32_t>(row), static_cast<std::int32_t>(col), v.position});
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
        m_next += (elements * 4 + 255) / 256 * 256;
        m_program.memories.push_back(std::move(m));
    }

    const Encoded& m_e;
    int m_lanes;
    WarpProgram m_program;
    std::int64_t m_next = 0;
    int m_warp = 0;
};

// Begin and end of each stored row, from rowPtr.
inline std::vector<std::pair<std::int64_t, std::int64_t>> rowRanges(const WarpBuilder& b)
{
    std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
    std::int64_t begin = 0;
    for (const EncodedElement& e : b.array("rowPtr").elements) {
        ranges.emplace_back(begin, static_cast<std::int64_t>(e.value));
        begin = ranges.back().second;
    }
    return ranges;
}

// What is read to know where part i begins and ends, of an array of ends.
inline std::vector<std::pair<const char*, std::int64_t>> beginAndEnd(const char* name, std::int64_t i)
{
    std::vector<std::pair<const char*, std::int64_t>> reads;
    if (i > 0)
        reads.emplace_back(name, i - 1);
    reads.emplace_back(name, i);
    return reads;
}

// Formats without rows of their own lengths (warp_blocks.cpp).
void diaThreads(WarpBuilder& b);
void bsrThreads(WarpBuilder& b);
void tensorStripes(WarpBuilder& b);

} // namespace sparsescope::learn
