// LiteForm: CELL's buckets, its cost of memory accesses by hand, its features, and the trace of its search.
#include "engine/plan/plan_file.h"
#include "engine/search/liteform/features.h"
#include "engine/search/liteform/memory_cost.h"
#include "tests/engine/bucket_fixtures.h"

#include <cmath>

using namespace sparsescope;

// The slides show the matrix; the pictures of its buckets are worked out here.
TEST_CASE("CELL's buckets of the matrix of LiteForm's slides, when the maximum width is 4 and when it is 2")
{
    const MatrixPtr matrix = liteformSlide();
    const auto rows = [&](int width) {
        return storedRows(
            searchedBy("cell", *matrix, spmm(DataType::Float32, 32), with(oneTile, {{"width", width}})).plan, *matrix);
    };
    using Rows = std::map<std::int64_t, std::vector<StoredRow>>;
    CHECK(rows(8) == Rows{{1, {{1, {2}}, {7, {5}}}},
                          {2, {{0, {1, 6}}, {6, {1, 3}}}},
                          {4, {{2, {0, 1, 5}}}},
                          {8, {{4, {0, 1, 2, 3, 5, 6}}}}});
    CHECK(rows(4) == Rows{{1, {{1, {2}}, {7, {5}}}},
                          {2, {{0, {1, 6}}, {6, {1, 3}}}},
                          {4, {{2, {0, 1, 5}}, {4, {0, 1, 2, 3}}, {4, {5, 6}}}}});
    CHECK(rows(2) ==
          Rows{{1, {{1, {2}}, {7, {5}}}},
               {2, {{0, {1, 6}}, {6, {1, 3}}, {2, {0, 1}}, {2, {5}}, {4, {0, 1}}, {4, {2, 3}}, {4, {5, 6}}}}});
}

TEST_CASE("LiteForm's memory cost of that matrix, by hand, and the width of least cost")
{
    using namespace liteform;
    const MatrixPtr matrix = liteformSlide();
    const auto tried = tryWidths(*matrix, divideColumns(*matrix, 1, allRows(*matrix), noProgress()), 32, noProgress());
    REQUIRE(tried.size() == 1);
    REQUIRE(tried[0].size() == 4);
    const auto check = [&](std::size_t i, std::int64_t widest, double a, double b, double c) {
        INFO(widest);
        CHECK(tried[0][i].widest == widest);
        CHECK(tried[0][i].cost.a == a);
        CHECK(tried[0][i].cost.b == b);
        CHECK(tried[0][i].cost.c == Approx(c));
    };
    // Buckets of 1 (rows 1, 7; columns 2, 5), 2 (rows 0, 6; columns 1, 3, 6), 4 (row 2), 8 (row 4).
    check(0, 8, 2 * (2 + 4 + 4 + 8), 32 * (2 + 3 + 3 + 6), 32 * (2 + 2 + 1 + 1));
    // Row 4 folded into two of width 4: three stored rows of two, columns 0, 1, 2, 3, 5, 6.
    check(1, 4, 2 * (2 + 4 + 12), 32 * (2 + 3 + 6), 32 * (2 + 2 + 3));
    check(2, 2, 2 * (2 + 14), 32 * (2 + 6), 32 * (2 + 7));
    check(3, 1, 2 * 15, 32 * 6, 32 * 15);
    CHECK(cheapest(tried[0]).widest == 2);
    const Bucket last = tried[0][1].buckets.back();
    CHECK(last.rows == 3);
    CHECK(last.outputs == 2);
    CHECK(last.cols == 6);

    const Searched s = searchedBy("cell", *matrix, spmm(DataType::Float32, 32), oneTile);
    CHECK(s.plan.figures["memoryCost"] == Approx(576));
    CHECK(s.plan.figures["widest"] == json{2});
    CHECK(s.plan.figures["partitions"] == 1);
}

TEST_CASE("partitions have widths of their own, and those without non-zeros none")
{
    // Four rows of 8 at the left, single non-zeros at the right, nothing between.
    std::vector<std::pair<std::int32_t, std::int32_t>> at;
    for (std::int32_t r = 0; r < 4; ++r) {
        for (std::int32_t c = 0; c < 8; ++c)
            at.emplace_back(r, c);
        at.emplace_back(r, 31);
    }
    const MatrixPtr matrix = matrixFromCoordinates(4, 32, at, "two kinds");
    const Plan plan =
        searchedBy("cell", *matrix, spmm(DataType::Float32, 32), with(oneTile, {{"column-parts", "4"}})).plan;
    CHECK(plan.figures["widest"] == json{8, 1, 1, 1});
    CHECK(plan.tiling().partitions.size() == 5);
    const auto rows = storedRows(plan, *matrix);
    CHECK(rows.at(8).size() == 4);
    CHECK(rows.at(1).size() == 4);
}

