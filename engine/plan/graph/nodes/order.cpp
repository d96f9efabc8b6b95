// SORT, SORT_SUB, BIN: the order in which rows are stored.
#include "engine/plan/graph/nodes/nodes.h"
#include "engine/plan/graph/nodes/row_order.h"

#include <algorithm>

namespace sparsescope::graph {

namespace {

// Rows of every part by falling key, in windows of so many (0: the part).
void reorder(Metadata& m, std::span<const std::int32_t> keys, std::int64_t window, const Context& context)
{
    Numbers order(keys.size());
    for (std::size_t p = 0; p < m.parts.size(); ++p) {
        const std::int64_t first = m.parts[p].firstRow;
        const std::int64_t count = m.partEnd(p) - first;
        const std::int64_t size = window == 0 ? std::max<std::int64_t>(count, 1) : window;
        context.each((count + size - 1) / size, 16, [&](std::int64_t i) {
            fallingOrder(keys, first + i * size, std::min(first + (i + 1) * size, first + count), order);
        });
    }
    storeRows(m, order, context);
}

Numbers lengthsBy(const Metadata& m, std::int64_t bucket)
{
    Numbers keys(m[Array::RowLengths].begin(), m[Array::RowLengths].end());
    if (bucket > 1)
        for (std::int32_t& key : keys)
            key = static_cast<std::int32_t>((key + bucket - 1) / bucket);
    return keys;
}

void sortRows(Metadata& m, const Node& node, const Context& context)
{
    if (m.sorted || m.binned)
        context.refuse("rows that SORT or BIN has ordered are not sorted once more");
    reorder(m, lengthsBy(m, node.number("bucket")), 0, context);
    m.sorted = true;
}

void sortWindows(Metadata& m, const Node& node, const Context& context)
{
    if (m.sorted)
        context.refuse("rows are sorted already by SORT");
    reorder(m, m[Array::RowLengths], node.number("window"), context);
}

void binRows(Metadata& m, const Node& node, const Context& context)
{
    if (m.sorted)
        context.refuse("rows are sorted already by SORT");
    Numbers keys(at(m.rows));
    for (std::size_t r = 0; r < keys.size(); ++r)
        for (std::int64_t most = node.number("least"); most < m[Array::RowLengths][r]; most *= node.number("ratio"))
            ++keys[r];
    reorder(m, keys, 0, context);
    m.binned = true;
}

} // namespace

NodeKind sortKind()
{
    return {.name = "SORT",
            .description = "Stores rows by falling length: neighbours are of like length, so little is padded.",
            .slot = Slot::Order,
            .forms = {{number("bucket", {1, 4, 16}, 1)}},
            .apply = sortRows};
}

NodeKind sortSubKind()
{
    Parameter window = number("window", {64, 256, 1024, 4096});
    window.coarse.insert(window.coarse.begin(), 0);
    window.orZero = true;
    window.step = 8;
    return {.name = "SORT_SUB",
            .description = "Stores rows by falling length within windows: what was near stays near.",
            .slot = Slot::Order,
            .forms = {{window}},
            .apply = sortWindows};
}

NodeKind binKind()
{
    return {.name = "BIN",
            .description = "Stores rows by classes of length, the longest first, in the file's order within a class.",
            .slot = Slot::Order,
            .forms = {{number("least", {1, 8, 32}, 1), number("ratio", {2, 4}, 2)}},
            .apply = binRows};
}

} // namespace sparsescope::graph
