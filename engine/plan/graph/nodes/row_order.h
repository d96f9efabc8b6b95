// Storing rows in another order.
#pragma once

#include "engine/plan/graph/node.h"

namespace sparsescope::graph {

// order[begin..end): the rows [begin, end) by falling key, those of equal keys as they were. Keys are not negative.
// Linear where keys are not far larger than the rows are many.
void fallingOrder(std::span<const std::int32_t> keys, std::int64_t begin, std::int64_t end, Numbers& order);

// Stored row i becomes what row order[i] was. Places have no padding yet.
void storeRows(Metadata& m, const Numbers& order, const Context& context);

} // namespace sparsescope::graph
