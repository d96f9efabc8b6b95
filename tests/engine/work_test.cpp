// Plans against plain CSR, planners against each other, and planners that measure: a made-up worker gives the times.
#include "engine/core/error.h"
#include "engine/search/stile/plain_csr.h"
#include "engine/work/contest.h"
#include "engine/work/measuring_evaluator.h"
#include "engine/work/race.h"
#include "engine/work/worker_lines.h"
#include "tests/engine/plan_fixtures.h"
#include "tests/engine/session_fixtures.h"
#include "tests/support/fake_worker.h"

#include <cmath>

using namespace sparsescope;

namespace {

SearchRequest defaultRequest()
{
    SearchRequest request;
    request.op = spmm(DataType::Float16, 32);
    return request;
}

// Runs every plan in the time that `ns` says.
FakeWorker timedBy(const std::function<double(const Plan&)>& ns, std::vector<GpuJob>& jobs)
{
    return FakeWorker([&jobs, ns](const GpuJob& job, Progress&, const Worker::Listener&) {
        jobs.push_back(job);
        session::Session session;
        session.matrix = job.matrix;
        for (const auto& plan : job.plans) {
            Profile profile = inventedProfile(*plan, 7);
            profile.kernel = {ns(*plan), ns(*plan), ns(*plan)};
            profile.baselines.clear();
            if (session.runs.empty())
                for (const std::string& name : job.run.baselines)
                    profile.baselines.push_back({name, {500, 400, 600}, 0, 0, true, {}});
            session.plans.push_back({*plan, {}});
            session.runs.push_back({static_cast<int>(session.runs.size()), std::move(profile)});
        }
        return session;
    });
}

} // namespace

TEST_CASE("plain CSR is the rival of what stile searched, and the search the rival of plain CSR")
{
    const MatrixPtr matrix = crossing(512, 1);
    const SearchRequest request = defaultRequest();
    const Plan plan = searchPlan(*matrix, request, noProgress()).plan;
    REQUIRE_FALSE(stile::isPlainCsr(plan));
    const auto rival = rivalOf(plan, request);
    REQUIRE(rival);
    const Plan csr = searchPlan(*matrix, *rival, noProgress()).plan;
    CHECK(stile::isPlainCsr(csr));

    Plan winner = csr; // as where plain CSR was predicted to be the best
    winner.competitors = plan.competitors;
    CHECK(rivalOf(winner, request)->options == nlohmann::json{{"compete", false}});

    // Initial values may stand in the request, as the window's forms have them all.
    SearchRequest same = request, other = request;
    same.options = completeOptions(planner("stile"), nlohmann::json::object());
    CHECK(rivalOf(plan, same));
    other.options["formats"] = "ell";
    CHECK_FALSE(rivalOf(plan, other));
    other.options = {{"compete", false}};
    CHECK_FALSE(rivalOf(plan, other));
    Plan cancelled = plan;
    cancelled.options["cancelled"] = {{"search", "multi-level"}, {"covered", 1}};
    CHECK_FALSE(rivalOf(cancelled, request));
    Plan fromFile = plan;
    for (Competitor& c : fromFile.competitors)
        c.plainCsr = false;
    CHECK_FALSE(rivalOf(fromFile, request));
}

TEST_CASE("the race measures the rival briefly, and in full where it is faster")
{
    const MatrixPtr matrix = crossing(512, 1);
    const SearchRequest request = defaultRequest();
    const auto plan = std::make_shared<const Plan>(searchPlan(*matrix, request, noProgress()).plan);
    GpuJob job{matrix, {plan}, {}};
    job.run.baselines = {"cublas:dense"};
    job.run.device = 1;
    for (const double csrNs : {1000.0, 3000.0}) {
        std::vector<GpuJob> jobs;
        FakeWorker worker = timedBy([&](const Plan& p) { return stile::isPlainCsr(p) ? csrNs : 2000; }, jobs);
        const PlainCsrRace race = raceAgainstPlainCsr(job, rivalOf(*plan, request), worker, noProgress());
        REQUIRE(jobs.size() == (csrNs < 2000 ? 3 : 2));
        CHECK(jobs[0].plans.front() == plan);
        CHECK(jobs[0].run == job.run);
        CHECK(jobs[1].run.brief);
        CHECK(jobs[1].run.baselines.empty());
        CHECK(jobs[1].run.device == 1);
        CHECK(race.rivalIsPlainCsr);
        CHECK(race.rivalNs == csrNs);
        CHECK(race.rivalRun.has_value() == (csrNs < 2000));
        if (race.rivalRun) {
            CHECK(jobs[2].run == job.run);
            CHECK(race.rivalRun->runs.at(0).profile.kernel.medianNs == csrNs);
        }
    }
    std::vector<GpuJob> jobs;
    FakeWorker worker = timedBy([](const Plan&) { return 2000.0; }, jobs);
    CHECK_FALSE(raceAgainstPlainCsr(job, std::nullopt, worker, noProgress()).rival);
    CHECK(jobs.size() == 1);

    // A worker that answers with what was not asked.
    SearchRequest another = request;
    another.planner = "hyb";
    const Plan other = searchPlan(*matrix, another, noProgress()).plan;
    REQUIRE(other.tiling().tiles.size() != plan->tiling().tiles.size());
    FakeWorker wrong([&](const GpuJob& asked, Progress&, const Worker::Listener&) {
        session::Session session;
        session.matrix = asked.matrix;
        session.plans.push_back({other, {}});
        session.runs.push_back({0, inventedProfile(other, 7)});
        return session;
    });
    CHECK_THROWS_WITH(raceAgainstPlainCsr(job, std::nullopt, wrong, noProgress()),
                      Catch::Contains("another plan than it was sent"));
}

