// Graphs with the degrees of a power law. Vertices are ranked by weight, the heaviest first; every edge is drawn from
// its heavier end, so that rows of ranks can be made in parallel; then the half is mirrored and the ranks are shuffled.
#include "engine/core/at.h"
#include "engine/matrix/patterns.h"
#include "engine/matrix/patterns/build.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace sparsescope {

namespace {

enum EdgeDraws : std::uint64_t { Edges = 1, Order = 2 };

// Whole-numbered weights, proportional to (i + n / 850)^(-3/4): square roots, so that every platform gets the same.
class Weights {
public:
    explicit Weights(std::int64_t n) : m_before(at(n) + 1, 0)
    {
        const auto power = [shift = static_cast<double>(n) / 850.0](std::int64_t i) {
            const double root = std::sqrt(std::sqrt(static_cast<double>(i) + shift));
            return 1.0 / (root * root * root);
        };
        const double lightest = power(n - 1);
        for (std::int64_t i = 0; i < n; ++i)
            m_before[at(i) + 1] = m_before[at(i)] + static_cast<std::uint64_t>(power(i) / lightest * (1 << 20));
        // Where each stretch of the summed weights begins: about one for each vertex.
        m_shift =
            std::max(0, static_cast<int>(std::bit_width(m_before.back())) - static_cast<int>(std::bit_width(at(n))));
        m_guide.resize(static_cast<std::size_t>(m_before.back() >> m_shift) + 1);
        std::size_t i = 0;
        for (std::size_t k = 0; k < m_guide.size(); ++k) {
            while (i + 1 < at(n) && m_before[i + 1] <= static_cast<std::uint64_t>(k) << m_shift)
                ++i;
            m_guide[k] = static_cast<std::int32_t>(i);
        }
    }

    std::uint64_t weight(std::int64_t i) const { return m_before[at(i) + 1] - m_before[at(i)]; }
    std::uint64_t from(std::int64_t i) const { return m_before.back() - m_before[at(i)]; } // of i and all behind it
    // A vertex of [first, n) with a probability in proportion to its weight.
    std::int64_t draw(std::int64_t first, RandomStream& random) const
    {
        const std::uint64_t u = m_before[at(first)] + random.below(from(first));
        std::size_t i = static_cast<std::size_t>(m_guide[at(u >> m_shift)]);
        while (m_before[i + 1] <= u)
            ++i;
        return static_cast<std::int64_t>(i);
    }

private:
    std::vector<std::uint64_t> m_before; // sums
    std::vector<std::int32_t> m_guide;
    int m_shift = 0;
};

// The edges of each vertex to lighter ones, as ranks in ascending order.
struct HalfGraph {
    std::vector<std::int64_t> ptr;
    std::vector<std::int32_t> lighter;

