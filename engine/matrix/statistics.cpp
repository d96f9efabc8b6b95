// Statistics of a matrix: integers counted in parallel, so that the order of counting does not matter.
#include "engine/matrix/statistics.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"
#include "engine/core/parallel_sort.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>

namespace sparsescope {

namespace {

void raise(std::atomic<std::int64_t>& most, std::int64_t value)
{
    std::int64_t known = most.load(std::memory_order_relaxed);
    while (known < value && !most.compare_exchange_weak(known, value, std::memory_order_relaxed)) {
    }
}

// How many of the longest lines hold half of the non-zeros. Reorders its argument.
std::int64_t linesOfHalf(std::vector<std::int32_t>& lengths, std::int64_t nnz)
{
    std::int64_t wanted = (nnz + 1) / 2;
    auto first = lengths.begin(), last = lengths.end();
    while (last - first > 1) {
        const auto middle = first + (last - first) / 2;
        std::nth_element(first, middle, last, std::greater<>());
        const std::int64_t held = std::accumulate(first, middle, std::int64_t{0});
        if (held >= wanted) {
            last = middle;
        } else {
            wanted -= held;
            first = middle;
        }
    }
    return first - lengths.begin() + (wanted > 0 && first != last ? 1 : 0);
}

// How long `lines` lines are: those with these lengths and others that hold nothing. Reorders its argument.
LengthStatistics statisticsOfLengths(std::vector<std::int32_t>& lengths, std::int64_t lines, std::int64_t nnz,
                                     const Progress& progress)
{
    LengthStatistics s;
    if (lines == 0)
        return s;
    const std::int64_t others = lines - static_cast<std::int64_t>(lengths.size());
    s.histogram.assign(1, others);
    for (const std::int32_t length : lengths) {
        const auto bin = static_cast<std::size_t>(std::bit_width(static_cast<std::uint32_t>(length)));
        if (bin >= s.histogram.size())
            s.histogram.resize(bin + 1, 0);
        ++s.histogram[bin];
    }
    s.empty = s.histogram[0];
    constexpr std::int32_t few = 32;
    if (std::all_of(lengths.begin(), lengths.end(), [](std::int32_t length) { return length <= few; })) {
        s.byLength.assign(1, others);
        for (const std::int32_t length : lengths) {
            if (at(length) >= s.byLength.size())
                s.byLength.resize(at(length) + 1, 0);
            ++s.byLength[at(length)];
        }
    }
    s.mean = static_cast<double>(nnz) / static_cast<double>(lines);
    progress.check();

    // The line of this rank, shortest first; those before it in the vector are not longer.
    const auto ranked = [&](std::int64_t rank) -> std::int32_t {
        if (rank < others)
            return 0;
        const auto place = lengths.begin() + static_cast<std::ptrdiff_t>(rank - others);
        std::nth_element(lengths.begin(), place, lengths.end());
        return *place;
    };
    s.median = ranked(lines / 2);
    if (lines % 2 == 0)
        s.median = (s.median + ranked(lines / 2 - 1)) / 2;
    progress.check();

    if (!lengths.empty()) {
        const auto top = lengths.begin() + std::min<std::int64_t>((lines + 99) / 100, std::ssize(lengths));
        std::nth_element(lengths.begin(), top - 1, lengths.end(), std::greater<>());
        const std::int64_t held = std::accumulate(lengths.begin(), top, std::int64_t{0});
        s.topShare = nnz > 0 ? static_cast<double>(held) / static_cast<double>(nnz) : 0;
        s.halfShare = static_cast<double>(linesOfHalf(lengths, nnz)) / static_cast<double>(lines);
        const auto [least, most] = std::minmax_element(lengths.begin(), lengths.end());
        s.shortest = others > 0 ? 0 : *least;
        s.longest = *most;
    }
    return s;
}

// How long the columns are that hold something. For matrices of far more columns than non-zeros.
std::vector<std::int32_t> lengthsOfUsedColumns(const Matrix& matrix, const Progress& progress)
{
    std::vector<std::int32_t> columns(matrix.colIdx().begin(), matrix.colIdx().end());
    parallelSort(columns.begin(), columns.end(), std::less<>());
    progress.check();
    std::vector<std::int32_t> lengths;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (i == 0 || columns[i] != columns[i - 1])
            lengths.push_back(1);
        else
            ++lengths.back();
    return lengths;
}

struct ValuesSeen {
    ValueStatistics counts;
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    double smallest = least;

