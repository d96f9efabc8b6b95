// The list of kinds, and what parameters have in common.
#include "engine/plan/graph/nodes/nodes.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

namespace sparsescope::graph {

std::span<const NodeKind> nodeKinds()
{
    static const std::array kinds = {sortKind(),          sortSubKind(),        binKind(),
                                     rowDivKind(),        colDivKind(),         rowSplitKind(),
                                     diagSplitKind(),     compressKind(),       bmtbRowBlockKind(),
                                     bmtbColBlockKind(),  sortBmtbKind(),       rowPadKind(),
                                     bmwRowBlockKind(),   bmwColBlockKind(),    bmtRowBlockKind(),
                                     bmtColBlockKind(),   bmtNnzBlockKind(),    bmtPadKind(),
                                     bmwPadKind(),        bmtbPadKind(),        interleaveKind(),
                                     xSharedKind(),       threadTotalRedKind(), threadBitmapRedKind(),
                                     warpTotalRedKind(),  warpBitmapRedKind(),  warpSegRedKind(),
                                     shmemTotalRedKind(), shmemOffsetRedKind(), gmemAtomRedKind(),
                                     setResourcesKind()};
    return kinds;
}

const NodeKind* findNodeKind(const std::string& name)
{
    for (const NodeKind& kind : nodeKinds())
        if (kind.name == name)
            return &kind;
    return nullptr;
}

Parameter number(std::string name, std::vector<std::int64_t> coarse, std::optional<Value> otherwise)
{
    Parameter p{.name = std::move(name)};
    p.least = coarse.front();
    p.most = coarse.back();
    p.coarse = std::move(coarse);
    p.otherwise = std::move(otherwise);
    return p;
}

Parameter word(std::string name, std::vector<std::string> words, std::optional<Value> otherwise)
{
    Parameter p{.name = std::move(name), .type = Parameter::Type::Word};
    p.words = std::move(words);
    p.otherwise = std::move(otherwise);
    return p;
}

bool Parameter::legal(std::int64_t value) const
{
    if (orZero && value == 0)
        return true;
    if (rule == Legal::Coarse)
        return std::find(coarse.begin(), coarse.end(), value) != coarse.end();
    return value >= least && value <= most && (rule == Legal::Between || value % step == 0);
}

std::string Parameter::legalText() const
{
    std::string text = orZero ? "0 or " : "";
    if (rule == Legal::Coarse)
        for (std::size_t i = 0; i < coarse.size(); ++i)
            text += (i == 0 ? "" : ", ") + std::to_string(coarse[i]);
    else
        text += fmt::format("{} to {}", least, most) +
                (rule == Legal::Multiples ? fmt::format(" in steps of {}", step) : "");
    return text;
}

Reductions reductionsOf(const Chain& leaf)
{
    Reductions reductions;
    for (const Node& node : leaf) {
        if (node.kind->slot == Slot::Thread)
            reductions.thread = node.kind->name == "THREAD_TOTAL_RED" ? ThreadRed::Total : ThreadRed::Bitmap;
        else if (node.kind->slot == Slot::Warp)
            reductions.warp = node.kind->name == "WARP_TOTAL_RED"    ? WarpRed::Total
                              : node.kind->name == "WARP_BITMAP_RED" ? WarpRed::Bitmap
                                                                     : WarpRed::Seg;
        else if (node.kind->slot == Slot::Shared)
            reductions.block = node.kind->name == "SHMEM_TOTAL_RED" ? BlockRed::Total : BlockRed::Offset;
    }
    return reductions;
}

std::vector<std::int64_t> Parameter::fine() const
{
    if (rule == Legal::Coarse)
        return coarse;
    std::vector<std::int64_t> values;
    if (orZero)
        values.push_back(0);
    for (std::int64_t value = least; value <= most; value = (value / step + 1) * step)
        values.push_back(value);
    return values;
}

void Context::checkPlaces(std::int64_t count, std::int64_t nnz, const char* what) const
{
    if (static_cast<double>(count) > limits.padding * static_cast<double>(nnz))
        refuse(fmt::format("stores {} {} for {} non-zeros, more than {:g} times as many", count, what, nnz,
                           limits.padding));
    if (count > std::numeric_limits<std::int32_t>::max())
        refuse(fmt::format("stores {} {}, not less than 2^31", count, what));
}

} // namespace sparsescope::graph
