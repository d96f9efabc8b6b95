// Orders of rows and columns, and the matrix and its plan in them.
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/matrix/orderings.h"
#include "engine/matrix/patterns.h"
#include "engine/plan/matrix_order.h"
#include "engine/raster/tile_layer.h"
#include "tests/engine/raster_fixtures.h"
#include "tests/engine/search_fixtures.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <numeric>

using namespace sparsescope;

namespace {

std::vector<std::int32_t> shuffled(std::int64_t n, std::mt19937_64& random)
{
    std::vector<std::int32_t> lines(static_cast<std::size_t>(n));
    std::iota(lines.begin(), lines.end(), 0);
    std::shuffle(lines.begin(), lines.end(), random);
    return lines;
}

bool isPermutation(std::vector<std::int32_t> lines, std::int64_t n)
{
    std::sort(lines.begin(), lines.end());
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (lines[i] != static_cast<std::int32_t>(i))
            return false;
    return static_cast<std::int64_t>(lines.size()) == n;
}

std::int64_t bandwidthOf(const Matrix& matrix)
{
    std::int64_t most = 0;
    for (std::int64_t r = 0; r < matrix.rows(); ++r)
        for (const std::int32_t c : matrix.row(r))
            most = std::max(most, std::abs(r - c));
    return most;
}

bool same(const Matrix& a, const Matrix& b)
{
    return a.fingerprint() == b.fingerprint() && std::ranges::equal(a.rowPtr(), b.rowPtr()) &&
           std::ranges::equal(a.colIdx(), b.colIdx()) && std::ranges::equal(a.values(), b.values());
}

MatrixPtr inOrder(const Matrix& matrix, std::vector<std::int32_t> lines)
{
    return permuted(matrix, lineOrder(lines, lines), noProgress()).matrix;
}

MatrixPtr ofCoordinates(std::int64_t n, std::vector<std::pair<std::int32_t, std::int32_t>> coordinates)
{
    return matrixFromCoordinates(n, n, std::move(coordinates), "by hand");
}

} // namespace

TEST_CASE("order: every element of the permuted matrix is the original's, with its value", "[order]")
{
    std::mt19937_64 random(GENERATE(range(1, 20)));
    const MatrixPtr matrix = randomMatrix(random);
    const bool rows = std::bernoulli_distribution(0.7)(random);
    const LineOrder order = lineOrder(rows ? shuffled(matrix->rows(), random) : std::vector<std::int32_t>(),
                                      std::bernoulli_distribution(0.7)(random) ? shuffled(matrix->cols(), random)
                                                                               : std::vector<std::int32_t>());
    const PermutedMatrix there = permuted(*matrix, order, noProgress());
    REQUIRE(there.matrix->nnz() == matrix->nnz());
    REQUIRE(there.matrix->rows() == matrix->rows());
    REQUIRE(there.matrix->cols() == matrix->cols());
    for (std::int64_t r = 0; r < matrix->rows(); ++r)
        for (std::int64_t k = 0; k < matrix->rowLength(r); ++k) {
            const std::int64_t p = matrix->rowPtr()[static_cast<std::size_t>(r)] + k;
            const std::int64_t q = there.places[static_cast<std::size_t>(p)];
            const std::int64_t c = matrix->colIdx()[static_cast<std::size_t>(p)];
            REQUIRE(there.matrix->value(q) == matrix->value(p));
            REQUIRE(order.row(there.matrix->rowOf(q)) == r);
            REQUIRE(order.col(there.matrix->colIdx()[static_cast<std::size_t>(q)]) == c);
            REQUIRE(order.rowPlace(r) == there.matrix->rowOf(q));
            REQUIRE(order.colPlace(c) == there.matrix->colIdx()[static_cast<std::size_t>(q)]);
        }
    // Permuted by the inverse it is the original again, to the byte.
    const PermutedMatrix back = permuted(*there.matrix, lineOrder(order.rowPlaces, order.colPlaces), noProgress());
    CHECK(same(*back.matrix, *matrix));
    for (std::size_t p = 0; p < there.places.size(); ++p)
        REQUIRE(back.places[there.places[p]] == p);
    // One thread makes the same.
    withThreads(1, [&] { CHECK(same(*permuted(*matrix, order, noProgress()).matrix, *there.matrix)); });
}

