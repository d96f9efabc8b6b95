// The eight nodes that reduce: what they need, what they leave and what the kernel reads for that.
#include "engine/plan/graph/nodes/nodes.h"
#include "engine/plan/graph/nodes/pieces.h"
#include "engine/plan/graph/results.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::graph {

namespace {

constexpr std::int64_t mostBits = 32; // of a bitmap, and lanes of a warp

void needOneRow(const std::vector<RowRange>& ranges, const char* what, const Context& context)
{
    const auto wide = std::find_if(ranges.begin(), ranges.end(), [](const RowRange& r) { return r.count() > 1; });
    if (wide != ranges.end())
        context.refuse(
            fmt::format("needs each {} in one row: number {} has {}", what, wide - ranges.begin(), wide->count()));
}

void threadTotal(Metadata& m, const Node&, const Context& context)
{
    m.reductions.thread = ThreadRed::Total;
    if (m.bmt != Cutting::Pieces) // these are of one row
        needOneRow(unitsOf(m).rows, "BMT", context);
}

void threadBitmap(Metadata& m, const Node&, const Context& context)
{
    const auto sizes = m[Array::BmtSizes];
    const auto largest = std::max_element(sizes.begin(), sizes.end());
    if (largest != sizes.end() && *largest > mostBits)
        context.refuse(fmt::format("needs BMTs of at most {} places: number {} has {}", mostBits,
                                   largest - sizes.begin(), *largest));
    m.reductions.thread = ThreadRed::Bitmap;
    const auto owned = m[Array::BmtEntryOffsets];
    const auto rows = m[Array::RowOffsets];
    Numbers bitmaps(sizes.size());
    context.each(std::ssize(bitmaps), 1 << 12, [&](std::int64_t t) {
        const std::int32_t begin = owned[at(t)], end = owned[at(t) + 1];
        std::uint32_t bits = begin < end ? 1 : 0;
        for (std::int32_t row = m[Array::BmtRows][at(t)]; row >= 0 && rows[at(row) + 1] < end; ++row)
            bits |= 1u << (rows[at(row) + 1] - begin);
        bitmaps[at(t)] = static_cast<std::int32_t>(bits);
    });
    m.set(Array::BmtBitmaps, std::move(bitmaps));
}

// Where no node has cut BMWs, a warp takes 32 BMTs of a BMTB at a time.
void needBmws(Metadata& m)
{
    if (m.bmw != Cutting::None)
        return;
    Groups groups = grouped(m[Array::BmtbBmtOffsets], mostBits);
    Numbers rows(groups.offsets.size() - 1);
    for (std::size_t w = 0; w < rows.size(); ++w)
        rows[w] = m[Array::BmtRows][at(groups.offsets[w])];
    m.set(Array::BmtbBmwOffsets, std::move(groups.first));
    m.set(Array::BmwBmtOffsets, std::move(groups.offsets));
    m.set(Array::BmwRows, std::move(rows));
}

void needFewBmts(const Metadata& m, const Context& context)
{
    const auto bmts = m[Array::BmwBmtOffsets];
    for (std::size_t w = 0; w + 1 < bmts.size(); ++w)
        if (bmts[w + 1] - bmts[w] > mostBits)
            context.refuse(
                fmt::format("needs BMWs of at most {} BMTs: number {} has {}", mostBits, w, bmts[w + 1] - bmts[w]));
}

void warpTotal(Metadata& m, const Node&, const Context& context)
{
    needBmws(m);
    m.reductions.warp = WarpRed::Total;
    needOneRow(unitsOf(m).rows, "BMW", context);
}

void warpBitmap(Metadata& m, const Node&, const Context& context)
{
    needBmws(m);
    needFewBmts(m, context);
    m.reductions.warp = WarpRed::Bitmap;
    const auto bmts = m[Array::BmwBmtOffsets];
    const auto rows = m[Array::BmtRows];
    Numbers bitmaps(at(m.bmws()));
    context.each(m.bmws(), 1 << 10, [&](std::int64_t w) {
        std::uint32_t bits = 0;
        for (std::int32_t t = bmts[at(w)]; t < bmts[at(w) + 1] && rows[at(t)] >= 0; ++t)
            if (t == bmts[at(w)] || rows[at(t)] != rows[at(t) - 1])
                bits |= 1u << (t - bmts[at(w)]);
        bitmaps[at(w)] = static_cast<std::int32_t>(bits);
    });
    m.set(Array::BmwBitmaps, std::move(bitmaps));
}

void warpSeg(Metadata& m, const Node&, const Context& context)
{
    needBmws(m);
    needFewBmts(m, context);
    m.reductions.warp = WarpRed::Seg;
    if (m.reductions.thread != ThreadRed::Bitmap)
        return;
    // A row that the BMT before has begun goes on: its sum is added there.
    Numbers bitmaps(m[Array::BmtBitmaps].begin(), m[Array::BmtBitmaps].end());
    const auto bmts = m[Array::BmwBmtOffsets];
    const auto rows = m[Array::BmtRows];
    context.each(m.bmws(), 1 << 10, [&](std::int64_t w) {
        for (std::int32_t t = bmts[at(w)] + 1; t < bmts[at(w) + 1] && rows[at(t)] >= 0; ++t)
            if (m[Array::RowOffsets][at(rows[at(t)])] < m[Array::BmtEntryOffsets][at(t)])
                bitmaps[at(t)] &= ~1;
    });
    m.set(Array::BmtBitmaps, std::move(bitmaps));
}

void blockTotal(Metadata& m, const Node&, const Context& context)
{
    m.reductions.block = BlockRed::Total;
    needOneRow(rowsOfGroups(m, m[Array::BmtbBmtOffsets]), "BMTB", context);
    m.partials = mostBits; // a sum a warp
    if (m.xShared && sharedBytes(m) > mostSharedBytes)
        context.refuse(fmt::format("the part of x and the sums of warps take {} bytes of shared memory, more than {}",
                                   sharedBytes(m), mostSharedBytes));
}

void blockOffset(Metadata& m, const Node& node, const Context& context)
{
    m.reductions.block = BlockRed::Offset;
    m.lanes = static_cast<int>(node.number("lanes"));
    const Units units = unitsOf(m);
    const std::int64_t bmtbs = m.bmtbs();
    std::vector<std::int64_t> partials(at(bmtbs));
    Numbers firstPartial(units.rows.size());
    context.each(bmtbs, 64, [&](std::int64_t b) {
        for (auto u = at(units.ofBmtb[at(b)]); u < at(units.ofBmtb[at(b) + 1]); ++u) {
            firstPartial[u] = static_cast<std::int32_t>(partials[at(b)]);
            partials[at(b)] += units.partials(u);
        }
    });
    if (!partials.empty())
        m.partials = *std::max_element(partials.begin(), partials.end());
    if (const std::int64_t bytes = m.partials * m.sumBytes; bytes > mostPartialBytes)
        context.refuse(fmt::format("the partials of a BMTB take {} bytes of shared memory, more than {}", bytes,
                                   mostPartialBytes));
    if (m.xShared && sharedBytes(m) > mostSharedBytes)
        context.refuse(fmt::format("the part of x and the partials take {} bytes of shared memory, more than {}",
                                   sharedBytes(m), mostSharedBytes));
    if (m.has(Array::BmtbRowOffsets)) {
        m.set(Array::BmtbResultOffsets, m.shared(Array::BmtbRowOffsets));
    } else {
        Numbers results(at(bmtbs) + 1);
        const std::vector<RowRange> ranges = rowsOfGroups(m, m[Array::BmtbBmtOffsets]);
        for (std::size_t b = 0; b < ranges.size(); ++b)
            results[b + 1] = results[b] + ranges[b].count();
        m.set(Array::BmtbResultOffsets, std::move(results));
    }
    const auto results = m[Array::BmtbResultOffsets];
    Numbers offsets(at(results.back() + bmtbs));
    context.each(bmtbs, 64, [&](std::int64_t b) {
        const std::size_t begin = at(results[at(b)] + b), end = at(results[at(b) + 1] + b + 1);
        const std::int32_t row0 = m.bmtbRow(b);
        std::size_t next = begin; // of the rows, the first without a place yet
        std::int32_t reached = 0; // partials of rows until now
        for (auto u = at(units.ofBmtb[at(b)]); u < at(units.ofBmtb[at(b) + 1]); ++u) {
            const RowRange& rows = units.rows[u];
            for (std::int32_t row = rows.first; row >= 0 && row <= rows.last; ++row)
                if (begin + at(row - row0) == next)
                    offsets[next++] = firstPartial[u] + (units.single ? 0 : row - rows.first);
            if (rows.first >= 0)
                reached = firstPartial[u] + units.partials(u);
        }
        std::fill(offsets.begin() + static_cast<std::ptrdiff_t>(next),
                  offsets.begin() + static_cast<std::ptrdiff_t>(end), reached);
    });
    m.set(Array::BmtbPartialOffsets, std::move(offsets));
    if (!units.single)
        m.set(m.reductions.warp != WarpRed::None ? Array::BmwFirstPartial : Array::BmtFirstPartial,
              std::move(firstPartial));
}

void toGlobalMemory(Metadata& m, const Node& node, const Context&)
{
    m.last = node.word("how") == "last";
}

NodeKind reduction(std::string name, std::string description, Slot slot,
                   void (*apply)(Metadata&, const Node&, const Context&), std::vector<Parameter> parameters = {})
{
    return {.name = std::move(name),
            .description = std::move(description),
            .slot = slot,
            .forms = {std::move(parameters)},
            .apply = apply};
}

} // namespace

