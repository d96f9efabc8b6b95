// Edge lists: a line an edge, of vertices that are numbered from 0 or 1. Parsed in chunks, each by one thread; the
// largest number says how large the matrix is.
#include "engine/core/at.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/core/parallel_sort.h"
#include "engine/io/csr_assembly.h"
#include "engine/io/edge_layout.h"
#include "engine/io/formats.h"
#include "engine/io/text_chunks.h"
#include "engine/matrix/patterns/build.h"

#include <fmt/format.h>
#include <utility>

namespace sparsescope {

namespace {

constexpr std::uint64_t mostVertex = (std::uint64_t{1} << 31) - 2; // from 0
constexpr std::uint64_t mostNamedVertex = UINT64_MAX / 32;         // that is numbered anew

// Vertex is 32 bits wide, or 64 where they are numbered anew.
template <class Vertex>
struct Edges {
    std::vector<Vertex> source, target; // as the text has them
    std::vector<double> weight;
};

std::string explainVertex(std::string_view field, std::uint64_t least, std::uint64_t most, bool source)
{
    std::string reason = fmt::format("{} {} is not a whole number from {} to {}", source ? "source" : "target",
                                     quoted(field), least, most);
    std::uint64_t vertex = 0;
    const char* const end = field.data() + field.size();
    if (parseWhole(field.data(), end, vertex) == end && vertex > most)
        reason += ": --edges compact numbers those that occur";
    return reason;
}

template <class Vertex>
class EdgeLines {
public:
    explicit EdgeLines(const EdgeLayout& layout)
        : m_layout(layout), m_least(static_cast<std::uint64_t>(layout.base.value_or(0))),
          m_most(layout.compact ? mostNamedVertex : mostVertex + (layout.base == 0 ? 0 : 1)),
          m_last(std::max({layout.source, layout.target, layout.weight}))
    {
    }

