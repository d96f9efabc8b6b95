// The planner "alphasparse": phases, logs, what becomes of a GPU that is lost; and what it finds by its model.
#include "engine/core/parallel.h"
#include "engine/plan/graph/kernel_graph.h"
#include "engine/plan/packed.h"
#include "engine/run/executor.h"
#include "engine/search/alphasparse/graph_planner.h"
#include "engine/search/alphasparse/log_timer.h"
#include "engine/search/alphasparse/moves.h"
#include "engine/search/alphasparse/search.h"
#include "engine/search/estimate.h"
#include "tests/engine/alphasparse_fixtures.h"

#include <cmath>
#include <map>
#include <set>

using namespace sparsescope;
using namespace sparsescope::alphasparse;
using nlohmann::json;

TEST_CASE("alphasparse: by its model a search finds the same plan on any number of threads, a right one", "[slow]")
{
    const MatrixPtr matrix = unevenRows();
    const json options = {{"evaluator", "model"}, {"evaluations", 60}, {"search-seed", 4}};
    std::string bytes[2];
    for (const int threads : {1, 4})
        withThreads(threads, [&] { bytes[threads / 4] = bytesOfPlan(found(*matrix, options).plan); });
    CHECK(bytes[0] == bytes[1]);

    const Found f = found(*matrix, options);
    CHECK(checkPlan(f.plan, *matrix, 3, noProgress(), {}).error.accepted(DataType::Float32));
    const json figures = f.plan.figures.at("graphSearch");
    CHECK(figures.at("evaluated") <= 60);
    CHECK(figures.at("evaluated") >= 40);
    CHECK_FALSE(figures.contains("measuredNs"));
    double best = HUGE_VAL;
    for (const json& event : f.told("graph")) {
        CHECK(graph::readGraph(event.at("graph"), {}).json() == event.at("graph"));
        if (event.at("verdict") == "refused")
            CHECK_FALSE(event.at("reason").get<std::string>().empty());
        else
            best = std::min(best, event.at("predictedNs").get<double>());
    }
    CHECK(figures.at("predictedNs") == best);
    CHECK(f.told("stop").size() == phaseCount - 1); // all but that of large matrices
    CHECK_FALSE(f.told("prune").empty());
    json unpruned = options;
    unpruned["pruning"] = false;
    CHECK(found(*matrix, unpruned).told("prune").empty());
}

TEST_CASE("alphasparse: what fails is not taken, and the log of a search gives its plan byte for byte")
{
    const MatrixPtr matrix = unevenRows();
    const json options = {{"evaluations", 120}};
    const Found measured = found(*matrix, options);
    const json figures = measured.plan.figures.at("graphSearch");
    CHECK(measured.plan.options.at("evaluator") == "worker");
    std::set<std::string> verdicts;
    double best = HUGE_VAL;
    for (const json& event : measured.told("graph")) {
        verdicts.insert(event.at("verdict"));
        if (event.contains("ns"))
            best = std::min(best, event.at("ns").get<double>());
    }
    CHECK(verdicts == std::set<std::string>{"best", "accepted", "rejected", "refused", "cut", "failed"});
    CHECK(measured.told("final").size() == 8);
    CHECK(figures.at("measuredNs").get<double>() <= 1.005 * best);

    const TemporaryFolder folder;
    writeTrace(measured.trace, measured.plan, folder / "log.jsonl");
    json again = options;
    again["evaluator"] = folder / "log.jsonl";
    CHECK(bytesOfPlan(found(*matrix, again).plan) == bytesOfPlan(measured.plan));

    const auto problem = [&](const Matrix& other, const json& changed) {
        json all = again;
        all.update(changed);
        try {
            found(other, all);
        } catch (const Error& error) {
            return std::to_string(error.exitStatus()) + " " + error.what();
        }
        return std::string();
    };
    CHECK_THAT(problem(*matrix, {{"search-seed", 99}}),
               Catch::StartsWith("2 ") && Catch::Contains("log.jsonl: is the log of another search"));
    CHECK_THAT(problem(*matrix, {{"evaluator", folder / "none.jsonl"}}), Catch::StartsWith("2 "));
    std::mt19937_64 random(6);
    const MatrixPtr other = graph::matrixOf(
        600, 2000, [](std::int64_t r) { return 1 + r % 12; }, random);
    CHECK_THAT(problem(*other, json::object()),
               Catch::Contains("log.jsonl: is the log of a search for another matrix"));
    writeText(folder / "bare.jsonl", traceToText({}, measured.plan));
    CHECK_THAT(problem(*matrix, {{"evaluator", folder / "bare.jsonl"}}),
               Catch::Contains("holds no search among graphs"));
    std::string text = readText(folder / "log.jsonl");
    text.resize(text.find("\"event\":\"stop\""));
    text.resize(text.rfind('\n') + 1);
    writeText(folder / "endless.jsonl", text);
    CHECK_THAT(problem(*matrix, {{"evaluator", folder / "endless.jsonl"}}),
               Catch::Contains("has no end of its search"));
    std::string damaged = readText(folder / "log.jsonl");
    damaged.replace(damaged.find("\"low\":"), 6, "\"law\":");
    writeText(folder / "bad.jsonl", damaged);
    CHECK_THAT(problem(*matrix, {{"evaluator", folder / "bad.jsonl"}}),
               Catch::Contains("bad.jsonl: an event of the search lacks the number low"));
    // Numbers that no search tells.
    const std::string told = readText(folder / "log.jsonl");
    const auto changed = [&](const std::string& member, const std::string& value) {
        std::string bent = told;
        const std::size_t begin = bent.find("\"" + member + "\":") + member.size() + 3;
        bent.replace(begin, bent.find_first_of(",}", begin) - begin, value);
        writeText(folder / "changed.jsonl", bent);
        return problem(*matrix, {{"evaluator", folder / "changed.jsonl"}});
    };
    for (const char* value : {"0", "-1", "1e300"})
        CHECK_THAT(changed("ns", value), Catch::Contains("changed.jsonl: an event of the search has"));
    for (const char* value : {"0", "-1", "4611686018427387904"}) {
        CHECK_THAT(changed("share", value), Catch::Contains("changed.jsonl: an event of the search has"));
        CHECK_THAT(changed("points", value), Catch::StartsWith("2 ") && Catch::Contains("changed.jsonl: "));
    }
}

