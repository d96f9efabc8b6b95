#include "kernels/generate/graph_pieces.h"

#include "engine/core/error.h"
#include "engine/plan/graph/kernel_graph.h"

#include <array>
#include <fmt/format.h>

namespace sparsescope {

namespace {

using graph::Adapter;
using graph::BlockRed;
using graph::KernelBranch;
using graph::SizesOf;
using graph::Slot;
using graph::ThreadRed;
using graph::WarpRed;

// Where a piece stands in the kernel: the loops that there are begin and end around those between.
enum class Scope { Block, BmwLoop, Bmw, BmtLoop, Bmt, BmtEnd, Warp, BmwEnd, Results };
constexpr std::size_t scopeCount = static_cast<std::size_t>(Scope::Results) + 1;

// Pieces are added in any order and printed scope by scope.
class Pieces {
public:
    Pieces(const KernelBranch& branch, std::size_t number, DataType dtype)
        : m(branch), m_number(number), m_dtype(dtype), m_sum(sumBytesOf(dtype) == 8 ? "double" : "float"),
          m_adapters(graph::adapters(branch.reductions))
    {
        meta();
        loops();
        places();
        thread();
        warp();
        block();
    }

    std::vector<NodeText> print() const
    {
        std::vector<NodeText> lines;
        int depth = 2;
        for (std::size_t s = 0; s < scopeCount; ++s) {
            const auto scope = static_cast<Scope>(s);
            if (scope == Scope::BmtEnd || scope == Scope::BmwEnd)
                depth -= m_scopes[s].empty() ? 0 : 1;
            for (const NodeText& piece : m_scopes[s]) {
                const std::string line = std::string(static_cast<std::size_t>(4 * depth), ' ') + piece.text;
                lines.push_back({fmt::format("{:<100} // {}\n", line, piece.node), piece.node});
            }
            if (scope == Scope::BmwLoop || scope == Scope::BmtLoop)
                depth += m_scopes[s].empty() ? 0 : 1;
        }
        return lines;
    }

private:
    template <class... Values>
    void add(Scope scope, const std::string& node, fmt::format_string<Values...> text, Values&&... values)
    {
        m_scopes[static_cast<std::size_t>(scope)].push_back({fmt::format(text, std::forward<Values>(values)...), node});
    }

    // The node that stands in a slot, or what comes without one.
    std::string nodeIn(Slot slot, const char* otherwise = "COMPRESS") const
    {
        for (const graph::Node& node : m.nodes)
            if (node.kind->slot == slot)
                return node.kind->name;
        return otherwise;
    }

    // What a block knows of its BMTB.
    void meta()
    {
        add(Scope::Block, "COMPRESS", "Branch{0} branch{{args}};", m_number);
        if (m.xShared)
            stripe();
        add(Scope::Block, nodeIn(Slot::BmtBlock),
            "const int firstBmt = branch.bmtb_bmt_offsets(b), endBmt = branch.bmtb_bmt_offsets(b + 1);");
        if (m.reductions.block != BlockRed::None) {
            add(Scope::Block, "BMTB", "const int firstRow = branch.bmtb_row_offsets(b);");
            add(Scope::Block, nodeIn(Slot::Shared), "{0}* const partials = reinterpret_cast<{0}*>(shared);", m_sum);
        }
        if (m.bmws)
            add(Scope::Block, nodeIn(Slot::BmwBlock, nodeIn(Slot::Warp).c_str()),
                "const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;");
        const std::string pad = nodeIn(Slot::BmtPad, nodeIn(Slot::BmtBlock).c_str());
        if (m.sizes == SizesOf::Branch)
            add(Scope::Block, pad, "const int size = branch.bmt_sizes(0), firstPlace = size * firstBmt;");
        else if (m.sizes == SizesOf::Bmtb)
            add(Scope::Block, pad,
                "const int size = branch.bmt_sizes_of_bmtb(b), firstPlace = branch.bmtb_nz_offsets(b);");
        else
            add(Scope::Block, nodeIn(Slot::BmtBlock), "const int firstPlace = branch.bmtb_nz_offsets(b);");
        if (m_adapters[1] == Adapter::BlockTree || m_adapters[1] == Adapter::WarpSums)
            add(Scope::Block, nodeIn(Slot::Shared), "{} total = 0;", m_sum);
    }

