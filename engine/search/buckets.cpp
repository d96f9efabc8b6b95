#include "engine/search/buckets.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/core/text.h"
#include "engine/search/planner.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace sparsescope {

namespace {

constexpr std::int64_t checkedRows = 65536;

// What one partition has, by bucket: stored rows that are all of a row, and the others.
using GroupRows = std::array<std::int64_t, 64>;

// Where the non-zeros of a row in a partition go.
struct Place {
    std::size_t group; // of GroupRows
    std::int64_t pieces;
};

Place placeOf(const RowPart& part, std::int64_t widest)
{
    const BucketPlace place = bucketPlace(part.length, widest);
    return {at(2 * place.bucket + (part.alone && place.pieces == 1 ? 0 : 1)), place.pieces};
}

// Stored rows of a partition: `next` of each group is where its first one goes.
void fillPart(BucketPlan& filled, std::span<const RowPart> parts, std::int64_t widest, GroupRows next,
              Progress& progress)
{
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i % at(checkedRows) == 0)
            progress.check();
        const RowPart& part = parts[i];
        const Place place = placeOf(part, widest);
        for (std::int64_t k = 0; k < place.pieces; ++k) {
            const std::size_t to = at(next[place.group]++);
            filled.plan.tiling().rowIds[to] = part.row;
            filled.begins[to] = part.begin + static_cast<std::uint32_t>(k * widest);
            filled.lengths[to] = static_cast<std::int32_t>(std::min(widest, part.length - k * widest));
        }
    }
}

// Every group cut into tiles of like work; the pieces of a row stand in one where it can hold them.
void cutTiles(BucketPlan& filled, std::int64_t places)
{
    Plan& plan = filled.plan;
    const std::vector<std::int32_t>& rowIds = plan.tiling().rowIds;
    std::array<std::int32_t, 32> formatOf{};
    formatOf.fill(-1);
    std::int64_t row = 0;
    for (std::size_t g = 0; g < filled.groups.size(); ++g) {
        BucketGroup& group = filled.groups[g];
        std::int32_t& format = formatOf[at(bucketOf(group.width))];
        const std::int64_t tileRows = std::max<std::int64_t>(1, places / group.width);
        if (format < 0) {
            format = static_cast<std::int32_t>(plan.tiling().formats.size());
            plan.tiling().formats.push_back(makeFormat("ell", {{"rows", tileRows}, {"width", group.width}}));
        }
        for (const std::int64_t end = row + group.rows; row < end;) {
            Tile tile;
            tile.format = format;
            tile.partition = plan.tiling().partitions.size() > 1 ? 1 + static_cast<std::int32_t>(group.part) : 0;
            tile.round = static_cast<std::int32_t>(g) + 1;
            std::int64_t cut = std::min(end, row + tileRows);
            while (cut < end && cut > row && rowIds[at(cut - 1)] == rowIds[at(cut)])
                --cut;
            if (cut == row) // a row that fills more than a tile
                cut = row + tileRows;
            tile.rows = {row, cut};
            row = cut;
            plan.tiling().tiles.push_back(tile);
        }
        group.tileEnd = static_cast<std::int64_t>(plan.tiling().tiles.size());
    }
}

// Entries of each tile, counted, and its distinct columns.
void countTiles(BucketPlan& filled, const Matrix& matrix, ScratchPool& pool, Progress& progress)
{
    Plan& plan = filled.plan;
    const auto colIdx = matrix.colIdx();
    filled.distinctCols.resize(plan.tiling().tiles.size());
    parallelRanges(static_cast<std::int64_t>(plan.tiling().tiles.size()), 64,
                   [&](std::int64_t begin, std::int64_t end) {
                       const auto scratch = pool.lend();
                       for (std::int64_t t = begin; t < end; ++t) {
                           progress.check();
                           Tile& tile = plan.tiling().tiles[at(t)];
                           const std::int64_t left = plan.tiling().partitions[at(tile.partition)].colBegin;
                           scratch->nextEpoch();
                           std::int64_t distinct = 0;
                           for (std::int64_t i = tile.rows.begin; i < tile.rows.end; ++i) {
                               const auto length = at(filled.lengths[at(i)]);
                               for (const std::int32_t col : colIdx.subspan(filled.begins[at(i)], length))
                                   distinct += scratch->first(static_cast<std::int32_t>(col - left)) ? 1 : 0;
                               tile.entries.end += static_cast<std::int64_t>(length);
                           }
                           filled.distinctCols[at(t)] = distinct;
                       }
                   });
    std::int64_t entry = 0;
    for (Tile& tile : plan.tiling().tiles) {
        const std::int64_t count = tile.entries.end;
        tile.entries = {entry, entry + count};
        entry += count;
    }
}

