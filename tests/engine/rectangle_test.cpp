// What lies in a rectangle, against plain loops.
#include "engine/raster/rectangle_statistics.h"
#include "tests/engine/raster_fixtures.h"
#include "tests/support/catch.h"

#include <map>

using namespace sparsescope;

TEST_CASE("A rectangle's numbers are those of plain counting, with its tiles")
{
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        INFO("seed " << seed);
        const PaintedPlan p = checkered(randomUniform(70, 90, 0.05, seed), 16);
        const raster::ElementRect rect{5, 40, 20, 77};
        const raster::RectangleStatistics s =
            raster::rectangleStatistics(*p.matrix, rect, p.plan.get(), *p.owner, noProgress());
        std::map<std::int64_t, std::int64_t> rows, cols, tiles;
        std::int64_t nnz = 0;
        for (std::int64_t r = rect.rowBegin; r < rect.rowEnd; ++r)
            for (std::int64_t k = 0; k < p.matrix->rowLength(r); ++k) {
                const std::int64_t c = p.matrix->row(r)[static_cast<std::size_t>(k)];
                if (c < rect.colBegin || c >= rect.colEnd)
                    continue;
                ++nnz;
                ++rows[r];
                ++cols[c];
                ++tiles[(*p.owner)[static_cast<std::size_t>(p.matrix->rowPtr()[static_cast<std::size_t>(r)] + k)]];
            }
        CHECK(s.nnz == nnz);
        CHECK(s.density == Approx(static_cast<double>(nnz) / (35.0 * 57.0)));
        CHECK(s.emptyRows == 35 - static_cast<std::int64_t>(rows.size()));
        CHECK(s.emptyCols == 57 - static_cast<std::int64_t>(cols.size()));
        std::int64_t most = 0;
        for (const auto& [row, n] : rows)
            most = std::max(most, n);
        CHECK(s.longestRowNnz == most);
        CHECK(rows[s.longestRow] == most);
        CHECK(s.tiles == static_cast<std::int64_t>(tiles.size()));
        double cost = 0;
        std::int64_t inside = 0;
        for (const auto& [t, n] : tiles) {
            const Tile& tile = p.plan->tiling().tiles[static_cast<std::size_t>(t)];
            cost += tile.cost;
            inside += n == countPlaces(*p.plan, tile).owned ? 1 : 0;
        }
        CHECK(s.predictedNs == Approx(cost));
        CHECK(s.inside == inside);
        std::int64_t ofFormats = 0;
        for (const auto& share : s.formats)
            ofFormats += share.nnz;
        CHECK(ofFormats == nnz);
        CHECK(s.formats.size() > 1);
    }
}

TEST_CASE("A rectangle without a plan or without a non-zero has no tiles, and counting can be cancelled")
{
    const MatrixPtr m = randomUniform(50, 50, 0.1, 2);
    const raster::RectangleStatistics s = raster::rectangleStatistics(*m, {0, 50, 0, 50}, nullptr, {}, noProgress());
    CHECK(s.nnz == m->nnz());
    CHECK(s.tiles == 0);
    const Matrix empty(9, 9, std::vector<std::int64_t>(10, 0), {}, {}, MatrixSource{});
    const raster::RectangleStatistics none =
        raster::rectangleStatistics(empty, {2, 5, 1, 9}, nullptr, {}, noProgress());
    CHECK(none.longestRow == -1);
    CHECK(none.emptyRows == 3);
    CHECK(none.emptyCols == 8);
    Progress cancelled;
    cancelled.cancel();
    CHECK_THROWS_AS(raster::rectangleStatistics(*m, {0, 50, 0, 50}, nullptr, {}, cancelled), Error);
}
