// What a search among graphs has told, as people look at it; from traces that hold anything.
#include "engine/search/alphasparse/history.h"

#include "engine/cost/cost_model.h"
#include "engine/plan/graph/graph.h"
#include "engine/search/planner.h"
#include "engine/session/session.h"
#include "tests/engine/graph_fixtures.h"
#include "tests/engine/search_fixtures.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <limits>

using namespace sparsescope;
using namespace sparsescope::alphasparse;
using nlohmann::json;

namespace {

const json scalar = json::parse(R"({"schema": "sparsescope-graph", "version": 1, "nodes": [{"op": "COMPRESS"},
    {"op": "BMT_ROW_BLOCK", "rows": 1}, {"op": "THREAD_TOTAL_RED"}, {"op": "GMEM_ATOM_RED"}]})");

json measured(int id, int parent, double ns, const char* verdict = "rejected")
{
    return {{"id", id},        {"parent", parent}, {"phase", "grid"},         {"move", "coarse grid"},
            {"graph", scalar}, {"by", "measured"}, {"predictedNs", 1.1 * ns}, {"ns", ns},
            {"low", 0.9 * ns}, {"high", 1.2 * ns}, {"verdict", verdict}};
}

History historyOf(const std::vector<std::pair<std::string, json>>& events)
{
    History history;
    for (const auto& [name, data] : events)
        history.add({name, data});
    return history;
}

} // namespace

TEST_CASE("history: every evaluation that a search told of is in it, with its way from a seed")
{
    std::mt19937_64 random(5);
    const MatrixPtr matrix = graph::matrixOf(
        300, 900, [](std::int64_t r) { return r % 50 == 7 ? std::int64_t{300} : 1 + r % 9; }, random);
    const Operator op{OperatorKind::SpMV, DataType::Float32, 1};
    const auto model = makeCostModel(readCalibration("h200"), op);
    Trace trace;
    const Plan plan = planner("alphasparse")
                          .search(*matrix, op, ModelEvaluator(*model), {{"evaluator", "model"}, {"evaluations", 60}},
                                  trace, noProgress());
    REQUIRE(tellsHistory(trace));
    const History history = readHistory(trace, noProgress());
    CHECK(history.leftOut() == 0);
    CHECK(!history.measured());
    const auto& all = history.evaluations();
    CHECK(std::ssize(all) == plan.figures.at("graphSearch").at("evaluated").get<std::int64_t>());
    const std::vector<double> best = bestSoFar(all);
    for (std::size_t i = 0; i < all.size(); ++i) {
        INFO(all[i].move << ": " << all[i].nodes);
        CHECK(all[i].id == static_cast<std::int64_t>(i));
        CHECK(all[i].parent < static_cast<int>(i));
        CHECK((all[i].parent < 0) == (all[i].phase == Phase::Seeds));
        CHECK(graph::parseGraph(all[i].graph, {}).identity() == all[i].identity);
        CHECK((all[i].verdict == Verdict::Best) == (i == 0 ? best[i] > 0 : best[i] != best[i - 1]));
    }
    // What the plan was made of has the least time of all.
    const int taken = history.find(graph::readGraph(plan.figures.at("graph"), {}).identity());
    REQUIRE(taken >= 0);
    CHECK(all[static_cast<std::size_t>(taken)].time() == best.back());
}

TEST_CASE("history: the sample tells of a search that was measured")
{
    const session::Session sample = session::readSession(sourceFile("samples/graphs-2048-h200.sscope"), noProgress());
    REQUIRE(sample.plans.size() == 1);
    const Plan& plan = sample.plans.front().plan;
    const Trace& trace = sample.plans.front().trace;
    const History history = readHistory(trace, noProgress());
    CHECK(history.leftOut() == 0);
    CHECK(history.measured());
    CHECK(history.share() == 1);
    const int taken = history.find(graph::readGraph(plan.figures.at("graph"), {}).identity());
    REQUIRE(taken >= 0);
    CHECK(history.evaluations()[static_cast<std::size_t>(taken)].verdict == Verdict::Again);
}

// Thousands of predictions: minutes under a sanitizer, which sees smaller logs repeated.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("history: the sample's log gives its plan again")
{
    const session::Session sample = session::readSession(sourceFile("samples/graphs-2048-h200.sscope"), noProgress());
    const Plan& plan = sample.plans.front().plan;
    const Trace& trace = sample.plans.front().trace;
    const TemporaryFolder folder;
    writeTrace(trace, plan, folder / "log.jsonl");
    json options = plan.options;
    options["evaluator"] = folder / "log.jsonl";
    const auto model = makeCostModel(readCalibration("h200"), plan.op);
    Trace again;
    const Plan same =
        planner("alphasparse").search(*sample.matrix, plan.op, ModelEvaluator(*model), options, again, noProgress());
    CHECK(same.figures.at("graph") == plan.figures.at("graph"));
    CHECK(same.figures.at("graphSearch") == plan.figures.at("graphSearch"));
}
#endif

TEST_CASE("history: graphs are said in short")
{
    json cut = scalar;
    cut["nodes"] = json::array({{{"op", "SORT"}, {"bucket", 4}},
                                {{"op", "ROW_DIV"},
                                 {"by", "length"},
                                 {"from", 32},
                                 {"times", 8},
                                 {"to", 2048},
                                 {"each", scalar.at("nodes")}}});
    json told = measured(1, 0, 100);
    told["graph"] = cut;
    const History history = historyOf({{"graph", measured(0, -1, 100)}, {"graph", told}});
    REQUIRE(history.evaluations().size() == 2);
    const std::string leaf = "COMPRESS, BMT_ROW_BLOCK rows 1, THREAD_TOTAL_RED, GMEM_ATOM_RED";
    CHECK(history.evaluations()[0].nodes == leaf);
    CHECK(history.evaluations()[1].nodes == "SORT bucket 4, ROW_DIV by length from 32 times 8 (" + leaf + ", each)");
}

