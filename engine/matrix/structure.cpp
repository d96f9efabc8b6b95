// How full aligned blocks are, and what kind of matrix the numbers speak of.
#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/core/text.h"
#include "engine/matrix/statistics.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace sparsescope {

namespace {

constexpr std::array<std::int64_t, 5> sizes{4, 8, 16, 32, 64};
using Ids = std::vector<std::int32_t>; // ascending, distinct

// Every id divided by `by`.
void coarsen(Ids& ids, std::int32_t by)
{
    for (std::int32_t& id : ids)
        id /= by;
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

void unite(Ids& into, const Ids& other, Ids& scratch)
{
    scratch.clear();
    std::set_union(into.begin(), into.end(), other.begin(), other.end(), std::back_inserter(scratch));
    std::swap(into, scratch);
}

// Union of neighbours, in place: half as many sets.
void halve(std::vector<Ids>& sets, Ids& scratch)
{
    for (std::size_t i = 0; 2 * i < sets.size(); ++i) {
        if (i > 0)
            std::swap(sets[i], sets[2 * i]);
        if (2 * i + 1 < sets.size())
            unite(sets[i], sets[2 * i + 1], scratch);
    }
    sets.resize((sets.size() + 1) / 2);
}

double share(std::int64_t part, std::int64_t whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

// What 4 x 4 blocks with a non-zero would hold if the non-zeros were thrown at random.
double randomlyFilled(double density)
{
    return density / (1 - std::pow(1 - density, 16));
}

// Non-zeros that a full band of this half width has.
double bandPlaces(std::int64_t n, std::int64_t bandwidth, bool oneSided)
{
    const auto w = static_cast<double>(bandwidth);
    const double side = w * static_cast<double>(n) - w * (w + 1) / 2;
    return static_cast<double>(n) + (oneSided ? side : 2 * side);
}

// Symmetric, with rows whose diagonal holds nothing and which have nothing among themselves but something each: a block
// of zeros, wherever its rows stand; no more of them than of the others, or the matrix is singular.
bool hasZeroBlock(const Matrix& matrix, const MatrixStatistics& s)
{
    const std::int64_t n = matrix.rows();
    return n >= 20 && s.structuralSymmetry == 1 && 20 * s.rowsWithoutDiagonal >= n && 2 * s.rowsWithoutDiagonal <= n &&
           s.amongThese == 0 && s.rows.empty == 0;
}

// The other block of a saddle point is semidefinite: its diagonal has values of one sign.
bool hasOneSignOnDiagonal(const Matrix& matrix)
{
    bool below = false, above = false;
    for (std::int64_t r = 0; r < matrix.rows() && !(below && above); ++r) {
        const auto row = matrix.row(r);
        const auto place = std::lower_bound(row.begin(), row.end(), static_cast<std::int32_t>(r));
        if (place == row.end() || *place != r)
            continue;
        const double value = matrix.value(matrix.rowPtr()[at(r)] + (place - row.begin()));
        below = below || value < 0;
        above = above || value > 0;
    }
    return matrix.hasValues() && !(below && above);
}

// Some of the lines that hold something are far longer than the rest, and a few hold much: half of the non-zeros in
// fewer than where lengths fall off exponentially (q with q (1 - ln q) = 1/2), or 8 % in a hundredth of all.
bool hasHubs(const LengthStatistics& s, std::int64_t lines, std::int64_t nnz)
{
    const auto used = static_cast<double>(lines - s.empty);
    return used >= 100 && static_cast<double>(s.longest) * used >= 10 * static_cast<double>(nnz) &&
           (s.halfShare * static_cast<double>(lines) <= 0.187 * used || s.topShare >= 0.08);
}

std::string kindOfSquare(const Matrix& matrix, const MatrixStatistics& s)
{
    const std::int64_t n = matrix.rows();
    const std::int64_t nnz = matrix.nnz();
    if (nnz == s.diagonal)
        return "Diagonal: nothing lies beside the diagonal.";
    const bool oneSided = s.above == 0 || s.below == 0;
    const std::string sides = !oneSided ? "" : s.above == 0 ? ", on its lower side," : ", on its upper side,";
    if (n >= 32 && s.bandwidth >= 1 && 4 * s.bandwidth <= 3 * n) {
        const double full = static_cast<double>(nnz) / bandPlaces(n, s.bandwidth, oneSided);
        if (full >= 0.5)
            return fmt::format("{}: {} of the places within {} of the diagonal{} hold a non-zero.",
                               full >= 0.9             ? "A full band"
                               : 10 * s.bandwidth <= n ? "A narrow band"
                                                       : "A band",
                               formatPercent(full), formatCount(s.bandwidth), sides);
    }
    if (n >= 32 && oneSided && nnz > n)
        return fmt::format(
            "{} triangular: {} of it is filled, nothing lies {} the diagonal.", s.above == 0 ? "Lower" : "Upper",
            formatPercent(static_cast<double>(nnz) / (0.5 * static_cast<double>(n) * static_cast<double>(n + 1))),
            s.above == 0 ? "above" : "below");
    if (s.structuralSymmetry == 1 && n >= 20 && 20 * s.zeroCorner >= n && s.zeroCorner < n)
        if (const std::int64_t m = n - s.zeroCorner; matrix.countIn(0, m, 0, m) == 0)
            return fmt::format(
                "Bipartite: structurally symmetric, {} and {} rows, non-zeros only between the two sets.",
                formatCount(m), formatCount(s.zeroCorner));
    if (hasZeroBlock(matrix, s))
        return fmt::format(
            "Symmetric with a block of zeros{}: {} of {} rows have no diagonal element and nothing among "
            "themselves.",
            hasOneSignOnDiagonal(matrix) ? ", as saddle point (KKT) systems have" : "",
            formatCount(s.rowsWithoutDiagonal), formatCount(n));
    return {};
}

// A few lines hold much of a matrix, of whatever shape.
std::string hubsOf(const Matrix& matrix, const MatrixStatistics& s)
{
    const bool rows = hasHubs(s.rows, matrix.rows(), matrix.nnz());
    if (!rows && !hasHubs(s.cols, matrix.cols(), matrix.nnz()))
        return {};
    const LengthStatistics& l = rows ? s.rows : s.cols;
    return fmt::format("Hubs{}: half of the non-zeros lie in {} of the {}, the longest 1 % hold {}; the longest has {} "
                       "where the median has {:g}.",
                       matrix.rows() == matrix.cols() && s.structuralSymmetry == 1 ? ", structurally symmetric" : "",
                       formatPercent(l.halfShare), rows ? "rows" : "columns", formatPercent(l.topShare),
                       formatCount(l.longest), l.median);
}

// Symmetric, not many a row, and none of far more than others.
std::string evenOf(const Matrix& matrix, const MatrixStatistics& s)
{
    if (matrix.rows() != matrix.cols() || s.structuralSymmetry < 1 || matrix.rows() < 100 ||
        static_cast<double>(s.rows.longest) > 4 * s.rows.mean + 4 || s.rows.mean > 64 || s.density > 0.1)
        return {};
    const std::string each = s.rows.shortest == s.rows.longest
                                 ? fmt::format("{} non-zeros in every row", formatCount(s.rows.longest))
                                 : fmt::format("{} to {} non-zeros in a row, {:.3g} on average",
                                               formatCount(s.rows.shortest), formatCount(s.rows.longest), s.rows.mean);
    return fmt::format("{}o hubs: structurally symmetric, {}.", s.rows.mean <= 16 ? "Few neighbours each and n" : "N",
                       each);
}

} // namespace

std::vector<BlockDensity> blockDensities(const Matrix& matrix, Progress& progress)
{
    std::array<std::atomic<std::int64_t>, sizes.size()> blocks{};
    std::array<std::atomic<std::int64_t>, sizes.size()> places{};
    const std::int64_t strips = (matrix.rows() + sizes.back() - 1) / sizes.back();
    parallelRanges(strips, 16, [&](std::int64_t begin, std::int64_t end) {
        std::vector<Ids> sets;
        Ids scratch;
        for (std::int64_t strip = begin; strip < end; ++strip) {
            progress.check();
            const std::int64_t r0 = strip * sizes.back();
            const std::int64_t r1 = std::min(matrix.rows(), r0 + sizes.back());
            sets.resize(at(r1 - r0));
            for (std::int64_t r = r0; r < r1; ++r) {
                sets[at(r - r0)].assign(matrix.row(r).begin(), matrix.row(r).end());
                coarsen(sets[at(r - r0)], static_cast<std::int32_t>(sizes.front()));
            }
            halve(sets, scratch);
            halve(sets, scratch);
            for (std::size_t k = 0; k < sizes.size(); ++k) {
                if (k > 0) {
                    for (Ids& ids : sets)
                        coarsen(ids, 2);
                    halve(sets, scratch);
                }
                const std::int64_t size = sizes[k];
                for (std::size_t i = 0; i < sets.size(); ++i) {
                    if (sets[i].empty())
                        continue;
                    const std::int64_t first = r0 + static_cast<std::int64_t>(i) * size;
                    const std::int64_t height = std::min(size, r1 - first);
                    const std::int64_t lost =
                        std::max<std::int64_t>(0, (std::int64_t{sets[i].back()} + 1) * size - matrix.cols());
                    blocks[k] += static_cast<std::int64_t>(sets[i].size());
                    places[k] += (static_cast<std::int64_t>(sets[i].size()) * size - lost) * height;
                }
            }
        }
    });
    std::vector<BlockDensity> out;
    for (std::size_t k = 0; k < sizes.size(); ++k)
        out.push_back({sizes[k], blocks[k], share(matrix.nnz(), places[k])});
    return out;
}

std::string kindOfMatrix(const Matrix& matrix, const MatrixStatistics& s)
{
    if (matrix.nnz() == 0 || s.density == 1)
        return {};
    if (matrix.rows() == matrix.cols())
        if (std::string kind = kindOfSquare(matrix, s); !kind.empty())
            return kind;
    // The largest blocks that are all but full, where they are no accident of a dense matrix.
    for (auto b = s.blocks.rbegin(); b != s.blocks.rend(); ++b)
        if (b->filled >= 0.9 && s.density <= 0.5 && b->blocks >= 4 && b->size <= std::min(matrix.rows(), matrix.cols()))
            return fmt::format("Blocks: {} blocks of {} x {} hold all non-zeros and are {} full.",
                               formatCount(b->blocks), b->size, b->size, formatPercent(b->filled));
    if (std::string kind = hubsOf(matrix, s); !kind.empty())
        return kind;
    if (std::string kind = evenOf(matrix, s); !kind.empty())
        return kind;
    const double random = randomlyFilled(s.density);
    const bool scattered = !s.blocks.empty() && std::abs(s.blocks.front().filled - random) <= 0.1 * random;
    if (scattered && s.density >= 0.005 && matrix.nnz() >= 1000 &&
        static_cast<double>(s.rows.longest) <= 4 * s.rows.mean + 8)
        return fmt::format("Scattered as if at random: blocks of 4 x 4 are {} full, chance would fill {}.",
                           formatPercent(s.blocks.front().filled), formatPercent(random));
    return {};
}

} // namespace sparsescope
