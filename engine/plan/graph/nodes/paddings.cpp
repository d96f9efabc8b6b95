// BMT_PAD, BMW_PAD, BMTB_PAD: places and BMTs that hold no non-zero.
#include "engine/plan/graph/nodes/nodes.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace sparsescope::graph {

namespace {

constexpr std::int64_t mostPadded = 65536; // places of a BMT

// A group of BMTs, as offsets, of the level that a word tells.
Numbers groupsOf(const Metadata& m, const std::string& level, const Context& context)
{
    if (level == "bmw" && m.bmw == Cutting::None)
        context.refuse("needs BMWs");
    if (level == "branch")
        return {0, static_cast<std::int32_t>(m.bmts())};
    if (level == "bmt") {
        Numbers each(at(m.bmts()) + 1);
        std::iota(each.begin(), each.end(), 0);
        return each;
    }
    const auto offsets = m[level == "bmw" ? Array::BmwBmtOffsets : Array::BmtbBmtOffsets];
    return Numbers(offsets.begin(), offsets.end());
}

// Lays the places out anew for these sizes of the BMTs; `before` has the first place of each BMT until now.
void layOut(Metadata& m, Numbers sizes, std::span<const std::int32_t> before, const NumbersPtr& entries,
            const Context& context)
{
    const auto bmts = m[Array::BmtbBmtOffsets];
    Numbers bmtbs(bmts.size()), starts(sizes.size());
    for (std::size_t b = 0; b + 1 < bmts.size(); ++b) {
        std::int32_t next = 0;
        for (auto t = at(bmts[b]); t < at(bmts[b + 1]); ++t) {
            starts[t] = next;
            next += sizes[t];
        }
        bmtbs[b + 1] = bmtbs[b] + next;
    }
    m.places = bmtbs.back();
    if (context.laysOut) {
        Numbers laid(at(m.places), -1);
        const auto owned = m[Array::BmtEntryOffsets];
        context.each(std::ssize(bmts) - 1, 64, [&](std::int64_t b) {
            for (auto t = at(bmts[at(b)]); t < at(bmts[at(b) + 1]); ++t)
                std::copy_n(entries->begin() + before[t], owned[t + 1] - owned[t],
                            laid.begin() + bmtbs[at(b)] + starts[t]);
        });
        m.set(Array::Entries, std::move(laid));
    }
    if (m.has(Array::BmwNzOffsets)) {
        Numbers bmws(m[Array::BmwNzOffsets].size());
        for (std::size_t w = 0; w < bmws.size(); ++w)
            bmws[w] = starts[at(m[Array::BmwBmtOffsets][w])];
        m.set(Array::BmwNzOffsets, std::move(bmws));
    }
    m.set(Array::BmtbNzOffsets, std::move(bmtbs));
    m.set(Array::BmtNzOffsets, std::move(starts));
    m.set(Array::BmtSizes, std::move(sizes));
}

// The first place of each BMT in all.
Numbers firstPlaces(const Metadata& m)
{
    Numbers first(m[Array::BmtNzOffsets].begin(), m[Array::BmtNzOffsets].end());
    const auto bmts = m[Array::BmtbBmtOffsets];
    for (std::size_t b = 0; b + 1 < bmts.size(); ++b)
        for (auto t = at(bmts[b]); t < at(bmts[b + 1]); ++t)
            first[t] += m[Array::BmtbNzOffsets][b];
    return first;
}

void padBmts(Metadata& m, const Node& node, const Context& context)
{
    const std::int64_t size = node.has("size") ? node.number("size") : 0; // 0: the longest's
    const std::string to = size > 0 ? "branch" : node.word("to");
    const std::int64_t multiple = size > 0 ? 1 : node.number("multiple");
    const Numbers groups = groupsOf(m, to, context);
    const auto old = m[Array::BmtSizes];
    std::vector<std::int64_t> padded(groups.size() - 1);
    std::int64_t places = 0;
    for (std::size_t g = 0; g < padded.size(); ++g) {
        const auto begin = old.begin() + groups[g];
        const auto end = old.begin() + groups[g + 1];
        const std::int64_t longest = begin != end ? *std::max_element(begin, end) : 0;
        if (size > 0 && longest > size)
            context.refuse(fmt::format("pads BMTs to {} places, but one has {}", size, longest));
        padded[g] = size > 0 ? size : (longest + multiple - 1) / multiple * multiple;
        if (padded[g] > mostPadded)
            context.refuse(fmt::format("pads BMTs to {} places, more than {}", padded[g], mostPadded));
        places += padded[g] * (end - begin);
    }
    context.checkPlaces(places, m.nnz);
    Numbers sizes(old.size());
    for (std::size_t g = 0; g < padded.size(); ++g)
        std::fill(sizes.begin() + groups[g], sizes.begin() + groups[g + 1], static_cast<std::int32_t>(padded[g]));
    layOut(m, std::move(sizes), firstPlaces(m), m.shared(Array::Entries), context);
    if (to == "bmtb" || to == "branch") {
        Numbers ofBmtb(at(m.bmtbs()));
        for (std::size_t b = 0; b < ofBmtb.size(); ++b)
            ofBmtb[b] = m[Array::BmtSizes][at(m[Array::BmtbBmtOffsets][b])];
        m.set(Array::BmtSizesOfBmtb, std::move(ofBmtb));
    }
    m.padded = to;
}

// Empty BMTs behind each group's, up to a multiple. They have the size that the others of the group were padded to.
void padGroups(Metadata& m, Array level, std::int64_t multiple, const Context& context)
{
    const NumbersPtr groups = m.shared(level);
    const bool sized =
        m.padded == "branch" || m.padded == "bmtb" || (m.padded == "bmw" && level == Array::BmwBmtOffsets);
    const auto old = m[Array::BmtSizes];
    std::vector<std::int64_t> starts(groups->size());
    std::int64_t places = m.places;
    for (std::size_t g = 0; g + 1 < groups->size(); ++g) {
        const std::int64_t count = (*groups)[g + 1] - (*groups)[g];
        const std::int64_t wanted = (count + multiple - 1) / multiple * multiple;
        starts[g + 1] = starts[g] + wanted;
        if (sized && count > 0)
            places += (wanted - count) * old[at((*groups)[g])];
    }
    context.checkPlaces(places, m.nnz);
    context.checkPlaces(starts.back(), m.nnz, "BMTs"); // one without places costs its arrays
    const Numbers before = firstPlaces(m);
    const std::size_t count = at(starts.back());
    Numbers sizes(count), rows(count, -1), owned(count + 1), from(count);
    for (std::size_t g = 0; g + 1 < groups->size(); ++g) {
        const std::size_t begin = at((*groups)[g]), end = at((*groups)[g + 1]);
        for (std::size_t i = 0; i < at(starts[g + 1] - starts[g]); ++i) {
            const std::size_t t = at(starts[g]) + i;
            if (begin + i < end) {
                sizes[t] = old[begin + i];
                rows[t] = m[Array::BmtRows][begin + i];
                owned[t] = m[Array::BmtEntryOffsets][begin + i];
                from[t] = before[begin + i];
            } else {
                sizes[t] = sized && begin < end ? old[begin] : 0;
                owned[t] = m[Array::BmtEntryOffsets][end];
            }
        }
    }
    owned.back() = m[Array::BmtEntryOffsets].back();
    Numbers moved(starts.begin(), starts.end());
    if (level == Array::BmwBmtOffsets) {
        Numbers bmtbs(at(m.bmtbs()) + 1);
        for (std::size_t b = 0; b < bmtbs.size(); ++b)
            bmtbs[b] = moved[at(m[Array::BmtbBmwOffsets][b])];
        m.set(Array::BmtbBmtOffsets, std::move(bmtbs));
    } else if (m.bmw != Cutting::None) { // the last BMW of a BMTB has them
        Numbers bmws(m[Array::BmwBmtOffsets].size());
        for (std::int64_t b = 0; b < m.bmtbs(); ++b)
            for (auto w = at(m[Array::BmtbBmwOffsets][at(b)]); w < at(m[Array::BmtbBmwOffsets][at(b) + 1]); ++w)
                bmws[w] = m[Array::BmwBmtOffsets][w] - (*groups)[at(b)] + moved[at(b)];
        bmws.back() = moved.back();
        m.set(Array::BmwBmtOffsets, std::move(bmws));
    }
    m.set(level, std::move(moved));
    m.set(Array::BmtRows, std::move(rows));
    m.set(Array::BmtEntryOffsets, std::move(owned));
    layOut(m, std::move(sizes), from, m.shared(Array::Entries), context);
}

void padBmws(Metadata& m, const Node& node, const Context& context)
{
    if (m.bmw == Cutting::None)
        context.refuse("needs BMWs");
    padGroups(m, Array::BmwBmtOffsets, node.number("bmts"), context);
}

void padBmtbs(Metadata& m, const Node& node, const Context& context)
{
    padGroups(m, Array::BmtbBmtOffsets, node.number("bmts"), context);
}

} // namespace

