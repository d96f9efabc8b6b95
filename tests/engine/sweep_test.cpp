// Sweeps: every combination once and in order, the same numbers as a single search, failures in their place,
// cancelling.
#include "engine/core/error.h"
#include "engine/search/planner.h"
#include "engine/search/ready_sweeps.h"
#include "tests/engine/search_fixtures.h"

using namespace sparsescope;

namespace {

SearchRequest base()
{
    SearchRequest request;
    request.calibration = "a100-stile";
    return request;
}

std::vector<SweepPoint> run(const Matrix& matrix, const Sweep& sweep)
{
    return runSweep(
        matrix, sweep, [](std::size_t, const SweepPoint&) {}, noProgress());
}

} // namespace

TEST_CASE("a sweep has every combination once, the last axis fastest; + stands for a comma")
{
    const Sweep sweep{base(), {parseSweepAxis("formats=block,block+ell"), parseSweepAxis("dense=32,64,128")}};
    const std::vector<SweepPoint> points = sweepPoints(sweep);
    REQUIRE(points.size() == 6);
    CHECK(points[1].values == std::vector<std::string>{"block", "64"});
    CHECK(points[1].request.op.dense == 64);
    CHECK(points[5].values == std::vector<std::string>{"block,ell", "128"});
    CHECK(points[5].request.options == nlohmann::json{{"formats", "block,ell"}});
    CHECK(sweepPoints({base(), {}}).size() == 1);
}

TEST_CASE("what is no sweep is refused before anything is searched")
{
    for (const char* text : {"ratio", "=1", "ratio=", ""})
        CHECK_THROWS_AS(parseSweepAxis(text), Error);
    for (const char* text : {"depht=1", "ratio=much", "withdraw=1", "dtype=f17", "op=spgemm", "dense=many"}) {
        INFO(text);
        bool searched = false;
        CHECK_THROWS_AS(runSweep(
                            *figure1(), {base(), {parseSweepAxis(text)}},
                            [&](std::size_t, const SweepPoint&) { searched = true; }, noProgress()),
                        Error);
        CHECK_FALSE(searched);
    }
    CHECK_THROWS_AS(sweepPoints({base(), {{"ratio", {}}}}), Error);
}

TEST_CASE("a point has the numbers of the single search, the same each time")
{
    const MatrixPtr matrix = crossing(256, 3);
    const Sweep sweep{base(), {parseSweepAxis("ratio=1,1.5"), parseSweepAxis("compete=false,true")}};
    std::vector<std::size_t> order;
    const std::vector<SweepPoint> points = runSweep(
        *matrix, sweep, [&](std::size_t index, const SweepPoint&) { order.push_back(index); }, noProgress());
    CHECK(order == std::vector<std::size_t>{0, 1, 2, 3});
    const std::vector<SweepPoint> again = run(*matrix, sweep);
    REQUIRE(points.size() == 4);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Searched single = searched(*matrix, points[i].request.op, points[i].request.options);
        const PlanSummary expected = summarise(single.plan);
        CHECK(points[i].problem.empty());
        CHECK(points[i].predictedNs == single.plan.predictedNs);
        CHECK(points[i].summary.bytes == expected.bytes);
        CHECK(points[i].summary.places.padding() == expected.places.padding());
        CHECK(points[i].summary.tilesByFormat == expected.tilesByFormat);
        CHECK(points[i].predictedNs == again[i].predictedNs);
        CHECK(points[i].winner == again[i].winner);
    }
    CHECK(points[0].winner == "multi-level");              // it has no competitors
    CHECK(points[1].predictedNs <= points[0].predictedNs); // and the winner is no worse
}

