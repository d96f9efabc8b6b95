// The planner that asks the others.
#include "engine/core/error.h"
#include "engine/run/executor.h"
#include "engine/search/planner.h"
#include "tests/engine/plan_fixtures.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <functional>
#include <limits>

using namespace sparsescope;

namespace {

struct Found {
    Plan plan;
    Trace trace;
};

Found fastest(const Matrix& matrix, const Operator& op, const char* calibration,
              const nlohmann::json& options = nlohmann::json::object())
{
    Found found;
    const auto model = makeCostModel(readCalibration(calibration), op);
    found.plan = planner("fastest").search(matrix, op, ModelEvaluator(*model), options, found.trace, noProgress());
    return found;
}

// Says that it is enough once the first of the searches is over.
struct EnoughAfter final : TraceSink {
    std::function<void()> enough;
    void start(std::function<void()> stop) override { enough = std::move(stop); }
    void round(const TraceRound&) override {}
    void finished(std::vector<TraceRound>) override {}
};

} // namespace

TEST_CASE("fastest: of the plans of others the one predicted to be the fastest, as its planner alone would make it")
{
    const MatrixPtr matrix = rmat(512, 9000, 4);
    for (const OperatorKind kind : operatorKinds()) {
        const Operator op = changed({{}, DataType::Float32, 64}, kind);
        INFO(label(kind));
        const auto [plan, trace] = fastest(*matrix, op, "h200");
        validatePlan(plan, *matrix);
        double least = std::numeric_limits<double>::infinity();
        std::string first;
        for (const Competitor& c : plan.competitors)
            if (c.predictedNs < least) {
                least = c.predictedNs;
                first = c.name;
            }
        CHECK(plan.predictedNs == least);
        CHECK(plan.figures.at("planner") == first);
        CHECK(plan.planner == "fastest");
        REQUIRE(!trace.rounds.empty());
        CHECK(trace.rounds.back().tileEnd == static_cast<std::int64_t>(plan.tiling().tiles.size()));
        Trace its;
        const Plan alone =
            planner(first).search(*matrix, op, ModelEvaluator(*makeCostModel(readCalibration("h200"), op)),
                                  nlohmann::json::object(), its, noProgress());
        CHECK((alone.tiling().entries == plan.tiling().entries));
        CHECK(alone.densePart == plan.densePart);
        CHECK(alone.predictedNs == plan.predictedNs);
        // SpMV has no blocks, and no library computes it; SDDMM of SELL, BSR and SR-BCRS has no numbers, and with
        // another format's nobody competes.
        CHECK(plan.competitors.size() == (kind == OperatorKind::SpMM   ? 11
                                          : kind == OperatorKind::SpMV ? 9
                                          : kind == OperatorKind::RGMS ? 1
                                                                       : 6));
    }
}

TEST_CASE("fastest: every format that runs on the GPU is asked for, no other is")
{
    const std::string among = "," + planner("fastest").options().front().initial.get<std::string>() + ",";
    for (const FormatKind& kind : formatKinds()) {
        INFO(kind.name);
        CHECK((among.find(",fixed:" + kind.name + ",") != std::string::npos) == kind.traits.onGpu);
    }
}