TEST_CASE("alphasparse: a search starts from what it is told, and its log is of kernels with compression or without")
{
    const MatrixPtr matrix = unevenRows();
    json options = {{"evaluations", 60}};
    const Found first = found(*matrix, options);
    const graph::Graph best = graph::readGraph(first.plan.figures.at("graph"), {});
    // A plan's file is a start as its graph is.
    const TemporaryFolder folder;
    writePlan(first.plan, folder / "plan.json");
    const std::string file = folder / "plan.json";
    CHECK(graphIn(readText(file), file).identity() == best.identity());
    CHECK(graphIn(best.canonicalText(), "g.json").identity() == best.identity());
    CHECK_THROWS_WITH(graphIn("[]", "g.json"), Catch::StartsWith("g.json: "));

    options["start"] = best.canonicalText();
    options["compression"] = false;
    const Found f = found(*matrix, options);
    const json start = f.told("graph").front();
    CHECK(start.at("id") == 0);
    CHECK(start.at("parent") == -1);
    CHECK(start.at("move") == "start");
    CHECK(graph::readGraph(start.at("graph"), {}).identity() == best.identity());
    CHECK(f.plan.options.at("start") == best.canonicalText());
    CHECK(graph::compressionOf(f.plan) == graph::Compression::Off);
    CHECK(graph::compressionOf(first.plan) == graph::Compression::On);
    CHECK(pack(f.plan, *matrix, noProgress()).graph->bytes() > pack(first.plan, *matrix, noProgress()).graph->bytes());
    CHECK(checkPlan(f.plan, *matrix, 3, noProgress(), {}).error.accepted(DataType::Float32));
    writeTrace(f.trace, f.plan, folder / "log.jsonl");
    json again = options;
    again["evaluator"] = folder / "log.jsonl";
    CHECK(bytesOfPlan(found(*matrix, again).plan) == bytesOfPlan(f.plan));
    again["compression"] = true;
    CHECK_THROWS_WITH(found(*matrix, again), Catch::EndsWith("log.jsonl: is the log of a search without compression"));

    // One that the matrix is not made for is refused, and the others go on.
    const json padded = json::array({graph::op("COMPRESS"), graph::op("BMTB_ROW_BLOCK", {{"rows", 1024}}),
                                     graph::op("BMT_ROW_BLOCK", {{"rows", 1}}), graph::op("BMT_PAD", {{"to", "bmtb"}}),
                                     graph::op("THREAD_TOTAL_RED"), graph::op("GMEM_ATOM_RED")});
    options["start"] = graph::document(padded).dump();
    const Found refused = found(*matrix, options);
    CHECK(refused.told("graph").front().at("move") == "start");
    CHECK(refused.told("graph").front().at("verdict") == "refused");
    CHECK(refused.plan.figures.at("graphSearch").at("evaluated") > 30);
    options["start"] = "{}";
    CHECK_THROWS_AS(found(*matrix, options), Error);
}

