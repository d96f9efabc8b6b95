#include "engine/plan/graph/results.h"

#include "engine/core/parallel.h"

#include <algorithm>
#include <atomic>
#include <numeric>

namespace sparsescope::graph {

std::int64_t sharedBytes(const Metadata& m)
{
    std::int64_t stripe = 0;
    for (const Part& part : m.parts)
        stripe = std::max<std::int64_t>(stripe, part.endCol - part.firstCol);
    return m.sumBytes * (partialPlaces(m.partials, m.xShared) + (m.xShared ? stripe : 0));
}

std::vector<RowRange> rowsOfGroups(const Metadata& m, std::span<const std::int32_t> offsets)
{
    const auto first = m[Array::BmtRows];
    const auto owned = m[Array::BmtEntryOffsets];
    const auto rows = m[Array::RowOffsets];
    std::vector<RowRange> ranges(offsets.empty() ? 0 : offsets.size() - 1);
    parallelEach(std::ssize(ranges), 1 << 10, [&](std::int64_t g) {
        const std::int32_t begin = offsets[at(g)], end = offsets[at(g) + 1];
        // Empty BMTs stand behind those that hold something.
        if (begin == end || first[at(begin)] < 0)
            return;
        std::int32_t last = end - 1;
        while (first[at(last)] < 0)
            --last;
        std::int32_t row = first[at(last)];
        while (rows[at(row) + 1] < owned[at(last) + 1])
            ++row;
        ranges[at(g)] = {first[at(begin)], row};
    });
    return ranges;
}

Units unitsOf(const Metadata& m)
{
    const Left left = leftByWarp(m.reductions);
    Units units;
    units.single = left == Left::One || left == Left::Lane0;
    if (m.reductions.warp != WarpRed::None) {
        units.ofBmtb = m[Array::BmtbBmwOffsets];
        units.rows = rowsOfGroups(m, m[Array::BmwBmtOffsets]);
    } else {
        Numbers each(at(m.bmts()) + 1);
        std::iota(each.begin(), each.end(), 0);
        units.ofBmtb = m[Array::BmtbBmtOffsets];
        units.rows = rowsOfGroups(m, each);
    }
    return units;
}

namespace {

void countRows(const Metadata& m, const RowRange& range, std::span<std::int32_t> writers)
{
    for (std::int32_t row = range.first; row >= 0 && row <= range.last; ++row)
        std::atomic_ref(writers[at(m[Array::OriginRows][at(row)])]).fetch_add(1, std::memory_order_relaxed);
}

} // namespace

void countWriters(const Metadata& m, std::span<std::int32_t> writers)
{
    const Left left = leftByBlock(m.reductions);
    if (left == Left::One || left == Left::Lane0) {
        const auto rows = m[left == Left::One ? Array::BmtRows : Array::BmwRows];
        parallelEach(std::ssize(rows), 1 << 12, [&](std::int64_t i) {
            countRows(m, {rows[at(i)], rows[at(i)]}, writers);
        });
        return;
    }
    const bool ofBlock = left == Left::Thread0 || left == Left::RowSums;
    const std::vector<RowRange> ranges = ofBlock ? rowsOfGroups(m, m[Array::BmtbBmtOffsets]) : unitsOf(m).rows;
    parallelEach(std::ssize(ranges), 1 << 12, [&](std::int64_t i) { countRows(m, ranges[at(i)], writers); });
}

} // namespace sparsescope::graph
