// Fits, limits, and calibrations as files.
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/cost/cost_model.h"
#include "engine/cost/fit.h"
#include "engine/matrix/patterns.h"
#include "engine/measure/limits.h"
#include "engine/plan/value_range.h"
#include "tests/engine/format_fixtures.h"

#include <array>
#include <random>

using namespace sparsescope;

TEST_CASE("a roofline fit finds the coefficients that made its samples")
{
    const RooflineFit made{0.03, 170, 2.5, -1.4, {}};
    std::vector<FitSample> samples;
    for (int i = 1; i <= 12; ++i) {
        const double r = 1000.0 * i;
        const double atomic = r * (1 + 0.08 * (i % 5 + 1));
        const double g = made.a * r + made.b;
        samples.push_back({r, atomic, g, g * (made.c * atomic / r + made.d)});
    }
    const RooflineFit fit = fitRoofline(samples);
    CHECK(fit.a == Approx(made.a));
    CHECK(fit.b == Approx(made.b));
    CHECK(fit.c == Approx(made.c));
    CHECK(fit.d == Approx(made.d));
    CHECK(fit.residuals.points == 24);
    CHECK(fit.residuals.pearson == Approx(1));
    CHECK(fit.residuals.medianError < 1e-9);
    CHECK_THROWS_AS(fitRoofline(std::span(samples).first(2)), Error);
}

TEST_CASE("a linear fit finds its coefficients, and none is ever negative")
{
    const LinearCoefficients plain = {200, 0.02, 0.003, 0};
    const LinearCoefficients atomic = {250, 0.02, 0.004, 0.1};
    std::mt19937 random(5);
    std::vector<LinearSample> samples;
    for (int i = 0; i < 20; ++i) {
        LinearSample s;
        s.features = {1, 64.0 * static_cast<double>(1 + random() % 200),
                      64.0 * static_cast<double>(200 + random() % 400), static_cast<double>(100 + random() % 5000)};
        for (std::size_t k = 0; k < 4; ++k) {
            s.ns += plain[k] * s.features[k];
            s.atomicNs += atomic[k] * s.features[k];
        }
        samples.push_back(s);
    }
    const LinearFit fit = fitLinear(samples);
    for (std::size_t k = 0; k < 4; ++k) {
        CHECK(fit.plain[k] == Approx(plain[k]).margin(1e-9));
        CHECK(fit.atomic[k] == Approx(atomic[k]).margin(1e-9));
    }
    CHECK(fit.residuals.medianError < 1e-9);

    for (LinearSample& s : samples)
        s.ns = std::max(1.0, 300 - 0.01 * s.features[1]); // falls with the bytes: a fit would be negative
    for (const double k : fitLinear(samples).plain)
        CHECK(k >= 0);
}

