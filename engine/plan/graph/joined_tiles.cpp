#include "engine/plan/graph/joined_tiles.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/plan/graph/graph.h"
#include "engine/plan/graph/results.h"
#include "engine/plan/graph/tiles.h"
#include "engine/plan/plan.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

namespace sparsescope::graph {

namespace {

constexpr std::int64_t together = 1024; // tiles whose metadata are kept at a time

// Appends the metadata of tiles to those of the branch that they are of.
class Joining {
public:
    void add(const Metadata& tile)
    {
        if (m_count++ == 0) {
            m = Metadata(tile);
            m.nnz = 0;
            for (std::size_t a = 0; a < arrayCount; ++a)
                if (const auto array = static_cast<Array>(a); tile.has(array))
                    m_arrays[a].assign(tile[array].begin(), tile[array].end());
        } else {
            append(tile);
            m.parts.push_back(tile.parts.front());
            m.parts.back().firstRow = static_cast<std::int32_t>(m.rows);
        }
        m.rows = std::ssize(at(Array::OriginRows));
        m.places = std::ssize(at(Array::Entries));
        m.nnz += tile.nnz;
        m.partials = std::max(m.partials, tile.partials);
    }

    Metadata finish()
    {
        for (std::size_t a = 0; a < arrayCount; ++a)
            if (m.has(static_cast<Array>(a)))
                m.set(static_cast<Array>(a), std::move(m_arrays[a]));
        return std::move(m);
    }

private:
    Numbers& at(Array array) { return m_arrays[static_cast<std::size_t>(array)]; }

    void append(const Metadata& tile)
    {
        const std::int64_t rows = m.rows, places = m.places, before = at(Array::RowOffsets).back();
        const auto bmts = std::ssize(at(Array::BmtSizes));
        const auto bmws = std::ssize(at(Array::BmwBmtOffsets)) - 1;
        // Offsets have the end of the tile before where this one's begin.
        const auto offsets = [&](Array array, std::int64_t by) {
            if (!tile.has(array))
                return;
            at(array).pop_back();
            for (const std::int32_t n : tile[array])
                at(array).push_back(number(n + by));
        };
        const auto plain = [&](Array array, std::int64_t by = 0) {
            for (const std::int32_t n : tile[array])
                at(array).push_back(n < 0 && by > 0 ? n : number(n + by)); // -1: no row
        };
        offsets(Array::RowOffsets, before);
        offsets(Array::BmtbNzOffsets, places);
        offsets(Array::BmtbRowOffsets, rows);
        offsets(Array::BmtbBmwOffsets, bmws);
        offsets(Array::BmtbBmtOffsets, bmts);
        offsets(Array::BmwBmtOffsets, bmts);
        offsets(Array::BmtEntryOffsets, before);
        offsets(Array::BmtbResultOffsets, rows);
        plain(Array::BmwRows, rows);
        plain(Array::BmtRows, rows);
        for (const Array array :
             {Array::OriginRows, Array::RowLengths, Array::Entries, Array::BmtSizesOfBmtb, Array::BmwNzOffsets,
              Array::BmwBitmaps, Array::BmtNzOffsets, Array::BmtSizes, Array::BmtBitmaps, Array::BmtbPartialOffsets,
              Array::BmwFirstPartial, Array::BmtFirstPartial})
            plain(array);
    }

    static std::int32_t number(std::int64_t n)
    {
        if (n > std::numeric_limits<std::int32_t>::max())
            failInput("a graph's kernel counts places in 31 bits, and a branch has more");
        return static_cast<std::int32_t>(n);
    }

