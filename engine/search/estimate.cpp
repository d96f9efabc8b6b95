#include "engine/search/estimate.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <numeric>

namespace sparsescope {

RowSample allRows(const Matrix& matrix)
{
    RowSample all{{{0, matrix.rows()}}, 1, 0};
    const auto rowPtr = matrix.rowPtr();
    for (std::size_t r = 1; r < rowPtr.size(); ++r)
        all.emptyRows += rowPtr[r] == rowPtr[r - 1] ? 1 : 0;
    return all;
}

RowSample someRows(const Matrix& matrix, std::int64_t nonZeros)
{
    constexpr std::int64_t chunks = 8, align = 64;
    RowSample sample = allRows(matrix);
    if (matrix.nnz() <= nonZeros)
        return sample;
    const auto rowPtr = matrix.rowPtr();
    const std::int64_t each = std::max(nonZeros, matrix.nnz() / 16) / chunks;
    sample.rows.clear();
    std::int64_t row = 0, seen = 0;
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
        const std::int64_t begin = std::max(row, matrix.rowOf(matrix.nnz() / chunks * chunk) / align * align);
        for (row = begin; row < matrix.rows() && rowPtr[at(row)] - rowPtr[at(begin)] < each;)
            ++row;
        if (row == begin)
            continue;
        seen += rowPtr[at(row)] - rowPtr[at(begin)];
        sample.rows.push_back({begin, row});
        row = std::min(matrix.rows(), (row + align - 1) / align * align);
    }
    sample.share = static_cast<double>(seen) / static_cast<double>(matrix.nnz());
    return sample;
}

Matrix rowsOf(const Matrix& matrix, const RowSample& sample)
{
    std::vector<std::int64_t> rowPtr{0};
    std::vector<std::int32_t> colIdx;
    std::vector<double> values;
    for (const Range& range : sample.rows) {
        const auto begin = matrix.rowPtr()[at(range.begin)], end = matrix.rowPtr()[at(range.end)];
        for (std::int64_t r = range.begin; r < range.end; ++r)
            rowPtr.push_back(rowPtr.back() + matrix.rowLength(r));
        const auto columns = matrix.colIdx().subspan(at(begin), at(end - begin));
        colIdx.insert(colIdx.end(), columns.begin(), columns.end());
        if (!matrix.hasValues())
            continue;
        const auto these = matrix.values().subspan(at(begin), at(end - begin));
        values.insert(values.end(), these.begin(), these.end());
    }
    const std::int64_t rows = std::ssize(rowPtr) - 1;
    return {rows, matrix.cols(), std::move(rowPtr), std::move(colIdx), std::move(values), {}};
}

std::vector<std::uint32_t> positionsOf(const Matrix& matrix, const RowSample& sample)
{
    std::vector<std::uint32_t> positions;
    for (const Range& range : sample.rows)
        for (std::int64_t p = matrix.rowPtr()[at(range.begin)]; p < matrix.rowPtr()[at(range.end)]; ++p)
            positions.push_back(static_cast<std::uint32_t>(p));
    return positions;
}

Covered covered(const FormatPtr& format, const Matrix& matrix, std::span<const std::uint32_t> positions,
                const Plan& header, Progress& progress)
{
    TileSet tiles;
    format->cover(matrix, positions, tiles, progress);
    Covered made{header, {}};
    addTiles(made.plan, format, std::move(tiles));
    made.features.resize(made.plan.tiling().tiles.size());
    parallelEach(static_cast<std::int64_t>(made.features.size()), 16, [&](std::int64_t t) {
        progress.check();
        made.features[at(t)] = format->features(made.plan.tiling().view(made.plan.tiling().tiles[at(t)]), matrix);
    });
    return made;
}

void setCosts(Covered& made, const CostModel& model)
{
    made.plan.densePart = model.densePart();
    markAtomicTiles(made.plan);
    const std::unique_ptr<CostModel> used = model.withUse(kernelUseOf(made.plan));
    parallelEach(static_cast<std::int64_t>(made.features.size()), 128,
                 [&](std::int64_t t) { costTile(made.plan.tiling().tiles[at(t)], made.features[at(t)], *used); });
}

double estimatedNs(const Plan& some, double work, RowWrites writes, const RowSample& sample,
                   const Calibration& calibration)
{
    double longest = work * static_cast<double>(some.denseParts()) / std::max(1, calibration.sms);
    for (const Tile& tile : some.tiling().tiles)
        longest = std::max(longest, tile.cost);
    writes.added /= sample.share;
    writes.empty = static_cast<double>(sample.emptyRows);
    return planNs(some, longest, writes, calibration);
}

double estimatedNs(const Covered& some, const RowSample& sample, const Calibration& calibration)
{
    const auto add = [](double sum, const Tile& tile) { return sum + tile.cost; };
    const double work = std::accumulate(some.plan.tiling().tiles.begin(), some.plan.tiling().tiles.end(), 0.0, add);
    return estimatedNs(some.plan, work / sample.share, rowWritesOf(some.plan), sample, calibration);
}

} // namespace sparsescope