TEST_CASE("order: what is no permutation, or of another matrix, is refused", "[order]")
{
    CHECK_THROWS_AS(lineOrder({0, 0}, {}), Error);
    CHECK_THROWS_AS(lineOrder({}, {0, 2}), Error);
    CHECK_THROWS_AS(lineOrder({-1, 0}, {}), Error);
    CHECK_THROWS_AS(permuted(*figure1(), lineOrder({1, 0}, {}), noProgress()), Error);
    Progress cancelled;
    cancelled.cancel();
    CHECK_THROWS_AS(permuted(*banded(4096, 8), lineOrder({}, {}), cancelled), Error);
    CHECK_THROWS_AS(reverseCuthillMcKee(*randomUniform(3, 4, 0.5, 1), noProgress()), Error);
    CHECK_THROWS_AS(makeOrder(MatrixOrder::Tiles, *figure1(), nullptr, noProgress()), Error);
    CHECK_THROWS_AS(parseMatrixOrder("random"), Error);
    for (const MatrixOrder order : matrixOrders)
        CHECK(parseMatrixOrder(name(order)) == order);
}

TEST_CASE("order: by length, longest first, equal ones as in the file", "[order]")
{
    std::mt19937_64 random(GENERATE(range(1, 6)));
    const MatrixPtr matrix = randomMatrix(random);
    const LineOrder order = makeOrder(MatrixOrder::Both, *matrix, nullptr, noProgress());
    const MatrixPtr there = permuted(*matrix, order, noProgress()).matrix;
    const std::vector<std::int32_t> rows = rowLengths(*there);
    const std::vector<std::int32_t> cols = columnLengths(*there, noProgress());
    CHECK(std::is_sorted(rows.rbegin(), rows.rend()));
    CHECK(std::is_sorted(cols.rbegin(), cols.rend()));
    for (std::size_t i = 1; i < rows.size(); ++i)
        if (rows[i] == rows[i - 1])
            REQUIRE(order.rows[i - 1] < order.rows[i]);
    CHECK(makeOrder(MatrixOrder::Rows, *matrix, nullptr, noProgress()).rows == order.rows);
    CHECK(makeOrder(MatrixOrder::Rows, *matrix, nullptr, noProgress()).cols.empty());
    CHECK(makeOrder(MatrixOrder::Columns, *matrix, nullptr, noProgress()).cols == order.cols);
    CHECK(makeOrder(MatrixOrder::File, *matrix, nullptr, noProgress()).rows.empty());
}

TEST_CASE("order: reverse Cuthill-McKee finds the band of a shuffled matrix again", "[order]")
{
    std::mt19937_64 random(GENERATE(1, 2, 3));
    const MatrixPtr band = banded(600, 8); // 4 on each side
    const MatrixPtr mixed = inOrder(*band, shuffled(600, random));
    REQUIRE(bandwidthOf(*mixed) > 400);
    const std::vector<std::int32_t> order = reverseCuthillMcKee(*mixed, noProgress());
    REQUIRE(isPermutation(order, 600));
    CHECK(bandwidthOf(*inOrder(*mixed, order)) <= 2 * bandwidthOf(*band));
    CHECK(reverseCuthillMcKee(*mixed, noProgress()) == order);

    // A grid of 30 x 30 has the bandwidth 30, and no order has one below about that.
    const MatrixPtr grid = inOrder(*stencil2d(30), shuffled(900, random));
    CHECK(bandwidthOf(*inOrder(*grid, reverseCuthillMcKee(*grid, noProgress()))) <= 60);
}

TEST_CASE("order: reverse Cuthill-McKee is a permutation of any square matrix", "[order]")
{
    CHECK(reverseCuthillMcKee(*ofCoordinates(0, {}), noProgress()).empty());
    CHECK(isPermutation(reverseCuthillMcKee(*ofCoordinates(5, {}), noProgress()), 5));
    // Two chains, one of them upside down and stored as its upper half only, and lines without a neighbour.
    const MatrixPtr parts = ofCoordinates(9, {{0, 4}, {4, 8}, {1, 7}, {7, 1}, {7, 3}, {3, 7}, {5, 5}});
    const std::vector<std::int32_t> order = reverseCuthillMcKee(*parts, noProgress());
    REQUIRE(isPermutation(order, 9));
    CHECK(bandwidthOf(*inOrder(*parts, order)) == 1);
    std::vector<std::int32_t> last(order.end() - 2, order.end());
    std::sort(last.begin(), last.end());
    CHECK(last == std::vector<std::int32_t>{2, 6}); // neither row nor column holds anything
    std::mt19937_64 random(4);
    for (int i = 0; i < cases(20); ++i) {
        const std::int64_t n = std::uniform_int_distribution<std::int64_t>(1, 300)(random);
        const MatrixPtr matrix =
            randomUniform(n, n, std::uniform_real_distribution<>(0, 3)(random) / static_cast<double>(n), random());
        CHECK(isPermutation(reverseCuthillMcKee(*matrix, noProgress()), n));
    }
}

