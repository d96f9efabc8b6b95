#include "engine/plan/plan.h"

#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/plan/launch_order.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <mutex>
#include <utility>

namespace sparsescope {

namespace {

// Whoever adds up slots waits for the memory three times, as long as a short sub-task takes; another launch costs as
// much once. So slots pay where one tile in so many has split rows.
constexpr std::ptrdiff_t fewSplit = 8;

// Tiles that a GPU takes in a few goes: in which order the rest comes hardly matters to the caches, but to the end.
constexpr std::ptrdiff_t manyTiles = 4000;

// The first failure by tile index, whatever thread finds which first.
class FirstFailure {
public:
    void offer(std::int64_t tile, const std::string& reason)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_tile < 0 || tile < m_tile) {
            m_tile = tile;
            m_reason = reason;
        }
    }
    void raise() const
    {
        if (m_tile >= 0)
            failInput(m_reason, {.call = fmt::format("tiles[{}]", m_tile)});
    }

private:
    std::mutex m_mutex;
    std::int64_t m_tile = -1;
    std::string m_reason;
};

// Ranges of consecutive tiles follow each other without gaps and end at `size`.
template <class Member>
void checkRanges(const Plan& plan, Member member, std::size_t size, const char* what)
{
    std::int64_t at = 0;
    for (std::size_t t = 0; t < plan.tiling().tiles.size(); ++t) {
        const Range& range = plan.tiling().tiles[t].*member;
        if (range.begin != at || range.end < at || range.end > static_cast<std::int64_t>(size))
            failInput(fmt::format("range [{}, {}) of {} entries does not follow the tile before it", range.begin,
                                  range.end, size),
                      {.call = fmt::format("tiles[{}].{}", t, what)});
        at = range.end;
    }
    if (at != static_cast<std::int64_t>(size))
        failInput(fmt::format("has {} elements, its tiles use {}", size, at), {.call = what});
}

enum class Owned { All, Some }; // whether the tiles of a plan own every non-zero, and each tile one

// Returns its places.
// All of a tile is multiplied by the weights of one relation.
void requireOneRelation(const TileView& view, const Matrix& matrix)
{
    std::int64_t relation = -1;
    for (const std::uint32_t entry : view.entries) {
        const std::int64_t its = matrix.colIdx()[Entry::position(entry)] / matrix.sliceCols();
        if (relation >= 0 && its != relation)
            failInput(fmt::format("holds non-zeros of slices {} and {}, of which each has weights of its own", relation,
                                  its));
        relation = its;
    }
}

std::int64_t checkTile(const Plan& plan, const Tile& tile, const Matrix& matrix,
                       std::vector<std::atomic<std::uint8_t>>& owned, Owned which)
{
    const TileView view = plan.tiling().view(tile);
    for (const std::int32_t r : view.rowIds)
        if (r < 0 || r >= matrix.rows())
            failInput(fmt::format("row {} of {}", r, matrix.rows()));
    for (const std::int32_t c : view.colIds)
        if (c < 0 || c >= matrix.cols())
            failInput(fmt::format("column {} of {}", c, matrix.cols()));
    for (const std::uint32_t entry : view.entries)
        if (static_cast<std::int64_t>(Entry::position(entry)) >= matrix.nnz())
            failInput(fmt::format("entry {} of {} non-zeros", Entry::position(entry), matrix.nnz()));
    const Format& format = plan.tiling().formatOf(tile);
    format.validate(view, matrix);
    std::uint32_t last = 0;
    bool first = true;
    std::size_t ownedHere = 0;
    for (const std::uint32_t entry : view.entries) {
        const std::uint32_t p = Entry::position(entry);
        // Within a stored row entries ascend; across rows their order follows rowIds, which the format checked.
        if (!first && p == last)
            failInput(fmt::format("entry {} stands twice", p));
        last = p;
        first = false;
        if (Entry::redundant(entry))
            continue;
        ++ownedHere;
        if (owned[p].fetch_add(1, std::memory_order_relaxed) != 0)
            failInput(fmt::format("non-zero {} is owned twice", p));
    }
    if (ownedHere == 0 && which == Owned::All)
        failInput("owns no non-zero");
    if (plan.op.relational())
        requireOneRelation(view, matrix);
    return format.placesOf(view, matrix);
}

