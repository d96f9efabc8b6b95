// What the reductions of a graph leave, what is stored at the end, and the loops that run.
#include "engine/learn/drawing.h"
#include "engine/learn/graph_steps.h"
#include "engine/plan/graph/tiles.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace sparsescope::learn {

using graph::Adapter;
using graph::Array;
using graph::FunctionFamily;
using graph::Left;
using graph::Metadata;
using graph::Slot;
using Level = BlocksOf::Level;

namespace {

// How sums get to what adds them next, and what they are then called.
const char* sentence(Adapter adapter)
{
    switch (adapter) {
    case Adapter::AsItIs:
        return "";
    case Adapter::LaneSum:
        return "A lane adds the sums of its threads, then the lanes of a warp add theirs by shuffles.";
    case Adapter::ClosedLeave:
        return "Rows that begin and end in one thread are done; its first and last sum go to its neighbours.";
    case Adapter::BlockTree:
        return "The lanes of each warp add theirs by shuffles, then the first warp adds what the warps have.";
    case Adapter::WarpSums:
        return "shared[warp] = its sum";
    case Adapter::PartialOfBmt:
        return "partials[t - first thread of b] = sum";
    case Adapter::PartialsOfRuns:
        return "partials[bmt_first_partial[t] + i] = sum i of t";
    case Adapter::PartialOfBmw:
        return "partials[w - first warp of b] = sum";
    case Adapter::PartialsOfRows:
        return "partials[bmw_first_partial[w] + i] = sum i of w";
    case Adapter::RowOfBmt:
        return "A thread knows its row: origin_rows[bmt_rows[t]].";
    case Adapter::RowsOfRuns:
        return "A thread's sum i is of row origin_rows[bmt_rows[t] + i].";
    case Adapter::RowOfBmw:
        return "A warp knows its row: origin_rows[bmw_rows[w]].";
    case Adapter::RowsOfBmw:
        return "A row's sum stands in the lane where the row begins, which knows the row.";
    case Adapter::RowOfBmtb:
        return "A thread block knows its row.";
    case Adapter::RowsOfBmtb:
        return "Row i of a thread block is origin_rows[bmtb_row_offsets[b] + i].";
    }
    return "";
}

Level levelOf(Left left)
{
    return left == Left::One || left == Left::Runs     ? Level::Bmt
           : left == Left::Lane0 || left == Left::Rows ? Level::Bmw
                                                       : Level::Bmtb;
}

std::string joined(const std::vector<std::int32_t>& numbers)
{
    std::string text;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        text += (i == 0 ? "" : i + 1 == numbers.size() ? " and " : ", ") + std::to_string(numbers[i]);
    return text;
}

// Where the elements of each BMTB begin in an array whose elements have a base of each.
std::span<const std::int32_t> startsOf(const std::string& array, const Metadata& m)
{
    return m[array == "col_indices"                 ? Array::BmtbNzOffsets
             : array == graph::name(Array::BmtRows) ? Array::BmtbBmtOffsets
             : array == graph::name(Array::BmwRows) ? Array::BmtbBmwOffsets
                                                    : Array::BmtbRowOffsets];
}

// What an index of an array counts.
const char* indexOf(const std::string& array)
{
    return array.starts_with("bmtb_partial")                            ? "i"
           : array.starts_with("bmtb_") || array == "bmt_sizes_of_bmtb" ? "b"
           : array.starts_with("bmw_")                                  ? "w"
           : array.starts_with("bmt_")                                  ? "t"
           : array == "col_indices"                                     ? "p"
                                                                        : "r";
}

} // namespace

