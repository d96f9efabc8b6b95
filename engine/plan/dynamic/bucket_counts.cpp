#include "engine/plan/dynamic/bucket_counts.h"

#include "engine/core/at.h"

#include <algorithm>

namespace sparsescope {

namespace {

std::int64_t wholeDiv(std::int64_t a, std::int64_t b)
{
    return (a + b - 1) / b;
}

} // namespace

CountedBuckets::CountedBuckets(const Operator& op, const MaskFacts& masks)
    : m_shape(masks.shape), m_inner(bytesOf(op.dtype) == 4 ? 32 : 64)
{
    const auto add = [&](GatheredAxis axis, std::int64_t height, std::int64_t width) {
        const std::int64_t buckets =
            axis == GatheredAxis::Rows ? wholeDiv(m_shape.cols, width) : wholeDiv(m_shape.rows, height);
        m_tiles.push_back({axis, height, width, m_size, buckets});
        m_size += buckets;
    };
    for (const std::int64_t height : heights)
        for (const std::int64_t width : {std::int64_t{1}, std::int64_t{8}, m_inner})
            add(op.sampled() ? GatheredAxis::Cols : GatheredAxis::Inner, height, width);
    if (op.sampled())
        return;
    for (const std::int64_t width : stripWidths)
        add(GatheredAxis::Rows, 1, width);
    if (masks.period % m_inner == 0 &&
        std::find(stripWidths.begin(), stripWidths.end(), masks.period) == stripWidths.end()) {
        m_period = masks.period;
        add(GatheredAxis::Rows, 1, m_period);
    }
}

const CountedTiles* CountedBuckets::of(const Pairing& pairing) const
{
    const auto found = std::find_if(m_tiles.begin(), m_tiles.end(), [&](const CountedTiles& tiles) {
        return tiles.axis == pairing.axis && tiles.height == pairing.height && tiles.width == pairing.width;
    });
    return found == m_tiles.end() ? nullptr : &*found;
}

std::vector<std::int32_t> countsOf(const CountedBuckets& buckets, Coverage& coverage)
{
    std::vector<std::int32_t> counts;
    for (const CountedTiles& tiles : buckets.tiles()) {
        Pairing pairing;
        pairing.axis = tiles.axis;
        pairing.height = tiles.height;
        pairing.width = tiles.width;
        const std::vector<std::int32_t>& members = coverage.counts(pairing);
        counts.insert(counts.end(), members.begin(), members.end());
    }
    return counts;
}

Covering coveringOf(const Pairing& p, const Operator& op, const MaskShape& shape, std::span<const std::int32_t> counts)
{
    Covering c;
    c.microTiles = wholeDiv(shape.rows, p.height) * wholeDiv(shape.cols, p.width);
    c.buckets = static_cast<std::int64_t>(counts.size());
    for (const std::int64_t n : counts) {
        c.members += n;
        c.filled += n > 0 ? 1 : 0;
        c.fullest = std::max(c.fullest, n);
    }
    const auto add = [&](std::int64_t tasks, std::int64_t width, std::int64_t inTask) {
        if (tasks == 0)
            return;
        c.tasks += tasks;
        c.steps += tasks * wholeDiv(width, p.inner);
        c.stored += tasks * inTask;
        c.widths.emplace_back(width, tasks);
    };
    if (p.axis == GatheredAxis::Inner) { // a strip with members is a task of so many steps
        std::vector<std::int64_t> steps;
        for (const std::int64_t n : counts)
            if (n > 0)
                steps.push_back(wholeDiv(n * p.width, p.inner));
        std::sort(steps.begin(), steps.end());
        for (auto begin = steps.begin(); begin != steps.end();) {
            const auto end = std::upper_bound(begin, steps.end(), *begin);
            const std::int64_t width = *begin * p.inner;
            add(end - begin, width, p.rows * width);
            begin = end;
        }
        return c;
    }
    const bool rows = p.axis == GatheredAxis::Rows;
    std::int64_t tasks = 0;
    for (const std::int64_t n : counts)
        tasks += rows ? wholeDiv(n * p.height, p.rows) : wholeDiv(n * p.width, p.cols);
    add(tasks, rows ? p.width : op.dense, p.rows * (rows ? p.width : p.cols));
    return c;
}

} // namespace sparsescope
