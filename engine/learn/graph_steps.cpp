#include "engine/learn/graph_steps.h"

#include "engine/core/error.h"
#include "engine/learn/drawing.h"
#include "engine/learn/learn_state.h"
#include "engine/plan/graph/node_text.h"
#include "engine/plan/graph/tiles.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace sparsescope::learn {

using graph::Array;
using graph::Metadata;
using graph::Node;
using Level = BlocksOf::Level;

namespace {

const GraphDesign& designOf(const std::string& name)
{
    const std::vector<GraphDesign>& all = graphDesigns();
    const auto found = std::find_if(all.begin(), all.end(), [&](const GraphDesign& d) { return d.name == name; });
    if (found == all.end() && !name.empty())
        failInput(fmt::format("\"{}\" is no design of a graph", name));
    return found == all.end() ? all.front() : *found;
}

// Arrays in the order of the picture. What follows from others by adding up is left out.
struct Told {
    Array array;
    Level level;  // of what it is of; None: of stored rows
    bool offsets; // one element more
    const char* meaning;
};
constexpr std::array told = {
    Told{Array::OriginRows, Level::None, false, "the matrix's row of each stored row; -1 is padding"},
    Told{Array::RowLengths, Level::None, false, "non-zeros of each stored row; after DIAG_SPLIT its places"},
    Told{Array::Diagonals, Level::None, false, "how many columns behind its row each diagonal is"},
    Told{Array::BmtbNzOffsets, Level::Bmtb, true, "where the places of each thread block begin, and the end"},
    Told{Array::BmtbRowOffsets, Level::Bmtb, true, "where the stored rows of each thread block begin, and the end"},
    Told{Array::BmtbRows, Level::Bmtb, false, "the stored row that each thread block begins in"},
    Told{Array::BmtbBmwOffsets, Level::Bmtb, true, "where the warps of each thread block begin, and the end"},
    Told{Array::BmtbBmtOffsets, Level::Bmtb, true, "where the threads of each thread block begin, and the end"},
    Told{Array::BmtSizesOfBmtb, Level::Bmtb, false, "places of every thread of a thread block"},
    Told{Array::BmwNzOffsets, Level::Bmw, false, "where each warp's places begin, from its thread block's first"},
    Told{Array::BmwRows, Level::Bmw, false, "the stored row that each warp begins in"},
    Told{Array::BmwBmtOffsets, Level::Bmw, true, "where the threads of each warp begin, and the end"},
    Told{Array::BmwBitmaps, Level::Bmw, false, "a bit for each thread of a warp: set where it begins a row"},
    Told{Array::BmtNzOffsets, Level::Bmt, false, "where each thread's places begin, from its thread block's first"},
    Told{Array::BmtRows, Level::Bmt, false, "the stored row that each thread begins in"},
    Told{Array::BmtSizes, Level::Bmt, false, "places of each thread, padding too"},
    Told{Array::BmtBitmaps, Level::Bmt, false, "a bit for each place of a thread: set where a sum begins"},
    Told{Array::BmtbResultOffsets, Level::Bmtb, true, "rows before each thread block"},
    Told{Array::BmtbPartialOffsets, Level::None, true, "where the partial sums of each row of a thread block begin"},
    Told{Array::BmwFirstPartial, Level::Bmw, false, "where each warp writes its first partial sum"},
    Told{Array::BmtFirstPartial, Level::Bmt, false, "where each thread writes its first partial sum"}};

// A block of a level: which places it has, of which coloured block it is.
void addBlock(GraphElement& e, const BlocksOf& blocks, Level level, std::int32_t block, const Metadata& m)
{
    const std::vector<std::int32_t>& of = blocks.of(level);
    for (std::size_t p = 0; p < of.size(); ++p) {
        if (of[p] != block)
            continue;
        e.block = blocks.coloured <= level ? blocks.of(blocks.coloured)[p] : -1;
        e.bmtb = blocks.bmtb[p];
        if (const std::int32_t position = m[Array::Entries][p]; position >= 0)
            e.positions.push_back(position);
    }
    std::sort(e.positions.begin(), e.positions.end());
}

GraphArray arrayOf(const Told& t, const Metadata& m, const BlocksOf& blocks)
{
    GraphArray array{graph::name(t.array), t.meaning, {}, {}};
    const auto numbers = m[t.array];
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        GraphElement e{std::to_string(numbers[i]), static_cast<std::int64_t>(i)};
        const bool last = t.offsets && i + 1 == numbers.size();
        if (t.level != Level::None && !last)
            addBlock(e, blocks, t.level, static_cast<std::int32_t>(i), m);
        if (t.level == Level::None && !t.offsets && t.array != Array::Diagonals) {
            e.row = m[Array::OriginRows][i];
            e.padding = e.row < 0;
            e.id = e.row < 0 ? static_cast<std::int64_t>(mostRows + i) : e.row;
        }
        array.elements.push_back(std::move(e));
    }
    return array;
}