TEST_CASE("planners are ranked by what was measured and is right, else by what is predicted and can run")
{
    CHECK(rankedNs({100, 200, true, false}, RankBy::Prediction) == 100);
    CHECK(rankedNs({100, 200, true, false}, RankBy::Measurement) == 200);
    CHECK(rankedNs({100, 200, false, false}, RankBy::Measurement) == 0);
    CHECK(rankedNs({100, 0, false, true}, RankBy::Prediction) == 0);
    CHECK(rankedNs({INFINITY, NAN, true, false}, RankBy::Prediction) == 0);
    CHECK(rankedNs({INFINITY, NAN, true, false}, RankBy::Measurement) == 0);
    const Ranked all[] = {{300, 0, false, false}, {100, 0, false, true}, {200, 250, true, false}};
    CHECK(bestNs(all, RankBy::Prediction) == 200);
    CHECK(bestNs(all, RankBy::Measurement) == 250);
    CHECK(bestNs(std::span<const Ranked>(), RankBy::Prediction) == 0);
}

TEST_CASE("a contest runs what can run in one job, and the libraries' kernels are rows of their own")
{
    const MatrixPtr matrix = crossing(512, 1);
    Contest contest{{"hyb", "fixed:dia", "cell"}, defaultRequest(), {{"column-parts", "1"}}};
    const DeviceCode noDia = [](const std::string& format, OperatorKind) { return format != "dia"; };
    std::vector<Contestant> rows = searchAll(contest, *matrix, noDia, noProgress());
    REQUIRE(rows.size() == 3);
    CHECK(rows[1].cpuOnly);
    std::vector<GpuJob> jobs;
    FakeWorker worker = timedBy([](const Plan& p) { return p.planner == "hyb" ? 1000.0 : 2000.0; }, jobs);
    RunOptions options;
    options.seed = 5;
    runAll(rows, matrix, options, worker, noProgress());
    REQUIRE(jobs.size() == 1);
    CHECK(jobs[0].plans.size() == 2);
    CHECK(jobs[0].run.seed == 5);
    CHECK(jobs[0].run.brief);
    CHECK_FALSE(jobs[0].run.counters);
    CHECK_FALSE(rows[1].profile);
    std::vector<Contestant> again = rows; // counters are read in whole runs
    runAll(again, matrix, options, worker, noProgress(), {false, true});
    REQUIRE(jobs.size() == 2);
    CHECK_FALSE(jobs[1].run.brief);
    CHECK(jobs[1].run.counters);
    CHECK(jobs[1].run.baselines.empty());
    const std::vector<Contestant> libraries = libraryRows(rows);
    CHECK(libraries.size() == contest.base.op.definition().baselines.size());
    const std::vector<Contestant> fastest = fastestOfEach(libraries);
    REQUIRE(fastest.size() == 2);
    CHECK(fastest[0].name == contest.base.op.definition().baselines.front());
    CHECK(fastest[1].name == "cublas:dense");
    CHECK(bestNs(rows, RankBy::Measurement) == 1000);
    const nlohmann::json json = contestJson(rows, RankBy::Measurement);
    CHECK(json[0]["ofBest"] == 1);
    CHECK(json[2]["ofBest"] == 2);
    CHECK_FALSE(json[1].contains("ofBest"));
    contest.options = {{"no such option", "1"}};
    CHECK_THROWS_WITH(searchAll(contest, *matrix, noDia, noProgress()), Catch::Contains("none of the planners"));
}

