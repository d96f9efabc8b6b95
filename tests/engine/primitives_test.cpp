// The primitives of STile table 2: the derivations of section 3.1, and the figures of the paper in their numbers.
#include "engine/io/reader.h"
#include "engine/matrix/patterns.h"
#include "engine/search/stile/primitives.h"
#include "engine/search/stile/selection.h"
#include "tests/support/catch.h"

#include <map>
#include <set>

using namespace sparsescope;
using namespace sparsescope::stile;

namespace {

using Cell = std::pair<std::int32_t, std::int32_t>;

//     0 1 2 3 4 5
// 0   x . x . . x
// 1   . . . . . .
// 2   . x . . . .
// 3   x x x x x .
MatrixPtr small()
{
    return matrixFromCoordinates(4, 6, {{0, 0}, {0, 2}, {0, 5}, {2, 1}, {3, 0}, {3, 1}, {3, 2}, {3, 3}, {3, 4}},
                                 "small");
}

std::vector<std::int32_t> columnsOf(const Remaining& remaining, const Segment& s)
{
    std::vector<std::int32_t> columns;
    for (std::int32_t i = s.begin; i < s.begin + s.length; ++i)
        columns.push_back(remaining.matrix().colIdx()[remaining.row(s.row)[static_cast<std::size_t>(i)]]);
    return columns;
}

// Non-empty parts of dividing rows, then columns, by `size`, after rows and columns were put into an order: BSR.
std::int64_t blocksOf(const Matrix& matrix, std::int64_t size, const std::vector<std::int32_t>& order)
{
    std::vector<std::int32_t> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        place[static_cast<std::size_t>(order[i])] = static_cast<std::int32_t>(i);
    std::int64_t blocks = 0;
    divide(matrix.rows(), size, [&](std::int64_t rowBegin, std::int64_t rowEnd) {
        divide(matrix.cols(), size, [&](std::int64_t colBegin, std::int64_t colEnd) {
            bool any = false;
            for (std::int64_t i = rowBegin; i < rowEnd; ++i)
                for (const std::int32_t c : matrix.row(order[static_cast<std::size_t>(i)]))
                    any = any || (place[static_cast<std::size_t>(c)] >= colBegin &&
                                  place[static_cast<std::size_t>(c)] < colEnd);
            blocks += any ? 1 : 0;
        });
    });
    return blocks;
}

std::vector<std::int32_t> natural(std::int64_t n)
{
    std::vector<std::int32_t> order(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<std::int32_t>(i);
    return order;
}

} // namespace

TEST_CASE("ELL is squeeze, then padding of each row (3 -> 5)")
{
    const MatrixPtr matrix = small();
    const Remaining remaining(*matrix);
    const std::vector<Segment> rows = squeeze(remaining, natural(4));
    REQUIRE(rows == std::vector<Segment>{{0, 0, 3}, {2, 0, 1}, {3, 0, 5}});
    CHECK(columnsOf(remaining, rows[0]) == std::vector<std::int32_t>{0, 2, 5});
    CHECK(columnsOf(remaining, rows[2]) == std::vector<std::int32_t>{0, 1, 2, 3, 4});
    CHECK((1 << paddedExponent(rows[0].length)) == 4);
    CHECK((1 << paddedExponent(rows[1].length)) == 1);
    CHECK((1 << paddedExponent(rows[2].length)) == 8);
}

TEST_CASE("BSR is division of rows, then of columns (2 -> 2)")
{
    // Blocks of 2 x 2 that hold anything: three in rows 0 and 1, three in rows 2 and 3.
    CHECK(blocksOf(*small(), 2, natural(6)) == 6);
    CHECK(blocksOf(*small(), 1, natural(6)) == 9);
}

TEST_CASE("condensed columns are division of rows, reordering of columns, division of columns (2 -> 1 -> 2)")
{
    const MatrixPtr matrix = small();
    const Remaining remaining(*matrix);
    Scratch scratch(matrix->cols());
    const WindowColumns columns = reorderColumns(remaining, natural(4), scratch);
    CHECK(columns.cols == std::vector<std::int32_t>{0, 1, 2, 3, 4, 5});
    CHECK(columns.counts == std::vector<std::uint8_t>{2, 2, 2, 1, 1, 1});
    std::vector<std::vector<std::int32_t>> tiles;
    divide(static_cast<std::int64_t>(columns.cols.size()), 4, [&](std::int64_t begin, std::int64_t end) {
        tiles.emplace_back(columns.cols.begin() + begin, columns.cols.begin() + end);
    });
    CHECK(tiles == std::vector<std::vector<std::int32_t>>{{0, 1, 2, 3}, {4, 5}});
    CHECK(std::all_of(scratch.count.begin(), scratch.count.end(), [](std::uint8_t c) { return c == 0; }));
}

TEST_CASE("hyb is division of columns, reordering of rows, squeeze, split, padding, division of rows (2 -> 1 -> 3 -> 4 "
          "-> 5 -> 2)")
{
    const MatrixPtr matrix = small();
    const Remaining remaining(*matrix);
    const std::vector<Segment> rows = squeeze(remaining, reorderRows(remaining, occupiedRows(remaining)));
    CHECK(rows == std::vector<Segment>{{3, 0, 5}, {0, 0, 3}, {2, 0, 1}});
    // Columns 0-2 and 3-5, rows split at 2.
    const std::vector<Segment> left = splitRows(divideColumns(remaining, rows, 0, 3), 2);
    CHECK(left == std::vector<Segment>{{3, 0, 2}, {3, 2, 1}, {0, 0, 2}, {2, 0, 1}});
    const std::vector<Segment> right = splitRows(divideColumns(remaining, rows, 3, 6), 2);
    CHECK(right == std::vector<Segment>{{3, 3, 2}, {0, 2, 1}});
    std::map<int, std::vector<std::int32_t>> buckets;
    for (const Segment& s : left)
        buckets[1 << paddedExponent(s.length)].push_back(s.row);
    CHECK(buckets == std::map<int, std::vector<std::int32_t>>{{1, {3, 2}}, {2, {3, 0}}});
}

TEST_CASE("1D is squeeze, flatten, then division into runs (3 -> 6 -> 4)")
{
    const MatrixPtr matrix = small();
    const Remaining remaining(*matrix);
    const std::vector<std::uint32_t> flat = flatten(remaining, squeeze(remaining, natural(4)));
    CHECK(flat == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8});
    std::vector<std::int64_t> runs;
    divide(static_cast<std::int64_t>(flat.size()), 4,
           [&](std::int64_t begin, std::int64_t end) { runs.push_back(end - begin); });
    CHECK(runs == std::vector<std::int64_t>{4, 4, 1});
}

