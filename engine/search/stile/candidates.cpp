#include "engine/search/stile/candidates.h"

#include "engine/core/parallel.h"
#include "engine/matrix/orderings.h"

#include <algorithm>
#include <array>
#include <bit>
#include <nlohmann/json.hpp>
#include <numeric>
#include <tuple>

namespace sparsescope::stile {

namespace {

constexpr std::int64_t windowRows = 16;

// t such that 2^t is the least power of two that holds `length` places.
int logWidth(std::int32_t length)
{
    return static_cast<int>(std::bit_width(static_cast<std::uint32_t>(length - 1)));
}

constexpr std::int64_t windowsPerJob = 64;

// The chain of block candidates of one window: the width with the least average cost from the first column on, then
// the same from where it ended, and so on. As columns stand by descending count, whatever starts later covers less,
// so the least average of the window is the chain's first.
void addBlocks(const Remaining& remaining, const Space& space, const std::vector<std::int32_t>& order, std::int32_t source,
               std::int64_t begin, std::int64_t end, std::vector<Candidate>& out)
{
    const auto window = std::span(order).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    const CondensedColumns condensed = condense(remaining, window);
    const auto columns = static_cast<std::int64_t>(condensed.cols.size());
    std::vector<std::int64_t> covers(condensed.counts.size() + 1, 0);
    std::partial_sum(condensed.counts.begin(), condensed.counts.end(), covers.begin() + 1, std::plus<std::int64_t>{});
    const bool written = std::any_of(window.begin(), window.end(), [&](std::int32_t r) { return remaining.written(r); });
    for (std::int64_t start = 0; start < columns;) {
        Candidate best;
        for (const FormatPtr& format : space.blocks) {
            const std::int64_t width = format->packedCols();
            Candidate c;
            c.format = format.get();
            c.source = source;
            c.begin = begin;
            c.end = end;
            c.colBegin = start;
            c.colEnd = std::min(start + width, columns);
            c.covers = covers[static_cast<std::size_t>(c.colEnd)] - covers[static_cast<std::size_t>(start)];
            c.firstRow = window.front();
            c.firstCol = condensed.cols[static_cast<std::size_t>(start)];
            c.atomic = written || c.covers < covers.back();
            c.cost = space.model->cost({format.get(), windowRows, width, width}, c.atomic);
            if (best.format == nullptr || better(c, best))
                best = c;
            if (c.colEnd == columns)
                break;  // wider ones would only store more padding
        }
        out.push_back(best);
        start = best.colEnd;
    }
}

void addPieces(const Remaining& remaining, const Space& space, Level& level)
{
    const auto width = static_cast<std::int32_t>(space.ellWidth);
    for (const std::int32_t r : level.orders.front()) {
        const std::int32_t length = remaining.length(r);
        const bool atomic = length > width || remaining.written(r);
        for (std::int32_t begin = 0; begin < length; begin += width)
            level.pieces.push_back({r, begin, std::min(width, length - begin), atomic});
    }
    // By width of their format, so that tiles are runs of pieces; pieces that need atomics apart from the others.
    const auto key = [](const Piece& p) {
        return std::tuple(-logWidth(p.length), !p.atomic, -p.length, p.row, p.begin);
    };
    parallelSort(level.pieces.begin(), level.pieces.end(), [&](const Piece& a, const Piece& b) { return key(a) < key(b); });
}

void addElls(const Remaining& remaining, const Space& space, Level& level)
{
    const std::size_t first = level.candidates.size();
    const auto count = static_cast<std::int64_t>(level.pieces.size());
    const auto widthOf = [&](std::int64_t p) {
        return logWidth(level.pieces[static_cast<std::size_t>(p)].length);
    };
    for (std::int64_t begin = 0; begin < count;) {
        const int t = widthOf(begin);
        const Piece& leading = level.pieces[static_cast<std::size_t>(begin)];
        Candidate c;
        c.format = space.ells[static_cast<std::size_t>(t)].get();
        c.begin = begin;
        c.end = begin + 1;
        c.atomic = leading.atomic;
        c.firstRow = leading.row;
        while (c.end < count && c.end - begin < c.format->packedRows() && widthOf(c.end) == t &&
               level.pieces[static_cast<std::size_t>(c.end)].atomic == c.atomic)
            ++c.end;
        level.candidates.push_back(c);
        begin = c.end;
    }
    parallelEach(static_cast<std::int64_t>(level.candidates.size() - first), 32, [&](std::int64_t i) {
        Candidate& c = level.candidates[first + static_cast<std::size_t>(i)];
        std::vector<std::int32_t> cols;
        for (std::int64_t p = c.begin; p < c.end; ++p) {
            const Piece& piece = level.pieces[static_cast<std::size_t>(p)];
            for (const std::uint32_t at : remaining.row(piece.row).subspan(static_cast<std::size_t>(piece.begin), static_cast<std::size_t>(piece.length)))
                cols.push_back(remaining.matrix().colIdx()[at]);
        }
        c.covers = static_cast<std::int64_t>(cols.size());
        c.firstCol = cols.front();
        std::sort(cols.begin(), cols.end());
        const auto distinct = std::unique(cols.begin(), cols.end()) - cols.begin();
        c.cost = space.model->cost({c.format, c.format->packedRows(), c.format->packedCols() / c.format->packedRows(), distinct}, c.atomic);
    });
}

}  // namespace

Space makeSpace(const CostModel& model, std::int64_t ellWidth, bool blocks, bool ells)
{
    Space space;
    space.model = &model;
    space.ellWidth = ellWidth;
    space.ellPlaces = 8 * ellWidth;
    if (blocks && model.knows("block"))
        for (std::int64_t width = 16; width <= 160; width += 16)
            space.blocks.push_back(makeFormat("block", {{"rows", windowRows}, {"width", width}}));
    if (ells && model.knows("ell"))
        for (std::int64_t width = 1; width <= ellWidth; width *= 2)
            space.ells.push_back(makeFormat("ell", {{"rows", space.ellPlaces / width}, {"width", width}}));
    return space;
}

std::int64_t automaticEllWidth(const Matrix& matrix, int sms)
{
    for (const std::int64_t width : {32, 16, 8})
        if (matrix.nnz() / (4 * width) / sms >= 4)
            return width;
    return 4;
}

bool better(const Candidate& a, const Candidate& b)
{
    // Averages are compared by cross-multiplication, so that equal ratios are equal.
    const double left = a.cost * static_cast<double>(b.covers);
    const double right = b.cost * static_cast<double>(a.covers);
    if (left != right)
        return left < right;
    const auto rest = [](const Candidate& c) {
        return std::tuple(c.cost, c.firstRow, c.firstCol, static_cast<int>(c.format->family()), c.format->packedCols(), c.source, c.begin);
    };
    return rest(a) < rest(b);
}

CondensedColumns condense(const Remaining& remaining, std::span<const std::int32_t> window)
{
    std::vector<std::int32_t> all;
    for (const std::int32_t r : window)
        for (const std::uint32_t p : remaining.row(r))
            all.push_back(remaining.matrix().colIdx()[p]);
    std::sort(all.begin(), all.end());
    // A column occurs at most 16 times: one bucket a count keeps equal counts in column order.
    std::array<std::vector<std::int32_t>, windowRows + 1> byCount;
    for (std::size_t i = 0; i < all.size();) {
        std::size_t j = i;
        while (j < all.size() && all[j] == all[i])
            ++j;
        byCount[j - i].push_back(all[i]);
        i = j;
    }
    CondensedColumns condensed;
    for (auto count = windowRows; count > 0; --count)
        for (const std::int32_t col : byCount[static_cast<std::size_t>(count)]) {
            condensed.cols.push_back(col);
            condensed.counts.push_back(static_cast<std::int32_t>(count));
        }
    return condensed;
}

Level makeLevel(const Remaining& remaining, const Space& space, Progress& progress)
{
    Level level;
    const std::vector<std::int32_t> lengths = remaining.lengths();
    std::vector<std::int32_t> original;
    for (std::size_t r = 0; r < lengths.size(); ++r)
        if (lengths[r] > 0)
            original.push_back(static_cast<std::int32_t>(r));
    level.orders.push_back(original);
    if (!space.blocks.empty()) {
        std::vector<std::int32_t> sorted = orderByCountDescending(lengths);
        sorted.resize(original.size());  // empty rows come last
        if (sorted != original)
            level.orders.push_back(std::move(sorted));
        for (std::size_t o = 0; o < level.orders.size(); ++o) {
            const std::vector<std::int32_t>& order = level.orders[o];
            const auto rows = static_cast<std::int64_t>(order.size());
            const std::int64_t windows = (rows + windowRows - 1) / windowRows;
            const std::int64_t jobs = (windows + windowsPerJob - 1) / windowsPerJob;
            std::vector<std::vector<Candidate>> made(static_cast<std::size_t>(jobs));
            parallelEach(jobs, 1, [&](std::int64_t job) {
                progress.check();
                for (std::int64_t w = job * windowsPerJob; w < std::min(windows, (job + 1) * windowsPerJob); ++w)
                    addBlocks(remaining, space, order, static_cast<std::int32_t>(o), w * windowRows,
                              std::min(rows, (w + 1) * windowRows), made[static_cast<std::size_t>(job)]);
            });
            for (const std::vector<Candidate>& part : made)
                level.candidates.insert(level.candidates.end(), part.begin(), part.end());
        }
    }
    progress.check();
    if (!space.ells.empty()) {
        addPieces(remaining, space, level);
        addElls(remaining, space, level);
    }
    return level;
}

namespace {

Contents blockContents(const Candidate& candidate, const Level& level, const Remaining& remaining)
{
    const std::vector<std::int32_t>& order = level.orders[static_cast<std::size_t>(candidate.source)];
    const auto window = std::span(order).subspan(static_cast<std::size_t>(candidate.begin), static_cast<std::size_t>(candidate.end - candidate.begin));
    const CondensedColumns condensed = condense(remaining, window);
    Contents contents;
    contents.cols.assign(condensed.cols.begin() + candidate.colBegin, condensed.cols.begin() + candidate.colEnd);
    std::vector<std::int32_t> sorted = contents.cols;
    std::sort(sorted.begin(), sorted.end());
    const Matrix& matrix = remaining.matrix();
    for (const std::int32_t r : window) {
        const std::size_t mark = contents.entries.size();
        std::int64_t owned = 0;
        const auto columns = matrix.row(r);
        const auto first = static_cast<std::uint32_t>(matrix.rowPtr()[static_cast<std::size_t>(r)]);
        const auto take = [&](std::size_t k) {
            const std::uint32_t p = first + static_cast<std::uint32_t>(k);
            const bool redundant = remaining.covered(p);
            contents.entries.push_back(redundant ? p | Entry::redundantBit : p);
            owned += redundant ? 0 : 1;
        };
        // The shorter of the two looks into the longer one.
        if (columns.size() > 8 * sorted.size()) {
            for (const std::int32_t col : sorted) {
                const auto at = std::lower_bound(columns.begin(), columns.end(), col);
                if (at != columns.end() && *at == col)
                    take(static_cast<std::size_t>(at - columns.begin()));
            }
        } else {
            for (std::size_t k = 0, s = 0; k < columns.size() && s < sorted.size();) {
                if (columns[k] == sorted[s])
                    take(k);
                if (columns[k] <= sorted[s])
                    ++k;
                else
                    ++s;
            }
        }
        if (owned == 0) {  // a row that gives nothing need not be written
            contents.entries.resize(mark);
            continue;
        }
        contents.rows.push_back(r);
        contents.covers += owned;
        std::int64_t uncovered = 0;
        for (const std::uint32_t p : remaining.row(r))
            uncovered += remaining.covered(p) ? 0 : 1;
        contents.atomic = contents.atomic || remaining.written(r) || uncovered > owned;
    }
    return contents;
}

Contents ellContents(const Candidate& candidate, const Level& level, const Remaining& remaining)
{
    Contents contents;
    for (std::int64_t i = candidate.begin; i < candidate.end; ++i) {
        const Piece& piece = level.pieces[static_cast<std::size_t>(i)];
        const auto row = remaining.row(piece.row);
        const std::size_t mark = contents.entries.size();
        for (const std::uint32_t p : row.subspan(static_cast<std::size_t>(piece.begin), static_cast<std::size_t>(piece.length)))
            if (!remaining.covered(p))
                contents.entries.push_back(p);
        if (contents.entries.size() == mark)
            continue;
        contents.rows.push_back(piece.row);
        contents.atomic = contents.atomic || remaining.written(piece.row) || static_cast<std::int32_t>(row.size()) > piece.length;
    }
    contents.covers = static_cast<std::int64_t>(contents.entries.size());
    return contents;
}

}  // namespace

Contents contentsOf(const Candidate& candidate, const Level& level, const Remaining& remaining)
{
    return candidate.colEnd > candidate.colBegin ? blockContents(candidate, level, remaining) : ellContents(candidate, level, remaining);
}

}  // namespace sparsescope::stile