// Each tile's as if it were full: thread blocks have like work.
void setCosts(BucketPlan& filled, const CostModel& any, Progress& progress)
{
    Plan& plan = filled.plan;
    const std::unique_ptr<CostModel> used = any.withUse(kernelUseOf(plan));
    const CostModel& model = *used;
    plan.densePart = model.densePart();
    parallelRanges(
        static_cast<std::int64_t>(plan.tiling().tiles.size()), 256, [&](std::int64_t begin, std::int64_t end) {
            progress.check();
            for (std::int64_t t = begin; t < end; ++t) {
                Tile& tile = plan.tiling().tiles[at(t)];
                const Format* format = plan.tiling().formats[at(tile.format)].get();
                const std::int64_t rows = format->packedRows();
                tile.cost =
                    model.cost({format, rows, format->packedCols() / rows, filled.distinctCols[at(t)]}, tile.atomic);
            }
        });
}

std::string noteOf(const BucketGroup& group, const Plan& plan, std::int64_t widest)
{
    std::string where;
    if (plan.tiling().partitions.size() > 1) {
        const Partition& p = plan.tiling().partitions[at(group.part) + 1];
        where = fmt::format("{} {} of {} ({} to {}{}). ", plan.op.relational() ? "Relation" : "Column partition",
                            group.part + 1, plan.tiling().partitions.size() - 1, formatCount(p.colBegin),
                            formatCount(p.colEnd - 1),
                            orderAsked(plan.options) == MatrixOrder::File ? "" : " in its order");
    }
    const std::string lengths = group.width == 1 ? "1" : fmt::format("{} to {}", group.width / 2 + 1, group.width);
    if (group.parts && group.width == widest && plan.tiling().partitions.size() == 1)
        return fmt::format("{}Rows longer than {}, folded into {} rows of width {}.", where, widest,
                           formatCount(group.rows), group.width);
    return fmt::format("{}Bucket of width {}: {} rows with {} non-zeros{}.", where, group.width,
                       formatCount(group.rows), lengths,
                       !group.parts                           ? ""
                       : plan.tiling().partitions.size() == 1 ? ""
                       : group.width == widest                ? ", longer ones folded; other tiles write the same rows"
                       : plan.op.relational()                 ? "; other relations write the same rows"
                                                              : "; other partitions write the same rows");
}

} // namespace

int bucketOf(std::int64_t length)
{
    return std::bit_width(static_cast<std::uint64_t>(length - 1));
}

BucketPlace bucketPlace(std::int64_t length, std::int64_t widest)
{
    if (length > widest)
        return {bucketOf(widest), (length + widest - 1) / widest};
    return {bucketOf(length), 1};
}

ColumnDivision divideColumns(const Matrix& matrix, std::int64_t parts, const RowSample& rows, Progress& progress)
{
    const auto rowPtr = matrix.rowPtr();
    const auto colIdx = matrix.colIdx();
    ColumnDivision division;
    division.width = std::max<std::int64_t>(1, (matrix.cols() + parts - 1) / parts);
    const auto width = static_cast<std::uint32_t>(division.width);
    division.parts.resize(at(std::max<std::int64_t>(1, (matrix.cols() + width - 1) / width)));
    std::int64_t most = 0; // rows that any partition can have
    for (const Range& range : rows.rows)
        most += range.size();
    for (std::vector<RowPart>& part : division.parts)
        part.reserve(at(std::min(most, (matrix.nnz() + 1) / static_cast<std::int64_t>(division.parts.size()))));
    const auto divideRow = [&](std::int64_t r) {
        const auto begin = static_cast<std::uint32_t>(rowPtr[at(r)]);
        const auto end = static_cast<std::uint32_t>(rowPtr[at(r) + 1]);
        for (std::uint32_t p = begin; p < end;) {
            const std::uint32_t part = static_cast<std::uint32_t>(colIdx[p]) / width;
            const std::int64_t limit = (std::int64_t{part} + 1) * width;
            std::uint32_t next = end;
            if (colIdx[end - 1] >= limit) {
                next = p + 1;
                while (colIdx[next] < limit)
                    ++next;
            }
            const bool alone = next - p == end - begin;
            division.parts[part].push_back(
                {static_cast<std::int32_t>(r), p, static_cast<std::int32_t>(next - p), alone});
            p = next;
        }
    };
    for (const Range& range : rows.rows)
        for (std::int64_t r = range.begin; r < range.end; ++r) {
            if (r % checkedRows == 0)
                progress.check();
            divideRow(r);
        }
    return division;
}