TEST_CASE("rows of equal length keep their order, columns of equal count too")
{
    const MatrixPtr matrix = matrixFromCoordinates(4, 3, {{0, 2}, {1, 0}, {1, 1}, {2, 1}, {3, 0}, {3, 2}}, "ties");
    const Remaining remaining(*matrix);
    CHECK(reorderRows(remaining, natural(4)) == Rows{1, 3, 0, 2});
    Scratch scratch(3);
    CHECK(reorderColumns(remaining, natural(4), scratch).cols == std::vector<std::int32_t>{0, 1, 2});
}

TEST_CASE("the first columns of a window are those that come first among all, whether they are sorted or looked for")
{
    for (const std::int64_t rows : {32, 4096}) { // the first's columns are many to a counter, the second's few
        const MatrixPtr matrix = rmat(rows, 900, 5);
        const Remaining remaining(*matrix);
        Scratch scratch(matrix->cols());
        const Rows window = natural(16);
        const WindowColumns all = reorderColumns(remaining, window, scratch);
        for (std::uint8_t least = 1; least <= all.counts.front(); ++least)
            for (const std::int64_t few : {0, 1, 3, 1000}) {
                const WindowColumns some = reorderColumns(remaining, window, scratch, least, few);
                std::size_t end = 0;
                for (std::int64_t left = few; end < all.cols.size() && all.counts[end] >= least; ++end)
                    if (all.counts[end] == least && left-- == 0)
                        break;
                INFO(rows << " rows, at least " << int(least) << ", " << few << " with so many");
                CHECK(some.cols == std::vector(all.cols.begin(), all.cols.begin() + static_cast<std::ptrdiff_t>(end)));
            }
        CHECK(std::all_of(scratch.count.begin(), scratch.count.end(), [](std::uint8_t c) { return c == 0; }));
    }
}