    void stripe()
    {
        const char* const node = "X_SHARED";
        add(Scope::Block, node, "T* const stripe = reinterpret_cast<T*>(shared + {});", m.stripeBegin(m_dtype));
        add(Scope::Block, node, "branch.stripe = stripe;");
        add(Scope::Block, node, "branch.firstCol = branch.bmtb_first_cols(b);");
        add(Scope::Block, node,
            "copyStripe(stripe, static_cast<const T*>(args.B) + branch.firstCol, branch.bmtb_cols(b), blockThreads);");
        add(Scope::Block, node, "waitCopies();");
        add(Scope::Block, node, "__syncthreads();");
    }

    void loops()
    {
        const std::string bmt = nodeIn(Slot::BmtBlock);
        if (!m.bmws) {
            add(Scope::BmtLoop, bmt, "for (int t = firstBmt + threadIdx.x; t < endBmt; t += blockThreads) {{");
            add(Scope::BmtEnd, bmt, "}}");
            return;
        }
        const std::string bmw = nodeIn(Slot::BmwBlock, nodeIn(Slot::Warp).c_str());
        add(Scope::Block, bmw,
            "const int firstBmw = branch.bmtb_bmw_offsets(b), endBmw = branch.bmtb_bmw_offsets(b + 1);");
        add(Scope::BmwLoop, bmw, "for (int w = firstBmw + warp; w < endBmw; w += blockThreads / 32) {{");
        add(Scope::Bmw, bmw,
            "const int firstOfBmw = branch.bmw_bmt_offsets(w), endOfBmw = branch.bmw_bmt_offsets(w + 1);");
        add(Scope::BmwEnd, bmw, "}}");
        if (m.sizes == SizesOf::Bmw)
            add(Scope::Bmw, nodeIn(Slot::BmtPad), "const int size = branch.bmw_sizes(w);");
        if (m.reductions.warp == WarpRed::None || m.reductions.warp == WarpRed::Total)
            add(Scope::BmtLoop, bmt, "for (int t = firstOfBmw + lane; t < endOfBmw; t += 32) {{");
        else
            add(Scope::BmtLoop, bmt, "if (const int t = firstOfBmw + lane; t < endOfBmw) {{");
        add(Scope::BmtEnd, bmt, "}}");
    }

    // The places of a BMT.
    void places()
    {
        const std::string pad = nodeIn(Slot::BmtPad, nodeIn(Slot::BmtBlock).c_str());
        if (m.sizes == SizesOf::Bmt) {
            add(Scope::Bmt, nodeIn(Slot::BmtBlock),
                "const int begin = branch.bmt_nz_offsets(t + b), size = branch.bmt_nz_offsets(t + b + 1) - begin;");
            add(Scope::Bmt, nodeIn(Slot::BmtBlock), "const Places places{{firstPlace + begin}};");
        } else if (m.interleave == 0) {
            add(Scope::Bmt, pad, "const Places places{{firstPlace + size * (t - firstBmt)}};");
        } else {
            std::string first = "firstPlace";
            if (m.ofBmws)
                first += m.sizes == SizesOf::Bmw ? " + branch.bmw_nz_offsets(w)" : " + size * (firstOfBmw - firstBmt)";
            const char* const begin = m.ofBmws ? "firstOfBmw" : "firstBmt";
            const char* const end = m.ofBmws ? "endOfBmw" : "endBmt";
            const std::string times = m.interleave == 1 ? "" : fmt::format("{} * ", m.interleave);
            add(Scope::Bmt, "INTERLEAVE", "const Interleaved<{}> places{{{} + {}(t - {}), {}({} - {})}};", m.interleave,
                first, times, begin, times, end, begin);
        }
    }

    // Behind a row that a BMT, or a BMW, may not have.
    const char* ifRow() const { return m.emptyBmts ? "if (row >= 0) " : ""; }