TEST_CASE("a long row begins at width 1024")
{
    std::vector<std::pair<std::int32_t, std::int32_t>> at;
    for (std::int32_t c = 0; c < 5000; ++c)
        at.emplace_back(0, c);
    const MatrixPtr matrix = matrixFromCoordinates(2, 5000, at, "long");
    const auto tried =
        liteform::tryWidths(*matrix, divideColumns(*matrix, 1, allRows(*matrix), noProgress()), 32, noProgress());
    REQUIRE(tried[0].size() == 11);
    CHECK(tried[0].front().widest == 1024);
    CHECK(tried[0].front().buckets.front().rows == 5);
    CHECK(tried[0].back().widest == 1);
    CHECK(tried[0].back().buckets.front().rows == 5000);
}

TEST_CASE("the features of LiteForm's predictors")
{
    const liteform::Features f = liteform::featuresOf(*liteformSlide(), 128);
    CHECK(f.rows == 8);
    CHECK(f.cols == 8);
    CHECK(f.nnz == 15);
    CHECK(f.length.mean == Approx(15.0 / 8));
    CHECK(f.length.least == 0);
    CHECK(f.length.most == 6);
    CHECK(f.length.deviation == Approx(std::sqrt((4 + 1 + 9 + 0 + 36 + 0 + 4 + 1) / 8.0 - 15.0 * 15 / 64)));
    CHECK(f.density.mean == Approx(15.0 / 64));
    CHECK(f.density.most == Approx(6.0 / 8));
    CHECK(f.density.deviation == Approx(f.length.deviation / 8));
    CHECK(f.otherDimensions == 128);
}

TEST_CASE("the trace has a round for each bucket of each partition, and the widths that lost with their arithmetic")
{
    const MatrixPtr matrix = liteformSlide();
    const Searched s = searchedBy("cell", *matrix, spmm(DataType::Float32, 32), oneTile);
    REQUIRE(s.trace.rounds.size() == 3); // rows of 1, rows of 2, folded ones
    CHECK(s.trace.rounds[0].note == "Bucket of width 1: 2 rows with 1 non-zeros. Widest bucket 2, of least cost: 2 I1 "
                                    "W 32 + |set(Ind)| J 256 + Atomic I2 J 288 = 576 elements.");
    CHECK_THAT(s.trace.rounds[2].note, Catch::StartsWith("Rows longer than 2, folded into 5 rows of width 2."));
    REQUIRE(s.trace.rounds[2].lost.size() == 3);
    CHECK(s.trace.rounds[2].lost[1].width == 4);
    CHECK(s.trace.rounds[2].lost[1].reason ==
          "2 I1 W 36 + |set(Ind)| J 352 + Atomic I2 J 224 = 612 elements, 1.06 times that of 2");
    std::int64_t tile = 0;
    for (const TraceRound& round : s.trace.rounds) {
        CHECK(round.tileBegin == tile);
        tile = round.tileEnd;
        for (std::int64_t t = round.tileBegin; t < round.tileEnd; ++t)
            CHECK(s.plan.tiling().tiles[static_cast<std::size_t>(t)].round == round.round);
    }
    CHECK(tile == static_cast<std::int64_t>(s.plan.tiling().tiles.size()));
    CHECK(s.trace.rounds.back().covered == matrix->nnz());

    const Trace read = traceFromText(traceToText(s.trace, s.plan), "t.jsonl");
    REQUIRE(read.rounds.size() == 3);
    CHECK(read.rounds[0].note == s.trace.rounds[0].note);
    CHECK(read.rounds[2].lost.size() == 3);
}

TEST_CASE("a plan's figures stand in its file")
{
    const TemporaryFolder folder;
    const MatrixPtr matrix = liteformSlide();
    const Plan plan = searchedBy("cell", *matrix, spmm(DataType::Float32, 32), oneTile).plan;
    writePlan(plan, folder / "p.json");
    CHECK(readPlan(folder / "p.json", *matrix).figures == plan.figures);
}
