#include "engine/plan/graph/nodes/row_order.h"

#include <algorithm>
#include <numeric>

namespace sparsescope::graph {

void fallingOrder(std::span<const std::int32_t> keys, std::int64_t begin, std::int64_t end, Numbers& order)
{
    std::iota(order.begin() + begin, order.begin() + end, static_cast<std::int32_t>(begin));
    if (end - begin < 2)
        return;
    const std::int64_t largest = *std::max_element(keys.begin() + begin, keys.begin() + end);
    if (largest > 4 * (end - begin)) {
        std::stable_sort(order.begin() + begin, order.begin() + end,
                         [&](std::int32_t a, std::int32_t b) { return keys[at(a)] > keys[at(b)]; });
        return;
    }
    Numbers next(at(largest) + 1); // rows with a larger key
    for (std::int64_t r = begin; r < end; ++r)
        if (keys[at(r)] > 0)
            ++next[at(keys[at(r)]) - 1];
    for (std::size_t key = at(largest); key > 0; --key)
        next[key - 1] += next[key];
    for (std::int64_t r = begin; r < end; ++r)
        order[at(begin + next[at(keys[at(r)])]++)] = static_cast<std::int32_t>(r);
}

void storeRows(Metadata& m, const Numbers& order, const Context& context)
{
    const auto offsets = m.shared(Array::RowOffsets);
    const auto entries = m[Array::Entries];
    Numbers origin(order.size());
    Numbers lengths(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        origin[i] = m[Array::OriginRows][at(order[i])];
        lengths[i] = m[Array::RowLengths][at(order[i])];
    }
    m.setRows(std::move(origin), std::move(lengths));
    Numbers moved(entries.size());
    context.each(m.rows, 1 << 12, [&](std::int64_t i) {
        const std::size_t from = at(order[at(i)]);
        std::copy(entries.begin() + (*offsets)[from], entries.begin() + (*offsets)[from + 1],
                  moved.begin() + m[Array::RowOffsets][at(i)]);
    });
    m.set(Array::Entries, std::move(moved));
}

} // namespace sparsescope::graph