constexpr double mostChain = 1e15; // steps: the time that is predicted for so many is still finite

// Ranges follow each other, formats and partitions are there, numbers can be counted and compared with.
void checkRecords(const Plan& plan)
{
    const Tiling& tiling = plan.tiling();
    checkRanges(plan, &Tile::rows, tiling.rowIds.size(), "rows");
    checkRanges(plan, &Tile::cols, tiling.colIds.size(), "cols");
    checkRanges(plan, &Tile::entries, tiling.entries.size(), "entries");
    if (static_cast<std::int64_t>(tiling.tiles.size()) > mostOf::tasks / plan.denseParts())
        failInput(fmt::format("{} tiles in {} parts are more than {} sub-tasks", tiling.tiles.size(), plan.denseParts(),
                              mostOf::tasks),
                  {.call = "operator.densePart"});
    FirstFailure failure;
    for (std::size_t t = 0; t < tiling.tiles.size(); ++t) {
        const Tile& tile = tiling.tiles[t];
        const auto index = static_cast<std::int64_t>(t);
        if (tile.format < 0 || tile.format >= static_cast<std::int32_t>(tiling.formats.size()))
            failure.offer(index, fmt::format("format {} of {}", tile.format, tiling.formats.size()));
        else if (tile.partition < 0 || tile.partition >= static_cast<std::int32_t>(tiling.partitions.size()))
            failure.offer(index, fmt::format("partition {} of {}", tile.partition, tiling.partitions.size()));
        else if (tile.level < 1 || tile.round < 1 || tile.level > mostOf::rounds || tile.round > mostOf::rounds)
            failure.offer(index, fmt::format("level and round count from 1 to {}", mostOf::rounds));
        else if (!(tile.cost >= 0) || std::isinf(tile.cost))
            failure.offer(index, fmt::format("a cost of {} ns", tile.cost));
        else if (!(tile.chain >= 0) || tile.chain > mostChain)
            failure.offer(index, fmt::format("a chain of {} steps", tile.chain));
    }
    failure.raise();
}

// What all tiles of a format store, where its parameters do not bound one of them.
void checkPadding(const Tiling& tiling, const std::vector<std::atomic<std::int64_t>>& stored)
{
    std::vector<std::int64_t> held(stored.size()); // entries
    for (const Tile& tile : tiling.tiles)
        held[at(tile.format)] += tile.entries.size();
    for (std::size_t f = 0; f < stored.size(); ++f) {
        const FormatKind* const kind = findFormatKind(tiling.formats[f]->name());
        const std::int64_t most = kind ? kind->traits.mostPerNonZero : 0;
        if (most > 0 && stored[f] > most * held[f])
            failInput(fmt::format("its tiles would store {} places for {} non-zeros, more than {} for each",
                                  stored[f].load(), held[f], most),
                      {.call = fmt::format("formats[{}]", f)});
    }
}

