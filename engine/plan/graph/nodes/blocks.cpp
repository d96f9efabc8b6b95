// BMTB_, BMW_ and BMT_ROW_, COL_ and NNZ_BLOCK: what thread blocks, warps and threads take.
#include "engine/plan/graph/nodes/nodes.h"
#include "engine/plan/graph/nodes/pieces.h"

namespace sparsescope::graph {

namespace {

constexpr std::int64_t warp = 32;

void setBmtbs(Metadata& m, Numbers begins, Numbers rows, bool whole, const Context& context)
{
    if (!whole && m.has(Array::Diagonals))
        context.refuse("needs BMTBs of whole rows, which have a place for each diagonal");
    m.set(Array::BmtbNzOffsets, std::move(begins));
    if (whole)
        rows.push_back(static_cast<std::int32_t>(m.rows));
    m.set(whole ? Array::BmtbRowOffsets : Array::BmtbRows, std::move(rows));
}

// Where no node has cut BMTBs: so many of these blocks, one after another, are one.
Numbers groupIntoBmtbs(Metadata& m, const Pieces& blocks, std::int64_t size, bool whole, const Context& context)
{
    Groups groups = grouped(blocks.first, size);
    const std::size_t count = groups.offsets.size() - 1;
    Numbers begins(count + 1), rows(count);
    for (std::size_t b = 0; b <= count; ++b)
        begins[b] = blocks.begins[at(groups.offsets[b])];
    for (std::size_t b = 0; b < count; ++b)
        rows[b] = blocks.rows[at(groups.offsets[b])];
    setBmtbs(m, std::move(begins), std::move(rows), whole, context);
    return std::move(groups.offsets);
}

// Where each block begins, from the first place of its BMTB.
Numbers fromBmtb(const Metadata& m, const Numbers& begins, std::span<const std::int32_t> blocksOfBmtb,
                 const Context& context)
{
    Numbers offsets(begins.size() - 1);
    context.each(m.bmtbs(), 256, [&](std::int64_t b) {
        for (auto i = at(blocksOfBmtb[at(b)]); i < at(blocksOfBmtb[at(b) + 1]); ++i)
            offsets[i] = begins[i] - m[Array::BmtbNzOffsets][at(b)];
    });
    return offsets;
}

Pieces bmtbPieces(const Metadata& m)
{
    Pieces pieces;
    pieces.begins.assign(m[Array::BmtbNzOffsets].begin(), m[Array::BmtbNzOffsets].end());
    for (std::int64_t b = 0; b < m.bmtbs(); ++b)
        pieces.rows.push_back(m.bmtbRow(b));
    return pieces;
}

Pieces bmwPieces(const Metadata& m)
{
    Pieces pieces;
    const auto bmws = m[Array::BmtbBmwOffsets];
    pieces.rows.assign(m[Array::BmwRows].begin(), m[Array::BmwRows].end());
    pieces.begins.resize(pieces.rows.size() + 1);
    pieces.begins.back() = m[Array::RowOffsets].back();
    for (std::int64_t b = 0; b < m.bmtbs(); ++b)
        for (auto w = at(bmws[at(b)]); w < at(bmws[at(b) + 1]); ++w)
            pieces.begins[w] = m[Array::BmtbNzOffsets][at(b)] + m[Array::BmwNzOffsets][w];
    return pieces;
}

void cutBmtbs(Metadata& m, const Node& node, const Context& context, Cutting cutting)
{
    const bool whole = cutting == Cutting::Rows;
    const Way way = !whole ? Way::Columns : node.has("rows") ? Way::Rows : Way::FullRows;
    Pieces pieces = cut(m, partsOf(m), way, node.number(way == Way::Rows ? "rows" : "nnz"), context);
    setBmtbs(m, std::move(pieces.begins), std::move(pieces.rows), whole, context);
    m.bmtb = cutting;
}

void cutBmws(Metadata& m, const Node& node, const Context& context, Cutting cutting)
{
    const bool whole = cutting == Cutting::Rows;
    if (whole && m.bmtb == Cutting::Pieces)
        context.refuse("needs whole rows, but each BMTB is a piece of one");
    const bool given = m.bmtb != Cutting::None;
    Pieces pieces = cut(m, given ? bmtbPieces(m) : partsOf(m), whole ? Way::Rows : Way::Columns,
                        node.number(whole ? "rows" : "nnz"), context);
    m.set(Array::BmtbBmwOffsets,
          given ? std::move(pieces.first) : groupIntoBmtbs(m, pieces, context.threads / warp, whole, context));
    m.set(Array::BmwNzOffsets, fromBmtb(m, pieces.begins, m[Array::BmtbBmwOffsets], context));
    m.set(Array::BmwRows, std::move(pieces.rows));
    m.bmw = cutting;
}

void cutBmts(Metadata& m, const Node& node, const Context& context, Cutting cutting)
{
    if (cutting != Cutting::Pieces && (m.bmtb == Cutting::Pieces || m.bmw == Cutting::Pieces))
        context.refuse(std::string("needs whole rows, but each ") + (m.bmw == Cutting::Pieces ? "BMW" : "BMTB") +
                       " is a piece of one");
    const bool bmws = m.bmw != Cutting::None;
    const bool given = m.bmtb != Cutting::None;
    const Way way = cutting == Cutting::Rows ? Way::Rows : cutting == Cutting::Pieces ? Way::Columns : Way::NonZeros;
    Pieces pieces = cut(m,
                        bmws    ? bmwPieces(m)
                        : given ? bmtbPieces(m)
                                : partsOf(m),
                        way, node.number(way == Way::Rows ? "rows" : "nnz"), context);
    if (bmws) {
        Numbers bmts(at(m.bmtbs()) + 1);
        for (std::size_t b = 0; b < bmts.size(); ++b)
            bmts[b] = pieces.first[at(m[Array::BmtbBmwOffsets][b])];
        m.set(Array::BmtbBmtOffsets, std::move(bmts));
        m.set(Array::BmwBmtOffsets, std::move(pieces.first));
    } else {
        m.set(Array::BmtbBmtOffsets,
              given ? std::move(pieces.first)
                    : groupIntoBmtbs(m, pieces, context.threads, cutting == Cutting::Rows, context));
    }
    Numbers sizes(pieces.rows.size());
    context.each(std::ssize(sizes), 1 << 14,
                 [&](std::int64_t t) { sizes[at(t)] = pieces.begins[at(t) + 1] - pieces.begins[at(t)]; });
    m.set(Array::BmtNzOffsets, fromBmtb(m, pieces.begins, m[Array::BmtbBmtOffsets], context));
    m.set(Array::BmtSizes, std::move(sizes));
    m.set(Array::BmtRows, std::move(pieces.rows));
    m.set(Array::BmtEntryOffsets, std::move(pieces.begins));
    m.bmt = cutting;
}

template <void (*Cut)(Metadata&, const Node&, const Context&, Cutting), Cutting cutting>
void cutAs(Metadata& m, const Node& node, const Context& context)
{
    Cut(m, node, context, cutting);
}

Parameter multiplesOf8(Parameter p)
{
    p.step = 8;
    return p;
}

} // namespace

NodeKind bmtbRowBlockKind()
{
    // Fewer rows than the grid's are legal: the paper's examples have 2 and 4 (figures 5 and 14a).
    Parameter rows = multiplesOf8(number("rows", {32, 64, 128, 256, 512, 1024}));
    rows.least = 1;
    // What is more than 8192 is for blocks that copy x, which the grammar knows.
    Parameter nnz = multiplesOf8(number("nnz", {256, 512, 1024, 2048, 4096, 8192}));
    nnz.most = 524288;
    return {.name = "BMTB_ROW_BLOCK",
            .description = "A thread block takes so many rows, or rows of so many non-zeros.",
            .slot = Slot::BmtbBlock,
            .forms = {{rows}, {nnz}},
            .apply = cutAs<cutBmtbs, Cutting::Rows>};
}

NodeKind bmtbColBlockKind()
{
    return {.name = "BMTB_COL_BLOCK",
            .description = "A thread block takes a piece of a row.",
            .slot = Slot::BmtbBlock,
            .forms = {{multiplesOf8(number("nnz", {128, 512, 2048, 8192, 16384}))}},
            .apply = cutAs<cutBmtbs, Cutting::Pieces>};
}

NodeKind bmwRowBlockKind()
{
    return {.name = "BMW_ROW_BLOCK",
            .description = "A warp takes so many rows.",
            .slot = Slot::BmwBlock,
            .forms = {{number("rows", {1, 2, 4, 8, 16, 32})}},
            .apply = cutAs<cutBmws, Cutting::Rows>};
}

NodeKind bmwColBlockKind()
{
    return {.name = "BMW_COL_BLOCK",
            .description = "A warp takes a piece of a row.",
            .slot = Slot::BmwBlock,
            .forms = {{multiplesOf8(number("nnz", {32, 64, 128, 256, 512, 1024}))}},
            .apply = cutAs<cutBmws, Cutting::Pieces>};
}

NodeKind bmtRowBlockKind()
{
    return {.name = "BMT_ROW_BLOCK",
            .description = "A thread takes so many rows.",
            .slot = Slot::BmtBlock,
            .forms = {{number("rows", {1, 2, 4})}},
            .apply = cutAs<cutBmts, Cutting::Rows>};
}

NodeKind bmtColBlockKind()
{
    return {.name = "BMT_COL_BLOCK",
            .description = "A thread takes a piece of a row.",
            .slot = Slot::BmtBlock,
            .forms = {{number("nnz", {1, 2, 4, 8, 16, 32})}},
            .apply = cutAs<cutBmts, Cutting::Pieces>};
}

NodeKind bmtNnzBlockKind()
{
    return {.name = "BMT_NNZ_BLOCK",
            .description = "A thread takes so many non-zeros in order, whatever their rows are.",
            .slot = Slot::BmtBlock,
            .forms = {{number("nnz", {1, 2, 4, 8, 16, 32})}},
            .apply = cutAs<cutBmts, Cutting::NonZeros>};
}

} // namespace sparsescope::graph