TEST_CASE("the linear model counts distinct rows, all rows and the tile's own bytes, and is preferred to the roofline")
{
    const FormatPtr ell = makeFormat("ell", {{"rows", 8}, {"width", 4}});
    const TileFeatures tile{ell.get(), 8, 4, 20};
    const Operator op{OperatorKind::SpMM, DataType::Float16, 32};
    CHECK(linearFeatures(tile, op, 32) ==
          LinearCoefficients{1, 20 * 64, 32 * 64, 192 + 8 * 64}); // 32 places of 6 bytes
    const FormatPtr run = makeFormat("1d", {{"size", 32}});
    const TileFeatures sampled{run.get(), 3, 32, 30, 32};
    CHECK(linearFeatures(sampled, {OperatorKind::SDDMM, DataType::Float32, 64}, 64) ==
          LinearCoefficients{1, 33 * 256, 64 * 256, 32 * 20});
    const FormatPtr csr = makeFormat("csr", {{"places", 32}});
    CHECK(linearFeatures({csr.get(), 3, 30, 25, 30, 36}, {OperatorKind::SDDMM, DataType::Float32, 64}, 64) ==
          LinearCoefficients{1, 28 * 256, (36 + 9) * 256, 608}); // 30 places of 20 bytes, in sectors
    CHECK(linearFeatures({csr.get(), 3, 30, 25, 30, 36}, op, 32) ==
          LinearCoefficients{1, 25 * 64, 36 * 64, 192 + 3 * 64});

    Calibration calibration = readCalibration("a100-stile");
    CalibrationEntry& entry = calibration.entries.front();
    REQUIRE(entry.linear("ell") == nullptr);
    entry.linears.emplace_back("ell", LinearFit{{100, 0.1, 0.01, 0.5}, {200, 0.1, 0.01, 1}, {}});
    CHECK_FALSE(makeCostModel(calibration, op)->cost(tile, true) < makeCostModel(calibration, op)->cost(tile, false));
    const auto model = makeCostModel(calibration, op);
    CHECK(model->cost(tile, false) == Approx(100 + 0.1 * 1280 + 0.01 * 2048 + 0.5 * 704));
    CHECK(model->cost(tile, true) == Approx(200 + 0.1 * 1280 + 0.01 * 2048 + 704));
    CHECK(numbersOf(*model).fitted("ell"));

    // One shape of a format may have numbers of its own, in files too.
    entry.linears.emplace_back("ell", LinearFit{{50, 0, 0, 0}, {60, 0, 0, 0}, {}, "ELL 8x4"});
    const FormatPtr other = makeFormat("ell", {{"rows", 4}, {"width", 8}});
    const Calibration read = calibrationFromJson(toJson(calibration), "c.json");
    for (const Calibration* c : {&std::as_const(calibration), &read}) {
        const auto labelled = makeCostModel(*c, op);
        CHECK(labelled->cost(tile, false) == 50);
        CHECK(labelled->cost(tile, true) == 60);
        CHECK(labelled->cost({other.get(), 4, 8, 20}, false) > 300);
    }
    nlohmann::json twice = toJson(calibration);
    twice["entries"][0]["formats"]["ell"].push_back(twice["entries"][0]["formats"]["ell"].back());
    CHECK_THROWS_WITH(calibrationFromJson(twice, "c.json"), Catch::Contains("is the second linear model of ELL 8x4"));
}

TEST_CASE(
    "what a tile costs depends on the kernel that it shares and on how its split rows are summed, where that is known")
{
    const FormatPtr ell = makeFormat("ell", {{"rows", 8}, {"width", 4}});
    const FormatPtr block = makeFormat("block", {{"rows", 16}, {"width", 16}});
    const TileFeatures tile{ell.get(), 8, 4, 20}, dense{block.get(), 16, 16, 16};
    const Operator op{OperatorKind::SpMM, DataType::Float16, 32};
    Calibration calibration = readCalibration("a100-stile");
    CalibrationEntry& entry = calibration.entries.front();
    const auto cost = [&](const Calibration& c, const TileFeatures& of, const KernelUse& use, bool atomic) {
        return makeCostModel(c, op)->withUse(use)->cost(of, atomic);
    };
    entry.linears.emplace_back("ell", LinearFit{{100, 0, 0, 0}, {200, 0, 0, 0}});
    CHECK(toJson(calibration)["version"] == 1);
    CHECK(cost(calibration, tile, {false, SplitSums::Slots}, true) == 200); // nothing closer is known
    const double added = cost(calibration, dense, {}, true);
    CHECK(cost(calibration, dense, {true, SplitSums::Slots}, true) == added);

    entry.linears.back().second.slots = LinearCoefficients{300, 0, 0, 0};
    entry.linears.emplace_back("ell", LinearFit{{50, 0, 0, 0}, {60, 0, 0, 0}});
    entry.linears.back().second.withoutBlocks = true;
    for (auto& [format, table] : entry.tables) {
        table.slotsNs = table.atomicNs;
        for (double& ns : table.slotsNs)
            ns *= 2;
    }
    CHECK(toJson(calibration)["version"] == 2);
    const Calibration read = calibrationFromJson(toJson(calibration), "c.json");
    for (const Calibration* c : {&std::as_const(calibration), &read}) {
        CHECK(cost(*c, tile, {true, SplitSums::Atomic}, false) == 100);
        CHECK(cost(*c, tile, {true, SplitSums::Atomic}, true) == 200);
        CHECK(cost(*c, tile, {true, SplitSums::Slots}, true) == 300);
        CHECK(cost(*c, tile, {false, SplitSums::Atomic}, false) == 50);
        CHECK(cost(*c, tile, {false, SplitSums::Slots}, true) == 60); // slots were not measured there
        CHECK(cost(*c, dense, {true, SplitSums::Slots}, true) == Approx(2 * added));
        CHECK(makeCostModel(*c, op)->withUse({false, SplitSums::Slots})->withDensePart(64)->use() ==
              KernelUse{false, SplitSums::Slots});
    }

    // A plan's own kernel decides, whatever the model that costs it is for.
    const MatrixPtr matrix = figure1();
    Plan plan = emptyPlan(*matrix, op, 32);
    std::vector<std::uint32_t> all(static_cast<std::size_t>(matrix->nnz()));
    std::iota(all.begin(), all.end(), 0u);
    TileSet tiles;
    ell->cover(*matrix, all, tiles, noProgress());
    addTiles(plan, ell, std::move(tiles));
    markAtomicTiles(plan);
    CHECK(kernelUseOf(plan) == KernelUse{false, SplitSums::Slots});
    costPlan(plan, *matrix, *makeCostModel(calibration, op, 32));
    for (const Tile& t : plan.tiling().tiles)
        CHECK(t.cost == (t.atomic ? 60 : 50));
}