    void see(double v)
    {
        if (!std::isfinite(v)) {
            ++counts.notFinite;
            return;
        }
        ++(v < 0 ? counts.negative : v > 0 ? counts.positive : counts.zero);
        least = std::min(least, v);
        most = std::max(most, v);
        if (v != 0)
            smallest = std::min(smallest, std::abs(v));
    }
    void add(const ValuesSeen& other)
    {
        counts.negative += other.counts.negative;
        counts.zero += other.counts.zero;
        counts.positive += other.counts.positive;
        counts.notFinite += other.counts.notFinite;
        least = std::min(least, other.least);
        most = std::max(most, other.most);
        smallest = std::min(smallest, other.smallest);
    }
};

ValueStatistics valueStatistics(const Matrix& matrix, const Progress& progress)
{
    const auto values = matrix.values();
    ValuesSeen all;
    std::mutex guard;
    parallelRanges(std::ssize(values), 1 << 16, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        ValuesSeen some;
        for (std::int64_t p = begin; p < end; ++p)
            some.see(values[at(p)]);
        const std::scoped_lock lock(guard);
        all.add(some);
    });
    ValueStatistics s = all.counts;
    if (s.count() > s.notFinite) {
        s.least = all.least;
        s.most = all.most;
    }
    if (s.negative + s.positive > 0)
        s.smallest = all.smallest;
    return s;
}

// Non-zeros whose row and column are both marked.
std::int64_t countAmong(const Matrix& matrix, const std::vector<std::uint8_t>& marked, const Progress& progress)
{
    std::atomic<std::int64_t> count{0};
    parallelRanges(matrix.rows(), 1024, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        std::int64_t here = 0;
        for (std::int64_t r = begin; r < end; ++r)
            if (marked[at(r)] != 0)
                for (const std::int32_t c : matrix.row(r))
                    here += marked[at(c)];
        count += here;
    });
    return count;
}

std::string percent(double share)
{
    const double p = 100 * share;
    return p > 0 && p < 1      ? fmt::format("{:.2g} %", p)
           : p > 99 && p < 100 ? fmt::format("{:.1f} %", std::floor(10 * p) / 10)
                               : fmt::format("{:.0f} %", p);
}

std::string describeShape(const Matrix& matrix, const MatrixStatistics& s)
{
    if (matrix.rows() != matrix.cols())
        return fmt::format("{} ({} x {})", matrix.rows() > matrix.cols() ? "Tall" : "Wide", matrix.rows(),
                           matrix.cols());
    const std::int64_t beside = matrix.nnz() - s.diagonal;
    if (beside == 0)
        return "Square, diagonal";
    if (s.structuralSymmetry == 1)
        return "Square, structurally symmetric";
    if (s.structuralSymmetry >= 0.9)
        return fmt::format("Square, nearly symmetric ({} of the entries have a mirror)", percent(s.structuralSymmetry));
    return "Square, unsymmetric";
}

std::string describeRows(const LengthStatistics& row, std::int64_t rows)
{
    if (row.shortest == row.longest)
        return fmt::format("every row holds {} non-zero{}", row.longest, row.longest == 1 ? "" : "s");
    const auto most = static_cast<double>(row.longest);
    if (rows >= 100 && most >= 10 * row.mean && row.topShare >= 0.08)
        return fmt::format("heavy-tailed rows: the longest 1 % hold {} of the non-zeros", percent(row.topShare));
    if (most >= 10 * row.mean)
        return fmt::format("a few long rows of up to {} non-zeros beside a median of {:g}", row.longest, row.median);
    if (most <= 2 * row.mean)
        return fmt::format("even rows of {} to {} non-zeros", row.shortest, row.longest);
    return fmt::format("uneven rows of {} to {} non-zeros, {:.1f} on average", row.shortest, row.longest, row.mean);
}

std::string describe(const Matrix& matrix, const MatrixStatistics& s)
{
    if (matrix.rows() == 0 || matrix.cols() == 0)
        return fmt::format("Without places: {} x {}.", matrix.rows(), matrix.cols());
    if (matrix.nnz() == 0)
        return fmt::format("Empty: {} x {} without a non-zero.", matrix.rows(), matrix.cols());
    std::string text = describeShape(matrix, s);
    if (s.density == 1)
        return text + ", fully dense.";
    if (s.density >= 0.25)
        text += fmt::format(", {} dense", percent(s.density));
    const std::int64_t beside = matrix.nnz() - s.diagonal;
    if (matrix.rows() == matrix.cols() && beside > 0 && matrix.rows() >= 20 && 20 * s.bandwidth <= matrix.rows())
        text += fmt::format(", banded (at most {} off the diagonal)", s.bandwidth);
    text += ", " + describeRows(s.rows, matrix.rows()) + ".";
    const auto share = [](std::int64_t part, std::int64_t whole) {
        return static_cast<double>(part) / static_cast<double>(whole);
    };
    std::string second;
    if (share(s.rows.empty, matrix.rows()) >= 0.1)
        second = fmt::format("{} of the rows are empty", percent(share(s.rows.empty, matrix.rows())));
    if (share(s.explicitZeros, matrix.nnz()) >= 0.1)
        second += fmt::format("{}{} of the stored values are zero", second.empty() ? "" : ", ",
                              percent(share(s.explicitZeros, matrix.nnz())));
    return second.empty() ? text : text + " " + second + ".";
}