TEST_CASE("a point that fails says why, and the others go on")
{
    const MatrixPtr matrix = crossing(128, 3);
    const Sweep sweep{base(),
                      {parseSweepAxis("ratio=0.5,1.2"), parseSweepAxis("calibration=a100-stile,/no/such.json")}};
    const std::vector<SweepPoint> points = run(*matrix, sweep);
    REQUIRE(points.size() == 4);
    CHECK_THAT(points[0].problem, Catch::Contains("ratio takes 1 to 10, not 0.5"));
    CHECK_THAT(points[3].problem, Catch::Contains("/no/such.json"));
    CHECK(points[2].problem.empty());
    CHECK(points[2].summary.tiles > 0);
    const std::string csv = sweepCsv("m,1", sweep, points, {});
    std::size_t begin = 0;
    std::vector<std::ptrdiff_t> commas;
    for (std::size_t end = csv.find('\n'); end != std::string::npos; begin = end + 1, end = csv.find('\n', begin)) {
        bool quoted = false;
        std::ptrdiff_t count = 0;
        for (const char c : csv.substr(begin, end - begin)) {
            quoted = quoted != (c == '"');
            count += c == ',' && !quoted ? 1 : 0;
        }
        commas.push_back(count);
    }
    CHECK(commas == std::vector<std::ptrdiff_t>(5, commas.front()));
    CHECK(toJson(sweep, points[0], {}).contains("problem"));
    CHECK(toJson(sweep, points[2], {})["values"] == nlohmann::json{{"ratio", "1.2"}, {"calibration", "a100-stile"}});
}

TEST_CASE("a sweep that is cancelled ends at once, with the points so far")
{
    const MatrixPtr matrix = crossing(256, 3);
    std::size_t received = 0;
    Progress progress;
    try {
        runSweep(
            *matrix, {base(), {parseSweepAxis("dense=32,64,96,128")}},
            [&](std::size_t index, const SweepPoint& point) {
                received = index + 1;
                CHECK(point.summary.tiles > 0);
                if (index == 1)
                    progress.cancel();
            },
            progress);
        FAIL("it went on");
    } catch (const Error& e) {
        CHECK(e.kind() == ErrorKind::Cancelled);
    }
    CHECK(received == 2);
}

TEST_CASE("progress goes from none to all over the points, and cancelling the whole cancels a part")
{
    double last = 0;
    Progress progress([&](std::string_view, double done) {
        CHECK(done >= last - 1e-9);
        CHECK(done <= 1 + 1e-9);
        last = done;
    });
    runSweep(
        *crossing(128, 3), {base(), {parseSweepAxis("depth=1,2,0")}}, [](std::size_t, const SweepPoint&) {}, progress);
    CHECK(last == 1);
    Progress part(progress, {});
    CHECK_FALSE(part.cancelled());
    progress.cancel();
    CHECK_THROWS_AS(part.check(), Error);
}

TEST_CASE("every planner in turn: each by its name, with those options that it has")
{
    SearchRequest base = ::base();
    base.options = {{"ratio", 1.5}};
    const std::vector<SweepPoint> points = sweepPoints(plannersSweep(base));
    std::vector<const Planner*> all(planners().begin(), planners().end());
    std::erase(all, &planner("fastest")); // which asks the others
    REQUIRE(points.size() == all.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        CHECK(points[i].request.planner == all[i]->name());
        CHECK(points[i].values == std::vector<std::string>{all[i]->name()});
        CHECK_NOTHROW(completeOptions(*all[i], points[i].request.options));
        CHECK((points[i].request.planner == "stile") == points[i].request.options.contains("ratio"));
    }
    // A form fills in all options: those that are defaults of stile bind no other planner.
    base.options = completeOptions(planner("stile"), {{"ratio", 1.5}});
    for (const SweepPoint& point : sweepPoints(plannersSweep(base)))
        if (point.request.planner != "stile")
            CHECK(point.request.options.empty());
    CHECK_THROWS_AS(sweepPoints({base, {parseSweepAxis("planner=stile,none")}}), Error);
}

