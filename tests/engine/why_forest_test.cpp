// Why a forest chose what it chose, told by its plan and its model; the same by hand, as a lesson teaches it; and what
// choosing cost over the cases of a batch.
#include "engine/learn/lesson.h"
#include "engine/report/batch_profiles.h"
#include "engine/report/batch_regret.h"
#include "engine/search/liteform/told_choice.h"
#include "engine/work/batch_table.h"
#include "tests/engine/search_fixtures.h"

#include <numeric>

using namespace sparsescope;
using namespace sparsescope::liteform;
using nlohmann::json;

namespace {

Plan forestPlan(const char* model)
{
    const Operator op{OperatorKind::SpMM, DataType::Float16, 128};
    const auto costs = makeCostModel(readCalibration("h200"), op);
    Trace trace;
    return planner("forest").search(*rmat(512, 4000, 1), op, ModelEvaluator(*costs), {{"model", model}}, trace,
                                    noProgress());
}

json measuredCase(const std::string& matrix, int dense, const std::string& planner, double ns)
{
    json row = {{"key", matrix + planner + std::to_string(dense)},
                {"matrix", matrix},
                {"source", "/somewhere/" + matrix},
                {"fingerprint", matrix},
                {"family", "some"},
                {"rows", 100},
                {"cols", 50},
                {"nnz", 300},
                {"op", "spmm"},
                {"dtype", "f32"},
                {"dense", dense},
                {"name", planner},
                {"kind", "planner"},
                {"calibration", "h200"},
                {"device", "H"},
                {"job", 1},
                {"version", "1"},
                {"date", "now"},
                {"predictedNs", planner == "fixed:csr" ? 5 : 6}};
    if (ns > 0)
        row.update({{"measuredNs", ns}, {"verified", 1}});
    else
        row["problem"] = "too large";
    return row;
}

// Times of CSR, ELL, stile, and of what planner forest took.
std::vector<json> cases(const std::string& matrix, int dense, const std::array<double, 4>& ns)
{
    std::vector<json> rows;
    const char* planners[] = {"fixed:csr", "fixed:ell", "stile", "forest"};
    for (std::size_t i = 0; i < ns.size(); ++i)
        rows.push_back(measuredCase(matrix, dense, planners[i], ns[i]));
    return rows;
}

std::string regretTable(const TemporaryFolder& folder, const std::vector<std::vector<json>>& all)
{
    BatchTable table(folder / "t.sqlite");
    for (const std::vector<json>& rows : all)
        table.add(rows);
    return folder / "t.sqlite";
}

const Chooser& chooserNamed(const BatchRegret& regret, const std::string& name)
{
    for (const Chooser& one : regret.choosers)
        if (one.name == name)
            return one;
    FAIL("nobody is called " << name);
    return regret.choosers.front();
}

std::string refusedChoice(json figures, const char* model, const std::function<void(json&)>& damage)
{
    damage(figures);
    try {
        askedOf(readModel(model), toldChoice(figures));
    } catch (const Error& error) {
        return error.what();
    }
    return "none";
}

} // namespace

TEST_CASE("why: a plan's choice is walked in its model, and each tree leads to the leaf that it gave")
{
    for (const char* name : {"h200", "h200-forest"}) {
        const Model model = readModel(name);
        const ToldChoice told = toldChoice(forestPlan(name).figures.at(forestFigures));
        CHECK(told.model == name);
        CHECK((told.candidates.front().votes < 0) == model.boosted);
        CHECK(told.nearest.size() == 5);
        const AskedChoice asked = askedOf(model, told);
        for (std::size_t c = 0; c < model.candidates.size(); ++c) {
            double sum = asked.expected[c];
            for (std::size_t t = 0; t < model.trees.perForest(); ++t) {
                const std::vector<std::int32_t> path = model.trees.path(c, t, asked.x);
                REQUIRE(path.front() == model.trees.root(c, t));
                const TreeNode& leaf = model.trees.nodes()[static_cast<std::size_t>(path.back())];
                REQUIRE(leaf.leaf());
                sum += leaf.cut;
            }
            CHECK(sum == Approx(told.candidates[c].mean).margin(1e-9));
        }
    }
}