NodeKind bmtPadKind()
{
    Parameter size = number("size", {1, 2, 4, 8, 16, 32});
    size.most = mostPadded;
    size.step = 8;
    return {.name = "BMT_PAD",
            .description =
                "Pads BMTs to the longest of those around them, or to a size, so that a loop has a fixed number of "
                "turns.",
            .slot = Slot::BmtPad,
            .forms = {{word("to", {"bmt", "bmw", "bmtb", "branch"}), number("multiple", {1, 2, 4, 8}, 1)}, {size}},
            .apply = padBmts,
            .idle = [](const Node& node) {
                return node.has("to") && node.word("to") == "bmt" && node.number("multiple") == 1;
            }};
}

NodeKind bmwPadKind()
{
    return {.name = "BMW_PAD",
            .description = "Adds empty BMTs to each BMW, up to a multiple.",
            .slot = Slot::BlockPad,
            .forms = {{number("bmts", {2, 4, 8, 16, 32})}},
            .apply = padBmws};
}

NodeKind bmtbPadKind()
{
    return {.name = "BMTB_PAD",
            .description = "Adds empty BMTs to each BMTB, up to a multiple.",
            .slot = Slot::BlockPad,
            .forms = {{number("bmts", {2, 4, 8, 16, 32})}},
            .apply = padBmtbs};
}

} // namespace sparsescope::graph