    std::span<const std::int32_t> row(std::int64_t i) const
    {
        return std::span(lighter).subspan(at(ptr[at(i)]), at(ptr[at(i) + 1] - ptr[at(i)]));
    }
};

HalfGraph drawEdges(std::int64_t n, std::int64_t edges, std::uint64_t seed, Progress& progress)
{
    const Weights weights(n);
    // Vertex i is joined with certainty to those between i and sure(i); sure falls as i grows.
    std::vector<std::int64_t> sure(at(n));
    std::int64_t end = n;
    const auto share = [&](double s, std::int64_t i) {
        if (i == 0)
            end = n;
        const double own = s * static_cast<double>(weights.weight(i));
        while (end > i + 1 && own * static_cast<double>(weights.weight(end - 1)) < 1)
            --end;
        end = std::max(end, i + 1);
        sure[at(i)] = end;
        const double drawn = end < n ? own * static_cast<double>(weights.from(end)) : 0;
        return (static_cast<std::uint64_t>(end - i - 1) << shareBits) +
               std::min(static_cast<std::uint64_t>(drawn * (1 << shareBits)), static_cast<std::uint64_t>(n - end)
                                                                                  << shareBits);
    };
    const auto lightest = static_cast<double>(weights.weight(n - 1));
    std::vector<std::int64_t> lengths = apportion(
        n, edges, 1.01 / (lightest * lightest), share, [n](std::int64_t i) { return n - 1 - i; }, progress);
    lengths.insert(lengths.begin(), 0);
    EmptyRows room = roomFor(std::move(lengths), false);
    HalfGraph half{std::move(room.rowPtr), std::move(room.colIdx)};
    overRows(n, progress, "drawing edges", 0.05, 0.4, [&](std::int64_t first, std::int64_t last) {
        DistinctPicker picker(n);
        for (std::int64_t i = first; i < last; ++i) {
            const std::span row = std::span(half.lighter).subspan(at(half.ptr[at(i)]), half.row(i).size());
            const std::int64_t certain =
                std::clamp<std::int64_t>(sure[at(i)] - i - 1, 0, static_cast<std::int64_t>(row.size()));
            std::iota(row.begin(), row.begin() + certain, static_cast<std::int32_t>(i + 1));
            RandomStream random(seed, Edges, static_cast<std::uint64_t>(i));
            const std::int64_t begin = i + 1 + certain;
            picker.pick(
                begin, n, [&] { return weights.draw(begin, random); }, row.subspan(at(certain)));
        }
    });
    return half;
}

std::vector<std::int32_t> shuffled(std::int64_t n, std::uint64_t seed)
{
    std::vector<std::int32_t> order(at(n));
    std::iota(order.begin(), order.end(), 0);
    RandomStream random(seed, Order, 0);
    for (std::int64_t i = n - 1; i > 0; --i)
        std::swap(order[at(i)], order[at(random.below(static_cast<std::uint64_t>(i) + 1))]);
    return order;
}

// Calls body(heavier, lighter) for every edge whose lighter end is in one of fixed ranges of ranks, ranges in parallel,
// within one in the order of the heavier ends.
template <class Body>
void overLighterEnds(const HalfGraph& half, std::int64_t n, Progress& progress, const Body& body)
{
    constexpr std::int64_t ranges = 32;
    parallelEach(ranges, 1, [&](std::int64_t k) {
        const std::int64_t begin = n * k / ranges;
        const std::int64_t end = n * (k + 1) / ranges;
        for (std::int64_t i = 0; i + 1 < end; ++i) {
            if ((i & 0xfff) == 0)
                progress.check();
            const auto row = half.row(i);
            for (auto j = std::lower_bound(row.begin(), row.end(), begin); j != row.end() && *j < end; ++j)
                body(i, *j);
        }
    });
}

} // namespace

MatrixPtr chungLu(std::int64_t n, std::int64_t nnz, std::uint64_t seed, Progress& progress)
{
    requireExtent("chung-lu", "rows", n);
    if (nnz < 0 || nnz > n * (n - 1))
        refuseParameter("chung-lu", "nnz", fmt::format("0 to {} (rows x (rows - 1))", n * (n - 1)),
                        static_cast<double>(nnz));
    const std::int64_t edges = nnz / 2;
    requireRoom(8 * n, 3 * edges, false);
    HalfGraph half = drawEdges(n, edges, seed, progress);
    const std::vector<std::int32_t> number = shuffled(n, seed); // of each rank, in the matrix

    progress.report("mirroring", 0.4);
    std::vector<std::int64_t> lengths(at(n) + 1, 0);
    for (std::int64_t i = 0; i < n; ++i)
        lengths[at(number[at(i)]) + 1] = static_cast<std::int64_t>(half.row(i).size());
    overLighterEnds(half, n, progress, [&](std::int64_t, std::int32_t j) { ++lengths[at(number[at(j)]) + 1]; });
    EmptyRows m = roomFor(std::move(lengths), false);
    progress.report("mirroring", 0.5);
    std::vector<std::int64_t> next(m.rowPtr.begin(), m.rowPtr.end() - 1);
    overLighterEnds(half, n, progress,
                    [&](std::int64_t i, std::int32_t j) { m.colIdx[at(next[at(number[at(j)])]++)] = number[at(i)]; });
    overRows(n, progress, "ordering", 0.7, 1.0, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i) {
            const std::int64_t r = number[at(i)];
            auto out = m.colIdx.begin() + next[at(r)];
            for (const std::int32_t j : half.row(i))
                *out++ = number[at(j)];
            std::sort(m.colIdx.begin() + m.rowPtr[at(r)], out);
        }
    });
    half = {};
    const auto made = static_cast<std::int64_t>(m.colIdx.size());
    return std::make_shared<const Matrix>(n, n, std::move(m.rowPtr), std::move(m.colIdx), std::vector<double>{},
                                          generatedSource("chung-lu", "pattern", made));
}

} // namespace sparsescope
