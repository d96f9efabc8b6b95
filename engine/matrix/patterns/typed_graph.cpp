// Graphs with typed edges: a slice a relation.
#include "engine/matrix/patterns.h"

#include "engine/core/at.h"
#include "engine/core/parallel_sort.h"
#include "engine/matrix/patterns/build.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <numeric>

namespace sparsescope {

namespace {

constexpr const char* typedGraphKind = "typed-graph";
// So many places for each edge between two types: drawing distinct ones ends soon.
constexpr std::int64_t roomPerEdge = 8;
constexpr std::int64_t leastRoom = 4; // that is asked for: drawing takes longer
constexpr int draws = 8;              // of types, before all nodes are taken for one

enum TypedDraws : std::uint64_t { EndTypes = 1, TypedEdges = 2 };

struct Nodes {
    std::int64_t begin = 0, size = 0;
};

// `total` in `count` shares of which share i is worth 1 / (i / repeats + 1): of what rounding leaves one goes to each
// in turn, to those at multiples of `repeats` first.
std::vector<std::int64_t> zipf(std::int64_t total, std::int64_t count, std::int64_t repeats)
{
    const auto worth = [&](std::int64_t i) { return 1.0 / static_cast<double>(i / repeats + 1); };
    double all = 0;
    for (std::int64_t i = 0; i < count; ++i)
        all += worth(i);
    std::vector<std::int64_t> shares;
    for (std::int64_t i = 0; i < count; ++i)
        shares.push_back(static_cast<std::int64_t>(static_cast<double>(total) * worth(i) / all));
    std::int64_t left = total - std::accumulate(shares.begin(), shares.end(), std::int64_t{0});
    for (std::int64_t first = 0; left > 0; ++first)
        for (std::int64_t i = first % repeats; i < count && left > 0; i += repeats, --left)
            ++shares[at(i)];
    return shares;
}

// A relation and its inverse are of the same edges; where their number is odd, the last has none.
constexpr std::int64_t withInverse = 2;

// Nodes of a type by rank, which is their number times the cube of a uniform number: rank i comes with a probability
// near i^(-2/3), so that degrees fall with the power 5/2. Which node has a rank differs from relation to relation.
class HeavyNodes {
public:
    HeavyNodes(const Nodes& nodes, RandomStream& random)
        : m_nodes(nodes), m_size(static_cast<std::uint64_t>(nodes.size))
    {
        m_begin = random.below(m_size);
        do
            m_step = 1 + random.below(m_size);
        while (std::gcd(m_step, m_size) != 1);
    }
    std::int64_t draw(RandomStream& random) const
    {
        const std::uint64_t x = random.next(); // of 2^64: in integers it is the same everywhere
        const std::uint64_t rank = highOf(highOf(highOf(x, x), x), m_size);
        return m_nodes.begin + static_cast<std::int64_t>((static_cast<Wide>(rank) * m_step + m_begin) % m_size);
    }

private:
    __extension__ using Wide = unsigned __int128;
    static std::uint64_t highOf(std::uint64_t a, std::uint64_t b)
    {
        return static_cast<std::uint64_t>((static_cast<Wide>(a) * b) >> 64);
    }

    Nodes m_nodes;
    std::uint64_t m_size, m_begin = 0, m_step = 1;
};

class Maker {
public:
    Maker(const TypedGraph& graph, Progress& progress) : m_graph(graph), m_progress(progress)
    {
        const std::int64_t types = std::min(graph.nodes, 1 + graph.relations / 4);
        std::int64_t begin = 0;
        for (const std::int64_t size : zipf(graph.nodes, types, 1)) {
            m_types.push_back({begin, size});
            begin += size;
        }
    }