// Calls places(tile, its places) for every tile that is right.
template <class Places>
void checkAllTiles(const Plan& plan, const Matrix& matrix, Owned which, Progress& progress, const Places& places)
{
    requireMatrix(plan, matrix);
    if (plan.densePart < 1 || plan.op.dense < 1)
        failInput("the dense loop and its parts must be at least 1 long", {.call = "operator"});
    if (plan.densePart > mostOf::dense || plan.op.dense > mostOf::dense)
        failInput(fmt::format("the dense loop and its parts must be at most {} long", mostOf::dense),
                  {.call = "operator"});
    if (!plan.op.hasDenseAxis() && (plan.densePart != 1 || plan.op.dense != 1))
        failInput(label(plan.op.kind) + " has a dense loop of 1, in one part", {.call = "operator"});
    if (plan.op.inner < 1 || plan.op.inner > (plan.op.relational() ? mostOf::inner : 1))
        failInput(fmt::format("the inner axis is 1 to {} long, not {}", plan.op.relational() ? mostOf::inner : 1,
                              plan.op.inner),
                  {.call = "operator"});
    checkRecords(plan);
    std::vector<std::atomic<std::uint8_t>> owned(static_cast<std::size_t>(matrix.nnz()));
    std::vector<std::atomic<std::int64_t>> stored(plan.tiling().formats.size());
    FirstFailure failure;
    parallelEach(static_cast<std::int64_t>(plan.tiling().tiles.size()), 64, [&](std::int64_t t) {
        progress.check();
        const Tile& tile = plan.tiling().tiles[static_cast<std::size_t>(t)];
        try {
            const std::int64_t its = checkTile(plan, tile, matrix, owned, which);
            stored[at(tile.format)].fetch_add(its, std::memory_order_relaxed);
            places(t, its);
        } catch (const Error& e) {
            failure.offer(t, e.what());
        }
    });
    failure.raise();
    checkPadding(plan.tiling(), stored);
    if (which == Owned::Some)
        return;
    const auto missing = std::find(owned.begin(), owned.end(), 0);
    if (missing != owned.end())
        failInput(fmt::format("non-zero {} (row {}) is in no tile", missing - owned.begin(),
                              matrix.rowOf(missing - owned.begin())));
}

void checkNewTiles(Plan& plan, const Matrix& matrix, Owned which, Progress& progress)
{
    checkAllTiles(plan, matrix, which, progress, [&](std::int64_t t, std::int64_t places) {
        plan.tiling().tiles[static_cast<std::size_t>(t)].places = places;
    });
}

} // namespace

void requireMatrix(const Plan& plan, const Matrix& matrix)
{
    if (plan.matrix.pattern != matrix.fingerprint().pattern)
        failInput(fmt::format(
            "the plan belongs to a matrix of {} x {} with {} non-zeros and pattern {}, this one has {} x {}, {} and {}",
            plan.rows, plan.cols, plan.nnz, plan.matrix.text().substr(0, 16), matrix.rows(), matrix.cols(),
            matrix.nnz(), matrix.fingerprint().text().substr(0, 16)));
    if (plan.rows != matrix.rows() || plan.cols != matrix.cols() || plan.nnz != matrix.nnz())
        failInput(fmt::format("says {} x {} with {} non-zeros of a matrix of {} x {} with {}", plan.rows, plan.cols,
                              plan.nnz, matrix.rows(), matrix.cols(), matrix.nnz()),
                  {.call = "matrix"});
}

void validatePlan(const Plan& plan, const Matrix& matrix, Progress& progress)
{
    checkAllTiles(plan, matrix, Owned::All, progress, [&](std::int64_t t, std::int64_t places) {
        if (const std::int64_t known = plan.tiling().tiles[static_cast<std::size_t>(t)].places; known != places)
            failInput(fmt::format("stores {} places, not {}", places, known));
    });
}

void validateNewPlan(Plan& plan, const Matrix& matrix, Progress& progress)
{
    checkNewTiles(plan, matrix, Owned::All, progress);
}

void validatePart(Plan& plan, const Matrix& matrix, Progress& progress)
{
    checkNewTiles(plan, matrix, Owned::Some, progress);
}

std::vector<std::uint8_t> tilesOfRows(const Plan& plan)
{
    std::vector<std::uint8_t> tiles(at(plan.rows), 0);
    std::vector<std::int32_t> last(at(plan.rows), -1); // tile
    for (std::int32_t t = 0; t < static_cast<std::int32_t>(plan.tiling().tiles.size()); ++t)
        for (const std::int32_t r : plan.tiling().rowsOf(plan.tiling().tiles[at(t)]))
            if (std::exchange(last[at(r)], t) != t)
                tiles[at(r)] = static_cast<std::uint8_t>(std::min(2, tiles[at(r)] + 1));
    return tiles;
}