TEST_CASE("why: what a file says of a choice is not believed, nor is a model that did not make it")
{
    const json figures = forestPlan("h200").figures.at(forestFigures);
    const auto refused = [&](const std::function<void(json&)>& damage) {
        return refusedChoice(figures, "h200", damage);
    };
    CHECK(refused([](json&) {}) == "none");
    CHECK_THAT(refusedChoice(figures, "h200-forest", [](json&) {}), Catch::Contains("its trees expect"));
    CHECK_THAT(refused([](json& f) { f["candidates"][3]["mean"] = 0.5; }), Catch::Contains("those that chose 1.65"));
    CHECK_THAT(refused([](json& f) { f["candidates"].erase(0); }), Catch::Contains("other candidates"));
    CHECK_THAT(refused([](json& f) { f["features"].erase("J"); }), Catch::Contains("its trees ask for \"J\""));
    CHECK_THAT(refused([](json& f) { f["features"]["J"] = nullptr; }), Catch::Contains("forest.features.J"));
    CHECK_THAT(refused([](json& f) { f["features"]["J"] = 1e300; }), Catch::Contains("too large"));
    CHECK_THAT(refused([](json& f) { f["nearest"] = 5; }), Catch::Contains("forest.nearest: is not an array"));
    CHECK_THAT(refused([](json& f) { f = "h200"; }), Catch::Contains("is not an object"));
}

TEST_CASE("why: features are told as they were before their logarithm, beside all that was learned from")
{
    CHECK(plainValue("rows", 3) == 7);
    CHECK(plainValue("empty rows", 0.25) == 0.25);
    CHECK(plainValue("estimate of fixed:ell", std::log(1.5)) == Approx(1.5));
    Model model;
    for (const float x : {0.0f, 1.0f, 1.9f, 4.0f})
        model.training.push_back({"m", "f", {7, x}});
    const FeatureSpread spread = spreadOf(model, 1, 4), same = spreadOf(model, 0, 4);
    CHECK(spread.least == 0);
    CHECK(spread.most == 4);
    CHECK(spread.cases == std::vector<int>{1, 2, 0, 1});
    CHECK(same.cases == std::vector<int>{4, 0, 0, 0});
}

TEST_CASE("regret: of a table's cases, for always one, least predicted, and a planner that chooses")
{
    const TemporaryFolder folder;
    const std::string table = regretTable(
        folder, {cases("a", 32, {10, 12, 11, 10.8}), cases("b", 32, {30, 20, 0, 20.2}), cases("b", 64, {8, 9, 10, 8})});
    const std::vector<BatchRegret> all = batchRegret(table, noProgress());
    REQUIRE(all.size() == 1);
    const BatchRegret& regret = all.front();
    CHECK(regret.problem.empty());
    CHECK(regret.records.candidates == std::vector<std::string>{"fixed:csr", "fixed:ell", "stile"});
    CHECK(regret.sources == std::vector<std::string>{"/somewhere/a", "/somewhere/b", "/somewhere/b"});
    CHECK(chooserNamed(regret, "always stile").regret[0] == Approx(0.1)); // 11 over 10
    CHECK(chooserNamed(regret, "always stile").regret[1] == 63);          // it failed
    CHECK(chooserNamed(regret, "always fixed:csr").regret[1] == Approx(0.5));
    CHECK(chooserNamed(regret, "least predicted, whole plans").chosen == std::vector<std::size_t>{0, 0, 0});
    const Chooser& forest = regret.choosers.front();
    CHECK(forest.name == "forest");
    CHECK(forest.regret[0] == Approx(0.08));
    CHECK(forest.regret[1] == Approx(0.01));
    CHECK(forest.chosen.empty()); // its rows do not say
    CHECK(regret.model.empty());
    CHECK_THAT(regret.whyNoModel, Catch::Contains("has no fixed:bsr"));

    const std::vector<BatchResults> results = batchResults(table, noProgress());
    const std::vector<std::size_t> both = {0, 1}, second = {1};
    CHECK(casesOf(regret, results[0], both, false) == std::vector<std::size_t>{0, 1}); // J = 32
    CHECK(casesOf(regret, results[0], second, true) == std::vector<std::size_t>{1, 2});
    const std::vector<std::size_t> every = {0, 1, 2};
    CHECK(regretCounts(regretOf(forest, every)) == std::array<std::int64_t, regretParts>{1, 1, 0, 1, 0, 0, 0, 0});
    const RegretConfusion confusion = confusionOf(regret, chooserNamed(regret, "always fixed:csr"), every);
    CHECK(confusion.candidates == std::vector<std::size_t>{0, 1});
    CHECK(confusion.cases == std::vector<std::vector<std::int64_t>>{{2, 1}, {0, 0}});
    CHECK(confusionOf(regret, forest, every).candidates.empty());
}