NodeKind threadTotalRedKind()
{
    return reduction("THREAD_TOTAL_RED", "A thread adds its BMT to one sum.", Slot::Thread, threadTotal);
}

NodeKind threadBitmapRedKind()
{
    return reduction("THREAD_BITMAP_RED", "A thread adds its BMT row by row; a bitmap tells where rows begin.",
                     Slot::Thread, threadBitmap);
}

NodeKind warpTotalRedKind()
{
    return reduction("WARP_TOTAL_RED", "A warp adds the sums of its BMW to one.", Slot::Warp, warpTotal);
}

NodeKind warpBitmapRedKind()
{
    return reduction("WARP_BITMAP_RED", "A warp adds the sums of its BMW by rows; a bitmap tells which begin one.",
                     Slot::Warp, warpBitmap);
}

NodeKind warpSegRedKind()
{
    return reduction("WARP_SEG_RED", "A warp adds the sums of its BMW by rows: a segmented sum.", Slot::Warp, warpSeg);
}

NodeKind shmemTotalRedKind()
{
    return reduction("SHMEM_TOTAL_RED", "A thread block adds the sums of its BMTB to one.", Slot::Shared, blockTotal);
}

NodeKind shmemOffsetRedKind()
{
    // As many as can be shuffled: powers of two.
    Parameter lanes = number("lanes", {1, 2, 4, 8, 16, 32}, 1);
    lanes.rule = Parameter::Legal::Coarse;
    return reduction("SHMEM_OFFSET_RED",
                     "A thread block keeps partial sums in shared memory and adds those of each row, by so many lanes.",
                     Slot::Shared, blockOffset, {lanes});
}

NodeKind gmemAtomRedKind()
{
    return reduction("GMEM_ATOM_RED",
                     "Results go to y: stored where a row has one writer, else added to zeros, or by the last one.",
                     Slot::Global, toGlobalMemory, {word("how", {"auto", "last"}, "auto")});
}

} // namespace sparsescope::graph