nlohmann::json toJson(const LengthStatistics& s)
{
    return {{"shortest", s.shortest}, {"longest", s.longest},   {"mean", s.mean},           {"median", s.median},
            {"empty", s.empty},       {"topShare", s.topShare}, {"halfShare", s.halfShare}, {"histogram", s.histogram}};
}

nlohmann::json toJson(const ValueStatistics& s)
{
    return {{"least", s.least},       {"most", s.most}, {"smallest", s.smallest},  {"negative", s.negative},
            {"positive", s.positive}, {"zero", s.zero}, {"notFinite", s.notFinite}};
}

std::vector<SliceStatistics> sliceStatistics(const Matrix& matrix, const Progress& progress)
{
    if (matrix.slices() == 1)
        return {};
    std::vector<SliceStatistics> slices(at(matrix.slices()));
    const auto width = static_cast<std::int32_t>(matrix.sliceCols());
    for (std::int64_t r = 0; r < matrix.rows(); ++r) {
        if (r % 65536 == 0)
            progress.check();
        const auto columns = matrix.row(r);
        for (std::size_t k = 0; k < columns.size();) {
            const std::int32_t slice = columns[k] / width;
            const std::size_t begin = k;
            while (k < columns.size() && columns[k] / width == slice)
                ++k;
            SliceStatistics& s = slices[at(slice)];
            const auto length = static_cast<std::int64_t>(k - begin);
            s.nnz += length;
            ++s.rows;
            s.longest = std::max(s.longest, length);
        }
    }
    return slices;
}

} // namespace