TEST_CASE("history: measured again, the best line begins anew; what was cut is not in it")
{
    const History history = historyOf({{"graph", measured(0, -1, 100, "best")},
                                       {"graph", measured(1, 0, 90, "cut")},
                                       {"graph", measured(2, 0, 95, "best")},
                                       {"final", {{"id", 2}, {"ns", 99}, {"low", 98}, {"high", 101}}},
                                       {"final", {{"id", 0}, {"ns", 0}, {"reason", "its result is wrong"}}}});
    CHECK(history.leftOut() == 0);
    CHECK(history.measured());
    REQUIRE(history.evaluations().size() == 5);
    CHECK(bestSoFar(history.evaluations()) == std::vector<double>{100, 100, 95, 99, 99});
    const Evaluation& again = history.evaluations()[3];
    CHECK(again.phase == Phase::Final);
    CHECK(again.verdict == Verdict::Again);
    CHECK(again.parent == 2);
    CHECK(again.id == 2);
    CHECK(history.evaluations()[4].verdict == Verdict::Failed);
    CHECK(history.evaluations()[4].time() == 0);
    CHECK(history.find(again.identity) == 4);
}

TEST_CASE("history: a search that began anew without its GPU is told of from there")
{
    json seed = measured(0, -1, 100, "best");
    seed["phase"] = "seeds";
    const History history = historyOf({{"graph", seed}, {"graph", measured(1, 0, 90)}, {"graph", seed}});
    CHECK(history.before() == 2);
    CHECK(history.leftOut() == 0);
    CHECK(history.evaluations().size() == 1);
    // As newer searches say it: nothing of the first one can be taken for a part of the second.
    const History told = historyOf({{"search", {{"share", 1}}},
                                    {"graph", seed},
                                    {"stop", {{"phase", "seeds"}, {"evaluated", 1}, {"lost", "a fault"}}},
                                    {"search", {{"share", 0.25}}},
                                    {"graph", measured(1, 0, 90)},
                                    {"graph", seed}});
    CHECK(told.before() == 1);
    CHECK(told.leftOut() == 1);
    CHECK(told.evaluations().size() == 1);
    CHECK(told.share() == 0.25);
    CHECK(told.lost() == "a fault");
}

TEST_CASE("history: on all rows the best line begins anew")
{
    json whole = measured(2, 0, 120, "best");
    whole["phase"] = "whole";
    const History history =
        historyOf({{"graph", measured(0, -1, 100, "best")}, {"graph", measured(1, 0, 90, "best")}, {"graph", whole}});
    CHECK(bestSoFar(history.evaluations()) == std::vector<double>{100, 90, 120});
}

TEST_CASE("history: events that no search tells are left out and counted")
{
    const auto with = [](const char* member, const json& value) {
        json data = measured(1, 0, 100);
        data[member] = value;
        return data;
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    std::vector<std::pair<std::string, json>> wrong = {
        {"graph", json()},
        {"graph", "graph"},
        {"graph", with("id", -1)},
        {"graph", with("id", 1.5)},
        {"graph", with("id", 0)},     // with a parent: nothing begins anew
        {"graph", with("parent", 1)}, // its own
        {"graph", with("parent", 7)},
        {"graph", with("parent", -2)},
        {"graph", with("phase", "final")},
        {"graph", with("phase", 3)},
        {"graph", with("verdict", "measured again")},
        {"graph", with("move", nullptr)},
        {"graph", with("graph", json::array())},
        {"graph", with("graph", {{"schema", "sparsescope-graph"}, {"version", 1}, {"nodes", {{{"op", "NONE"}}}}})},
        {"graph", with("ns", nan)},
        {"graph", with("ns", 0)},
        {"graph", with("ns", -5)},
        {"graph", with("ns", 1e300)},
        {"graph", with("low", 1000)},
        {"graph", with("predictedNs", "5")},
        {"graph", with("temperature", -1)},
        {"graph", with("by", "somebody")},
        {"graph", with("by", 4)},
        {"graph", with("verdict", "refused")}, // without a reason
        {"final", {{"id", 3}, {"ns", 99}, {"low", 98}, {"high", 101}}},
        {"final", {{"id", 0}, {"ns", "99"}}},
        {"prune", {{"rule", 5}}},
        {"search", {{"share", 0}}},
        {"stop", {{"lost", 7}}},
    };
    History history = historyOf({{"graph", measured(0, -1, 100, "best")}});
    for (const auto& [name, data] : wrong) {
        const std::int64_t before = history.leftOut();
        history.add({name, data});
        INFO(name << " " << data.dump());
        CHECK(history.leftOut() == before + 1);
        CHECK(history.evaluations().size() == 1);
    }
    history.add({"other", "anything"}); // of another planner
    CHECK(history.leftOut() == std::ssize(wrong));
    history.add({"graph", measured(1, 0, 90)});
    CHECK(history.evaluations().size() == 2);
    // Texts that are too long to be looked at are cut.
    json lengthy = measured(2, 0, 90);
    lengthy["move"] = std::string(1 << 20, 'x');
    history.add({"graph", lengthy});
    CHECK(history.evaluations().back().move.size() < 1100);
}