// What stands at each place: values, rows, columns.
void addPlaces(std::vector<GraphArray>& arrays, const Metadata& m, const BlocksOf& blocks, const Matrix& matrix)
{
    const graph::Numbers rows = graph::rowIndices(m), cols = graph::colIndices(m, matrix);
    GraphArray values{"values", "the value at each place, 0 is padding; entries has where it stands in CSR", {}, {}};
    GraphArray rowOf{"row_indices", "the stored row of each place", {}, {}};
    GraphArray colOf{
        "col_indices", "the column of each place; padding repeats the one before it, or is on its diagonal", {}, {}};
    std::int64_t padding = matrix.nnz();
    for (std::size_t p = 0; p < rows.size(); ++p) {
        const std::int32_t position = m[Array::Entries][p];
        GraphElement e;
        e.padding = position < 0;
        e.id = e.padding ? padding++ : position;
        e.block = blocks.of(blocks.coloured).empty() ? -1 : blocks.of(blocks.coloured)[p];
        e.bmtb = blocks.bmtb.empty() ? -1 : blocks.bmtb[p];
        if (!e.padding)
            e.positions = {position};
        e.text = e.padding ? "0" : shortNumber(matrix.value(position));
        values.elements.push_back(e);
        e.text = std::to_string(rows[p]);
        rowOf.elements.push_back(e);
        e.text = std::to_string(cols[p]);
        colOf.elements.push_back(std::move(e));
    }
    for (GraphArray* array : {&values, &rowOf, &colOf})
        arrays.push_back(std::move(*array));
}

std::vector<GraphArray> arraysOf(const Metadata& m, const Matrix& matrix)
{
    const BlocksOf blocks = blocksOf(m);
    std::vector<GraphArray> arrays;
    for (const Told& t : told) {
        if (t.array == Array::BmtbNzOffsets)
            addPlaces(arrays, m, blocks, matrix);
        if (m.has(t.array))
            arrays.push_back(arrayOf(t, m, blocks));
    }
    return arrays;
}

} // namespace

const std::vector<std::int32_t>& BlocksOf::of(Level level) const
{
    static const std::vector<std::int32_t> none;
    return level == Level::Bmtb ? bmtb : level == Level::Bmw ? bmw : level == Level::Bmt ? bmt : none;
}

BlocksOf blocksOf(const Metadata& m)
{
    BlocksOf blocks;
    if (!m.has(Array::BmtbNzOffsets))
        return blocks;
    const auto places = at(m.places);
    blocks.bmtb.assign(places, -1);
    blocks.finest = Level::Bmtb;
    for (std::int64_t b = 0; b < m.bmtbs(); ++b)
        std::fill(blocks.bmtb.begin() + m[Array::BmtbNzOffsets][at(b)],
                  blocks.bmtb.begin() + m[Array::BmtbNzOffsets][at(b) + 1], static_cast<std::int32_t>(b));
    const auto bmws = m[Array::BmtbBmwOffsets];
    if (!bmws.empty())
        blocks.bmw.assign(places, -1);
    if (m.has(Array::BmtSizes)) {
        blocks.bmt.assign(places, -1);
        std::int64_t w = 0;
        for (std::int64_t b = 0; b < m.bmtbs(); ++b)
            for (std::int32_t t = m[Array::BmtbBmtOffsets][at(b)]; t < m[Array::BmtbBmtOffsets][at(b) + 1]; ++t) {
                while (!bmws.empty() && t >= m[Array::BmwBmtOffsets][at(w) + 1])
                    ++w;
                const graph::PlacesOf of = graph::placesOf(m, b, w, t);
                for (std::int64_t k = 0; k < m[Array::BmtSizes][at(t)]; ++k) {
                    blocks.bmt[at(of[k])] = t;
                    if (!bmws.empty())
                        blocks.bmw[at(of[k])] = static_cast<std::int32_t>(w);
                }
            }
    } else if (!bmws.empty()) {
        for (std::int64_t b = 0; b < m.bmtbs(); ++b)
            for (std::int32_t w = bmws[at(b)]; w < bmws[at(b) + 1]; ++w)
                std::fill(blocks.bmw.begin() + m[Array::BmtbNzOffsets][at(b)] + m[Array::BmwNzOffsets][at(w)],
                          blocks.bmw.begin() + m[Array::BmtbNzOffsets][at(b) + 1], w);
    }
    for (const Level level : {Level::Bmtb, Level::Bmw, Level::Bmt}) {
        const std::vector<std::int32_t>& of = blocks.of(level);
        if (of.empty())
            continue;
        blocks.finest = level;
        const graph::Cutting cutting = level == Level::Bmtb ? m.bmtb : level == Level::Bmw ? m.bmw : m.bmt;
        if (blocks.coloured == Level::None && cutting != graph::Cutting::None &&
            *std::max_element(of.begin(), of.end()) > 0)
            blocks.coloured = level;
    }
    if (blocks.coloured == Level::None)
        blocks.coloured = Level::Bmtb;
    return blocks;
}