GraphSums GraphRun::sumsOf(const Metadata& m, Left left) const
{
    const Level level = levelOf(left);
    const bool byRow = left == Left::Runs || left == Left::Rows || left == Left::RowSums;
    const BlocksOf blocks = blocksOf(m);
    const std::vector<std::int32_t>& of = blocks.of(level);
    const graph::Numbers rows = graph::rowIndices(m);
    const char* what = level == Level::Bmt ? "thread" : level == Level::Bmw ? "warp" : "thread block";
    const std::int64_t units = level == Level::Bmt ? m.bmts() : level == Level::Bmw ? m.bmws() : m.bmtbs();
    struct Sum {
        double value = 0;
        std::string terms;
        GraphElement element;
    };
    std::map<std::pair<std::int32_t, std::int32_t>, Sum> sums; // by unit and stored row
    for (std::int32_t unit = 0; !byRow && unit < units; ++unit)
        sums[{unit, 0}].element.padding = true; // until it has something
    for (std::size_t p = 0; p < of.size(); ++p) {
        const std::int32_t position = m[Array::Entries][p];
        if (position < 0)
            continue;
        Sum& sum = sums[{of[p], byRow ? rows[p] : 0}];
        const double x = xOf(m_matrix->colIdx()[at(position)]);
        sum.value += m_matrix->value(position) * x;
        sum.terms += fmt::format("{}{}·{}", sum.terms.empty() ? "" : " + ", shortNumber(m_matrix->value(position)),
                                 shortNumber(x));
        sum.element.padding = false;
        sum.element.block = blocks.of(blocks.coloured)[p];
        sum.element.bmtb = blocks.bmtb[p];
        sum.element.positions.push_back(position);
        sum.element.row = m[Array::OriginRows][at(rows[p])];
    }
    GraphSums all{fmt::format("sums of {}s", what), {}, {}};
    for (auto& [key, sum] : sums) {
        GraphElement& e = sum.element;
        e.text = shortNumber(sum.value);
        e.id = std::ssize(all.elements);
        e.hint = e.padding ? fmt::format("{} {} has no places", what, key.first)
                           : fmt::format("{} {}, row {}: {} = {}", what, key.first, e.row, sum.terms, e.text);
        std::sort(e.positions.begin(), e.positions.end());
        e.row = -1; // its places say it
        all.elements.push_back(std::move(e));
    }
    return all;
}

// As all branches up to this one have it.
GraphSums GraphRun::y(const Step& step) const
{
    std::vector<double> values(at(m_matrix->rows()));
    for (std::size_t b = 0; b <= step.branch; ++b) {
        const Metadata& m = m_applied.branches[b].metadata();
        for (const std::int32_t position : m[Array::Entries])
            if (position >= 0)
                values[at(m_matrix->rowOf(position))] +=
                    m_matrix->value(position) * xOf(m_matrix->colIdx()[at(position)]);
    }
    GraphSums all{"y", {}, {}};
    for (std::size_t r = 0; r < values.size(); ++r) {
        GraphElement e{shortNumber(values[r]), static_cast<std::int64_t>(r)};
        e.row = static_cast<std::int32_t>(r);
        const std::int32_t writers = m_refusal ? 1 : (*m_applied.rowWriters)[r];
        e.padding = writers == 0;
        e.hint = writers == 0 ? fmt::format("y[{}] is zeroed: the row has no non-zero", r)
                              : fmt::format("y[{}] = {}: {}", r, e.text,
                                            writers == 1 ? "stored by one" : fmt::format("added by {}", writers));
        all.elements.push_back(std::move(e));
    }
    return all;
}

std::vector<GraphSums> GraphRun::sums(const Step& step) const
{
    std::vector<GraphSums> all;
    const graph::Node* node = m_chain[step.node].node;
    if (!node || node->kind->slot < Slot::Thread || step.refused)
        return all;
    const Metadata& m = *step.now;
    const graph::Reductions& r = m.reductions;
    const auto ways = graph::adapters(graph::reductionsOf(m_applied.branches[step.branch].leaf));
    all.push_back(sumsOf(m, r.thread == graph::ThreadRed::Bitmap ? Left::Runs : Left::One));
    if (r.warp != graph::WarpRed::None) {
        all.push_back(sumsOf(m, graph::leftByWarp(r)));
        all.back().adapter =
            ways[0] == Adapter::AsItIs ? "The lanes of a warp add theirs by rows, by shuffles." : sentence(ways[0]);
    }
    if (r.block != graph::BlockRed::None) {
        all.push_back(sumsOf(m, graph::leftByBlock(r)));
        all.back().adapter = sentence(ways[1]);
    }
    if (node->kind->slot >= Slot::Global) {
        all.push_back(y(step));
        std::vector<std::int32_t> several;
        for (std::size_t row = 0; !m_refusal && row < m_applied.rowWriters->size(); ++row)
            if ((*m_applied.rowWriters)[row] > 1)
                several.push_back(static_cast<std::int32_t>(row));
        all.back().adapter =
            std::string(sentence(ways[2])) +
            (several.empty()
                 ? " Each row has one writer, who stores it."
                 : fmt::format(" {} {} several writers, {}.",
                               several.size() == 1 ? fmt::format("Row {}", several.front()) : "Rows " + joined(several),
                               several.size() == 1 ? "has" : "have",
                               m_applied.last() ? "of whom the last adds all results" : "who add to zero"));
    }
    return all;
}