TEST_CASE("an axis that is given twice is refused, but for changes of costs, which add up")
{
    const auto points = [](const char* first, const char* second) {
        return sweepPoints({{}, {parseSweepAxis(first), parseSweepAxis(second)}});
    };
    CHECK_THROWS_WITH(points("depth=1,2", "depth=3"), Catch::Contains("depth is an axis twice"));
    CHECK(points("what-if=atomic=2,atomic=3", "what-if=launch=2").size() == 2);
}

TEST_CASE("every ready sweep can be searched for its operator, and says where it comes from")
{
    const MatrixPtr matrix = crossing(128, 3);
    for (const OperatorKind kind : {OperatorKind::SpMM, OperatorKind::SDDMM, OperatorKind::RGMS}) {
        SearchRequest request = base();
        request.op = changed(request.op, kind);
        const Calibration calibration = kind == OperatorKind::RGMS ? readCalibration("h200") : everything();
        for (const ReadySweep& ready : readySweeps(kind)) {
            INFO(label(kind) << " " << ready.name);
            const bool sparseTir = ready.planner == "hyb" || ready.planner == "rgms";
            CHECK_THAT(ready.source, Catch::StartsWith(ready.planner == "stile" ? "STile 5."
                                                       : sparseTir              ? "SparseTIR 4."
                                                                                : "LiteForm, "));
            const Sweep sweep = sweepOf(ready, request);
            CHECK_FALSE(sweep.base.options.value("compete", false));
            if (ready.dense > 0)
                CHECK(sweep.base.op.dense == ready.dense);
            const std::vector<SweepPoint> points = sweepPoints(sweep);
            CHECK(points.size() > 1);
            for (const SweepPoint& point : points) {
                Trace trace;
                const auto model = makeCostModel(calibration, point.request.op);
                CHECK(planner(point.request.planner)
                          .search(*matrix, point.request.op, ModelEvaluator(*model), point.request.options, trace,
                                  noProgress())
                          .predictedNs > 0);
            }
        }
    }
    CHECK_THROWS_AS(readySweep(OperatorKind::SpMM, "table 7"), Error);
    CHECK(readySweep(OperatorKind::SDDMM, "levels").dense == 256);
    CHECK(readySweep(OperatorKind::SpMM, "levels").dense == 64);
}

TEST_CASE("table III of AlphaSparse is a ready sweep: with pruning and compression, and without each")
{
    SearchRequest request;
    request.op = {OperatorKind::SpMV, DataType::Float32, 1};
    request.planner = "alphasparse";
    request.options = {{"evaluations", 40}};
    const ReadySweep ready = readySweep(OperatorKind::SpMV, "pruning");
    CHECK_THAT(ready.source, Catch::StartsWith("AlphaSparse "));
    const Sweep sweep = sweepOf(ready, request);
    CHECK(sweep.base.op.dense == 1);
    const std::vector<SweepPoint> points = run(*crossing(256, 3), sweep);
    REQUIRE(points.size() == 3);
    CHECK(points[0].values == std::vector<std::string>{ready.standard});
    for (const SweepPoint& point : points) {
        CHECK(point.problem.empty());
        CHECK(numbersIn(point.figures)["graphSearch.evaluated"] <= 40);
    }
    CHECK(points[1].request.options["pruning"] == false);
    CHECK(points[2].request.options["compression"] == false);
    // Plans say who was asked; that they are of a point all the same.
    const SearchResult found = searchPlan(*crossing(256, 3), points[2].request, noProgress());
    CHECK(isPlanOf(points[2], found.plan));
    CHECK_FALSE(isPlanOf(points[1], found.plan));
    // Over the first point, by the predictions of the graphs.
    const std::vector<OverDefault> all = overDefault(ready, *crossing(256, 3), points);
    CHECK(all[0].predicted == 1);
    CHECK(all[2].predicted >= 1);
    CHECK(all[1].paperLatency == 0);
    for (const Published& p : ready.published)
        CHECK((p.values.size() == 2 || p.matrix == "scfxm1-2r"));
    CHECK(ready.published.size() == 14);
    CHECK(ready.published.front().values[1].latency == Approx(303.2 / 273.4));
    CHECK(ready.published.front().values[1].searchTime == Approx(8 / 3.1));
}

