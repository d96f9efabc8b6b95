#include "engine/cost/borrowed.h"

#include "engine/core/at.h"

#include <algorithm>
#include <cstdlib>

namespace sparsescope {

std::vector<BorrowedCosts> borrowedCosts(const Plan& plan, const Calibration& calibration)
{
    if (calibration.own)
        return {};
    const std::vector<const CalibrationEntry*> entries = calibration.entriesOf(plan.op.kind, plan.op.dtype);
    const CalibrationEntry& nearest =
        **std::min_element(entries.begin(), entries.end(), [&](const auto* a, const auto* b) {
            return std::abs(a->densePart - plan.densePart) < std::abs(b->densePart - plan.densePart);
        });
    std::vector<bool> used(plan.tiling().formats.size(), false);
    for (const Tile& tile : plan.tiling().tiles)
        used[at(tile.format)] = true;
    std::vector<BorrowedCosts> borrowed;
    for (const FormatKind& kind : tileKinds())
        for (std::size_t f = 0; f < plan.tiling().formats.size(); ++f) {
            const Format& format = *plan.tiling().formats[f];
            if (!used[f] || format.name() != kind.name)
                continue;
            BorrowedCosts found{kind.name, nearest.costedAs(format, format.packedRows())};
            if (found.from != found.format && (borrowed.empty() || borrowed.back() != found))
                borrowed.push_back(std::move(found));
        }
    return borrowed;
}

} // namespace sparsescope
