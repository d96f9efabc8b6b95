// Finds split rows, and gives their parts slots.
#include "engine/plan/split_rows.h"

#include "engine/core/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace sparsescope {

namespace {

constexpr std::int32_t mostSlots = 1 << 30;

// Does a program add the places of such a tile one by one? Templates sum rows in the tile.
bool addsPlaces(const Format& format, Codegen codegen)
{
    if (const FormatKind* kind = findFormatKind(format.name());
        codegen == Codegen::Template && kind && kind->traits.onGpu)
        return false;
    const std::vector<FormatAxes> axes = format.axes();
    return std::any_of(axes.begin(), axes.end(), [](const FormatAxes& one) { return one.axes.size() == 1; });
}

} // namespace

void findSplitRows(const Plan& plan, std::span<const std::uint8_t> stored, Packed& packed)
{
    const Tiling& tiling = plan.tiling();
    for (std::int32_t r = 0; r < plan.rows; ++r)
        if (stored[at(r)] == 0)
            packed.emptyRows.push_back(r);
    if (std::none_of(stored.begin(), stored.end(), [](std::uint8_t n) { return n > 1; }))
        return;
    const auto forSplitRows = [&](const auto& body) { // body(tile, row): each row of a tile once
        std::vector<std::int32_t> lastTile(stored.size(), -1);
        for (std::int32_t t = 0; t < static_cast<std::int32_t>(tiling.tiles.size()); ++t)
            for (const std::int32_t r : tiling.rowsOf(tiling.tiles[at(t)]))
                if (stored[at(r)] > 1 && std::exchange(lastTile[at(r)], t) != t)
                    body(t, r);
    };
    std::vector<std::int32_t> tiles(stored.size(), 0); // that hold parts of a row
    forSplitRows([&](std::int32_t, std::int32_t r) { ++tiles[at(r)]; });
    std::vector<std::int32_t> firstSlot(stored.size(), 0), next(stored.size(), 0);
    const bool atomic = packed.splitSums == SplitSums::Atomic;
    const bool inPlace = atomic && !narrow(plan.op.dtype);
    for (std::int32_t r = 0; r < plan.rows; ++r) {
        if (tiles[at(r)] == 0)
            continue;
        if (atomic)
            packed.addedRows.push_back(r);
        const std::int32_t slots = inPlace ? 0 : atomic ? 1 : tiles[at(r)];
        firstSlot[at(r)] = next[at(r)] = inPlace ? r : static_cast<std::int32_t>(packed.rowOfSlot.size());
        if (slots > mostSlots - packed.slots())
            failInput(fmt::format("more than {} parts of rows", mostSlots));
        packed.rowOfSlot.insert(packed.rowOfSlot.end(), at(slots), r);
    }
    packed.splitBegin.assign(tiling.tiles.size() + 1, 0);
    forSplitRows([&](std::int32_t t, std::int32_t r) {
        const std::int32_t slot = atomic ? next[at(r)] : next[at(r)]++;
        packed.splitRows.push_back({r, firstSlot[at(r)], tiles[at(r)], slot});
        ++packed.splitBegin[at(t) + 1];
    });
    std::partial_sum(packed.splitBegin.begin(), packed.splitBegin.end(), packed.splitBegin.begin());
}

bool folds(const Format& format, const TileView& tile)
{
    if (const FormatKind* kind = findFormatKind(format.name()); !kind || kind->traits.repacking != Repacking::Fold)
        return false;
    std::vector<std::int32_t> rows(tile.rowIds.begin(), tile.rowIds.end());
    std::sort(rows.begin(), rows.end());
    return std::adjacent_find(rows.begin(), rows.end()) != rows.end();
}

std::vector<bool> addingFormats(const Plan& plan, Codegen codegen)
{
    std::vector<bool> adding;
    for (const FormatPtr& format : plan.tiling().formats)
        adding.push_back(!plan.op.sampled() && addsPlaces(*format, codegen));
    return adding;
}

bool foldsPrinted(const Packed& packed)
{
    constexpr std::int64_t lanes = 32; // that take 16 bytes each of a row at once
    return packed.written == KeptProgram() && packed.op.hasDenseAxis() &&
           packed.densePart * bytesOf(packed.op.dtype) <= lanes * 16;
}

bool addParts(const Tiling& tiling, const std::vector<bool>& adding, bool apart, std::vector<std::uint8_t>& parts)
{
    bool any = false;
    std::vector<std::int32_t> lastTile(parts.size(), -1);
    for (std::int32_t t = 0; t < static_cast<std::int32_t>(tiling.tiles.size()); ++t)
        for (const std::int32_t r : tiling.rowsOf(tiling.tiles[at(t)])) {
            // Where several stored rows hold parts of one row, each is a sum of its own.
            const bool again = std::exchange(lastTile[at(r)], t) == t && apart;
            if (!adding[at(tiling.tiles[at(t)].format)] && !again)
                continue;
            parts[at(r)] = 2;
            any = true;
        }
    return any;
}

} // namespace sparsescope