    void thread()
    {
        const std::string node = nodeIn(Slot::Thread);
        if (m.reductions.thread == ThreadRed::Bitmap)
            return runs(node);
        if (m.diagonals > 0)
            add(Scope::Bmt, "DIAG_SPLIT", "const int origin = branch.origin_rows(branch.bmt_rows(t, b), b);");
        const char* const sum =
            m.diagonals > 0 ? "sumOfDiagonals(branch, places, origin)" : "sumOfPlaces(branch, places, size, b)";
        const bool byWarp = m.reductions.warp != WarpRed::None;
        if (m_adapters[1] == Adapter::BlockTree) {
            add(Scope::Bmt, node, "total += {};", sum);
        } else if (byWarp) {
            add(Scope::Bmw, node, "{} sum = 0;", m_sum);
            add(Scope::Bmt, node, "sum += {};", sum);
        } else {
            add(Scope::Bmt, node, "const {} sum = {};", m_sum, sum);
        }
        if (m.reductions.warp == WarpRed::Bitmap || m.reductions.warp == WarpRed::Seg) {
            add(Scope::Bmw, nodeIn(Slot::BmtBlock), "int row = -1;");
            add(Scope::Bmt, nodeIn(Slot::BmtBlock), "row = branch.bmt_rows(t, b);");
        }
        if (m_adapters[1] == Adapter::PartialOfBmt) {
            add(Scope::Bmt, nodeIn(Slot::Shared), "partials[t - firstBmt] = sum;");
        } else if (m_adapters[2] == Adapter::RowOfBmt) {
            add(Scope::Bmt, nodeIn(Slot::Global), "const int row = branch.bmt_rows(t, b);");
            add(Scope::Bmt, nodeIn(Slot::Global), "{}{}", ifRow(), put("row", "sum"));
        }
    }

    // The results of a BMT one after another.
    void runs(const std::string& node)
    {
        const bool segmented = m.reductions.warp == WarpRed::Seg;
        add(Scope::Bmt, node, "const unsigned bits = branch.bmt_bitmaps(t);");
        if (segmented) {
            const std::string seg = nodeIn(Slot::Warp);
            add(Scope::Bmw, seg, "{} head = 0, tail = 0;", m_sum);
            add(Scope::Bmw, seg, "int tailRow = -1; // none begins here");
            add(Scope::Bmt, seg,
                "const int firstOfRuns = branch.bmt_rows(t, b) + (bits & 1 ? 0 : 1), last = countOnes(bits) - 1;");
        } else if (m_adapters[1] == Adapter::PartialsOfRuns) {
            add(Scope::Bmt, nodeIn(Slot::Shared), "const int partial = branch.bmt_first_partial(t);");
        } else {
            add(Scope::Bmt, nodeIn(Slot::Global), "const int row = branch.bmt_rows(t, b);");
        }
        add(Scope::Bmt, node, "forRuns(branch, places, size, bits, b, [&](int i, {} sum) {{", m_sum);
        if (segmented) {
            const std::string seg = nodeIn(Slot::Warp);
            add(Scope::Bmt, seg, "    if (i < 0)");
            add(Scope::Bmt, seg, "        head = sum;");
            add(Scope::Bmt, seg, "    else if (i < last)");
            add(Scope::Bmt, leaver(), "        {}", leave("firstOfRuns + i", "sum"));
            add(Scope::Bmt, seg, "    else");
            add(Scope::Bmt, seg, "        tail = sum, tailRow = firstOfRuns + i;");
        } else if (m_adapters[1] == Adapter::PartialsOfRuns) {
            add(Scope::Bmt, nodeIn(Slot::Shared), "    {}partials[partial + i] = sum;",
                m.emptyBmts ? "if (i >= 0) " : "");
        } else {
            add(Scope::Bmt, nodeIn(Slot::Global), "    {}{}", m.emptyBmts ? "if (i >= 0) " : "", put("row + i", "sum"));
        }
        add(Scope::Bmt, node, "}});");
    }

    void warp()
    {
        const std::string node = nodeIn(Slot::Warp);
        switch (m.reductions.warp) {
        case WarpRed::None:
            break;
        case WarpRed::Total:
            add(Scope::Warp, node, "sum = sumOfLanes(sum, 32);");
            if (m_adapters[1] == Adapter::WarpSums) {
                add(Scope::Warp, nodeIn(Slot::Shared), "total += sum;");
            } else if (m_adapters[1] == Adapter::PartialOfBmw) {
                add(Scope::Warp, nodeIn(Slot::Shared), "if (lane == 0)");
                add(Scope::Warp, nodeIn(Slot::Shared), "    partials[w - firstBmw] = sum;");
            } else {
                add(Scope::Warp, nodeIn(Slot::Global), "if (const int row = branch.bmw_rows(w, b); lane == 0{})",
                    m.emptyBmts ? " && row >= 0" : "");
                add(Scope::Warp, nodeIn(Slot::Global), "    {}", put("row", "sum"));
            }
            break;
        case WarpRed::Bitmap:
        case WarpRed::Seg:
            if (m.reductions.thread == ThreadRed::Bitmap) {
                add(Scope::Warp, node, "const unsigned begins = __ballot_sync(0xffffffffu, tailRow >= 0);");
                add(Scope::Warp, node, "const {} rest = sumOfHeads(head, begins);", m_sum);
                add(Scope::Warp, node, "if (tailRow >= 0)");
                add(Scope::Warp, leaver(), "    {}", leave("tailRow", "tail + rest"));
                break;
            }
            if (m.reductions.warp == WarpRed::Bitmap)
                add(Scope::Warp, node, "const unsigned begins = branch.bmw_bitmaps(w);");
            else
                add(Scope::Warp, node, "const unsigned begins = beginsOfRows(row);");
            add(Scope::Warp, node, "sum = sumOfSegment(sum, begins);");
            add(Scope::Warp, node, "if (begins >> lane & 1)");
            add(Scope::Warp, leaver(), "    {}", leave("row", "sum"));
            break;
        }
    }