TEST_CASE("alphasparse: without a GPU the model says what is best, unless a worker was asked for")
{
    const MatrixPtr matrix = unevenRows();
    MadeUpGpu gpu;
    gpu.gone = true;
    const Found f = found(*matrix, {{"evaluations", 20}}, gpu);
    CHECK(f.plan.options.at("evaluator") == "model");
    CHECK(f.plan.figures.at("graphSearch").at("notMeasured") == "the GPU is gone");
    CHECK_THROWS_WITH(found(*matrix, {{"evaluator", "worker"}}, gpu), "the GPU is gone");
    const auto model = makeCostModel(readCalibration("h200"), vectorOp);
    CHECK_THROWS_WITH(found(*matrix, {{"evaluator", "worker"}}, ModelEvaluator(*model)),
                      Catch::Contains("cannot be measured here"));
}

TEST_CASE("alphasparse: where a GPU is lost at once, or measures nothing right, the model begins anew")
{
    const MatrixPtr matrix = unevenRows();
    const TemporaryFolder folder;
    for (const bool wrong : {false, true}) {
        MadeUpGpu gpu;
        gpu.lostAt = wrong ? 0 : 1;
        gpu.wrong = wrong;
        const json options = {{"evaluations", 40}};
        const Found f = found(*matrix, options, gpu);
        CHECK(f.plan.options.at("evaluator") == "model");
        const json figures = f.plan.figures.at("graphSearch");
        CHECK_FALSE(figures.contains("measuredNs"));
        CHECK_THAT(figures.at("notMeasured").get<std::string>(),
                   Catch::Contains(wrong ? "no graph could be measured: its result is wrong" : "the GPU is lost"));
        writeTrace(f.trace, f.plan, folder / "log.jsonl");
        const Found again = found(*matrix, {{"evaluations", 40}, {"evaluator", folder / "log.jsonl"}});
        CHECK(again.plan.figures.at("graph") == f.plan.figures.at("graph"));
        CHECK(again.plan.options == f.plan.options);
    }
}

TEST_CASE("alphasparse: what was measured before a GPU was lost is kept, and its log gives the same plan")
{
    const MatrixPtr matrix = unevenRows();
    const TemporaryFolder folder;
    for (const int lostAt : {2, 4, 9}) {
        MadeUpGpu gpu;
        gpu.lostAt = lostAt;
        const json options = {{"evaluations", 80}};
        const Found f = found(*matrix, options, gpu);
        CHECK(f.plan.options.at("evaluator") == "worker");
        const json figures = f.plan.figures.at("graphSearch");
        CHECK(figures.at("measuredNs").get<double>() > 0);
        CHECK(figures.at("notMeasured") == "the GPU is lost");
        CHECK(f.told("stop").back().at("lost") == "the GPU is lost");
        writeTrace(f.trace, f.plan, folder / "log.jsonl");
        json again = options;
        again["evaluator"] = folder / "log.jsonl";
        CHECK(bytesOfPlan(found(*matrix, again).plan) == bytesOfPlan(f.plan));
    }
}

TEST_CASE("alphasparse: when it is enough, the best so far is the plan, says so, and is its log's plan too")
{
    struct Listener : Trace {
        std::function<void()> enough;
        int heard = 0, most = 0;
        void start(std::function<void()> callback) override
        {
            enough = std::move(callback);
            if (most == 0)
                enough();
        }
        void event(const std::string& name, const json& data) override
        {
            Trace::event(name, data);
            if (name == "graph" && ++heard == most)
                enough();
        }
    };
    const MatrixPtr matrix = unevenRows();
    const TemporaryFolder folder;
    for (const int most : {0, 4, 30, 70}) {
        Listener listener;
        listener.most = most;
        const json options = {{"evaluations", 120}};
        const Plan plan =
            planner("alphasparse").search(*matrix, vectorOp, MadeUpGpu(), options, listener, noProgress());
        REQUIRE(cancelledSearch(plan));
        CHECK(cancelledSearch(plan)->search == (most < 10 ? "seeds" : most < 60 ? "structures" : "grid"));
        CHECK(plan.figures.at("graphSearch").contains("measuredNs") == (most > 0));
        CHECK(checkPlan(plan, *matrix, 3, noProgress(), {}).error.accepted(DataType::Float32));
        writeTrace(listener, plan, folder / "log.jsonl");
        json again = options;
        again["evaluator"] = folder / "log.jsonl";
        CHECK(bytesOfPlan(found(*matrix, again).plan) == bytesOfPlan(plan));
    }

    Progress cancelled;
    cancelled.cancel();
    Trace trace;
    CHECK_THROWS_AS(planner("alphasparse").search(*matrix, vectorOp, MadeUpGpu(), json::object(), trace, cancelled),
                    Error);
}

TEST_CASE("alphasparse: a search that seconds end is a function of its log")
{
    const MatrixPtr matrix = unevenRows();
    const TemporaryFolder folder;
    const json options = {{"seconds", 0.3}};
    const Found f = found(*matrix, options);
    CHECK(f.plan.figures.at("graphSearch").at("seconds") == 0.3);
    checkRepeated(f, *matrix, options, folder);
}