TEST_CASE("fastest: where plans can be measured, the best seven, plain CSR and dense are, the fastest is taken")
{
    // The order of the predictions, turned round; or that of a GPU that fails.
    struct Measuring final : Evaluator {
        std::unique_ptr<CostModel> costs;
        bool fails = false;
        std::function<void()> before; // it measures
        mutable std::vector<std::string> asked;
        const CostModel& model() const override { return *costs; }
        std::optional<std::vector<double>> measure(std::span<const Plan* const> plans,
                                                   Progress& progress) const override
        {
            std::vector<double> times;
            if (!plans.empty() && before) {
                before();
                progress.report("compiling", 0.5);
                progress.check();
            }
            for (const Plan* plan : plans) {
                asked.push_back(plan->figures.at("planner"));
                times.push_back(1e9 / plan->predictedNs);
            }
            if (fails && !plans.empty())
                throw Error(ErrorKind::Device, "the GPU is gone");
            if (!times.empty())
                times.back() = std::numeric_limits<double>::quiet_NaN(); // a wrong result wins nothing
            return times;
        }
    };
    const MatrixPtr matrix = rmat(512, 9000, 4);
    const Operator op{OperatorKind::SpMM, DataType::Float32, 64};
    Measuring evaluator;
    evaluator.costs = makeCostModel(readCalibration("h200"), op);
    Trace trace;
    const auto find = [&] {
        return planner("fastest").search(*matrix, op, evaluator, nlohmann::json::object(), trace, noProgress());
    };
    const Plan plan = find();
    REQUIRE(evaluator.asked.size() == 9);
    for (const char* spared : {"fixed:csr", "fixed:dense"}) // predicted to be slower than seven others
        CHECK(std::find(evaluator.asked.begin() + 7, evaluator.asked.end(), spared) != evaluator.asked.end());
    CHECK(plan.figures.at("planner") == evaluator.asked[7]);
    CHECK(plan.figures.at("measuredNs").size() == 8);
    CHECK(plan.competitors.size() == 17);
    const auto asked = [&](const char* label) {
        return std::any_of(plan.competitors.begin(), plan.competitors.end(),
                           [&](const Competitor& c) { return c.name == label; });
    };
    CHECK(asked("hyb --k 3 --block-rows 32"));
    CHECK(asked("cell --width 256 --block-rows 1 --no-compete"));
    for (const Competitor& c : plan.competitors)
        if (c.name == evaluator.asked[0])
            CHECK(c.predictedNs <= plan.predictedNs);
    evaluator.fails = true;
    const Plan predicted = find();
    CHECK(predicted.figures.at("planner") == evaluator.asked[0]);
    CHECK(predicted.figures.at("notMeasured") == "the GPU is gone");

    // Enough while it measures: the search is over, and its best by prediction is whole.
    EnoughAfter sink;
    evaluator.fails = false;
    evaluator.before = [&sink] { sink.enough(); };
    std::vector<std::string> reports;
    Progress progress([&](std::string_view what, double) { reports.emplace_back(what); });
    const Plan enough = planner("fastest").search(*matrix, op, evaluator, nlohmann::json::object(), sink, progress);
    CHECK(enough.figures.at("planner") == evaluator.asked[0]);
    CHECK(enough.figures.at("notMeasured") == "cancelled");
    CHECK_FALSE(cancelledSearch(enough));
    CHECK(std::find(reports.begin(), reports.end(), "measuring the best: compiling") != reports.end());
    evaluator.before = [&progress] { progress.cancel(); };
    CHECK_THROWS_AS(planner("fastest").search(*matrix, op, evaluator, nlohmann::json::object(), sink, progress), Error);
}

TEST_CASE("fastest: for SpMV it asks the search among graphs where it can measure, whatever the predictions are",
          "[slow]")
{
    struct Measuring final : Evaluator {
        std::unique_ptr<CostModel> costs;
        bool graphIsBest = true;
        const CostModel& model() const override { return *costs; }
        std::optional<std::vector<double>> measure(std::span<const Plan* const> plans, Progress&) const override
        {
            std::vector<double> times;
            for (const Plan* plan : plans)
                times.push_back(planner(plan->figures.at("planner")).needsTimes() == graphIsBest ? 4000 : 5000);
            return times;
        }
        std::unique_ptr<GraphTimer> graphTimer(const Matrix&, const Operator&) const override
        {
            struct Always final : GraphTimer {
                std::vector<GraphTime> time(std::span<const graph::Graph> graphs, const GraphTiming&,
                                            Progress&) override
                {
                    return std::vector<GraphTime>(graphs.size(), {.ns = 4000, .low = 3900, .high = 4100});
                }
            };
            return std::make_unique<Always>();
        }
    };
    const MatrixPtr matrix = rmat(256, 2000, 4);
    const Operator op{OperatorKind::SpMV, DataType::Float32, 1};
    Measuring evaluator;
    evaluator.costs = makeCostModel(readCalibration("h200"), op);
    Trace trace;
    const auto find = [&] {
        return planner("fastest").search(*matrix, op, evaluator, {{"among", "fixed:csr,alphasparse,fixed:1d"}}, trace,
                                         noProgress());
    };
    const Plan plan = find();
    CHECK(plan.figures.at("planner") == "alphasparse");
    CHECK(plan.figures.at("measuredNs").size() == 3);
    CHECK(plan.figures.contains("graphSearch"));
    CHECK(plan.competitors.size() == 3);
    evaluator.graphIsBest = false;
    CHECK_FALSE(planner(find().figures.at("planner")).needsTimes());
    CHECK(fastest(*matrix, op, "h200", {{"among", "fixed:csr,alphasparse"}}).plan.competitors.size() == 1);
}

