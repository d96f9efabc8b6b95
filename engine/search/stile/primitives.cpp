#include "engine/search/stile/primitives.h"

#include "engine/matrix/orderings.h"

#include <array>
#include <bit>
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

// Puts the first few of columns, each once, in front in their order: by sorting, or where that takes longer, by marking
// them.
void sortFirst(std::span<std::int32_t> cols, std::size_t few, Scratch& scratch)
{
    if (cols.size() * 2048 < scratch.count.size()) {
        std::sort(cols.begin(), cols.end());
        return;
    }
    for (const std::int32_t c : cols)
        scratch.mark(c);
    std::size_t next = 0;
    for (std::size_t word = 0; next < few; ++word)
        for (std::uint64_t marks = scratch.marks[word]; marks != 0 && next < few; marks &= marks - 1)
            cols[next++] = static_cast<std::int32_t>(word * Scratch::bits + at(std::countr_zero(marks)));
    std::fill(scratch.marks.begin(), scratch.marks.end(), std::uint64_t{0});
}

} // namespace

WindowColumns reorderColumns(const Remaining& remaining, std::span<const std::int32_t> window, Scratch& scratch,
                             std::uint8_t least, std::int64_t few)
{
    std::size_t counted = 0;
    for (const std::int32_t r : window)
        counted += at(remaining.length(r));
    const std::size_t most = std::min(counted, scratch.count.size()) + 1;
    if (scratch.list.size() < 2 * most)
        scratch.list.resize(2 * most);
    std::uint8_t* const count = scratch.count.data();
    // Nobody can foresee whether a column is one: each is put down, and the next one over it where it was none.
    std::int32_t* const found = scratch.list.data();
    std::size_t n = 0;
    for (const std::int32_t r : window)
        for (const std::int32_t c : remaining.columns(r)) {
            found[n] = c;
            n += ++count[at(c)] == least ? 1 : 0;
        }
    // Those with more apart from those with as many, of which most are often left out.
    std::int32_t* const equal = found + most;
    std::size_t nMore = 0, nEqual = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const std::int32_t c = found[i];
        const std::size_t isMore = count[at(c)] > least ? 1 : 0;
        found[nMore] = equal[nEqual] = c;
        nMore += isMore;
        nEqual += 1 - isMore;
    }
    const std::size_t nFew = std::min(nEqual, at(std::max<std::int64_t>(few, 0)));
    sortFirst({found, nMore}, nMore, scratch);
    sortFirst({equal, nEqual}, nFew, scratch);
    WindowColumns columns;
    columns.cols.resize(nMore + nFew);
    columns.counts.resize(nMore + nFew, least);
    // A counting sort by descending count keeps equal counts in column order.
    std::array<std::size_t, 257> begin{};
    for (std::size_t i = 0; i < nMore; ++i)
        ++begin[256u - count[at(found[i])]];
    std::exclusive_scan(begin.begin(), begin.end(), begin.begin(), std::size_t{0});
    for (std::size_t i = 0; i < nMore; ++i) {
        const std::size_t place = begin[256u - count[at(found[i])]]++;
        columns.cols[place] = found[i];
        columns.counts[place] = count[at(found[i])];
    }
    std::copy_n(equal, nFew, columns.cols.begin() + static_cast<std::ptrdiff_t>(nMore));
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