TEST_CASE("figure 12 of SparseTIR is a ready sweep: hyb's column partitions, and the counters that it lacks")
{
    const MatrixPtr matrix = crossing(512, 3);
    const ReadySweep ready = readySweep(OperatorKind::SpMM, "partitions");
    CHECK(ready.dense == 128);
    SearchRequest request = base();
    request.planner = "stile";
    request.options = {{"ratio", 1.5}}; // of another planner
    std::vector<SweepPoint> points = run(*matrix, sweepOf(ready, request));
    REQUIRE(points.size() == 6);
    for (std::size_t i = 0; i < points.size(); ++i) {
        INFO(points[i].problem);
        CHECK(points[i].request.planner == "hyb");
        CHECK(points[i].values.front() == std::to_string(1 << i));
        CHECK(points[i].figures.at("c") == 1 << i);
        CHECK(points[i].figures.at("k") == points[0].figures.at("k"));
    }
    CHECK(points[5].summary.tiles > points[0].summary.tiles);
    CHECK(overDefault(ready, *matrix, points)[0].predicted == 1);
    CHECK(uncounted(ready, points) == "The L1 hit rate and the L2 hit rate are not counted.");
    for (std::size_t i = 0; i < 4; ++i)
        points[i].counted = {{"l1tex__t_sector_hit_rate.pct", 40}, {"lts__t_sector_hit_rate.pct", 60.5}};
    points[4].counted = {{"lts__t_sector_hit_rate.pct", 70}};
    CHECK(uncounted(ready, points) == "The L1 hit rate and the L2 hit rate of 2 of 6 points are not counted.");
    const Sweep sweep = sweepOf(ready, request);
    const std::string csv = sweepCsv("m", sweep, points, {});
    CHECK_THAT(csv, Catch::Contains(",l1tex__t_sector_hit_rate.pct,lts__t_sector_hit_rate.pct,problem\n"));
    CHECK_THAT(csv, Catch::Contains(",40,60.5,\n"));
    CHECK_THAT(csv, Catch::Contains(",,70,\n"));
    CHECK(toJson(sweep, points[1], {})["counters"]["lts__t_sector_hit_rate.pct"] == 60.5);
    CHECK_FALSE(toJson(sweep, points[5], {}).contains("counters"));
    points[4].problem = points[5].problem = "too large";
    CHECK(uncounted(ready, points).empty());
    CHECK(uncounted(readySweep(OperatorKind::SpMM, "levels"), points).empty());
}

TEST_CASE("formats that are predicted with another's costs are named, those with their own are not")
{
    const MatrixPtr matrix = crossing(256, 2);
    SearchRequest request;
    request.op = {OperatorKind::SpMM, DataType::Float16, 32};
    const auto borrowedBy = [&](const char* planner) {
        request.planner = planner;
        return searchPlan(*matrix, request, noProgress()).borrowed;
    };
    using Loans = std::vector<BorrowedCosts>;
    CHECK(borrowedBy("fixed:hyb") == Loans{{"hyb", "ell"}});
    CHECK(borrowedBy("fixed:coo") == Loans{{"coo", "1d"}});
    CHECK(borrowedBy("fixed:ell").empty());
    CHECK(borrowedBy("stile").empty());
    CHECK(predictionNote({}, false).empty());
    CHECK(predictionNote({}, true) == "runs on the CPU only");
    CHECK(predictionNote({{"sell", "csr"}}, false) == "predicted with CSR's costs");
    CHECK(predictionNote({{"hyb", "ell"}, {"dia", "ell"}, {"coo", "1d"}}, true) ==
          "predicted with ELL's and 1D's costs; runs on the CPU only");
}

