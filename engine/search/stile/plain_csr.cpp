// Cuts plain CSR into tiles and costs them.
#include "engine/search/stile/plain_csr.h"

#include "engine/core/parallel.h"
#include "engine/search/stile/space.h"

#include <numeric>
#include <utility>

namespace sparsescope::stile {

namespace {

constexpr const char* plainFormat = "csr";

} // namespace

FormatPtr plainCsr(const Matrix& matrix, const CostModel& model)
{
    return makeFormat("dcsr", {{"places", automaticPlaces(matrix, model.op(), model.calibration().sms)}});
}

TraceRound planPlainCsr(const Matrix& matrix, const CostModel& model, Plan& plan, Progress& progress)
{
    std::vector<std::uint32_t> all(static_cast<std::size_t>(matrix.nnz()));
    std::iota(all.begin(), all.end(), 0u);
    // Rows that hold nothing are left to the launch that zeroes, so that these are the tiles of doubly compressed CSR.
    TileSet tiles;
    const FormatPtr compressed = plainCsr(matrix, model);
    compressed->cover(matrix, all, tiles, progress);
    const FormatPtr format = makeFormat(plainFormat, compressed->parameters());
    plan.formats = {format};
    addTiles(plan, format, std::move(tiles));
    markAtomicTiles(plan);

    parallelRanges(static_cast<std::int64_t>(plan.tiles.size()), 64, [&](std::int64_t b, std::int64_t e) {
        progress.check();
        for (std::int64_t t = b; t < e; ++t) {
            Tile& tile = plan.tiles[static_cast<std::size_t>(t)];
            costTile(tile, plan.formats.front()->features(plan.view(tile), matrix), model);
        }
    });
    return roundOf(plan);
}

bool isPlainCsr(const Plan& plan)
{
    return plan.formats.size() == 1 && plan.formats.front()->name() == plainFormat;
}

} // namespace sparsescope::stile
