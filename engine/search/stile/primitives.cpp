#include "engine/search/stile/primitives.h"

#include "engine/matrix/orderings.h"

#include <array>
#include <bit>
#include <cstring>
#include <numeric>

namespace sparsescope::stile {

Rows occupiedRows(const Remaining& remaining)
{
    Rows rows;
    for (std::int64_t r = 0; r < remaining.matrix().rows(); ++r)
        if (remaining.length(static_cast<std::int32_t>(r)) > 0)
            rows.push_back(static_cast<std::int32_t>(r));
    return rows;
}

Rows reorderRows(const Remaining& remaining, const Rows& rows)
{
    std::vector<std::int32_t> lengths(rows.size());
    std::transform(rows.begin(), rows.end(), lengths.begin(), [&](std::int32_t r) { return remaining.length(r); });
    Rows order = orderByCountDescending(lengths);
    for (std::int32_t& r : order)
        r = rows[static_cast<std::size_t>(r)];
    return order;
}

namespace {

// Columns by the number that they hold: all with more than `least`, which is from 1 to 127, and the first few with it.
struct Wanted {
    std::uint8_t least = 1;
    std::int64_t few = 0;

    bool take(std::uint8_t count) { return count > least || (count == least && few-- > 0); }
};

// Those that are wanted, ascending.
void findColumns(Wanted wanted, const std::vector<std::uint8_t>& counts, std::vector<std::int32_t>& found)
{
    constexpr std::uint64_t ones = 0x0101010101010101u;
    constexpr std::uint64_t tops = 0x80 * ones;
    const auto missing = [&] { return (0x80 - wanted.least - (wanted.few > 0 ? 0u : 1u)) * ones; };
    found.clear();
    std::uint64_t add = missing();
    const std::size_t whole = counts.size() / 8 * 8;
    for (std::size_t c = 0; c < whole; c += 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, counts.data() + c, 8);
        // The top bit of each byte that is large enough: without it, none is carried into the next.
        std::uint64_t large = (((eight & ~tops) + add) | eight) & tops;
        if (large == 0) [[likely]]
            continue;
        for (; large != 0; large &= large - 1) {
            const std::size_t at = c + static_cast<std::size_t>(std::countr_zero(large)) / 8;
            if (wanted.take(counts[at]))
                found.push_back(static_cast<std::int32_t>(at));
        }
        add = missing();
    }
    for (std::size_t c = whole; c < counts.size(); ++c)
        if (wanted.take(counts[c]))
            found.push_back(static_cast<std::int32_t>(c));
}

} // namespace

WindowColumns reorderColumns(const Remaining& remaining, std::span<const std::int32_t> window, Scratch& scratch,
                             std::uint8_t least, std::int64_t few)
{
    std::vector<std::int32_t>& seen = scratch.list;
    seen.clear();
    for (const std::int32_t r : window)
        for (const std::int32_t c : remaining.columns(r))
            if (++scratch.count[static_cast<std::size_t>(c)] == least)
                seen.push_back(c);
    // In column order: by sorting, or where that takes longer, by looking at every column's counter.
    if (Wanted wanted{least, few}; seen.size() * 256 >= scratch.count.size()) {
        findColumns(wanted, scratch.count, seen);
    } else {
        std::sort(seen.begin(), seen.end());
        std::size_t kept = 0;
        for (const std::int32_t c : seen)
            if (wanted.take(scratch.count[static_cast<std::size_t>(c)]))
                seen[kept++] = c;
        seen.resize(kept);
    }
    // A counting sort by descending count keeps equal counts in column order.
    std::array<std::size_t, 257> begin{};
    for (const std::int32_t c : seen)
        ++begin[256u - scratch.count[static_cast<std::size_t>(c)]];
    std::exclusive_scan(begin.begin(), begin.end(), begin.begin(), std::size_t{0});
    WindowColumns columns;
    columns.cols.resize(seen.size());
    columns.counts.resize(seen.size());
    for (const std::int32_t c : seen) {
        const std::uint8_t count = scratch.count[static_cast<std::size_t>(c)];
        const std::size_t at = begin[256u - count]++;
        columns.cols[at] = c;
        columns.counts[at] = count;
    }
    forgetCounts(remaining, window, scratch);
    return columns;
}

void forgetCounts(const Remaining& remaining, std::span<const std::int32_t> window, Scratch& scratch)
{
    std::size_t counted = 0;
    for (const std::int32_t r : window)
        counted += static_cast<std::size_t>(remaining.length(r));
    if (counted * 32 >= scratch.count.size()) { // in a row, that is faster
        std::fill(scratch.count.begin(), scratch.count.end(), std::uint8_t{0});
        return;
    }
    for (const std::int32_t r : window)
        for (const std::int32_t c : remaining.columns(r))
            scratch.count[static_cast<std::size_t>(c)] = 0;
}

std::vector<Segment> divideColumns(const Remaining& remaining, std::span<const Segment> segments, std::int32_t colBegin,
                                   std::int32_t colEnd)
{
    const auto colIdx = remaining.matrix().colIdx();
    std::vector<Segment> inside;
    for (const Segment& s : segments) {
        const auto positions =
            remaining.row(s.row).subspan(static_cast<std::size_t>(s.begin), static_cast<std::size_t>(s.length));
        const auto at = [&](std::int32_t col) {
            return std::partition_point(positions.begin(), positions.end(),
                                        [&](std::uint32_t p) { return colIdx[p] < col; }) -
                   positions.begin();
        };
        const auto begin = static_cast<std::int32_t>(at(colBegin));
        const auto end = static_cast<std::int32_t>(at(colEnd));
        if (end > begin)
            inside.push_back({s.row, s.begin + begin, end - begin});
    }
    return inside;
}

std::vector<Segment> squeeze(const Remaining& remaining, std::span<const std::int32_t> rows)
{
    std::vector<Segment> segments;
    segments.reserve(rows.size());
    for (const std::int32_t r : rows)
        if (const std::int32_t length = remaining.length(r); length > 0)
            segments.push_back({r, 0, length});
    return segments;
}

std::vector<Segment> splitRows(std::span<const Segment> segments, std::int32_t size)
{
    std::vector<Segment> pieces;
    pieces.reserve(segments.size());
    for (const Segment& s : segments)
        divide(s.length, size, [&](std::int64_t begin, std::int64_t end) {
            pieces.push_back(
                {s.row, s.begin + static_cast<std::int32_t>(begin), static_cast<std::int32_t>(end - begin)});
        });
    return pieces;
}

std::vector<std::uint32_t> flatten(const Remaining& remaining, std::span<const Segment> segments, Progress& progress)
{
    std::size_t count = 0;
    for (const Segment& s : segments)
        count += static_cast<std::size_t>(s.length);
    std::vector<std::uint32_t> flat;
    flat.reserve(count);
    std::size_t seen = 0;
    for (const Segment& s : segments) {
        if (++seen % 4096 == 0)
            progress.check();
        const auto positions =
            remaining.row(s.row).subspan(static_cast<std::size_t>(s.begin), static_cast<std::size_t>(s.length));
        flat.insert(flat.end(), positions.begin(), positions.end());
    }
    return flat;
}

} // namespace sparsescope::stile
