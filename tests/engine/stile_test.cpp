// The planner "stile" and its cost model.
#include "engine/core/error.h"
#include "engine/core/parallel.h"
#include "engine/plan/plan_file.h"
#include "engine/search/stile/candidates.h"
#include "tests/engine/plan_fixtures.h"

#include <array>
#include <set>
#include <sstream>
#include <tuple>

using namespace sparsescope;

TEST_CASE("patterns have the sizes that the papers state")
{
    CHECK(figure1()->nnz() == 10);
    CHECK(logsparse(4096)->nnz() == 90115);
    CHECK(strided(4096)->nnz() == 766144);
}

TEST_CASE("a100-stile holds the published block costs in nanoseconds")
{
    const auto model = makeCostModel(readCalibration("a100-stile"), spmm(DataType::Float16, 32));
    const FormatPtr narrow = makeFormat("block", {{"rows", 16}, {"width", 16}});
    const FormatPtr wide = makeFormat("block", {{"rows", 16}, {"width", 160}});
    CHECK(model->cost({narrow.get(), 16, 16, 16}, false) == Approx(292));
    CHECK(model->cost({narrow.get(), 16, 16, 16}, true) == Approx(906));
    CHECK(model->cost({wide.get(), 16, 160, 160}, true) == Approx(2138));
}

TEST_CASE("the ELL cost is the roofline fit of STile section 3.2 with table 3's bytes in sectors")
{
    const Operator op = spmm(DataType::Float16, 32);
    const auto model = makeCostModel(readCalibration("a100-stile"), op);
    const FormatPtr ell = makeFormat("ell", {{"rows", 8}, {"width", 32}});
    const TileFeatures tile{ell.get(), 8, 32, 200};
    const Work work = workOf(tile, op, 32);
    CHECK(work.flops == 2 * 8 * 32 * 32);
    CHECK(work.bytes == 8 * 32 * 2 + 200 * 64 + 8 * 64);
    CHECK(work.atomicBytes == work.bytes + 8 * 64);
    // AI is below PEAK, so R is the bytes: g = a bytes + b.
    const double g = 0.08804 * work.bytes + 417.7;
    CHECK(model->cost(tile, false) == Approx(g));
    CHECK(model->cost(tile, true) == Approx(g * (8.807 * work.atomicBytes / work.bytes - 7.909)));
}