void GraphRun::makeKernel()
{
    std::vector<graph::JoinedTiles> tiles;
    std::int64_t first = 0;
    for (std::size_t b = 0; b < m_applied.branches.size(); ++b) {
        const graph::Branch& branch = m_applied.branches[b];
        tiles.push_back(
            {static_cast<int>(b) + 1, first, graph::tileNodes(branch.leaf, branch.metadata()), branch.metadata()});
        first += branch.metadata().bmtbs();
    }
    std::vector<std::int32_t> slots(at(m_matrix->rows()), -1);
    for (const std::int32_t row : m_applied.zeroRows())
        slots[at(row)] = 0;
    m_kernel = graph::kernelGraph(tiles, slots, *m_matrix, graph::Compression::On, noProgress());
}

std::int64_t GraphRun::places() const
{
    std::int64_t places = 0;
    for (const graph::KernelBranch& branch : m_kernel.branches)
        places += branch.places;
    return places;
}

std::int64_t GraphRun::bytes() const
{
    return m_kernel.bytes() + places() * bytesOf(DataType::Float32);
}

std::vector<GraphStored> GraphRun::stored(std::size_t branch) const
{
    const Step last{0, branch, m_applied.branches[branch].states.back().metadata,
                    m_applied.branches[branch].states.back().metadata};
    const Metadata& m = *last.now;
    const std::vector<GraphArray> shown = arrays(last);
    std::vector<GraphStored> all;
    for (const graph::KernelArray& a : m_kernel.branches[branch].arrays) {
        GraphStored array;
        array.array.name = a.name;
        graph::ArrayContext context;
        if (a.function.bases)
            context.bmtbOffsets = startsOf(a.name, m);
        const std::vector<std::int32_t> numbers = a.function.family == FunctionFamily::RowLinear
                                                      ? graph::colIndices(m, *m_matrix)
                                                      : graph::decode(a.function, context, noProgress());
        const auto known =
            std::find_if(shown.begin(), shown.end(), [&](const GraphArray& s) { return s.name == a.name; });
        if (known != shown.end())
            array.array.meaning = known->meaning;
        if (known != shown.end() && known->elements.size() == numbers.size())
            array.array.elements = known->elements;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (array.array.elements.size() <= i)
                array.array.elements.push_back({{}, static_cast<std::int64_t>(i)});
            array.array.elements[i].text = std::to_string(numbers[i]);
        }
        array.computed = a.function.family != FunctionFamily::Narrow;
        array.bytes = graph::bytesOf(a.function);
        array.formula = array.computed ? fmt::format("= {}", graph::formula(a.function, indexOf(a.name)))
                                       : graph::label(a.function);
        all.push_back(std::move(array));
    }
    const auto values =
        std::find_if(shown.begin(), shown.end(), [](const GraphArray& s) { return s.name == "values"; });
    all.push_back({*values, "float32", false, m.places * bytesOf(DataType::Float32)});
    return all;
}

std::vector<std::string> GraphRun::dropped(std::size_t branch) const
{
    const auto& state = m_applied.branches[branch].states.back().metadata;
    std::vector<std::string> names;
    for (const GraphArray& array : arrays({0, branch, state, state}))
        if (array.name.starts_with("bm") && !m_kernel.branches[branch].has(array.name.c_str()))
            names.push_back(array.name);
    return names;
}