    // A sum of a row of a BMW, and who takes it.
    std::string leaver() const
    {
        return nodeIn(m_adapters[1] == Adapter::PartialsOfRows ? Slot::Shared : Slot::Global);
    }
    std::string leave(const std::string& row, const std::string& sum) const
    {
        if (m_adapters[1] == Adapter::PartialsOfRows)
            return fmt::format("partials[branch.bmw_first_partial(w) + {} - branch.bmw_rows(w, b)] = {};", row, sum);
        return put(row, sum);
    }
    // A final result, of the BMT, BMW or BMTB that leaves it.
    std::string put(const std::string& row, const std::string& sum) const
    {
        if (!m.has("row_results"))
            return fmt::format("putRow<T>(branch, {}, b, {});", row, sum);
        const char* const unit = m.reductions.block != BlockRed::None ? "0"
                                 : m.reductions.warp != WarpRed::None ? "w"
                                 : m.has("bmt_ranks")                 ? "branch.bmt_ranks(t)"
                                                                      : "t";
        return fmt::format("keepRow<T>(branch, {}, b, {}, {});", row, unit, sum);
    }

    void block()
    {
        const std::string node = nodeIn(Slot::Shared), global = nodeIn(Slot::Global);
        if (m.reductions.block == BlockRed::Total) {
            if (m_adapters[1] == Adapter::BlockTree)
                add(Scope::Results, node, "total = sumOfLanes(total, 32);");
            add(Scope::Results, node, "total = sumOfWarps(total, partials, blockThreads);");
            add(Scope::Results, global, "if (threadIdx.x == 0)");
            add(Scope::Results, global, "    {}", put("firstRow", "total"));
        } else if (m.reductions.block == BlockRed::Offset) {
            add(Scope::Results, node, "__syncthreads();");
            add(Scope::Results, node, "const int rows = branch.bmtb_row_offsets(b + 1) - firstRow;");
            add(Scope::Results, node, "for (int turn = 0; turn < rows; turn += blockThreads / {}) {{", m.lanes);
            add(Scope::Results, node, "    const int r = turn + threadIdx.x / {0}, offsets = firstRow + b + r;",
                m.lanes);
            add(Scope::Results, node, "    {} sum = 0;", m_sum);
            add(Scope::Results, node, "    if (r < rows)");
            add(Scope::Results, node,
                "        for (int i = branch.bmtb_partial_offsets(offsets) + threadIdx.x % {0}, end = "
                "branch.bmtb_partial_offsets(offsets + 1); i < end; i += {0})",
                m.lanes);
            add(Scope::Results, node, "            sum += partials[i];");
            if (m.lanes > 1)
                add(Scope::Results, node, "    sum = sumOfLanes(sum, {});", m.lanes);
            if (m.lanes > 1)
                add(Scope::Results, global, "    if (r < rows && threadIdx.x % {} == 0)", m.lanes);
            else
                add(Scope::Results, global, "    if (r < rows)");
            add(Scope::Results, global, "        {}", put("firstRow + r", "sum"));
            add(Scope::Results, node, "}}");
        }
    }

    const KernelBranch& m;
    std::size_t m_number;
    DataType m_dtype;
    const char* m_sum; // type
    std::array<Adapter, 3> m_adapters;
    std::array<std::vector<NodeText>, scopeCount> m_scopes;
};

} // namespace

std::vector<NodeText> branchText(const KernelBranch& branch, std::size_t number, DataType dtype)
{
    return Pieces(branch, number, dtype).print();
}

} // namespace sparsescope