TEST_CASE("a calibration that is wrong is refused by file and key")
{
    nlohmann::json json = toJson(readCalibration("a100-stile"));
    const auto reason = [](const nlohmann::json& j) {
        try {
            calibrationFromJson(j, "c.json");
        } catch (const Error& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    CHECK(reason(json).empty());
    nlohmann::json bad = json;
    bad["entries"][0]["formats"]["block"]["ns"].erase(0);
    CHECK_THAT(reason(bad), Catch::Contains("c.json: entries[0].formats.block.widths"));
    bad = json;
    bad.erase("sms");
    CHECK_THAT(reason(bad), Catch::Contains("sms: is missing"));
    CHECK_THROWS_WITH(readCalibration("z9000"), Catch::Contains("a100-stile"));
    CHECK_THROWS_WITH(makeCostModel(readCalibration("a100-stile"), {OperatorKind::SpMV, DataType::Float16, 1}),
                      Catch::Contains("spmm f16"));
}

TEST_CASE("columns of a window are condensed by descending count, ties in order")
{
    const MatrixPtr matrix =
        matrixFromCoordinates(16, 9, {{0, 8}, {1, 8}, {2, 8}, {0, 3}, {4, 3}, {5, 1}, {6, 7}}, "window");
    const stile::Remaining remaining(*matrix);
    Scratch scratch(matrix->cols());
    const stile::WindowColumns condensed = stile::reorderColumns(remaining, stile::occupiedRows(remaining), scratch);
    CHECK(condensed.cols == std::vector<std::int32_t>{8, 3, 1, 7});
    CHECK(condensed.counts == std::vector<std::uint8_t>{3, 2, 1, 1});
}

TEST_CASE("every non-zero is owned exactly once and the plan computes the product")
{
    const std::uint64_t seed = 20240607;
    INFO("seed " << seed);
    const MatrixPtr matrices[] = {randomUniform(100, 100, 0.05, seed),
                                  randomUniform(33, 200, 0.5, seed + 1),
                                  randomUniform(1, 300, 0.5, seed + 2),
                                  randomUniform(300, 1, 0.5, seed + 3),
                                  randomUniform(17, 17, 1.0, seed + 4),
                                  rmat(1024, 20000, seed),
                                  strided(400),
                                  logsparse(300),
                                  crossing(256, seed),
                                  figure1()};
    for (const MatrixPtr& matrix : matrices)
        for (const DataType dtype : {DataType::Float16, DataType::Float32})
            for (const std::int64_t J : {1, 32, 77}) {
                INFO(matrix->source().name << " " << matrix->rows() << " x " << matrix->cols() << " " << name(dtype)
                                           << " J=" << J);
                const Plan plan = searched(*matrix, spmm(dtype, J)).plan;
                REQUIRE_NOTHROW(validatePlan(plan, *matrix));
                const ErrorNorms error = executed(plan, *matrix, seed);
                CHECK(error.accepted(dtype));
            }
}

TEST_CASE("block tiles in float32 compute the product too")
{
    // No shipped calibration has their cost: the float16 numbers serve.
    nlohmann::json json = toJson(readCalibration("a100-stile"));
    json["entries"][1]["formats"] = json["entries"][0]["formats"];
    const Operator op = spmm(DataType::Float32, 48);
    const auto model = makeCostModel(calibrationFromJson(json, "edited"), op);
    const MatrixPtr matrix = randomUniform(80, 90, 0.4, 9);
    Trace trace;
    const Plan plan =
        planner("stile").search(*matrix, op, ModelEvaluator(*model), nlohmann::json::object(), trace, noProgress());
    CHECK(summarise(plan).tilesByFormat[0].second > 0);
    validatePlan(plan, *matrix);
    CHECK(executed(plan, *matrix, 9).accepted(DataType::Float32));
}

TEST_CASE("a wrong result is not accepted")
{
    const MatrixPtr matrix = randomUniform(40, 40, 0.3, 1);
    Plan plan = searched(*matrix, spmm(DataType::Float32, 32)).plan;
    plan.tiling().entries[0] |= Entry::redundantBit; // one non-zero less
    CHECK_FALSE(executed(plan, *matrix, 1).accepted(DataType::Float32));
}

TEST_CASE("the plan is the same byte for byte at any number of threads")
{
    const MatrixPtr matrix = rmat(2048, 60000, 77);
    PlanBlob blobs[3];
    int i = 0;
    for (const int threads : {1, 2, 5})
        withThreads(threads, [&] { blobs[i++] = planToBlob(searched(*matrix, spmm(DataType::Float16, 64)).plan); });
    CHECK(blobs[0].json == blobs[1].json);
    CHECK(blobs[0].json == blobs[2].json);
    CHECK(blobs[0].arrays == blobs[1].arrays);
    CHECK(blobs[0].arrays == blobs[2].arrays);
}

TEST_CASE("each round takes the least average cost first and nothing above r times it")
{
    const MatrixPtr matrix = rmat(1024, 30000, 4);
    for (const double ratio : {1.0, 1.2, 2.0}) {
        const auto [plan, trace] =
            searched(*matrix, spmm(DataType::Float16, 32), {{"ratio", ratio}, {"withdraw", false}, {"compete", false}});
        REQUIRE(trace.rounds.size() > 1);
        std::int64_t covered = 0;
        std::int64_t next = 0;
        for (const TraceRound& round : trace.rounds) {
            CHECK(round.tileBegin == next);
            CHECK(round.tileEnd > round.tileBegin);
            CHECK(round.limit == Approx(ratio * round.best));
            next = round.tileEnd;
            for (std::int64_t t = round.tileBegin; t < round.tileEnd; ++t) {
                const Tile& tile = plan.tiling().tiles[static_cast<std::size_t>(t)];
                CHECK(tile.round == round.round);
                covered += countPlaces(plan, tile).owned;
            }
            CHECK(round.covered == covered);
            for (const TraceCandidate& lost : round.lost)
                CHECK_FALSE(lost.reason.empty());
        }
        CHECK(covered == matrix->nnz());
        CHECK(next == static_cast<std::int64_t>(plan.tiling().tiles.size()));
    }
}

TEST_CASE("dense rows become blocks, thin rows ELL, and long rows are split")
{
    const Plan dense = searched(*randomUniform(64, 64, 1.0, 1), spmm(DataType::Float16, 32)).plan;
    CHECK(summarise(dense).tilesByFormat[0].second == summarise(dense).tiles);
    CHECK(summarise(dense).places.padding() == 0);
    std::vector<std::pair<std::int32_t, std::int32_t>> diagonal, row;
    for (std::int32_t i = 0; i < 4096; ++i)
        diagonal.emplace_back(i, i);
    for (std::int32_t i = 0; i < 500; ++i)
        row.emplace_back(3, i);
    const Plan thin = searched(*matrixFromCoordinates(4096, 4096, diagonal, "diagonal"), spmm(DataType::Float16, 32),
                               {{"max-ell-width", 32}, {"compete", false}})
                          .plan;
    CHECK(summarise(thin).tilesByFormat[1].second == summarise(thin).tiles);
    CHECK(summarise(thin).atomicTiles == 0);
    const Plan split =
        searched(*matrixFromCoordinates(8, 500, row, "row"), spmm(DataType::Float16, 32), {{"formats", "ell"}}).plan;
    CHECK(std::count(split.tiling().rowIds.begin(), split.tiling().rowIds.end(), 3) == 125); // pieces of 4
    CHECK(summarise(split).atomicTiles == summarise(split).tiles);
}

TEST_CASE("the schedule is longest first onto the least loaded SM (definition 6)")
{
    Calibration calibration = readCalibration("a100-stile");
    calibration.sms = 2;
    calibration.launchNs = 5;
    Plan plan;
    plan.tiling().launchOrder = LaunchOrder::Longest;
    plan.op.dense = 32;
    for (const double cost : {3.0, 3.0, 2.0, 2.0, 2.0}) {
        Tile tile;
        tile.cost = cost;
        plan.tiling().tiles.push_back(tile);
    }
    CHECK(planCost(plan, calibration) == 7 + 5); // 3+2+2 against 3+2; the optimum would be 6
}

TEST_CASE("figure 4: two tiles and two parts of J make four sub-tasks; the busiest SM is the cost")
{
    Plan plan;
    plan.tiling().launchOrder = LaunchOrder::Longest;
    plan.op = {OperatorKind::SpMM, DataType::Float32, 2};
    plan.densePart = 1;
    plan.nnz = 3;
    plan.tiling().entries = {2, 0, 1}; // (2, 0), then (0, 1) and (0, 2): ranks in the CSR
    for (const auto& [begin, end, cost] : {std::tuple{0, 1, 2.0}, std::tuple{1, 3, 3.0}}) {
        Tile tile;
        tile.entries = {begin, end};
        tile.cost = cost;
        plan.tiling().tiles.push_back(tile);
    }
    REQUIRE(plan.denseParts() == 2);
    // |u| of x1 to x4, each point of U = {(0,0,1), (0,0,2), (0,1,1), (0,1,2), (2,0,0), (2,1,0)} in exactly one.
    const MatrixPtr matrix = matrixFromCoordinates(3, 3, {{0, 1}, {0, 2}, {2, 0}}, "figure 4");
    std::set<std::array<std::int64_t, 3>> covered;
    std::vector<std::size_t> sizes;
    for (const Tile& tile : plan.tiling().tiles)
        for (std::int64_t part = 0; part < plan.denseParts(); ++part) {
            std::size_t size = 0;
            for (std::int64_t e = tile.entries.begin; e < tile.entries.end; ++e) {
                const std::int64_t entry = plan.tiling().entries[static_cast<std::size_t>(e)];
                const std::int64_t row = entry < 2 ? 0 : 2;
                size += covered.insert({row, part, matrix->colIdx()[static_cast<std::size_t>(entry)]}).second;
            }
            sizes.push_back(size);
        }
    CHECK(sizes == std::vector<std::size_t>{1, 1, 2, 2});
    CHECK(covered.size() == 6);
    const Schedule schedule = scheduleOf(plan, 2);
    CHECK(schedule.sm == std::vector<std::int32_t>{0, 1, 0, 1}); // x3 and x4 first, one on each SM
    CHECK(schedule.longestNs() == 5);
}

TEST_CASE("options out of range, unknown or of another type are refused, and so are other operators")
{
    const MatrixPtr matrix = figure1();
    CHECK_THROWS_WITH(searched(*matrix, spmm(DataType::Float16, 32), {{"ratio", 0.5}}),
                      Catch::Contains("ratio takes 1"));
    CHECK_THROWS_WITH(searched(*matrix, spmm(DataType::Float16, 32), {{"ratio", "x"}}),
                      Catch::Contains("ratio takes a number"));
    CHECK_THROWS_WITH(searched(*matrix, spmm(DataType::Float16, 32), {{"rato", 1.5}}),
                      Catch::Contains("no option rato"));
    CHECK_THROWS_WITH(searched(*matrix, spmm(DataType::Float16, 32), {{"max-ell-width", 12}}),
                      Catch::Contains("power of two"));
    CHECK_THROWS_WITH(searched(*matrix, spmm(DataType::Float32, 32), {{"formats", "block"}}),
                      Catch::Contains("no candidates"));
    CHECK_THROWS_WITH(planner("magic"), Catch::Contains("none of stile"));
}

TEST_CASE("a search can be cancelled")
{
    const MatrixPtr matrix = rmat(1024, 20000, 1);
    const Operator op = spmm(DataType::Float16, 32);
    const auto model = makeCostModel(readCalibration(defaultCalibration), op);
    Progress progress;
    progress.cancel();
    Trace trace;
    try {
        planner("stile").search(*matrix, op, ModelEvaluator(*model), nlohmann::json::object(), trace, progress);
        FAIL("was not cancelled");
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Cancelled);
    }
}

TEST_CASE("a trace survives its text, and unknown events are skipped")
{
    const MatrixPtr matrix = rmat(256, 3000, 6);
    const auto [plan, trace] = searched(*matrix, spmm(DataType::Float16, 32));
    const std::string text = "{\"event\":\"from the future\"}\n" + traceToText(trace, plan);
    const Trace back = traceFromText(text, "t.jsonl");
    REQUIRE(back.rounds.size() == trace.rounds.size());
    for (std::size_t i = 0; i < back.rounds.size(); ++i) {
        CHECK(back.rounds[i].best == trace.rounds[i].best);
        CHECK(back.rounds[i].tileEnd == trace.rounds[i].tileEnd);
        CHECK(back.rounds[i].lost.size() == trace.rounds[i].lost.size());
    }
    CHECK_THROWS_WITH(traceFromText("{}\n", "t.jsonl"), Catch::Contains("t.jsonl:1"));
    const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
    CHECK_THROWS_WITH(traceFromText("{\"event\": \"other\", \"data\": " + deep + "}\n", "t.jsonl"),
                      Catch::Contains("t.jsonl:1") && Catch::Contains("nested more than 64 deep"));
}

TEST_CASE("a planner's own events are kept in the trace's file, and readers that do not know them skip them")
{
    const MatrixPtr matrix = rmat(256, 3000, 6);
    auto [plan, trace] = searched(*matrix, spmm(DataType::Float16, 32));
    const std::string before = traceToText(trace, plan);
    REQUIRE(trace.rounds.size() > 1);
    trace.events = {{"graph", {{"nodes", 3}}, 0}, {"measured", {{"ns", 12.5}}, 1}, {"over", nullptr, 1000}};
    const std::string text = traceToText(trace, plan);
    const Trace back = traceFromText(text, "t.jsonl");
    REQUIRE(back.events.size() == 3);
    CHECK(back.events[0].name == "graph");
    CHECK(back.events[0].data == nlohmann::json{{"nodes", 3}});
    CHECK(back.events[0].round == 0);
    CHECK(back.events[1].data.at("ns") == 12.5);
    CHECK(back.events[1].round == 1);
    CHECK(back.events[2].round == static_cast<std::int64_t>(trace.rounds.size()));
    CHECK(traceToText(back, plan) == text);

    // As a reader of before: of every line the kinds that it knows, and nothing else.
    std::string known;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::string kind = nlohmann::json::parse(line).at("event");
        for (const char* one : {"start", "round", "withdrawn", "chosen", "lost", "end"})
            if (kind == one)
                known += line + "\n";
    }
    CHECK(known == before);

    Trace sink;
    sink.event("graph", {{"nodes", 3}});
    CHECK(sink.events.size() == 1);
    CHECK_THROWS_AS(sink.event("round", {}), Error);
}