TEST_CASE("a search may measure the plans that it made, all of them in one job, and without a GPU it predicts")
{
    // The smallest planner that asks: makes a plan for each number of partitions and takes the fastest.
    const auto fastest = [](const MatrixPtr& matrix, const Evaluator& evaluator) {
        std::vector<Plan> plans;
        for (const char* parts : {"1", "2", "4"}) {
            Trace trace;
            plans.push_back(planner("hyb").search(*matrix, evaluator.model().op(), evaluator, {{"column-parts", parts}},
                                                  trace, noProgress()));
        }
        std::vector<const Plan*> list;
        for (const Plan& plan : plans)
            list.push_back(&plan);
        auto times = evaluator.measure(list, noProgress());
        if (!times) {
            times.emplace();
            for (const Plan& plan : plans)
                times->push_back(plan.predictedNs);
        }
        std::size_t best = 0;
        for (std::size_t i = 0; i < plans.size(); ++i)
            if (times->at(i) < times->at(best))
                best = i;
        return plans[best].figures.at("c").get<int>();
    };
    const MatrixPtr matrix = crossing(512, 1);
    const auto model = makeCostModel(readCalibration("h200"), spmm(DataType::Float16, 32));
    std::vector<GpuJob> jobs;
    FakeWorker worker = timedBy([](const Plan& p) { return p.figures.at("c") == 2 ? 1000.0 : 2000.0; }, jobs);
    RunOptions options;
    options.device = 2;
    const MeasuringEvaluator measuring(*model, matrix, options, worker);
    CHECK(fastest(matrix, measuring) == 2);
    REQUIRE(jobs.size() == 1);
    CHECK(jobs[0].plans.size() == 3);
    CHECK(jobs[0].run.device == 2);
    CHECK(jobs[0].run.brief);
    CHECK_FALSE(jobs[0].run.tune);
    CHECK(fastest(matrix, ModelEvaluator(*model)) == 1);
    CHECK(measuring.measure({}, noProgress())->empty());
    CHECK_FALSE(ModelEvaluator(*model).measure({}, noProgress()));
    CHECK(jobs.size() == 1);

    // Those close to the fastest are measured with variants, which another may win, unless nobody wants these.
    FakeWorker near = timedBy(
        [](const Plan& p) { return p.figures.at("c") == 2   ? 1000.0
                                   : p.figures.at("c") == 4 ? 1050.0
                                                            : 2000.0; }, jobs);
    jobs.clear();
    CHECK(fastest(matrix, MeasuringEvaluator(*model, matrix, options, near)) == 2);
    REQUIRE(jobs.size() == 2);
    CHECK(jobs[1].plans.size() == 2);
    CHECK(jobs[1].plans[0]->figures.at("c") == 2);
    CHECK(jobs[1].run.tune);
    CHECK(jobs[1].run.brief);
    // A GPU that is gone by then has measured all of them once.
    FakeWorker gone = timedBy(
        [&](const Plan& p) {
            if (jobs.back().run.tune)
                throw Error(ErrorKind::Device, "the GPU is gone");
            return p.figures.at("c") == 4 ? 1000.0 : 1050.0;
        },
        jobs);
    CHECK(fastest(matrix, MeasuringEvaluator(*model, matrix, options, gone)) == 4);
    CHECK(jobs.size() == 4);
    options.tune = false;
    CHECK(fastest(matrix, MeasuringEvaluator(*model, matrix, options, near)) == 2);
    CHECK(jobs.size() == 5);
}

TEST_CASE("lines that no worker of this version says are passed over")
{
    std::vector<std::pair<std::string, double>> reports;
    Progress progress([&](std::string_view what, double done) { reports.emplace_back(what, done); });
    std::vector<std::string> messages;
    WorkerLines lines;
    const std::string deep(100'000, '[');
    for (const std::string& line : {std::string(), std::string("warning: slow"), std::string("[1, 2]"), deep,
                                    std::string(R"({"progress": 1e999})"), std::string(R"({"error": {"code": 3}})"),
                                    std::string(R"({"progress": "half", "what": 7})")})
        lines.hear(line, progress, [&](const std::string& message) { messages.push_back(message); });
    CHECK(lines.error.empty());
    CHECK(lines.stage.empty());
    CHECK(lines.answer.is_null());
    CHECK(reports == std::vector<std::pair<std::string, double>>{{"", -1.0}});
    lines.hear(R"({"progress": 0.5, "what": "timing"})", progress, {});
    lines.hear(R"({"progress": 1e300, "what": "timing"})", progress, {});
    lines.hear(R"({"message": "no counters"})", progress, [&](const std::string& m) { messages.push_back(m); });
    lines.hear(R"({"error": "out of memory"})", progress, {});
    CHECK(lines.stage == "timing");
    CHECK(reports.back() == std::pair<std::string, double>("timing", 1));
    CHECK(messages == std::vector<std::string>{"no counters"});
    CHECK(lines.error == "out of memory");
}

TEST_CASE("a worker that does not say which GPUs there are is of another version")
{
    using nlohmann::json;
    const std::vector<Device> devices =
        devicesIn(json::parse(R"({"devices": [{"id": 1, "name": "NVIDIA H200", "status": ""}, {"id": 0}]})"));
    REQUIRE(devices.size() == 2);
    CHECK(devices[0].id == 1);
    CHECK(devices[0].name == "NVIDIA H200");
    for (const char* answer :
         {"null", "[]", "{}", R"({"devices": 3})", R"({"devices": [7]})", R"({"devices": [{"id": -1}]})",
          R"({"devices": [{"id": 1e10}]})", R"({"devices": [{"id": 1024}]})"}) {
        INFO(answer);
        CHECK_THROWS_AS(devicesIn(json::parse(answer)), Error);
    }
}
