#include "engine/search/stile/plain_csr.h"

#include "engine/core/parallel.h"
#include "engine/search/stile/space.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace sparsescope::stile {

TraceRound planPlainCsr(const Matrix& matrix, const CostModel& model, Plan& plan, Progress& progress)
{
    const std::int64_t places = automaticPlaces(matrix, model.op().kind, model.calibration().sms);
    const auto rowPtr = matrix.rowPtr();
    plan.formats = {makeFormat("csr", {{"places", places}})};
    plan.entries.resize(static_cast<std::size_t>(matrix.nnz()));
    std::iota(plan.entries.begin(), plan.entries.end(), 0u);
    const auto addTile = [&](std::int64_t entryEnd) {
        const auto rows = static_cast<std::int64_t>(plan.rowIds.size());
        const Tile* last = plan.tiles.empty() ? nullptr : &plan.tiles.back();
        Tile tile;
        tile.rows = {last ? last->rows.end : 0, rows};
        tile.entries = {last ? last->entries.end : 0, entryEnd};
        if (tile.entries.size() > 0)
            plan.tiles.push_back(tile);
    };
    std::int64_t begin = 0; // of the tile that is being filled
    for (std::int64_t r = 0; r < matrix.rows(); ++r) {
        if (r % 65536 == 0)
            progress.check();
        const std::int64_t first = rowPtr[static_cast<std::size_t>(r)];
        const std::int64_t end = rowPtr[static_cast<std::size_t>(r) + 1];
        if (first == end)
            continue;
        if (end - begin > places) {
            addTile(first);
            for (begin = first; end - begin > places; begin += places) {
                plan.rowIds.push_back(static_cast<std::int32_t>(r));
                addTile(begin + places);
            }
        }
        plan.rowIds.push_back(static_cast<std::int32_t>(r));
        if (begin > first) { // what is left of a long row: those after it need not be atomic
            addTile(end);
            begin = end;
        }
    }
    addTile(matrix.nnz());
    markAtomicTiles(plan);

    TraceRound round;
    round.candidates = round.tileEnd = static_cast<std::int64_t>(plan.tiles.size());
    round.covered = round.storedPlaces = matrix.nnz();
    round.best = plan.tiles.empty() ? 0 : std::numeric_limits<double>::infinity();
    parallelRanges(round.tileEnd, 64, [&](std::int64_t b, std::int64_t e) {
        progress.check();
        for (std::int64_t t = b; t < e; ++t) {
            Tile& tile = plan.tiles[static_cast<std::size_t>(t)];
            tile.cost = model.cost(plan.formats.front()->features(plan.view(tile), matrix), tile.atomic);
        }
    });
    for (const Tile& tile : plan.tiles) {
        const double average = tile.cost / static_cast<double>(tile.entries.size());
        round.best = std::min(round.best, average);
        round.limit = std::max(round.limit, average);
        round.costSum += tile.cost;
        round.atomicTiles += tile.atomic ? 1 : 0;
    }
    return round;
}

} // namespace sparsescope::stile
