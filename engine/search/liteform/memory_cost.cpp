#include "engine/search/liteform/memory_cost.h"

#include "engine/core/at.h"
#include "engine/core/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>

namespace sparsescope::liteform {

namespace {

constexpr int mostBucket = std::bit_width(static_cast<std::uint64_t>(mostWidth)) - 1;
// One more for rows beyond the widest bucket.
constexpr std::size_t lengths = mostBucket + 2;

// The rows of one partition, by bucket of their length.
struct Lengths {
    std::array<std::int64_t, lengths> rows{};
    std::array<std::int64_t, lengths> cols{};     // distinct columns of these rows
    std::array<std::int64_t, lengths> colsFrom{}; // of them and of all longer ones
    // With the widest bucket 2^m: stored rows of it.
    std::array<std::int64_t, lengths> folded{};
};

std::size_t classOf(std::int64_t length)
{
    return static_cast<std::size_t>(std::min(bucketOf(length), mostBucket + 1));
}

void countRows(std::span<const RowPart> parts, Lengths& counts)
{
    for (const RowPart& part : parts) {
        const std::size_t own = classOf(part.length);
        ++counts.rows[own];
        for (std::size_t m = 0; m <= std::min<std::size_t>(own, mostBucket); ++m)
            counts.folded[m] += (part.length + (std::int64_t{1} << m) - 1) >> m;
    }
}

// Marks, for each column, the classes of the rows that it is in. A column is in one partition.
void markColumns(const Matrix& matrix, std::span<const RowPart> parts, std::vector<std::uint16_t>& classes,
                 Progress& progress)
{
    const auto mark = [&](const RowPart& part, const auto& add) {
        const auto bit = static_cast<std::uint16_t>(1u << classOf(part.length));
        for (const std::int32_t col : matrix.colIdx().subspan(part.begin, static_cast<std::size_t>(part.length)))
            add(classes[at(col)], bit);
    };
    constexpr std::int64_t grain = 4096;
    if (static_cast<std::int64_t>(parts.size()) <= grain) { // by one thread
        progress.check();
        for (const RowPart& part : parts)
            mark(part, [](std::uint16_t& marks, std::uint16_t bit) { marks |= bit; });
        return;
    }
    parallelRanges(static_cast<std::int64_t>(parts.size()), grain, [&](std::int64_t begin, std::int64_t end) {
        progress.check();
        for (std::int64_t i = begin; i < end; ++i)
            mark(parts[at(i)], [](std::uint16_t& marks, std::uint16_t bit) {
                const std::atomic_ref<std::uint16_t> shared(marks);
                if ((shared.load(std::memory_order_relaxed) & bit) == 0)
                    shared.fetch_or(bit, std::memory_order_relaxed);
            });
    });
}

void countColumns(std::span<const std::uint16_t> classes, Lengths& counts)
{
    std::array<std::int64_t, 1 << lengths> seen{};
    for (const std::uint16_t marks : classes)
        ++seen[marks];
    for (std::size_t marks = 1; marks < seen.size(); ++marks)
        for (std::size_t i = 0; i < lengths && seen[marks] > 0; ++i) {
            counts.cols[i] += (marks >> i & 1) != 0 ? seen[marks] : 0;
            counts.colsFrom[i] += marks >> i != 0 ? seen[marks] : 0;
        }
}

std::vector<TriedWidth> triedOf(const Lengths& counts, std::int64_t J)
{
    std::size_t longest = lengths;
    while (longest > 0 && counts.rows[longest - 1] == 0)
        --longest;
    std::vector<TriedWidth> tried;
    for (std::size_t m = std::min<std::size_t>(longest, lengths - 1); m-- > 0;) {
        TriedWidth t;
        t.widest = std::int64_t{1} << m;
        for (std::size_t i = 0; i <= m; ++i) {
            Bucket bucket{counts.rows[i], counts.rows[i], std::int64_t{1} << i, counts.cols[i]};
            if (i == m) {
                bucket.rows = counts.folded[m];
                bucket.cols = counts.colsFrom[m];
                for (std::size_t longer = m + 1; longer < lengths; ++longer)
                    bucket.outputs += counts.rows[longer];
            }
            if (bucket.rows == 0)
                continue;
            t.cost += costOf(bucket, J);
            t.buckets.push_back(bucket);
        }
        tried.push_back(std::move(t));
    }
    return tried;
}

} // namespace

MemoryCost& MemoryCost::operator+=(const MemoryCost& other)
{
    a += other.a;
    b += other.b;
    c += other.c;
    return *this;
}

MemoryCost costOf(const Bucket& bucket, std::int64_t J)
{
    const auto number = [](std::int64_t n) { return static_cast<double>(n); };
    const double atomic = bucket.outputs > 0 ? number(bucket.rows) / number(bucket.outputs) : 0;
    return {2 * number(bucket.rows) * number(bucket.width), number(bucket.cols) * number(J),
            atomic * number(bucket.outputs) * number(J)};
}

std::vector<std::vector<TriedWidth>> tryWidths(const Matrix& matrix, const ColumnDivision& division, std::int64_t J,
                                               Progress& progress)
{
    std::vector<std::uint16_t> classes(static_cast<std::size_t>(matrix.cols()), 0);
    std::vector<std::vector<TriedWidth>> all(division.parts.size());
    parallelEach(static_cast<std::int64_t>(all.size()), 1, [&](std::int64_t p) {
        const std::vector<RowPart>& parts = division.parts[at(p)];
        Lengths counts;
        countRows(parts, counts);
        markColumns(matrix, parts, classes, progress);
        const std::int64_t colBegin = p * division.width;
        const std::int64_t colEnd = std::min(matrix.cols(), colBegin + division.width);
        countColumns(
            std::span(classes).subspan(static_cast<std::size_t>(colBegin), static_cast<std::size_t>(colEnd - colBegin)),
            counts);
        all[at(p)] = triedOf(counts, J);
    });
    return all;
}

const TriedWidth& cheapest(const std::vector<TriedWidth>& tried)
{
    return *std::min_element(tried.begin(), tried.end(),
                             [](const TriedWidth& a, const TriedWidth& b) { return a.cost.total() < b.cost.total(); });
}

} // namespace sparsescope::liteform