    // Why a line is no edge; empty where it was taken.
    std::string take(std::string_view line, Edges<Vertex>& edges) const
    {
        const char* p = line.data();
        const char* const end = p + line.size();
        if (m_layout.separator == ' ')
            p = skipBlanks(p, end);
        std::string_view source, target, weight;
        int column = 0;
        while (p < end && column < m_last) {
            const std::string_view field = nextField(p, end, m_layout.separator);
            ++column;
            if (column == m_layout.source)
                source = field;
            else if (column == m_layout.target)
                target = field;
            else if (column == m_layout.weight)
                weight = field;
        }
        if (column < m_last || (m_layout.columns > 0 && (p < end || column < m_layout.columns)))
            if (const std::size_t count = edgeFields(line, m_layout.separator).size();
                std::cmp_less(count, m_last) || (m_layout.columns > 0 && std::cmp_not_equal(count, m_layout.columns)))
                return fmt::format("has {} column{} where {} are expected", count, count == 1 ? "" : "s",
                                   std::max(m_layout.columns, m_last));
        for (const auto& [field, list] : {std::pair(source, &edges.source), std::pair(target, &edges.target)}) {
            std::uint64_t vertex = 0;
            if (parseWhole(field.data(), field.data() + field.size(), vertex) != field.data() + field.size() ||
                field.empty() || vertex < m_least || vertex > m_most)
                return explainVertex(field, m_least, m_most, list == &edges.source);
            list->push_back(static_cast<Vertex>(vertex));
        }
        if (m_layout.weight == 0)
            return {};
        double value = 0;
        if (weight.empty() ||
            parseReal(weight.data(), weight.data() + weight.size(), value) != weight.data() + weight.size())
            return fmt::format("weight {} is not a number", quoted(weight));
        edges.weight.push_back(value);
        return {};
    }

private:
    const EdgeLayout& m_layout;
    std::uint64_t m_least, m_most;
    int m_last; // column that is asked for
};

template <class Vertex>
std::vector<Edges<Vertex>> readEdges(const EdgeLayout& layout, const Opened& opened)
{
    const std::string_view text = opened.bytes;
    const std::vector<TextChunk> cuts = cutText(text, layout.body, "\n", opened.progress);
    const EdgeLines<Vertex> reader(layout);
    std::vector<Edges<Vertex>> chunks(cuts.size());
    const Defect defect =
        overTextChunks(std::ssize(cuts), opened.progress, "reading edges", 0.0, 0.6, [&](std::int64_t i) -> Defect {
            const TextChunk& chunk = cuts[at(i)];
            Lines lines(text.substr(chunk.begin, chunk.end - chunk.begin));
            std::string_view line;
            while (lines.next(line)) {
                if (!line.empty() && !isDigit(line.front()) && holdsNoEdge(line))
                    continue;
                if (line.empty())
                    continue;
                if (std::string reason = reader.take(line, chunks[at(i)]); !reason.empty())
                    return {static_cast<std::size_t>(line.data() - text.data()), std::move(reason)};
            }
            return {};
        });
    if (defect.position != std::string_view::npos)
        failInput(defect.reason, {.file = opened.file, .line = lineOf(text, defect.position, opened.progress)});
    return chunks;
}

// The smallest and the largest vertex of all chunks.
template <class Vertex>
struct Range {
    Vertex least = std::numeric_limits<Vertex>::max(), most = 0;
};

template <class Vertex>
Range<Vertex> rangeOf(const std::vector<Edges<Vertex>>& chunks, std::vector<Vertex> Edges<Vertex>::*end)
{
    Range<Vertex> range;
    for (const Edges<Vertex>& chunk : chunks)
        for (const Vertex vertex : chunk.*end) {
            range.least = std::min(range.least, vertex);
            range.most = std::max(range.most, vertex);
        }
    return range;
}

// All vertices that occur, ascending.
using Ends = std::vector<std::uint64_t> Edges<std::uint64_t>::*;
std::vector<std::uint64_t> verticesOf(const std::vector<Edges<std::uint64_t>>& chunks, std::initializer_list<Ends> ends,
                                      const Progress& progress)
{
    std::vector<std::uint64_t> all;
    for (const Edges<std::uint64_t>& chunk : chunks)
        for (const Ends end : ends) {
            progress.check();
            all.insert(all.end(), (chunk.*end).begin(), (chunk.*end).end());
        }
    parallelSort(all.begin(), all.end(), std::less<>());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

void number(const std::vector<std::uint64_t>& from, const std::vector<std::uint64_t>& all,
            std::vector<std::uint32_t>& to)
{
    to.reserve(from.size());
    for (const std::uint64_t vertex : from)
        to.push_back(static_cast<std::uint32_t>(std::lower_bound(all.begin(), all.end(), vertex) - all.begin()));
}

// Numbered anew from 0; changes what the layout says of sizes.
std::vector<Edges<std::uint32_t>> numbered(std::vector<Edges<std::uint64_t>> chunks, EdgeLayout& layout,
                                           const Opened& opened)
{
    using Named = Edges<std::uint64_t>;
    std::vector<std::uint64_t> sources, targets;
    if (layout.bipartite) {
        sources = verticesOf(chunks, {&Named::source}, opened.progress);
        targets = verticesOf(chunks, {&Named::target}, opened.progress);
    } else {
        sources = verticesOf(chunks, {&Named::source, &Named::target}, opened.progress);
    }
    const std::vector<std::uint64_t>& ofTargets = layout.bipartite ? targets : sources;
    if (std::max(sources.size(), ofTargets.size()) > mostVertex + 1)
        failInput(fmt::format("has {} vertices: at most {} can be read", std::max(sources.size(), ofTargets.size()),
                              mostVertex + 1),
                  {.file = opened.file});
    std::vector<Edges<std::uint32_t>> all(chunks.size());
    parallelEach(std::ssize(chunks), 1, [&](std::int64_t i) {
        opened.progress.check();
        number(chunks[at(i)].source, sources, all[at(i)].source);
        number(chunks[at(i)].target, ofTargets, all[at(i)].target);
        all[at(i)].weight = std::move(chunks[at(i)].weight);
        chunks[at(i)] = {};
    });
    if (!sources.empty())
        layout.reasons.push_back(
            fmt::format("The {} vertices that occur, numbered up to {}, are numbered anew in this order.",
                        layout.bipartite ? sources.size() + targets.size() : sources.size(),
                        std::max(sources.back(), ofTargets.back())));
    layout.base = 0;
    return all;
}

// Sets the extents, and the base where nothing said it.
void takeSizes(const std::vector<Edges<std::uint32_t>>& chunks, EdgeLayout& layout, const std::string& file)
{
    const Range<std::uint32_t> sources = rangeOf(chunks, &Edges<std::uint32_t>::source),
                               targets = rangeOf(chunks, &Edges<std::uint32_t>::target);
    if (!layout.base)
        layout.base = std::min(sources.least, targets.least) == 0 ? 0 : 1;
    const std::int64_t rows = std::int64_t{sources.most} + 1 - *layout.base;
    const std::int64_t cols = std::int64_t{targets.most} + 1 - *layout.base;
    const std::int64_t both = std::max(rows, cols);
    const auto fit = [&](std::int64_t& extent, std::int64_t found, const char* what) {
        if (layout.sizeAsked && found > extent)
            failInput(fmt::format("has vertex {} where {} {} are asked for", found - 1 + *layout.base, extent, what),
                      {.file = file});
        extent = std::max(extent, found);
    };
    const bool apart = layout.bipartite || (layout.sizeAsked && layout.rows != layout.cols);
    fit(layout.rows, apart ? rows : both, "rows");
    fit(layout.cols, apart ? cols : both, "columns");
    if (std::max(layout.rows, layout.cols) > static_cast<std::int64_t>(mostVertex) + 1)
        failInput(
            fmt::format("has vertex {}: at most {} vertices can be read; --edges compact numbers those that occur",
                        both - 1 + *layout.base, mostVertex + 1),
            {.file = file});
}

template <class Entry>
Csr sortedEdges(std::vector<Edges<std::uint32_t>> chunks, const EdgeLayout& layout, std::int64_t count,
                const Opened& opened)
{
    const Mirror mirror = layout.symmetric ? Mirror::Same : Mirror::None;
    requireMemory(static_cast<std::uint64_t>(count) * sizeof(Entry) * (layout.symmetric ? 2 : 1) +
                      8 * static_cast<std::uint64_t>(layout.rows),
                  opened.file, "the matrix");
    RowSorter<Entry> sorter(layout.rows, count, std::ssize(chunks), mirror);
    const auto base = static_cast<std::uint32_t>(*layout.base);
    parallelEach(std::ssize(chunks), 1, [&](std::int64_t k) {
        opened.progress.check();
        Edges<std::uint32_t>& chunk = chunks[at(k)];
        std::vector<Entry> entries(chunk.source.size());
        for (std::size_t i = 0; i < entries.size(); ++i) {
            entries[i].row = static_cast<std::int32_t>(chunk.source[i] - base);
            entries[i].col = static_cast<std::int32_t>(chunk.target[i] - base);
            if constexpr (std::is_same_v<Entry, ValuedEntry>)
                entries[i].value = chunk.weight[i];
        }
        sorter.take(k, entries);
        chunk = {};
    });
    return sorter.finish(opened.file, opened.progress);
}

std::string columnText(const EdgeLayout& layout, int column)
{
    return at(column) <= layout.names.size()
               ? fmt::format("{} ({})", column, quoted(std::string_view(layout.names[at(column - 1)])))
               : fmt::format("{}", column);
}

void takeEdgeNotes(const EdgeLayout& layout, MatrixSource& source)
{
    source.notes.push_back(fmt::format("An edge list: source in column {}, target in column {}, {}; numbered from {}.",
                                       columnText(layout, layout.source), columnText(layout, layout.target),
                                       layout.weight > 0 ? "weight in column " + columnText(layout, layout.weight)
                                                         : std::string("no weight"),
                                       *layout.base));
    if (layout.symmetric)
        source.notes.emplace_back("Every edge is one in both directions.");
    source.notes.insert(source.notes.end(), layout.reasons.begin(), layout.reasons.end());
}

} // namespace

MatrixPtr readEdgeList(Opened opened)
{
    EdgeLayout layout = edgeLayout(opened.bytes, opened.edges, opened.file);
    requireMemory((layout.compact ? 6 : 3) * static_cast<std::uint64_t>(opened.bytes.size()), opened.file, "the edges");
    std::vector<Edges<std::uint32_t>> chunks = layout.compact
                                                   ? numbered(readEdges<std::uint64_t>(layout, opened), layout, opened)
                                                   : readEdges<std::uint32_t>(layout, opened);
    takeSizes(chunks, layout, opened.file);
    std::int64_t count = 0;
    for (const Edges<std::uint32_t>& chunk : chunks)
        count += std::ssize(chunk.source);
    try {
        requireRowsInUse(layout.rows, count, opened.file);
    } catch (const Error&) {
        failInput(
            fmt::format("has {} edges of vertices up to {}, so that nearly all rows are empty: --edges compact numbers "
                        "the vertices that occur",
                        count, layout.rows - 1 + *layout.base),
            {.file = opened.file});
    }
    const bool valued = layout.weight > 0;
    MatrixSource& source = opened.source;
    source.format = "edge list";
    source.field = valued ? "real" : "pattern";
    source.symmetry = layout.symmetric ? "symmetric" : "general";
    source.storedEntries = count;
    takeEdgeNotes(layout, source);
    Csr csr = valued ? sortedEdges<ValuedEntry>(std::move(chunks), layout, count, opened)
                     : sortedEdges<PatternEntry>(std::move(chunks), layout, count, opened);
    return finishMatrix(layout.rows, layout.cols, std::move(csr), std::move(source), opened.progress);
}

} // namespace sparsescope