TEST_CASE("alphasparse: where the best are all wrong when they are measured again, none of them is the plan")
{
    const MatrixPtr matrix = unevenRows();
    MadeUpTimer timer(*matrix, 0, false);
    timer.wrongAtLast = true;
    SearchSettings settings;
    settings.limits.evaluations = 40;
    const Progress whole;
    Progress part;
    CHECK_THROWS_WITH(searchGraphs(
                          {*matrix, &timer}, {}, vectorOp, readCalibration("h200"), settings,
                          [](const char*, const json&) {}, whole, part),
                      "the best graphs could not be measured again: its result is wrong");
}

TEST_CASE("alphasparse: some rows stand for a large matrix, and what is best on them is evaluated on all")
{
    std::mt19937_64 random(8);
    const MatrixPtr matrix = graph::matrixOf(
        20000, 3000, [](std::int64_t r) { return 1 + r % 12; }, random);
    const SomeRows rows{rowsOf(*matrix, someRows(*matrix, 16384)), someRows(*matrix, 16384).share};
    CHECK(rows.matrix.cols() == matrix->cols());
    CHECK(static_cast<double>(rows.matrix.nnz()) == Approx(rows.share * static_cast<double>(matrix->nnz())));
    CHECK_FALSE(rowsToSearch(*matrix)); // it is small

    const Calibration calibration = readCalibration("h200");
    MadeUpTimer all(*matrix, 0, false), some(rows.matrix, 0, false);
    SearchSettings settings;
    settings.limits.evaluations = 60;
    const auto searched = [&](GraphTimer& ofAll, GraphTimer& ofSome, Trace& trace) {
        const Progress whole;
        Progress part;
        return searchGraphs(
            {*matrix, &ofAll}, SearchedRows{rows.matrix, &ofSome, rows.share}, vectorOp, calibration, settings,
            [&](const char* name, const json& data) { trace.event(name, data); }, whole, part);
    };
    Trace trace;
    const FoundGraph f = searched(all, some, trace);
    std::map<std::string, std::vector<double>> times;
    for (const TraceEvent& event : trace.events)
        if (event.name == "graph" && event.data.contains("ns"))
            times[event.data.at("phase")].push_back(event.data.at("ns"));
    REQUIRE_FALSE(times["whole"].empty());
    const auto best = [&](const char* phase) { return *std::min_element(times[phase].begin(), times[phase].end()); };
    CHECK(f.measuredNs <= 1.005 * best("whole"));
    CHECK(best("whole") == Approx(best("structures")).epsilon(0.3)); // an estimate
    CHECK(f.applied.branches.front().metadata().cols == matrix->cols());

    const SearchLog log(trace, "log", *matrix, vectorOp);
    settings.limits.logged = log.search();
    const auto ofAll = log.timer(false), ofSome = log.timer(true);
    Trace again;
    CHECK(searched(*ofAll, *ofSome, again).graph.json() == f.graph.json());
    const auto told = [](const Trace& one) { // what is drawn in vain at the end of a phase is in no log
        return std::count_if(one.events.begin(), one.events.end(),
                             [](const TraceEvent& event) { return event.name != "prune"; });
    };
    CHECK(told(again) == told(trace));
}

TEST_CASE("alphasparse: steps on all rows go on as long as one is better")
{
    // The larger its parameters, the faster a graph; on some rows all are alike.
    class StepTimer final : public GraphTimer {
    public:
        explicit StepTimer(bool alike) : m_alike(alike) {}
        std::vector<GraphTime> time(std::span<const graph::Graph> graphs, const GraphTiming&, Progress&) override
        {
            std::vector<GraphTime> times;
            for (const graph::Graph& graph : graphs) {
                double sum = 1;
                for (const std::int64_t value : parametersOf(graph))
                    sum += m_alike ? 0 : std::log2(static_cast<double>(value) + 1);
                times.push_back({1e6 / sum, 1e6 / sum, 1e6 / sum});
            }
            return times;
        }

    private:
        const bool m_alike;
    };
    std::mt19937_64 random(8);
    const MatrixPtr matrix = graph::matrixOf(
        20000, 3000, [](std::int64_t r) { return 1 + r % 12; }, random);
    const SomeRows rows{rowsOf(*matrix, someRows(*matrix, 16384)), someRows(*matrix, 16384).share};
    StepTimer all(false), some(true);
    SearchSettings settings;
    settings.limits.evaluations = 200;
    const Progress whole;
    Progress part;
    int rounds = 0;
    searchGraphs(
        {*matrix, &all}, SearchedRows{rows.matrix, &some, rows.share}, vectorOp, readCalibration("h200"), settings,
        [&](const std::string& name, const json& data) {
            rounds += name == "points" && data.at("phase") == "whole" ? 1 : 0;
        },
        whole, part);
    CHECK(rounds > 4);
}