TEST_CASE("numbers that were not measured again are kept, with the conditions under which they were")
{
    const Calibration before = readCalibration("h200");
    Calibration fresh = before;
    std::erase_if(fresh.entries, [](const CalibrationEntry& e) {
        return e.op != OperatorKind::SpMM || e.dtype != DataType::Float32 || e.densePart == 64;
    });
    REQUIRE(fresh.entries.size() == 2);
    for (CalibrationEntry& e : fresh.entries)
        e.peakFlopPerByte = 7;
    fresh.launchNs = 1;
    fresh.conditions = {{"date", "2026-12-01T00:00:00Z"}};
    Calibration merged = fresh;
    keepOthers(merged, before);
    CHECK(merged.launchNs == before.launchNs);                 // which the numbers that are kept were measured with
    CHECK(merged.entries.size() == before.entries.size() - 1); // parts that are not measured any more are gone
    CHECK(merged.entriesOf(OperatorKind::SpMM, DataType::Float32).size() == 2);
    CHECK(merged.nearest(OperatorKind::SpMM, DataType::Float32, 32).peakFlopPerByte == 7);
    CHECK(merged.nearest(OperatorKind::SpMM, DataType::Float16, 32).peakFlopPerByte ==
          before.nearest(OperatorKind::SpMM, DataType::Float16, 32).peakFlopPerByte);
    CHECK(merged.conditions["date"] == "2026-12-01T00:00:00Z");
    CHECK(merged.conditions["kept"]["conditions"] == before.conditions);
    CHECK(merged.conditions["kept"]["of"].size() == operatorKinds().size() * dataTypes.size() - 1);
    CHECK(toJson(calibrationFromJson(toJson(merged), "c.json")) == toJson(merged));
    Calibration older = before; // of a version that measured neither
    older.rates = {};
    older.nextLaunchNs = 0;
    merged = fresh;
    keepOthers(merged, older);
    CHECK(merged.launchNs == 1);
    CHECK(merged.rates.copyBytesPerNs == fresh.rates.copyBytesPerNs);
    Calibration other = before;
    other.gpu = "NVIDIA Abacus";
    CHECK_THROWS_WITH(keepOthers(fresh, other),
                      Catch::Contains("numbers of an NVIDIA Abacus, not of this NVIDIA H200"));
}

