// Plans, formats and packing: what is stored, what is refused.
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "tests/engine/plan_fixtures.h"

#include <cmath>
#include <map>
#include <random>
#include <set>

using namespace sparsescope;

TEST_CASE("padding, redundant and owned places are all that is stored, and none counts twice")
{
    const PlaceCounts places{100, 60, 3};
    CHECK(places.padding() == 37);
    CHECK(places.paddingRatio() == Approx(0.37));
    CHECK(places.redundantRatio() == Approx(0.03));
    CHECK(PlaceCounts{}.paddingRatio() == 0);
}

TEST_CASE("half precision rounds to nearest even and back exactly")
{
    for (std::uint32_t bits = 0; bits < 0x7c00; ++bits)
        REQUIRE(toHalf(fromHalf(static_cast<std::uint16_t>(bits))) == bits);
    CHECK(toHalf(1.0f + 0x1p-11f) == toHalf(1.0f));         // tie to even, down
    CHECK(toHalf(1.0f + 3 * 0x1p-11f) == toHalf(1.0f) + 2); // tie to even, up
    CHECK(toHalf(65504.0f) == 0x7bff);
    CHECK(toHalf(65519.9f) == 0x7bff);
    CHECK(toHalf(65520.0f) == 0x7c00);
    CHECK(toHalf(0x1p-24f) == 1);
    CHECK(toHalf(0x1p-25f) == 0);
    CHECK(toHalf(-2.5f) == 0xc100);
}