TEST_CASE("regret: a table that has all candidates is asked of the shipped model")
{
    const TemporaryFolder folder;
    std::vector<json> rows;
    for (const std::string& candidate : usualCandidates()) {
        rows.push_back(measuredCase("m", 32, candidate, candidate == "fixed:csr" ? 10 : 20));
        rows.back().update({{"estimatedNs", candidate == "fixed:csr" ? 10 : 40},
                            {"longestRow", 3},
                            {"shortestRow", 3},
                            {"emptyRows", 0}});
    }
    rows.push_back(measuredCase("m", 32, "stile", 5)); // no candidate of the model's
    const BatchRegret regret = batchRegret(regretTable(folder, {rows}), noProgress()).front();
    CHECK(regret.problem.empty());
    CHECK(regret.model == defaultModel);
    CHECK(regret.unseen > 0);
    CHECK(regret.learned == std::vector<bool>{false});
    CHECK(regret.leftOut == std::vector<std::string>{"stile"});
    CHECK(regret.choosers.front().regret == std::vector<double>{0});
}

TEST_CASE("regret: what cannot be compared is said in place of it")
{
    const TemporaryFolder folder;
    std::vector<json> other = {measuredCase("b", 32, "fixed:csr", 10)};
    other.front()["device"] = "another";
    CHECK_THAT(
        batchRegret(regretTable(folder, {cases("a", 32, {10, 12, 11, 11}), other}), noProgress()).front().problem,
        Catch::Contains("device: is another where rows before have H"));
    const TemporaryFolder single;
    CHECK_THAT(batchRegret(regretTable(single, {{measuredCase("a", 32, "stile", 10)}}), noProgress()).front().problem,
               Catch::Contains("fewer than two planners"));
}

TEST_CASE("why: two trees by hand choose as they do, and the lesson asks for their numbers")
{
    struct Case {
        std::vector<std::string> rows; // the longest and the shortest are what is asked
        std::int64_t thousandths, votes, regret;
    };
    for (const Case& one : {Case{{"x..", "..."}, 200, 1, 0},
                            {{"xxx", "xx."}, 250, 1, 10},
                            {{"xx.", "..x"}, 250, 1, 10},
                            {{"xx.", "..."}, 400, 0, 10}}) {
        learn::LearnState state;
        state.matrix = learn::drawnMatrix(one.rows);
        state.view = learn::View::Plan;
        state.example = "trees";
        const auto show = learn::makeShow(state);
        const std::vector<learn::LearnNumber> numbers = show->numbers();
        CHECK(numbers[0].value == one.thousandths);
        CHECK(numbers[1].value == one.votes);
        CHECK(numbers[2].value == one.regret);
        CHECK_THAT(show->text(4), Catch::Contains(one.regret == 0 ? "is the simplest" : "so CELL is chosen"));
    }
}
