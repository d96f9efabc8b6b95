// SORT_BMTB, ROW_PAD: the rows of each BMTB.
#include "engine/plan/graph/nodes/nodes.h"
#include "engine/plan/graph/nodes/row_order.h"

#include <algorithm>

namespace sparsescope::graph {

namespace {

void needBmtbRows(const Metadata& m, const Context& context)
{
    if (m.bmtb != Cutting::Rows)
        context.refuse("needs BMTB_ROW_BLOCK");
}

void sortBmtbs(Metadata& m, const Node&, const Context& context)
{
    needBmtbRows(m, context);
    const auto rows = m[Array::BmtbRowOffsets];
    Numbers order(at(m.rows));
    context.each(m.bmtbs(), 16,
                 [&](std::int64_t b) { fallingOrder(m[Array::RowLengths], rows[at(b)], rows[at(b) + 1], order); });
    storeRows(m, order, context);
}

void padRows(Metadata& m, const Node& node, const Context& context)
{
    needBmtbRows(m, context);
    const std::int64_t multiple = node.number("multiple");
    const auto rows = m[Array::BmtbRowOffsets];
    std::vector<std::int64_t> padded(rows.size());
    for (std::size_t b = 0; b + 1 < rows.size(); ++b)
        padded[b + 1] = padded[b] + (rows[b + 1] - rows[b] + multiple - 1) / multiple * multiple;
    context.checkPlaces(padded.back(), m.nnz, "rows");
    Numbers origin(at(padded.back()), -1), lengths(origin.size());
    std::size_t part = 0;
    for (std::size_t b = 0; b + 1 < rows.size(); ++b) {
        for (; part < m.parts.size() && m.parts[part].firstRow <= rows[b]; ++part)
            m.parts[part].firstRow = static_cast<std::int32_t>(padded[b]);
        std::copy(m[Array::OriginRows].begin() + rows[b], m[Array::OriginRows].begin() + rows[b + 1],
                  origin.begin() + padded[b]);
        std::copy(m[Array::RowLengths].begin() + rows[b], m[Array::RowLengths].begin() + rows[b + 1],
                  lengths.begin() + padded[b]);
    }
    m.set(Array::BmtbRowOffsets, Numbers(padded.begin(), padded.end()));
    m.setRows(std::move(origin), std::move(lengths));
}

} // namespace

NodeKind sortBmtbKind()
{
    return {.name = "SORT_BMTB",
            .description = "Stores the rows of each BMTB by falling length.",
            .slot = Slot::SortBmtb,
            .forms = {{}},
            .apply = sortBmtbs};
}

NodeKind rowPadKind()
{
    return {.name = "ROW_PAD",
            .description =
                "Adds rows without places to each BMTB, up to a multiple, so that where BMTBs begin is regular.",
            .slot = Slot::RowPad,
            .forms = {{number("multiple", {4, 8, 16, 32})}},
            .apply = padRows};
}

} // namespace sparsescope::graph
