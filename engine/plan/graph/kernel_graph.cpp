#include "engine/plan/graph/kernel_graph.h"

#include "engine/plan/graph/kept_results.h"
#include "engine/plan/plan.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sparsescope::graph {

namespace {

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

Compression compressionOf(const Plan& plan)
{
    // Options are the planner's own business, so that a file may say anything here.
    const auto found = plan.options.find("compression");
    return found != plan.options.end() && *found == false ? Compression::Off : Compression::On;
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