TEST_CASE("figures 1 and 2: covers of the 8 x 8 matrix by blocks cost 20, 28, 16 and, reordered, 12")
{
    // 1x1, 2x2 and 4x4 blocks cost 2, 4 and 15.
    const MatrixPtr matrix = figure1();
    REQUIRE(matrix->nnz() == 10);
    CHECK(2 * blocksOf(*matrix, 1, natural(8)) == 20);
    CHECK(4 * blocksOf(*matrix, 2, natural(8)) == 28);
    // (b): one 2x2 for 0-3, six 1x1 for the rest.
    CHECK(4 * 1 + 2 * (10 - 4) == 16);
    CHECK(std::set<std::int32_t>(matrix->row(2).begin(), matrix->row(2).end()) == std::set<std::int32_t>{2, 3});
    CHECK(std::set<std::int32_t>(matrix->row(3).begin(), matrix->row(3).end()) == std::set<std::int32_t>{2, 3});
    // (d): rows and columns in the order 2, 3, 5, 6, 0, 1, 4, 7: two full 2x2, two 1x1.
    const std::vector<std::int32_t> order = {2, 3, 5, 6, 0, 1, 4, 7};
    const std::int64_t blocks = blocksOf(*matrix, 2, order);
    CHECK(blocks == 4);
    CHECK(4 * 2 + 2 * (10 - 8) == 12);
}

TEST_CASE("figure 3: two levels cost 11 where one costs 12")
{
    const MatrixPtr matrix = figure1();
    Remaining remaining(*matrix);
    // First level: the full 2x2 blocks of rows 2, 3 and rows 5, 6.
    Scratch scratch(matrix->cols());
    for (const Rows& window : {Rows{2, 3}, Rows{5, 6}}) {
        const WindowColumns columns = reorderColumns(remaining, window, scratch);
        REQUIRE(columns.counts == std::vector<std::uint8_t>{2, 2});
        for (const std::int32_t r : window)
            for (const std::uint32_t p : std::vector<std::uint32_t>(remaining.row(r).begin(), remaining.row(r).end()))
                remaining.cover(p, r);
    }
    remaining.compact();
    // Second level: what is left are non-zeros 4 and 5, one in a row: one ELL tile of width 1.
    const std::vector<Segment> left = squeeze(remaining, occupiedRows(remaining));
    CHECK(left == std::vector<Segment>{{1, 0, 1}, {7, 0, 1}});
    CHECK(columnsOf(remaining, left[0]) == std::vector<std::int32_t>{6});
    CHECK(columnsOf(remaining, left[1]) == std::vector<std::int32_t>{0});
    CHECK(remaining.count() == 2);
    CHECK(2 * 4 + 3 == 11);
}

TEST_CASE("figure 6: replacing two sub-tasks of cost 8 and 3 by one of cost 12 costs 0.2 a new point, less than 1.2")
{
    Swap swap;
    swap.cost = 12;
    swap.saved = 8 + 3;
    swap.covers = 5;
    CHECK(swap.average() == Approx(0.2));
    Candidate third;
    third.cost = 6;
    third.covers = 5;
    CHECK(third.average() == Approx(1.2));
    CHECK(swap.average() < third.average());
    CHECK(8 + 3 + third.cost == 17);
}

TEST_CASE("the padding of hyb(1, k) is that of SparseTIR's table 1, a long row's last piece padded to the full width")
{
    const std::string data = sharedData();
    if (data.empty())
        skipTest("no shared data");
    struct Case {
        const char* file;
        int k;
        double percent;
    };
    for (const Case& c : {Case{"cora.mtx", 2, 15.8}, Case{"citeseer.mtx", 2, 13.0}, Case{"pubmed.mtx.gz", 5, 23.1}}) {
        INFO(c.file);
        std::string path;
        for (const auto& file : std::filesystem::recursive_directory_iterator(data))
            if (file.path().filename() == c.file)
                path = file.path().string();
        if (path.empty())
            skipTest("shared data lacks a graph of SparseTIR's table 1");
        const MatrixPtr matrix = readMatrix(path, noProgress());
        const Remaining remaining(*matrix);
        const std::int32_t width = 1 << c.k;
        std::int64_t stored = 0;
        for (const Segment& s : splitRows(squeeze(remaining, occupiedRows(remaining)), width)) {
            const bool ofLongRow = remaining.length(s.row) > width;
            stored += ofLongRow ? width : 1 << paddedExponent(s.length);
        }
        const double percent = 100.0 * static_cast<double>(stored - matrix->nnz()) / static_cast<double>(stored);
        CHECK(percent == Approx(c.percent).margin(0.05));
    }
}
