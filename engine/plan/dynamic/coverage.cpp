#include "engine/plan/dynamic/coverage.h"

#include "engine/plan/dynamic/bucket_counts.h"

#include <algorithm>
#include <bit>

namespace sparsescope {

namespace {

// Is one of the granules [begin, end) of a row 1?
bool any(std::span<const std::uint64_t> row, std::int64_t begin, std::int64_t end)
{
    const std::uint64_t first = ~std::uint64_t{0} << (begin % 64);
    const std::uint64_t last = ~std::uint64_t{0} >> (63 - (end - 1) % 64);
    std::int64_t word = begin / 64;
    const std::int64_t lastWord = (end - 1) / 64;
    if (word == lastWord)
        return (row[at(word)] & first & last) != 0;
    if ((row[at(word)] & first) != 0)
        return true;
    while (++word < lastWord)
        if (row[at(word)] != 0)
            return true;
    return (row[at(lastWord)] & last) != 0;
}

// Rows of granules ORed, so that they are `height` places high.
Mask higher(const Mask& fine, std::int64_t height)
{
    const MaskShape& from = fine.shape();
    Mask out({from.rows, from.cols, height, from.granuleCols});
    for (std::int64_t i = 0; i < out.shape().down(); ++i) {
        const std::int64_t begin = i * height / from.granuleRows;
        const std::int64_t last = (std::min((i + 1) * height, from.rows) - 1) / from.granuleRows;
        for (std::int64_t r = begin; r <= last; ++r)
            out.orRow(i, fine.row(r));
    }
    return out;
}

Mask wider(const Mask& fine, std::int64_t width)
{
    const MaskShape& from = fine.shape();
    Mask out({from.rows, from.cols, from.granuleRows, width});
    const std::int64_t across = out.shape().across();
    for (std::int64_t i = 0; i < from.down(); ++i) {
        const std::span<const std::uint64_t> row = fine.row(i);
        if (width > from.granuleCols) {
            for (std::int64_t j = 0; j < across; ++j)
                if (any(row, j * width / from.granuleCols,
                        (std::min((j + 1) * width, from.cols) - 1) / from.granuleCols + 1))
                    out.set(i, j);
            continue;
        }
        forOnes(row, [&](std::int64_t c) {
            const std::int64_t end = std::min((c + 1) * from.granuleCols, from.cols);
            out.setRange(i, c * from.granuleCols / width, (end - 1) / width + 1);
        });
    }
    return out;
}

} // namespace

const Mask& Coverage::microTiles(std::int64_t height, std::int64_t width)
{
    if (height == m_mask.shape().granuleRows && width == m_mask.shape().granuleCols)
        return m_mask;
    if (const auto found = m_coarse.find({height, width}); found != m_coarse.end())
        return found->second;
    // The coarsest that is there already whose granules these are made of: what touches a part touches the whole.
    const Mask* fine = &m_mask;
    std::int64_t size = 0;
    for (const auto& [shape, mask] : m_coarse)
        if (height % shape.first == 0 && width % shape.second == 0 && shape.first * shape.second > size) {
            fine = &mask;
            size = shape.first * shape.second;
        }
    const bool sameHeight = fine->shape().granuleRows == height;
    if (!sameHeight && fine->shape().granuleCols != width) { // rows first: the other axis finds less to do
        const Mask& high = microTiles(height, fine->shape().granuleCols);
        return m_coarse.emplace(std::pair(height, width), wider(high, width)).first->second;
    }
    return m_coarse.emplace(std::pair(height, width), sameHeight ? wider(*fine, width) : higher(*fine, height))
        .first->second;
}

std::vector<std::int64_t> Coverage::counts(const Pairing& pairing)
{
    const Mask& tiles = microTiles(pairing.height, pairing.width);
    std::vector<std::int64_t> counts;
    if (pairing.axis == GatheredAxis::Rows) {
        counts.resize(at(tiles.shape().across()), 0);
        for (std::int64_t r = 0; r < tiles.shape().down(); ++r)
            forOnes(tiles.row(r), [&](std::int64_t strip) { ++counts[at(strip)]; });
        return counts;
    }
    for (std::int64_t r = 0; r < tiles.shape().down(); ++r) {
        counts.push_back(0);
        for (const std::uint64_t word : tiles.row(r))
            counts.back() += std::popcount(word);
    }
    return counts;
}

std::vector<std::int32_t> Coverage::members(const Pairing& pairing, std::int64_t bucket)
{
    const Mask& tiles = microTiles(pairing.height, pairing.width);
    std::vector<std::int32_t> members;
    if (pairing.axis == GatheredAxis::Rows) {
        for (std::int64_t r = 0; r < tiles.shape().down(); ++r)
            if (tiles.granule(r, bucket))
                members.push_back(static_cast<std::int32_t>(r));
        return members;
    }
    forOnes(tiles.row(bucket), [&](std::int64_t c) { members.push_back(static_cast<std::int32_t>(c)); });
    return members;
}

Covering Coverage::of(const Pairing& p, const Operator& op)
{
    if (m_owned < 0)
        m_owned = m_mask.places();
    std::vector<std::int32_t> members; // of each bucket: rows and columns are below 2^31
    for (const std::int64_t n : counts(p))
        members.push_back(static_cast<std::int32_t>(n));
    Covering c = coveringOf(p, op, m_mask.shape(), members);
    c.owned = m_owned;
    c.zeros = microTiles(p.height, p.width).places() - m_owned;
    return c;
}

} // namespace sparsescope
