// INTERLEAVE, X_SHARED, SET_RESOURCES: how the kernel reads what is stored.
#include "engine/plan/graph/nodes/nodes.h"
#include "engine/plan/graph/results.h"

#include <algorithm>
#include <fmt/format.h>

namespace sparsescope::graph {

namespace {

// Place k of BMT j of n stands at (k / w) n w + j w + k mod w of its BMW, or its BMTB where there are no BMWs.
void interleave(Metadata& m, const Node& node, const Context& context)
{
    const auto width = static_cast<std::int32_t>(node.number("width"));
    const bool bmws = m.bmw != Cutting::None;
    const NumbersPtr sizes = m.shared(Array::BmtSizes);
    const NumbersPtr starts = m.shared(Array::BmtNzOffsets);
    const auto groups = m[bmws ? Array::BmwBmtOffsets : Array::BmtbBmtOffsets];
    Numbers moved(starts->size());
    for (std::size_t g = 0; g + 1 < groups.size(); ++g)
        for (std::int32_t t = groups[g]; t < groups[g + 1]; ++t) {
            if ((*sizes)[at(t)] != (*sizes)[at(groups[g])] || (*sizes)[at(t)] % width != 0)
                context.refuse(fmt::format("needs BMTs of one size in a {}{}: there are {} and {}",
                                           bmws ? "BMW" : "BMTB",
                                           width > 1 ? fmt::format(", a multiple of {}", width) : std::string(),
                                           (*sizes)[at(groups[g])], (*sizes)[at(t)]));
            moved[at(t)] = (*starts)[at(groups[g])] + (t - groups[g]) * width;
        }
    m.set(Array::BmtNzOffsets, std::move(moved));
    m.interleave = width;
    if (!context.laysOut)
        return;
    Numbers entries(at(m.places));
    const auto old = m[Array::Entries];
    context.each(m.bmtbs(), 64, [&](std::int64_t b) {
        const std::int64_t base = m[Array::BmtbNzOffsets][at(b)];
        std::int64_t g = bmws ? m[Array::BmtbBmwOffsets][at(b)] : b;
        const std::int64_t end = bmws ? m[Array::BmtbBmwOffsets][at(b) + 1] : b + 1;
        for (; g < end; ++g) {
            const std::int32_t first = groups[at(g)];
            const std::int64_t count = groups[at(g) + 1] - first;
            for (std::int32_t j = 0; j < count; ++j) {
                const std::size_t t = at(first + j);
                const PlacesOf places = placesOf(m, b, g, first + j);
                for (std::int64_t k = 0; k < (*sizes)[t]; ++k)
                    entries[at(places[k])] = old[at(base + (*starts)[t] + k)];
            }
        }
    });
    m.set(Array::Entries, std::move(entries));
}

void shareX(Metadata& m, const Node&, const Context& context)
{
    m.xShared = true;
    if (sharedBytes(m) > mostSharedBytes)
        context.refuse(fmt::format("the part of x takes {} bytes of shared memory, more than {}", sharedBytes(m),
                                   mostSharedBytes));
}

void setResources(Metadata& m, const Node& node, const Context&)
{
    m.threads = static_cast<int>(node.number("threads"));
    m.blocks = static_cast<int>(node.number("blocks"));
    m.gathers = static_cast<int>(node.number("gathers"));
}

} // namespace

NodeKind interleaveKind()
{
    Parameter width = number("width", {1, 2, 4}, 1); // what a lane reads at once
    width.rule = Parameter::Legal::Coarse;
    return {.name = "INTERLEAVE",
            .description = "Stores the places of neighbouring BMTs side by side: lanes read one after another.",
            .slot = Slot::Interleave,
            .forms = {{width}},
            .apply = interleave};
}

NodeKind xSharedKind()
{
    return {.name = "X_SHARED",
            .description = "Copies the part of x that a stripe reads to shared memory first.",
            .slot = Slot::XShared,
            .forms = {{}},
            .apply = shareX};
}

NodeKind setResourcesKind()
{
    // Whole warps; one alone is legal (section 8's examples).
    Parameter threads = number("threads", {64, 128, 256, 512, 1024}, 128);
    threads.least = 32;
    threads.step = 32;
    threads.rule = Parameter::Legal::Multiples;
    Parameter gathers = number("gathers", {0, 2, 4, 8, 16}, 0); // 0: as the kernel is built with
    gathers.rule = Parameter::Legal::Coarse;
    return {.name = "SET_RESOURCES",
            .description = "Threads of a block, for how many blocks an SM the registers have to suffice, and how many "
                           "elements of x a thread gathers at once.",
            .slot = Slot::Resources,
            .forms = {{threads, number("blocks", {0, 2, 4, 8, 16}, 0), gathers}},
            .apply = setResources,
            .idle = [](const Node& node) {
                return node.number("threads") == 128 && node.number("blocks") == 0 && node.number("gathers") == 0;
            }};
}

} // namespace sparsescope::graph
