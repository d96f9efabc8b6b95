#include "engine/search/estimate.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <numeric>

namespace sparsescope {

namespace {

constexpr std::int64_t mostChunks = 8, align = 64; // rows at which chunks begin

// Which rows: about so many non-zeros, each chunk of a multiple of so many rows, and one with this row.
struct Chunks {
    std::int64_t nonZeros = 0;
    std::int64_t count = mostChunks;
    std::int64_t multiple = 1;
    std::int64_t with = -1; // negative: any
};

RowSample inChunks(const Matrix& matrix, const Chunks& chunks)
{
    RowSample sample = allRows(matrix);
    if (matrix.nnz() <= chunks.nonZeros)
        return sample;
    const auto rowPtr = matrix.rowPtr();
    const std::int64_t each = chunks.nonZeros / chunks.count;
    const auto beginOf = [&](std::int64_t chunk) {
        return chunk < chunks.count ? matrix.rowOf(matrix.nnz() / chunks.count * chunk) : matrix.rows();
    };
    sample.rows.clear();
    std::int64_t row = 0, seen = 0;
    for (std::int64_t chunk = 0; chunk < chunks.count; ++chunk) {
        const bool has = chunks.with >= beginOf(chunk) && chunks.with < beginOf(chunk + 1);
        const std::int64_t begin = std::max(row, (has ? chunks.with : beginOf(chunk)) / align * align);
        for (row = begin; row < matrix.rows() &&
                          (rowPtr[at(row)] - rowPtr[at(begin)] < each || (row - begin) % chunks.multiple > 0);)
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

} // namespace

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
    return inChunks(matrix, {.nonZeros = std::max(nonZeros, matrix.nnz() / 16)});
}

Glimpse glimpse(const Matrix& matrix)
{
    constexpr std::int64_t few = 1 << 16, many = 1 << 18; // non-zeros
    std::int64_t longest = 0;
    for (std::int64_t r = 1; r < matrix.rows(); ++r)
        longest = matrix.rowLength(r) > matrix.rowLength(longest) ? r : longest;
    const auto of = [&](std::int64_t nonZeros) {
        const std::int64_t blocks = nonZeros * matrix.rows() / (align * std::max<std::int64_t>(1, matrix.nnz()));
        return inChunks(matrix, {.nonZeros = nonZeros,
                                 .count = std::clamp(blocks, std::int64_t{3}, mostChunks),
                                 .multiple = align / 2,
                                 .with = longest});
    };
    return {of(few), of(many)};
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
