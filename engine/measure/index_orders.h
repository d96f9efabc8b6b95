// Both orders of the index against each other: two runs over the same masks that differ in nothing else.
#pragma once

#include "engine/measure/sequence_run.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace sparsescope {

// Dynamic plans whose index is ordered in one and unordered in the other, and whose masks are gathered alike.
bool differInOrder(const DynamicPlan& a, const DynamicPlan& b);

// How many times as long the ordered index takes.
struct OrderRatio {
    double geometricMean = std::numeric_limits<double>::quiet_NaN(); // none: no mask has both times
    double least = geometricMean, most = geometricMean;
};

struct OrdersCompared {
    std::vector<std::int64_t> masks; // ascending; those that both gather by one pairing and have times of
    OrderRatio index, total;
    std::int64_t orderedFaster = 0;              // masks, by the total
    std::vector<std::string> unlike = {};        // what else differs: "driver 575.57 and 580.159"
    bool on(std::int64_t mask) const;            // is it one of the masks?
    bool empty() const { return masks.empty(); } // nothing can be compared
};
// Nothing is compared of different GPUs, and no mask whose result is wrong in one of the runs.
OrdersCompared compareOrders(const SequenceRun& unordered, const SequenceRun& ordered, DataType dtype);

} // namespace sparsescope