TEST_CASE("fastest: in float64 it asks those that plan so, and says who does where none of them is asked")
{
    const MatrixPtr matrix = rmat(64, 200, 4);
    const Operator op{OperatorKind::SpMV, DataType::Float64, 1};
    const Plan plan = fastest(*matrix, op, "h200").plan;
    CHECK(plan.planner == "fastest");
    CHECK(plan.op == op);
    CHECK(plan.figures.at("planner") == "alphasparse");
    CHECK(plan.competitors.size() == 1);
    CHECK(checkPlan(plan, *matrix, 3, noProgress(), {}).error.accepted(DataType::Float64));
    CHECK_THROWS_WITH(fastest(*matrix, op, "h200", {{"among", "fixed:csr,stile"}}),
                      "f64 is for SpMV alone, by the planners fastest, graph, alphasparse");
}

TEST_CASE("fastest: asks those that are named, and stops with the best so far")
{
    const MatrixPtr matrix = rmat(256, 3000, 4);
    const Operator op{OperatorKind::SpMM, DataType::Float16, 32};
    const Found two = fastest(*matrix, op, "h200", {{"among", "fixed:csr,fixed:ell"}});
    REQUIRE(two.plan.competitors.size() == 2);
    CHECK(two.plan.competitors[1].name == "fixed:ell");
    CHECK_THROWS_WITH(fastest(*matrix, op, "h200", {{"among", "fixed:hyb"}}),
                      Catch::Contains("option among takes fixed:csr"));
    CHECK_THROWS_WITH(fastest(*matrix, op, "h200", {{"among", ""}}), Catch::Contains("names no planner"));

    EnoughAfter sink;
    Progress progress([&](std::string_view what, double) {
        if (what == "fixed:ell")
            sink.enough();
    });
    const Plan plan =
        planner("fastest").search(*matrix, op, ModelEvaluator(*makeCostModel(readCalibration("h200"), op)),
                                  nlohmann::json::object(), sink, progress);
    CHECK(plan.figures.at("planner") == "fixed:csr");
    CHECK(cancelledSearch(plan)->search == "fixed:ell");
    CHECK(cancelledSearch(plan)->covered == 1);
    Progress cancelled;
    cancelled.cancel();
    Trace trace;
    CHECK_THROWS_AS(planner("fastest").search(*matrix, op, ModelEvaluator(*makeCostModel(readCalibration("h200"), op)),
                                              nlohmann::json::object(), trace, cancelled),
                    Error);
}

TEST_CASE("fastest: what it tells as the best so far is a plan of its own, with those that it was compared with")
{
    struct Listener final : TraceSink {
        std::vector<Plan> told;
        std::vector<std::string> next;
        void start(std::function<void()>) override {}
        void round(const TraceRound&) override {}
        void finished(std::vector<TraceRound>) override {}
        void best(const Plan& plan, const std::vector<TraceRound>&, const std::string& underWay) override
        {
            told.push_back(plan);
            next.push_back(underWay);
        }
    };
    const MatrixPtr matrix = rmat(256, 3000, 4);
    const Operator op{OperatorKind::SpMM, DataType::Float16, 32};
    Listener listener;
    const nlohmann::json options = {{"among", "fixed:bsr,fixed:csr"}};
    const Plan plan = planner("fastest").search(
        *matrix, op, ModelEvaluator(*makeCostModel(readCalibration("h200"), op)), options, listener, noProgress());
    REQUIRE(!listener.told.empty());
    CHECK(listener.next.front() == "fixed:csr");
    const Plan& first = listener.told.front();
    CHECK(first.planner == "fastest");
    CHECK(first.options == plan.options);
    CHECK(first.figures.at("planner") == "fixed:bsr");
    REQUIRE(first.competitors.size() == 1);
    CHECK(first.competitors[0].name == "fixed:bsr");
}