GraphRun::GraphRun(MatrixPtr matrix, const std::string& design)
    : m_matrix(std::move(matrix)), m_design(designOf(design)),
      m_graph(graph::parseGraph(fmt::format(R"({{"schema": "sparsescope-graph", "version": {}, "nodes": [{}]}})",
                                            graph::graphVersion, m_design.nodes),
                                m_design.label))
{
    m_applied = graph::applyUntilRefused(m_graph, *m_matrix, {.padding = graph::mostPadding}, m_refusal, noProgress());
    m_chain.push_back({"", nullptr, "matrix"});
    chainOf(m_graph.nodes(), "/nodes", "");
    makeSteps();
    if (!m_refusal)
        makeKernel();
}

void GraphRun::chainOf(const graph::Chain& nodes, const std::string& pointer, const std::string& branch)
{
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::string here = fmt::format("{}/{}", pointer, i);
        m_chain.push_back({here, &nodes[i], graph::text(nodes[i]), i == 0 ? branch : ""});
        for (std::size_t b = 0; b < nodes[i].branches.size(); ++b)
            chainOf(nodes[i].branches[b], fmt::format("{}/branches/{}", here, b), fmt::format("part {}", b + 1));
    }
}

void GraphRun::makeSteps()
{
    const auto nodeAt = [this](const std::string& pointer) {
        return static_cast<std::size_t>(
            std::find_if(m_chain.begin(), m_chain.end(), [&](const ChainNode& n) { return n.pointer == pointer; }) -
            m_chain.begin());
    };
    for (std::size_t b = 0; b < m_applied.branches.size(); ++b) {
        const std::vector<graph::State>& states = m_applied.branches[b].states;
        std::size_t first = 0; // what a branch shares with the one before has been shown
        if (b > 0)
            while (states[first].metadata == m_applied.branches[b - 1].states[first].metadata)
                ++first;
        for (std::size_t s = first; s < states.size(); ++s)
            m_steps.push_back(
                {nodeAt(states[s].pointer), b, states[s].metadata, states[s > 0 ? s - 1 : 0].metadata, false});
    }
    if (m_refusal) {
        const Step last = m_steps.back();
        m_steps.push_back({nodeAt(m_refusal->where().call), last.branch, last.now, last.now, true});
    }
}

std::vector<GraphArray> GraphRun::arrays(const Step& step) const
{
    std::vector<GraphArray> arrays = arraysOf(*step.now, *m_matrix);
    if (step.now == step.before)
        return arrays;
    std::vector<GraphArray> old = arraysOf(*step.before, *m_matrix);
    for (GraphArray& array : arrays) {
        const auto found =
            std::find_if(old.begin(), old.end(), [&](const GraphArray& o) { return o.name == array.name; });
        if (found == old.end()) {
            array.added = true;
            continue;
        }
        bool same = found->elements.size() == array.elements.size();
        for (std::size_t i = 0; i < array.elements.size(); ++i) {
            GraphElement& e = array.elements[i];
            e.differs = i >= found->elements.size() || found->elements[i].text != e.text;
            same = same && !e.differs;
        }
        if (!same)
            for (const GraphElement& e : found->elements)
                array.before.push_back(e.text);
    }
    return arrays;
}

} // namespace sparsescope::learn