TEST_CASE("a long row is a chain of gathers, shorter where lanes share it, and a plan waits for the longest")
{
    const Operator narrow{OperatorKind::SpMM, DataType::Float32, 32};
    const FormatPtr csr = makeFormat("csr", {{"places", 1024}});
    const auto tile = [&](std::int64_t rows, std::int64_t places, std::int64_t longest) {
        return TileFeatures{csr.get(), rows, places, places, places, places, longest};
    };
    // 8 lanes take 32 values of float32, so that a block of 128 threads takes 16 rows at once.
    CHECK(chainOf(tile(64, 640, 100), narrow, 32) == 100);       // a row for each group
    CHECK(chainOf(tile(64, 1024, 16), narrow, 32) == 64 + 16);   // four of them one after another
    CHECK(chainOf(tile(4, 400, 100), narrow, 32) == 25 + 1);     // four groups for each row
    CHECK(chainOf(tile(1, 1000, 1000), narrow, 128) == 250 + 1); // a group is a warp
    CHECK(chainOf(tile(1, 1000, 1000), {OperatorKind::SpMV, DataType::Float32, 1}, 1) == Approx(1000 / 128.0 + 4));
    const Operator vector{OperatorKind::SpMV, DataType::Float32, 1};
    const auto slices = [&](std::int64_t rows, std::int64_t places, std::int64_t longest) {
        TileFeatures features = tile(rows, places, longest);
        features.lanePerRow = true; // of SELL
        return features;
    };
    CHECK(chainOf(tile(128, 2048, 100), vector, 1) == 16 + 64); // 16 lanes for each row, 8 rows at once
    CHECK(chainOf(slices(128, 2048, 100), vector, 1) == 100);   // a lane for each
    CHECK(chainOf(slices(256, 2560, 10), vector, 1) == 20 + 8); // two rows one after another
    CHECK(chainOf(slices(32, 3200, 100), vector, 1) == 25 + 4); // four lanes for each
    CHECK(chainOf({csr.get(), 8, 32, 32}, narrow, 32) == 0);    // all rows alike

    std::vector<std::int32_t> cols(41, 0); // 40 in the first row, one in the second
    std::iota(cols.begin(), cols.end() - 1, 0);
    const auto matrix = std::make_shared<const Matrix>(2, 40, std::vector<std::int64_t>{0, 40, 41}, cols,
                                                       std::vector<double>(), MatrixSource());
    Plan plan = coveredBy(csr, *matrix, narrow);
    Calibration calibration = readCalibration("h200");
    const auto entry =
        std::find_if(calibration.entries.begin(), calibration.entries.end(), [](const CalibrationEntry& e) {
            return e.op == OperatorKind::SpMM && e.dtype == DataType::Float32 && e.densePart == 32;
        });
    entry->cacheBytes = 0; // as before version 2: what a task alone takes is added
    entry->latencies = {{"csr", {1000, 0}}};
    const double before = predictedBy(*makeCostModel(calibration, narrow, 32), plan, *matrix);
    entry->latencies = {{"csr", {1000, 5000}}};
    const Calibration read = calibrationFromJson(toJson(calibration), "c.json");
    REQUIRE(plan.tiling().tiles.size() == 1);
    CHECK(predictedBy(*makeCostModel(read, narrow, 32), plan, *matrix) ==
          Approx(before + 5 * 5000)); // 40 places, 8 groups
    costPlan(plan, *matrix, *makeCostModel(read, narrow, 32));
    CHECK(plan.tiling().tiles.front().chain == 5);
    CHECK(planCost(plan, read) == plan.predictedNs);
}

TEST_CASE("a latency is the line through what was measured, and a level one where that would fall")
{
    const std::vector<double> steps = {0, 10, 20};
    const Latency rising = fitLatency(steps, std::vector<double>{1000, 1500, 2000});
    CHECK(rising.ns == Approx(1000));
    CHECK(rising.perStepNs == Approx(50));
    CHECK(fitLatency(steps, std::vector<double>{2000, 1500, 1000}).perStepNs == 0);
    CHECK_THROWS_AS(fitLatency({}, {}), Error);
}

TEST_CASE(
    "SpMV moves indices with the values, a sector for each element at most, and those of x that its columns lie in")
{
    // One row of 16-bit values, sixteen of which are a sector.
    const MatrixPtr matrix =
        matrixFromCoordinates(1, 64, {{0, 0}, {0, 1}, {0, 15}, {0, 16}, {0, 17}, {0, 40}}, "one row");
    PlanByHand hand(*matrix, {OperatorKind::SpMV, DataType::Float16, 1}, 1);
    hand.ell({0});
    Plan plan = hand.finish();
    REQUIRE(plan.tiling().formats.front()->label() == "ELL 1x8");
    const TileFeatures tile =
        plan.tiling().formats.front()->features(plan.tiling().view(plan.tiling().tiles.front()), *matrix);
    const Work work = workOf(tile, plan.op, 1);
    CHECK(work.flops == 16);
    CHECK(work.bytes == 64 + 6 * 32 + 32);
    CHECK(work.atomicBytes == work.bytes + 32);
    CHECK(linearFeatures(tile, plan.op, 1) == LinearCoefficients{1, 6 * 32, 8 * 32, 64 + 32});
    const Work traffic = trafficOf(plan, plan.tiling().tiles.front(), *matrix);
    CHECK(traffic.bytes == 40 + (4 + 8 * 4 + 8 * 2) + 3 * 32 + 32);
    CHECK(traffic.atomicBytes == traffic.bytes);
    plan.tiling().tiles.front().atomic = true;
    CHECK(trafficOf(plan, plan.tiling().tiles.front(), *matrix).atomicBytes == traffic.bytes + 32);
}