namespace {

// Writes the loops of a branch: arrays that are functions of their index are computed (figure 7).
class Loops {
public:
    Loops(const graph::KernelBranch& branch, const graph::Chain& leaf, bool added)
        : m_branch(branch), m_leaf(leaf), m_added(added)
    {
    }

    std::vector<KernelLine> lines()
    {
        const graph::Reductions& r = m_branch.reductions;
        const bool byWarps = m_branch.bmws;
        add("for thread block b:", nodeOf(Slot::BmtbBlock));
        ++m_depth;
        if (byWarps) {
            const std::string bmw = nodeOf(Slot::BmwBlock, Slot::Warp);
            add(fmt::format("w0 = {}, w1 = {}", get("bmtb_bmw_offsets", "b"), get("bmtb_bmw_offsets", "b + 1")), bmw);
            add("for warp w in w0 .. w1:", bmw);
            ++m_depth;
        }
        const char* offsets = byWarps ? "bmw_bmt_offsets" : "bmtb_bmt_offsets";
        const std::string group = byWarps ? "w" : "b", bmt = nodeOf(Slot::BmtBlock);
        add(fmt::format("t0 = {}, t1 = {}", get(offsets, group), get(offsets, group + " + 1")), bmt);
        add("for thread t in t0 .. t1:", bmt);
        ++m_depth;
        const std::string padded = nodeOf(Slot::BmtPad, Slot::BmtBlock);
        if (m_branch.sizes == graph::SizesOf::Bmt)
            add(fmt::format("size = {} - {}", get("bmt_nz_offsets", "t + b + 1"), get("bmt_nz_offsets", "t + b")),
                padded);
        add("first = " + firstPlace(), nodeOf(Slot::Interleave, Slot::BmtBlock));
        const std::string thread = nodeOf(Slot::Thread);
        if (r.thread == graph::ThreadRed::Total)
            add("sum = 0", thread);
        if (m_branch.diagonals > 0)
            add("row = " + row(Adapter::RowOfBmt), "DIAG_SPLIT");
        add(fmt::format("for k in 0 .. {}:", size()), padded);
        ++m_depth;
        add(m_branch.interleave == 0 ? "p = first + k"
            : m_branch.interleave == 1
                ? "p = first + k (t1 - t0) + t - t0"
                : fmt::format("p = first + floor(k / {0}) (t1 - t0) {0} + (t - t0) {0} + k mod {0}",
                              m_branch.interleave),
            nodeOf(Slot::Interleave, Slot::BmtBlock));
        if (r.thread == graph::ThreadRed::Bitmap)
            add(fmt::format("if bit k of {}: the next sum", get("bmt_bitmaps", "t")), thread);
        const std::string col = get("col_indices", "p");
        m_reads.emplace_back("values");
        add(fmt::format("sum += values[p] x[{}]", col), thread);
        --m_depth;
        reductions();
        return std::move(m_lines);
    }

private:
    void reductions()
    {
        const graph::Reductions& r = m_branch.reductions;
        const auto ways = graph::adapters(r);
        if (r.warp != graph::WarpRed::None) {
            --m_depth;
            const std::string node = nodeOf(Slot::Warp);
            add(r.warp == graph::WarpRed::Total ? "sum = the threads' sums, added by shuffles"
                : r.warp == graph::WarpRed::Bitmap
                    ? fmt::format("sums = the threads' sums by rows, which begin at the bits of {}",
                                  get("bmw_bitmaps", "w"))
                    : "sums = the threads' sums by rows, added by shuffles",
                node);
        }
        const std::string adapter = nodeOf(Slot::Shared);
        if (r.block == graph::BlockRed::Offset) {
            add(sentence(ways[1]), adapter);
            m_depth = 1;
            add("wait for all threads of b", adapter);
            add("for row r of b:", adapter);
            ++m_depth;
            add("from = " + get("bmtb_partial_offsets", "r + b"), adapter);
            add("to = " + get("bmtb_partial_offsets", "r + b + 1"), adapter);
            add("sum = partials[from .. to], added", adapter);
        } else if (r.block == graph::BlockRed::Total) {
            m_depth = 1;
            add("sum = all sums of b, added by shuffles", adapter);
        }
        add(fmt::format("y[{}] {} sum", row(ways[2]),
                        m_branch.has("row_results") ? "= all writers'"
                        : m_added                   ? "+="
                                                    : "="),
            nodeOf(Slot::Global));
    }

