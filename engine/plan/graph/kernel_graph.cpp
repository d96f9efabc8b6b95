#include "engine/plan/graph/kernel_graph.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/plan/graph/graph.h"
#include "engine/plan/graph/kept_results.h"
#include "engine/plan/graph/results.h"
#include "engine/plan/graph/tiles.h"
#include "engine/plan/plan.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>

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

// Are they equal within each group?
bool sameInGroups(std::span<const std::int32_t> numbers, std::span<const std::int32_t> offsets)
{
    for (std::size_t g = 0; g + 1 < offsets.size(); ++g)
        for (auto i = at(offsets[g]); i < at(offsets[g + 1]); ++i)
            if (numbers[i] != numbers[at(offsets[g])])
                return false;
    return true;
}

SizesOf sizesOf(const Metadata& m)
{
    const auto sizes = m[Array::BmtSizes];
    if (std::adjacent_find(sizes.begin(), sizes.end(), std::not_equal_to<>()) == sizes.end())
        return SizesOf::Branch;
    if (sameInGroups(sizes, m[Array::BmtbBmtOffsets]))
        return SizesOf::Bmtb;
    return m.interleave > 0 ? SizesOf::Bmw : SizesOf::Bmt; // which the node has seen to
}

// The first of each group.
Numbers firstOf(std::span<const std::int32_t> numbers, std::span<const std::int32_t> offsets)
{
    Numbers firsts(offsets.size() - 1);
    for (std::size_t g = 0; g < firsts.size(); ++g)
        firsts[g] = offsets[g] < offsets[g + 1] ? numbers[at(offsets[g])] : 0;
    return firsts;
}

// Where each BMT begins in its BMTB, and behind a BMTB's last one where that ends.
Numbers beginsOfBmts(const Metadata& m)
{
    Numbers begins;
    begins.reserve(at(m.bmts() + m.bmtbs()));
    const auto bmts = m[Array::BmtbBmtOffsets], places = m[Array::BmtbNzOffsets];
    for (std::size_t b = 0; b + 1 < bmts.size(); ++b) {
        const auto from = m[Array::BmtNzOffsets].begin();
        begins.insert(begins.end(), from + bmts[b], from + bmts[b + 1]);
        begins.push_back(places[b + 1] - places[b]);
    }
    return begins;
}

Numbers slotsOfRows(const Metadata& m, std::span<const std::int32_t> slots)
{
    Numbers ofRows;
    for (const std::int32_t row : m[Array::OriginRows])
        ofRows.push_back(row < 0 ? -1 : slots[at(row)]);
    return ofRows;
}

// Makes the arrays of a branch that its kernel reads.
class Arrays {
public:
    Arrays(KernelBranch& branch, const Metadata& metadata, Compression compression, Progress& progress)
        : m_branch(branch), m(metadata), m_compression(compression), m_progress(progress)
    {
        m_counts = {branch.threads, 32, std::int64_t{branch.interleave}};
        for (const Node& node : branch.nodes)
            for (const auto& [name, value] : node.parameters)
                if (const auto* number = std::get_if<std::int64_t>(&value))
                    m_counts.push_back(*number);
        std::erase_if(m_counts, [](std::int64_t n) { return n < 2; });
    }

    // `ofBmtbs`: where the elements of each BMTB begin, where these are worth a base of their own.
    void add(const char* name, std::span<const std::int32_t> numbers, std::span<const std::int32_t> ofBmtbs = {})
    {
        ArrayContext context;
        context.counts = m_counts;
        context.bmtbOffsets = ofBmtbs;
        m_branch.arrays.push_back({name, encode(numbers, context, m_compression, m_progress)});
    }
    void add(Array array, std::span<const std::int32_t> ofBmtbs = {}) { add(graph::name(array), m[array], ofBmtbs); }

    void addSizes()
    {
        const auto bmts = m[Array::BmtbBmtOffsets];
        if (m_branch.sizes != SizesOf::Branch)
            add(Array::BmtbNzOffsets);
        switch (m_branch.sizes) {
        case SizesOf::Branch:
            add(graph::name(Array::BmtSizes), firstOf(m[Array::BmtSizes], Numbers{0, bmts.back()}));
            break;
        case SizesOf::Bmtb:
            add(graph::name(Array::BmtSizesOfBmtb), firstOf(m[Array::BmtSizes], bmts));
            break;
        case SizesOf::Bmw:
            add(Array::BmwNzOffsets);
            add("bmw_sizes", firstOf(m[Array::BmtSizes], m[Array::BmwBmtOffsets]));
            break;
        case SizesOf::Bmt:
            add(graph::name(Array::BmtNzOffsets), beginsOfBmts(m));
            break;
        }
    }

    void addReductions()
    {
        const Reductions& r = m.reductions;
        const Adapter toBlock = adapters(r)[1];
        const bool byBmt = r.warp == WarpRed::None && r.block == BlockRed::None;
        if (byBmt || r.warp == WarpRed::Bitmap || r.warp == WarpRed::Seg)
            add(Array::BmtRows, m[Array::BmtbBmtOffsets]);
        if (r.thread == ThreadRed::Bitmap)
            add(Array::BmtBitmaps);
        if (toBlock == Adapter::PartialsOfRuns)
            add(Array::BmtFirstPartial);
        if (r.warp == WarpRed::Bitmap)
            add(Array::BmwBitmaps);
        if ((r.warp == WarpRed::Total && r.block == BlockRed::None) || toBlock == Adapter::PartialsOfRows)
            add(Array::BmwRows, m[Array::BmtbBmwOffsets]);
        if (toBlock == Adapter::PartialsOfRows)
            add(Array::BmwFirstPartial);
        if (r.block == BlockRed::Offset)
            add(Array::BmtbPartialOffsets);
    }