TEST_CASE("limits are the bytes, the gathered rows and the operations over the rates")
{
    // Two rows: columns 0, 1 and 1, 2.
    const MatrixPtr matrix = matrixFromCoordinates(3, 4, {{0, 0}, {0, 1}, {1, 1}, {1, 2}}, "small");
    const Rates rates{2, 8, {{DataType::Float32, 16}}};
    const auto limits = limitsOf(*matrix, {OperatorKind::SpMM, DataType::Float32, 32}, rates);
    REQUIRE(limits.size() == 4);
    CHECK(limits[0].ns == Approx((4 * 8 + 3 * 4 + 128 * (3 + 3)) / 2.0)); // three columns touched, three rows of C
    CHECK(limits[1].ns == Approx(4 * 128 / 8.0));
    CHECK(limits[2].ns == Approx(3 * 128 / 8.0));
    CHECK(limits[3].ns == Approx(2 * 4 * 32 / 16.0));
    const auto sampled = limitsOf(*matrix, {OperatorKind::SDDMM, DataType::Float32, 32}, rates);
    CHECK(sampled[0].ns == Approx((4 * 8 + 3 * 4 + 128 * (2 + 3) + 4 * 4) / 2.0));
    CHECK(sampled[1].ns == Approx((4 + 2) * 128 / 8.0));
    const auto vector = limitsOf(*matrix, {OperatorKind::SpMV, DataType::Float16, 1}, rates);
    REQUIRE(vector.size() == 2);
    CHECK(vector[0].ns == Approx((4 * 6 + 3 * 4 + 2 * (3 + 3)) / 2.0));
    CHECK(vector[1].ns == Approx(2 * 4 / 16.0)); // in float32, off the tensor cores
    CHECK(limitsOf(*matrix, {OperatorKind::SpMM, DataType::Float16, 32}, rates).empty());
    CHECK(limitsOf(*matrix, {OperatorKind::SpMM, DataType::Float32, 32}, {}).empty());
}

TEST_CASE("every shipped calibration survives its file, with conditions, rates and residuals")
{
    for (const std::string& name : shippedCalibrations()) {
        INFO(name);
        const Calibration calibration = readCalibration(name);
        CHECK(calibration.name == name);
        const nlohmann::json json = toJson(calibration);
        CHECK(toJson(calibrationFromJson(json, name)) == json);
        CHECK(nlohmann::json::parse(calibrationText(calibration)) == json);
    }
    nlohmann::json json = toJson(readCalibration("a100-stile"));
    json["rates"] = {{"copyBytesPerNs", 0}, {"gatherBytesPerNs", 1}, {"flopsPerNs", {{"f16", 1}}}};
    CHECK_THROWS_WITH(calibrationFromJson(json, "c.json"), Catch::Contains("rates.copyBytesPerNs"));
    json["rates"] = {{"copyBytesPerNs", 1}, {"gatherBytesPerNs", 1}, {"flopsPerNs", {{"f8", 1}}}};
    CHECK_THROWS_WITH(calibrationFromJson(json, "c.json"), Catch::Contains("c.json: rates.flopsPerNs.f8"));
}

