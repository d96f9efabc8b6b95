// Cuts plain CSR into tiles and costs them.
#include "engine/search/stile/plain_csr.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/search/stile/space.h"

#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

namespace sparsescope::stile {

FormatPtr plainCsr(const Matrix& matrix, const CostModel& model)
{
    return makeFormat("dcsr", {{"places", automaticPlaces(matrix, model.op(), model.calibration().sms)}});
}

void addPlainCsr(const Matrix& matrix, std::span<const std::uint32_t> positions, std::int64_t places, Plan& plan,
                 Progress& progress)
{
    const nlohmann::json parameters = {{"places", places}};
    // Rows that hold nothing are left to the launch that zeroes, so that these are the tiles of doubly compressed CSR.
    TileSet tiles;
    makeFormat("dcsr", parameters)->cover(matrix, positions, tiles, progress);
    addTiles(plan, makeFormat("csr", parameters), std::move(tiles));
}

TraceRound planPlainCsr(const Matrix& matrix, const CostModel& model, Plan& plan, Progress& progress)
{
    std::vector<std::uint32_t> all(static_cast<std::size_t>(matrix.nnz()));
    std::iota(all.begin(), all.end(), 0u);
    plan.tiling().formats.clear();
    addPlainCsr(matrix, all, automaticPlaces(matrix, model.op(), model.calibration().sms), plan, progress);
    markAtomicTiles(plan);

    const std::unique_ptr<CostModel> used = model.withUse(kernelUseOf(plan));
    parallelRanges(static_cast<std::int64_t>(plan.tiling().tiles.size()), 64, [&](std::int64_t b, std::int64_t e) {
        progress.check();
        for (std::int64_t t = b; t < e; ++t) {
            Tile& tile = plan.tiling().tiles[at(t)];
            costTile(tile, plan.tiling().formats.front()->features(plan.tiling().view(tile), matrix), *used);
        }
    });
    return roundOf(plan);
}

bool isPlainCsr(const Plan& plan)
{
    if (plan.tiling().formats.size() != 1)
        return false;
    const FormatKind* kind = findFormatKind(plan.tiling().formats.front()->name());
    return kind && kind->traits.plain;
}

} // namespace sparsescope::stile