    std::string row(Adapter adapter)
    {
        switch (adapter) {
        case Adapter::RowOfBmt:
            return get("origin_rows", get("bmt_rows", "t"));
        case Adapter::RowsOfRuns:
            return get("origin_rows", get("bmt_rows", "t") + " + i");
        case Adapter::RowOfBmw:
            return get("origin_rows", get("bmw_rows", "w"));
        case Adapter::RowsOfBmw:
            return get("origin_rows", "row of the lane");
        case Adapter::RowOfBmtb:
            return get("origin_rows", get("bmtb_row_offsets", "b"));
        default:
            return get("origin_rows", "r");
        }
    }

    std::string size()
    {
        switch (m_branch.sizes) {
        case graph::SizesOf::Branch:
            return get("bmt_sizes", "0");
        case graph::SizesOf::Bmtb:
            return get("bmt_sizes_of_bmtb", "b");
        case graph::SizesOf::Bmw:
            return get("bmw_sizes", "w");
        case graph::SizesOf::Bmt:
            break;
        }
        return "size";
    }

    // The place that k counts from.
    std::string firstPlace()
    {
        const bool interleaved = m_branch.interleave > 0;
        switch (m_branch.sizes) {
        case graph::SizesOf::Branch:
            return fmt::format("{} {}", size(), interleaved ? "t0" : "t");
        case graph::SizesOf::Bmtb:
            return get("bmtb_nz_offsets", "b") + (interleaved ? "" : fmt::format(" + {} (t - t0)", size()));
        case graph::SizesOf::Bmw:
            return get("bmtb_nz_offsets", "b") + " + " + get("bmw_nz_offsets", "w");
        case graph::SizesOf::Bmt:
            break;
        }
        return get("bmtb_nz_offsets", "b") + " + " + get("bmt_nz_offsets", "t + b");
    }

    // An element as the kernel has it: read, or computed.
    std::string get(const char* name, const std::string& index)
    {
        const auto found = std::find_if(m_branch.arrays.begin(), m_branch.arrays.end(),
                                        [&](const graph::KernelArray& a) { return a.name == name; });
        if (found == m_branch.arrays.end())
            return index;
        if (found->function.family == FunctionFamily::Narrow) {
            m_reads.emplace_back(name);
            return fmt::format("{}[{}]", name, index);
        }
        return graph::formula(found->function, index.find(' ') == std::string::npos ? index : "(" + index + ")");
    }

    // The first slot of both that has a node.
    std::string nodeOf(Slot slot, Slot otherwise = Slot::Resources) const
    {
        for (const Slot each : {slot, otherwise})
            for (const graph::Node& node : m_leaf)
                if (node.kind->slot == each)
                    return node.kind->name;
        return fmt::format("{} threads", m_branch.threads);
    }

    void add(const std::string& text, const std::string& node)
    {
        m_lines.push_back({std::string(2 * at(m_depth), ' ') + text, node, std::move(m_reads)});
        m_reads.clear();
    }

    const graph::KernelBranch& m_branch;
    const graph::Chain& m_leaf;
    bool m_added;
    int m_depth = 0;
    std::vector<std::string> m_reads; // of the line that is being written
    std::vector<KernelLine> m_lines;
};

} // namespace

std::vector<KernelLine> GraphRun::lines(std::size_t branch) const
{
    const graph::KernelBranch& kernel = m_kernel.branches[branch];
    return Loops(kernel, m_applied.branches[branch].leaf, kernel.has("row_slots")).lines();
}

} // namespace sparsescope::learn