TEST_CASE("a calibration under which a search would have no end, or that holds anything else, is refused by key")
{
    const nlohmann::json good = toJson(readCalibration("h200"));
    const auto reason = [](const nlohmann::json& json) {
        try {
            calibrationFromJson(json, "c.json");
        } catch (const Error& e) {
            CHECK(e.kind() == ErrorKind::Input);
            return std::string(e.what());
        }
        return std::string();
    };
    CHECK(reason(good).empty());
    nlohmann::json bad = good;
    bad["entries"] = 5;
    CHECK_THAT(reason(bad), Catch::Contains("entries: is not an array"));
    bad = good;
    bad["launchNs"] = -1;
    CHECK_THAT(reason(bad), Catch::Contains("launchNs: must not be below 0"));
    bad = good;
    bad["entries"][0]["latencyNs"] = "long";
    CHECK_THAT(reason(bad), Catch::Contains("entries[0].latencyNs: is not an object"));
    bad["entries"][0]["latencyNs"] = {{"csr", {1000, -1}}};
    CHECK_THAT(reason(bad), Catch::Contains("entries[0].latencyNs.csr[1]: must not be below 0"));
    bad["entries"][0]["latencyNs"] = {{"csr", {1000, 1, 1}}};
    CHECK_THAT(reason(bad), Catch::Contains("entries[0].latencyNs.csr: is neither a number nor a pair"));
    for (nlohmann::json& numbers : bad["entries"][0]["formats"]["ell"])
        if (numbers["model"] == "linear") {
            bad["entries"][0]["latencyNs"] = {{"ell", 1}};
            numbers["plain"] = {-1, 0, 0, 1};
            CHECK_THAT(reason(bad), Catch::Contains("plain: holds a number below 0"));
            numbers["plain"] = {0, 0, 0, 0};
            CHECK_THAT(reason(bad), Catch::Contains("nothing but 0"));
            numbers["plain"] = {1, 1, 1, 1, 1, 1};
            CHECK_THAT(reason(bad), Catch::Contains("plain: has 6 numbers, not 4 or 5"));
            numbers["plain"] = {0, 0, 0, 0, 1}; // most operators count no FLOPs
            CHECK_THAT(reason(bad), Catch::Contains("nothing but 0"));
            numbers["plain"] = {1, 1, 1, 1, 0.5};
            const nlohmann::json written = toJson(calibrationFromJson(bad, "c.json"));
            const nlohmann::json& again = written["entries"][0]["formats"]["ell"];
            CHECK(std::any_of(again.begin(), again.end(), [&](const nlohmann::json& fit) {
                return fit.contains("plain") && fit["plain"] == numbers["plain"];
            }));
            numbers["plain"] = {1, 1, 1, 1};
        }
    const TemporaryFolder folder;
    writeText(folder / "c.json", R"({"schema": "sparsescope-calibration", "launchNs": 1e999})");
    CHECK_THROWS_WITH(readCalibration(folder / "c.json"), Catch::Contains("out of range"));
}

TEST_CASE("what if: costs are changed by name, the calibration says so, the plan follows")
{
    const Calibration before = readCalibration("h200");
    const Operator op{OperatorKind::SpMM, DataType::Float16, 32};
    const FormatPtr ell = makeFormat("ell", {{"rows", 8}, {"width", 4}});
    const FormatPtr block = makeFormat("block", {{"rows", 16}, {"width", 64}});
    const TileFeatures thin{ell.get(), 8, 4, 20};
    const TileFeatures dense{block.get(), 16, 64, 64};
    const auto costs = [&](const Calibration& c) {
        const auto model = makeCostModel(c, op);
        return std::array{model->cost(thin, false), model->cost(thin, true), model->cost(dense, false),
                          model->cost(dense, true)};
    };
    const auto was = costs(before);
    const auto after = [&](const char* change) {
        Calibration c = before;
        changeCosts(c, change);
        return c;
    };
    CHECK(after("atomic=3").name == "h200, atomic x3");
    const auto atomic = costs(after("atomic=3"));
    CHECK(atomic[0] == Approx(was[0]));
    CHECK(atomic[1] > 2.5 * was[1]);
    CHECK(atomic[2] == Approx(was[2]));
    CHECK(atomic[3] == Approx(3 * was[3]));
    const auto dear = costs(after("ell=2"));
    CHECK(dear[0] == Approx(2 * was[0]));
    CHECK(dear[1] == Approx(2 * was[1]));
    CHECK(dear[3] == Approx(was[3]));
    CHECK(after("launch=0.5").launchNs == before.launchNs / 2);
    for (const char* wrong :
         {"atomic", "atomic=", "atomic=x", "atomic=0", "atomic=-1", "atomic=3x", "atomic=inf", "dia=2", ""})
        CHECK_THROWS_WITH(after(wrong), Catch::Contains("is no change of costs: one of 1d, atomic, block, bsr, csr, "
                                                        "dense, ell, launch, sell, srbcrs"));

    const MatrixPtr matrix = rmat(512, 9000, 2);
    const auto atomicTiles = [&](const Calibration& c) {
        Trace trace;
        const auto model = makeCostModel(c, op);
        return summarise(planner("stile").search(*matrix, op, ModelEvaluator(*model), {{"compete", false}}, trace,
                                                 noProgress()))
            .atomicTiles;
    };
    CHECK(atomicTiles(after("atomic=10")) < atomicTiles(before));
}