TEST_CASE("order: a plan in the order of its tiles has its owners, and its tiles lie together", "[order]")
{
    const MatrixPtr matrix = crossing(512, 3);
    auto plan = std::make_shared<const Plan>(searched(*matrix, spmm(DataType::Float16, 64)).plan);
    const std::vector<std::uint32_t> owner = ownerOfEntries(*plan);
    // Tiles whose rows lie side by side.
    const auto together = [](const Plan& tiles) {
        return std::ranges::count_if(tiles.tiling().tiles, [&](const Tile& tile) {
            std::vector<std::int32_t> rows(tiles.tiling().view(tile).rowIds.begin(),
                                           tiles.tiling().view(tile).rowIds.end());
            std::sort(rows.begin(), rows.end());
            rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
            return rows.back() - rows.front() + 1 == static_cast<std::int32_t>(rows.size());
        });
    };
    for (const MatrixOrder which : {MatrixOrder::Tiles, MatrixOrder::Both, MatrixOrder::ReverseCuthillMcKee}) {
        INFO(name(which));
        const LineOrder order = makeOrder(which, *matrix, plan.get(), noProgress());
        const PermutedMatrix there = permuted(*matrix, order, noProgress());
        const auto moved = std::make_shared<const Plan>(permutedPlan(*plan, order, there));
        const std::vector<std::uint32_t> owners = permutedOwner(owner, there);
        CHECK(ownerOfEntries(*moved) == owners);
        for (std::size_t t = 0; t < plan->tiling().tiles.size(); ++t) {
            const TileView a = plan->tiling().view(plan->tiling().tiles[t]);
            const TileView b = moved->tiling().view(moved->tiling().tiles[t]);
            for (std::size_t i = 0; i < a.rowIds.size(); ++i)
                REQUIRE(order.row(b.rowIds[i]) == a.rowIds[i]);
            for (std::size_t i = 0; i < a.colIds.size(); ++i)
                REQUIRE(order.col(b.colIds[i]) == a.colIds[i]);
            for (std::size_t i = 0; i < a.entries.size(); ++i)
                REQUIRE(Entry::redundant(a.entries[i]) == Entry::redundant(b.entries[i]));
        }
        if (which == MatrixOrder::Tiles) {
            const std::span<const std::int32_t> first = plan->tiling().view(plan->tiling().tiles[0]).rowIds;
            CHECK(std::equal(first.begin(), first.end(), order.rows.begin()));
            CHECK(together(*moved) > together(*plan));
            // Where the rows of a full block lie side by side, so do its places, and it is drawn as a rectangle.
            const raster::TileLayer layer(there.matrix, moved,
                                          std::make_shared<const std::vector<std::uint32_t>>(owners));
            for (std::size_t t = 0; t < moved->tiling().tiles.size(); ++t)
                if (layer.bounds(static_cast<std::int64_t>(t)).contiguous) {
                    const raster::ElementRect& r = layer.bounds(static_cast<std::int64_t>(t)).rect;
                    REQUIRE(static_cast<std::size_t>(r.rowEnd - r.rowBegin) ==
                            moved->tiling().view(moved->tiling().tiles[t]).rowIds.size());
                }
        }
    }
    // The rows of a shuffled matrix' tiles lie anywhere; in the order of its tiles most lie side by side.
    std::mt19937_64 random(9);
    const MatrixPtr mixed = permuted(*matrix, lineOrder(shuffled(512, random), {}), noProgress()).matrix;
    const Plan scattered = searched(*mixed, spmm(DataType::Float16, 64)).plan;
    const LineOrder order = makeOrder(MatrixOrder::Tiles, *mixed, &scattered, noProgress());
    const Plan gathered = permutedPlan(scattered, order, permuted(*mixed, order, noProgress()));
    CHECK(together(gathered) > 2 * together(scattered));
}