BucketPlan fillBuckets(const Matrix& matrix, const ColumnDivision& division, std::span<const std::int64_t> widest,
                       std::int64_t places, Plan header, ScratchPool& pool, Progress& progress)
{
    BucketPlan filled;
    filled.plan = std::move(header);
    const auto parts = static_cast<std::int64_t>(division.parts.size());
    std::vector<GroupRows> rows(at(parts), GroupRows{});
    parallelEach(parts, 1, [&](std::int64_t p) {
        progress.check();
        for (const RowPart& part : division.parts[at(p)]) {
            const Place place = placeOf(part, widest[at(p)]);
            rows[at(p)][place.group] += place.pieces;
        }
    });
    // Where each group's stored rows begin.
    std::int64_t count = 0;
    for (std::int64_t p = 0; p < parts; ++p) {
        if (parts > 1)
            filled.plan.tiling().partitions.push_back(
                {0, 0, 0, matrix.rows(), p * division.width, std::min(matrix.cols(), (p + 1) * division.width), 0});
        for (std::size_t g = 0; g < rows[at(p)].size(); ++g) {
            const std::int64_t number = std::exchange(rows[at(p)][g], count);
            if (number > 0)
                filled.groups.push_back({p, std::int64_t{1} << (g / 2), g % 2 == 1, number, 0});
            count += number;
        }
    }
    filled.plan.tiling().rowIds.resize(at(count));
    filled.begins.resize(at(count));
    filled.lengths.resize(at(count));
    parallelEach(parts, 1, [&](std::int64_t p) {
        fillPart(filled, division.parts[at(p)], widest[at(p)], rows[at(p)], progress);
    });
    cutTiles(filled, places);
    countTiles(filled, matrix, pool, progress);
    markAtomicTiles(filled.plan);
    filled.writes = rowWritesOf(filled.plan);
    return filled;
}

void costBuckets(BucketPlan& filled, const CostModel& model, Progress& progress)
{
    setCosts(filled, model, progress);
    Plan& plan = filled.plan;
    progress.check();
    Schedule schedule = scheduleOf(plan, model.calibration().sms);
    plan.predictedNs = planNs(plan, schedule.longestNs(), filled.writes, model.calibration());
    plan.tiling().schedule = std::move(schedule.sm);
}

double estimateBuckets(BucketPlan& filled, const RowSample& sample, const CostModel& model, Progress& progress)
{
    setCosts(filled, model, progress);
    const Plan& plan = filled.plan;
    double work = 0;
    std::int64_t t = 0;
    for (const BucketGroup& group : filled.groups) {
        const std::int64_t rows = plan.tiling().formats[at(plan.tiling().tiles[at(t)].format)]->packedRows();
        double sum = 0;
        const auto tiles = static_cast<double>(group.tileEnd - t);
        for (; t < group.tileEnd; ++t)
            sum += plan.tiling().tiles[at(t)].cost * static_cast<double>(plan.tiling().tiles[at(t)].rows.size());
        const auto stored = static_cast<double>(group.rows);
        // Tiles of all rows are full but for the last; where pieces stay together, as full as those of the sample.
        work += sum / stored *
                (group.parts ? tiles / sample.share : std::ceil(stored / sample.share / static_cast<double>(rows)));
    }
    return estimatedNs(plan, work, filled.writes, sample, model.calibration());
}

Plan finishBuckets(BucketPlan&& filled, std::vector<TraceRound>& rounds, Progress& progress)
{
    Plan plan = std::move(filled.plan);
    plan.tiling().entries.resize(at(plan.tiling().tiles.empty() ? 0 : plan.tiling().tiles.back().entries.end));
    parallelRanges(static_cast<std::int64_t>(plan.tiling().tiles.size()), 64,
                   [&](std::int64_t begin, std::int64_t end) {
                       progress.check();
                       for (std::int64_t t = begin; t < end; ++t) {
                           const Tile& tile = plan.tiling().tiles[at(t)];
                           auto to = plan.tiling().entries.begin() + tile.entries.begin;
                           for (std::int64_t i = tile.rows.begin; i < tile.rows.end; ++i) {
                               const auto stop = to + filled.lengths[at(i)];
                               std::iota(to, stop, filled.begins[at(i)]);
                               to = stop;
                           }
                       }
                   });
    TraceRound round;
    round.round = 0;
    for (std::size_t g = 0; g < filled.groups.size(); ++g) {
        const BucketGroup& group = filled.groups[g];
        ++round.round;
        round.tileBegin = round.tileEnd;
        round.tileEnd = group.tileEnd;
        round.candidates = round.tileEnd - round.tileBegin;
        round.best = std::numeric_limits<double>::infinity();
        round.limit = 0;
        for (std::int64_t t = round.tileBegin; t < round.tileEnd; ++t) {
            const Tile& tile = plan.tiling().tiles[at(t)];
            const double average = tile.cost / static_cast<double>(tile.entries.size());
            round.best = std::min(round.best, average);
            round.limit = std::max(round.limit, average);
            round.costSum += tile.cost;
            round.atomicTiles += tile.atomic ? 1 : 0;
            round.storedPlaces += plan.tiling().formats[at(tile.format)]->packedValues();
            round.covered = tile.entries.end;
        }
        std::int64_t widest = group.width;
        for (std::size_t h = g + 1; h < filled.groups.size() && filled.groups[h].part == group.part; ++h)
            widest = filled.groups[h].width;
        round.note = noteOf(group, plan, widest);
        rounds.push_back(round);
    }
    return plan;
}

} // namespace sparsescope