void markAtomicTiles(Plan& plan)
{
    if (plan.op.sampled()) {
        for (Tile& tile : plan.tiling().tiles)
            tile.atomic = plan.denseParts() > 1;
        return;
    }
    const std::vector<std::uint8_t> writers = tilesOfRows(plan);
    parallelEach(static_cast<std::int64_t>(plan.tiling().tiles.size()), 256, [&](std::int64_t t) {
        Tile& tile = plan.tiling().tiles[static_cast<std::size_t>(t)];
        const auto rows = plan.tiling().rowsOf(tile);
        tile.atomic = std::any_of(rows.begin(), rows.end(),
                                  [&](std::int32_t r) { return writers[static_cast<std::size_t>(r)] > 1; });
    });
    chooseLaunch(plan.tiling());
}

std::string splitWord(const Operator& op)
{
    return op.sampled() ? "split K" : "split rows";
}

std::string kindLabel(const Format& format, bool split, const Operator& op)
{
    return split ? format.label() + ", " + splitWord(op) : format.label();
}

void chooseLaunch(Tiling& tiling)
{
    const auto tiles = static_cast<std::ptrdiff_t>(tiling.tiles.size());
    const auto split = std::count_if(tiling.tiles.begin(), tiling.tiles.end(), [](const Tile& t) { return t.atomic; });
    tiling.splitSums = split * fewSplit <= tiles ? SplitSums::Slots : SplitSums::Atomic;
    tiling.launchOrder = tiles > manyTiles ? LaunchOrder::Rows : LaunchOrder::Longest;
}

bool ranByLibrary(const Plan& plan)
{
    const Tiling& tiling = plan.tiling();
    return plan.op.hasDenseAxis() && tiling.tiles.size() == 1 && tiling.formatOf(tiling.tiles.front()).byLibrary() &&
           tiling.tiles.front().rows.size() == plan.rows;
}

bool hasOwnKernel(const Plan& plan)
{
    const std::vector<FormatPtr>& formats = plan.tiling().formats;
    return !plan.op.sampled() && !plan.op.hasDenseAxis() && !formats.empty() &&
           std::all_of(formats.begin(), formats.end(), [](const FormatPtr& format) {
               const FormatKind* const kind = findFormatKind(format->name());
               return kind && kind->traits.ownKernel;
           });
}

std::string launchText(const Plan& plan)
{
    const Tiling& tiling = plan.tiling();
    return ranByLibrary(plan)   ? "by " + findFormatKind(tiling.formatOf(tiling.tiles.front()).name())->traits.library
           : hasOwnKernel(plan) ? "by branch"
                                : label(tiling.launchOrder);
}

Plan emptyPlan(const Matrix& matrix, const Operator& op, std::int64_t densePart)
{
    Plan plan;
    plan.op = op;
    plan.densePart = densePart;
    plan.matrix = matrix.fingerprint();
    plan.rows = matrix.rows();
    plan.cols = matrix.cols();
    plan.nnz = matrix.nnz();
    plan.slices = matrix.slices();
    plan.tiling().partitions.push_back({-1, 0, 0, matrix.rows(), 0, matrix.cols(), 0});
    return plan;
}

Plan headerOf(const Plan& plan)
{
    Plan copy;
    static_cast<PlanHeader&>(copy) = plan;
    copy.competitors.clear();
    copy.figures = nlohmann::json::object();
    copy.predictedNs = 0;
    copy.tiling().partitions = plan.tiling().partitions;
    return copy;
}

std::int32_t formatIndex(std::vector<FormatPtr>& formats, const FormatPtr& format)
{
    const auto known = std::find_if(formats.begin(), formats.end(), [&](const FormatPtr& f) {
        return f == format || (f->name() == format->name() && f->parameters() == format->parameters());
    });
    if (known != formats.end())
        return static_cast<std::int32_t>(known - formats.begin());
    formats.push_back(format);
    return static_cast<std::int32_t>(formats.size()) - 1;
}

void appendTile(Plan& plan, Tile tile, const TileView& view)
{
    const auto add = [](auto& all, const auto& some) {
        const auto begin = static_cast<std::int64_t>(all.size());
        all.insert(all.end(), some.begin(), some.end());
        return Range{begin, static_cast<std::int64_t>(all.size())};
    };
    tile.rows = add(plan.tiling().rowIds, view.rowIds);
    tile.cols = add(plan.tiling().colIds, view.colIds);
    tile.entries = add(plan.tiling().entries, view.entries);
    plan.tiling().tiles.push_back(tile);
}