TEST_CASE("what a type cannot hold of a matrix and its sums is told before anything is run")
{
    const auto note = [](const Matrix& matrix, DataType dtype, OperatorKind kind = OperatorKind::SpMM) {
        return rangeNote(matrix, changed(Operator{OperatorKind::SpMM, dtype, 32}, kind), noProgress());
    };
    const Matrix large(2, 2, {0, 1, 3}, {0, 0, 1}, {-70000.0, 1.0, 2.0}, MatrixSource{});
    CHECK(note(large, DataType::Float16) ==
          "1 of 3 values is beyond the largest finite f16 (up to 7e+04) and becomes infinite; 1 of 2 sums of rows can "
          "go beyond it (up to 7e+04) with dense values of up to 1; bf16, tf32, f32 hold them");
    // Sums that are too large are told beside values that are.
    const Matrix both(2, 3, {0, 1, 4}, {0, 0, 1, 2}, {1e300, 60000.0, 60000.0, -60000.0}, MatrixSource{});
    CHECK_THAT(note(both, DataType::Float16),
               Catch::Contains("1 of 4 values is") && Catch::Contains("2 of 2 sums of rows can go beyond it"));
    CHECK(note(large, DataType::BFloat16).empty());
    CHECK(note(*figure1(), DataType::Float16).empty());
    // 65,504 is the largest; what is below 65,520 is rounded to it.
    const Matrix sums(3, 2, {0, 2, 4, 5}, {0, 1, 0, 1, 0}, {40000.0, 25504.0, 40000.0, -25536.0, 65519.0},
                      MatrixSource{});
    CHECK(note(sums, DataType::Float16) ==
          "1 of 3 sums of rows can go beyond the largest finite f16 (up to 6.55e+04) with dense values of up to 1; "
          "bf16, tf32, f32 hold them");
    CHECK_THAT(note(sums, DataType::Float16, OperatorKind::SDDMM), Catch::Contains("5 of 5 results can go beyond"));
    const Matrix huge(1, 1, {0, 1}, {0}, {1e300}, MatrixSource{});
    CHECK_THAT(note(huge, DataType::Float32), Catch::Contains("no type holds them: scale the matrix"));
}

TEST_CASE("what a type cannot hold of results that are known is counted")
{
    const auto note = [](const Matrix& matrix, DataType dtype, const Reference& results) {
        return rangeNote(matrix, Operator{OperatorKind::SpMM, dtype, 1}, noProgress(), &results);
    };
    const MatrixPtr plain = figure1();
    const Reference small{1, 2, {1.0, 2.0}, {1.0, 2.0}}, large{1, 3, {1.0, -7e4, 65504.0}, {1.0, 7e4, 65504.0}};
    CHECK(note(*plain, DataType::Float16, small).empty());
    CHECK(note(*plain, DataType::Float16, large) ==
          "1 of 3 results is beyond the largest finite f16 (up to 7e+04) and becomes infinite; bf16, tf32, f32 hold "
          "them");
    CHECK(note(*plain, DataType::Float32, large).empty());
    // Its values are named first; rows that could go beyond the type, and did not, are no matter any more.
    const Matrix values(1, 2, {0, 2}, {0, 1}, {70000.0, 1.0}, MatrixSource{});
    CHECK_THAT(note(values, DataType::Float16, large),
               Catch::Contains("1 of 2 values is beyond the largest finite f16 (up to 7e+04)"));
    const Matrix sums(1, 2, {0, 2}, {0, 1}, {65000.0, 65000.0}, MatrixSource{});
    CHECK(note(sums, DataType::Float16, small).empty());
    const Matrix infinite(1, 2, {0, 2}, {0, 1}, {std::numeric_limits<double>::infinity(), 1.0}, MatrixSource{});
    CHECK_THAT(note(infinite, DataType::Float32, small), Catch::Contains("1 of 2 values are infinite"));
}
