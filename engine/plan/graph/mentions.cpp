#include "engine/plan/graph/mentions.h"

#include <algorithm>

namespace sparsescope::graph {

namespace {

// The group that holds i, by its offsets.
std::int64_t groupOf(std::span<const std::int32_t> offsets, std::int64_t i)
{
    return std::upper_bound(offsets.begin(), offsets.end(), i) - offsets.begin() - 1;
}

// Blocks of a place, and how many of all but padding stand before it; -1: there are none of that level.
struct Blocks {
    std::int64_t bmtb = -1, bmw = -1, bmt = -1, rank = 0;
};

Blocks blocksOf(const Metadata& m, std::int64_t place)
{
    if (!m.has(Array::BmtbNzOffsets))
        return {.rank = place};
    Blocks blocks{.bmtb = groupOf(m[Array::BmtbNzOffsets], place)};
    if (!m.has(Array::BmtSizes)) {
        if (m.has(Array::BmwNzOffsets)) {
            const auto first = m[Array::BmtbBmwOffsets][at(blocks.bmtb)];
            const auto of = m[Array::BmwNzOffsets].subspan(
                at(first), at(m[Array::BmtbBmwOffsets][at(blocks.bmtb) + 1] - std::int64_t{first}));
            blocks.bmw = first + groupOf(of, place - m[Array::BmtbNzOffsets][at(blocks.bmtb)]);
        }
        blocks.rank = place;
        return blocks;
    }
    const auto bmts = m[Array::BmtbBmtOffsets];
    for (std::int64_t t = bmts[at(blocks.bmtb)]; t < bmts[at(blocks.bmtb) + 1]; ++t) {
        const std::int64_t w = m.has(Array::BmwBmtOffsets) ? groupOf(m[Array::BmwBmtOffsets], t) : -1;
        const PlacesOf places = placesOf(m, blocks.bmtb, w, t);
        for (std::int64_t k = 0; k < m[Array::BmtSizes][at(t)]; ++k) {
            if (places[k] == place) {
                blocks.bmw = w;
                blocks.bmt = t;
                blocks.rank = m[Array::BmtEntryOffsets][at(t)] + k;
                return blocks;
            }
        }
    }
    return blocks;
}

} // namespace

std::vector<Mention> mentionsOf(const Metadata& m, std::int64_t position)
{
    const auto entries = m[Array::Entries];
    const auto found = std::find(entries.begin(), entries.end(), static_cast<std::int32_t>(position));
    if (found == entries.end())
        return {};
    const std::int64_t place = found - entries.begin();
    const Blocks blocks = blocksOf(m, place);
    const std::int64_t row = groupOf(m[Array::RowOffsets], blocks.rank);
    std::vector<Mention> mentions;
    const auto add = [&](Array array, std::int64_t i) {
        if (i >= 0 && i < std::ssize(m[array]))
            mentions.push_back({array, i});
    };
    for (const Array array : {Array::OriginRows, Array::RowLengths, Array::RowOffsets})
        add(array, row);
    add(Array::Entries, place);
    for (const Array array : {Array::BmtbNzOffsets, Array::BmtbRowOffsets, Array::BmtbRows, Array::BmtbBmwOffsets,
                              Array::BmtbBmtOffsets, Array::BmtSizesOfBmtb, Array::BmtbResultOffsets})
        add(array, blocks.bmtb);
    for (const Array array :
         {Array::BmwNzOffsets, Array::BmwRows, Array::BmwBmtOffsets, Array::BmwBitmaps, Array::BmwFirstPartial})
        add(array, blocks.bmw);
    for (const Array array : {Array::BmtNzOffsets, Array::BmtRows, Array::BmtSizes, Array::BmtEntryOffsets,
                              Array::BmtBitmaps, Array::BmtFirstPartial})
        add(array, blocks.bmt);
    if (m.has(Array::BmtbResultOffsets))
        add(Array::BmtbPartialOffsets,
            m[Array::BmtbResultOffsets][at(blocks.bmtb)] + blocks.bmtb + row - m.bmtbRow(blocks.bmtb));
    return mentions;
}

} // namespace sparsescope::graph