    void addColumns(const Matrix& matrix)
    {
        // Sums of rows and columns have 32 bits in a kernel.
        const bool fit = m.cols + matrix.rows() <= std::numeric_limits<std::int32_t>::max();
        if (m_compression == Compression::Off || !fit || !bmtsAreDiagonals(m))
            return add("col_indices", colIndices(m, matrix), m[Array::BmtbNzOffsets]);
        const auto diagonals = m[Array::Diagonals];
        std::vector<std::int64_t> constants(diagonals.begin(), diagonals.end());
        constants.resize(at(m[Array::BmtSizes].front()), constants.back());
        m_branch.diagonals = static_cast<int>(constants.size());
        if (!m_branch.has(graph::name(Array::BmtRows)))
            add(Array::BmtRows, m[Array::BmtbBmtOffsets]);
        m_branch.arrays.push_back({"col_indices", rowLinear(std::move(constants), static_cast<std::int32_t>(m.places),
                                                            static_cast<std::int32_t>(m.cols))});
    }

    void addStripes()
    {
        Numbers first, count;
        for (const Part& part : m.parts) {
            first.push_back(part.firstCol);
            count.push_back(part.endCol - part.firstCol);
        }
        m_branch.stripe = count.empty() ? 0 : *std::max_element(count.begin(), count.end());
        add("bmtb_first_cols", first);
        add("bmtb_cols", count);
    }

private:
    KernelBranch& m_branch;
    const Metadata& m;
    Compression m_compression;
    Progress& m_progress;
    std::vector<std::int64_t> m_counts; // periods worth a try
};

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

// `kept`: null where results are added to their rows.
KernelBranch branchOf(const JoinedTiles& joined, std::span<const std::int32_t> slots, const KeptOfBranch* kept,
                      const Matrix& matrix, Compression compression, Progress& progress)
{
    const Metadata& m = joined.metadata;
    const auto negative = [](std::int32_t n) { return n < 0; };
    KernelBranch branch;
    branch.nodes = joined.nodes;
    branch.level = joined.level;
    branch.firstTile = joined.firstTile;
    branch.bmtbs = m.bmtbs();
    branch.places = m.places;
    branch.reductions = m.reductions;
    branch.sizes = sizesOf(m);
    branch.bmws = m.has(Array::BmtbBmwOffsets);
    branch.ofBmws = m.bmw != Cutting::None;
    branch.emptyBmts = std::any_of(m[Array::BmtRows].begin(), m[Array::BmtRows].end(), negative);
    branch.paddedRows = std::any_of(m[Array::OriginRows].begin(), m[Array::OriginRows].end(), negative);
    branch.xShared = m.xShared;
    branch.interleave = m.interleave;
    branch.threads = m.threads;
    branch.blocks = m.blocks;
    branch.gathers = m.gathers;
    branch.lanes = m.lanes;
    branch.partials = m.partials;

    Arrays arrays(branch, m, compression, progress);
    arrays.add(Array::BmtbBmtOffsets);
    if (m.reductions.block != BlockRed::None)
        arrays.add(Array::BmtbRowOffsets);
    if (branch.bmws) {
        arrays.add(Array::BmtbBmwOffsets);
        arrays.add(Array::BmwBmtOffsets);
    }
    arrays.addSizes();
    arrays.addReductions();
    arrays.add(Array::OriginRows, m[Array::BmtbRowOffsets]);
    if (const Numbers added = slotsOfRows(m, slots); !std::all_of(added.begin(), added.end(), negative)) {
        arrays.add("row_slots", added);
        if (kept)
            arrays.add("row_results", kept->slots, m[Array::BmtbRowOffsets]);
        if (kept && !kept->ranks.empty())
            arrays.add("bmt_ranks", kept->ranks);
    }
    if (m.xShared)
        arrays.addStripes();
    arrays.addColumns(matrix);
    return branch;
}

} // namespace

bool KernelBranch::has(const char* array) const
{
    return std::any_of(arrays.begin(), arrays.end(), [&](const KernelArray& a) { return a.name == array; });
}

std::int64_t KernelGraph::bytes() const
{
    std::int64_t bytes = 4 * std::ssize(resultOffsets);
    for (const KernelBranch& branch : branches) {
        bytes += std::ssize(branch.values);
        for (const KernelArray& array : branch.arrays)
            bytes += bytesOf(array.function);
    }
    return bytes;
}

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

Compression compressionOf(const Plan& plan)
{
    // Options are the planner's own business, so that a file may say anything here.
    const auto found = plan.options.find("compression");
    return found != plan.options.end() && *found == false ? Compression::Off : Compression::On;
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

KernelGraph kernelGraph(std::span<const JoinedTiles> joined, std::span<const std::int32_t> slots, const Matrix& matrix,
                        Compression compression, Progress& progress)
{
    KernelGraph graph;
    KeptResults kept;
    if (keepsResults(joined)) {
        kept = keptResults(joined, matrix.rows());
        slots = kept.rowSlots;
        if (kept.offsets.size() > 1)
            graph.resultOffsets = std::move(kept.offsets);
    }
    for (std::size_t i = 0; i < joined.size(); ++i) {
        progress.check();
        graph.branches.push_back(branchOf(joined[i], slots, graph.keepsResults() ? &kept.branches[i] : nullptr, matrix,
                                          compression, progress));
    }
    return graph;
}

} // namespace sparsescope::graph
