// The pyramid: exact counts per cell at every level.
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/matrix/pyramid.h"
#include "tests/engine/raster_fixtures.h"
#include "tests/support/catch.h"

#include <numeric>

using namespace sparsescope;

TEST_CASE("pyramid: every cell of every level counts its elements, by brute force", "[pyramid]")
{
    std::mt19937_64 random(GENERATE(range(1, 25)));
    const MatrixPtr matrix = randomMatrix(random);
    const std::int64_t maxSide = std::int64_t{1} << std::uniform_int_distribution<int>(0, 6)(random);
    INFO(matrix->rows() << " x " << matrix->cols() << ", " << matrix->nnz() << " non-zeros, at most " << maxSide
                        << " cells");
    const Pyramid pyramid = Pyramid::build(*matrix, noProgress(), maxSide);

    const auto levels = pyramid.levels();
    REQUIRE(!levels.empty());
    CHECK(levels.front().gridRows <= maxSide);
    CHECK(levels.front().gridCols <= maxSide);
    CHECK(levels.back().gridRows == 1);
    CHECK(levels.back().gridCols == 1);
    for (std::size_t l = 0; l < levels.size(); ++l) {
        const Pyramid::Level& level = levels[l];
        CHECK(level.cellRows == levels[0].cellRows << l);
        CHECK(level.cellCols == levels[0].cellCols << l);
        REQUIRE(level.counts.size() == static_cast<std::size_t>(level.gridRows * level.gridCols));
        CHECK(std::accumulate(level.counts.begin(), level.counts.end(), std::int64_t{0}) == matrix->nnz());
        for (std::int64_t r = 0; r < level.gridRows; ++r)
            for (std::int64_t c = 0; c < level.gridCols; ++c)
                REQUIRE(level.at(r, c) == matrix->countIn(r * level.cellRows, (r + 1) * level.cellRows,
                                                          c * level.cellCols, (c + 1) * level.cellCols));
    }
}

TEST_CASE("pyramid: cells are as small as the number of cells allows", "[pyramid]")
{
    const MatrixPtr wide = matrixFromCoordinates(10, 1'000'000, {{0, 0}, {9, 999'999}}, "wide");
    const Pyramid pyramid = Pyramid::build(*wide, noProgress());
    CHECK(pyramid.levels()[0].cellRows == 1);
    CHECK(pyramid.levels()[0].gridRows == 10);
    CHECK(pyramid.levels()[0].cellCols == 489); // ceil(1,000,000 / 2048)
    CHECK(pyramid.levels()[0].gridCols == 2045);
    CHECK(pyramid.levels()[0].at(9, 2044) == 1);
}

TEST_CASE("pyramid: an empty matrix has one level with one empty cell", "[pyramid]")
{
    const MatrixPtr empty = matrixFromCoordinates(0, 0, {}, "empty");
    const Pyramid pyramid = Pyramid::build(*empty, noProgress());
    REQUIRE(pyramid.levels().size() == 1);
    CHECK(pyramid.levels()[0].at(0, 0) == 0);
}

TEST_CASE("pyramid: the same at any number of threads, and it can be cancelled", "[pyramid]")
{
    const MatrixPtr matrix = rmat(4096, 60'000, 5);
    std::vector<std::vector<std::uint32_t>> first;
    for (const int threads : {1, 2, 7})
        withThreads(threads, [&] {
            const Pyramid pyramid = Pyramid::build(*matrix, noProgress(), 512);
            std::vector<std::vector<std::uint32_t>> counts;
            for (const auto& level : pyramid.levels())
                counts.push_back(level.counts);
            if (first.empty())
                first = counts;
            CHECK(counts == first);
        });
    Progress cancelled;
    cancelled.cancel();
    CHECK_THROWS_AS(Pyramid::build(*matrix, cancelled), Error);
}