    // Row, then column, of each edge.
    std::vector<std::uint64_t> edges()
    {
        const std::vector<std::int64_t> sizes = zipf(m_graph.edges, m_graph.relations, withInverse);
        std::vector<std::uint64_t> all;
        all.reserve(at(m_graph.edges));
        std::int64_t drawn = 0, functional = 0;
        for (std::size_t r = 0; r < sizes.size(); r += withInverse) {
            m_progress.check();
            m_progress.report("drawing edges", 0.7 * static_cast<double>(r) / static_cast<double>(sizes.size()));
            drawn += sizes[r];
            const bool isFunctional = sizes[r] <= m_graph.nodes && static_cast<double>(functional + sizes[r]) <=
                                                                       m_graph.functional * static_cast<double>(drawn);
            functional += isFunctional ? sizes[r] : 0;
            addPair(static_cast<std::int64_t>(r), sizes[r], r + 1 < sizes.size() ? sizes[r + 1] : 0, isFunctional, all);
        }
        return all;
    }

private:
    // Relation r, and so many edges of its inverse, relation r + 1.
    void addPair(std::int64_t r, std::int64_t size, std::int64_t inverse, bool isFunctional,
                 std::vector<std::uint64_t>& all)
    {
        if (size == 0)
            return;
        RandomStream types(m_graph.seed, EndTypes, static_cast<std::uint64_t>(r));
        Nodes to = drawType(types), from = drawType(types);
        const auto fits = [&] { return isFunctional ? size <= to.size : size <= to.size * from.size / roomPerEdge; };
        for (int i = 1; i < draws && !fits(); ++i) {
            to = drawType(types);
            from = drawType(types);
        }
        if (!fits())
            to = from = {0, m_graph.nodes};
        RandomStream random(m_graph.seed, TypedEdges, static_cast<std::uint64_t>(r));
        if (m_graph.room > 0 && !isFunctional)
            crowd(to, from, m_graph.room * size, random);
        const HeavyNodes heavyTo(to, random), heavyFrom(from, random);
        std::vector<std::uint64_t> pair(static_cast<std::size_t>(size));
        if (isFunctional) {
            std::vector<std::int32_t> rows(pair.size());
            DistinctPicker(to.size).uniform(random, rows);
            for (std::size_t i = 0; i < rows.size(); ++i)
                pair[i] = place(to.begin + rows[i], heavyFrom.draw(random));
        } else {
            for (auto kept = pair.begin(); kept != pair.end();) {
                m_progress.check();
                std::generate(kept, pair.end(), [&] { return place(heavyTo.draw(random), heavyFrom.draw(random)); });
                parallelSort(pair.begin(), pair.end(), std::less<>());
                kept = std::unique(pair.begin(), pair.end());
            }
        }
        const auto n = static_cast<std::uint64_t>(m_graph.nodes);
        for (const std::uint64_t edge : pair)
            all.push_back(edge + static_cast<std::uint64_t>(r) * n);
        for (const std::uint64_t edge : std::span(pair).first(static_cast<std::size_t>(inverse)))
            all.push_back((edge & 0xffffffffu) << 32 | ((edge >> 32) + static_cast<std::uint64_t>(r + 1) * n));
    }

    // Leaves as few nodes of either type, alike many where there are enough, as have so many places between them.
    static void crowd(Nodes& to, Nodes& from, std::int64_t places, RandomStream& random)
    {
        const auto least = [&](std::int64_t others) { return (places + others - 1) / others; };
        const auto side = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(places))));
        const std::int64_t rows = std::min(to.size, std::max(side, least(from.size)));
        const std::int64_t columns = std::min(from.size, least(rows));
        for (const auto& [nodes, size] : {std::pair{&to, rows}, std::pair{&from, columns}}) {
            nodes->begin += static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(nodes->size - size + 1)));
            nodes->size = size;
        }
    }

    // As likely as it is large.
    Nodes drawType(RandomStream& random) const
    {
        const auto node = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(m_graph.nodes)));
        return *(std::upper_bound(m_types.begin(), m_types.end(), node,
                                  [](std::int64_t value, const Nodes& type) { return value < type.begin; }) -
                 1);
    }
    static std::uint64_t place(std::int64_t row, std::int64_t col)
    {
        return static_cast<std::uint64_t>(row) << 32 | static_cast<std::uint64_t>(col);
    }

    const TypedGraph& m_graph;
    Progress& m_progress;
    std::vector<Nodes> m_types;
};

} // namespace

MatrixPtr typedGraph(const TypedGraph& graph, const std::string& name, Progress& progress)
{
    const std::int64_t n = graph.nodes, R = graph.relations;
    requireExtent(typedGraphKind, "rows", n);
    if (R < 1 || R > INT32_MAX / n)
        refuseParameter(typedGraphKind, "relations",
                        fmt::format("1 to {} (with {} rows, all columns side by side)", INT32_MAX / n, n),
                        static_cast<double>(R));
    if (graph.room != 0 && (graph.room < leastRoom || graph.room > n))
        refuseParameter(typedGraphKind, "room", fmt::format("0, or {} to the number of rows, {}", leastRoom, n),
                        static_cast<double>(graph.room));
    const std::int64_t most = n * n / roomPerEdge;
    if (graph.edges < 0 || zipf(graph.edges, R, withInverse)[0] > most)
        refuseParameter(typedGraphKind, "nnz", fmt::format("fewer, as the largest relation holds at most {}", most),
                        static_cast<double>(graph.edges));
    requireRoom(n, 3 * graph.edges, true);
    std::vector<std::uint64_t> places = Maker(graph, progress).edges();
    progress.report("sorting edges", 0.7);
    parallelSort(places.begin(), places.end(), std::less<>());
    progress.check();
    return matrixFromPlaces(n, n * R, std::move(places), name, R);
}

} // namespace sparsescope