    Metadata m;
    std::array<Numbers, arrayCount> m_arrays;
    std::int64_t m_count = 0;
};

Metadata join(const Tiling& tiling, const Chain& nodes, std::int64_t begin, std::int64_t end, const Matrix& matrix,
              Progress& progress)
{
    Joining joining;
    for (std::int64_t first = begin; first < end; first += together) {
        std::vector<Metadata> tiles(at(std::min(together, end - first)));
        parallelEach(std::ssize(tiles), 16, [&](std::int64_t i) {
            if (!progress.cancelled())
                tiles[at(i)] = tileMetadata(nodes, tiling.view(tiling.tiles[at(first + i)]), matrix, progress);
        });
        progress.check();
        for (const Metadata& tile : tiles)
            joining.add(tile);
    }
    return joining.finish();
}

// Where tiles of one format and round of a plan begin, and the end of all.
std::vector<std::int64_t> runsOf(const Tiling& tiling)
{
    std::vector<std::int64_t> begins;
    for (std::size_t t = 0; t < tiling.tiles.size(); ++t)
        if (t == 0 || tiling.tiles[t].format != tiling.tiles[t - 1].format ||
            tiling.tiles[t].level != tiling.tiles[t - 1].level)
            begins.push_back(static_cast<std::int64_t>(t));
    begins.push_back(std::ssize(tiling.tiles));
    return begins;
}

// A row that several BMTBs share is a stored row of each.
void separateRows(Metadata& m)
{
    if (m.has(Array::BmtbRowOffsets))
        return;
    const std::vector<RowRange> rows = rowsOfGroups(m, m[Array::BmtbBmtOffsets]);
    const auto origins = m[Array::OriginRows], owned = m[Array::RowOffsets];
    Numbers offsets{0}, apart, lengths;
    for (std::size_t b = 0; b < rows.size(); ++b) {
        const std::int32_t begin = m[Array::BmtEntryOffsets][at(m[Array::BmtbBmtOffsets][b])];
        const std::int32_t end = m[Array::BmtEntryOffsets][at(m[Array::BmtbBmtOffsets][b + 1])];
        for (std::int32_t row = rows[b].first; row >= 0 && row <= rows[b].last; ++row) {
            apart.push_back(origins[at(row)]);
            lengths.push_back(std::min(owned[at(row) + 1], end) - std::max(owned[at(row)], begin));
        }
        offsets.push_back(static_cast<std::int32_t>(apart.size()));
    }
    const auto moved = [&](Array array, Array ofBmtbs) {
        if (!m.has(array))
            return;
        Numbers numbers(m[array].begin(), m[array].end());
        const auto begins = m[ofBmtbs];
        for (std::size_t b = 0; b + 1 < begins.size(); ++b)
            for (auto i = at(begins[b]); i < at(begins[b + 1]); ++i)
                if (numbers[i] >= 0)
                    numbers[i] += offsets[b] - rows[b].first;
        m.set(array, std::move(numbers));
    };
    moved(Array::BmtRows, Array::BmtbBmtOffsets);
    moved(Array::BmwRows, Array::BmtbBmwOffsets);
    m.setRows(std::move(apart), std::move(lengths));
    m.set(Array::BmtbRowOffsets, std::move(offsets));
}

// The columns that each BMTB reads.
void separateParts(Metadata& m, const Matrix& matrix)
{
    const auto places = m[Array::BmtbNzOffsets], entries = m[Array::Entries];
    m.parts.assign(at(m.bmtbs()), {});
    const auto rows = m[Array::BmtbRowOffsets];
    parallelEach(m.bmtbs(), 16, [&](std::int64_t b) {
        if (m.has(Array::Diagonals)) {
            const auto [first, end] =
                columnsOn(m[Array::OriginRows].subspan(at(rows[at(b)]), at(rows[at(b) + 1] - rows[at(b)])),
                          m[Array::Diagonals], m.cols);
            m.parts[at(b)] = {rows[at(b)], first, end};
            return;
        }
        std::int32_t first = std::numeric_limits<std::int32_t>::max(), last = -1;
        for (auto i = at(places[at(b)]); i < at(places[at(b) + 1]); ++i)
            if (const std::int32_t entry = entries[i]; entry >= 0) {
                first = std::min(first, matrix.colIdx()[at(entry)]);
                last = std::max(last, matrix.colIdx()[at(entry)]);
            }
        m.parts[at(b)] = {rows[at(b)], first, last + 1};
    });
}

// As tiles have it that are joined.
Metadata asJoined(Metadata m, const Matrix& matrix)
{
    separateRows(m);
    if (m.xShared)
        separateParts(m, matrix);
    return m;
}

// The first with so many threads has its place, and the others come behind it.
void sortByThreads(std::vector<JoinedTiles>& joined)
{
    std::vector<int> threads;
    for (const JoinedTiles& one : joined)
        if (std::find(threads.begin(), threads.end(), one.metadata.threads) == threads.end())
            threads.push_back(one.metadata.threads);
    std::stable_sort(joined.begin(), joined.end(), [&](const JoinedTiles& a, const JoinedTiles& b) {
        return std::find(threads.begin(), threads.end(), a.metadata.threads) <
               std::find(threads.begin(), threads.end(), b.metadata.threads);
    });
}

} // namespace

bool hasKernelGraph(const Plan& plan)
{
    if (plan.op.sampled() || plan.op.hasDenseAxis())
        return false;
    const Tiling& tiling = plan.tiling();
    std::vector<bool> own;
    for (const FormatPtr& format : tiling.formats) {
        const FormatKind* const kind = findFormatKind(format->name());
        own.push_back(kind && kind->traits.ownKernel);
    }
    const bool all =
        std::all_of(tiling.tiles.begin(), tiling.tiles.end(), [&](const Tile& tile) { return own[at(tile.format)]; });
    return all && !tiling.tiles.empty() && runsOf(tiling).size() - 1 <= mostKernelBranches;
}

std::vector<JoinedTiles> joinTiles(const Tiling& tiling, const Matrix& matrix, Progress& progress)
{
    std::int64_t places = 0;
    for (const Tile& tile : tiling.tiles)
        places += tile.places;
    requireMemory(static_cast<std::uint64_t>(24 * places), {},
                  "joining the tiles of a graph"); // entries, columns, values
    std::vector<JoinedTiles> joined;
    const std::vector<std::int64_t> runs = runsOf(tiling);
    for (std::size_t r = 0; r + 1 < runs.size(); ++r) {
        const nlohmann::json parameters = tiling.formatOf(tiling.tiles[at(runs[r])]).parameters();
        Chain nodes = readTileNodes(parameters.at("leaf"), {}, "leaf");
        Metadata metadata = join(tiling, nodes, runs[r], runs[r + 1], matrix, progress);
        joined.push_back({tiling.tiles[at(runs[r])].level, runs[r], std::move(nodes), std::move(metadata)});
    }
    sortByThreads(joined);
    return joined;
}

std::vector<JoinedTiles> joinBranches(const Applied& applied, const Matrix& matrix)
{
    std::vector<JoinedTiles> joined;
    std::int64_t tiles = 0;
    for (std::size_t i = 0; i < applied.branches.size(); ++i) {
        const Branch& branch = applied.branches[i];
        if (branch.metadata().bmtbs() == 0)
            continue;
        joined.push_back({static_cast<int>(i) + 1, tiles, tileNodes(branch.leaf, branch.metadata()),
                          asJoined(branch.metadata(), matrix)});
        tiles += branch.metadata().bmtbs();
    }
    sortByThreads(joined);
    return joined;
}

std::vector<std::int32_t> rowWriters(std::span<const JoinedTiles> joined, std::int64_t rows)
{
    std::vector<std::int32_t> writers(at(rows));
    for (const JoinedTiles& one : joined)
        countWriters(one.metadata, writers);
    return writers;
}

} // namespace sparsescope::graph