void addTiles(Plan& plan, const FormatPtr& format, TileSet tiles)
{
    const auto append = [](auto& to, auto& from) {
        if (to.empty())
            to = std::move(from);
        else
            to.insert(to.end(), from.begin(), from.end());
    };
    const auto rows = static_cast<std::int64_t>(plan.tiling().rowIds.size());
    const auto cols = static_cast<std::int64_t>(plan.tiling().colIds.size());
    const auto entries = static_cast<std::int64_t>(plan.tiling().entries.size());
    append(plan.tiling().rowIds, tiles.rowIds);
    append(plan.tiling().colIds, tiles.colIds);
    append(plan.tiling().entries, tiles.entries);
    Tile tile;
    tile.format = formatIndex(plan.tiling().formats, format);
    tile.rows.end = rows;
    tile.cols.end = cols;
    tile.entries.end = entries;
    for (const TileSet::Spans& s : tiles.tiles) {
        tile.rows = {tile.rows.end, rows + static_cast<std::int64_t>(s.rowEnd)};
        tile.cols = {tile.cols.end, cols + static_cast<std::int64_t>(s.colEnd)};
        tile.entries = {tile.entries.end, entries + static_cast<std::int64_t>(s.entryEnd)};
        tile.places = s.places;
        plan.tiling().tiles.push_back(tile);
    }
}

std::vector<std::uint32_t> ownerOfEntries(const Plan& plan)
{
    std::vector<std::uint32_t> owner(static_cast<std::size_t>(plan.nnz));
    parallelEach(static_cast<std::int64_t>(plan.tiling().tiles.size()), 64, [&](std::int64_t t) {
        for (const std::uint32_t entry : plan.tiling().view(plan.tiling().tiles[static_cast<std::size_t>(t)]).entries)
            if (!Entry::redundant(entry))
                owner[entry] = static_cast<std::uint32_t>(t);
    });
    return owner;
}

PlaceCounts countPlaces(const Plan& plan, const Tile& tile)
{
    PlaceCounts counts;
    const TileView view = plan.tiling().view(tile);
    const Format& format = plan.tiling().formatOf(tile);
    counts.stored = format.sizes(view)[format.valueArray()];
    for (const std::uint32_t entry : view.entries)
        ++(Entry::redundant(entry) ? counts.redundant : counts.owned);
    return counts;
}

PlanSummary summarise(const Plan& plan)
{
    PlanSummary s;
    s.tiles = static_cast<std::int64_t>(plan.tiling().tiles.size());
    for (const FormatKind& kind : tileKinds())
        s.tilesByFormat.emplace_back(kind.name, 0);
    for (const Tile& tile : plan.tiling().tiles) {
        const Format& format = plan.tiling().formatOf(tile);
        for (auto& [formatName, count] : s.tilesByFormat)
            count += formatName == format.name() ? 1 : 0;
        s.levels = std::max<std::int64_t>(s.levels, tile.level);
        s.rounds = std::max<std::int64_t>(s.rounds, tile.round);
        s.atomicTiles += tile.atomic ? 1 : 0;
        const PlaceCounts places = countPlaces(plan, tile);
        s.places.stored += places.stored;
        s.places.owned += places.owned;
        s.places.redundant += places.redundant;
        s.bytes += format.bytes(plan.tiling().view(tile), plan.op);
    }
    s.csrBytes = 4 * (plan.rows + 1) + (4 + bytesOf(plan.op.dtype)) * plan.nnz;
    return s;
}

std::string formatNames(const Plan& plan, FormatFamily family, bool letters)
{
    std::string names;
    for (const FormatKind& kind : tileKinds()) {
        const auto used = std::find_if(plan.tiling().formats.begin(), plan.tiling().formats.end(),
                                       [&](const FormatPtr& f) { return f->name() == kind.name; });
        if (used != plan.tiling().formats.end() && (*used)->family() == family)
            names += (names.empty() ? "" : ", ") + kind.name + (letters ? " " + (*used)->letter() : "");
    }
    return names.empty() ? name(family) : names;
}

} // namespace sparsescope