TEST_CASE("formats refuse illegal parameters with the reason")
{
    const auto reason = [](const std::string& name, const nlohmann::json& parameters) {
        try {
            makeFormat(name, parameters);
        } catch (const Error& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    CHECK_THAT(reason("block", {{"rows", 16}, {"width", 24}}), Catch::Contains("steps of 16"));
    CHECK_THAT(reason("block", {{"rows", 4}, {"width", 32}}), Catch::Contains("8 or 16 rows"));
    CHECK_THAT(reason("block", {{"rows", 16}}), Catch::Contains("\"width\""));
    CHECK_THAT(reason("ell", {{"rows", 8}, {"width", 3}}), Catch::Contains("powers of two"));
    CHECK_THAT(reason("ell", {{"rows", 1}, {"width", 2}}), Catch::Contains("places"));
    CHECK_THAT(reason("elll", {}), Catch::Contains("none of block, ell, 1d"));
    for (const std::int64_t size : {-64, 0, 16, 48, 2048})
        CHECK_THAT(reason("1d", {{"size", size}}), Catch::Contains("power of two from 32 to 1024"));
    CHECK_THAT(reason("1d", {{"size", "64"}}), Catch::Contains("\"size\""));
    CHECK(makeFormat("1d", {{"size", 64}})->label() == "1D 64");
    CHECK(makeFormat("block", {{"rows", 8}, {"width", 64}})->label() == "block 8x64");
}

TEST_CASE("every packed value comes from the entry that provenance names")
{
    const std::uint64_t seed = 7;
    INFO("seed " << seed);
    const MatrixPtr matrix = rmat(1024, 20000, seed);
    for (const DataType dtype : {DataType::Float16, DataType::Float32}) {
        const Plan plan = searched(*matrix, spmm(DataType::Float16, 32)).plan;
        REQUIRE(summarise(plan).tilesByFormat[0].second > 0);
        REQUIRE(summarise(plan).tilesByFormat[1].second > 0);
        for (const Tile& tile : plan.tiling().tiles) {
            const Format& format = plan.tiling().formatOf(tile);
            const TileView view = plan.tiling().view(tile);
            std::vector<std::int64_t> places(static_cast<std::size_t>(format.sizes(view)[format.valueArray()]));
            format.places(view, *matrix, dtype, places);
            std::multiset<std::int64_t> stored;
            for (const std::int64_t place : places)
                if (place != Format::padding)
                    stored.insert(place);
            CHECK(stored == std::multiset<std::int64_t>(view.entries.begin(), view.entries.end()));
        }
    }
}

TEST_CASE("rows shared by tiles make both atomic, others stay plain")
{
    const MatrixPtr matrix = strided(256);
    Plan plan = searched(*matrix, spmm(DataType::Float16, 32)).plan;
    std::map<std::int32_t, int> writers;
    for (const std::int32_t r : plan.tiling().rowIds)
        ++writers[r];
    for (const Tile& tile : plan.tiling().tiles) {
        bool shared = false;
        for (const std::int32_t r : plan.tiling().view(tile).rowIds)
            shared = shared || writers[r] > 1;
        CHECK(tile.atomic == shared);
    }
}

TEST_CASE("a plan with any index out of range or a rule broken is refused with the tile and the reason")
{
    const MatrixPtr matrix = randomUniform(64, 64, 0.3, 3);
    const Plan good = searched(*matrix, spmm(DataType::Float16, 32)).plan;
    REQUIRE(refusal(good, *matrix).empty());
    const auto broken = [&](const auto& change) {
        Plan plan = good;
        change(plan);
        return refusal(plan, *matrix);
    };
    CHECK_THAT(broken([](Plan& p) { p.tiling().rowIds[0] = 64; }),
               Catch::Contains("tiles[0]") && Catch::Contains("row 64 of 64"));
    CHECK_THAT(broken([](Plan& p) { p.tiling().rowIds[0] = -1; }), Catch::Contains("row -1"));
    CHECK_THAT(broken([](Plan& p) { p.tiling().colIds[0] = 64; }), Catch::Contains("column 64 of 64"));
    CHECK_THAT(broken([](Plan& p) { p.tiling().entries[0] = 0x7fffffff; }), Catch::Contains("entry 2147483647"));
    CHECK_THAT(broken([](Plan& p) { p.tiling().tiles[0].format = 99; }), Catch::Contains("format 99"));
    CHECK_THAT(broken([](Plan& p) { p.tiling().tiles[0].partition = 1; }), Catch::Contains("partition 1"));
    CHECK_THAT(broken([](Plan& p) { p.tiling().tiles[0].level = 0; }), Catch::Contains("from 1"));
    for (const double wrong : {-1.0, std::nan(""), 1e308 * 10}) {
        CHECK_THAT(broken([&](Plan& p) { p.tiling().tiles[0].cost = wrong; }), Catch::Contains("a cost of"));
        CHECK_THAT(broken([&](Plan& p) { p.tiling().tiles[0].chain = wrong; }), Catch::Contains("a chain of"));
    }
    CHECK_THAT(broken([](Plan& p) { p.tiling().tiles[0].chain = 1e308; }), Catch::Contains("a chain of"));
    CHECK_THAT(broken([](Plan& p) { p.tiling().tiles[1].entries.begin += 1; }), Catch::Contains("tiles[1].entries"));
    CHECK_THAT(broken([](Plan& p) { p.tiling().tiles.pop_back(); }), Catch::Contains("its tiles use"));
    CHECK_THAT(broken([](Plan& p) { p.tiling().entries[0] |= Entry::redundantBit; }), Catch::Contains("is in no tile"));
    CHECK_THAT(
        broken([](Plan& p) { std::swap(p.tiling().entries[0], p.tiling().entries[p.tiling().entries.size() - 1]); }),
        Catch::Contains("tiles["));
    CHECK_THAT(broken([](Plan& p) { p.tiling().entries[1] = p.tiling().entries[0]; }), Catch::Contains("twice"));
    const MatrixPtr other = randomUniform(64, 64, 0.3, 4);
    CHECK_THAT(refusal(good, *other), Catch::Contains("belongs to a matrix of 64 x 64"));
}

TEST_CASE("the rows that are zeroed are those that no tile stores")
{
    const MatrixPtr matrix = rmat(512, 6000, 5);
    for (const DataType dtype : {DataType::Float16, DataType::Float32}) {
        const Plan plan = searched(*matrix, spmm(dtype, 40)).plan;
        const Packed packed = pack(plan, *matrix, noProgress());
        CHECK(packed.ld == 64);
        CHECK(packed.tasks.size() == plan.tiling().tiles.size() * 2);
        const std::set<std::int32_t> stored(plan.tiling().rowIds.begin(), plan.tiling().rowIds.end());
        std::vector<std::int32_t> empty;
        for (std::int32_t r = 0; r < 512; ++r)
            if (stored.count(r) == 0)
                empty.push_back(r);
        REQUIRE(!empty.empty());
        CHECK(packed.emptyRows == empty);
    }
}

TEST_CASE("slots are chosen where few tiles have split rows, launches row by row where tiles are many")
{
    Tiling tiling;
    tiling.tiles.resize(4001);
    chooseLaunch(tiling);
    CHECK(tiling.launchOrder == LaunchOrder::Rows);
    CHECK(tiling.splitSums == SplitSums::Slots);
    tiling.tiles.resize(800);
    for (std::size_t t = 0; t < 100; ++t)
        tiling.tiles[t].atomic = true;
    chooseLaunch(tiling);
    CHECK(tiling.launchOrder == LaunchOrder::Longest);
    CHECK(tiling.splitSums == SplitSums::Slots);
    tiling.tiles[100].atomic = true;
    chooseLaunch(tiling);
    CHECK(tiling.splitSums == SplitSums::Atomic);
}

TEST_CASE("sub-tasks are launched by their cost, or the heavy ones first and then part by part, row by row")
{
    Plan plan = planOfCosts({1, 1, 90, 1, 1}, 2);
    Tiling& tiling = plan.tiling();
    tiling.rowIds = {8, 2, 0, 4, 2};
    for (std::size_t t = 0; t < tiling.tiles.size(); ++t)
        tiling.tiles[t].rows = {static_cast<std::int64_t>(t), static_cast<std::int64_t>(t) + 1};
    const auto order = [&](LaunchOrder launch, std::vector<double> costs) {
        return launched(tiling, costs, 2, launch);
    };
    const std::vector<double> costs = tileCosts(tiling);
    CHECK(order(LaunchOrder::Longest, costs) ==
          std::vector<Task>{{2, 0}, {2, 1}, {0, 0}, {0, 1}, {1, 0}, {1, 1}, {3, 0}, {3, 1}, {4, 0}, {4, 1}});
    // All are more than a twentieth of what an SM of 132 does, so that all are heavy.
    CHECK(order(LaunchOrder::Rows, costs) == order(LaunchOrder::Longest, costs));
    // Many tiles: one is heavy.
    std::vector<double> many(4000, 1.0);
    many[1000] = 90;
    Plan wide = planOfCosts(many, 2);
    for (std::int32_t t = 0; t < 4000; ++t) {
        wide.tiling().rowIds.push_back(3999 - t);
        wide.tiling().tiles[static_cast<std::size_t>(t)].rows = {t, t + 1};
    }
    const std::vector<Task> tasks = launched(wide.tiling(), many, 2, LaunchOrder::Rows);
    REQUIRE(tasks.size() == 8000);
    CHECK((tasks[0] == Task{1000, 0} && tasks[1] == Task{1000, 1}));
    CHECK((tasks[2] == Task{3999, 0} && tasks[3] == Task{3998, 0}));
    CHECK((tasks[4001] == Task{3999, 1} && tasks[7999] == Task{0, 1}));
}