TEST_CASE("what a sweep exports says which plans run on the CPU only")
{
    const MatrixPtr matrix = crossing(256, 2);
    SearchRequest request;
    request.op = {OperatorKind::SpMM, DataType::Float16, 32};
    const Sweep sweep{request, {parseSweepAxis("planner=fixed:ell,fixed:hyb")}};
    const std::vector<SweepPoint> points = run(*matrix, sweep);
    const DeviceCode notOfHyb = [](const std::string& format, OperatorKind) { return format != "hyb"; };
    REQUIRE(points.size() == 2);
    CHECK_FALSE(runsOnCpuOnly(points[0].summary, request.op.kind, notOfHyb));
    CHECK(runsOnCpuOnly(points[1].summary, request.op.kind, notOfHyb));
    CHECK_FALSE(runsOnCpuOnly(points[1].summary, request.op.kind, {}));
    for (const SweepPoint& point : points) {
        const Plan plan = searchPlan(*matrix, point.request, noProgress()).plan;
        CHECK(runsOnCpuOnly(plan, notOfHyb) == (point.request.planner == "fixed:hyb"));
        CHECK_FALSE(runsOnCpuOnly(plan, {}));
    }

    const std::string csv = sweepCsv("m", sweep, points, notOfHyb);
    CHECK_THAT(csv, Catch::Contains(",winner,runsOnGpu,note,"));
    CHECK_THAT(csv, Catch::Contains(",yes,,"));
    CHECK_THAT(csv, Catch::Contains(",no,predicted with ELL's costs; runs on the CPU only,"));
    CHECK(toJson(sweep, points[0], notOfHyb)["runsOnGpu"] == true);
    CHECK_FALSE(toJson(sweep, points[0], notOfHyb).contains("note"));
    CHECK(toJson(sweep, points[1], notOfHyb)["runsOnGpu"] == false);
    CHECK(toJson(sweep, points[1], notOfHyb)["note"] == "predicted with ELL's costs; runs on the CPU only");
}

TEST_CASE("a ready sweep knows itself, and what its paper reports of a matrix by the matrix's size")
{
    const ReadySweep levels = readySweep(OperatorKind::SpMM, "levels");
    const Sweep sweep = sweepOf(levels, base());
    REQUIRE(readySweepOf(sweep));
    CHECK(readySweepOf(sweep)->name == "levels");
    Sweep own = sweep;
    own.axes.front().values.pop_back();
    CHECK_FALSE(readySweepOf(own));
    CHECK_FALSE(levels.publishedOf(*crossing(256, 1)));
    REQUIRE(levels.publishedOf(*strided(4096)));
    CHECK(levels.publishedOf(*strided(4096))->matrix == "Strided");
    REQUIRE(readySweep(OperatorKind::SDDMM, "levels").publishedOf(*strided(4096)));
    CHECK(readySweep(OperatorKind::SpMM, "multi-level").publishedOf(*crossing(256, 1))); // whose size it does not say

    // Over the last point, which is the default; nothing is made of what is not known.
    std::vector<SweepPoint> points = sweepPoints(sweep);
    REQUIRE(points.back().values == std::vector<std::string>{levels.standard});
    for (std::size_t i = 0; i < points.size(); ++i) {
        points[i].predictedNs = 300.0 - 50.0 * static_cast<double>(i);
        points[i].searchSeconds = 0.5;
    }
    points[0].measuredNs = 80;
    points[1].problem = "too large";
    points.back().measuredNs = 40;
    const std::vector<OverDefault> all = overDefault(readySweep(OperatorKind::SDDMM, "levels"), *strided(4096), points);
    REQUIRE(all.size() == 5);
    CHECK(all[0].predicted == 3);
    CHECK(all[0].measured == 2);
    CHECK(all[0].searchTime == 1);
    CHECK(all[0].paperLatency == 1.2); // table 7, Strided, SDDMM, one level
    CHECK(all[0].paperSearchTime == 2.5);
    CHECK(all[1].predicted == 0);
    CHECK(all[1].paperLatency == 1.0);
    CHECK(all[2].measured == 0);
    CHECK(all[4].measured == 1);
}