MatrixStatistics computeStatistics(const Matrix& matrix, Progress& progress)
{
    constexpr std::int64_t grain = 1024;
    constexpr std::int64_t mostBetweenChecks = 1 << 15;
    MatrixStatistics s;
    const std::int64_t rows = matrix.rows();
    const std::int64_t cols = matrix.cols();
    const std::int64_t nnz = matrix.nnz();
    if (rows > 0 && cols > 0)
        s.density = static_cast<double>(nnz) / (static_cast<double>(rows) * static_cast<double>(cols));
    const bool square = rows == cols;

    const bool wide = cols / 8 > nnz + (1 << 20); // a counter for each column would take more than the matrix
    std::vector<std::int32_t> rowLengths(at(rows));
    std::vector<std::int32_t> colLengths =
        wide ? lengthsOfUsedColumns(matrix, progress) : std::vector<std::int32_t>(at(cols), 0);
    std::atomic<std::int64_t> bandwidth{0};
    std::atomic<std::int64_t> diagonal{0};
    std::atomic<std::int64_t> profile{0};
    std::atomic<std::int64_t> below{0};
    std::atomic<std::int64_t> reach{-1}; // greatest min(i, j) of a non-zero
    std::atomic<std::int64_t> mirrored{0};
    std::atomic<std::int64_t> beside{0}, beneath{0};
    std::vector<std::uint8_t> holed(square ? at(rows) : 0, 0); // 1: the diagonal holds nothing
    std::atomic<std::int64_t> done{0};
    parallelRanges(rows, grain, [&](std::int64_t begin, std::int64_t end) {
        std::int64_t farthest = 0;
        std::int64_t onDiagonal = 0;
        std::int64_t left = 0;
        std::int64_t under = 0;
        std::int64_t innermost = -1;
        std::int64_t pairs = 0;
        std::int64_t inRow = 0, inColumn = 0;
        std::int64_t sinceCheck = 0;
        for (std::int64_t r = begin; r < end; ++r) {
            const auto columns = matrix.row(r);
            rowLengths[at(r)] = static_cast<std::int32_t>(columns.size());
            if (!columns.empty()) {
                farthest = std::max({farthest, std::abs(r - columns.front()), std::abs(r - columns.back())});
                left += std::max<std::int64_t>(0, r - columns.front());
                innermost = std::max(innermost, std::min<std::int64_t>(r, columns.back()));
            }
            const auto next = r + 1 < rows ? matrix.row(r + 1) : std::span<const std::int32_t>();
            auto beneathIt = next.begin();
            bool onIt = false;
            for (std::size_t k = 0; k < columns.size(); ++k) {
                const std::int32_t c = columns[k];
                inRow += k + 1 < columns.size() && columns[k + 1] == c + 1 ? 1 : 0;
                while (beneathIt != next.end() && *beneathIt < c)
                    ++beneathIt;
                inColumn += beneathIt != next.end() && *beneathIt == c ? 1 : 0;
                if (!wide)
                    std::atomic_ref(colLengths[at(c)]).fetch_add(1, std::memory_order_relaxed);
                if (++sinceCheck >= mostBetweenChecks) {
                    progress.check();
                    sinceCheck = 0;
                }
                under += c < r ? 1 : 0;
                if (c == r) {
                    ++onDiagonal;
                    onIt = true;
                } else if (square) {
                    const auto mirror = matrix.row(c);
                    pairs += std::binary_search(mirror.begin(), mirror.end(), static_cast<std::int32_t>(r)) ? 1 : 0;
                }
            }
            if (square)
                holed[at(r)] = onIt ? 0 : 1;
        }
        raise(bandwidth, farthest);
        raise(reach, innermost);
        diagonal += onDiagonal;
        profile += left;
        below += under;
        mirrored += pairs;
        beside += inRow;
        beneath += inColumn;
        progress.check();
        progress.report("counting", static_cast<double>(done += end - begin) / static_cast<double>(rows));
    });
    s.bandwidth = bandwidth;
    s.diagonal = diagonal;
    s.profile = profile;
    s.below = below;
    s.above = nnz - below - diagonal;
    s.zeroCorner = square ? rows - 1 - reach : 0;
    s.inRow = beside;
    s.inColumn = beneath;
    s.values = valueStatistics(matrix, progress);
    s.explicitZeros = s.values.zero;
    s.rowsWithoutDiagonal = std::count(holed.begin(), holed.end(), 1);
    if (s.rowsWithoutDiagonal > 0)
        s.amongThese = countAmong(matrix, holed, progress);
    if (square)
        s.structuralSymmetry =
            nnz == s.diagonal ? 1.0 : static_cast<double>(mirrored) / static_cast<double>(nnz - s.diagonal);
    s.rows = statisticsOfLengths(rowLengths, rows, nnz, progress);
    s.cols = statisticsOfLengths(colLengths, cols, nnz, progress);
    s.blocks = blockDensities(matrix, progress);
    s.slices = sliceStatistics(matrix, progress);
    s.summary = describe(matrix, s);
    s.kind = kindOfMatrix(matrix, s);
    return s;
}

LengthBins lengthBins(const MatrixStatistics& s)
{
    const bool each = !s.rows.byLength.empty() && !s.cols.byLength.empty();
    LengthBins bins{{}, each ? s.rows.byLength : s.rows.histogram, each ? s.cols.byLength : s.cols.histogram};
    const std::size_t count = std::max(bins.rows.size(), bins.cols.size());
    bins.rows.resize(count, 0);
    bins.cols.resize(count, 0);
    for (std::size_t k = 0; k <= count; ++k)
        bins.from.push_back(each || k == 0 ? static_cast<std::int64_t>(k) : std::int64_t{1} << (k - 1));
    return bins;
}

nlohmann::json toJson(const MatrixStatistics& s)
{
    nlohmann::json blocks = nlohmann::json::array();
    for (const BlockDensity& b : s.blocks)
        blocks.push_back({{"size", b.size}, {"blocks", b.blocks}, {"filled", b.filled}});
    nlohmann::json slices = nlohmann::json::array();
    for (const SliceStatistics& one : s.slices)
        slices.push_back({{"nnz", one.nnz}, {"rows", one.rows}, {"longest", one.longest}});
    return {{"density", s.density},
            {"rows", toJson(s.rows)},
            {"cols", toJson(s.cols)},
            {"bandwidth", s.bandwidth},
            {"diagonal", s.diagonal},
            {"structuralSymmetry", s.structuralSymmetry},
            {"explicitZeros", s.explicitZeros},
            {"values", s.values.count() > 0 ? toJson(s.values) : nlohmann::json()},
            {"inRow", s.inRow},
            {"inColumn", s.inColumn},
            {"rowsWithoutDiagonal", s.rowsWithoutDiagonal},
            {"amongThese", s.amongThese},
            {"profile", s.profile},
            {"zeroCorner", s.zeroCorner},
            {"blocks", blocks},
            {"slices", slices},
            {"kind", s.kind},
            {"summary", s.summary}};
}

} // namespace sparsescope
